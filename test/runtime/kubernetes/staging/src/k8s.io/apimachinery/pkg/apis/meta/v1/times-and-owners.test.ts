import { describe, expect, test } from 'vitest';
import {
  getControllerOf,
  isControlledBy,
  newControllerRef,
} from '../../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.ts';
import {
  formatTime,
  parseTime,
} from '../../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/time.ts';
import { formatMicroTime } from '../../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/micro_time.ts';

describe('who controls an object', () => {
  const ref = (uid: string, controller?: boolean) => ({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    name: uid,
    uid,
    ...(controller === undefined ? {} : { controller }),
  });
  const owned = (...ownerReferences: ReturnType<typeof ref>[]) => ({ metadata: { ownerReferences } });

  test('is the owner that says so', () => {
    expect(getControllerOf(owned(ref('a'), ref('b', false), ref('c', true)))?.uid).toBe('c');
    expect(getControllerOf(owned(ref('a'), ref('b', false)))).toBeUndefined();
    expect([getControllerOf({ metadata: {} }), getControllerOf({})]).toEqual([undefined, undefined]);
  });

  test('is told by uid', () => {
    const owner = (uid: string) => ({ metadata: { uid } });
    const object = owned(ref('a'), ref('c', true));
    expect([isControlledBy(object, owner('c')), isControlledBy(object, owner('a'))]).toEqual([true, false]);
    expect(isControlledBy({}, { metadata: {} })).toBe(false);
  });

  test('is referred to so that it waits for what it owns', () => {
    const gvk = { group: 'apps', version: 'v1', kind: 'ReplicaSet' };
    expect(newControllerRef({ metadata: { name: 'web', uid: 'u-1' } }, gvk)).toEqual({
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      name: 'web',
      uid: 'u-1',
      controller: true,
      blockOwnerDeletion: true,
    });
    expect(newControllerRef({}, gvk)).toMatchObject({ name: '', uid: '' });
  });
});

describe('times', () => {
  const noon = Date.UTC(2021, 0, 16, 12);

  test.each([
    [noon, '2021-01-16T12:00:00Z', '2021-01-16T12:00:00.000000Z'],
    [noon + 999, '2021-01-16T12:00:00Z', '2021-01-16T12:00:00.999000Z'],
    [noon + 0.25, '2021-01-16T12:00:00Z', '2021-01-16T12:00:00.000250Z'],
    [noon + 1000, '2021-01-16T12:00:01Z', '2021-01-16T12:00:01.000000Z'],
    [-1, '1969-12-31T23:59:59Z', '1969-12-31T23:59:59.999000Z'],
  ])('%s is written %s, or %s', (ms, seconds, micros) => {
    expect([formatTime(ms), formatMicroTime(ms)]).toEqual([seconds, micros]);
    expect(parseTime(micros)).toBe(ms);
  });

  test.each([
    [undefined, undefined],
    [null, undefined],
    ['', undefined],
    ['2021-01-16T12:00:00Z', noon],
    ['2021-01-16T13:00:00+01:00', noon],
    ['2021-01-16T12:00:00.5Z', noon + 500],
    ['2021-01-16T12:00:00.0000019Z', noon + 0.001],
  ])('%j is read as %s', (text, ms) => expect(parseTime(text)).toBe(ms));
});
