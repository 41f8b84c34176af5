import { formatTime } from './time.ts';

/** A time as Kubernetes writes it where seconds are too coarse: RFC 3339 with six digits after the point. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/micro_time.go#MicroTime.MarshalJSON
export function formatMicroTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const micros = Math.floor(ms * 1000) - seconds * 1_000_000;
  return `${formatTime(seconds * 1000).slice(0, -1)}.${String(micros).padStart(6, '0')}Z`;
}
