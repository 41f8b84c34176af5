/** Virtual ms as pages say it: to 10 ms from a second on. */
export function timeText(ms: number): string {
  return ms >= 1000 ? `${Math.round(ms / 10) / 100} s` : `${ms} ms`;
}
