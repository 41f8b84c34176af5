import { describe, expect, test } from 'vitest';
import {
  type StatusError,
  fromObject,
  hasStatusCause,
  isAlreadyExists,
  isBadRequest,
  isConflict,
  isForbidden,
  isGone,
  isInternalError,
  isInvalid,
  isMethodNotSupported,
  isNotFound,
  isResourceExpired,
  isServerTimeout,
  isServiceUnavailable,
  isTimeout,
  isTooManyRequests,
  newAlreadyExists,
  newBadRequest,
  newConflict,
  newForbidden,
  newGone,
  newInternalError,
  newInvalid,
  newMethodNotSupported,
  newNotFound,
  newResourceExpired,
  newServerTimeout,
  newServiceUnavailable,
  newTimeoutError,
  newTooManyRequests,
  suggestsClientDelay,
  withCause,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';

const rs = { group: 'apps', resource: 'replicasets' };
const why = new Error('reason');

const all: [StatusError, (err: Error | undefined) => boolean, string][] = [
  [newNotFound(rs, '3'), isNotFound, '404 replicasets.apps "3" not found'],
  [newAlreadyExists(rs, '2'), isAlreadyExists, '409 replicasets.apps "2" already exists'],
  [newForbidden(rs, '2', why), isForbidden, '403 replicasets.apps "2" is forbidden: reason'],
  [newForbidden(rs, '', why), isForbidden, '403 replicasets.apps is forbidden: reason'],
  [newForbidden({ group: '', resource: '' }, 'x', why), isForbidden, '403 forbidden: reason'],
  [
    newConflict(rs, '2', why),
    isConflict,
    '409 Operation cannot be fulfilled on replicasets.apps "2": reason',
  ],
  [newGone('gone'), isGone, '410 gone'],
  [newResourceExpired('old'), isResourceExpired, '410 old'],
  [
    newInvalid({ group: 'apps', kind: 'ReplicaSet' }, 'x', []),
    isInvalid,
    '422 ReplicaSet.apps "x" is invalid: <nil>',
  ],
  [newBadRequest('reason'), isBadRequest, '400 reason'],
  [newTooManyRequests('reason', 1), isTooManyRequests, '429 reason'],
  [newServiceUnavailable('reason'), isServiceUnavailable, '503 reason'],
  [
    newMethodNotSupported(rs, 'eat'),
    isMethodNotSupported,
    '405 eat is not supported on resources of kind "replicasets.apps"',
  ],
  [
    newServerTimeout(rs, 'get', 2),
    isServerTimeout,
    '500 The get operation against replicasets.apps could not be completed at this time, please try again.',
  ],
  [newInternalError(why), isInternalError, '500 Internal error occurred: reason'],
  [newTimeoutError('reason', 0), isTimeout, '504 Timeout: reason'],
];

describe('every refusal has its text, and is known by its own predicate only', () => {
  test.each(all)('%s', (err, is, text) => {
    expect(`${err.status.code} ${err.message}`).toBe(text);
    const known = new Set(all.filter(([, predicate]) => predicate(err)).map(([, predicate]) => predicate));
    expect([...known]).toEqual([is]);
    expect(is(undefined)).toBe(false);
    expect(is(why)).toBe(false);
  });

  test.each(all)('%s survives as a Status', (err, is) => {
    expect(is(fromObject(err.status))).toBe(true);
  });
});

test('what is no Status is unexpected', () => {
  expect(fromObject({ kind: 'Pod' }).message).toBe('unexpected object: {"kind":"Pod"}');
});

test('causes are found by their reason', () => {
  const err = withCause(newForbidden(rs, 'a', why), { reason: 'NamespaceTerminating', message: 'm' });
  expect([hasStatusCause(err, 'NamespaceTerminating'), hasStatusCause(err, 'Other')]).toEqual([true, false]);
  expect(hasStatusCause(why, 'Other')).toBe(false);
});

test.each([
  [newTooManyRequests('x', 5), 5],
  [newServerTimeout(rs, 'get', 0), 0],
  [newTimeoutError('x', 0), undefined],
  [newNotFound(rs, 'x'), undefined],
])('%s suggests a delay of %s s', (err, seconds) => {
  expect(suggestsClientDelay(err)).toBe(seconds);
});

test('names stand in messages as Go quotes them', () => {
  const { message } = newNotFound({ group: '', resource: 'pods' }, 'web"\u0001\u007f');
  expect(message).toBe('pods "web\\"\\x01\\x7f" not found');
});
