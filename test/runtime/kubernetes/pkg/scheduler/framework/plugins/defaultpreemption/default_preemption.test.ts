import { describe, expect, test } from 'vitest';
import type {
  Pod,
  PodDisruptionBudget,
} from '../../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newCycleState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type { Extender } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/extender.ts';
import {
  type PreemptHandle,
  type Status,
  newStatus,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import {
  type DefaultPreemption,
  filterPodsWithPDBViolation,
  newPlugin,
  podEligibleToPreemptOthers,
  selectVictimsOnNode,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.ts';
import { newSnapshot } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { newPodNominator } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/queue/scheduling_queue.ts';
import type { Clientset } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { background } from '../../../../../../../../src/runtime/sim/context.ts';
import { newFakeRecorder } from '../../../stage.ts';
import { handleOf, newPluginOf, pod } from '../handle.ts';
import {
  type Running,
  at,
  frameworkOf,
  high,
  large,
  low,
  medium,
  mid,
  nodeOf,
  podOf,
  small,
  veryLarge,
} from './preemption.ts';

interface Stage {
  /** Each as `name` or `name/zone`. */
  readonly nodes: readonly string[];
  readonly pods: Readonly<Record<string, Running>>;
  readonly of: Omit<Running, 'at'>;
  readonly filter?: string;
  readonly extenders?: readonly Extender[];
  readonly statuses?: ReadonlyMap<string, Status>;
  /** Pods that are nominated to nodes. */
  readonly nominated?: readonly Pod[];
  /** Pods that Permit plugins hold back. */
  readonly waiting?: readonly string[];
  /** What the API server refuses, such as `delete p1`. */
  readonly refused?: string;
  readonly args?: object;
  /** The pod is not in the cache any more. */
  readonly gone?: boolean;
}

/** The plugin, over a client that only keeps what is asked of it. */
function staged(given: Stage) {
  const { nodes: names, pods, of, filter = 'NodeResourcesFit', extenders = [], nominated = [] } = given;
  const done: string[] = [];
  const asked = (namespace: string, request: string): Error | undefined => {
    done.push(namespace === 'default' ? request : `${request} in ${namespace}`);
    return request === given.refused ? new Error('refused') : undefined;
  };
  const client = (namespace: string) => ({
    *delete(name: string) {
      return asked(namespace, `delete ${name}`);
    },
    *patch(name: string, _type: string, patch: object, subresource: string) {
      return [undefined, asked(namespace, `patch ${name}/${subresource} ${JSON.stringify(patch)}`)];
    },
  });
  const recorder = newFakeRecorder();
  const podNominator = newPodNominator();
  for (const each of nominated) podNominator.addNominatedPod(each, each.status.nominatedNodeName ?? '');
  const world = {
    nodes: names.map(nodeOf),
    pods: Object.entries(pods).map(([name, running]) => podOf(name, running)),
  };
  const framework = frameworkOf(world, [filter], {
    clientSet: { coreV1: () => ({ pods: client }) } as unknown as Clientset,
    eventRecorder: recorder,
    podNominator,
    extenders,
  });
  const getWaitingPod = (uid: string) =>
    given.waiting?.includes(uid)
      ? { reject: (why: string) => done.push(`reject ${uid}: ${why}`) }
      : undefined;
  Object.assign(framework, { getWaitingPod });
  const args = { minCandidateNodesPercentage: 10, minCandidateNodesAbsolute: 100, ...given.args };
  const plugin = newPluginOf<DefaultPreemption>(newPlugin, args, framework);
  const cached = framework.sharedInformerFactory().core().v1().pods().informer().getIndexer();
  const pending = podOf('p', { ...of, at: '' });
  if (!given.gone) cached.add(pending);
  const state = newCycleState();
  expect(framework.runPreFilterPlugins(state, pending)).toBeUndefined();
  const postFilter = (statuses: ReadonlyMap<string, Status> = given.statuses ?? new Map()) => {
    const { value } = plugin.postFilter(background, state, pending, new Map(statuses)).next();
    const [result, status] = value as Exclude<typeof value, { kind: string } | undefined>;
    return [result?.nominatedNodeName, status?.code, ...(status?.reasons ?? [])];
  };
  return { plugin, state, pending, events: recorder.events, done, postFilter };
}

/** Lets preemption have the nodes of these names; fails if none are given. */
function extender(names: readonly string[] | undefined, more: Partial<Extender> = {}): Extender {
  return {
    supportsPreemption: () => true,
    isInterested: () => true,
    isIgnorable: () => false,
    *processPreemption(_pod: unknown, victims: ReadonlyMap<string, never>) {
      if (!names) return [undefined, new Error('no answer')];
      return [new Map([...victims].filter(([name]) => names.includes(name))), undefined];
    },
    ...more,
  } as Extender;
}

const every = ['node1', 'node2', 'node3'];
const unschedulable = newStatus('Unschedulable');
const unresolvable = newStatus('UnschedulableAndUnresolvable');

// Upstream's TestPostFilter. There, nodes have room for one pod; here, for one that is very large.
describe('what becomes of a pod that fits nowhere', () => {
  const one: Stage = {
    nodes: ['node1'],
    pods: { p1: at('node1', low, veryLarge) },
    of: { priority: high, size: veryLarge },
    statuses: new Map([['node1', unschedulable]]),
  };
  const two: Stage = {
    ...one,
    nodes: ['node1', 'node2'],
    pods: { p1: at('node1', low, veryLarge), p2: at('node2', low, veryLarge) },
    statuses: new Map(['node1', 'node2'].map((name) => [name, unschedulable])),
  };
  test.each<[string, Stage, readonly unknown[], readonly string[]]>([
    ['it is the more important: a node is its own', one, ['node1', 'Success'], ['delete p1']],
    [
      'it is of the same priority',
      { ...one, of: { priority: low, size: veryLarge } },
      [undefined, 'Unschedulable'],
      [],
    ],
    [
      'no node is a candidate: then no extender is asked',
      { ...one, of: { priority: low, size: veryLarge }, extenders: [extender(undefined)] },
      [undefined, 'Unschedulable'],
      [],
    ],
    [
      'the node was refused for good',
      { ...one, statuses: new Map([['node1', unresolvable]]) },
      [undefined, 'Unschedulable'],
      [],
    ],
    [
      'it is the more important on one of two nodes',
      {
        ...two,
        of: { priority: mid, size: veryLarge },
        pods: { ...two.pods, p1: at('node1', high, veryLarge) },
      },
      ['node2', 'Success'],
      ['delete p2'],
    ],
    [
      'an extender leaves one of two nodes',
      { ...two, extenders: [extender(['node2'])] },
      ['node2', 'Success'],
      ['delete p2'],
    ],
    [
      'an extender fails',
      { ...two, extenders: [extender(undefined)] },
      [undefined, 'Error', 'no answer'],
      [],
    ],
    [
      'there are no nodes',
      { ...one, nodes: [], pods: {} },
      [undefined, 'Error', 'no nodes available to schedule pods'],
      [],
    ],
    ['it is gone by now', { ...one, gone: true }, [undefined, 'Error', 'pod "p" not found'], []],
    [
      'a victim cannot be deleted',
      { ...one, refused: 'delete p1' },
      [undefined, 'Error', 'refused'],
      ['delete p1'],
    ],
  ])('%s', (_what, given, answer, done) => {
    const stage = staged(given);
    expect(stage.postFilter()).toEqual(answer);
    expect(stage.done).toEqual(done);
  });
});

// Upstream's TestPreempt.
describe('the victims of preemption', () => {
  const inDefault = { priority: high, size: veryLarge };
  const policy = (preemptionPolicy: string) => ({ ...inDefault, spec: { preemptionPolicy } });
  const threeNodes = {
    'p1.1': at('node1', low, small),
    'p1.2': at('node1', low, small),
    'p2.1': at('node2', high, large),
    'p3.1': at('node3', mid, medium),
  };
  const onTwo = (second: string) => ({
    'p1.1': at('node1', mid, small),
    'p1.2': at('node1', low, small),
    'p2.1': at(second, mid, large),
  });
  const foo = { labels: { foo: '' } };
  const exists = { labelSelector: { matchExpressions: [{ key: 'foo', operator: 'Exists' }] } };
  const spread = ['zone', 'hostname'].map((topologyKey) => ({
    ...exists,
    topologyKey,
    maxSkew: 1,
    whenUnsatisfiable: 'DoNotSchedule',
  }));
  test.each<[string, Stage, string | undefined, readonly string[]]>([
    [
      'basic preemption logic',
      { nodes: every, pods: threeNodes, of: policy('PreemptLowerPriority') },
      'node1',
      ['p1.1', 'p1.2'],
    ],
    [
      'preemption for topology spread constraints',
      {
        nodes: ['node-a/zone1', 'node-b/zone1', 'node-x/zone2'],
        of: { priority: high, ...foo, spec: { topologySpreadConstraints: spread } },
        filter: 'PodTopologySpread',
        pods: {
          'p-a1': at('node-a', high, undefined, foo),
          'p-a2': at('node-a', high, undefined, foo),
          'p-b1': at('node-b', low, undefined, foo),
          'p-x1': at('node-x', high, undefined, foo),
          'p-x2': at('node-x', high, undefined, foo),
        },
      },
      'node-b',
      ['p-b1'],
    ],
    [
      'two extenders, one of which allows one node only, else another would be chosen',
      {
        nodes: every,
        pods: onTwo('node3'),
        of: policy('PreemptLowerPriority'),
        extenders: [extender(every), extender(['node1'])],
      },
      'node1',
      ['p1.1', 'p1.2'],
    ],
    [
      'an extender allows none, and the next is not asked',
      { nodes: every, pods: onTwo('node2'), of: inDefault, extenders: [extender([]), extender(undefined)] },
      undefined,
      [],
    ],
    [
      'an extender that can be ignored fails, and another allows one node',
      {
        nodes: every,
        pods: onTwo('node2'),
        of: inDefault,
        extenders: [extender(undefined, { isIgnorable: () => true }), extender(['node1'])],
      },
      'node1',
      ['p1.1', 'p1.2'],
    ],
    [
      'an extender that is not interested does not count',
      {
        nodes: ['node1', 'node2'],
        pods: onTwo('node2'),
        of: inDefault,
        extenders: [extender(['node1'], { isInterested: () => false }), extender(every)],
      },
      'node2',
      ['p2.1'],
    ],
    [
      'nor does one that knows of no preemption',
      {
        nodes: ['node1', 'node2'],
        pods: onTwo('node2'),
        of: inDefault,
        extenders: [extender(['node1'], { supportsPreemption: () => false }), extender(every)],
      },
      'node2',
      ['p2.1'],
    ],
    [
      'a pod that is never to preempt',
      { nodes: every, pods: threeNodes, of: policy('Never') },
      undefined,
      [],
    ],
    ['a pod without a policy', { nodes: every, pods: threeNodes, of: inDefault }, 'node1', ['p1.1', 'p1.2']],
  ])('%s', (_what, given, node, victims) => {
    const { postFilter, done, events } = staged(given);
    expect(postFilter().slice(0, 2)).toEqual([node, node ? 'Success' : 'Unschedulable']);
    expect(done).toEqual(victims.map((name) => `delete ${name}`));
    expect(events).toEqual(victims.map(() => `Normal Preempted Preempted by default/p on node ${node}`));
    // The victims are going: the pod waits for them, and takes no more.
    const deletionTimestamp = '2021-01-01T00:00:00Z';
    const going = Object.entries(given.pods).map(([name, running]) => [
      name,
      victims.includes(name) ? { ...running, deletionTimestamp } : running,
    ]);
    const again = staged({
      ...given,
      pods: Object.fromEntries(going),
      of: { ...given.of, ...(node && { status: { nominatedNodeName: node } }) },
    });
    expect(again.postFilter()).toEqual([undefined, 'Unschedulable']);
    expect(again.done).toEqual([]);
  });

  test('are deleted where they are, and sent away if they still wait', () => {
    const given: Stage = {
      nodes: ['node1'],
      pods: { p1: at('node1', mid, small), p2: at('node1', low, small), p3: at('node1', low, small) },
      of: inDefault,
      waiting: ['p2'],
    };
    const { postFilter, done } = staged(given);
    expect(postFilter()).toEqual(['node1', 'Success']);
    expect(done).toEqual(['delete p1', 'delete p2', 'reject p2: preempted', 'delete p3']);
  });

  test('that come after one that cannot be deleted stay', () => {
    const pods = { p1: at('node1', mid, small), p2: at('node1', low, small) };
    const { postFilter, done, events } = staged({
      nodes: ['node1'],
      pods,
      of: inDefault,
      refused: 'delete p1',
    });
    expect(postFilter()).toEqual([undefined, 'Error', 'refused']);
    expect(done).toEqual(['delete p1']);
    expect(events).toEqual([]);
  });
});

describe('nominations', () => {
  const to = (name: string, priority: number, nominatedNodeName: string) =>
    podOf(name, { at: '', priority, status: { nominatedNodeName } });
  const unset = '{"status":{"nominatedNodeName":null}}';

  test('to the node are taken back from pods of less priority, and left to others', () => {
    const nominated = [
      to('less', mid, 'node1'),
      to('same', high, 'node1'),
      to('more', high + 1, 'node1'),
      to('elsewhere', low, 'node2'),
    ];
    const { postFilter, done } = staged({
      nodes: ['node1', 'node2'],
      pods: { p1: at('node1', low, veryLarge), p2: at('node2', high, large) },
      of: { priority: high, size: veryLarge },
      nominated,
    });
    expect(postFilter()).toEqual(['node1', 'Success']);
    expect(done).toEqual(['delete p1', `patch less/status ${unset}`]);
  });

  test('are lost by a pod that no node can help, even if nobody can be told', () => {
    const given: Stage = {
      nodes: ['node1'],
      pods: {},
      of: { priority: high, status: { nominatedNodeName: 'node1' } },
      statuses: new Map([['node1', unresolvable]]),
    };
    for (const refused of [undefined, `patch p/status ${unset}`]) {
      const { postFilter, done } = staged({ ...given, ...(refused && { refused }) });
      expect(postFilter()).toEqual([undefined, 'Unschedulable']);
      expect(done).toEqual([`patch p/status ${unset}`]);
    }
  });
});

// Upstream's TestPodEligibleToPreemptOthers, and what its tables leave out.
describe('a pod may preempt others', () => {
  const going = (priority: number): Running => ({
    at: 'node1',
    priority,
    deletionTimestamp: '2021-01-01T00:00:00Z',
  });
  const nominated = { priority: high, status: { nominatedNodeName: 'node1' } };
  test.each<[string, Omit<Running, 'at'>, Running | undefined, Status | undefined, boolean]>([
    ['if its node was refused for good', nominated, going(low), unresolvable, true],
    ['but not while a victim is going from its node', nominated, going(low), undefined, false],
    ['nor if its node was refused for now', nominated, going(low), unschedulable, false],
    ['if it has no node yet', { priority: high }, undefined, undefined, true],
    [
      'but not if it is never to',
      { priority: high, spec: { preemptionPolicy: 'Never' } },
      undefined,
      undefined,
      false,
    ],
    ['if nothing is going from its node', nominated, { at: 'node1', priority: low }, undefined, true],
    ['if what goes from its node is as important', nominated, going(high), undefined, true],
    ['if what goes, goes from another node', nominated, { ...going(low), at: 'node2' }, undefined, true],
    [
      'if its node is not there',
      { ...nominated, status: { nominatedNodeName: 'lost' } },
      going(low),
      undefined,
      true,
    ],
  ])('%s', (_what, of, running, status, expected) => {
    const pods = running ? [podOf('p1', running)] : [];
    const lister = newSnapshot(pods, every.map(nodeOf)).nodeInfos();
    expect(podEligibleToPreemptOthers(podOf('p', { ...of, at: '' }), lister, status)).toBe(expected);
  });
});

describe('how many candidates are enough', () => {
  test.each([
    ['a tenth of the nodes', 10, 1, 30, 3],
    ['what is behind the point is cut off', 10, 1, 29, 2],
    ['the least that is asked for', 10, 5, 30, 5],
    ['all nodes, if there are fewer', 10, 100, 4, 4],
    ['all nodes, if all are asked for', 100, 1, 4, 4],
    ['without a share, the least', 0, 2, 30, 2],
    ['without a least, the share', 50, 0, 4, 2],
  ])('%s', (_what, minCandidateNodesPercentage, minCandidateNodesAbsolute, numNodes, expected) => {
    const nodes = Array.from({ length: numNodes }, (_, i) => `node${i}`);
    const { plugin, state, pending } = staged({
      nodes,
      pods: Object.fromEntries(nodes.map((name) => [`on-${name}`, at(name, low, veryLarge)])),
      of: { priority: high, size: veryLarge },
      args: { minCandidateNodesPercentage, minCandidateNodesAbsolute },
    });
    const { value } = plugin.findCandidates(state, pending, new Map()).next();
    const [candidates] = value as Exclude<typeof value, { kind: string } | undefined>;
    expect(candidates).toHaveLength(expected);
  });

  test.each([
    [
      { minCandidateNodesPercentage: 101, minCandidateNodesAbsolute: 1 },
      'minCandidateNodesPercentage is not in the range [0, 100]',
    ],
    [
      { minCandidateNodesPercentage: 0, minCandidateNodesAbsolute: 0 },
      'both minCandidateNodesPercentage and minCandidateNodesAbsolute cannot be zero',
    ],
  ])('%j is refused', (args, message) => {
    expect(newPlugin(args, handleOf({}))[1]?.message).toContain(message);
  });
});

const app = (name: string, namespace = 'ns') => pod({ name, namespace, labels: { app: 'foo' } });

function budget(disruptionsAllowed: number | undefined, more: object = {}): PodDisruptionBudget {
  const spec = { selector: { matchLabels: { app: 'foo' } } };
  return {
    metadata: { namespace: 'ns', name: 'pdb' },
    spec,
    status: { disruptionsAllowed },
    ...more,
  } as never;
}

const selecting = (selector: object | undefined) => ({ spec: selector && { selector } });

// Upstream has no test of its own for this; each case is a line of its filterPodsWithPDBViolation.
describe('the pods whose going is against a budget', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => app(name));
  const three = [a!, b!, c!];
  test.each<[string, readonly PodDisruptionBudget[], readonly string[]]>([
    ['none without budgets', [], []],
    ['all, if nothing is allowed', [budget(0)], ['a', 'b', 'c']],
    ['those after the first, if one may go', [budget(1)], ['b', 'c']],
    ['none, if as many may go', [budget(3)], []],
    [
      'all, of a budget that nobody has counted yet',
      [budget(undefined, { status: undefined })],
      ['a', 'b', 'c'],
    ],
    ['those of any of several budgets', [budget(2), budget(1)], ['b', 'c']],
    ['none by a budget of another namespace', [budget(0, { metadata: { namespace: 'other' } })], []],
    ['none by a budget without a selector', [budget(0, selecting(undefined))], []],
    ['none by a selector that is empty', [budget(0, selecting({}))], []],
    ['none by a selector of other labels', [budget(0, selecting({ matchLabels: { app: 'bar' } }))], []],
    [
      'none by a selector that cannot be read',
      [budget(0, selecting({ matchExpressions: [{ key: 'app', operator: 'Like' }] }))],
      [],
    ],
    [
      'not those whose going is counted already',
      [budget(1, { status: { disruptionsAllowed: 1, disruptedPods: { a: '', b: '' } } })],
      [],
    ],
  ])('%s', (_what, budgets, expected) => {
    const [violating, others] = filterPodsWithPDBViolation(three, budgets);
    const names = (pods: readonly { metadata: { name: string } }[]) =>
      pods.map(({ metadata }) => metadata.name);
    expect(names(violating)).toEqual(expected);
    expect(names(others)).toEqual(['a', 'b', 'c'].filter((name) => !expected.includes(name)));
  });

  test('a pod without labels is protected by no budget, not even one for all that lack a label', () => {
    const absent = selecting({ matchExpressions: [{ key: 'app', operator: 'DoesNotExist' }] });
    expect(filterPodsWithPDBViolation([pod({ namespace: 'ns' })], [budget(0, absent)])[0]).toEqual([]);
    const labelled = pod({ namespace: 'ns', labels: { tier: 'web' } });
    expect(filterPodsWithPDBViolation([labelled], [budget(0, absent)])[0]).toEqual([labelled]);
  });
});

// The errors on which upstream's selectVictimsOnNode gives up.
describe.each([
  ['by no budget', []],
  ['by a budget', [budget(0, { metadata: { namespace: 'default', name: 'pdb' } })]],
])('a node whose pods are protected %s is no candidate', (_protected, budgets) => {
  const labels = { app: 'foo' };
  const running = [
    podOf('small', at('node', low, small, { labels })),
    podOf('large', at('node', low, large, { labels })),
  ];
  const framework = frameworkOf({ nodes: [nodeOf('node')], pods: running }, ['NodeResourcesFit']);
  const chosen = (broken: Partial<PreemptHandle>, size = large) => {
    const pending = podOf('p', { at: '', priority: high, size });
    const state = newCycleState();
    framework.runPreFilterPlugins(state, pending);
    const [info] = framework.snapshotSharedLister().nodeInfos().list();
    const handle = { ...framework.preemptHandle(), ...broken };
    const victims = selectVictimsOnNode(handle, state, pending, info!.clone(), budgets, 0);
    return victims && [...victims.pods.map(({ metadata }) => metadata.name), victims.numPDBViolations];
  };
  const against = (number: number) => (budgets.length > 0 ? number : 0);
  /** Fails the call of that number, counted from 1. */
  const atCall = (number: number) => {
    let calls = 0;
    return () => (++calls === number ? newStatus('Error', 'broken') : undefined);
  };

  test('unless nothing goes wrong: then the small one may stay', () => {
    expect(chosen({})).toEqual(['large', against(1)]);
    expect(chosen({}, veryLarge)).toEqual(['small', 'large', against(2)]);
  });

  test.each([
    ['a pod cannot be taken away', { runPreFilterExtensionRemovePod: atCall(1) }],
    ['a pod cannot be let back', { runPreFilterExtensionAddPod: atCall(1) }],
    ['the last pod cannot be let back', { runPreFilterExtensionAddPod: atCall(2) }],
    ['a pod that was let back cannot be taken away again', { runPreFilterExtensionRemovePod: atCall(3) }],
  ])('if %s', (_what, broken) => {
    expect(chosen(broken)).toBeUndefined();
  });
});
