import { expect, test } from 'vitest';
import type { Secret } from '../../../../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  isServiceAccountToken,
  makeUsername,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/authentication/serviceaccount/util.ts';

test.each<[what: string, type: string, name: string | undefined, uid: string | undefined, is: boolean]>([
  ['its own', 'kubernetes.io/service-account-token', 'bot', 'u-1', true],
  ['one without uid', 'kubernetes.io/service-account-token', 'bot', undefined, true],
  ['one with an empty uid', 'kubernetes.io/service-account-token', 'bot', '', true],
  ['one of an account before it', 'kubernetes.io/service-account-token', 'bot', 'u-0', false],
  ['one of another', 'kubernetes.io/service-account-token', 'other', 'u-1', false],
  ['one of nobody', 'kubernetes.io/service-account-token', undefined, undefined, false],
  ['of another type', 'Opaque', 'bot', 'u-1', false],
])('the Secret holds a token of the account: %s', (_what, type, name, uid, is) => {
  const annotations = {
    ...(name === undefined ? {} : { 'kubernetes.io/service-account.name': name }),
    ...(uid === undefined ? {} : { 'kubernetes.io/service-account.uid': uid }),
  };
  const secret = { type, metadata: { annotations } } as unknown as Secret;
  expect(isServiceAccountToken(secret, { metadata: { name: 'bot', uid: 'u-1' } })).toBe(is);
});

test('a Secret without annotations is no token', () => {
  const secret = { type: 'kubernetes.io/service-account-token', metadata: {} } as unknown as Secret;
  expect(isServiceAccountToken(secret, { metadata: { name: 'bot' } })).toBe(false);
});

test('an account has a name among users', () => {
  expect(makeUsername('kube-system', 'bot')).toBe('system:serviceaccount:kube-system:bot');
});
