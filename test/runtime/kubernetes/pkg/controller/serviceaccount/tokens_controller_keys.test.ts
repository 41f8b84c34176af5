import { describe, expect, test } from 'vitest';
import type { Secret, ServiceAccount } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  makeSecretQueueKey,
  makeServiceAccountKey,
  parseSecretQueueKey,
  parseServiceAccountKey,
} from '../../../../../../src/runtime/kubernetes/pkg/controller/serviceaccount/tokens_controller_keys.ts';

const metadata = { namespace: 'ns', name: 'web', uid: 'u1' };

describe('the key of an account', () => {
  test('says which one', () => {
    const key = makeServiceAccountKey({ metadata } as ServiceAccount);
    expect(parseServiceAccountKey(key)).toEqual([metadata, undefined]);
  });

  test.each(['', 'ns', 'ns/web', 'ns/web/', '/web/u1', 'ns//u1'])('%j is none', (key) => {
    expect(parseServiceAccountKey(key)[1]?.message).toBe(`invalid serviceaccount key: ${key}`);
  });
});

describe('the key of a Secret', () => {
  const keyOf = (annotations?: Record<string, string>): string =>
    makeSecretQueueKey({ metadata: { ...metadata, annotations } } as unknown as Secret);
  const name = { 'kubernetes.io/service-account.name': 'robot' };

  test('says which one, and of which account', () => {
    const key = keyOf({ ...name, 'kubernetes.io/service-account.uid': 'u2' });
    expect(parseSecretQueueKey(key)).toEqual([{ ...metadata, saName: 'robot', saUID: 'u2' }, undefined]);
    expect(parseSecretQueueKey(keyOf(name))).toEqual([
      { ...metadata, saName: 'robot', saUID: '' },
      undefined,
    ]);
  });

  test('is none where no account is named', () => {
    const key = keyOf();
    expect(parseSecretQueueKey(key)[1]?.message).toBe(`invalid secret key: ${key}`);
  });

  test('holds whatever a uid holds', () => {
    const key = keyOf({ ...name, 'kubernetes.io/service-account.uid': 'a/b' });
    expect(parseSecretQueueKey(key)[0]?.saUID).toBe('a/b');
  });

  test.each(['', 'ns/web/u1', '/web/u1/robot/', 'ns//u1/robot/', 'ns/web//robot/'])('%j is none', (key) => {
    expect(parseSecretQueueKey(key)[1]?.message).toBe(`invalid secret key: ${key}`);
  });
});
