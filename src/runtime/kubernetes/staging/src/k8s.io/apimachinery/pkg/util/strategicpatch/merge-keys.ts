/** A list that is merged: of objects told apart by a field, or of plain values (no `mergeKey`). */
export interface ListStrategy {
  readonly mergeKey?: string;
  /** Says in a patch which members an item has then, as it can have one of several only. */
  readonly retainKeys?: boolean;
}

const by = (mergeKey: string): ListStrategy => ({ mergeKey });
const values: ListStrategy = {};

/** What upstream's types say of their lists in tags, by the name of the field: it means the same wherever it stands. */
const strategies: Readonly<Record<string, ListStrategy>> = {
  addresses: by('type'),
  conditions: by('type'),
  containers: by('name'),
  env: by('name'),
  ephemeralContainers: by('name'),
  finalizers: values,
  hostAliases: by('ip'),
  imagePullSecrets: by('name'),
  initContainers: by('name'),
  ownerReferences: by('uid'),
  podCIDRs: values,
  podIPs: by('ip'),
  secrets: by('name'),
  topologySpreadConstraints: by('topologyKey'),
  volumeDevices: by('devicePath'),
  volumeMounts: by('mountPath'),
  volumes: { ...by('name'), retainKeys: true },
};

/** The strategy of a list in an object of a kind; undefined: a patch replaces the whole list. */
export function listStrategy(kind: string, field: string): ListStrategy | undefined {
  if (field === 'ports') return by(kind === 'Service' ? 'port' : 'containerPort');
  return Object.hasOwn(strategies, field) ? strategies[field] : undefined;
}
