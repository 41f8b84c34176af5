import { describe, expect, test } from 'vitest';
import { newCycleState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import { codeOf } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import {
  PreFilterState,
  type ServiceAffinity,
  getPreFilterState,
  newPlugin,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/serviceaffinity/service_affinity.ts';
import { newNodeInfo } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { type World, handleOf, newPluginOf, node, pod, scoresOf, service } from '../handle.ts';

const selector = { foo: 'bar' };
const r1z11 = { region: 'r1', zone: 'z11' };
const r1z12 = { region: 'r1', zone: 'z12' };
const r2z21 = { region: 'r2', zone: 'z21' };
const r2z22 = { region: 'r2', zone: 'z22' };

// Upstream's TestServiceAffinity.
describe('the pods of a Service stay where the first went', () => {
  const nodes = [r1z11, r1z12, r2z21, r2z22, r2z22].map((labels, i) => node(`machine${i + 1}`, labels));
  const ours = pod({ labels: selector });
  const on = (nodeName: string, namespace = '') => pod({ labels: selector, namespace }, { nodeName });
  const inNs1 = pod({ labels: selector, namespace: 'ns1' });
  const services = [service(selector)];
  const cases: readonly (readonly [string, ReturnType<typeof pod>, World, string[], string, string?])[] = [
    ['nothing scheduled', pod(), {}, ['region'], 'Success'],
    ['pod with region label match', pod({}, { nodeSelector: { region: 'r1' } }), {}, ['region'], 'Success'],
    [
      'pod with region label mismatch',
      pod({}, { nodeSelector: { region: 'r2' } }),
      {},
      ['region'],
      'Unschedulable',
    ],
    ['service pod on same node', ours, { pods: [on('machine1')], services }, ['region'], 'Success'],
    [
      'service pod on different node, region match',
      ours,
      { pods: [on('machine2')], services },
      ['region'],
      'Success',
    ],
    [
      'service pod on different node, region mismatch',
      ours,
      { pods: [on('machine3')], services },
      ['region'],
      'Unschedulable',
    ],
    [
      'service in different namespace, region mismatch',
      inNs1,
      { pods: [on('machine3', 'ns1')], services: [service(selector, 'ns2')] },
      ['region'],
      'Success',
    ],
    [
      'pod in different namespace, region mismatch',
      inNs1,
      { pods: [on('machine3', 'ns2')], services: [service(selector, 'ns1')] },
      ['region'],
      'Success',
    ],
    [
      'service and pod in same namespace, region mismatch',
      inNs1,
      { pods: [on('machine3', 'ns1')], services: [service(selector, 'ns1')] },
      ['region'],
      'Unschedulable',
    ],
    [
      'service pod on different node, multiple labels, not all match',
      ours,
      { pods: [on('machine2')], services },
      ['region', 'zone'],
      'Unschedulable',
    ],
    [
      'service pod on different node, multiple labels, all match',
      ours,
      { pods: [on('machine5')], services },
      ['region', 'zone'],
      'Success',
      'machine4',
    ],
  ];
  test.each(cases.map((c) => ({ what: c[0], c })))('$what', ({ c }) => {
    const [, asked, world, affinityLabels, code, nodeName = 'machine1'] = c;
    const handle = handleOf({ nodes, ...world });
    const plugin = newPluginOf<ServiceAffinity>(newPlugin, { affinityLabels }, handle);
    const state = newCycleState();
    expect(plugin.preFilter(state, asked)).toBeUndefined();
    const [info] = handle.snapshotSharedLister().nodeInfos().get(nodeName);
    expect(codeOf(plugin.filter(state, asked, info ?? newNodeInfo()))).toBe(code);
  });

  // Upstream's TestPreFilterDisabled.
  test('a filter without its pre-filter fails', () => {
    const plugin = newPluginOf<ServiceAffinity>(newPlugin, { affinityLabels: ['region'] }, handleOf({}));
    const info = newNodeInfo();
    info.setNode(node('n'));
    const message = 'error reading "PreFilterServiceAffinity" from cycleState: not found';
    expect(plugin.filter(newCycleState(), pod(), info)).toMatchObject({ code: 'Error', reasons: [message] });
  });
});

// Upstream's TestServiceAffinityScore.
describe('the pods of a Service are spread over the values of a label', () => {
  const labels1 = { foo: 'bar', baz: 'blah' };
  const labels2 = { bar: 'foo', baz: 'blah' };
  const nodesOf = (...labels: readonly Record<string, string>[]) =>
    ['11', '12', '21', '22', '01', '02'].map((name, i) => node(name, labels[i] ?? { name: 'value' }));
  const zoned = nodesOf({ zone: '1' }, { zone: '1' }, { zone: '2' }, { zone: '2' });
  const racked = nodesOf(
    { zone: '1', rack: '1' },
    { zone: '1', rack: '2' },
    { zone: '2', rack: '1' },
    { zone: '2', rack: '1' },
  );
  type On = readonly [string, Record<string, string>?, string?];
  const [a, b]: On[] = [
    ['11', labels1],
    ['21', labels1],
  ];
  const cases: readonly (readonly [
    string,
    readonly On[],
    ReturnType<typeof service>[],
    number[],
    object?,
  ])[] = [
    ['nothing scheduled', [], [], [100, 100, 100, 100, 0, 0]],
    ['no services', [['11']], [], [100, 100, 100, 100, 0, 0]],
    ['different services', [['11', labels2]], [service({ key: 'value' })], [100, 100, 100, 100, 0, 0]],
    [
      'three pods, one service pod',
      [['01', labels2], ['11', labels2], b as On],
      [service(labels1)],
      [100, 100, 0, 0, 0, 0],
    ],
    [
      'three pods, two service pods on different machines',
      [['11', labels2], a as On, b as On],
      [service(labels1)],
      [50, 50, 50, 50, 0, 0],
    ],
    [
      'three service label match pods in different namespaces',
      [a as On, ['11', labels1, 'default'], b as On, ['21', labels1, 'ns1']],
      [service(labels1, 'default')],
      [0, 0, 100, 100, 0, 0],
      { namespace: 'default' },
    ],
    [
      'four pods, three service pods',
      [['11', labels2], a as On, b as On, b as On],
      [service(labels1)],
      [66, 66, 33, 33, 0, 0],
    ],
    [
      'service with partial pod label matches',
      [['11', labels2], a as On, b as On],
      [service({ baz: 'blah' })],
      [33, 33, 66, 66, 0, 0],
    ],
    [
      'service pod on non-zoned node',
      [['01', labels1], a as On, b as On, b as On],
      [service(labels1)],
      [75, 75, 50, 50, 0, 0],
    ],
    [
      'three pods, two service pods, with rack label',
      [['01', labels2], a as On, b as On],
      [service(labels1)],
      [25, 75, 25, 25, 0, 0],
      { racks: true },
    ],
  ];
  test.each(cases.map((c) => ({ what: c[0], c })))('$what', ({ c }) => {
    const [, pods, services, scores, more = {}] = c;
    const { racks = false, namespace = '' } = more as { racks?: boolean; namespace?: string };
    const args = { antiAffinityLabelsPreference: racks ? ['zone', 'rack'] : ['zone'] };
    const running = pods.map(([nodeName, labels, ns = '']) =>
      pod({ ...(labels && { labels }), namespace: ns }, { nodeName }),
    );
    const world = { nodes: racks ? racked : zoned, pods: running, services };
    expect(scoresOf(newPlugin, args, world, pod({ labels: labels1, namespace }))).toEqual(scores);
  });
});

// Upstream's TestPreFilterStateAddRemovePod and TestPreFilterStateClone.
test('what was found is kept right when a pod comes and goes', () => {
  const nodes = [node('nodeA', r1z11), node('nodeB', r1z12), node('nodeC', r2z21)];
  const pending = pod({ name: 'pending', labels: selector });
  const existing = [
    pod({ name: 'p1', labels: selector }, { nodeName: 'nodeA' }),
    pod({ name: 'p2' }, { nodeName: 'nodeC' }),
  ];
  const added = pod({ name: 'addedPod', labels: selector }, { nodeName: 'nodeB' });
  const stateOf = (pods: readonly ReturnType<typeof pod>[]) => {
    const world = { nodes, pods, services: [service(selector)] };
    const args = { affinityLabels: ['region', 'zone'] };
    const plugin = newPluginOf<ServiceAffinity>(newPlugin, args, handleOf(world));
    const state = newCycleState();
    plugin.preFilter(state, pending);
    return { plugin, state, list: () => getPreFilterState(state)[0]?.matchingPodList };
  };
  const all = stateOf([...existing, added]).list();
  const { plugin, state, list } = stateOf(existing);
  const before = list();
  const copy = state.clone();
  expect(plugin.addPod(copy, pending, added)).toBeUndefined();
  expect(getPreFilterState(copy)[0]?.matchingPodList).toEqual(all);
  expect(list(), 'the copy is changed, not what it was made from').toEqual(before);
  expect(plugin.removePod(copy, pending, added)).toBeUndefined();
  expect(getPreFilterState(copy)[0]?.matchingPodList).toEqual(before);
  const source = new PreFilterState(existing, []);
  expect(source.clone()).not.toBe(source);
  expect(source.clone()).toEqual(source);
});

// What upstream's tables leave out.
describe('without labels to keep together', () => {
  test('nothing is computed, and every node is right', () => {
    const plugin = newPluginOf<ServiceAffinity>(newPlugin, {}, handleOf({ nodes: [node('a')] }));
    const state = newCycleState();
    expect(plugin.preFilter(state, pod())).toBeUndefined();
    expect(getPreFilterState(state)[1]?.code).toBe('Error');
    expect(plugin.preFilterExtensions()).toBeUndefined();
    expect(plugin.filter(state, pod(), newNodeInfo())).toBeUndefined();
  });
});

describe('which node of a Service counts', () => {
  const nodes = [node('east', r1z11), node('west', r2z21)];
  const ours = (nodeName: string) => pod({ labels: selector }, { nodeName });
  const filtered = (asked: ReturnType<typeof pod>, running: readonly ReturnType<typeof pod>[], gone = 0) => {
    const handle = handleOf({ nodes, pods: running, services: [service(selector)] });
    const plugin = newPluginOf<ServiceAffinity>(newPlugin, { affinityLabels: ['region', 'zone'] }, handle);
    const state = newCycleState();
    plugin.preFilter(state, asked);
    return nodes.map(({ metadata }) => {
      const [found] = handle.snapshotSharedLister().nodeInfos().get(metadata.name);
      const info = found?.clone() ?? newNodeInfo();
      for (const { pod: on } of info.pods.slice(0, gone)) info.removePod(on);
      const status = plugin.filter(state, asked, info);
      return status ? status.message() : 'fits';
    });
  };
  const refused = "node(s) didn't match service affinity";

  test('that of the first pod, wherever others are', () => {
    expect(filtered(pod({ labels: selector }), [ours('west'), ours('east')])).toEqual(['fits', refused]);
    expect(filtered(pod({ labels: selector }), [ours('west')])).toEqual([refused, 'fits']);
  });

  test('not that of a pod that is tried away', () => {
    expect(filtered(pod({ labels: selector }), [ours('east')], 1)).toEqual(['fits', refused]);
    expect(filtered(pod({ labels: selector }), [ours('west')], 1)).toEqual([refused, 'fits']);
    expect(filtered(pod({ labels: selector }), [ours('east'), ours('west')], 1)).toEqual([refused, refused]);
    // A stranger beside it makes no difference.
    const beside = [ours('east'), pod({}, { nodeName: 'east' }), ours('west')];
    expect(filtered(pod({ labels: selector }), beside, 1)).toEqual([refused, refused]);
  });

  test('not at all for a pod that names all the labels itself', () => {
    expect(filtered(pod({ labels: selector }, { nodeSelector: r2z21 }), [ours('east')])).toEqual([
      refused,
      'fits',
    ]);
  });

  test('only for the labels that the pod does not name', () => {
    const asked = pod({ labels: selector }, { nodeSelector: { region: 'r2' } });
    expect(filtered(asked, [ours('west')])).toEqual([refused, 'fits']);
    expect(filtered(asked, [ours('east')])).toEqual([refused, refused]);
  });

  test('not at all for a pod of no Service', () => {
    expect(filtered(pod({ labels: { other: '' } }), [ours('east')])).toEqual(['fits', 'fits']);
    expect(filtered(pod(), [ours('east')])).toEqual(['fits', 'fits']);
  });

  test('which must be there', () => {
    const state = newCycleState();
    const handle = handleOf({ nodes, services: [service(selector)] });
    const plugin = newPluginOf<ServiceAffinity>(newPlugin, { affinityLabels: ['region'] }, handle);
    const asked = pod({ labels: selector });
    plugin.preFilter(state, asked);
    expect(plugin.addPod(state, asked, ours('lost'))).toBeUndefined();
    const [info] = handle.snapshotSharedLister().nodeInfos().get('east');
    const status = plugin.filter(state, asked, info ?? newNodeInfo());
    expect([status?.code, status?.message()]).toEqual(['Error', 'node not found']);
    // It is not looked at for a pod that names the labels itself.
    const sure = pod({ labels: selector }, { nodeSelector: { region: 'r1' } });
    expect(plugin.filter(state, sure, info ?? newNodeInfo())).toBeUndefined();
  });
});

describe('a pod that comes, or goes', () => {
  const like = (name: string, namespace = '', labels?: Record<string, string>) =>
    pod({ name, namespace, ...(labels && { labels }) }, { nodeName: 'a' });
  const changed = (
    change: (plugin: ServiceAffinity, ...of: Parameters<ServiceAffinity['addPod']>) => unknown,
    of: ReturnType<typeof pod>,
    asked = pod({ labels: selector }),
  ) => {
    const running = [like('first', '', selector), like('second', '', selector)];
    const handle = handleOf({ nodes: [node('a')], pods: running });
    const plugin = newPluginOf<ServiceAffinity>(newPlugin, { affinityLabels: ['region'] }, handle);
    const state = newCycleState();
    plugin.preFilter(state, asked);
    expect(change(plugin, state, asked, of)).toBeUndefined();
    return getPreFilterState(state)[0]?.matchingPodList.map(({ metadata }) => metadata.name);
  };
  const added = (of: ReturnType<typeof pod>, asked?: ReturnType<typeof pod>) =>
    changed((plugin, ...args) => plugin.addPod(...args), of, asked);
  const removed = (of: ReturnType<typeof pod>) => changed((plugin, ...args) => plugin.removePod(...args), of);

  test('counts if it is of the namespace, and has the labels of the pod', () => {
    expect(added(like('third', '', selector))).toEqual(['first', 'second', 'third']);
    expect(added(like('third', '', { ...selector, more: '' }))).toEqual(['first', 'second', 'third']);
    expect(added(like('third', 'other', selector))).toEqual(['first', 'second']);
    expect(added(like('third', '', { foo: 'baz' }))).toEqual(['first', 'second']);
    expect(added(like('third'), pod())).toEqual(['first', 'second', 'third']);
  });

  test('counts no more if it did', () => {
    expect(removed(like('first'))).toEqual(['second']);
    expect(removed(like('second'))).toEqual(['first']);
    expect(removed(like('third'))).toEqual(['first', 'second']);
    expect(removed(like('first', 'other'))).toEqual(['first', 'second']);
  });
});

describe('the score', () => {
  const nodes = [node('a', { zone: '1' }), node('b', { zone: '2' })];
  const services = [service(selector)];
  const args = { antiAffinityLabelsPreference: ['zone'] };

  test('does not count pods that are being deleted', () => {
    const going = pod({ labels: selector, deletionTimestamp: '2021-01-01T00:00:00Z' }, { nodeName: 'a' });
    const world = { nodes, pods: [going, pod({ labels: selector }, { nodeName: 'b' })], services };
    expect(scoresOf(newPlugin, args, world, pod({ labels: selector }))).toEqual([100, 0]);
  });

  test('is 0 without labels to spread over', () => {
    expect(scoresOf(newPlugin, {}, { nodes, services }, pod({ labels: selector }))).toEqual([0, 0]);
  });

  test('cannot be told of a node that is not there', () => {
    const plugin = newPluginOf<ServiceAffinity>(newPlugin, args, handleOf({ nodes, services }));
    const status = plugin.normalizeScore(newCycleState(), pod(), [{ name: 'lost', score: 1 }]);
    expect([status?.code, status?.message()]).toEqual(['Error', 'nodeinfo not found for node name "lost"']);
  });
});
