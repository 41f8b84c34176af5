import type { OS } from './os.ts';

/** A random identifier in the usual form, drawn from the run's own chance. */
export function newUUID({ sim }: OS): string {
  const word = (): string => sim.random.uint32().toString(16).padStart(8, '0');
  const hex = word() + word() + word() + word();
  const [, a, b, c, d, e] = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(hex) ?? [];
  return [a, b, `4${c?.slice(1)}`, `a${d?.slice(1)}`, e].join('-');
}
