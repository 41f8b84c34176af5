import { describe, expect, test } from 'vitest';
import { mapEntries } from '../../../../../../src/runtime/sim/pmap.ts';
import { serviceAccounts } from '../../../../../../src/runtime/kubernetes/pkg/registry/core/serviceaccount/strategy.ts';
import {
  type Running,
  column,
  eventsOf,
  get,
  manager,
  output,
  placeOf,
  running,
  steps,
  table,
  without,
} from '../running.ts';

const first = `${manager}-0`;
const second = `${manager}-1`;
const secure = 10257;
const insecure = 10252;

const leaderOf = (run: Running): string => eventsOf(run, 'leader.acquired').at(-1)?.program ?? '';
const inOrder = (run: Running, ...wanted: readonly string[]): void => {
  const places = wanted.map((each) => placeOf(run, each));
  expect(places, wanted.join(', ')).toEqual([...places].sort((a, b) => a - b));
};

describe('Run', () => {
  test('KCM-01: passes its stations in this order: it serves before the election, and builds clients after it', () => {
    const run = running();
    inOrder(
      run,
      'Version: v1.20.2',
      'configz kubecontrollermanager.config.k8s.io',
      'path /healthz/leaderElection',
      'Serving securely on',
      'Serving insecurely on',
      'leader.acquired',
      'builder root',
    );
  });

  test('KCM-01: everything from the client builders on is called by the election, so a standby has none of it', () => {
    const run = running({ replicas: 2 });
    const standby = leaderOf(run) === first ? second : first;
    expect(steps(run, leaderOf(run))).toContain('builder root');
    expect(steps(run, standby)).toContain('configz kubecontrollermanager.config.k8s.io');
    expect(steps(run, standby).filter((step) => /^(builder|context|starting) /.test(step))).toEqual([]);
  });

  test('KCM-02: shows the final configuration as JSON, by name', () => {
    const run = running({ more: ['--concurrent-replicaset-syncs=7'] });
    const { status, body } = get(run, '/configz', insecure);
    expect(status).toBe(200);
    const shown = JSON.parse(body) as Record<string, { replicaSetController: { concurrentRSSyncs: number } }>;
    expect(Object.keys(shown)).toEqual(['kubecontrollermanager.config.k8s.io']);
    expect(shown['kubecontrollermanager.config.k8s.io']?.replicaSetController.concurrentRSSyncs).toBe(7);
  });

  test('KCM-03: serves the checks together and one by one, and no /livez or /readyz', () => {
    const run = running();
    expect(get(run, '/healthz', insecure)).toEqual({ status: 200, body: 'ok' });
    expect(get(run, '/healthz?verbose', insecure).body).toBe('[+]leaderElection ok\nhealthz check passed\n');
    expect(get(run, '/healthz/leaderElection', insecure)).toEqual({ status: 200, body: 'ok' });
    expect(get(run, '/livez', insecure).status).toBe(404);
    expect(get(run, '/readyz', insecure).status).toBe(404);
  });

  test('KCM-03: has a check that always passes where there is no election', () => {
    const run = running({ more: ['--leader-elect=false'] });
    expect(table(run, 'health').map(({ name }) => name)).toContain('ping');
    expect(get(run, '/healthz?verbose', insecure).body).toBe('[+]ping ok\nhealthz check passed\n');
  });

  test('KCM-04: is unwell while it believes that it leads and its lease has been over for more than 20 s', () => {
    const run = running();
    run.cluster.act({ kind: 'pause', program: manager, forMs: 40_000 });
    run.cluster.sim.runFor(39_990);
    run.cluster.act({ kind: 'request', program: manager, path: '/healthz', port: insecure });
    run.cluster.sim.runFor(10);
    const [answer] = eventsOf(run, 'http.response');
    expect(answer).toMatchObject({ status: 500 });
    expect(answer?.body).toBe('[-]leaderElection failed: reason withheld\nhealthz check failed\n');
    run.cluster.sim.runFor(3000);
    expect(get(run, '/healthz?verbose', insecure).status).toBe(200);
  });

  test('KCM-04: a pause within the tolerance, and a standby, are well', () => {
    const run = running({ replicas: 2 });
    const leader = leaderOf(run);
    const standby = leader === first ? second : first;
    expect(get(run, '/healthz', insecure, standby)).toEqual({ status: 200, body: 'ok' });
    const alone = running();
    alone.cluster.act({ kind: 'pause', program: manager, forMs: 30_000 });
    alone.cluster.sim.runFor(29_990);
    alone.cluster.act({ kind: 'request', program: manager, path: '/healthz', port: insecure });
    alone.cluster.sim.runFor(10);
    expect(eventsOf(alone, 'http.response')[0]).toMatchObject({ status: 200 });
  });

  test('KCM-05: its paths are recorded as they come, those of profiling only if it is enabled', () => {
    expect(table(running(), 'mux-1').map(({ name }) => name)).toEqual([
      '/healthz',
      '/healthz/leaderElection',
      '/debug/pprof',
      '/debug/pprof/',
      '/debug/pprof/profile',
      '/debug/pprof/symbol',
      '/debug/pprof/trace',
      '/configz',
      '/metrics',
    ]);
    const bare = running({ more: ['--profiling=false'] });
    expect(table(bare, 'mux-1').map(({ name }) => name)).toEqual([
      '/healthz',
      '/healthz/leaderElection',
      '/configz',
      '/metrics',
    ]);
  });

  test('KCM-05: the metrics are those of the one registry of the process', () => {
    const run = running({ replicas: 2 });
    const leader = leaderOf(run);
    const standby = leader === first ? second : first;
    const line = (value: number): string =>
      `leader_election_master_status{name="kube-controller-manager"} ${value}\n`;
    expect(get(run, '/metrics', insecure, leader).body).toContain(line(1));
    expect(get(run, '/metrics', insecure, standby).body).toContain(line(0));
  });

  test('KCM-06: at the secure port health is for everybody, all else for those who are allowed', () => {
    const run = running();
    expect(get(run, '/healthz', secure)).toEqual({ status: 200, body: 'ok' });
    const { status, body } = get(run, '/metrics', secure);
    expect(status).toBe(403);
    expect((JSON.parse(body) as { message: string }).message).toBe(
      'forbidden: User "system:anonymous" cannot get path "/metrics"',
    );
  });

  test('KCM-07: serves securely at 10257, and not at all with --secure-port=0', () => {
    expect(output(running())).toContain('I Serving securely on 0.0.0.0:10257');
    const run = running({ more: ['--secure-port=0'] });
    expect(output(run).filter((line) => line.includes('Serving securely'))).toEqual([]);
    expect(
      run.cluster.act({ kind: 'request', program: manager, path: '/healthz', port: secure }),
    ).toBeDefined();
  });

  test('KCM-08: the second mux takes the place of the first, so what controllers answer is at the insecure port only', () => {
    const run = running();
    const debug = '/debug/controllers/garbagecollector';
    expect(table(run, 'mux-1').map(({ name }) => name)).not.toContain(debug);
    expect(table(run, 'mux-2').filter(({ name }) => name.startsWith(debug))).toHaveLength(2);
    expect(get(run, `${debug}/graph`, insecure).body).toContain('strict digraph full {');
  });

  test('KCM-08: without an insecure port they are in the secure mux', () => {
    const run = running({ more: ['--port=0'] });
    const paths = table(run, 'mux-1').map(({ name }) => name);
    expect(paths).toContain('/debug/controllers/garbagecollector');
    expect(table(run, 'mux-2')).toEqual([]);
  });

  test('KCM-09: whoever comes by the insecure port may do all', () => {
    const run = running();
    expect(get(run, '/metrics', insecure).status).toBe(200);
    expect(get(run, '/configz', insecure).status).toBe(200);
  });

  test('KCM-10: the closure builds, starts the controllers, then both factories, and says so last', () => {
    const run = running();
    inOrder(run, 'builder root', 'context ClientBuilder', 'starting serviceaccount-token');
    const all = steps(run);
    const told = all.slice(0, all.indexOf('informers InformersStarted') + 1);
    expect(told.slice(-4)).toEqual([
      `factory ${manager}`,
      `factory ${manager}`,
      `factory ${manager} metadata`,
      'informers InformersStarted',
    ]);
    const fate = told.findLastIndex((step) => /^(started|skipped|disabled) /.test(step));
    expect(fate).toBe(told.length - 5);
  });

  test('KCM-12: without an election the closure is called at once, and there is no lease', () => {
    const run = running({ more: ['--leader-elect=false'] });
    expect(eventsOf(run, 'leader.acquired')).toEqual([]);
    expect(steps(run)).toContain('informers InformersStarted');
    expect(mapEntries(run.trace.world.store.objects).filter(([key]) => key.startsWith('leases/'))).toEqual(
      [],
    );
  });

  test('KCM-13: the process that leads waits without end, while others go on', () => {
    const run = running();
    const parked = [...run.cluster.sim.processes.values()].find(({ name }) => name.endsWith('/leading'));
    expect(parked).toMatchObject({ state: 'parked', park: { kind: 'select', on: '' } });
    expect(eventsOf(run, 'leader.renewed').length).toBeGreaterThan(1);
  });

  test('KCM-14: an error of a start ends the process and leaves the lease to run out: only then another leads', () => {
    const bad = '--attach-detach-reconcile-sync-period=100ms';
    const run = running({
      replicas: 2,
      idle: [second],
      args: { [first]: ['--kubeconfig=/etc/kubernetes/controller-manager.conf', bad] },
    });
    expect(eventsOf(run, 'program.exit')).toMatchObject([{ program: first, code: 255 }]);
    expect(output(run, first).slice(-2)).toEqual([
      'E Error starting "attachdetach"',
      'F error starting controllers: duration time must be greater than one second as set via command line option reconcile-sync-loop-period',
    ]);
    const [lease] = leases(run);
    expect(lease?.spec.holderIdentity).toMatch(new RegExp(`^${first}_`));
    run.cluster.act({ kind: 'start', program: second });
    run.cluster.sim.runFor(14_000);
    expect(leaderOf(run)).toBe(first);
    run.cluster.sim.runFor(10_000);
    expect(leaderOf(run)).toBe(second);
  });

  test('KCM-15: a standby answers while its closure has not run', () => {
    const run = running({ replicas: 2 });
    const standby = leaderOf(run) === first ? second : first;
    expect(steps(run, standby)).not.toContain('builder root');
    for (const path of ['/healthz', '/configz', '/metrics'])
      expect(get(run, path, insecure, standby).status, path).toBe(200);
  });

  test('KCM-16: on lost leadership the process ends at once, before what the closed channel would end', () => {
    const run = running({ replicas: 2 });
    const leader = leaderOf(run);
    run.cluster.act({ kind: 'partition', program: leader, forMs: 60_000 });
    run.cluster.sim.runFor(30_000);
    const { entries } = run.trace;
    const lost = entries.findIndex(({ event }) => event.kind === 'leader.lost');
    const exit = entries.findIndex(({ event }) => event.kind === 'program.exit');
    expect(entries[exit]?.event).toMatchObject({ program: leader, why: 'leaderelection lost', code: 255 });
    expect(entries[exit]?.at).toBe(entries[lost]?.at);
    expect(output(run, leader).filter((line) => line.includes('Stopped listening'))).toEqual([]);
    const ctx = run.contexts.find(({ os }) => os.name === leader);
    expect(ctx?.stop.closed).toBe(true);
  });
});

describe('client builders', () => {
  test('KCM-11: by default there is one, and every client asks under the name of the kubeconfig', () => {
    const run = running();
    expect(new Set(Object.values(column(run, 'clients', 0)))).toEqual(new Set(['root']));
    expect(new Set(Object.values(column(run, 'clients', 2)))).toEqual(
      new Set(['system:kube-controller-manager']),
    );
  });

  const own = ['--use-service-account-credentials'];
  const expectOwn = (run: Running, proof: string): void => {
    const users = column(run, 'clients', 2);
    const proofs = column(run, 'clients', 3);
    expect(users['replicaset-controller']).toBe('system:serviceaccount:kube-system:replicaset-controller');
    expect(proofs['replicaset-controller']).toBe(proof);
    for (const part of [
      'shared-informers',
      'metadata-informers',
      'controller-discovery',
      'tokens-controller',
    ])
      expect(users[part], part).toBe('system:kube-controller-manager');
  };

  test('KCM-11: with accounts of their own, controllers request tokens where the API server gives them', () => {
    const run = running({ more: own, forMs: 30_000 });
    expectOwn(run, 'a token that is requested');
    const asked = eventsOf(run, 'api.request').filter(({ subresource }) => subresource === 'token');
    // Only those who have something to ask for.
    expect(asked.map(({ key }) => key).join()).toContain('kube-system/service-account-controller');
    expect(steps(run)).toContain('informers InformersStarted');
  });

  test('KCM-11: where it does not, they wait for the Secret that the token controller makes', () => {
    const plane = without('serviceaccounts');
    const legacy = { ...plane, kinds: [...(plane.kinds ?? []), serviceAccounts] };
    const run = running({ more: own, plane: legacy, forMs: 60_000 });
    expectOwn(run, 'the token of a Secret');
    expect(steps(run)).toContain('informers InformersStarted');
    const secrets = mapEntries(run.trace.world.store.objects).filter(([key]) =>
      key.startsWith('secrets/kube-system/'),
    );
    expect(secrets.length).toBeGreaterThan(20);
  });

  test('KCM-11: without a key nobody makes tokens, and the builder gives up after 30 s', () => {
    const plane = without('serviceaccounts');
    const legacy = { ...plane, kinds: [...(plane.kinds ?? []), serviceAccounts] };
    const run = running({
      plane: legacy,
      forMs: 60_000,
      args: { [manager]: ['--kubeconfig=/etc/kubernetes/controller-manager.conf', ...own] },
    });
    expect(output(run)).toContain(
      'W --use-service-account-credentials was specified without providing a --service-account-private-key-file',
    );
    expect(eventsOf(run, 'program.exit')).toMatchObject([
      { why: 'unable to get token for service account: timed out waiting for the condition' },
    ]);
  });
});

interface LeaseLike {
  readonly spec: { readonly holderIdentity: string };
}

function leases(run: Running): LeaseLike[] {
  return mapEntries(run.trace.world.store.objects).flatMap(([key, object]) =>
    key.startsWith('leases/') ? [object as unknown as LeaseLike] : [],
  );
}
