/** The fields of an extender, and of what is in it, that are written with capitals. */
const fields = [
  ...['urlPrefix', 'filterVerb', 'preemptVerb', 'prioritizeVerb', 'bindVerb', 'enableHttps', 'tlsConfig'],
  ...['httpTimeout', 'nodeCacheCapable', 'managedResources', 'ignoredByScheduler', 'serverName'],
  ...['certFile', 'keyFile', 'caFile', 'certData', 'keyData', 'caData'],
];
const fieldByLowerCase = new Map(fields.map((field) => [field.toLowerCase(), field]));

/** The first releases wrote some fields in other letters, so those of extenders are read whatever their case. */
// Mirrors: staging/src/k8s.io/kube-scheduler/config/v1/types.go#LegacyExtender.UnmarshalJSON
export function caseInsensitive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(caseInsensitive);
  if (typeof value !== 'object' || value === null) return value;
  const named = Object.entries(value).map(([key, of]) => {
    const lower = key.toLowerCase();
    return [fieldByLowerCase.get(lower) ?? lower, caseInsensitive(of)];
  });
  return Object.fromEntries(named) as object;
}
