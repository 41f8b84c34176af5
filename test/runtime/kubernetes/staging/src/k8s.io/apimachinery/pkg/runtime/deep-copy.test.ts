import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  deepCopy,
  deepFreeze,
  shareUnchanged,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/deep-copy.ts';

test('a copy leaves out what is undefined or null, and shares nothing', () => {
  const original = { a: { b: [1, { c: 'x' }] }, gone: undefined, empty: null };
  const copied = deepCopy(original);
  expect(copied).toStrictEqual({ a: { b: [1, { c: 'x' }] } });
  expect(copied.a).not.toBe(original.a);
  expect(copied.a.b[1]).not.toBe(original.a.b[1]);
});

test('freezing goes all the way, and stops where it was done before', () => {
  const frozen = Object.freeze({ inner: { open: true } });
  const value = deepFreeze({ list: [{ a: 1 }], frozen });
  expect(Object.isFrozen(value.list[0])).toBe(true);
  expect(Object.isFrozen(value.frozen.inner)).toBe(false);
});

test('what equals its former state is that state', () => {
  const before = deepFreeze({ spec: { list: [{ a: 1 }, { b: 2 }] }, status: { phase: 'Pending' } });
  const after = shareUnchanged(
    { spec: { list: [{ a: 1 }, { b: 2 }] }, status: { phase: 'Running' } },
    before,
  );
  expect(after.spec).toBe(before.spec);
  expect(after.status).toEqual({ phase: 'Running' });
  expect(shareUnchanged(deepCopy(before), before)).toBe(before);
});

test('sharing never changes a value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (next, prior) => {
      const text = JSON.stringify(next);
      expect(JSON.stringify(shareUnchanged(next, deepFreeze(prior)))).toBe(text);
    }),
  );
});

test('a member may have any name', () => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    const text = `{"a":{"${name}":{"b":1}}}`;
    const value = JSON.parse(text) as { a: Record<string, { b: number }> };
    expect(JSON.stringify(deepCopy(value))).toBe(text);
    const inner = deepFreeze(value).a[name];
    expect([inner, Object.isFrozen(inner)]).toEqual([{ b: 1 }, true]);
    // What every object inherits is not the former state of such a member.
    expect(JSON.stringify(shareUnchanged(JSON.parse(text), { a: {} }))).toBe(text);
    expect(shareUnchanged(JSON.parse(text), value)).toBe(value);
    expect(shareUnchanged({ a: {} }, value)).toEqual({ a: {} });
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
});
