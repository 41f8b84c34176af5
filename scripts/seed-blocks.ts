import fc from 'fast-check';
import type { Shard } from './shard.ts';

/** Cases that are drawn from one seed of their own, one after the other. */
export interface Block {
  /** From 0, over all shards. */
  readonly index: number;
  readonly cases: number;
}

/** How many cases a block has, but for the last one. */
export const casesOfBlock = 25;

/** The blocks of a shard, in order. Those of all shards together are the blocks of the whole, each once. */
export function blocksOf(cases: number, { index, count }: Shard): Block[] {
  return Array.from({ length: Math.ceil(cases / casesOfBlock) }, (_, block) => ({
    index: block,
    cases: Math.min(casesOfBlock, cases - block * casesOfBlock),
  })).filter((block) => block.index % count === index - 1);
}

/** The seed of a block: no two blocks of a run have the same, and nothing but these two numbers decides it. */
export function seedOfBlock(seed: number, block: number): number {
  return Math.imul(seed ^ Math.imul(block + 1, 0x9e3779b1), 0x85ebca6b);
}

/** The first block in which a case breaks the property, with what fast-check found there; undefined if none does. */
export function firstBroken(
  property: fc.IRawProperty<unknown, false>,
  blocks: readonly Block[],
  seed: number,
): { readonly block: Block; readonly details: fc.RunDetails<unknown> } | undefined {
  for (const block of blocks) {
    const details = fc.check(property, { numRuns: block.cases, seed: seedOfBlock(seed, block.index) });
    if (details.failed) return { block, details };
  }
  return undefined;
}
