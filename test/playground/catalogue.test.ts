import { describe, expect, test } from 'vitest';
import { listed, matching, readSeed } from '../../playground/catalogue.ts';
import { scenarios as podFailure } from '../../playground/scenarios/pod-failure.ts';
import { scenarios as scaling } from '../../playground/scenarios/scaling.ts';
import { fileOf } from '../../src/components/scope/scenarios.ts';

const all = [...scaling, ...podFailure].map(listed);

describe('the list of scenarios', () => {
  test('is found by any words, in any order, in any case', () => {
    expect(matching(all, 'POD deleted').map(({ id }) => id)).toEqual([
      'playground/pod-failure',
      'playground/pod-failure#while-away',
    ]);
    expect(matching(all, 'deletes nothing here')).toEqual([]);
    expect(matching(all, '  ')).toEqual(all);
  });

  test('has one file a name, and no id twice', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.map(({ id }) => fileOf(id))).toEqual([
      '/playground/scenarios/scaling.ts',
      '/playground/scenarios/scaling.ts',
      '/playground/scenarios/pod-failure.ts',
      '/playground/scenarios/pod-failure.ts',
    ]);
  });
});

describe('a seed', () => {
  test.each([
    ['0', 0],
    [' 42 ', 42],
    ['4294967295', 4294967295],
  ])('%j is %d', (text, seed) => {
    expect(readSeed(text)).toEqual([seed, undefined]);
  });

  test.each(['', '-1', '1.5', 'abc', '4294967296', '0x10'])('%j is refused with what to do', (text) => {
    const [seed, problem] = readSeed(text);
    expect(seed).toBeUndefined();
    expect(problem).toMatch(/^Seed: expected .* found .*\. Type one in that range\.$/);
  });
});
