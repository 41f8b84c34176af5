import { expect, test } from 'vitest';
import { Nominations } from '../../../src/runtime/accelerator/nominations.ts';
import type { Pod } from '../../../src/runtime/kubernetes/pkg/api/objects.ts';
import type { NodeInfo } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { newSnapshot } from '../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { node } from '../kubernetes/pkg/scheduler/framework/plugins/handle.ts';

const podOf = (name: string, nominatedNodeName = ''): Pod => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name, namespace: 'default', uid: name, resourceVersion: '1' },
  spec: { containers: [] },
  status: { nominatedNodeName },
});

/** Nodes a and b, and what is nominated to them: by place, and as the nominator says it by name. */
function stage() {
  const snapshot = newSnapshot(
    [],
    ['a', 'b'].map((name) => node(name)),
  );
  const nominations = new Nominations();
  const of = (info: NodeInfo) => nominations.of(info, snapshot);
  const told = (): string => {
    for (const info of snapshot.list()) expect(of(info)).toEqual(nominations.nominatedPodsForNode(info.name));
    return snapshot
      .list()
      .map((info) => `${info.name}: ${of(info).map((pod) => pod.metadata.name)}`)
      .join('; ');
  };
  return { snapshot, nominations, of, told };
}

test('follow each change, and stay the same list without one', () => {
  const { snapshot, nominations, of, told } = stage();
  expect(told()).toBe('a: ; b: ');
  nominations.addNominatedPod(podOf('one'), 'a');
  expect(told()).toBe('a: one; b: ');
  nominations.addNominatedPod(podOf('two', 'a'), '');
  expect(told()).toBe('a: one,two; b: ');
  const before = snapshot.list().map(of);
  nominations.updateNominatedPod(podOf('two'), podOf('two', 'b'));
  expect(told()).toBe('a: one; b: two');
  expect(snapshot.list().map((info, i) => of(info) === before[i])).toEqual([false, false]);
  const [ofA] = snapshot.list().map(of);
  nominations.updateNominatedPod(podOf('two'), podOf('new', 'b'));
  expect(told()).toBe('a: one; b: new');
  expect(of(snapshot.list()[0] as NodeInfo)).toBe(ofA);
  nominations.addNominatedPod(podOf('one'), 'b');
  expect(told()).toBe('a: ; b: new,one');
  nominations.deleteNominatedPodIfExists(podOf('new'));
  nominations.deleteNominatedPodIfExists(podOf('unknown'));
  expect(told()).toBe('a: ; b: one');
});

test('are found when nodes take other places, and when a node comes to which a pod was nominated', () => {
  const { snapshot, nominations, told } = stage();
  nominations.addNominatedPod(podOf('one'), 'b');
  nominations.addNominatedPod(podOf('early'), 'c');
  expect(told()).toBe('a: ; b: one');
  const [a, b] = snapshot.list() as [NodeInfo, NodeInfo];
  const [c] = newSnapshot([], [node('c')]).list() as [NodeInfo];
  snapshot.clearList();
  snapshot.nodeInfoMap.set('c', c);
  for (const info of [b, c, a]) snapshot.append(info);
  expect(told()).toBe('b: one; c: early; a: ');
});
