import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { preview } from '../../src/instrument/preview.ts';
import { mapFrom } from '../../src/runtime/sim/pmap.ts';
import { Sim } from '../../src/runtime/sim/sim.ts';

const pod = {
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { namespace: 'default', name: 'web-x', resourceVersion: '12' },
};
const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;

describe('preview', () => {
  test.each<[unknown, string]>([
    ['a "b"\n', '"a \\"b\\"\\n"'],
    ['x'.repeat(100), `"${'x'.repeat(57)}…"`],
    [undefined, 'undefined'],
    [null, 'null'],
    [-0, '-0'],
    [12n, '12n'],
    [true, 'true'],
    [Symbol('s'), 'Symbol(s)'],
    [[], 'Array(0) []'],
    [[1, 'a', null, 4], 'Array(4) [1, "a", null, …]'],
    [new Map([['a', 1]]), 'Map(1) {"a" → 1}'],
    [new Set(['a', 'b']), 'Set(2) {"a", "b"}'],
    [mapFrom([['a', 1]]), 'a map of 1'],
    [mapFrom([]), 'a map of 0'],
    [new RangeError('too far'), 'RangeError: too far'],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [pod, 'Pod default/web-x (rv 12)'],
    [{ metadata: { name: 'web-x' } }, 'web-x'],
    [[pod], 'Array(1) [Pod default/web-x (rv 12)]'],
    [{ a: 1, b: { c: { d: 1 } } }, '{ a: 1, b: { c: {…} } }'],
    [{ a: 1, b: 2, c: 3, d: 4 }, '{ a: 1, b: 2, c: 3, … }'],
    [{}, '{}'],
    [cyclic, '{ self: { self: {…} } }'],
    [preview, 'a function'],
    [() => 1, 'a function'],
    [Sim, 'a function'],
    [new Sim(), 'an object'],
    [new Sim().sleep(1), 'a generator'],
    [Object.create(null), '{}'],
    [new Proxy(new Sim(), {}), 'an object'],
  ])('%# is told in short', (value, text) => {
    expect(preview(value)).toBe(text);
  });

  test('runs no getter and never throws', () => {
    const trap = {
      get a(): number {
        throw new Error('never');
      },
      b: 1,
    };
    expect(preview(trap)).toBe('{ b: 1 }');
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(preview(proxy)).toBe('a value that cannot be shown');
  });

  test('is at most 80 letters long, and the same each time', () => {
    fc.assert(
      fc.property(
        fc.anything({ withMap: true, withSet: true, withDate: true, withBigInt: true }),
        (value) => {
          expect(preview(value).length).toBeLessThanOrEqual(80);
          expect(preview(value)).toBe(preview(value));
        },
      ),
      { seed: 20210116 },
    );
  });
});
