import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/controller-manager/run/scenario.ts';
import { filesOnDisk, runtimeText } from '../../src/instrument/runtime-graph.ts';
import { recordEdited } from '../../src/recording/record-edited.ts';
import type { Lease } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';
import type { TableState, World } from '../../src/runtime/stage/world.ts';
import { mapGet } from '../../src/runtime/sim/pmap.ts';
import { type EntryOf, Played, chapter, podsOf, named } from './played.ts';

const [run, alone, stuck, onePort, accounts, secrets] = named(
  scenarios,
  '',
  'alone',
  'stuck',
  'one-port',
  'accounts',
  'secrets',
);
const manager = 'kube-controller-manager';
const [first, second] = [`${manager}-0`, `${manager}-1`];
const graph = '/debug/controllers/garbagecollector/graph';
const text = chapter('controller-manager/run').replaceAll(/\s+/g, ' ');

/** The rows of a table, by name; undefined if there is none. */
function rowsOf(world: World, program: string, table: string): Record<string, readonly string[]> | undefined {
  const state = mapGet(world.tables, `${program}/${table}`) as TableState | undefined;
  return state && Object.fromEntries(state.rows.map(({ name, cells }) => [name, cells]));
}

const step = (played: Played, phase: string, name: string, program: string): EntryOf<'startup'> =>
  played.first('startup', { phase, name, program });

const answer = (played: Played, program: string, path: string, port = 10252): EntryOf<'http.response'> =>
  played.first('http.response', { program, path, port });

/** The run with the lines of some files. */
async function steppable(scenario: Scenario, ...files: readonly string[]): Promise<Played> {
  const edits = Object.fromEntries(files.map((file) => [file, runtimeText(file)]));
  return new Played(await recordEdited(scenario, edits, filesOnDisk(files)));
}

describe('the run of two replicas', async () => {
  const played = await Played.of(run);
  const cutOff = played.all('act').find(({ event }) => event.act.kind === 'partition')!;
  const [led, took, again] = played.all('leader.acquired') as [
    EntryOf<'leader.acquired'>,
    EntryOf<'leader.acquired'>,
    EntryOf<'leader.acquired'>,
  ];

  test('KCM-01 eight stations, the election last, and nothing of the closure before it', () => {
    const version = played
      .all('program.output')
      .find(({ event }) => event.text.includes('Version: v1.20.2'))!;
    const stations = [
      version,
      step(played, 'configz', 'kubecontrollermanager.config.k8s.io', first),
      step(played, 'path', '/healthz/leaderElection', first),
      step(played, 'serve', '0.0.0.0:10257', first),
      step(played, 'serve', '0.0.0.0:10252', first),
      played.first('api.request', { resource: 'leases' }),
      led,
    ].map(({ index }) => index);
    expect(stations).toEqual([...stations].sort((a, b) => a - b));
    for (const table of ['clients', 'context', 'controllers', 'informers'])
      expect(rowsOf(led.world, first, table), table).toBeUndefined();
    expect(step(played, 'builder', 'root', first).index).toBeGreaterThan(led.index);
    expect(text).toMatch(/electing a leader is the last thing Run does\./);
  });

  test('KCM-02 the configuration is shown by name, as it is in the end', () => {
    const { status, body } = answer(played, first, '/configz').event;
    expect(status).toBe(200);
    const shown = JSON.parse(body) as Record<string, { generic: { controllers: string[] } }>;
    expect(Object.keys(shown)).toEqual(['kubecontrollermanager.config.k8s.io']);
    expect(Object.values(shown)[0]?.generic.controllers).toEqual(['garbagecollector', 'replicaset']);
    expect(text).toContain('No parameter is registered by it');
  });

  test('KCM-05 nine paths, and four without profiling', () => {
    const paths = (program: string): string[] => Object.keys(rowsOf(cutOff.world, program, 'mux-1') ?? {});
    expect(paths(first)).toHaveLength(9);
    expect(paths(first).filter((path) => path.startsWith('/debug/pprof'))).toHaveLength(5);
    expect(paths(second)).toEqual(['/healthz', '/healthz/leaderElection', '/configz', '/metrics']);
    expect(text).toMatch(/has <Moment [^>]*>nine paths<\/Moment>.*has <Moment [^>]*>four paths<\/Moment>/);
  });

  test('KCM-06 one request comes through, one gets 403, one gets 401 a filter earlier', () => {
    const secure = played.all('http.response', { program: first, port: 10257 });
    expect(secure.map(({ event: { path, status } }) => [path, status])).toEqual([
      ['/healthz', 200],
      ['/metrics', 403],
      ['/metrics', 401],
    ]);
    expect(secure[1]?.event.body).toContain('User \\"system:anonymous\\" cannot get path \\"/metrics\\"');
    expect(secure[2]?.event.body).toContain('"reason":"Unauthorized"');
  });

  test('KCM-06 a request passes the five filters in order, and whom one refuses gets no further', async () => {
    const filters = ['cachecontrol', 'requestinfo', 'authentication', 'authorization'];
    const lines = await steppable(
      run,
      'kubernetes/staging/src/k8s.io/apiserver/pkg/server/filters/wrap.ts',
      ...filters.map((name) => `kubernetes/staging/src/k8s.io/apiserver/pkg/endpoints/filters/${name}.ts`),
    );
    const entered = lines.entries.flatMap(({ event, process, index }) => {
      const name = event.kind === 'line' && /^a function of with(\w+)$/.exec(event.function)?.[1];
      return name ? [{ name, process, index }] : [];
    });
    const passed = (response: EntryOf<'http.response'>): string[] => {
      const before = entered.filter(
        ({ process, index }) => process === response.process && index < response.index,
      );
      return [...new Set(before.map(({ name }) => name))];
    };
    const known = ['PanicRecovery', 'CacheControl', 'RequestInfo', 'Authentication'];
    const secure = lines.all('http.response', { program: first, port: 10257 });
    expect(secure.map((each) => [each.event.status, passed(each)])).toEqual([
      [200, [...known, 'Authorization']],
      [403, [...known, 'Authorization']],
      [401, known],
    ]);
    expect(passed(answer(lines, first, '/metrics'))).toEqual(known);
  });

  test('KCM-08 what a controller adds is in the second mux alone', () => {
    expect(rowsOf(cutOff.world, first, 'mux-1')).not.toHaveProperty(graph.replace('/graph', ''));
    expect(rowsOf(cutOff.world, first, 'mux-2')).toHaveProperty([graph.replace('/graph', '/')]);
  });

  test('KCM-09 at the insecure port the user is a member of system:masters, and gets all', async () => {
    const lines = await steppable(
      run,
      'kubernetes/staging/src/k8s.io/apiserver/pkg/endpoints/filters/authentication.ts',
    );
    const asked = answer(lines, first, '/metrics');
    const seen = lines.entries.flatMap(({ event, process, at }) =>
      event.kind === 'line' && process === asked.process && at === asked.at ? [event.locals['user']] : [],
    );
    expect(seen.join()).toMatch(/system:unsecured.*system:masters/);
    expect(asked.event.status).toBe(200);
  });

  test('KCM-10 six steps in order, and informers list only then', () => {
    const steps = [
      step(played, 'builder', 'root', first),
      step(played, 'context', 'ClientBuilder', first),
      step(played, 'starting', 'serviceaccount-token', first),
      step(played, 'started', 'replicaset', first),
      step(played, 'factory', first, first),
      step(played, 'factory', `${first} metadata`, first),
      step(played, 'informers', 'InformersStarted', first),
      played.first('reflector.list'),
    ].map(({ index }) => index);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
  });

  test('KCM-11 by default every client asks as the one in the kubeconfig', () => {
    const clients = Object.values(rowsOf(cutOff.world, first, 'clients') ?? {});
    expect(new Set(clients.map(([builder, , user, by]) => `${builder} ${user} ${by}`))).toEqual(
      new Set(['root system:kube-controller-manager the kubeconfig']),
    );
  });

  test('KCM-15 the one that stands by answers, and has nothing of the closure', () => {
    expect(answer(played, second, '/healthz?verbose').event.body).toContain('[+]leaderElection ok');
    expect(answer(played, second, '/configz').event.status).toBe(200);
    const metric = 'leader_election_master_status{name="kube-controller-manager"}';
    expect(answer(played, second, '/metrics').event.body).toContain(`${metric} 0`);
    expect(answer(played, first, '/metrics').event.body).toContain(`${metric} 1`);
    expect(answer(played, second, graph).event.status).toBe(404);
    expect(answer(played, first, graph).event.body).toContain('digraph');
    for (const table of ['clients', 'context', 'controllers', 'informers'])
      expect(rowsOf(cutOff.world, second, table), table).toBeUndefined();
  });

  test('KCM-16 the channel closes, and in the same millisecond the process ends', () => {
    const closed = step(played, 'stop', 'Stop', first);
    const exit = played.first('program.exit', { program: first });
    expect(rowsOf(closed.world, first, 'context')?.['Stop']).toEqual(['closed']);
    expect(rowsOf(led.world, first, 'context')?.['Stop']).toBeUndefined();
    expect([exit.at, exit.event.why]).toEqual([closed.at, 'leaderelection lost']);
    const between = played.entries.slice(closed.index + 1, exit.index).map(({ event }) => event.kind);
    expect(between).toEqual(['program.output']);
    expect(text).toContain('The leader is cut off from the API server for 16 seconds');
  });

  test('KCM-14 a mistake that comes to light with the lead, and a lease that has to run out', () => {
    const exit = played.first('program.exit', { program: second });
    expect(exit.at - took.at).toBe(16);
    const fate = rowsOf(exit.world, second, 'controllers')?.['attachdetach'];
    expect(fate).toEqual(['yes', 'failed']);
    const said = played.all('program.output', { program: second }, took.index).slice(-2);
    expect(said[0]?.event.text).toContain('Error starting "attachdetach"');
    expect(said[1]?.event.text).toContain('F0116');
    const lease = mapGet(exit.world.store.objects, `leases/kube-system/${manager}`) as Lease;
    expect(lease.spec?.holderIdentity).toMatch(new RegExp(`^${second}_`));
    expect(again.event).toMatchObject({ program: first, transitions: 2 });
    expect(Math.round((again.at - exit.at) / 1000)).toBe(17);
    expect(text).toMatch(/led for 16 milliseconds.*17 seconds after that one ended/);
  });
});

describe('its other runs', () => {
  test('KCM-03 without an election a check that always passes stands in; there is no /livez', async () => {
    const played = await Played.of(alone);
    expect(answer(played, manager, '/healthz?verbose').event.body).toBe('[+]ping ok\nhealthz check passed\n');
    expect(answer(played, manager, '/livez').event.status).toBe(404);
  });

  test('KCM-04 a leader whose lease is over for 26 seconds is unwell, and well again when it has renewed', async () => {
    const played = await Played.of(stuck);
    const [failed, passed] = played.all('http.response');
    const renewed = played.all('leader.renewed').findLast(({ index }) => index < failed!.index)!;
    expect([failed?.event.status, passed?.event.status]).toEqual([500, 200]);
    expect(Math.round((failed!.at - renewed.at) / 1000) - 15).toBe(26);
    expect(failed?.event.body).toContain('leaderElection failed: reason withheld');
    expect(passed!.at - failed!.at).toBe(2000);
  });

  test('KCM-08 with one port there is one mux, where nobody may see what controllers added', async () => {
    const played = await Played.of(onePort);
    expect(rowsOf(played.entries.at(-1)!.world, manager, 'mux-1')).toHaveProperty([
      graph.replace('/graph', '/'),
    ]);
    expect(played.all('act')[0]?.event.error).toContain('connection refused');
    expect(answer(played, manager, graph, 10257).event.status).toBe(403);
  });

  test.each([
    [accounts, 'a token that is requested'],
    [secrets, 'the token of a Secret'],
  ])('KCM-11 with accounts of their own, controllers bring %#', async (scenario, proof) => {
    const played = await Played.of(scenario);
    const clients = rowsOf(played.entries.at(-1)!.world, manager, 'clients') ?? {};
    expect(clients['replicaset-controller']?.slice(2, 4)).toEqual([
      'system:serviceaccount:kube-system:replicaset-controller',
      proof,
    ]);
    const root = Object.keys(clients).filter((name) => clients[name]?.[0] === 'root');
    expect(root.sort()).toEqual([
      'controller-discovery',
      'metadata-informers',
      'shared-informers',
      'tokens-controller',
    ]);
    expect(podsOf(played.entries.at(-1)!.world)).toHaveLength(2);
  });

  test('KCM-12 KCM-13 without an election the main goroutine stays in the closure, and others work', async () => {
    const played = await steppable(alone, 'kubernetes/cmd/kube-controller-manager/app/controllermanager.ts');
    expect(played.all('leader.acquired')).toEqual([]);
    expect(played.all('api.request', { resource: 'leases' })).toEqual([]);
    const built = step(played, 'builder', 'root', manager);
    const main = played.recording.processes.find(({ id }) => id === built.process)?.name;
    expect(main).toBe(manager);
    const last = played.all('line').findLast(({ process }) => process === built.process);
    expect(last?.event.function).toBe('runControllers');
    expect(played.first('store.write', { resource: 'pods' }).at).toBeGreaterThan(last?.at ?? Infinity);
  });
});
