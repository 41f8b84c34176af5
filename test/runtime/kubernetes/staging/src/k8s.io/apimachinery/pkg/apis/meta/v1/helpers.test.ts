import { describe, expect, test } from 'vitest';
import {
  getControllerOf,
  isControlledBy,
  newControllerRef,
} from '../../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.ts';
import {
  formatLabelSelector,
  labelSelectorAsSelector,
} from '../../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.ts';

describe('labelSelectorAsSelector (upstream TestLabelSelectorAsSelector)', () => {
  test.each([
    [undefined, ''],
    [{}, ''],
    [{ matchLabels: { foo: 'bar' } }, 'foo=bar'],
    [{ matchExpressions: [{ key: 'baz', operator: 'In', values: ['qux', 'norf'] }] }, 'baz in (norf,qux)'],
    [
      { matchLabels: { foo: 'bar' }, matchExpressions: [{ key: 'baz', operator: 'NotIn', values: ['a'] }] },
      'baz notin (a),foo=bar',
    ],
    [
      {
        matchExpressions: [
          { key: 'x', operator: 'Exists' },
          { key: 'a', operator: 'DoesNotExist' },
        ],
      },
      '!a,x',
    ],
  ])('%j is %j', (selector, text) => {
    expect(labelSelectorAsSelector(selector)[0]?.toString()).toBe(text);
  });

  test('none selects nothing, an empty one everything', () => {
    expect(labelSelectorAsSelector(undefined)[0]?.matches({ a: 'b' })).toBe(false);
    expect(labelSelectorAsSelector({})[0]?.matches({ a: 'b' })).toBe(true);
  });

  test.each([
    ['In', [], "for 'in', 'notin' operators, values set can't be empty"],
    ['Exists', ['norf'], 'values set must be empty for exists and does not exist'],
    ['Near', ['norf'], '"Near" is not a valid pod selector operator'],
  ])('%s %j is refused', (operator, values, message) => {
    const selector = { matchExpressions: [{ key: 'baz', operator, values }] };
    expect(labelSelectorAsSelector(selector)[1]?.message).toBe(message);
  });

  test('as text for people', () => {
    expect(formatLabelSelector({ matchLabels: { a: 'b' } })).toBe('a=b');
    expect(formatLabelSelector({})).toBe('<none>');
    expect(formatLabelSelector({ matchLabels: { 'a b': '' } })).toBe('<error>');
  });
});

test('a controller reference names its owner, and is found again', () => {
  const owner = { metadata: { name: 'web', uid: 'u1' } };
  const ref = newControllerRef(owner, { group: 'apps', version: 'v1', kind: 'ReplicaSet' });
  expect(ref).toEqual({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    name: 'web',
    uid: 'u1',
    controller: true,
    blockOwnerDeletion: true,
  });
  const other = { ...ref, uid: 'u2', controller: false };
  const pod = { metadata: { ownerReferences: [other, ref] } };
  expect(getControllerOf(pod)).toBe(ref);
  expect(isControlledBy(pod, owner)).toBe(true);
  expect(isControlledBy({ metadata: { ownerReferences: [other] } }, owner)).toBe(false);
  expect(getControllerOf({})).toBe(undefined);
});
