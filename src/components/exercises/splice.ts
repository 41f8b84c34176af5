/** Lines of a file, from 1, both included. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** A file's text with some of its lines replaced. */
export function splice(source: string, { from, to }: LineRange, text: string): string {
  const lines = source.split('\n');
  return [...lines.slice(0, from - 1), text, ...lines.slice(to)].join('\n');
}
