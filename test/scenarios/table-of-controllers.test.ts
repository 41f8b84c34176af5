import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/controller-manager/table-of-controllers/scenario.ts';
import type {
  Endpoints,
  Node,
  ServiceAccount,
} from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';
import { select } from '../../src/recording/select.ts';
import { mapEntries, mapGet } from '../../src/runtime/sim/pmap.ts';
import { Played, chapter } from './played.ts';

const manager = 'kube-controller-manager';
const text = chapter('controller-manager/table-of-controllers').replaceAll(/\s+/g, ' ');
const named = (variant: string): Scenario =>
  scenarios.find(({ id }) => id === `controller-manager/table-of-controllers${variant}`)!;
const play = (...variants: string[]): Promise<Played[]> =>
  Promise.all(variants.map((variant) => Played.of(named(variant))));

const [work, inAndOut, lostToken, usual, core, gates, flags, external, cloud] = (await play(
  '', '#in-and-out', '#lost-token', '#usual', '#core', '#gates', '#flags', '#external', '#cloud',
)) as [Played, Played, Played, Played, Played, Played, Played, Played, Played]; // prettier-ignore

const verdicts = new Set(['started', 'skipped', 'disabled', 'failed']);
/** What became of a controller; undefined where it is not in the table. */
const fate = (run: Played, name: string): string | undefined =>
  run.all('startup').find(({ event }) => event.name === name && verdicts.has(event.phase))?.event.phase;
const fates = (name: string, ...runs: Played[]): (string | undefined)[] => runs.map((run) => fate(run, name));
/** Cells of a controller's row in the table of those that are not re-implemented: client, what it would watch, a note. */
const noted = (run: Played, name: string): readonly string[] =>
  mapGet(run.entries.at(-1)!.world.tables, `${manager}/not-reimplemented`)?.rows.find(
    (row) => row.name === name,
  )?.cells ?? [];
const watches = (run: Played, name: string): number =>
  noted(run, name)[1]?.split(', ').filter(Boolean).length ?? 0;

describe('the chapter on the table of controllers: at work', () => {
  test('INI-27 a new namespace has an account within milliseconds, and a Secret from another controller', () => {
    const made = work.first('store.write', { key: 'serviceaccounts/shop/default' });
    expect(made.at - work.act(1).at).toBe(4);
    expect(work.all('store.write', { verb: 'create', resource: 'secrets' }, work.act(1).index)).toHaveLength(
      1,
    );
  });

  test('INI-40 ttl writes on the node that a Secret may not be kept', () => {
    const { event } = work.first('store.write', { verb: 'update', resource: 'nodes' });
    expect((event.object as Node).metadata.annotations).toEqual({ 'node.alpha.kubernetes.io/ttl': '0' });
  });

  test('INI-20 INI-23 Endpoints come empty, list the pod apart until it is ready, and the pod is of a ReplicationController', () => {
    const states = work
      .all('store.write', { key: 'endpoints/shop/web' })
      .slice(0, 3)
      .map(({ event }) => {
        const { addresses = [], notReadyAddresses = [] } = (event.object as Endpoints).subsets?.[0] ?? {};
        return [addresses.length, notReadyAddresses.length];
      });
    expect(states).toEqual([[0, 0], [0, 1], [1, 0]]); // prettier-ignore
    const { event } = work.first('store.write', { verb: 'create', resource: 'pods' });
    expect(event.object.metadata.ownerReferences?.[0]?.kind).toBe('ReplicationController');
  });

  test('INI-28 the pod of a ReplicaSet that is gone goes too', () => {
    const { event } = work.first('gc.classify');
    expect(event).toMatchObject({ object: expect.stringContaining('cart-'), solid: [] });
    const [deletion] = work.all('api.request', { verb: 'delete', resource: 'pods' });
    expect(deletion!.at).toBeLessThan(11_010);
  });

  test('INI-24 a pod on no node goes 46 seconds after it came, at the third look', () => {
    const [came, went] = work
      .all('store.write', { key: 'pods/default/batch-7' })
      .filter(({ event }) => event.verb !== 'update');
    expect(Math.round(came!.at / 1000)).toBe(14);
    expect(Math.round(went!.at / 1000)).toBe(60);
  });

  test('INI-26 a namespace is emptied five seconds later, and again for the pod that takes its time', () => {
    const deleted = work.all('act').at(-1)!;
    const content = work.all('namespace.content');
    expect(Math.round((content[0]!.at - deleted.at) / 1000)).toBe(5);
    const pods = content.filter(({ event }) => event.resource === 'pods').map(({ event }) => event.remaining);
    expect(pods).toEqual([1, 0]);
    const second = content.filter(({ event }) => event.resource === 'configmaps')[1]!;
    expect(Math.round((second.at - content[0]!.at) / 1000)).toBe(5);
    expect(mapGet(work.entries.at(-1)!.world.store.objects, 'namespaces/shop')).toBeUndefined();
    expect(text).toContain('20 times as often, and 100 times as often at once');
  });

  test('a pod that left a Service stays in its Endpoints where their news is late', async () => {
    const subsets = (run: Played): number =>
      (mapGet(run.entries.at(-1)!.world.store.objects, 'endpoints/default/web') as Endpoints).subsets
        ?.length ?? 0;
    expect(subsets(inAndOut)).toBe(0);
    const [at] = select(inAndOut.recording, 'act relabel');
    const { step } = inAndOut.entries[at!]!;
    const act = { kind: 'delay-watch', program: manager, resource: 'endpoints', delayMs: 1000 } as const;
    const late = await Played.of(named('#in-and-out'), { acts: [{ step, act }] });
    expect(subsets(late)).toBe(1);
    expect(late.all('api.error', { resource: 'endpoints' })).toEqual([]);
  });

  test('an account goes on naming a Secret whose deletion nobody heard of', () => {
    const account = (run: Played, index: number): ServiceAccount =>
      mapGet(run.entries[index]!.world.store.objects, 'serviceaccounts/default/default') as ServiceAccount;
    const touched = lostToken.act(3);
    const name = account(lostToken, touched.index - 1).secrets?.[0]?.name ?? '';
    expect(mapGet(touched.world.store.objects, `secrets/default/${name}`)).toBeUndefined();
    const quiet = lostToken
      .all('store.write', {}, lostToken.act(2).index + 2)
      .filter(({ index, event }) => index < touched.index && event.program.startsWith(manager));
    expect(quiet).toEqual([]);
    const list = lostToken.first(
      'reflector.list',
      { informer: `${manager}/secrets` },
      lostToken.act(2).index,
    );
    expect(Math.round((touched.at - list.at) / 60_000)).toBe(1);
    expect(lostToken.all('store.write', { verb: 'create', resource: 'secrets' }, touched.index)).toHaveLength(
      1,
    );
  });
});

describe('the chapter on the table of controllers: what starts', () => {
  test('INI-20 INI-23 INI-24 INI-25 INI-26 INI-27 INI-39 INI-40 INI-44 INI-48 INI-49 INI-52 INI-53 these start whatever is served', () => {
    const always = [
      'endpoint', 'replicationcontroller', 'podgc', 'resourcequota', 'namespace', 'serviceaccount', 'csrcleaner', 'ttl',
      'nodelifecycle', 'persistentvolume-binder', 'attachdetach', 'pvc-protection', 'pv-protection',
    ]; // prettier-ignore
    for (const name of always)
      expect([name, ...fates(name, usual, core)]).toEqual([name, 'started', 'started']);
    expect(noted(usual, 'resourcequota')[2]).toMatch(/InformersStarted.*resync period/);
  });

  test('INI-21 INI-22 INI-29 INI-30 INI-31 INI-32 INI-33 INI-34 INI-35 INI-36 INI-38 INI-51 these are skipped where little is served', () => {
    const looking = [
      'endpointslice', 'endpointslicemirroring', 'daemonset', 'job', 'deployment', 'replicaset', 'horizontalpodautoscaling',
      'disruption', 'statefulset', 'cronjob', 'csrapproving', 'clusterrole-aggregation',
    ]; // prettier-ignore
    for (const name of looking)
      expect([name, ...fates(name, usual, core)]).toEqual([name, 'started', 'skipped']);
    const closed = looking.filter((name) => fate(gates, name) === 'skipped');
    expect(closed).toEqual(['endpointslice', 'endpointslicemirroring', 'disruption']);
    expect([watches(usual, 'cronjob'), watches(gates, 'cronjob')]).toEqual([0, 2]);
    expect([watches(usual, 'deployment'), watches(usual, 'statefulset')]).toEqual([3, 4]);
    const [rest, legacy] = [usual, flags].map((run) => noted(run, 'horizontalpodautoscaling')[2]);
    expect([rest, legacy]).toEqual(['metrics by REST clients', 'metrics by legacy clients']);
  });

  test('INI-50 INI-54 INI-55 INI-56 INI-57 a gate decides about these, and about one of them in the table itself', () => {
    expect(fates('persistentvolume-expander', usual, gates)).toEqual(['started', 'skipped']);
    expect(fates('root-ca-cert-publisher', usual, gates)).toEqual(['started', 'skipped']);
    expect(fates('ttl-after-finished', usual, gates)).toEqual(['skipped', 'started']);
    expect(fates('ephemeral-volume', usual, gates)).toEqual(['skipped', 'started']);
    expect(fates('storage-version-gc', usual, gates)).toEqual([undefined, 'started']);
  });

  test('INI-28 INI-37 INI-43 a flag decides about these, and four signers sign', () => {
    expect(fates('garbagecollector', usual, flags)).toEqual(['started', 'skipped']);
    expect(fates('csrsigning', usual, flags)).toEqual(['started', 'skipped']);
    expect(fates('nodeipam', usual, flags)).toEqual(['skipped', 'started']);
    expect(noted(usual, 'csrsigning')[2]?.split(', ')).toHaveLength(4);
  });

  test('INI-45 INI-46 INI-47 these need a cloud, and one of them routes', () => {
    expect(fates('service', usual, external, cloud)).toEqual(['skipped', undefined, 'started']);
    expect(fates('route', usual, external, cloud)).toEqual(['skipped', undefined, 'skipped']);
    expect(fates('cloud-node-lifecycle', usual, external, cloud)).toEqual(['skipped', undefined, 'started']);
    const said = cloud.all('program.output').map(({ event }) => event.text);
    expect(said.join()).toContain('cloud provider does not support routes');
  });

  test('INI-41 INI-42 these have to be named', () => {
    expect(fates('bootstrapsigner', usual, flags)).toEqual(['disabled', 'started']);
    expect(fates('tokencleaner', usual, flags)).toEqual(['disabled', 'started']);
  });

  test('of the 38 nine are re-implemented, and six skip themselves in a usual start', () => {
    const all = mapGet(usual.entries.at(-1)!.world.tables, `${manager}/controllers`)?.rows ?? [];
    const real = all.filter(({ cells, note }) => cells[1] === 'started' && note === undefined);
    expect(real).toHaveLength(9);
    expect(all.filter(({ cells }) => cells[1] === 'skipped')).toHaveLength(6);
    expect(all).toHaveLength(38);
    expect(text).toContain('Of the 38, nine are re-implemented here');
    expect(mapEntries(core.entries.at(-1)!.world.tables).length).toBeGreaterThan(0);
  });
});
