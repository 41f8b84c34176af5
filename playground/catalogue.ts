import type { Scenario } from '../src/runtime/cluster/scenario.ts';

/** What the list of scenarios shows of one; plain data, made when the site is built. */
export interface Listed {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly seed: number;
  readonly shows: readonly string[];
}

export function listed({ id, title, summary, seed, shows }: Scenario): Listed {
  return { id, title, summary, seed, shows };
}

/** Those that have every word of `query` in title, summary or id, in the order given. */
export function matching(all: readonly Listed[], query: string): readonly Listed[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter(({ id, title, summary }) => {
    const text = `${title} ${summary} ${id}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** A seed as it was typed, or what is wrong with it. */
export function readSeed(text: string): [number, undefined] | [undefined, string] {
  const trimmed = text.trim();
  const seed = /^\d{1,10}$/.test(trimmed) ? Number(trimmed) : NaN;
  if (seed <= 0xffff_ffff) return [seed, undefined];
  const found = trimmed === '' ? 'nothing' : `"${trimmed}"`;
  return [
    undefined,
    `Seed: expected a whole number from 0 to 4294967295, found ${found}. Type one in that range.`,
  ];
}
