import { describe, expect, test } from 'vitest';
import { cropTo } from '../../../src/components/picture/crop.ts';
import { groundOf } from '../../../src/components/picture/layout.ts';

const ground = groundOf(
  {
    shapes: { wide: 'a b\nc d', narrow: 'a\nb\nc\nd' },
    parts: Object.fromEntries(['a', 'b', 'c', 'd'].map((id) => [id, { title: id, hue: 'api' as const }])),
  },
  'narrow',
);
const dock = { w: 344, h: 150 };

describe('a cut of a picture', () => {
  test('is the upper end where nothing is touched', () => {
    expect(cropTo(ground, [], dock)).toEqual({ x: 0, y: 0, w: 344, h: 150 });
  });

  test('has what is touched in its middle, and never leaves the drawing', () => {
    const { at } = ground.parts[1]!;
    const cut = cropTo(ground, ['b'], dock);
    expect(cut.y + cut.h / 2).toBeCloseTo(at.y + at.h / 2, 0);
    expect(cropTo(ground, ['d'], dock)).toEqual({ x: 0, y: 410, w: 344, h: 150 });
  });

  test('is a little smaller where two parts fit then, and follows the last one where they do not', () => {
    const high = { w: 344, h: 200 };
    const both = cropTo(ground, ['a', 'b'], high);
    expect(both.y).toBe(0);
    expect(both.h).toBeGreaterThan(260);
    expect(cropTo(ground, ['a', 'd'], high)).toEqual(cropTo(ground, ['d'], high));
  });
});
