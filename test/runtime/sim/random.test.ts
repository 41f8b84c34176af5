import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/runtime/sim/random.ts';

/** `length` things that `draw` gives. */
const drawn = <T>(length: number, draw: () => T): T[] => Array.from({ length }, draw);

describe('Random', () => {
  // A link to a run holds its seed: what a seed gives must never change.
  test.each([
    [0, [2899526011, 769844623, 220372281], '96x6m', '2be202ff-f87f-4f65-bf87-73f8c4b50e6f', 738],
    [1, [2420951833, 2513034076, 3847892949], '8klvq', 'ab6e8d02-43a0-472b-b9c5-edaf14154bbd', 918],
    [2, [1115575315, 1439910933, 603264563], 'r446h', '1e93db21-96e3-44c0-aa73-d717aea873dc', 526],
    [-1, [2300869303, 3917632794, 3726809994], 'kql8l', '1c7b8131-823a-46ff-8160-b41068818445', 5],
  ])('gives of seed %i what it always gave', (seed, numbers, name, uuid, below) => {
    const random = new Random(seed);
    expect(drawn(3, () => random.uint32())).toEqual(numbers);
    expect([random.name(5), random.uuid(), random.below(1000)]).toEqual([name, uuid, below]);
  });

  test('gives numbers of which all are as likely, from nearby seeds too', () => {
    const random = new Random(7);
    const counts = Array.from({ length: 8 }, () => 0);
    for (const n of drawn(8000, () => random.below(8))) counts[n]!++;
    expect(Math.min(...counts)).toBeGreaterThan(900);
    expect(Math.max(...counts)).toBeLessThan(1100);
    const firsts = Array.from({ length: 1000 }, (_, seed) => new Random(seed).float());
    expect(firsts.reduce((a, b) => a + b) / 1000).toBeCloseTo(0.5, 1);
    expect(new Set(firsts).size).toBe(1000);
  });

  test('picks any of the items, and says so if there is none', () => {
    const random = new Random(1);
    expect(new Set(drawn(100, () => random.pick(['a', 'b', 'c'])))).toEqual(new Set(['a', 'b', 'c']));
    expect(() => random.pick([])).toThrow('expected at least one item, found none');
  });

  test('makes names without vowels, and UUIDs of version 4', () => {
    const random = new Random(1);
    for (const name of drawn(200, () => random.name(10)))
      expect(name).toMatch(/^[bcdfghjklmnpqrstvwxz2456789]{10}$/);
    expect(random.name(0)).toBe('');
    const uuids = drawn(200, () => random.uuid());
    for (const uuid of uuids)
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(uuids).size).toBe(200);
  });
});
