import { beforeAll, describe, expect, test } from 'vitest';
import { scenarios } from '../../content/controller-manager/controller-context/scenario.ts';
import type { TableRow, World } from '../../src/runtime/stage/world.ts';
import { mapEntries, mapGet } from '../../src/runtime/sim/pmap.ts';
import { Played, chapter, podsOf } from './played.ts';

const text = chapter('controller-manager/controller-context').replaceAll(/\s+/g, ' ');
const program = 'kube-controller-manager';
const runs = new Map<string, Played>();

beforeAll(async () => {
  for (const scenario of scenarios) runs.set(scenario.id.split('#')[1] ?? '', await Played.of(scenario));
}, 60_000);

const run = (variant = ''): Played => {
  const played = runs.get(variant);
  if (!played) throw new Error(`expected a variant ${variant}`);
  return played;
};
const rows = (world: World, table: string): readonly TableRow[] =>
  mapGet(world.tables, `${program}/${table}`)?.rows ?? [];
const cellsOf = (world: World, table: string, name: string): readonly string[] | undefined =>
  rows(world, table).find((row) => row.name === name)?.cells;
const end = (played: Played): World => played.before(Infinity);
const gets = (played: Played, resource: string) => played.all('api.request', { verb: 'get', resource });

test.each(scenarios)('$id has a length that can be read', ({ id }) => {
  const { length } = run(id.split('#')[1]).entries;
  expect(length).toBeGreaterThan(60);
  expect(length).toBeLessThan(500);
});

describe('the context', () => {
  test('CTX-01: comes after the clients, the wait and discovery, and has eleven fields', () => {
    const played = run();
    const fields = played.all('startup', { phase: 'context' });
    const before = [
      played.first('startup', { phase: 'client', name: 'shared-informers' }),
      played.first('startup', { phase: 'client', name: 'metadata-informers' }),
      played.first('api.request', { resource: '/healthz' }),
      played.first('startup', { phase: 'client', name: 'controller-discovery' }),
      played.first('api.request', { resource: '/apis/apps/v1' }),
      fields[0]!,
    ].map(({ index }) => index);
    expect(before).toEqual(before.toSorted((a, b) => a - b));
    expect(fields).toHaveLength(11);
    fields.forEach(({ world }, i) => expect(rows(world, 'context')).toHaveLength(i + 1));
    expect(text).toContain('eleven fields, in the order of the source');
  });

  test('CTX-02: a client is named by its user agent, and has an account of its own where that is asked for', () => {
    const [, agent, user] = cellsOf(end(run()), 'clients', 'replicaset-controller') ?? [];
    expect([agent, user]).toEqual([`${program}/replicaset-controller`, `system:${program}`]);
    const own = cellsOf(end(run('accounts')), 'clients', 'replicaset-controller');
    expect(own?.slice(0, 3)).toEqual([
      'controllers',
      `${program}/replicaset-controller`,
      'system:serviceaccount:kube-system:replicaset-controller',
    ]);
    const made = run('accounts').all('store.write', { resource: 'serviceaccounts', verb: 'create' });
    expect(made.map(({ event }) => event.key)).toContain('serviceaccounts/kube-system/replicaset-controller');
    for (const client of ['shared-informers', 'controller-discovery', 'tokens-controller'])
      expect(cellsOf(end(run('accounts')), 'clients', client)?.[0]).toBe('root');
  });

  test('CTX-03: the map of informers grows with each that is asked for, and none is listed before the start', () => {
    const played = run();
    const asked = played.all('startup', { phase: 'informer' });
    asked.forEach(({ world }, i) => expect(rows(world, 'informers')).toHaveLength(i + 1));
    expect(asked.map(({ event }) => event.name)).toContain('v1 Pod');
    const pods = played.first('startup', { phase: 'informer', name: 'v1 Pod' });
    expect(cellsOf(pods.world, 'informers', 'v1 Pod')).toEqual(['asked for']);
    const starts = played.all('startup', { phase: 'factory' }).map(({ index }) => index);
    const lists = played.all('reflector.list').map(({ index }) => index);
    expect(Math.min(...lists)).toBeGreaterThan(Math.max(...starts));
    expect(cellsOf(end(played), 'informers', 'v1 Pod')).toEqual(['started']);
  });

  test('CTX-04: pods have their typed informer, ConfigMaps one of metadata', () => {
    const world = end(run('mapper'));
    expect(cellsOf(world, 'informers', 'v1 Pod')).toEqual(['started']);
    expect(cellsOf(world, 'metadata', 'v1/configmaps')).toEqual(['started']);
    expect(rows(world, 'metadata').map(({ name }) => name)).not.toContain('v1/pods');
  });

  test('CTX-05: the ReplicaSet controller reads that it is to have five workers', () => {
    const workers = mapEntries(end(run('resync')).processes).filter(([, { name }]) =>
      name.startsWith('replicaset/worker'),
    );
    expect(workers).toHaveLength(5);
    expect(text).toContain('the default is five');
  });

  test('CTX-06: the first question leads to discovery, the next does not, and after 30 seconds one does again', () => {
    const played = run('mapper');
    const discoveries = gets(played, '/api').map(({ at }) => at);
    // For the set; for the collector; for the mapper. Then a round of the collector, and the mapper once more.
    expect(discoveries).toEqual([4, 16, 28, 30_140, 35_002]);
    const versions = played.all('api.request').filter(({ at, event }) => {
      const asks = event.kind === 'api.request' && /^\/apis?\/./.test(event.resource);
      return asks && at > 35_000;
    });
    expect(versions).toHaveLength(10);
    const [first, second] = played.all('gc.classify');
    expect([first!.at, second!.at].map((at) => Math.floor(at / 1000))).toEqual([10, 35]);
    const forgets = played.all('startup', { phase: 'mapper' });
    expect(forgets.map(({ at }) => at)).toEqual([28, 30_004]);
    expect(played.recording.processes[forgets[1]!.process]?.name).toContain('reset of the REST mapper');
  });

  test('CTX-07: the set is made once; who is not in it is skipped for good, and only the log tells', () => {
    const played = run('group');
    const missing = ['daemonsets', 'deployments', 'replicasets', 'statefulsets', 'controllerrevisions'];
    const all = Number(cellsOf(end(run()), 'context', 'AvailableResources')?.[0]);
    const some = Number(cellsOf(end(played), 'context', 'AvailableResources')?.[0]);
    expect(all - some).toBeGreaterThanOrEqual(missing.length);
    const errors = played.all('program.output').filter(({ event }) => event.text.startsWith('E'));
    expect(errors).toHaveLength(1);
    expect(errors[0]?.event.text).toContain('apps/v1: the server is currently unable to handle the request');
    expect(cellsOf(end(played), 'controllers', 'replicaset')?.[1]).toBe('skipped');
    expect(podsOf(end(played))).toEqual([]);
    const [, applied] = played.all('act');
    expect(applied?.at).toBe(40_000);
    const found = played.all(
      'startup',
      { phase: 'informer' },
      played.first('startup', { phase: 'mapper' }).index,
    );
    expect(found.filter(({ at }) => at > 30_000)).toHaveLength(5);
    const seen = played.all('gc.graph', {}, applied!.index).map(({ event }) => event.object);
    expect(seen).toContainEqual(expect.stringContaining('web'));
  });

  test('CTX-08 CTX-09: without a provider the loops are in the table, and skipped', () => {
    const world = end(run());
    expect(cellsOf(world, 'context', 'Cloud')).toEqual(['nil']);
    expect(cellsOf(world, 'context', 'LoopMode')).toEqual(['IncludeCloudLoops']);
    for (const name of ['service', 'route']) expect(cellsOf(world, 'controllers', name)?.[1]).toBe('skipped');
  });

  test('CTX-09: with an external one they are in no table, though the flags name them', async () => {
    const [scenario] = scenarios;
    const args = [
      '--kubeconfig=/etc/kubernetes/controller-manager.conf',
      '--leader-elect=false',
      '--controllers=replicaset,service,route',
      '--cloud-provider=external',
    ];
    const world = end(await Played.of(scenario!, { settings: { args: { [program]: args } } }));
    expect(cellsOf(world, 'context', 'Cloud')).toEqual(['nil']);
    expect(cellsOf(world, 'context', 'LoopMode')).toEqual(['ExternalLoops']);
    expect(cellsOf(world, 'controllers', 'replicaset')?.[1]).toBe('started');
    for (const name of ['service', 'route', 'cloud-node-lifecycle'])
      expect(cellsOf(world, 'controllers', name)).toBeUndefined();
  });

  test('CTX-10: Stop closes when leading ends, in the moment in which the process ends itself', () => {
    const played = run('lost');
    const closes = played.first('startup', { phase: 'stop' });
    expect(closes.index).toBeGreaterThan(played.first('leader.lost').index);
    expect(cellsOf(closes.world, 'context', 'Stop')).toEqual(['closed']);
    expect(played.first('program.exit').at).toBe(closes.at);
  });

  test('CTX-11: InformersStarted closes after both factories were told to start, before any list is answered', () => {
    const played = run();
    const closes = played.first('startup', { phase: 'informers' });
    const told = played.all('startup', { phase: 'factory' }).map(({ index }) => index);
    expect(Math.max(...told)).toBeLessThan(closes.index);
    expect(cellsOf(closes.world, 'context', 'InformersStarted')).toEqual(['closed']);
    // Of no informer at all, those of the token controller among them, which were started before.
    expect(played.first('reflector.list').index).toBeGreaterThan(closes.index);
  });

  test('CTX-11: the garbage collector waits for it, and goes on', () => {
    const accounts = run('accounts');
    const waiting = (world: World): string[] =>
      mapEntries(world.processes).flatMap(([, { name, waitsFor }]) =>
        waitsFor?.on === 'informers started' ? [name] : [],
      );
    const refused = accounts.all('api.error', { resource: 'serviceaccounts' }).at(-1)!;
    expect(waiting(refused.world)).toEqual(['garbage-collector/graph-builder']);
    const closed = accounts.first('startup', { phase: 'informers' });
    expect(refused.index).toBeLessThan(closed.index);
    expect(waiting(accounts.entries[closed.index + 1]!.world)).toEqual([]);
  });

  test('CTX-12: both informers of the factory resync in the same moment, and no list is sent', () => {
    const played = run('resync');
    const at = (resource: string): number[] =>
      played.all('reflector.resync', { informer: `${program}/${resource}` }).map((entry) => entry.at);
    expect(at('pods')).toEqual(at('replicasets'));
    expect(at('pods')).toHaveLength(2);
    expect((at('pods')[0]! / 1000).toFixed(1)).toBe('16.9');
    expect(text).toContain('In this run it is 16.9 seconds');
    const [first] = played.all('reflector.resync');
    expect(played.all('api.request', { verb: 'list' }, first!.index)).toEqual([]);
  });

  test('CTX-13: while the API server is not well it is asked each second, and the fourth time it is', () => {
    const played = run('unwell');
    expect(gets(played, '/healthz').map(({ at }) => Math.round(at / 1000))).toEqual([0, 1, 2, 3]);
    expect(played.all('api.error', { resource: '/healthz' })).toHaveLength(3);
    expect(gets(played, '/api')[0]!.index).toBeGreaterThan(gets(played, '/healthz')[3]!.index);
  });
});
