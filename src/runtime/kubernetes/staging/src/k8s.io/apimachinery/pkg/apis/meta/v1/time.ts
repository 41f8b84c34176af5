/** A time as ms since 1970 on some machine's clock, and how Kubernetes writes it: RFC 3339 in whole seconds. What is finer is lost. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/time.go#Time.MarshalJSON
export function formatTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Reads what either of them wrote, as ms since 1970. Undefined for null, which stands for no time. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/time.go#Time.UnmarshalJSON
export function parseTime(text: string | null | undefined): number | undefined {
  if (!text) return undefined;
  const [, whole = text, fraction = ''] = /^(.*?)\.(\d+)Z$/.exec(text) ?? [];
  return Date.parse(fraction ? `${whole}Z` : whole) + Number(fraction.padEnd(6, '0').slice(0, 6)) / 1000;
}
