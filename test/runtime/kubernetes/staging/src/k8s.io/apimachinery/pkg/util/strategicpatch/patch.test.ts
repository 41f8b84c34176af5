import { describe, expect, test } from 'vitest';
import { mergePatch } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/util/jsonmergepatch/json-merge-patch.ts';
import { strategicMergePatch } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.ts';

const a = { name: 'a', image: 'a:1' };
const b = { name: 'b', image: 'b:1' };

describe('strategic merge', () => {
  test.each([
    ['a member is set', { x: 1 }, { y: 2 }, { x: 1, y: 2 }],
    ['null takes a member away', { x: 1, y: 2 }, { x: null }, { y: 2 }],
    [
      'containers merge by name',
      { containers: [a, b] },
      { containers: [{ name: 'b', image: 'b:2' }] },
      {
        containers: [a, { name: 'b', image: 'b:2' }],
      },
    ],
    ['a new item comes first', { containers: [a] }, { containers: [b] }, { containers: [b, a] }],
    [
      'an item is deleted',
      { containers: [a, b] },
      { containers: [{ name: 'a', $patch: 'delete' }] },
      { containers: [b] },
    ],
    [
      'a list is replaced',
      { containers: [a, b] },
      { containers: [{ $patch: 'replace' }, { name: 'c' }] },
      {
        containers: [{ name: 'c' }],
      },
    ],
    [
      'an object is replaced',
      { sel: { x: '1' } },
      { sel: { $patch: 'replace', y: '2' } },
      { sel: { y: '2' } },
    ],
    ['an object is emptied', { sel: { x: '1' } }, { sel: { $patch: 'delete' } }, { sel: {} }],
    [
      'owner references merge by uid',
      { ownerReferences: [{ uid: 'u1' }, { uid: 'u2' }] },
      {
        ownerReferences: [{ uid: 'u1', $patch: 'delete' }],
      },
      { ownerReferences: [{ uid: 'u2' }] },
    ],
    [
      'conditions merge by type',
      { conditions: [{ type: 'Ready', status: 'False' }] },
      {
        conditions: [{ type: 'Ready', status: 'True' }],
      },
      { conditions: [{ type: 'Ready', status: 'True' }] },
    ],
    [
      'finalizers are a set',
      { finalizers: ['x', 'y'] },
      { finalizers: ['y', 'z'] },
      { finalizers: ['x', 'y', 'z'] },
    ],
    [
      'and lose members by name',
      { finalizers: ['x', 'y'] },
      { '$deleteFromPrimitiveList/finalizers': ['x'] },
      {
        finalizers: ['y'],
      },
    ],
    [
      'tolerations are replaced as a whole',
      { tolerations: [{ key: 'a' }] },
      { tolerations: [{ key: 'b' }] },
      {
        tolerations: [{ key: 'b' }],
      },
    ],
    [
      'the order is as the patch says',
      { containers: [a, b] },
      {
        '$setElementOrder/containers': [{ name: 'b' }, { name: 'a' }],
      },
      { containers: [b, a] },
    ],
    [
      'only some keys are retained',
      { strategy: { type: 'RollingUpdate', rollingUpdate: {} } },
      {
        strategy: { $retainKeys: ['type'], type: 'Recreate' },
      },
      { strategy: { type: 'Recreate' } },
    ],
  ])('%s', (_what, original, patch, expected) => {
    expect(strategicMergePatch(original, patch, 'Pod')).toEqual([expected, undefined]);
  });

  test('a patch and its original stay as they are', () => {
    const original = { containers: [{ ...a, env: [{ name: 'X', value: '1' }] }] };
    const patch = {
      containers: [{ name: 'a', env: [{ name: 'X', value: '2' }] }],
      '$setElementOrder/containers': [{ name: 'a' }],
    };
    const before = JSON.stringify([original, patch]);
    strategicMergePatch(original, patch, 'Pod');
    expect(JSON.stringify([original, patch])).toBe(before);
  });

  test.each([
    [{ containers: [{ image: 'x' }] }, 'map: map[image:x] does not contain declared merge key: name'],
    [{ x: { $patch: 'mend' } }, 'unknown patch type: mend in map: map[$patch:mend]'],
    [{ containers: [{ name: 'a', $patch: 'merge' }] }, 'merging lists cannot yet be specified in the patch'],
    [
      { containers: [{ name: 'a' }], '$setElementOrder/containers': [{ name: 'b' }] },
      "The order in patch list:\n[map[name:a]]\n doesn't match $setElementOrder list:\n[map[name:b]]\n",
    ],
    [{ x: { $retainKeys: ['p'], q: 1 } }, 'invalid patch format of retainKeys'],
    [{ $patch: { toString: 1 } }, 'unknown patch type: map[toString:1] in map: map[$patch:map[toString:1]]'],
  ])('%j is refused', (patch, message) => {
    expect(strategicMergePatch({ containers: [a], x: { y: 1 } }, patch, 'Pod')[1]?.message).toBe(message);
  });
});

describe('a member may have any name', () => {
  const applied = {
    strategic: (original: object, patch: unknown) => strategicMergePatch(original, patch, 'Pod')[0],
    merge: mergePatch,
  };

  test.each(['strategic', 'merge'] as const)('%s: it is set, merged and taken away like any other', (how) => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const sent = (value: string): object => JSON.parse(`{"x":{"${name}":${value}}}`) as object;
      const apply = (original: object, value: string): string =>
        JSON.stringify(applied[how](original, sent(value)));
      expect(apply({}, '{"a":1}')).toBe(`{"x":{"${name}":{"a":1}}}`);
      expect(apply({ x: {} }, '{"a":1}')).toBe(`{"x":{"${name}":{"a":1}}}`);
      expect(apply(sent('{"a":1}'), '{"b":2}')).toBe(`{"x":{"${name}":{"a":1,"b":2}}}`);
      expect(apply(sent('{"a":1}'), 'null')).toBe('{"x":{}}');
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test('a directive may name a list of that name', () => {
    const patch = JSON.parse('{"$setElementOrder/__proto__":["a"],"__proto__":["a"]}') as object;
    expect(JSON.stringify(strategicMergePatch({ x: 1 }, patch, 'Pod')[0])).toBe('{"x":1,"__proto__":["a"]}');
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

test.each([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
])('merge patch: %j with %j (examples of RFC 7386)', (original, patch, expected) => {
  expect(mergePatch(original, patch)).toEqual(expected);
});
