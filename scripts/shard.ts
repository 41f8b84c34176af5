/** A part of some work: the `index`th, from 1, of `count` that together do all of it. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Reads what follows `--shard`, such as `3/12`. The error says what was expected, what was found, and what to do. */
export function readShard(text: string): [Shard, undefined] | [undefined, Error] {
  const [, index = 0, count = 0] = /^(\d{1,6})\/(\d{1,6})$/.exec(text)?.map(Number) ?? [];
  if (index >= 1 && index <= count) return [{ index, count }, undefined];
  const says = `expected --shard I/N with I from 1 to N, found "${text}": give the third of twelve as --shard 3/12`;
  return [undefined, new Error(says)];
}
