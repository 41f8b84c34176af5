import { expect, test } from 'vitest';
import type { Node, Pod } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  type PodGCController,
  newPodGC,
} from '../../../../../../src/runtime/kubernetes/pkg/controller/podgc/gc_controller.ts';
import { newServiceUnavailable } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { Bed } from '../bed.ts';

interface Story {
  readonly threshold?: number;
  /** Name, phase, node. Each was created an hour after the one before. */
  readonly pods: readonly (readonly [name: string, phase: string, node: string, terminating?: boolean])[];
  /** Nodes that the API has, and that the cache has. */
  readonly nodes?: readonly string[];
  readonly cached?: readonly string[];
  readonly waitMs?: number;
  /** What happens while the nodes are in quarantine. */
  readonly meanwhile?: (bed: Bed, cache: { add(name: string): void; delete(name: string): void }) => void;
}

const node = (name: string): Node =>
  ({ apiVersion: 'v1', kind: 'Node', metadata: { name, uid: name, resourceVersion: '1' } }) as Node;

/** The pods that were deleted after two rounds with `waitMs` between them, sorted. */
function deleted({ threshold = -1, pods, nodes = [], cached = [], waitMs = 0, meanwhile }: Story): string[] {
  const bed = new Bed();
  for (const name of nodes) bed.create('nodes', node(name), '');
  const v1 = bed.informers.core().v1();
  const gcc: PodGCController = newPodGC(bed.sim, bed.client, v1.pods(), v1.nodes(), threshold);
  const nodeCache = v1.nodes().informer().getIndexer();
  for (const name of cached) nodeCache.add(node(name));
  pods.forEach(([name, phase, nodeName, terminating], hour) => {
    const creationTimestamp = `2021-01-01T0${hour}:00:00Z`;
    const deletionTimestamp = terminating ? creationTimestamp : undefined;
    const metadata = { name, namespace: 'default', uid: name, creationTimestamp, deletionTimestamp };
    v1.pods()
      .informer()
      .getIndexer()
      .add({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata,
        spec: { nodeName },
        status: { phase },
      } as unknown as Pod);
  });
  const names: string[] = [];
  gcc.deletePod = function* (_namespace, name) {
    names.push(name);
    return undefined;
  };
  bed.run(gcc.gc());
  if (waitMs === 0) return names.sort();
  expect(names).toEqual([]);
  bed.sim.runFor(waitMs);
  meanwhile?.(bed, {
    add: (name) => nodeCache.add(node(name)),
    delete: (name) => nodeCache.delete(node(name)),
  });
  bed.run(gcc.gc());
  return names.sort();
}

test.each([
  ['0 lets all stay', 0, ['Failed', 'Succeeded'], []],
  ['the oldest go until one is left', 1, ['Failed', 'Succeeded', 'Failed'], ['a', 'b']],
  ['running pods do not count', 1, ['Running', 'Succeeded', 'Failed'], ['b']],
  ['of two the older', 1, ['Failed', 'Succeeded'], ['a']],
  ['fewer than may stay', 5, ['Failed', 'Succeeded'], []],
] as const)('pods that ended: %s', (_name, threshold, phases, gone) => {
  const pods = phases.map((phase, i) => ['abc'.charAt(i), phase, 'node'] as const);
  expect(deleted({ threshold, pods, nodes: ['node'], cached: ['node'] })).toEqual(gone);
});

const long = 80_000;
const abc = [
  ['a', 'Running', 'existing1'],
  ['b', 'Failed', 'existing2'],
  ['c', 'Succeeded', 'existing2'],
] as const;
const one = [['a', 'Failed', 'node']] as const;

test.each<readonly [string, Story, readonly string[]]>([
  ['the cache has the nodes', { pods: abc, cached: ['existing1', 'existing2'] }, []],
  ['only the API has the nodes', { pods: abc, nodes: ['existing1', 'existing2'] }, []],
  [
    'nobody has the node',
    {
      pods: [
        ['a', 'Failed', 'gone'],
        ['b', 'Succeeded', 'gone'],
      ],
    },
    ['a', 'b'],
  ],
  ['the quarantine is not over', { pods: one, waitMs: 20_000 }, []],
  ['there is another node', { pods: [['a', 'Running', 'gone']], cached: ['existing'] }, ['a']],
  [
    'some nodes are there',
    {
      pods: [
        ['a', 'Failed', 'gone'],
        ['b', 'Failed', 'existing'],
        ['c', 'Succeeded', 'gone'],
        ['d', 'Running', 'gone'],
      ],
      cached: ['existing'],
    },
    ['a', 'c', 'd'],
  ],
  ['the API gets the node', { pods: one, meanwhile: (bed) => bed.create('nodes', node('node'), '') }, []],
  ['the cache gets the node', { pods: one, meanwhile: (_, cache) => cache.add('node') }, []],
  [
    'the API loses the node',
    { pods: one, nodes: ['node'], meanwhile: (bed) => bed.do('delete', 'nodes', { name: 'node' }) },
    ['a'],
  ],
  [
    'the cache loses the node, whose quarantine begins only then',
    { pods: one, nodes: ['node'], cached: ['node'], meanwhile: (_, cache) => cache.delete('node') },
    [],
  ],
])('pods on nodes that are gone: %s', (_name, story, gone) => {
  expect(deleted({ waitMs: long, ...story })).toEqual(gone);
});

test.each<readonly [string, Story['pods'], readonly string[]]>([
  [
    'whatever their phase, if they are on no node',
    [
      ['a', 'Failed', '', true],
      ['b', 'Succeeded', '', true],
      ['c', 'Running', '', true],
    ],
    ['a', 'b', 'c'],
  ],
  [
    'not those that stay, and not those that a kubelet ends',
    [
      ['a', 'Failed', ''],
      ['b', 'Succeeded', 'node'],
      ['c', 'Running', 'node', true],
    ],
    [],
  ],
])('pods that are to go: %s', (_name, pods, gone) => {
  expect(deleted({ pods, nodes: ['node'], cached: ['node'] })).toEqual(gone);
});

test('INI-24: it looks round every 20 s, and a pod on a node that never was goes after the quarantine', () => {
  const bed = new Bed();
  const v1 = bed.informers.core().v1();
  const gcc = newPodGC(bed.sim, bed.client, v1.pods(), v1.nodes(), 12500);
  const spec = { nodeName: 'ghost', containers: [{ name: 'c', image: 'app:v1' }] };
  bed.create('pods', { metadata: { name: 'a' }, spec });
  bed.start(gcc.run(bed.stop));
  bed.sim.runFor(39_900);
  expect(bed.list('pods')).toHaveLength(1);
  // Found at once, in quarantine for 40 s, and gone by the round that comes then, as recorded.
  bed.sim.runFor(200);
  expect(bed.list('pods')).toEqual([]);
  expect(bed.requests).toEqual(['get nodes ghost', 'delete pods a']);
});

test('of pods that ended in the same second the one goes whose name comes first', () => {
  const bed = new Bed();
  const v1 = bed.informers.core().v1();
  const gcc = newPodGC(bed.sim, bed.client, v1.pods(), v1.nodes(), 2);
  const ended = (name: string, creationTimestamp: string | undefined): Pod =>
    ({
      metadata: { name, namespace: 'default', creationTimestamp },
      spec: {},
      status: { phase: 'Failed' },
    }) as unknown as Pod;
  const names: string[] = [];
  gcc.deletePod = function* (_namespace, name) {
    names.push(name);
    yield* bed.sim.sleep(10);
    return undefined;
  };
  const [early, late] = ['2021-01-01T00:00:00Z', '2021-01-01T00:00:01Z'];
  const pods = [ended('d', late), ended('b', early), ended('c', late), ended('a', early), ended('e', late)];
  bed.run(gcc.gcTerminated(pods));
  expect(names).toEqual(['a', 'b', 'c']);
  // All at the same time, and it waits for them.
  expect(bed.sim.now).toBe(10);
  names.length = 0;
  bed.run(gcc.gcTerminated([ended('x', early), ended('y', undefined), ended('z', late)]));
  expect(names).toEqual(['y']);
  bed.run(gcc.gcTerminated([ended('x', early), ended('y', early)]));
  expect(names).toEqual(['y']);
});

test.each(['Pending', 'Running', 'Unknown'])('a pod that is %s has not ended', (phase) => {
  expect(
    deleted({
      threshold: 1,
      pods: [
        ['a', phase, ''],
        ['b', phase, ''],
      ],
    }),
  ).toEqual([]);
});

test('a node of which the API server does not say whether it is there keeps its pods until it does', () => {
  const bed = new Bed();
  const v1 = bed.informers.core().v1();
  const gcc = newPodGC(bed.sim, bed.client, v1.pods(), v1.nodes(), 0);
  const spec = { nodeName: 'ghost', containers: [{ name: 'c', image: 'app:v1' }] };
  bed.create('pods', { metadata: { name: 'a' }, spec });
  let failures = 1;
  bed.refuse = ({ verb, resource }) =>
    verb === 'get' && resource === 'nodes' && failures-- > 0 ? newServiceUnavailable('no') : undefined;
  bed.start(gcc.run(bed.stop));
  bed.sim.runFor(50_000);
  expect([bed.requests, bed.list('pods').length]).toEqual([['get nodes ghost'], 1]);
  bed.sim.runFor(60_000);
  expect(bed.requests).toEqual(['get nodes ghost', 'get nodes ghost', 'delete pods a']);
});

test('it looks round no more when it is told to end', () => {
  const bed = new Bed();
  const v1 = bed.informers.core().v1();
  const gcc = newPodGC(bed.sim, bed.client, v1.pods(), v1.nodes(), 0);
  bed.start(gcc.run(bed.stop));
  bed.sim.runFor(1000);
  bed.stop.close();
  bed.create('pods', {
    metadata: { name: 'a' },
    spec: { nodeName: 'ghost', containers: [{ name: 'c', image: 'app:v1' }] },
  });
  bed.sim.runFor(200_000);
  expect(bed.requests).toEqual([]);
  const left = [...bed.sim.processes.values()].map(({ name }) => name);
  expect(left.filter((name) => name === 'controller' || name === 'podgc/gc')).toEqual([]);
});
