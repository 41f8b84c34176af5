import { describe, expect, test } from 'vitest';
import { changedIn, cropTo } from '../../../src/components/picture/crop.ts';
import type { Content } from '../../../src/components/picture/description.ts';
import { fill, groundOf } from '../../../src/components/picture/layout.ts';

const plan = {
  shapes: { wide: 'a b\nc d', narrow: 'a\nb\n2 c\n2 d' },
  parts: Object.fromEntries(['a', 'b', 'c', 'd'].map((id) => [id, { title: id, hue: 'api' as const }])),
};
const ground = groundOf(plan, 'narrow');
const wide = groundOf(plan, 'wide');
const dock = { w: 344, h: 150, smallest: 1 };
const at = (id: string) => ground.parts.find((part) => part.id === id)!.at;

describe('a cut of a picture', () => {
  test('is the upper end where nothing is touched', () => {
    expect(cropTo(ground, { lit: [] }, dock)).toEqual({ x: 0, y: 0, w: 344, h: 150 });
  });

  test('has what is touched in its middle, and never leaves the drawing', () => {
    const cut = cropTo(ground, { lit: ['b'] }, dock)!;
    expect(cut.y + cut.h / 2).toBeCloseTo(at('b').y + at('b').h / 2, 0);
    expect(cropTo(ground, { lit: ['a'] }, dock)!.y).toBe(0);
  });

  test('has all parts of a step if they fit, and else begins at the last one', () => {
    const both = cropTo(ground, { lit: ['a', 'b'] }, { ...dock, h: 230 })!;
    expect(both.y).toBeLessThanOrEqual(at('a').y);
    expect(both.y + both.h).toBeGreaterThanOrEqual(at('b').y + at('b').h);
    const last = cropTo(ground, { lit: ['a', 'c'] }, dock)!;
    expect(last.y).toBe(Math.round(at('c').y - 8));
  });

  test('has what changed in a part that is higher than the box', () => {
    const below = { x: 20, y: at('c').y + 140, w: 60, h: 18 };
    const lit = ['a', 'c', 'd'];
    const cut = cropTo(ground, { lit, changed: new Map([['c', [below]]]) }, dock)!;
    expect(cut.y).toBeLessThanOrEqual(below.y);
    expect(cut.y + cut.h).toBeGreaterThanOrEqual(below.y + below.h);
  });

  test('is scaled by no less than is said: it is cut at the sides, or has room at them', () => {
    const right = wide.parts.find(({ id }) => id === 'b')!.at;
    const cut = cropTo(wide, { lit: ['b'] }, { w: 600, h: 200, smallest: 1 })!;
    expect(cut).toMatchObject({ w: 600, h: 200 });
    expect(cut.x + cut.w).toBeGreaterThanOrEqual(right.x + right.w);
    expect(cropTo(wide, { lit: ['b'] }, { w: 900, h: 200, smallest: 1 })).toMatchObject({ x: -70, w: 900 });
    expect(cropTo(wide, { lit: ['b'] }, { w: 600, h: 150, smallest: 0.5 })).toMatchObject({ h: 300 });
  });

  test('is none where the whole fits', () => {
    expect(cropTo(wide, { lit: ['b'] }, { w: 600, h: 320, smallest: 0.75 })).toBeUndefined();
  });
});

describe('what changed', () => {
  const partsWith = (a: Content) => fill(ground, { says: '', parts: { a } });
  const chips = (...names: string[]): Content => ({
    blocks: [{ kind: 'chips', chips: names.map((text) => ({ id: text, text })) }],
  });

  test('is the chip that came, or the block that says something else, and nothing where all is as it was', () => {
    const [one, two] = [partsWith(chips('web')), partsWith(chips('web', 'db'))];
    const came = two.find(({ id }) => id === 'a')!.chips[1]!;
    expect([...changedIn(one, two)]).toEqual([['a', [came]]]);
    expect([...changedIn(two, one)].map(([id]) => id)).toEqual(['a']);
    expect(changedIn(two, partsWith(chips('web', 'db'))).size).toBe(0);
  });
});
