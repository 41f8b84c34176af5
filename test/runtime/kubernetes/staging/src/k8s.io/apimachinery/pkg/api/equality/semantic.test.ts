import { describe, expect, test } from 'vitest';
import { semanticDeepEqual } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';

const proto = (text: string): unknown => JSON.parse(text) as unknown;

describe('two values mean the same', () => {
  test.each<[unknown, unknown]>([
    [1, 1],
    ['a', 'a'],
    [undefined, null],
    [undefined, ''],
    [null, []],
    [[], {}],
    [undefined, {}],
    [{ a: 1 }, { a: 1, b: undefined }],
    [{ a: 1 }, { a: 1, b: [] }],
    [
      { a: 1, b: {} },
      { a: 1, c: null },
    ],
    [{ a: [1, { b: 'x' }] }, { a: [1, { b: 'x', c: '' }] }],
    [{}, proto('{"constructor":{}}')],
    [proto('{"__proto__":{"a":1}}'), proto('{"__proto__":{"a":1}}')],
  ])('%j and %j', (a, b) => {
    expect([semanticDeepEqual(a, b), semanticDeepEqual(b, a)]).toEqual([true, true]);
  });
});

describe('two values differ', () => {
  test.each<[unknown, unknown]>([
    [1, 2],
    [1, '1'],
    [0, undefined],
    [false, undefined],
    [false, null],
    [{ a: 0 }, {}],
    [[1], [2]],
    [[1], [1, 2]],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], { 0: 1 }],
    [[1], 1],
    [{ a: 1 }, 1],
    [{ a: 1 }, { b: 1 }],
    [{ a: 1 }, { a: 1, b: 1 }],
    [{ a: [{ b: 1 }] }, { a: [{ b: 2 }] }],
    [{ a: [undefined] }, { a: [1] }],
    [{}, proto('{"__proto__":{"a":1}}')],
    [{}, proto('{"toString":1}')],
  ])('%j and %j', (a, b) => {
    expect([semanticDeepEqual(a, b), semanticDeepEqual(b, a)]).toEqual([false, false]);
  });
});
