import { describe, expect, test } from 'vitest';
import type { PodStatus } from 'kubernetes-types/core/v1';
import { podOf, popped, priorityFirst } from './pods.ts';
import type { Pod } from '../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import type { QueuedPodInfo } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { unknown } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/queue/events.ts';
import {
  type PriorityQueueOptions,
  NominatedPodMap,
  PriorityQueue,
  UnschedulablePodsMap,
  defaultPodInitialBackoffDurationMs,
  makeNextPodFunc,
  newQueuedPodInfoNoTimestamp,
  newSchedulingQueue,
  queueClosed,
  unschedulableQTimeIntervalMs,
} from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/queue/scheduling_queue.ts';
import { getPodFullName } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/util/utils.ts';
import { Sim } from '../../../../../../../src/runtime/sim/sim.ts';

const lowPriority = 0;
const midPriority = 100;
const highPriority = 1000;
const mediumPriority = (lowPriority + highPriority) / 2;

const unschedulable: PodStatus = {
  conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }],
};
const onNode1 = { nominatedNodeName: 'node1' };
const highPriorityPod = podOf('ns1/hpp', { priority: highPriority });
const highPriNominatedPod = podOf('ns1/hpp', { priority: highPriority }, onNode1);
const medPriorityPod = podOf('ns2/mpp', { priority: mediumPriority }, onNode1);
const unschedulablePod = podOf('ns1/up', { priority: lowPriority }, { ...unschedulable, ...onNode1 });
const midPod = podOf('ns1/test-midpod', { priority: midPriority }, onNode1);
const highPod = podOf('ns1/test-highpod', { priority: highPriority }, onNode1);

function newQueue(options?: PriorityQueueOptions): {
  q: PriorityQueue;
  sim: Sim;
  nominated: NominatedPodMap;
} {
  const sim = new Sim();
  const nominated = new NominatedPodMap();
  return {
    sim,
    nominated,
    q: new PriorityQueue(sim, priorityFirst(), { podNominator: nominated, ...options }),
  };
}

/** Puts pods aside that were just tried, in the cycle that the queue is in. */
function putAside(q: PriorityQueue, ...pods: readonly Pod[]): void {
  for (const pod of pods) q.addUnschedulableIfNotPresent(q.newQueuedPodInfo(pod), q.schedulingCycle());
}

const inActive = (q: PriorityQueue, pod: Pod) =>
  q.activeQ.get(newQueuedPodInfoNoTimestamp(pod)) !== undefined;
const nominatedTo = ({ nominatedPods }: NominatedPodMap) => Object.fromEntries(nominatedPods);

describe('the order of the queue', () => {
  test('SCH-41 the highest priority goes first, and nominations outlive a pop (TestPriorityQueue_Add)', () => {
    const { q, nominated } = newQueue();
    for (const pod of [medPriorityPod, unschedulablePod, highPriorityPod]) q.add(pod);
    expect(nominatedTo(nominated)).toEqual({ node1: [medPriorityPod, unschedulablePod] });
    expect(popped(q).pod).toBe(highPriorityPod);
    expect(popped(q).pod).toBe(medPriorityPod);
    expect(popped(q).pod).toBe(unschedulablePod);
    expect(nominatedTo(nominated).node1).toHaveLength(2);
  });

  test('a queue of another order: TestPriorityQueue_AddWithReversePriorityLessFunc', () => {
    const less = priorityFirst();
    const q = new PriorityQueue(new Sim(), (a, b) => less(b, a));
    q.add(medPriorityPod);
    q.add(highPriorityPod);
    expect(popped(q).pod).toBe(medPriorityPod);
    expect(popped(q).pod).toBe(highPriorityPod);
  });

  test('SCH-41 of many pods that come in the same ms the first goes first', () => {
    const { q } = newQueue();
    const pods = Array.from({ length: 500 }, (_, i) => podOf(`ns/p${i}`));
    for (const pod of pods) q.add(pod);
    expect(pods.map(() => popped(q).pod.metadata.name)).toEqual(pods.map(({ metadata }) => metadata.name));
  });

  test('a pod that was just tried goes behind those of its priority (TestRecentlyTriedPodsGoBack)', () => {
    const { q, sim } = newQueue();
    for (let i = 0; i < 5; i++) q.add(podOf(`ns1/test-pod-${i}`, { priority: highPriority }, onNode1));
    const p1 = popped(q);
    q.addUnschedulableIfNotPresent(p1, q.schedulingCycle());
    sim.now += defaultPodInitialBackoffDurationMs;
    q.moveAllToActiveOrBackoffQueue(unknown);
    const order = Array.from({ length: 5 }, () => popped(q));
    expect(order.indexOf(p1)).toBe(4);
  });

  test('TestPodFailedSchedulingMultipleTimesDoesNotBlockNewerPod', () => {
    const { q, sim } = newQueue();
    const tried = podOf('ns1/test-pod-unscheduled', { priority: highPriority }, onNode1);
    q.addUnschedulableIfNotPresent(newQueuedPodInfoNoTimestamp(tried), q.schedulingCycle());
    sim.now += defaultPodInitialBackoffDurationMs + 1000;
    q.moveAllToActiveOrBackoffQueue(unknown);
    expect(popped(q).pod).toBe(tried);
    const newerPod = podOf('ns1/test-newer-pod', { priority: highPriority }, onNode1);
    q.add(newerPod);
    q.addUnschedulableIfNotPresent(newQueuedPodInfoNoTimestamp(tried), q.schedulingCycle());
    sim.now += defaultPodInitialBackoffDurationMs + 1000;
    q.moveAllToActiveOrBackoffQueue(unknown);
    expect(popped(q).pod).toBe(newerPod);
  });

  test('TestHighPriorityBackoff: a pod of high priority that backs off lets others go', () => {
    const { q } = newQueue();
    q.add(midPod);
    q.add(highPod);
    const p = popped(q);
    expect(p.pod).toBe(highPod);
    q.addUnschedulableIfNotPresent(p, q.schedulingCycle());
    q.moveAllToActiveOrBackoffQueue(unknown);
    expect(popped(q).pod).toBe(midPod);
  });
});

describe('the three parts of the queue', () => {
  test('TestPriorityQueue_AddUnschedulableIfNotPresent', () => {
    const { q, nominated } = newQueue();
    q.add(highPriNominatedPod);
    const again = newQueuedPodInfoNoTimestamp(highPriNominatedPod);
    const err = q.addUnschedulableIfNotPresent(again, q.schedulingCycle());
    expect(err?.message).toBe('pod: ns1/hpp is already present in the active queue');
    q.addUnschedulableIfNotPresent(newQueuedPodInfoNoTimestamp(unschedulablePod), q.schedulingCycle());
    const twice = q.addUnschedulableIfNotPresent(newQueuedPodInfoNoTimestamp(unschedulablePod), 0);
    expect(twice?.message).toBe('pod: ns1/up is already present in unschedulable queue');
    expect(nominatedTo(nominated)).toEqual({ node1: [highPriNominatedPod, unschedulablePod] });
    expect(popped(q).pod).toBe(highPriNominatedPod);
    expect(nominated.nominatedPods.size).toBe(1);
    expect(q.unschedulableQ.get(unschedulablePod)?.pod).toBe(unschedulablePod);
  });

  test('pods that were tried while something happened back off (TestPriorityQueue_AddUnschedulableIfNotPresent_Backoff)', () => {
    const { q } = newQueue();
    const pods = Array.from({ length: 10 }, (_, i) => podOf(`ns${i}/pod${i}`, { priority: i }));
    for (const pod of pods) q.add(pod);
    for (let i = 9; i > 0; i--) expect(popped(q).pod).toBe(pods[i]);
    q.moveAllToActiveOrBackoffQueue(unknown);
    const oldCycle = q.schedulingCycle();
    expect(popped(q).pod).toBe(pods[0]);
    for (const { metadata, spec } of pods.slice(1)) {
      const tried = podOf(`${metadata.namespace}/${metadata.name}`, spec, unschedulable);
      expect(q.addUnschedulableIfNotPresent(newQueuedPodInfoNoTimestamp(tried), oldCycle)).toBeUndefined();
    }
    for (const pod of pods.slice(1))
      expect(q.podBackoffQ.get(newQueuedPodInfoNoTimestamp(pod))).toBeDefined();
    const again = q.addUnschedulableIfNotPresent(newQueuedPodInfoNoTimestamp(pods[1] as Pod), oldCycle);
    expect(again?.message).toBe('pod ns1/pod1 is already present in the backoff queue');
  });

  test('pop parks until there is a pod (TestPriorityQueue_Pop)', () => {
    const { q, sim, nominated } = newQueue();
    const got: (Pod | undefined)[] = [];
    const next = makeNextPodFunc(q);
    sim.go(
      'popper',
      (function* () {
        for (let pInfo = yield* next(); pInfo; pInfo = yield* next()) got.push(pInfo.pod);
        got.push(undefined);
      })(),
    );
    sim.runUntilIdle();
    expect(got).toEqual([]);
    q.add(medPriorityPod);
    sim.runUntilIdle();
    expect(got).toEqual([medPriorityPod]);
    expect(nominated.nominatedPods.size).toBe(1);
    q.close();
    sim.runUntilIdle();
    expect(got).toEqual([medPriorityPod, undefined]);
  });

  test('TestSchedulingQueue_Close: what waits for a pod is told', () => {
    const { q } = newQueue();
    const popping = q.pop();
    expect(popping.next().done).toBe(false);
    q.close();
    expect(popping.next()).toEqual({ done: true, value: [undefined, new Error(queueClosed)] });
  });

  const pod = podOf('ns1/p');
  const touched = { ...pod, spec: { ...pod.spec, priority: 7 } };
  const backsOff = (q: PriorityQueue): void => {
    putAside(q, pod);
    q.moveAllToActiveOrBackoffQueue(unknown);
  };
  const aside = (q: PriorityQueue): void => putAside(q, pod);
  const wakes: readonly [string, (q: PriorityQueue) => void, (q: PriorityQueue, sim: Sim) => void, boolean][] = [
    ['a pod that comes', () => {}, (q) => q.add(pod), true],
    ['an update of a pod that was in no part', () => {}, (q) => q.update(undefined, pod), true],
    ['an update of a pod that backs off', backsOff, (q) => q.update(pod, touched), true],
    ['an update that helps a pod that no node took', aside, (q) => q.update(pod, touched), true],
    ['an update that does not', aside, (q) => q.update(pod, { ...pod }), false],
    ['an event, when the back-off is over', aside, (q, sim) => { sim.now += 1000; q.moveAllToActiveOrBackoffQueue(unknown); }, true],
    ['an event before', aside, (q) => q.moveAllToActiveOrBackoffQueue(unknown), false],
    ['the end of a back-off', backsOff, (q, sim) => { sim.now += 1000; q.flushBackoffQCompleted(); }, true],
    ['a back-off that goes on', backsOff, (q, sim) => { sim.now += 999; q.flushBackoffQCompleted(); }, false],
    ['a minute without an attempt', aside, (q, sim) => { sim.now += 60_001; q.flushUnschedulableQLeftover(); }, true],
    ['not more than a minute', aside, (q, sim) => { sim.now += 60_000; q.flushUnschedulableQLeftover(); }, false],
  ]; // prettier-ignore

  test.each(wakes)('%s: who waits for a pod gets it at once: %s', (...[, before, act, woken]) => {
    const { q, sim } = newQueue();
    before(q);
    const got: (string | undefined)[] = [];
    const next = makeNextPodFunc(q);
    sim.go(
      'popper',
      (function* () {
        const pInfo = yield* next();
        got.push(pInfo?.pod.metadata.name);
      })(),
    );
    sim.runUntilIdle();
    act(q, sim);
    sim.runUntilIdle();
    expect(got).toEqual(woken ? ['p'] : []);
    const parts = q.activeQ.length + q.podBackoffQ.length + q.numUnschedulablePods();
    expect(parts).toBe(woken ? 0 : 1);
  });

  test('a pod is deleted from whichever part it is in, and its nomination with it', () => {
    const nominatedPod = podOf('ns1/p', {}, onNode1);
    const parts: readonly ((q: PriorityQueue) => void)[] = [
      (q) => q.add(nominatedPod),
      (q) => putAside(q, nominatedPod),
      (q) => {
        putAside(q, nominatedPod);
        q.moveAllToActiveOrBackoffQueue(unknown);
      },
    ];
    for (const put of parts) {
      const { q, nominated } = newQueue();
      put(q);
      expect([q.pendingPods(), q.nominatedPodsForNode('node1')]).toEqual([[nominatedPod], [nominatedPod]]);
      q.delete(nominatedPod);
      expect([q.pendingPods(), nominatedTo(nominated)]).toEqual([[], {}]);
    }
  });

  test('who looks whether pods have waited for long lets one be put aside that is being tried, if none has', () => {
    const { q } = newQueue();
    q.add(midPod);
    const pInfo = popped(q);
    q.flushUnschedulableQLeftover();
    q.addUnschedulableIfNotPresent(pInfo, q.schedulingCycle());
    expect([q.numUnschedulablePods(), q.podBackoffQ.length]).toEqual([1, 0]);
  });

  test('TestPriorityQueue_Update', () => {
    const { q, nominated } = newQueue();
    q.update(undefined, highPriorityPod);
    expect(inActive(q, highPriorityPod)).toBe(true);
    expect(nominated.nominatedPods.size).toBe(0);
    q.update(highPriorityPod, highPriNominatedPod);
    expect(q.activeQ.length).toBe(1);
    expect(nominated.nominatedPods.size).toBe(1);
    // A pod that is in none of the parts comes to the active one, and stays there.
    q.update(unschedulablePod, unschedulablePod);
    expect(inActive(q, unschedulablePod)).toBe(true);
    q.update(unschedulablePod, unschedulablePod);
    expect(q.numUnschedulablePods()).toBe(0);
    expect(inActive(q, unschedulablePod)).toBe(true);
    expect(popped(q).pod).toBe(highPriNominatedPod);
    putAside(q, medPriorityPod);
    expect(q.numUnschedulablePods()).toBe(1);
    const updatedPod = { ...medPriorityPod, metadata: { ...medPriorityPod.metadata, labels: { a: 'b' } } };
    q.update(medPriorityPod, updatedPod);
    expect(popped(q).pod).toBe(updatedPod);
  });

  test('an update that cannot help leaves a pod aside; its own condition, once written, does not', () => {
    const { q } = newQueue();
    const pod = podOf('ns1/p');
    putAside(q, pod);
    const touched = { ...pod, metadata: { ...pod.metadata, resourceVersion: '2', generation: 3 } };
    q.update(pod, touched);
    expect(q.unschedulableQ.get(pod)?.pod).toBe(touched);
    q.update(touched, { ...touched, status: unschedulable });
    expect(q.numUnschedulablePods()).toBe(0);
    expect(inActive(q, pod)).toBe(true);
  });

  test('an update ends the back-off of a pod', () => {
    const { q } = newQueue();
    putAside(q, midPod);
    q.moveAllToActiveOrBackoffQueue(unknown);
    expect(q.podBackoffQ.length).toBe(1);
    q.update(midPod, midPod);
    expect(q.podBackoffQ.length).toBe(0);
    expect(inActive(q, midPod)).toBe(true);
  });

  test('TestPriorityQueue_Delete', () => {
    const { q, nominated } = newQueue();
    q.update(highPriorityPod, highPriNominatedPod);
    q.add(unschedulablePod);
    q.delete(highPriNominatedPod);
    expect(inActive(q, unschedulablePod)).toBe(true);
    expect(inActive(q, highPriNominatedPod)).toBe(false);
    expect(nominated.nominatedPods.size).toBe(1);
    q.delete(unschedulablePod);
    expect(nominated.nominatedPods.size).toBe(0);
  });

  test('SCH-08 an event moves pods to the active part, or to the back-off part (TestPriorityQueue_MoveAllToActiveOrBackoffQueue)', () => {
    const { q, sim } = newQueue();
    q.add(medPriorityPod);
    putAside(q, unschedulablePod, highPriorityPod);
    q.moveAllToActiveOrBackoffQueue(unknown);
    expect([q.activeQ.length, q.podBackoffQ.length]).toEqual([1, 2]);
    q.podBackoffQ.pop();
    q.podBackoffQ.pop();

    popped(q);
    q.add(medPriorityPod);
    putAside(q, unschedulablePod, highPriorityPod);
    expect(q.unschedulableQ.get(unschedulablePod)).toBeDefined();
    expect(q.unschedulableQ.get(highPriorityPod)).toBeDefined();
    sim.now += defaultPodInitialBackoffDurationMs;
    q.moveAllToActiveOrBackoffQueue(unknown);
    expect([q.activeQ.length, q.podBackoffQ.length]).toEqual([3, 0]);
  });

  test.each(['assignedPodAdded', 'assignedPodUpdated'] as const)(
    '%s helps only those that want to be with the pod (TestPriorityQueue_AssignedPodAdded)',
    (told) => {
      const affinityPod = podOf('ns1/afp', {
        priority: mediumPriority,
        affinity: {
          podAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [
              {
                labelSelector: {
                  matchExpressions: [{ key: 'service', operator: 'In', values: ['securityscan', 'value2'] }],
                },
                topologyKey: 'region',
              },
            ],
          },
        },
      });
      const bound = podOf('ns1/lbp', { nodeName: 'machine1' });
      const labelPod = { ...bound, metadata: { ...bound.metadata, labels: { service: 'securityscan' } } };
      const { q, sim } = newQueue();
      q.add(medPriorityPod);
      putAside(q, unschedulablePod, affinityPod);
      sim.now += defaultPodInitialBackoffDurationMs + 1000;
      q[told](bound);
      expect(q.numUnschedulablePods()).toBe(2);
      q[told](labelPod);
      expect(q.unschedulableQ.get(affinityPod)).toBeUndefined();
      expect(inActive(q, affinityPod)).toBe(true);
      expect(q.unschedulableQ.get(unschedulablePod)).toBeDefined();
    },
  );

  test('TestPriorityQueue_PendingPods', () => {
    const { q } = newQueue();
    q.add(medPriorityPod);
    putAside(q, unschedulablePod, highPriorityPod);
    const all = new Set([medPriorityPod, unschedulablePod, highPriorityPod]);
    expect(new Set(q.pendingPods())).toEqual(all);
    q.moveAllToActiveOrBackoffQueue(unknown);
    expect(new Set(q.pendingPods())).toEqual(all);
  });

  test('TestHighPriorityFlushUnschedulableQLeftover', () => {
    const { q, sim } = newQueue();
    putAside(q, highPod, midPod);
    sim.now += unschedulableQTimeIntervalMs;
    q.flushUnschedulableQLeftover();
    expect(q.numUnschedulablePods()).toBe(2);
    sim.now += 1000;
    q.flushUnschedulableQLeftover();
    expect(popped(q).pod).toBe(highPod);
    expect(popped(q).pod).toBe(midPod);
  });

  test('TestPriorityQueue_NewWithOptions', () => {
    const { q } = newQueue({ podInitialBackoffDurationMs: 2000, podMaxBackoffDurationMs: 20_000 });
    const after = (attempts: number) =>
      q.backoff.calculateBackoffDuration({ ...newQueuedPodInfoNoTimestamp(midPod), attempts });
    expect([1, 2, 3, 4, 5, 6].map(after)).toEqual([2000, 4000, 8000, 16_000, 20_000, 20_000]);
  });

  test('SCH-08 TestBackOffFlow: twice as long after each attempt, up to ten seconds', () => {
    const { q, sim } = newQueue();
    q.add(podOf('test-ns/test-pod'));
    [1000, 2000, 4000, 8000, 10_000, 10_000, 10_000].forEach((wantBackoffMs, i) => {
      const timestamp = sim.now;
      const podInfo = popped(q);
      expect(podInfo.attempts).toBe(i + 1);
      expect(q.addUnschedulableIfNotPresent(podInfo, i)).toBeUndefined();
      q.moveAllToActiveOrBackoffQueue(unknown);
      expect(q.podBackoffQ.get(podInfo)).toBeDefined();
      const backoffMs = Math.floor(q.backoff.getBackoffTime(podInfo)) - timestamp;
      expect(backoffMs).toBe(wantBackoffMs);
      sim.now += 1;
      q.flushBackoffQCompleted();
      expect(q.podBackoffQ.get(podInfo)).toBeDefined();
      sim.now += backoffMs;
      q.flushBackoffQCompleted();
      expect(q.podBackoffQ.get(podInfo)).toBeUndefined();
    });
  });

  test('SCH-08 run flushes the back-off part each second, and that of the unschedulable each half minute', () => {
    const sim = new Sim();
    const moves: string[] = [];
    const q = newSchedulingQueue(sim, priorityFirst(), {
      metrics: {
        incomingPods: (queue, event, { pod }) =>
          moves.push(`${sim.now} ${pod.metadata.name} ${queue} ${event}`),
      },
    });
    q.run();
    sim.runFor(1500);
    q.add(midPod);
    q.addUnschedulableIfNotPresent(popped(q), q.schedulingCycle());
    sim.runFor(98_500);
    expect(moves).toEqual([
      '1500 test-midpod active PodAdd',
      '1500 test-midpod unschedulable ScheduleAttemptFailure',
      // One minute is over at 61,500; the next look is this one.
      '90000 test-midpod active UnschedulableTimeout',
    ]);
    q.moveAllToActiveOrBackoffQueue(unknown);
    q.addUnschedulableIfNotPresent(popped(q), 0);
    sim.runFor(3000);
    expect(moves.slice(3)).toEqual([
      '100000 test-midpod backoff ScheduleAttemptFailure',
      '102000 test-midpod active BackoffComplete',
    ]);
    q.close();
    sim.runUntilIdle();
    expect(sim.processes.size).toBe(0);
  });
});

describe('nominated pods', () => {
  test('TestPriorityQueue_NominatedPodsForNode', () => {
    const { q } = newQueue();
    for (const pod of [medPriorityPod, unschedulablePod, highPriorityPod]) q.add(pod);
    expect(popped(q).pod).toBe(highPriorityPod);
    expect(q.nominatedPodsForNode('node1')).toEqual([medPriorityPod, unschedulablePod]);
    expect(q.nominatedPodsForNode('node2')).toEqual([]);
  });

  test('TestPriorityQueue_UpdateNominatedPodForNode', () => {
    const { q, nominated } = newQueue();
    q.add(medPriorityPod);
    q.addNominatedPod(unschedulablePod, 'node5');
    q.addNominatedPod(highPriorityPod, 'node2');
    const first = { node1: [medPriorityPod], node2: [highPriorityPod], node5: [unschedulablePod] };
    expect(nominatedTo(nominated)).toEqual(first);
    expect(popped(q).pod).toBe(medPriorityPod);
    expect(nominatedTo(nominated)).toEqual(first);
    q.addNominatedPod(highPriorityPod, 'node4');
    expect(nominatedTo(nominated)).toEqual({
      node1: [medPriorityPod],
      node4: [highPriorityPod],
      node5: [unschedulablePod],
    });
    q.deleteNominatedPodIfExists(highPriorityPod);
    expect(nominatedTo(nominated)).toEqual({ node1: [medPriorityPod], node5: [unschedulablePod] });
    expect(Object.fromEntries(nominated.nominatedPodToNode)).toEqual({
      [medPriorityPod.metadata.uid]: 'node1',
      [unschedulablePod.metadata.uid]: 'node5',
    });
  });

  test('an update that knows of no nomination keeps the one made here; one that takes it back does not', () => {
    const { q } = newQueue();
    const labelled = { ...highPriorityPod, metadata: { ...highPriorityPod.metadata, labels: { a: 'b' } } };
    q.addNominatedPod(highPriorityPod, 'node2');
    q.updateNominatedPod(highPriorityPod, labelled);
    expect(q.nominatedPodsForNode('node2')).toEqual([labelled]);
    q.updateNominatedPod(labelled, highPriNominatedPod);
    expect(q.nominatedPodsForNode('node1')).toEqual([highPriNominatedPod]);
    q.updateNominatedPod(highPriNominatedPod, labelled);
    expect(q.nominatedPodsForNode('node1')).toEqual([]);
    expect(q.nominatedPodsForNode('node2')).toEqual([]);
  });
});

describe('TestUnschedulablePodsMap', () => {
  const pods = [
    podOf('ns1/p0', {}, onNode1),
    podOf('ns1/p1'),
    podOf('ns2/p2', {}, { nominatedNodeName: 'node3' }),
    podOf('ns4/p3', {}, onNode1),
  ];
  const [p0, p1, p2, p3] = pods as [Pod, Pod, Pod, Pod];
  const [u0, u1, , u3] = pods.map((pod) => ({ ...pod })) as [Pod, Pod, Pod, Pod];
  test.each([
    ['create, update, delete subset of pods', [p0, p1, p2, p3], [u0], [u0, p1, p2, p3], [p0, p1], [p2, p3]],
    ['create, update, delete all', [p0, p3], [u3], [p0, u3], [p0, p3], []],
    ['delete non-existing and existing pods', [p1, p2], [u1], [u1, p2], [p2, p3], [u1]],
  ])('%s', (_what, toAdd, toUpdate, afterUpdate, toDelete, afterDelete) => {
    const upm = new UnschedulablePodsMap();
    const holds = () => Object.fromEntries([...upm.podInfoMap].map(([key, { pod }]) => [key, pod]));
    const expected = (of: readonly Pod[]) => Object.fromEntries(of.map((pod) => [getPodFullName(pod), pod]));
    for (const p of toAdd) upm.addOrUpdate(newQueuedPodInfoNoTimestamp(p));
    expect(holds()).toEqual(expected(toAdd));
    for (const p of toUpdate) upm.addOrUpdate(newQueuedPodInfoNoTimestamp(p));
    for (const [key, pod] of Object.entries(expected(afterUpdate))) expect(holds()[key]).toBe(pod);
    for (const p of toDelete) upm.delete(p);
    expect(holds()).toEqual(expected(afterDelete));
    upm.clear();
    expect(upm.podInfoMap.size).toBe(0);
  });
});

type Operation = (queue: PriorityQueue, sim: Sim, pInfo: QueuedPodInfo) => void;
const add: Operation = (queue, _sim, { pod }) => queue.add(pod);
const putBack: Operation = (queue, _sim, pInfo) => void queue.addUnschedulableIfNotPresent(pInfo, 0);
const putBackToBackoff: Operation = (queue, _sim, pInfo) =>
  void queue.addUnschedulableIfNotPresent(pInfo, -1);
const addActive: Operation = (queue, _sim, pInfo) => queue.activeQ.add(pInfo);
const updateActive: Operation = (queue, _sim, pInfo) => queue.activeQ.update(pInfo);
const addUnschedulable: Operation = (queue, _sim, pInfo) => queue.unschedulableQ.addOrUpdate(pInfo);
const addBackoff: Operation = (queue, _sim, pInfo) => queue.podBackoffQ.add(pInfo);
const moveAll: Operation = (queue) => queue.moveAllToActiveOrBackoffQueue(unknown);
const clockForward: Operation = (_queue, sim) => void (sim.now += 2000);
const flushBackoff: Operation = (queue, sim) => {
  sim.now += 2000;
  queue.flushBackoffQCompleted();
};

const pInfosAt = (num: number, timestamp: number): QueuedPodInfo[] =>
  Array.from({ length: num }, (_, i) => ({
    ...newQueuedPodInfoNoTimestamp(podOf(`ns${i + 1}/test-pod-${i + 1}`)),
    timestamp,
  }));

describe('TestPodTimestamp', () => {
  test.each([
    ['add two pods to activeQ and sort them by the timestamp', [addActive, addActive]],
    ['update two pods to activeQ and sort them by the timestamp', [updateActive, updateActive]],
    [
      'add two pods to unschedulableQ then move them to activeQ',
      [addUnschedulable, addUnschedulable, clockForward, moveAll],
    ],
    ['add one pod to BackoffQ and move it to activeQ', [addActive, addBackoff, flushBackoff, moveAll]],
  ] as [string, Operation[]][])('%s', (_what, operations) => {
    const { q, sim } = newQueue();
    const [pInfo1, pInfo2] = pInfosAt(2, 0) as [QueuedPodInfo, QueuedPodInfo];
    pInfo2.timestamp = 1000;
    operations.forEach((op, i) => op(q, sim, i === 0 ? pInfo2 : pInfo1));
    expect([q.activeQ.pop(), q.activeQ.pop()]).toEqual([pInfo1, pInfo2]);
  });
});

describe('TestPendingPodsMetric', () => {
  const recorders = () => {
    const counts = { active: 0, backoff: 0, unschedulable: 0 };
    const of = (part: keyof typeof counts) => ({
      inc: () => void counts[part]++,
      dec: () => void counts[part]--,
      clear: () => void (counts[part] = 0),
    });
    const activePods = of('active');
    const backoffPods = of('backoff');
    return { counts, activePods, backoffPods, unschedulablePods: of('unschedulable') };
  };
  test.each([
    [
      'add pods to activeQ and unschedulableQ',
      [[addActive, 0, 30] as const, [addUnschedulable, 30, 50] as const],
      [30, 0, 20],
    ],
    [
      'add pods to all kinds of queues',
      [[addActive, 0, 15] as const, [addBackoff, 15, 40] as const, [addUnschedulable, 40, 50] as const],
      [15, 25, 10],
    ],
    [
      'add pods to unschedulableQ and then move all to activeQ',
      [[addUnschedulable, 0, 50] as const, [clockForward] as const, [moveAll] as const],
      [50, 0, 0],
    ],
    [
      'make some pods subject to backoff, add pods to unschedulableQ, and then move all to activeQ',
      [
        [addUnschedulable, 20, 50] as const,
        [clockForward] as const,
        [addUnschedulable, 50, 70] as const,
        [moveAll] as const,
      ],
      [30, 20, 0],
    ],
    [
      'add pods to unschedulableQ/activeQ, move all to activeQ, and finally flush backoffQ',
      [
        [addUnschedulable, 0, 40] as const,
        [addActive, 40, 50] as const,
        [moveAll] as const,
        [flushBackoff] as const,
      ],
      [50, 0, 0],
    ],
  ])('%s', (_what, operations, [active, backoff, unschedulablePods]) => {
    const { counts, ...metrics } = recorders();
    const { q, sim } = newQueue({ metrics: { ...metrics, incomingPods: () => {} } });
    // The last 20 come two seconds later, under the first names.
    const pInfos = [...pInfosAt(50, 0), ...pInfosAt(20, 2000)];
    for (const [op, from = 0, to = 1] of operations) for (const p of pInfos.slice(from, to)) op(q, sim, p);
    expect(counts).toEqual({ active, backoff, unschedulable: unschedulablePods });
  });
});

test('TestPerPodSchedulingMetrics: attempts are counted, and the first stays known', () => {
  const pod = podOf('test-ns/test-pod');
  const touched = { ...pod, metadata: { ...pod.metadata, generation: 1 } };
  for (const [flushed, updated] of [
    [false, false],
    [true, false],
    [true, true],
  ] as const) {
    const { q, sim } = newQueue();
    q.add(pod);
    let pInfo = popped(q);
    if (flushed) {
      q.addUnschedulableIfNotPresent(pInfo, 1);
      sim.now = unschedulableQTimeIntervalMs + 1;
      q.flushUnschedulableQLeftover();
      if (updated) q.update(pod, touched);
      pInfo = popped(q);
      expect(pInfo.timestamp).toBeLessThan(1);
    }
    expect(pInfo.attempts).toBe(flushed ? 2 : 1);
    expect(pInfo.initialAttemptTimestamp).toBe(0);
  }
});

describe('TestIncomingPodsMetrics', () => {
  test.each([
    ['add pods to activeQ', [add], { 'active PodAdd': 3 }],
    ['add pods to unschedulableQ', [putBack], { 'unschedulable ScheduleAttemptFailure': 3 }],
    [
      'add pods to unschedulableQ and then move all to backoffQ',
      [putBack, moveAll],
      { 'unschedulable ScheduleAttemptFailure': 3, 'backoff Unknown': 3 },
    ],
    [
      'add pods to unschedulableQ and then move all to activeQ',
      [putBack, clockForward, moveAll],
      { 'unschedulable ScheduleAttemptFailure': 3, 'active Unknown': 3 },
    ],
    [
      'make some pods subject to backoff and add them to backoffQ, then flush backoffQ',
      [putBackToBackoff, clockForward, flushBackoff],
      { 'backoff ScheduleAttemptFailure': 3, 'active BackoffComplete': 3 },
    ],
  ])('%s', (_what, operations, wants) => {
    const counts: Record<string, number> = {};
    const { q, sim } = newQueue({
      metrics: {
        incomingPods: (queue, event) => {
          counts[`${queue} ${event}`] = (counts[`${queue} ${event}`] ?? 0) + 1;
        },
      },
    });
    const pInfos = pInfosAt(3, 0);
    for (const op of operations) for (const pInfo of pInfos) op(q, sim, pInfo);
    expect(counts).toEqual(wants);
  });
});
