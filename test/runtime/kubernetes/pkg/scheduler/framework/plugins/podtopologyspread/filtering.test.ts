import { describe, expect, test } from 'vitest';
import { newCycleState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type {
  FilterPlugin,
  PreFilterExtensions,
  PreFilterPlugin,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import type { PreFilterState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/podtopologyspread/filtering.ts';
import { newPlugin } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/podtopologyspread/plugin.ts';
import { newNodeInfo } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { type World, handleOf, newPluginOf, pod, service } from '../handle.ts';
import { labels } from '../labels.ts';
import { type Constraint, foos, nodeOf, pendingOf, runningOf } from './spread.ts';

type Plugin = PreFilterPlugin & PreFilterExtensions & FilterPlugin;

const two = ['node-a/zone1', 'node-b/zone1'];
const ab = [...two, 'node-x/zone2'];
const aby = [...two, 'node-y/zone2'];
const four = [...ab, 'node-y/zone2'];
const ax = ['node-a/zone1', 'node-x/zone2'];

const zone: readonly Constraint[] = [['zone', 1]];
const node: readonly Constraint[] = [['node', 1]];
const zoneAndNode = [...zone, ...node];
const fooAndBar: readonly Constraint[] = [
  ['zone', 1],
  ['node', 1, 'bar'],
];

function staged(world: World, args: object = { defaultingType: 'List' }) {
  const handle = handleOf(world);
  const plugin = newPluginOf<Plugin>(newPlugin, args, handle);
  return { plugin, state: newCycleState(), infos: handle.snapshotSharedLister().nodeInfos() };
}

function counted(stage: ReturnType<typeof staged>, asked: ReturnType<typeof pendingOf>): PreFilterState {
  expect(stage.plugin.preFilter(stage.state, asked)).toBeUndefined();
  const [s] = stage.state.read('PreFilterPodTopologySpread');
  return s as PreFilterState;
}

/** What was counted, by key and value; and the fewest of each key, with another, as `value:count`. */
function told(s: PreFilterState): readonly [object, object] {
  const counts = [...s.tpPairToMatchNum.entries()].map(([key, of]) => [key, Object.fromEntries(of)] as const);
  const paths = [...s.tpKeyToCriticalPaths].map(([key, { paths: of }]) => {
    expect(of[0].matchNum).toBeLessThanOrEqual(of[1].matchNum);
    // Of equal ones either may be the first.
    const inOrder = of.toSorted(
      (a, b) => a.matchNum - b.matchNum || (a.topologyValue < b.topologyValue ? -1 : 1),
    );
    return [
      key,
      inOrder.map(({ topologyValue, matchNum }) => `${topologyValue}:${matchNum}`).join(' '),
    ] as const;
  });
  return [Object.fromEntries(counts), Object.fromEntries(paths)];
}

const constraintsOf = (s: PreFilterState): string[] =>
  s.constraints.map((of) => `${of.topologyKey} ${of.maxSkew} ${of.selector.toString()}`);

/** What `criticalPaths` has of a key that no node has. */
const none = ':2147483647 :2147483647';

// Upstream's TestPreFilterState.
describe('what is counted before nodes are looked at', () => {
  const zones = { zone1: 3, zone2: 4 };
  test.each<
    [string, ReturnType<typeof pendingOf>, nodes: readonly string[], pods: readonly string[], object, object]
  >([
    [
      'a clean cluster',
      pendingOf('foo', [['zone', 5, 'foo=bar']]),
      four,
      [],
      { zone: { zone1: 0, zone2: 0 } },
      { zone: 'zone1:0 zone2:0' },
    ],
    [
      'one constraint',
      pendingOf('foo', zone),
      four,
      foos('a2 b1 y2'),
      { zone: { zone1: 3, zone2: 2 } },
      { zone: 'zone2:2 zone1:3' },
    ],
    [
      'one constraint and three zones',
      pendingOf('foo', zone),
      [...four, 'node-o/zone3', 'node-p/zone3'],
      foos('a2 b1 y2'),
      { zone: { zone1: 3, zone2: 2, zone3: 0 } },
      { zone: 'zone3:0 zone2:2' },
    ],
    [
      'pods of another namespace',
      pendingOf('foo', zone),
      four,
      ['node-a foo', 'node-a ns1:foo', 'node-b foo', 'node-y ns2:foo', 'node-y foo'],
      { zone: { zone1: 2, zone2: 1 } },
      { zone: 'zone2:1 zone1:2' },
    ],
    [
      'two constraints',
      pendingOf('foo', zoneAndNode),
      four,
      foos('a2 b1 y4'),
      { zone: zones, node: { 'node-a': 2, 'node-b': 1, 'node-x': 0, 'node-y': 4 } },
      { zone: 'zone1:3 zone2:4', node: 'node-x:0 node-b:1' },
    ],
    [
      'wishes are not counted',
      pendingOf('foo', [['~zone', 1], ...zone, ['~node', 1], ...node]),
      aby,
      foos('a2 b1 y4'),
      { zone: zones, node: { 'node-a': 2, 'node-b': 1, 'node-y': 4 } },
      { zone: 'zone1:3 zone2:4', node: 'node-b:1 node-a:2' },
    ],
    [
      'two selectors',
      pendingOf('foo,bar', fooAndBar),
      aby,
      ['node-a foo', 'node-b bar'],
      { zone: { zone1: 1, zone2: 0 }, node: { 'node-a': 0, 'node-b': 1, 'node-y': 0 } },
      { zone: 'zone2:0 zone1:1', node: 'node-a:0 node-y:0' },
    ],
    [
      'two selectors, and pods with both labels',
      pendingOf('foo,bar', fooAndBar),
      aby,
      ['node-a foo,bar', ...foos('a1 b1 y2'), 'node-y foo,bar', 'node-y foo,bar'],
      { zone: zones, node: { 'node-a': 1, 'node-b': 0, 'node-y': 2 } },
      { zone: 'zone1:3 zone2:4', node: 'node-b:0 node-a:1' },
    ],
    [
      'nodes that the pod refuses',
      pendingOf('foo', zoneAndNode, { notOn: 'node-x' }),
      four,
      foos('a2 b1 y4'),
      { zone: zones, node: { 'node-a': 2, 'node-b': 1, 'node-y': 4 } },
      { zone: 'zone1:3 zone2:4', node: 'node-b:1 node-a:2' },
    ],
  ])('%s', (_name, asked, nodes, pods, counts, paths) => {
    const stage = staged({ nodes: nodes.map(nodeOf), pods: pods.map(runningOf) });
    const s = counted(stage, asked);
    expect(told(s)).toEqual([counts, paths]);
    const hard = asked.spec.topologySpreadConstraints!.filter(
      (of) => of.whenUnsatisfiable === 'DoNotSchedule',
    );
    expect(s.constraints.map((of) => [of.topologyKey, of.maxSkew])).toEqual(
      hard.map((of) => [of.topologyKey, of.maxSkew]),
    );
  });

  const byDefault = (topologyKey: string, maxSkew: number, whenUnsatisfiable = 'DoNotSchedule') => ({
    topologyKey,
    maxSkew,
    whenUnsatisfiable,
  });
  test.each<[string, is: string, readonly Constraint[], object[], of: string, readonly string[], object]>([
    [
      'those of the profile, and a service',
      'foo=bar,baz=kar',
      [],
      [byDefault('node', 3), byDefault('node', 2, 'ScheduleAnyway'), byDefault('rack', 5)],
      'foo=bar',
      ['node 3 foo=bar', 'rack 5 foo=bar'],
      { node: none, rack: none },
    ],
    ['a service that is not for the pod', 'foo=bar', [], [byDefault('node', 3)], 'baz=kep', [], {}],
    [
      'the pod has its own',
      'foo=bar,baz=tar',
      [
        ['zone', 1, 'baz=tar'],
        ['~planet', 2, 'fot=rok'],
      ],
      [byDefault('node', 2)],
      'foo=bar',
      ['zone 1 baz in (tar)'],
      { zone: none },
    ],
    ['wishes of the profile', 'foo=bar', [], [byDefault('node', 2, 'ScheduleAnyway')], 'foo=bar', [], {}],
  ])('constraints: %s', (_name, is, own, defaultConstraints, of, constraints, paths) => {
    const stage = staged({ services: [service(labels(of))] }, { defaultingType: 'List', defaultConstraints });
    const s = counted(stage, pendingOf(is, own));
    expect(constraintsOf(s)).toEqual(constraints);
    expect(told(s)[1]).toEqual(paths);
    expect([...s.tpPairToMatchNum.entries()].flatMap(([, values]) => [...values])).toEqual([]);
  });
});

type Change = [
  string,
  is: string,
  readonly Constraint[],
  nodes: readonly string[],
  pods: readonly string[],
  changed: string,
  object,
  object,
];

function changed(
  verb: 'addPod' | 'removePod',
  [, is, constraints, nodes, pods, of, counts, paths]: Change,
): void {
  const stage = staged({ nodes: nodes.map(nodeOf), pods: pods.map(runningOf) });
  const asked = pendingOf(is, constraints);
  const s = counted(stage, asked);
  const before = told(s);
  const clone = s.clone();
  const [info] = stage.infos.get(of.split(' ')[0]!);
  expect(stage.plugin[verb](stage.state, asked, runningOf(of), info!)).toBeUndefined();
  expect(told(s)).toEqual([counts, paths]);
  expect(told(clone)).toEqual(before);
}

// Upstream's TestPreFilterStateAddPod.
describe('a pod that comes is counted', () => {
  test.each<Change>([
    [
      'on one of two empty nodes',
      'foo',
      node,
      two,
      [],
      'node-a foo',
      { node: { 'node-a': 1, 'node-b': 0 } },
      { node: 'node-b:0 node-a:1' },
    ],
    [
      'on the node that had the fewest',
      'foo',
      node,
      two,
      foos('b1'),
      'node-a foo',
      { node: { 'node-a': 1, 'node-b': 1 } },
      { node: 'node-a:1 node-b:1' },
    ],
    [
      'not if it is of another namespace',
      'foo',
      node,
      two,
      foos('b1'),
      'node-a ns1:foo',
      { node: { 'node-a': 0, 'node-b': 1 } },
      { node: 'node-a:0 node-b:1' },
    ],
    [
      'on a node that had more',
      'foo',
      node,
      two,
      foos('b1'),
      'node-b foo',
      { node: { 'node-a': 0, 'node-b': 2 } },
      { node: 'node-a:0 node-b:2' },
    ],
    [
      'by zone and node, where nothing was',
      'foo',
      zoneAndNode,
      ax,
      [],
      'node-a foo',
      { zone: { zone1: 1, zone2: 0 }, node: { 'node-a': 1, 'node-x': 0 } },
      { zone: 'zone2:0 zone1:1', node: 'node-x:0 node-a:1' },
    ],
    [
      'by zone and node, where the fewest were',
      'foo',
      zoneAndNode,
      ax,
      foos('x1'),
      'node-a foo',
      { zone: { zone1: 1, zone2: 1 }, node: { 'node-a': 1, 'node-x': 1 } },
      { zone: 'zone1:1 zone2:1', node: 'node-a:1 node-x:1' },
    ],
    [
      'the fewest by node are not those by zone',
      'foo',
      zoneAndNode,
      ab,
      foos('b2 x1'),
      'node-a foo',
      { zone: { zone1: 3, zone2: 1 }, node: { 'node-a': 1, 'node-b': 2, 'node-x': 1 } },
      { zone: 'zone2:1 zone1:3', node: 'node-a:1 node-x:1' },
    ],
    [
      'by one of two selectors',
      'foo,bar',
      fooAndBar,
      ab,
      ['node-b foo,bar', 'node-x foo,bar', 'node-x bar'],
      'node-a foo',
      { zone: { zone1: 2, zone2: 1 }, node: { 'node-a': 0, 'node-b': 1, 'node-x': 2 } },
      { zone: 'zone2:1 zone1:2', node: 'node-a:0 node-b:1' },
    ],
    [
      'by both selectors',
      'foo,bar',
      fooAndBar,
      ab,
      ['node-b bar', 'node-x foo,bar', 'node-x bar'],
      'node-a foo,bar',
      { zone: { zone1: 1, zone2: 1 }, node: { 'node-a': 1, 'node-b': 1, 'node-x': 2 } },
      { zone: 'zone1:1 zone2:1', node: 'node-a:1 node-b:1' },
    ],
  ])('%s', (...change) => changed('addPod', change));
});

// Upstream's TestPreFilterStateRemovePod.
describe('a pod that goes counts no more', () => {
  test.each<Change>([
    [
      'and the fewest are as many as before',
      'foo',
      zone,
      ab,
      foos('a1 b1 x1'),
      'node-a foo',
      { zone: { zone1: 1, zone2: 1 } },
      { zone: 'zone1:1 zone2:1' },
    ],
    [
      'and its zone has the fewest',
      'foo',
      zone,
      four,
      foos('a1 b1 x1 y1'),
      'node-a foo',
      { zone: { zone1: 1, zone2: 2 } },
      { zone: 'zone1:1 zone2:2' },
    ],
    ...([['node-a bar'], []] as const).map((more): Change => [
      `one that ${more.length > 0 ? 'does not match' : 'is not there'} changes nothing`,
      'foo',
      zone,
      four,
      [...more, ...foos('a1 b1 x1 y1')],
      'node-a bar',
      { zone: { zone1: 2, zone2: 2 } },
      { zone: 'zone1:2 zone2:2' },
    ]),
    [
      'by zone and node',
      'foo',
      zoneAndNode,
      ab,
      foos('a2 b1 x2'),
      'node-x foo',
      { zone: { zone1: 3, zone2: 1 }, node: { 'node-a': 2, 'node-b': 1, 'node-x': 1 } },
      { zone: 'zone2:1 zone1:3', node: 'node-b:1 node-x:1' },
    ],
  ])('%s', (...change) => changed('removePod', change));
});

const sign = { Success: '+', Unschedulable: '-', UnschedulableAndUnresolvable: '!' };

/** What becomes of the pod on each node: `+` if it may go there, `-` if not, `!` if nobody's going could help. */
function filtered(
  asked: ReturnType<typeof pendingOf>,
  nodes: readonly string[],
  pods: readonly string[],
): string {
  const stage = staged({ nodes: nodes.map(nodeOf), pods: pods.map(runningOf) });
  counted(stage, asked);
  const signs = nodes.map((text) => {
    const [info] = stage.infos.get(nodeOf(text).metadata.name);
    const code = stage.plugin.filter(stage.state, asked, info!)?.code ?? 'Success';
    return sign[code as keyof typeof sign];
  });
  return signs.join('');
}

// Upstream's TestSingleConstraint.
describe('one constraint', () => {
  const spread = foos('a2 b1 y3');
  test.each<[string, ReturnType<typeof pendingOf>, readonly string[], readonly string[], string]>([
    ['no pods', pendingOf('foo', zone), four, [], '++++'],
    ['no pods, and it does not match itself', pendingOf('foo', [['zone', 1, 'bar']]), four, [], '++++'],
    [
      'pods of other namespaces',
      pendingOf('foo', zone),
      four,
      ['node-a ns1:foo', 'node-a ns2:foo', ...foos('x1 y1')],
      '++--',
    ],
    ['3 and 3 by zone', pendingOf('foo', zone), four, spread, '++++'],
    [
      'a node has no zone, and its pod does not count',
      pendingOf('foo', zone),
      ['node-a/zone1', 'node-b/?zone1', 'node-x/zone2', 'node-y/zone2'],
      foos('a1 b1 x1 y1'),
      '+!--',
    ],
    ['no node has a rack', pendingOf('foo', [['rack', 1]]), ax, [], '!!'],
    ['2, 1, 0 and 3 by node', pendingOf('foo', node), four, spread, '--+-'],
    ['the same with a skew of 2', pendingOf('foo', [['node', 2]]), four, spread, '-++-'],
    ['the same, and it does not match itself', pendingOf('bar', node), four, spread, '-++-'],
    // NodeAffinity would refuse the nodes between.
    [
      'the same, and two nodes are not for it',
      pendingOf('foo', node, { on: 'node-a,node-y' }),
      four,
      spread,
      '+++-',
    ],
    ['a pod that is about to go', pendingOf('foo', node), two, ['node-a ~foo', 'node-b foo'], '+-'],
  ])('%s', (_name, asked, nodes, pods, expected) => {
    expect(filtered(asked, nodes, pods)).toBe(expected);
  });
});

// Upstream's TestMultipleConstraints.
describe('two constraints', () => {
  test.each<[string, is: string, readonly Constraint[], readonly string[], readonly string[], string]>([
    ['3 and 3; 2, 1, 0 and 3', 'foo', zoneAndNode, four, foos('a2 b1 y3'), '--+-'],
    ['3 and 4; 2, 1, 0 and 4', 'foo', zoneAndNode, four, foos('a2 b1 y4'), '----'],
    ['1 and 0; 0, 0, 0 and 1', 'foo,bar', fooAndBar, four, ['node-a foo', 'node-y bar'], '--+-'],
    [
      '1 and 0; 0, 0, 1 and 1',
      'foo,bar',
      fooAndBar,
      four,
      ['node-a foo', 'node-x bar', 'node-y bar'],
      '----',
    ],
    [
      '2 and 3; 1, 0, 0 and 1',
      'foo,bar',
      fooAndBar,
      four,
      ['node-a foo', 'node-a foo,bar', 'node-y foo', 'node-y foo,bar', 'node-y foo'],
      '-+--',
    ],
    [
      'it does not match itself by zone',
      'bar',
      fooAndBar,
      four,
      ['node-a foo', 'node-x bar', 'node-y bar'],
      '++--',
    ],
    [
      'a node without its name',
      'foo',
      zoneAndNode,
      [...two, '?node-x/zone2', 'node-y/zone2'],
      foos('a1 y1'),
      '-+!-',
    ],
  ])('%s', (_name, is, constraints, nodes, pods, expected) => {
    expect(filtered(pendingOf(is, constraints), nodes, pods)).toBe(expected);
  });
});

// Upstream's TestPreFilterDisabled.
test('a pod for which nothing was counted is an error', () => {
  const { plugin, state } = staged({});
  const info = newNodeInfo();
  info.setNode(nodeOf('node/zone'));
  const status = plugin.filter(state, pod(), info);
  expect([status?.code, status?.message()]).toEqual([
    'Error',
    'reading "PreFilterPodTopologySpread" from cycleState: not found',
  ]);
});
