import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Block, blocksOf, firstBroken, seedOfBlock } from '../../scripts/seed-blocks.ts';
import { readShard } from '../../scripts/shard.ts';

const whole = { index: 1, count: 1 };

/** The cases that are tried, in order, until one of at least `breaks`. */
function tried(
  blocks: readonly Block[],
  seed: number,
  breaks = Infinity,
): [cases: number[], broken?: number] {
  const cases: number[] = [];
  const property = fc.property(fc.nat(), (one) => {
    cases.push(one);
    return one < breaks;
  }) as fc.IRawProperty<unknown, false>;
  return [cases, firstBroken(property, blocks, seed)?.block.index];
}

describe('Shards of the seeds', () => {
  const counts = [1, 2, 3, 7, 12];

  test.each(counts)('%i of them try, block by block, what one machine tries', (count) => {
    const all = blocksOf(260, whole).map((block) => ({ ...block, cases: tried([block], 42)[0] }));
    const parts = Array.from({ length: count }, (_, index) => blocksOf(260, { index: index + 1, count }));
    const tries = parts.flatMap((blocks) =>
      blocks.map((block) => ({ ...block, cases: tried([block], 42)[0] })),
    );
    expect(tries.toSorted((a, b) => a.index - b.index)).toEqual(all);
    expect(tried(blocksOf(260, whole), 42)[0]).toEqual(all.flatMap(({ cases }) => cases));
    expect(all.map(({ cases }) => cases.length)).toEqual([...Array<number>(10).fill(25), 10]);
  });

  test.each(counts)('of %i each has its blocks in order, and no two have one in common', (count) => {
    const parts = Array.from({ length: count }, (_, index) =>
      blocksOf(260, { index: index + 1, count }).map((block) => block.index),
    );
    for (const part of parts) expect(part).toEqual(part.toSorted((a, b) => a - b));
    expect(new Set(parts.flat()).size).toBe(parts.flat().length);
  });

  test('a block has a seed of its own, so a longer run begins as a shorter one', () => {
    const seeds = Array.from({ length: 10_000 }, (_, block) => seedOfBlock(42, block));
    expect(new Set(seeds).size).toBe(seeds.length);
    const [long] = tried(blocksOf(260, whole), 42);
    const [short] = tried(blocksOf(40, whole), 42);
    expect(long.slice(0, 40)).toEqual(short);
    expect(tried(blocksOf(40, whole), 43)[0]).not.toEqual(short);
  });

  test('the block that breaks is named, and breaks alone', () => {
    const [all] = tried(blocksOf(260, whole), 42);
    const most = Math.max(...all);
    const at = Math.floor(all.indexOf(most) / 25);
    expect(tried(blocksOf(260, whole), 42, most)[1]).toBe(at);
    const alone = blocksOf(260, whole).filter(({ index }) => index === at);
    expect(tried(alone, 42, most)[1]).toBe(at);
  });
});

describe('--shard', () => {
  test('is a part, from 1, and how many there are', () => {
    expect(readShard('3/12')).toEqual([{ index: 3, count: 12 }, undefined]);
  });

  test.each(['', '3', '0/4', '5/4', '1/0', '-1/4', '1/4/2', '1.5/4', 'a/b', ' 1/4'])(
    'as %j is refused with what is expected',
    (text) => {
      const says = `expected --shard I/N with I from 1 to N, found "${text}": give the third of twelve as --shard 3/12`;
      expect(readShard(text)[1]?.message).toBe(says);
    },
  );
});
