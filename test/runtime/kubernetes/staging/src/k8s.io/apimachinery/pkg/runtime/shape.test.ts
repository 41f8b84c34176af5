import { describe, expect, test } from 'vitest';
import {
  maxDepth,
  tooDeep,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/depth.ts';
import { base64 } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/base64.ts';
import { defaultFieldLabels } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/conversion.ts';
import {
  decode,
  intOrString,
  quantity,
  text,
  truth,
  whole,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/shape.ts';

const shape = {
  name: text,
  size: whole,
  on: truth,
  amount: quantity,
  port: intOrString,
  tags: [text],
  labels: { '*': text },
  limits: { '*': quantity },
  parts: [{ name: text, parts: { '*': [whole] } }],
} as const;

const wrongOf = (value: unknown): string | undefined => decode(value, shape)[1]?.message;

describe('a value is of a shape', () => {
  test.each([
    {},
    { name: 'a', size: 3, on: false, amount: '1', port: 80, tags: ['x'], labels: { a: 'b' } },
    { size: -5, port: 'http', tags: [], labels: {}, parts: [{ name: 'p', parts: { a: [1, 2] } }, {}] },
    { size: 2 ** 62, other: 5, parts: [{ other: [] }] },
    { name: null, tags: null, labels: { a: null } },
  ])('%j', (value) => expect(wrongOf(value)).toBeUndefined());

  test.each([
    [5, 'expected a map, found 5'],
    [null, 'expected a map, found null'],
    [undefined, 'expected a map, found undefined'],
    [[], 'expected a map, found a list'],
    [{ name: 5 }, 'name: expected a string, found 5'],
    [{ name: {} }, 'name: expected a string, found a map'],
    [{ name: [] }, 'name: expected a string, found a list'],
    [{ size: '3' }, 'size: expected a whole number, found "3"'],
    [{ size: 1.5 }, 'size: expected a whole number, found 1.5'],
    [{ size: 2 ** 63 }, 'size: expected a whole number, found 9223372036854776000'],
    [{ on: 'true' }, 'on: expected a boolean, found "true"'],
    [{ amount: true }, 'amount: expected a string or a number, found true'],
    [{ port: [] }, 'port: expected a number or a string, found a list'],
    [{ tags: 'x' }, 'tags: expected a list, found "x"'],
    [{ tags: { 0: 'x' } }, 'tags: expected a list, found a map'],
    [{ tags: ['x', 5] }, 'tags[1]: expected a string, found 5'],
    [{ labels: { a: 'b', c: 1 } }, 'labels[c]: expected a string, found 1'],
    [{ labels: ['a'] }, 'labels: expected a map, found a list'],
    [{ parts: [{}, { parts: { a: [1, 'x'] } }] }, 'parts[1].parts[a][1]: expected a whole number, found "x"'],
    [{ parts: [null] }, 'parts[0]: expected a map, found null'],
  ])('%j: %s', (value, wrong) => expect(wrongOf(value)).toBe(wrong));

  test('and copied, with amounts as texts', () => {
    const value = { amount: 1.5, limits: { cpu: 2, memory: '1Gi' }, size: 2, other: 3, gone: null };
    const [copied] = decode<typeof value>(value, shape);
    expect(copied).toEqual({ amount: '1.5', limits: { cpu: '2', memory: '1Gi' }, size: 2, other: 3 });
    expect(value.limits.cpu).toBe(2);
  });

  test('whatever its members are called', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const value = JSON.parse(`{"${name}":5,"labels":{"${name}":"x"}}`) as object;
      expect(JSON.stringify(decode(value, shape)[0])).toBe(JSON.stringify(value));
      expect(wrongOf(JSON.parse(`{"labels":{"${name}":5}}`))).toBe(
        `labels[${name}]: expected a string, found 5`,
      );
    }
  });
});

describe('a value goes too deep', () => {
  const nested = (levels: number, wrap: (inner: unknown) => unknown): unknown => {
    let value: unknown = 1;
    for (let i = 0; i < levels; i++) value = wrap(value);
    return value;
  };

  test.each<[string, (inner: unknown) => unknown]>([
    ['lists', (inner) => [0, inner]],
    ['maps', (inner) => ({ a: 0, b: inner })],
  ])('with more than so many %s in one another', (_what, wrap) => {
    expect(tooDeep(nested(maxDepth, wrap))).toBeUndefined();
    expect(tooDeep(nested(maxDepth + 1, wrap))?.message).toContain('exceeded max depth');
    expect(decode({ x: nested(maxDepth, wrap) }, shape)[1]?.message).toContain('exceeded max depth');
  });

  test('in a circle', () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(tooDeep(circle)?.message).toContain('exceeded max depth');
  });
});

test.each([
  ['', ''],
  ['f', 'Zg=='],
  ['fo', 'Zm8='],
  ['foo', 'Zm9v'],
  ['foob', 'Zm9vYg=='],
  ['ÿ€𝄞', 'w7/igqzwnYSe'],
  ['a%20b', 'YSUyMGI='],
  ['\ud800x', '77+9eA=='],
])('%j in base64 is %s (RFC 4648)', (value, encoded) => expect(base64(value)).toBe(encoded));

test('an object of which nothing else is known is selected by its name and its namespace', () => {
  expect(defaultFieldLabels('metadata.name', 'a')).toEqual([['metadata.name', 'a'], undefined]);
  expect(defaultFieldLabels('metadata.namespace', 'b')).toEqual([['metadata.namespace', 'b'], undefined]);
  expect(defaultFieldLabels('spec.x', 'c')[1]?.message).toBe(
    '"spec.x" is not a known field selector: only "metadata.name", "metadata.namespace"',
  );
});
