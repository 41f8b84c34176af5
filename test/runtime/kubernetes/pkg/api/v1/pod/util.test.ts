import { describe, expect, test } from 'vitest';
import type { Pod } from 'kubernetes-types/core/v1';
import {
  getPodCondition,
  getPodConditionFromList,
  getPodReadyCondition,
  isPodAvailable,
  isPodReady,
} from '../../../../../../../src/runtime/kubernetes/pkg/api/v1/pod/util.ts';

const readyAt = Date.parse('2021-01-16T12:00:00Z');
const pod = (status: string, lastTransitionTime?: string): Pod => ({
  status: {
    conditions: [
      { type: 'Initialized', status: 'True' },
      { type: 'Ready', status, lastTransitionTime },
    ],
  },
});

describe('RS-12: isPodAvailable', () => {
  test.each([
    ['not ready', pod('False'), 0, 1_000_000, false],
    ['ready, nobody knows since when, and that must last', pod('True'), 1, 1_000_000, false],
    ['ready, nobody knows since when, and that is enough', pod('True'), 0, 1_000_000, true],
    ['ready for less than it must be', pod('True', '2021-01-16T12:00:00Z'), 50, 49_999, false],
    ['ready for as long as it must be', pod('True', '2021-01-16T12:00:00Z'), 50, 50_000, false],
    ['ready for longer than it must be', pod('True', '2021-01-16T12:00:00Z'), 50, 50_001, true],
  ])('%s', (_name, given, minReadySeconds, elapsedMs, expected) => {
    expect(isPodAvailable(given, minReadySeconds, readyAt + elapsedMs)).toBe(expected);
  });
});

describe('conditions of a pod', () => {
  test('one is found by its type, with its place', () => {
    const { status } = pod('True');
    expect(getPodCondition(status, 'Ready')).toEqual([1, { type: 'Ready', status: 'True' }]);
    expect(getPodReadyCondition(status)?.status).toBe('True');
    expect(getPodCondition(status, 'PodScheduled')).toEqual([-1, undefined]);
    expect(getPodCondition(undefined, 'Ready')).toEqual([-1, undefined]);
    expect(getPodConditionFromList(undefined, 'Ready')).toEqual([-1, undefined]);
  });

  test('a pod without the condition Ready is not ready', () => {
    expect(isPodReady({})).toBe(false);
    expect(isPodReady({ status: {} })).toBe(false);
    expect(isPodReady(pod('Unknown'))).toBe(false);
    expect(isPodReady(pod('True'))).toBe(true);
  });
});
