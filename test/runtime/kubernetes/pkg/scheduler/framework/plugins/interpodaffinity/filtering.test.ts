import { describe, expect, test } from 'vitest';
import { newCycleState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type {
  FilterPlugin,
  PreFilterExtensions,
  PreFilterPlugin,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import type {
  PreFilterState,
  TopologyToMatchedTermCount,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/interpodaffinity/filtering.ts';
import {
  errReasonAffinityNotMatch,
  errReasonAffinityRulesNotMatch,
  errReasonAntiAffinityRulesNotMatch,
  errReasonExistingAntiAffinityRulesNotMatch,
  getTPMapMatchingIncomingAffinityAntiAffinity,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/interpodaffinity/filtering.ts';
import { newPlugin } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/interpodaffinity/plugin.ts';
import {
  newNodeInfo,
  newPodInfo,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { newSnapshot } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { handleOf, newPluginOf } from '../handle.ts';
import { type Told, nodeOf, podOf } from './pods.ts';

type Plugin = PreFilterPlugin & PreFilterExtensions & FilterPlugin;

/** The reason behind the one that all have, by a word for it. */
const verdicts: Readonly<Record<string, string>> = {
  [errReasonAffinityRulesNotMatch]: 'UnschedulableAndUnresolvable affinity',
  [errReasonAntiAffinityRulesNotMatch]: 'Unschedulable anti-affinity',
  [errReasonExistingAntiAffinityRulesNotMatch]: 'Unschedulable existing',
};

function staged(pods: readonly Told[], nodes: readonly string[]) {
  const world = { nodes: nodes.map(nodeOf), pods: pods.map(podOf) };
  const handle = handleOf(world);
  const plugin = newPluginOf<Plugin>(newPlugin, { hardPodAffinityWeight: 1 }, handle);
  return { plugin, state: newCycleState(), infos: handle.snapshotSharedLister().nodeInfos() };
}

/** What becomes of the pod on each node: `fits`, or what refuses it. */
function filtered(asked: Told, pods: readonly Told[], nodes: readonly string[]): string[] {
  const { plugin, state, infos } = staged(pods, nodes);
  const pod = podOf(asked);
  expect(plugin.preFilter(state, pod)).toBeUndefined();
  return nodes.map((text) => {
    const [info] = infos.get(nodeOf(text).metadata.name);
    const status = plugin.filter(state, pod, info!);
    if (!status) return 'fits';
    const [first, reason = ''] = status.reasons;
    expect(first).toBe(errReasonAffinityNotMatch);
    expect(verdicts[reason]).toMatch(new RegExp(`^${status.code} `));
    return verdicts[reason]!.split(' ')[1]!;
  });
}

const scan = { is: 'service=securityscan' };
const s1 = { is: 'security=S1' };
const wide = 'service=securityscan,value2';
const other = 'service=antivirusscan,value2';
const both = ['service @zone', 'security @zone'];
const letters = ['abc @zone', 'def @zone'];

// Upstream's TestRequiredAffinitySingleNode.
describe('one node, of a region and a zone', () => {
  const machine = 'machine1 region=r1,zone=z11';
  test.each<[string, Told, readonly Told[], string]>([
    ['no affinity, and no pods', {}, [], 'fits'],
    ['affinity with In', { ...s1, near: [`${wide} @region`] }, [scan], 'fits'],
    ['affinity with NotIn', { ...s1, near: ['service!=securityscan3,value3 @region'] }, [scan], 'fits'],
    [
      'affinity to pods of another namespace',
      { ...s1, near: [`DiffNameSpace: ${wide} @`] },
      [{ ...scan, namespace: 'ns' }],
      'affinity',
    ],
    ['affinity to others', { ...scan, near: [`${other} @`] }, [scan], 'affinity'],
    [
      'two terms with all operators',
      { ...s1, near: ['service & !wrongkey @region', 'service=securityscan & service!=WrongValue @region'] },
      [scan],
      'fits',
    ],
    [
      'all requirements of a term have to match',
      { ...s1, near: ['service & !wrongkey @region', 'service=securityscan2 & service!=WrongValue @region'] },
      [scan],
      'affinity',
    ],
    ['both kinds', { ...s1, near: [`${wide} @region`], far: [`${other} @node`] }, [scan], 'fits'],
    [
      'both kinds, and the pod that runs has one',
      { ...s1, near: [`${wide} @region`], far: [`${other} @node`] },
      [{ ...scan, far: [`${other} @node`] }],
      'fits',
    ],
    [
      'the same pod is wanted near and far',
      { ...s1, near: [`${wide} @region`], far: [`${wide} @zone`] },
      [scan],
      'anti-affinity',
    ],
    [
      'both kinds, but the pod that runs does not want it',
      { ...scan, near: [`${wide} @region`], far: [`${other} @node`] },
      [{ ...scan, far: [`${wide} @zone`] }],
      'existing',
    ],
    [
      'the only pod is on a node that is not there',
      { ...scan, near: ['service!=securityscan,value2 @region'] },
      [{ ...scan, on: 'machine2' }],
      'affinity',
    ],
    ['a pod that runs does not want it', scan, [{ ...scan, far: [`${wide} @zone`] }], 'existing'],
    [
      'a pod that runs does not want others',
      scan,
      [{ ...scan, far: ['service!=securityscan,value2 @zone'] }],
      'fits',
    ],
    [
      'one of its terms matches, none of the other pod',
      { ...scan, far: ['service @region', 'security @region'] },
      [{ ...s1, far: ['security @zone'] }],
      'anti-affinity',
    ],
    [
      'a1: partly, the pod has two terms',
      { ...scan, far: both },
      [{ ...s1, far: ['security @zone'] }],
      'anti-affinity',
    ],
    [
      'a2: partly, the other has two terms',
      { ...s1, far: ['security @zone'] },
      [{ ...scan, far: both }],
      'existing',
    ],
    [
      'b1: partly, on both sides',
      { is: 'abc,xyz', far: letters },
      [{ is: 'def,xyz', far: letters }],
      'anti-affinity',
    ],
    [
      'b2: the other way round',
      { is: 'def,xyz', far: letters },
      [{ is: 'abc,xyz', far: letters }],
      'anti-affinity',
    ],
  ])('%s', (_name, asked, pods, verdict) => {
    const running = pods.map((each) => ({ on: 'machine1', ...each }));
    expect(filtered(asked, running, [machine])).toEqual([verdict]);
  });

  test.each<Told>([
    { near: ['service={{.bad-value.}} @region'], far: [`${other} @node`] },
    { near: ['service=foo @region'], far: ['service={{.bad-value.}} @node'] },
  ])('a selector that cannot be read is refused before: %j', (asked) => {
    const { plugin, state } = staged([], [machine]);
    const status = plugin.preFilter(state, podOf(asked));
    expect(status?.code).toBe('UnschedulableAndUnresolvable');
    expect(status?.message()).toMatch(
      /^parsing pod: required(A|AntiA)ffinityTerms: invalid label value: "{{\.bad-value\.}}"/,
    );
  });
});

// Upstream's TestRequiredAffinityMultipleNodes.
describe('several nodes', () => {
  const regions = ['nodeA region=China', 'nodeB region=China,az=az1', 'nodeC region=India'];
  const twoZones = ['nodeA region=r1,zone=z1,hostname=nodeA', 'nodeB region=r1,zone=z2,hostname=nodeB'];
  const oneZone = ['nodeA region=r1,zone=z1,hostname=nodeA', 'nodeB region=r1,zone=z1,hostname=nodeB'];
  const threeZones = [...twoZones, 'nodeC region=r1,zone=z3,hostname=nodeC'];
  const first = {
    is: 'foo=bar,service=securityscan',
    near: ['foo=bar @zone', 'service=securityscan @zone'],
  };
  const a = { on: 'nodeA' };
  const foobar = { is: 'foo,bar' };
  test.each<[string, Told, readonly Told[], readonly string[], string]>([
    [
      'all nodes of the region where the pod is',
      { near: ['foo=bar @region'] },
      [{ is: 'foo=bar', ...a }],
      regions,
      'fits fits affinity',
    ],
    [
      'the first of its kind may go anywhere',
      first,
      [{ is: 'foo=bar', ...a }],
      ['nodeA zone=az1', 'nodeB zone=az2'],
      'fits fits',
    ],
    [
      'but not where the key is not known',
      first,
      [{ is: 'foo=bar', ...a }],
      ['nodeA zoneLabel=az1', 'nodeB zoneLabel=az2'],
      'affinity affinity',
    ],
    [
      'far from all nodes of the region',
      { far: ['foo=abc @region'] },
      [{ is: 'foo=abc', ...a }],
      oneZone,
      'anti-affinity anti-affinity',
    ],
    [
      'one term that matches is enough to be far',
      { far: ['foo=abc @region', 'service=securityscan @zone'] },
      [{ is: 'foo=abc,service=securityscan', ...a }],
      twoZones,
      'anti-affinity anti-affinity',
    ],
    [
      'far from one region is near to another',
      { far: ['foo=abc @region'] },
      [{ is: 'foo=abc', ...a }],
      regions,
      'anti-affinity anti-affinity fits',
    ],
    [
      'pods of another namespace do not want those of theirs',
      { namespace: 'NS1', is: 'foo=123', far: ['foo=bar @region'] },
      [
        { namespace: 'NS1', is: 'foo=bar', ...a },
        { namespace: 'NS2', on: 'nodeC', far: ['foo=123 @region'] },
      ],
      regions,
      'anti-affinity anti-affinity fits',
    ],
    ['theirs: no node has the key', { is: 'foo' }, [{ ...a, far: ['foo @invalid'] }], oneZone, 'fits fits'],
    ['its own: no node has the key', { far: ['foo @invalid'] }, [{ is: 'foo', ...a }], oneZone, 'fits fits'],
    [
      'theirs: each of two refuses, one a zone and one a region',
      foobar,
      [
        { ...a, far: ['foo @zone'] },
        { ...a, far: ['bar @region'] },
      ],
      twoZones,
      'existing existing',
    ],
    [
      'its own: each of two terms refuses',
      { far: ['foo @zone', 'bar @region'] },
      [
        { is: 'foo', ...a },
        { is: 'bar', on: 'nodeB' },
      ],
      twoZones,
      'anti-affinity anti-affinity',
    ],
    [
      'theirs: one key unknown',
      foobar,
      [{ ...a, far: ['foo @invalid', 'bar @zone'] }],
      twoZones,
      'existing fits',
    ],
    [
      'its own: one key unknown',
      { far: ['foo @invalid', 'bar @zone'] },
      [{ ...foobar, ...a }],
      twoZones,
      'anti-affinity fits',
    ],
    [
      'theirs: both keys',
      foobar,
      [{ ...a, far: ['foo @region', 'bar @zone'] }],
      twoZones,
      'existing existing',
    ],
    [
      'its own: both keys',
      { far: ['foo @region', 'bar @zone'] },
      [{ ...foobar, ...a }],
      twoZones,
      'anti-affinity anti-affinity',
    ],
    [
      'theirs: one term of each pod matches',
      foobar,
      [
        { ...a, far: ['foo @zone', 'labelA @zone'] },
        { on: 'nodeB', far: ['bar @zone', 'labelB @zone'] },
      ],
      threeZones,
      'existing existing fits',
    ],
    ['near by two keys', { near: ['foo @region', 'bar @zone'] }, [{ ...foobar, ...a }], oneZone, 'fits fits'],
    [
      'all terms have to match the same pod',
      { near: ['foo @region', 'bar @zone'] },
      [
        { is: 'foo', ...a },
        { is: 'bar', on: 'nodeB' },
      ],
      twoZones,
      'affinity affinity',
    ],
  ])('%s', (_name, asked, pods, nodes, expected) => {
    expect(filtered(asked, pods, nodes).join(' ')).toBe(expected);
  });
});

// Upstream's TestPreFilterDisabled.
test('a pod for which nothing was counted is an error', () => {
  const { plugin, state } = staged([], []);
  const info = newNodeInfo();
  info.setNode(nodeOf('node'));
  const status = plugin.filter(state, podOf({}), info);
  expect([status?.code, status?.message()]).toEqual([
    'Error',
    'error reading "PreFilterInterPodAffinity" from cycleState: not found',
  ]);
});

function countsOf(of: TopologyToMatchedTermCount): Readonly<Record<string, number>> {
  const pairs = [...of.entries()].flatMap(([key, values]) =>
    [...values].map(([value, count]) => [`${key}=${value}`, count] as const),
  );
  return Object.fromEntries(pairs);
}

const allOf = (s: PreFilterState) => ({
  existing: countsOf(s.topologyToMatchedExistingAntiAffinityTerms),
  near: countsOf(s.topologyToMatchedAffinityTerms),
  far: countsOf(s.topologyToMatchedAntiAffinityTerms),
});

// Upstream's TestPreFilterStateAddRemovePod.
describe('counts with a pod that comes are those that it would have found, and without it those of before', () => {
  const nodes = ['nodeA region=r1,zone=z11', 'nodeB region=r1,zone=z12', 'nodeC region=r2,zone=z21'];
  const bar = { is: 'foo=bar' };
  const region = { far: ['foo=bar @region'] };
  const complex = ['foo=bar,buzz @region', 'service!=bar,security,test @zone'];
  test.each<[string, Told, readonly Told[], Told, object]>([
    [
      'no affinity',
      bar,
      [{ ...bar, on: 'nodeA' }, { on: 'nodeC' }],
      { ...bar, on: 'nodeB' },
      { near: {}, far: {} },
    ],
    [
      'anti-affinity with one term',
      { ...bar, ...region },
      [
        { ...bar, on: 'nodeA' },
        { on: 'nodeC', ...region },
      ],
      { ...bar, on: 'nodeB', ...region },
      { near: {}, far: { 'region=r1': 2 } },
    ],
    [
      'anti-affinity with two terms',
      { ...bar, far: complex },
      [
        { ...bar, on: 'nodeA' },
        { on: 'nodeC', ...region },
      ],
      { ...bar, on: 'nodeA', far: complex },
      { near: {}, far: { 'region=r1': 2, 'zone=z11': 2, 'zone=z21': 1 } },
    ],
    [
      'affinity with two terms',
      { ...bar, near: complex },
      [
        { ...bar, on: 'nodeA' },
        { on: 'nodeC', ...region, near: complex },
      ],
      { ...bar, on: 'nodeA', far: complex },
      { near: { 'region=r1': 2, 'zone=z11': 2 }, far: {} },
    ],
    // What upstream's table leaves out: pods that come and want nothing themselves.
    [
      'affinity, and a plain pod comes',
      { ...bar, near: ['foo=bar @region'] },
      [{ ...bar, on: 'nodeA' }],
      { ...bar, on: 'nodeB' },
      { existing: {}, near: { 'region=r1': 2 }, far: {} },
    ],
    [
      'anti-affinity, and a plain pod comes',
      { ...bar, far: ['foo=bar @region'] },
      [{ ...bar, on: 'nodeA' }],
      { ...bar, on: 'nodeA' },
      { existing: {}, near: {}, far: { 'region=r1': 2 } },
    ],
    [
      'no affinity, and a pod comes that does not want it',
      bar,
      [{ on: 'nodeA', ...region }],
      { on: 'nodeA', ...region },
      { existing: { 'region=r1': 2 }, near: {}, far: {} },
    ],
    [
      'several pods of a kind on one node',
      { ...bar, far: ['foo=bar @zone'] },
      [
        { ...bar, on: 'nodeA' },
        { ...bar, on: 'nodeA' },
        { ...bar, on: 'nodeA' },
      ],
      { ...bar, on: 'nodeB' },
      { existing: {}, near: {}, far: { 'zone=z11': 3, 'zone=z12': 1 } },
    ],
  ])('%s', (_name, pending, pods, added, expected) => {
    const stateOf = (of: readonly Told[]) => {
      const stage = staged(of, nodes);
      const pod = podOf(pending);
      expect(stage.plugin.preFilter(stage.state, pod)).toBeUndefined();
      const [s] = stage.state.read('PreFilterInterPodAffinity');
      return { ...stage, pod, s: s as PreFilterState };
    };
    const all = allOf(stateOf([...pods, added]).s);
    const { plugin, state, infos, pod, s } = stateOf(pods);
    const before = s.clone();
    const [info] = infos.get(added.on!);
    const coming = podOf(added);
    expect(plugin.addPod(state, pod, coming, info!)).toBeUndefined();
    expect(allOf(s)).toMatchObject(expected);
    expect(allOf(s)).toEqual(all);
    expect(plugin.removePod(state, pod, coming, info!)).toBeUndefined();
    expect(allOf(s)).toEqual(allOf(before));
    expect(before).not.toBe(s);
  });
});

// Upstream's TestGetTPMapMatchingIncomingAffinityAntiAffinity.
describe('pods that match what a pod wants near, and what it wants far', () => {
  const terms = (keys: string): string[] =>
    keys
      .split(' ')
      .filter(Boolean)
      .map((key) => `${key} @hostname`);
  const one = { 'hostname=nodeA': 1 };
  test.each<[string, string | undefined, near: string, far: string, object, object]>([
    ['no pods', undefined, '', '', {}, {}],
    ['it wants nothing', 'aaa', '', '', {}, {}],
    ['none matches', 'bbb', 'aaa', 'aaa', {}, {}],
    ['one term of each', 'aaa', 'aaa', 'aaa', one, one],
    ['two terms of affinity', 'aaa,bbb', 'aaa bbb', 'aaa', { 'hostname=nodeA': 2 }, one],
    ['not all terms of affinity', 'aaa', 'aaa bbb', 'aaa bbb', {}, one],
    ['not all terms, first case', 'aaa,bbb', 'aaa ccc', 'aaa ccc', {}, one],
    ['not all terms, second case', 'bbb', 'aaa bbb', 'aaa bbb', {}, one],
  ])('%s', (_name, is, near, far, expectedNear, expectedFar) => {
    const pods = is === undefined ? [] : [podOf({ is, on: 'nodeA' })];
    const snapshot = newSnapshot(pods, [nodeOf('nodeA hostname=nodeA')]);
    const info = newPodInfo(podOf({ near: terms(near), far: terms(far) }));
    const counts = getTPMapMatchingIncomingAffinityAntiAffinity(info, snapshot.nodeInfos().list());
    expect(counts.map(countsOf)).toEqual([expectedNear, expectedFar]);
  });
});
