import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/scheduler/pod-affinity/scenario.ts';
import type {
  Node,
  Pod,
} from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Act } from '../../src/runtime/stage/acts.ts';
import type { DomainMeasure, Domains } from '../../src/runtime/subjects/scheduler/domains.ts';
import { type Attempt, nodeAt, numberAt, verdictOf } from '../../src/runtime/subjects/scheduler/world.ts';
import type { Entry } from '../../src/runtime/stage/world.ts';
import { mapGet } from '../../src/runtime/sim/pmap.ts';
import { type EntryOf, Played, chapter } from './played.ts';

const text = chapter('scheduler/pod-affinity').replaceAll(/\s+/g, ' ');
const played = new Map<string, Played>();
for (const scenario of scenarios) played.set(scenario.id.split('#')[1] ?? '', await Played.of(scenario));
const run = (variant = ''): Played => played.get(variant)!;

const [short, long] = ['zone', 'topology.kubernetes.io/zone'];

function attemptAt({ world, event }: EntryOf<'sched.prefilter' | 'sched.filter' | 'sched.score'>): Attempt {
  return mapGet(mapGet(world.schedulers, 'kube-scheduler')!.attempts, event.pod)!.at(-1)!;
}
const domainsAt = (entry: Parameters<typeof attemptAt>[0]): Domains => attemptAt(entry).domains!;
/** What was counted, such as `zone=east`. */
function counts({ counts: all }: Domains, of: DomainMeasure): Record<string, number> {
  const named = all.filter((one) => one.of === of);
  return Object.fromEntries(
    named.map(({ key, value, count }) => [`${key === long ? short : 'host'}=${value}`, count]),
  );
}
const counted = (variant: string, pod: string, of: DomainMeasure = 'affinity', nth = 0) => {
  const entries = run(variant).all('sched.prefilter', { pod: `default/${pod}` });
  return counts(domainsAt(entries[nth]!), of);
};
/** The nodes that can take a pod, in its first attempt or a later one. */
function passes(variant: string | Played, pod: string, nth = 0): string[] {
  const of = typeof variant === 'string' ? run(variant) : variant;
  const { filters } = attemptAt(of.all('sched.filter', { pod: `default/${pod}` })[nth]!);
  const places = Array.from({ length: filters!.count }, (_, place) => place);
  const passed = places.filter((place) => verdictOf(filters!, place).length === 0);
  return passed.map((place) => nodeAt(filters!, place)).sort();
}
function reasonsOf(variant: string, pod: string, node: string): readonly string[] {
  const { filters } = attemptAt(run(variant).first('sched.filter', { pod: `default/${pod}` }));
  const place = Array.from({ length: filters!.count }, (_, i) => i).find((i) => nodeAt(filters!, i) === node);
  return verdictOf(filters!, place!).flatMap(({ reasons }) => reasons);
}
const podIn = ({ world }: Entry, name: string, namespace = 'default'): Pod | undefined =>
  mapGet(world.store.objects, `pods/${namespace}/${name}`) as Pod | undefined;
const endOf = (variant: string): Entry => run(variant).entries.at(-1)!;

/** The same story with an act of a reader in it. */
async function after(variant: string, entry: Entry, act: Act): Promise<Played> {
  const scenario = scenarios.find(({ id }) => (id.split('#')[1] ?? '') === variant)!;
  return Played.of(scenario, { acts: [{ step: entry.step, act }] });
}

describe('who counts', () => {
  test('SCH-31 matching pods are counted by zone, whether they run or not, and not if they have ended', () => {
    expect(counted('', 'web')).toEqual({ 'zone=east': 1 });
    expect(counted('', 'api')).toEqual({ 'zone=west': 1 });
    expect(counted('', 'report')).toEqual({});
    const [web] = run().all('sched.prefilter', { pod: 'default/web' });
    const phases = ['db', 'cache', 'import-1'].map((name) => podIn(web!, name)?.status?.phase);
    expect(phases).toEqual(['Running', 'Pending', 'Succeeded']);
    expect(web!.event.compared).toBe(2);
    expect([passes('', 'web'), passes('', 'api'), passes('', 'report')]).toEqual([
      ['node-a', 'node-b'],
      ['node-c', 'node-d'],
      [],
    ]);
  });

  test('SCH-31 a pod that is on its way out counts until it is gone, and who came stays', async () => {
    const before = run().first('watch.event', { type: 'DELETED', key: 'default/import-1' });
    const act = { kind: 'delete', resource: 'pods', namespace: 'default', name: 'db' } as const;
    const changed = await after('', before, act);
    expect(passes(changed, 'web')).toEqual(['node-a', 'node-b']);
    const last = changed.entries.at(-1)!;
    expect(podIn(last, 'db')).toBeUndefined();
    expect(podIn(last, 'web')?.spec?.nodeName).toMatch(/^node-[ab]$/);
  });
});

test('SCH-33 with the host as key each node is a domain', () => {
  expect(counted('host', 'web')).toEqual({ 'host=node-a': 1 });
  expect(passes('host', 'web')).toEqual(['node-a']);
  expect(counted('', 'web')).toEqual({ 'zone=east': 1 });
});

test('SCH-33 any key is allowed but an empty one, unless an admission plugin is on, which looks at one form only', () => {
  const refused = (variant: string) =>
    run(variant)
      .all('act')
      .flatMap(({ event }) => event.error ?? []);
  expect(passes('keys', 'by-rack')).toHaveLength(5);
  const [empty, ...more] = refused('keys');
  expect(empty).toContain('topologyKey: Required value: can not be empty');
  expect(more).toEqual([]);
  expect(refused('limited').slice(0, 2)).toEqual([
    'pods "by-rack" is forbidden: affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey example.com/rack but only key kubernetes.io/hostname is allowed',
    'pods "by-zone" is forbidden: affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey topology.kubernetes.io/zone but only key kubernetes.io/hostname is allowed',
  ]);
});

test('SCH-32 namespaces and key are two inputs: none named is the pod’s own', () => {
  const termOf = (name: string) =>
    podIn(endOf('namespaces'), name)?.spec?.affinity?.podAffinity
      ?.requiredDuringSchedulingIgnoredDuringExecution?.[0];
  expect([termOf('web')?.namespaces, termOf('api')?.namespaces]).toEqual([undefined, ['team-data']]);
  expect(termOf('web')?.topologyKey).toBe(termOf('api')?.topologyKey);
  expect(podIn(endOf('namespaces'), 'db', 'team-data')?.spec?.nodeName).toBe('node-a');
  expect(counted('namespaces', 'web')).toEqual({});
  expect(counted('namespaces', 'api')).toEqual({ 'zone=east': 1 });
  expect(passes('namespaces', 'api')).toEqual(['node-a', 'node-b']);
});

describe('required affinity', () => {
  test('SCH-34 one pod has to match all terms, and is counted for each', () => {
    expect(counted('terms', 'web')).toEqual({});
    expect(passes('terms', 'web')).toEqual([]);
    expect(counted('terms', 'web', 'affinity', 2)).toEqual({ 'zone=west': 2 });
    expect(passes('terms', 'web', 2)).toEqual(['node-c', 'node-d']);
  });

  test('SCH-34 a pod that matches its own terms may be the first, where the label is', () => {
    expect(counted('group', 'web-1')).toEqual({});
    expect(passes('group', 'web-1')).toEqual(['node-a', 'node-b', 'node-c', 'node-d']);
    const follow = passes('group', 'web-2');
    expect(follow).toHaveLength(2);
    expect(follow).toContain(podIn(endOf('group'), 'web-1')?.spec?.nodeName);
    expect(passes('group', 'web-3')).toEqual(follow);
    expect(passes('group', 'api')).toEqual([]);
  });
});

describe('required anti-affinity', () => {
  const general = "node(s) didn't match pod affinity/anti-affinity";

  test('SCH-35 a node fails if its domain has a matching pod', () => {
    expect(counted('apart', 'web-3', 'antiAffinity')).toEqual({ 'zone=east': 1, 'zone=west': 1 });
    expect(reasonsOf('apart', 'web-3', 'node-a')).toEqual([
      general,
      "node(s) didn't match pod anti-affinity rules",
    ]);
  });

  test('SCH-35 and if a pod that is there has one that matches who comes', () => {
    const { spec } = podIn(endOf('grudge'), 'batch')!;
    expect(spec?.affinity).toBeUndefined();
    expect(counted('grudge', 'batch', 'existingAntiAffinity')).toEqual({ 'zone=east': 1 });
    expect(passes('grudge', 'batch')).toEqual(['node-c', 'node-d', 'node-e']);
    expect(reasonsOf('grudge', 'batch', 'node-b')).toEqual([
      general,
      "node(s) didn't satisfy existing pods anti-affinity rules",
    ]);
    expect(run('grudge').first('sched.prefilter').event.compared).toBe(1);
  });

  test('SCH-38 a node without the label passes, for one after another', () => {
    const node = mapGet(endOf('apart').world.store.objects, 'nodes/node-e') as Node;
    expect(node.metadata.labels).not.toHaveProperty([long!]);
    expect([passes('apart', 'web-3'), passes('apart', 'web-4')]).toEqual([['node-e'], ['node-e']]);
  });

  test('SCH-38 without the label of one node, anti-affinity passes there and affinity fails', async () => {
    const act = { kind: 'label-node', node: 'node-b', labels: { [long!]: null } } as const;
    const away = await after('apart', run('apart').first('store.write', { key: 'pods/default/web-2' }), act);
    expect(passes(away, 'web-3')).toEqual(['node-b', 'node-e']);
    const near = await after(
      '',
      run().first('watch.event', { type: 'DELETED', key: 'default/import-1' }),
      act,
    );
    expect(passes(near, 'web')).toEqual(['node-a']);
  });
});

describe('preferences', () => {
  const scored = (variant: string) => {
    const { scores, choice } = attemptAt(run(variant).first('sched.score', { pod: 'default/web' }));
    const { raw, normalized } = scores!.columns.find(({ plugin }) => plugin === 'InterPodAffinity')!;
    const of = (numbers: typeof raw) =>
      Object.fromEntries(scores!.nodes.map((name, place) => [name.slice(-1), numberAt(numbers, place)]));
    return { raw: of(raw), normalized: of(normalized), choice };
  };

  test('SCH-36 weights of all sides are added up by domain, with their signs, and brought into 0 to 100', () => {
    const domains = domainsAt(run('prefer').first('sched.score', { pod: 'default/web' }));
    const sums = { 'zone=east': 50, 'zone=west': 30, 'host=node-b': -10, 'host=node-d': -80 };
    expect(counts(domains, 'preference')).toEqual(sums);
    const { raw, normalized } = scored('prefer');
    expect(raw).toEqual({ a: 50, b: 40, c: 30, d: -50, e: 0 });
    expect(normalized).toEqual({ a: 100, b: 90, c: 80, d: 0, e: 50 });
    expect(run('prefer').first('sched.choose').event).toMatchObject({ node: 'node-a', how: 'best' });
    for (const [name, of] of Object.entries(raw)) {
      const cells = `${of} | ${normalized[name]} |`.replace('-', '−');
      expect(text.replaceAll('`', '')).toMatch(
        new RegExp(`node-${name} [^.]*${cells.replaceAll('|', '\\|')}`),
      );
    }
  });

  test('SCH-36 what others require counts as a preference, with the weight of the configuration', () => {
    const domains = domainsAt(run('prefer-hard').first('sched.score', { pod: 'default/web' }));
    expect(counts(domains, 'preference')).toMatchObject({ 'zone=east': 50, 'zone=west': 129 });
    expect(run('prefer-hard').first('sched.choose').event.node).toBe('node-c');
  });
});

test('SCH-37 how many pods were compared with terms is counted', () => {
  const cost = run('cost');
  const rows = ['batch-1', 'api-1', 'api-2', 'batch-2'].map((name) => {
    const entry = cost.first('sched.score', { pod: `default/${name}` });
    const nodes = mapGet(entry.world.schedulers, 'kube-scheduler')!.nodes;
    const there = ['node-a', 'node-b', 'node-c'].map((node) => mapGet(nodes, node)!.pods.length);
    return [name, there.reduce((sum, pods) => sum + pods), attemptAt(entry).domains?.compared ?? 0] as const;
  });
  expect(rows).toEqual([
    ['batch-1', 12, 0],
    ['api-1', 13, 13],
    ['api-2', 14, 14],
    ['batch-2', 18, 8],
  ]);
  for (const [name, there, compared] of rows)
    expect(text.replaceAll('`', '')).toMatch(new RegExp(`${name}, [^|]* \\| ${there} \\| ${compared} \\|`));
  expect(cost.first('sched.prefilter', { pod: 'default/api-1' }).event.compared).toBe(13);
  expect(cost.first('sched.prefilter', { pod: 'default/batch-2' }).event.compared).toBe(3);
});
