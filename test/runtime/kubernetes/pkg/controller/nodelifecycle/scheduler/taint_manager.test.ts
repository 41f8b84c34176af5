import type { Taint, Toleration } from 'kubernetes-types/core/v1';
import { describe, expect, test } from 'vitest';
import type { Node, Pod } from '../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  newNotFound,
  newServiceUnavailable,
} from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import {
  type NoExecuteTaintManager,
  getMinTolerationTime,
  getNoExecuteTaints,
  newNoExecuteTaintManager,
} from '../../../../../../../src/runtime/kubernetes/pkg/controller/nodelifecycle/scheduler/taint_manager.ts';
import { Bed } from '../../bed.ts';

const taint = (index: number): Taint => ({
  key: `testTaint${index}`,
  value: `test${index}`,
  effect: 'NoExecute',
});

/** A toleration of that taint; for ever if no time is said. */
const toleration = (index: number, tolerationSeconds?: number): Toleration => ({
  ...taint(index),
  operator: 'Equal',
  ...(tolerationSeconds === undefined ? {} : { tolerationSeconds }),
});

const pod = (name: string, nodeName: string, ...tolerations: Toleration[]): Pod =>
  ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default' },
    spec: { nodeName, tolerations, containers: [{ name: 'c', image: 'app:v1' }] },
    status: {},
  }) as unknown as Pod;

const node = (...indices: number[]): Node =>
  ({ metadata: { name: 'node1' }, spec: { taints: indices.map(taint) } }) as unknown as Node;

/** A manager before an API server, which is told of nodes and pods by hand. */
class Manager {
  readonly bed = new Bed();
  readonly manager: NoExecuteTaintManager;
  /** What the caches have. */
  readonly pods = new Map<string, Pod>();
  node: Node | undefined = node();

  constructor() {
    const { sim, client, stop } = this.bed;
    this.manager = newNoExecuteTaintManager(sim, client, {
      getPod: (name) => {
        const found = this.pods.get(name);
        return found ? [found, undefined] : [undefined, newNotFound({ group: '', resource: 'pods' }, name)];
      },
      getNode: (name) =>
        this.node ? [this.node, undefined] : [undefined, newNotFound({ group: '', resource: 'nodes' }, name)],
      getPodsAssignedToNode: (nodeName) => [
        [...this.pods.values()].filter(({ spec }) => spec.nodeName === nodeName),
        undefined,
      ],
    });
    sim.go('taint-manager', this.manager.run(stop));
    sim.runFor(1);
  }

  /** The API server and the caches have them; the manager has not been told. */
  has(...pods: readonly Pod[]): this {
    for (const each of pods) {
      this.pods.set(each.metadata.name, each);
      this.bed.create('pods', each);
    }
    return this;
  }

  /** Pods that the manager asked to be deleted since the last call, after `ms` more. */
  deleted(ms = 500): string[] {
    this.bed.sim.runFor(ms);
    return this.bed.requests
      .splice(0)
      .filter((request) => request.startsWith('delete pods'))
      .map((request) => request.slice('delete pods '.length));
  }

  events(): string[] {
    this.bed.sim.runFor(100);
    const events = this.bed.list('events') as unknown as { reason: string; message: string }[];
    return events.map(({ reason, message }) => `${reason}: ${message}`);
  }
}

test('TestFilterNoExecuteTaints', () => {
  const taints: Taint[] = [
    { key: 'one', value: 'one', effect: 'NoExecute' },
    { key: 'two', value: 'two', effect: 'NoSchedule' },
  ];
  expect(getNoExecuteTaints(taints).map(({ key }) => key)).toEqual(['one']);
});

describe('TestCreatePod', () => {
  test.each<[string, Pod, number[], boolean]>([
    ['not scheduled - ignore', pod('pod1', ''), [], false],
    ['scheduled on untainted Node', pod('pod1', 'node1'), [], false],
    ['schedule on tainted Node', pod('pod1', 'node1'), [1], true],
    ['schedule on tainted Node with finite toleration', pod('pod1', 'node1', toleration(1, 100)), [1], false],
    ['schedule on tainted Node with infinite toleration', pod('pod1', 'node1', toleration(1)), [1], false],
    [
      'schedule on tainted Node with infinite ivalid toleration',
      pod('pod1', 'node1', toleration(2)),
      [1],
      true,
    ],
  ])('%s', (_name, added, taints, expectDelete) => {
    const m = new Manager().has(added);
    if (taints.length > 0) m.manager.taintedNodes.set('node1', taints.map(taint));
    m.manager.podUpdated(undefined, added);
    expect(m.deleted()).toEqual(expectDelete ? ['pod1'] : []);
  });
});

test('TestDeletePod: nothing is left to do', () => {
  const m = new Manager();
  m.manager.taintedNodes.set('node1', [taint(1)]);
  m.manager.podUpdated(pod('pod1', 'node1'), undefined);
  expect(m.deleted()).toEqual([]);
});

describe('TestUpdatePod', () => {
  test.each<[string, Pod, Pod, boolean, number]>([
    ['scheduling onto tainted Node', pod('pod1', ''), pod('pod1', 'node1'), true, 500],
    [
      'scheduling onto tainted Node with toleration',
      pod('pod1', '', toleration(1)),
      pod('pod1', 'node1', toleration(1)),
      false,
      500,
    ],
    ['removing toleration', pod('pod1', 'node1', toleration(1, 100)), pod('pod1', 'node1'), true, 500],
    [
      "lengthening toleration shouldn't work",
      pod('pod1', 'node1', toleration(1, 1)),
      pod('pod1', 'node1', toleration(1, 100)),
      true,
      2000,
    ],
  ])('%s', (_name, before, after, expectDelete, ms) => {
    const m = new Manager().has(before);
    m.manager.taintedNodes.set('node1', [taint(1)]);
    m.manager.podUpdated(undefined, before);
    expect(m.deleted()).toEqual([]);
    m.pods.set('pod1', after);
    m.manager.podUpdated(before, after);
    expect(m.deleted(ms)).toEqual(expectDelete ? ['pod1'] : []);
  });

  test('what changes neither tolerations nor node is not looked at', () => {
    const m = new Manager();
    m.manager.taintedNodes.set('node1', [taint(1)]);
    const before = pod('pod1', 'node1');
    m.has(before);
    m.manager.podUpdated(before, { ...before, metadata: { ...before.metadata, labels: { a: 'b' } } });
    expect(m.deleted()).toEqual([]);
  });
});

describe('TestCreateNode', () => {
  test.each<[string, Pod, Node, boolean]>([
    ['Creating Node matching already assigned Pod', pod('pod1', 'node1'), node(), false],
    ['Creating tainted Node matching already assigned Pod', pod('pod1', 'node1'), node(1), true],
    [
      'Creating tainted Node matching already assigned tolerating Pod',
      pod('pod1', 'node1', toleration(1)),
      node(1),
      false,
    ],
  ])('%s', (_name, there, added, expectDelete) => {
    const m = new Manager().has(there);
    m.node = added;
    m.manager.nodeUpdated(undefined, added);
    expect(m.deleted()).toEqual(expectDelete ? ['pod1'] : []);
  });
});

test('TestDeleteNode: its taints are forgotten', () => {
  const m = new Manager();
  m.manager.taintedNodes.set('node1', [taint(1)]);
  m.node = undefined;
  m.manager.nodeUpdated(node(1), undefined);
  m.bed.sim.runFor(500);
  expect(m.manager.taintedNodes.has('node1')).toBe(false);
});

describe('TestUpdateNode', () => {
  test.each<[string, Pod, Node, Node, boolean, number]>([
    ['Added taint', pod('pod1', 'node1'), node(), node(1), true, 500],
    ['Added tolerated taint', pod('pod1', 'node1', toleration(1, 100)), node(), node(1), false, 500],
    [
      'Only one added taint tolerated',
      pod('pod1', 'node1', toleration(1, 100)),
      node(),
      node(1, 2),
      true,
      500,
    ],
    ['Taint removed', pod('pod1', 'node1', toleration(1, 1)), node(1), node(), false, 2000],
    [
      'Pod with multiple tolerations are evicted when first one runs out',
      pod('pod1', 'node1', toleration(1, 1), toleration(2, 100)),
      node(),
      node(1, 2),
      true,
      2000,
    ],
  ])('%s', (_name, there, before, after, expectDelete, ms) => {
    const m = new Manager().has(there);
    m.node = after;
    m.manager.nodeUpdated(before, after);
    expect(m.deleted(ms)).toEqual(expectDelete ? ['pod1'] : []);
  });

  test('SCH-39 of two tolerations for one taint the first counts, not the shorter one', () => {
    const twice = pod('pod1', 'node1', toleration(1, 5), { ...toleration(1, 2), operator: 'Exists' });
    const m = new Manager().has(twice);
    m.node = node(1);
    m.manager.nodeUpdated(node(), m.node);
    expect(m.deleted(4999)).toEqual([]);
    expect(m.deleted(10)).toEqual(['pod1']);
    expect(m.events()).toEqual(['TaintManagerEviction: Marking for deletion Pod default/pod1']);
  });

  test('SCH-39 a taint that goes in time takes the eviction with it, and that is told', () => {
    const m = new Manager().has(pod('pod1', 'node1', toleration(1, 4)));
    m.node = node(1);
    m.manager.nodeUpdated(node(), m.node);
    m.bed.sim.runFor(2000);
    m.node = node();
    m.manager.nodeUpdated(node(1), m.node);
    expect(m.deleted(10_000)).toEqual([]);
    expect(m.events()).toEqual(['TaintManagerEviction: Cancelling deletion of Pod default/pod1']);
  });
});

test('TestUpdateNodeWithMultipleTaints', () => {
  const forever = { ...toleration(1), operator: 'Exists' };
  const minute = { ...toleration(2, 60), operator: 'Exists' };
  const m = new Manager().has(pod('pod1', 'node1', forever, minute));
  const planned = (...taints: number[]): boolean => {
    m.node = node(...taints);
    m.manager.handleNodeUpdate('node1');
    return m.manager.taintEvictionQueue.getWorkerUnsafe('default/pod1') !== undefined;
  };
  expect([planned(), planned(1), planned(1, 2), planned(1)]).toEqual([false, false, true, false]);
  expect(m.deleted(120_000)).toEqual([]);
});

describe('TestUpdateNodeWithMultiplePods', () => {
  const pods = [
    pod('pod1', 'node1'),
    pod('pod2', 'node1', toleration(1, 1)),
    pod('pod3', 'node1', toleration(1)),
  ];
  test.each<[string, Node, string[][]]>([
    ['Pods with different toleration times are evicted appropriately', node(1), [['pod1'], ['pod2'], []]],
    ['Evict all pods not matching all taints instantly', node(1, 2), [['pod1', 'pod2', 'pod3'], [], []]],
  ])('%s', (_name, after, expected) => {
    const m = new Manager().has(...pods);
    m.node = after;
    m.manager.nodeUpdated(node(), after);
    expect([m.deleted(500), m.deleted(1000), m.deleted(100_000)]).toEqual(expected);
  });
});

describe('TestGetMinTolerationTime', () => {
  const seconds = (tolerationSeconds?: number): Toleration =>
    tolerationSeconds === undefined ? {} : { tolerationSeconds };
  test.each<[Toleration[], number]>([
    [[], 0],
    [[seconds()], Infinity],
    [[seconds(1), seconds(2)], 1000],
    [[seconds(1), seconds()], 1000],
    [[seconds(), seconds(1)], 1000],
    [[seconds(5), seconds(0)], 0],
    [[seconds(-3), seconds(5)], 0],
  ])('%j is %d ms', (tolerations, expected) => {
    expect(getMinTolerationTime(tolerations)).toBe(expected);
  });
});

describe('TestEventualConsistency: a pod that the cache of the node did not have yet goes when it comes', () => {
  test.each<[string, Pod | undefined, Pod, boolean]>([
    ['existing pod2 scheduled onto tainted Node', pod('pod2', ''), pod('pod2', 'node1'), true],
    [
      'existing pod2 with taint toleration scheduled onto tainted Node',
      pod('pod2', '', toleration(1, 100)),
      pod('pod2', 'node1', toleration(1, 100)),
      false,
    ],
    ['new pod2 created on tainted Node', undefined, pod('pod2', 'node1'), true],
    [
      'new pod2 with tait toleration created on tainted Node',
      undefined,
      pod('pod2', 'node1', toleration(1, 100)),
      false,
    ],
  ])('%s', (_name, before, after, expectDelete) => {
    const m = new Manager().has(pod('pod1', 'node1'));
    if (before) m.manager.podUpdated(undefined, before);
    m.node = node(1);
    m.manager.nodeUpdated(node(), m.node);
    expect(m.deleted()).toEqual(['pod1']);
    m.has(after);
    m.manager.podUpdated(before, after);
    expect(m.deleted()).toEqual(expectDelete ? ['pod2'] : []);
  });
});

test('a deletion that fails is tried five times, 10 ms apart', () => {
  const m = new Manager().has(pod('pod1', 'node1'));
  m.bed.refuse = ({ verb }) => (verb === 'delete' ? newServiceUnavailable('not now') : undefined);
  m.node = node(1);
  m.manager.nodeUpdated(node(), m.node);
  expect(m.deleted()).toEqual(['pod1', 'pod1', 'pod1', 'pod1', 'pod1']);
});
