import { describe, expect, test } from 'vitest';
import { placeAreas } from '../../../src/components/picture/areas.ts';
import type { Block, Plan, Scene } from '../../../src/components/picture/description.ts';
import { fill, groundOf } from '../../../src/components/picture/layout.ts';
import { route } from '../../../src/components/picture/route.ts';

const plan: Plan = {
  shapes: { wide: 'a a b\nc c b', narrow: 'a\nb\nc' },
  parts: {
    a: { title: 'A', hue: 'api' },
    b: { title: 'B', hue: 'queue' },
    c: { title: 'C', hue: 'informer' },
  },
  pipes: { ab: { from: 'a', to: 'b' }, ba: { from: 'b', to: 'a' }, ac: { from: 'a', to: 'c' } },
};

describe('areas', () => {
  test('a word is a column, a line a row, and what stands in several is as large', () => {
    const places = placeAreas('a a b\n2 c . b', 334, 326);
    expect(places.get('a')).toEqual({ x: 0, y: 0, w: 211, h: 100 });
    expect(places.get('b')).toEqual({ x: 245, y: 0, w: 89, h: 326 });
    expect(places.get('c')).toEqual({ x: 0, y: 126, w: 89, h: 200 });
    expect(places.has('.')).toBe(false);
  });

  test('rows of other lengths and parts that are no rectangles are refused', () => {
    expect(() => placeAreas('a a\nb', 100, 100)).toThrow('row 2: expected 2 words as in the first, found 1');
    expect(() => placeAreas('a b\nb b', 100, 100)).toThrow('expected the part "b" to be a rectangle');
  });

  test('a part without a place, and a place without a part, are refused', () => {
    expect(() =>
      groundOf({ ...plan, parts: { ...plan.parts, d: { title: 'D', hue: 'api' } } }, 'wide'),
    ).toThrow('expected a part "d" in the areas of the wide shape');
    const { a, b } = plan.parts as { a: never; b: never };
    expect(() => groundOf({ ...plan, parts: { a, b }, pipes: {} }, 'wide')).toThrow(
      'name "c", which is no part',
    );
  });
});

describe('pipes', () => {
  const left = { x: 0, y: 0, w: 100, h: 40 };

  test('go straight across and straight down', () => {
    expect(route({ from: left, to: { ...left, x: 200 }, nth: 0, of: 1 })).toEqual([
      { x: 100, y: 20 },
      { x: 200, y: 20 },
    ]);
    expect(route({ from: { ...left, y: 90 }, to: left, nth: 0, of: 1 })).toEqual([
      { x: 50, y: 90 },
      { x: 50, y: 40 },
    ]);
  });

  test('turn one corner where boxes stand neither beside nor above each other', () => {
    expect(route({ from: left, to: { x: 200, y: 100, w: 60, h: 40 }, nth: 0, of: 1 })).toEqual([
      { x: 100, y: 20 },
      { x: 230, y: 20 },
      { x: 230, y: 100 },
    ]);
  });

  test('lie side by side where there are several between two boxes', () => {
    const { pipes } = groundOf(plan, 'wide');
    const [there, back] = pipes
      .filter(({ id }) => id === 'ab' || id === 'ba')
      .map(({ points }) => points[0]?.y);
    expect(back! - there!).toBeGreaterThan(20);
  });
});

const chips = (count: number): Block => ({
  kind: 'chips',
  chips: Array.from({ length: count }, (_, i) => ({ id: `pod-${i}`, text: `pod-${i}` })),
});

const holding = (...blocks: readonly Block[]): Scene => ({ says: '', parts: { a: { blocks } } });

describe('what a part holds', () => {
  const ground = groundOf(plan, 'wide');

  test('stands inside it, whatever comes, and the rest is counted', () => {
    for (const count of [0, 1, 40, 500, 5000]) {
      const [a] = fill(ground, holding(chips(count), { kind: 'lines', lines: [{ text: 'below' }] }));
      const { at, chips: placed, blocks } = a!;
      for (const chip of [...placed, ...blocks.map((block) => block.at)]) {
        expect(chip.x).toBeGreaterThanOrEqual(at.x);
        expect(chip.x + chip.w).toBeLessThanOrEqual(at.x + at.w);
        expect(chip.y + chip.h).toBeLessThanOrEqual(at.y + at.h);
      }
      expect(placed.length).toBeLessThanOrEqual(count);
      expect(placed.length).toBeGreaterThan(Math.min(count, 20) - 1);
    }
  });

  test('gives up height only where it can', () => {
    const lines: Block = { kind: 'lines', lines: Array.from({ length: 6 }, () => ({ text: 'x' })) };
    const [a] = fill(ground, holding(chips(500), lines));
    expect(a!.blocks.map(({ at }) => at.h)[1]).toBe(90);
  });
});
