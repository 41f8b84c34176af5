import { expect, test } from 'vitest';
import type { Pod, Service } from '../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  type TriggerTimeTracker,
  newTriggerTimeTracker,
} from '../../../../../../../src/runtime/kubernetes/pkg/controller/util/endpoint/trigger_time_tracker.ts';

const at = (second: number): string => `2021-01-16T12:00:0${second}Z`;

const pod = (name: string, second: number): Pod =>
  ({
    metadata: { name, namespace: 'ns' },
    status: { conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: at(second) }] },
  }) as Pod;

/** What the tracker says of a Service made at `second`, as the second; `undefined` for no change. */
function told(tracker: TriggerTimeTracker, second: number, ...pods: readonly Pod[]): number | undefined {
  const service = { metadata: { name: 's', namespace: 'ns', creationTimestamp: at(second) } } as Service;
  const time = tracker.computeEndpointLastChangeTriggerTime('ns', service, pods);
  return time === undefined ? undefined : Number(time.at(-2));
}

test('of a new Service it tells the creation, whatever its pods did before', () => {
  expect(told(newTriggerTimeTracker(), 2)).toBe(2);
  expect(told(newTriggerTimeTracker(), 3, pod('1', 0), pod('2', 1), pod('3', 5))).toBe(3);
});

test.each<readonly [string, readonly Pod[], readonly Pod[], number | undefined]>([
  ['pods that came', [], [pod('1', 2), pod('2', 1)], 1],
  ['pods that changed', [pod('1', 1), pod('2', 2), pod('3', 3)], [pod('1', 5), pod('2', 4), pod('3', 3)], 4],
  ['none', [pod('1', 1), pod('2', 2)], [pod('1', 1), pod('2', 2)], undefined],
  ['a pod that went', [pod('1', 1), pod('2', 2)], [pod('1', 1)], undefined],
])('of changes it tells the earliest: %s', (_name, before, after, second) => {
  const tracker = newTriggerTimeTracker();
  expect(told(tracker, 0, ...before)).toBe(0);
  expect(told(tracker, 0, ...after)).toBe(second);
});

test('a pod that went and came again counts', () => {
  const tracker = newTriggerTimeTracker();
  told(tracker, 0, pod('1', 1), pod('2', 2));
  told(tracker, 0, pod('1', 1));
  expect(told(tracker, 0, pod('1', 1), pod('2', 4))).toBe(4);
});

test('a Service that went and came again is a new one', () => {
  const tracker = newTriggerTimeTracker();
  told(tracker, 0, pod('1', 1));
  tracker.deleteService('ns', 's');
  expect(told(tracker, 3, pod('1', 1))).toBe(3);
});

test('a pod of which nobody knows since when it is ready counts for nothing', () => {
  const tracker = newTriggerTimeTracker();
  const unknown = { metadata: { name: '2', namespace: 'ns' }, status: {} } as Pod;
  expect(told(tracker, 0, pod('1', 1), unknown)).toBe(0);
  expect(told(tracker, 0, pod('1', 1), unknown)).toBeUndefined();
  expect(told(tracker, 0, pod('1', 1), pod('2', 3))).toBe(3);
});

test('a Service that is made again under its name counts, and so do earlier changes of pods', () => {
  const tracker = newTriggerTimeTracker();
  told(tracker, 1, pod('1', 1));
  expect(told(tracker, 4, pod('1', 1))).toBe(4);
  expect(told(tracker, 4, pod('1', 1))).toBeUndefined();
  expect(told(tracker, 6, pod('1', 5))).toBe(5);
  expect(told(tracker, 7, pod('1', 8), pod('2', 8))).toBe(7);
  const timeless = { metadata: { name: 's', namespace: 'ns' } } as Service;
  expect(tracker.computeEndpointLastChangeTriggerTime('ns', timeless, [])).toBeUndefined();
});

test('each namespace has its own', () => {
  const tracker = newTriggerTimeTracker();
  told(tracker, 1, pod('1', 1));
  const service = { metadata: { name: 's', namespace: 'other', creationTimestamp: at(5) } } as Service;
  expect(tracker.computeEndpointLastChangeTriggerTime('other', service, [])).toBe(at(5));
  tracker.deleteService('other', 's');
  expect(told(tracker, 1, pod('1', 1))).toBeUndefined();
});
