import { expect, test } from 'vitest';
import type { QueuedPodInfo } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { priorityFirst } from '../../../internal/queue/pods.ts';
import { pod } from '../handle.ts';

const waiting = (priority: number | undefined, timestamp: number): QueuedPodInfo =>
  ({ pod: pod({}, { priority }), timestamp }) as unknown as QueuedPodInfo;

// Upstream's TestLess.
test.each([
  ['less priority', [10, 0], [100, 0], false],
  ['more priority', [100, 0], [10, 0], true],
  ['the same, and waits longer', [100, 1], [100, 2], true],
  ['the same, and came later', [100, 2], [100, 1], false],
  ['the same, and came at the same time', [100, 1], [100, 1], false],
  ['none, which is 0', [undefined, 0], [-1, 0], true],
] as const)('%s', (_name, [p1, t1], [p2, t2], first) => {
  expect(priorityFirst()(waiting(p1, t1), waiting(p2, t2))).toBe(first);
});
