import { describe, expect, test } from 'vitest';
import { podOf } from './pods.ts';
import {
  NominatedPodMap,
  PriorityQueue,
} from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/queue/scheduling_queue.ts';
import { unknown } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/queue/events.ts';
import { Sim } from '../../../../../../../src/runtime/sim/sim.ts';

const to = (nominatedNodeName: string) => ({ nominatedNodeName });

describe('which pods are nominated', () => {
  test('is known by node, and each change of it is told to those who remember what followed from it', () => {
    const map = new NominatedPodMap();
    const [a, b, none] = [podOf('ns/a', {}, to('n1')), podOf('ns/b'), podOf('ns/none')];
    const steps: readonly [() => void, readonly string[], readonly string[], readonly string[]][] = [
      [() => map.addNominatedPod(none, ''), [], [], []],
      [() => map.addNominatedPod(a, ''), ['a'], [], ['n1']],
      [() => map.addNominatedPod(b, 'n1'), ['a', 'b'], [], ['n1']],
      [() => map.addNominatedPod(a, 'n2'), ['b'], ['a'], ['n1', 'n2']],
      [() => map.deleteNominatedPodIfExists(none), ['b'], ['a'], []],
      [() => map.updateNominatedPod(b, { ...b }), ['b'], ['a'], ['n1']],
      [() => map.updateNominatedPod(none, podOf('ns/none', {}, to('n2'))), ['b'], ['a', 'none'], ['n2']],
      [() => map.deleteNominatedPodIfExists(a), ['b'], ['none'], ['n2']],
      [() => map.deleteNominatedPodIfExists(b), [], ['none'], ['n1']],
    ];
    for (const [step, onN1, onN2, changed] of steps) {
      const lists = () => ['n1', 'n2'].map((node) => map.nominatedPodsForNode(node));
      const before = lists();
      step();
      const others = lists().flatMap((list, i) => (list === before[i] ? [] : [`n${i + 1}`]));
      const names = ['n1', 'n2'].map((node) =>
        map.nominatedPodsForNode(node).map(({ metadata }) => metadata.name),
      );
      expect([names, others]).toEqual([[onN1, onN2], changed]);
    }
    expect([...map.nominatedPods.keys()]).toEqual(['n2']);
  });

  test('is of the pod that an update brings, when another of its name came', () => {
    const map = new NominatedPodMap();
    const [old, next] = ['old', 'next'].map((uid) => {
      const pod = podOf('ns/p');
      return { ...pod, metadata: { ...pod.metadata, uid } };
    }) as [ReturnType<typeof podOf>, ReturnType<typeof podOf>];
    map.addNominatedPod(old, 'n1');
    map.updateNominatedPod(old, next);
    expect(map.nominatedPodsForNode('n1')).toEqual([next]);
  });

  test('a list that was given does not change: who has it may see that it is another', () => {
    const map = new NominatedPodMap();
    map.addNominatedPod(podOf('ns/a'), 'n1');
    const before = map.nominatedPodsForNode('n1');
    expect(map.nominatedPodsForNode('n1')).toBe(before);
    map.addNominatedPod(podOf('ns/b'), 'n1');
    expect(before).toHaveLength(1);
    expect(map.nominatedPodsForNode('n1')).not.toBe(before);
  });
});

describe('an update of a pod is one of its nomination, whichever part of the queue it is in', () => {
  const pod = podOf('ns/p', {}, to('n1'));
  const parts: readonly (readonly [string, (q: PriorityQueue) => void])[] = [
    ['that of those who can be taken', (q) => q.add(pod)],
    ['that of those whose back-off goes on', (q) => {
      q.addUnschedulableIfNotPresent(q.newQueuedPodInfo(pod), 0);
      q.moveAllToActiveOrBackoffQueue(unknown);
    }],
    ['that of those that no node took', (q) => void q.addUnschedulableIfNotPresent(q.newQueuedPodInfo(pod), 0)],
  ]; // prettier-ignore
  const updates = [
    ['to another node', podOf('ns/p', {}, to('n2')), [0, 1]],
    ['taken back', podOf('ns/p'), [0, 0]],
    [
      'the same, of a pod with another label',
      { ...pod, metadata: { ...pod.metadata, labels: { a: 'b' } } },
      [1, 0],
    ],
  ] as const;

  test.each(
    parts.flatMap(([part, put]) =>
      updates.map(([what, next, counts]) => ({ part, put, what, next, counts })),
    ),
  )('$part: $what', ({ put, next, counts }) => {
    const q = new PriorityQueue(new Sim(), () => false);
    put(q);
    q.update(pod, next);
    expect(['n1', 'n2'].map((node) => q.nominatedPodsForNode(node).length)).toEqual(counts);
    expect(q.pendingPods()).toEqual([next]);
    const [nominated = next] = q.nominatedPodsForNode('n1');
    expect(nominated).toBe(next);
  });
});
