import { describe, expect, test } from 'vitest';
import { isControllerEnabled } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/controller-manager/app/helper.ts';
import {
  type ControllerContext,
  controllersDisabledByDefault,
  type InitFunc,
  knownControllers,
  newControllerInitializers,
  startControllers,
} from '../../../../../../src/runtime/kubernetes/cmd/kube-controller-manager/app/controllermanager.ts';
import { newPathRecorderMux } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/server/mux/pathrecorder.ts';
import { defaultMutableFeatureGate } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/util/feature/feature_gate.ts';
import type { Interface as Cloud } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/cloud-provider/cloud.ts';
import { plainHandler, newRequest, ResponseWriter } from '../../../../../../src/runtime/go/http.ts';
import { Buffer, OS } from '../../../../../../src/runtime/go/os.ts';
import { mapEntries } from '../../../../../../src/runtime/sim/pmap.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';
import {
  column,
  eventsOf,
  fates,
  get,
  manager,
  output,
  placeOf,
  running,
  steps,
  table,
  without,
} from '../running.ts';

const usual = running();
const notes = column(usual, 'not-reimplemented', 2);
const watched = column(usual, 'not-reimplemented', 1);

/** Starts some made-up controllers on their own. */
function start(
  controllers: Record<string, InitFunc>,
  options: { intervalMs?: number; cloud?: Cloud; first?: InitFunc } = {},
) {
  const sim = new Sim();
  const stderr = new Buffer();
  const os = new OS(sim, { args: [manager], stderr });
  const mux = newPathRecorderMux(os, 'mux');
  const generic = { controllers: ['*'], controllerStartInterval: options.intervalMs ?? 0 };
  const ctx = { os, cloud: options.cloud, componentConfig: { generic } } as unknown as ControllerContext;
  let err: Error | undefined;
  let endedAt = -1;
  sim.go(
    'start',
    (function* () {
      const first: InitFunc =
        options.first ??
        function* () {
          return [undefined, false, undefined];
        };
      err = yield* startControllers(ctx, first, new Map(Object.entries(controllers)), mux);
      endedAt = sim.now;
    })(),
  );
  sim.runFor(60_000);
  return { err, endedAt, log: stderr.text, mux, sim };
}

const runs: InitFunc = function* () {
  return [undefined, true, undefined];
};

describe('StartControllers', () => {
  test('INI-01: gives one verdict for each name, in an order of chance', () => {
    expect(Object.keys(fates(usual))).toHaveLength(38);
    expect(new Set(Object.values(fates(usual)))).toEqual(new Set(['started', 'skipped', 'disabled']));
    const orders = [1, 2, 3].map((seed) =>
      Object.keys(fates(running({ seed })))
        .slice(1)
        .join(),
    );
    expect(new Set(orders).size).toBe(3);
    const failed = running({ more: ['--attach-detach-reconcile-sync-period=100ms'] });
    const fate = steps(failed).filter((step) => step.endsWith(' attachdetach'));
    expect(fate).toContain('failed attachdetach');
    expect(steps(failed).at(-1)).toBe('failed attachdetach');
  });

  test('INI-02: the token controller is first, and an error of it ends all', () => {
    expect(steps(usual).find((step) => step.startsWith('starting '))).toBe('starting serviceaccount-token');
    const wrong = new Error('no key');
    const first: InitFunc = function* () {
      return [undefined, true, wrong];
    };
    const { err, log } = start({ a: runs }, { first });
    expect(err).toBe(wrong);
    expect(log).not.toContain('Started');
  });

  test('INI-03: without a key it is skipped with a warning, and the others start all the same', () => {
    const run = running({ args: { [manager]: ['--kubeconfig=/etc/kubernetes/controller-manager.conf'] } });
    expect(output(run)).toContain('W "serviceaccount-token" is disabled because there is no private key');
    expect(fates(run)['serviceaccount-token']).toBe('skipped');
    expect(fates(run)['replicaset']).toBe('started');
  });

  test('INI-03: disabled by name, or with a key or an authority that cannot be read', () => {
    expect(output(running({ more: ['--controllers=*,-serviceaccount-token'] }))).toContain(
      'W "serviceaccount-token" is disabled',
    );
    const lastOf = (...more: string[]): string | undefined => output(running({ more })).at(-1);
    expect(lastOf('--service-account-private-key-file=/nowhere')).toBe(
      'F error starting controllers: error reading key for service account token controller: open /nowhere: no such file or directory',
    );
    expect(lastOf('--root-ca-file=/nowhere')).toBe(
      'F error starting controllers: error parsing root-ca-file at /nowhere: open /nowhere: no such file or directory',
    );
    expect(lastOf('--service-account-private-key-file=/etc/kubernetes/pki/ca.crt')).toContain(
      'data does not contain a valid RSA or ECDSA private key',
    );
  });

  test('INI-04: it makes a Secret with a token for each account, and takes it away with the account', () => {
    const run = running();
    const secrets = (): string[] =>
      mapEntries(run.trace.world.store.objects)
        .map(([key]) => key)
        .filter((key) => key.startsWith('secrets/default/'));
    expect(secrets()).toContainEqual(expect.stringMatching(/^secrets\/default\/default-token-/));
    const account = {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'robot', namespace: 'default' },
    };
    run.cluster.act({ kind: 'apply', object: account });
    run.cluster.sim.runFor(5000);
    expect(secrets().filter((key) => key.includes('/robot-token-'))).toHaveLength(1);
    const sa = mapEntries(run.trace.world.store.objects).find(
      ([key]) => key === 'serviceaccounts/default/robot',
    )?.[1];
    expect((sa as unknown as { secrets: { name: string }[] }).secrets).toHaveLength(1);
    run.cluster.act({ kind: 'delete', resource: 'serviceaccounts', namespace: 'default', name: 'robot' });
    run.cluster.sim.runFor(5000);
    expect(secrets().filter((key) => key.includes('/robot-token-'))).toEqual([]);
  });

  test('INI-05: informers are started in the starter, and those that came later at the end', () => {
    const told = steps(usual);
    const first = told.indexOf(`factory ${manager}`);
    expect(first).toBeLessThan(told.indexOf('started serviceaccount-token'));
    expect(told.slice(0, first).filter((step) => step.startsWith('informer '))).toEqual([
      'informer v1 ServiceAccount',
      'informer v1 Secret',
    ]);
    const lists = eventsOf(usual, 'reflector.list').filter(
      ({ informer }) => informer === `${manager}/secrets`,
    );
    expect(lists).toHaveLength(1);
    const skipped = running({
      args: { [manager]: ['--kubeconfig=/etc/kubernetes/controller-manager.conf'] },
    });
    const again = steps(skipped);
    expect(again.indexOf(`factory ${manager}`)).toBeGreaterThan(again.indexOf('started serviceaccount'));
  });

  test('INI-06: the table has 37 names, 34 with an external cloud, and one more with two gates', () => {
    const os = new OS(new Sim(), { args: [manager] });
    expect(newControllerInitializers(os, 'IncludeCloudLoops').size).toBe(37);
    expect(newControllerInitializers(os, 'ExternalLoops').size).toBe(34);
    expect([...newControllerInitializers(os, 'IncludeCloudLoops').keys()].slice(24, 29)).toEqual([
      'nodelifecycle',
      'service',
      'route',
      'cloud-node-lifecycle',
      'persistentvolume-binder',
    ]);
    defaultMutableFeatureGate(os).set('APIServerIdentity=true,StorageVersionAPI=true');
    expect(newControllerInitializers(os, 'IncludeCloudLoops').size).toBe(38);
  });

  test('INI-07: known names are those of the table and the token controller, and serve flag and path', () => {
    const os = new OS(new Sim(), { args: [manager] });
    const known = knownControllers(os);
    expect(known).toHaveLength(38);
    const table = [...newControllerInitializers(os, 'IncludeCloudLoops').keys()];
    expect(known.filter((name) => !table.includes(name))).toEqual(['serviceaccount-token']);
    expect(known).toEqual([...known].sort());
    const wrong = running({ more: ['--controllers=nothing'] });
    expect(output(wrong).join('\n')).toContain('"nothing" is not in the list of known controllers');
  });

  test('INI-08: the first entry that names a controller decides; a star leaves out what is off by default', () => {
    const enabled = (name: string, ...list: string[]): boolean =>
      isControllerEnabled(name, controllersDisabledByDefault, list);
    expect(enabled('ttl', '*')).toBe(true);
    expect(enabled('ttl')).toBe(false);
    expect(enabled('ttl', 'podgc')).toBe(false);
    expect(enabled('ttl', '-ttl', '*')).toBe(false);
    expect(enabled('ttl', '*', '-ttl')).toBe(false);
    expect(enabled('ttl', 'ttl', '-ttl')).toBe(true);
    expect(enabled('ttl', '-ttl', 'ttl')).toBe(false);
    expect(enabled('tokencleaner', '*')).toBe(false);
    expect(enabled('tokencleaner', '*', 'tokencleaner')).toBe(true);
    expect([...controllersDisabledByDefault]).toEqual(['bootstrapsigner', 'tokencleaner']);
    const few = fates(running({ more: ['--controllers=replicaset,ttl'] }));
    expect(
      Object.keys(few)
        .filter((name) => few[name] === 'started')
        .sort(),
    ).toEqual(['replicaset', 'ttl']);
  });

  test('INI-09: there is no pause by default; an interval is one to two times as long, before each that is enabled', () => {
    expect(start({ a: runs, b: runs, c: runs }).endedAt).toBe(0);
    const skips: InitFunc = function* () {
      return [undefined, false, undefined];
    };
    const { endedAt, log } = start({ a: runs, b: skips, bootstrapsigner: runs }, { intervalMs: 1000 });
    // Two pauses: before the one that starts and before the one that skips itself.
    expect(endedAt).toBeGreaterThanOrEqual(2000);
    expect(endedAt).toBeLessThan(4000);
    expect(log).toContain('Skipping "b"');
  });

  test('INI-10: a start ends in one of three ways, and only an error ends the process', () => {
    const fails: InitFunc = function* () {
      return [undefined, true, new Error('broken')];
    };
    const { err, log } = start({ a: fails });
    expect(err?.message).toBe('broken');
    expect(log).toContain('E0116 12:00:00.000000       1] Error starting "a"');
    expect(fates(usual)['nodeipam']).toBe('skipped');
    expect(output(usual)).toContain('W Skipping "nodeipam"');
    expect(eventsOf(usual, 'program.exit')).toEqual([]);
  });

  test('INI-11: a debug handler gets an exact path and a prefix, and neither is told of', () => {
    const answers: InitFunc = function* () {
      return [plainHandler((w, r) => w.write(`asked for ${r.path}`)), true, undefined];
    };
    const { mux, sim } = start({ a: answers, b: runs });
    expect(mux.paths()).toEqual([
      { path: '/debug/controllers/a', prefix: false, listed: false },
      { path: '/debug/controllers/a/', prefix: true, listed: false },
    ]);
    expect(mux.listedPaths()).toEqual([]);
    const w = new ResponseWriter();
    sim.go('ask', mux.serveHTTP(w, newRequest('GET', '/debug/controllers/a/graph')));
    sim.runFor(10);
    expect(w.body).toBe('asked for /graph');
    const shown = table(usual, 'mux-2').filter(({ name }) => name.startsWith('/debug/controllers/'));
    expect(shown.map(({ name, cells }) => [name, cells[1]])).toEqual([
      ['/debug/controllers/garbagecollector', 'no'],
      ['/debug/controllers/garbagecollector/', 'no'],
    ]);
  });

  test('INI-12: the controller is made before its process runs, so that it asks for informers in time', () => {
    const run = running({ more: ['--controllers=replicaset'] });
    expect(placeOf(run, 'starting replicaset')).toBeLessThan(placeOf(run, 'client replicaset-controller'));
    expect(placeOf(run, 'informer apps/v1 ReplicaSet')).toBeLessThan(placeOf(run, 'started replicaset'));
    expect(placeOf(run, 'started replicaset')).toBeLessThan(placeOf(run, `factory ${manager}`));
  });

  test('INI-13: the cloud is initialised when the token controller is up, and before the others', () => {
    const order: string[] = [];
    const noted = (name: string): InitFunc =>
      function* () {
        order.push(name);
        return [undefined, true, undefined];
      };
    const cloud = {
      *initialize() {
        order.push('cloud');
      },
    } as unknown as Cloud;
    start({ a: noted('a') }, { cloud, first: noted('tokens') });
    expect(order).toEqual(['tokens', 'cloud', 'a']);
  });
});

const fateWith = (name: string, ...more: string[]): string | undefined => fates(running({ more }))[name];
const fateWithout = (name: string, ...resources: string[]): string | undefined =>
  fates(running({ plane: without(...resources) }))[name];
const gate = (text: string): string => `--feature-gates=${text}`;
const clients = column(usual, 'clients', 1);

describe('initialisers that always start', () => {
  const always: readonly (readonly [row: string, name: string, client: string])[] = [
    ['INI-20', 'endpoint', 'endpoint-controller'],
    ['INI-23', 'replicationcontroller', 'replication-controller'],
    ['INI-24', 'podgc', 'pod-garbage-collector'],
    ['INI-25', 'resourcequota', 'resourcequota-controller'],
    ['INI-26', 'namespace', 'namespace-controller'],
    ['INI-27', 'serviceaccount', 'service-account-controller'],
    ['INI-39', 'csrcleaner', 'certificate-controller'],
    ['INI-40', 'ttl', 'ttl-controller'],
    ['INI-44', 'nodelifecycle', 'node-controller'],
    ['INI-48', 'persistentvolume-binder', 'persistent-volume-binder'],
    ['INI-52', 'pvc-protection', 'pvc-protection-controller'],
    ['INI-53', 'pv-protection', 'pv-protection-controller'],
  ];
  // All but what it needs to elect.
  const few = without().kinds?.filter(({ resource }) => ['', 'coordination.k8s.io'].includes(resource.group));
  const nothing = running({ plane: { ...without(), kinds: few } });

  test.each(always)(
    '%s: %s starts whatever the API server serves, with the client %s',
    (_row, name, client) => {
      expect(fates(usual)[name]).toBe('started');
      expect(fates(nothing)[name]).toBe('started');
      expect(clients[client]).toBe(`${manager}/${client}`);
    },
  );
});

describe('initialisers that look for a resource', () => {
  const wanted: readonly (readonly [row: string, name: string, resource: string])[] = [
    ['INI-21', 'endpointslice', 'endpointslices'],
    ['INI-22', 'endpointslicemirroring', 'endpointslices'],
    ['INI-29', 'daemonset', 'daemonsets'],
    ['INI-30', 'job', 'jobs'],
    ['INI-31', 'deployment', 'deployments'],
    ['INI-32', 'replicaset', 'replicasets'],
    ['INI-33', 'horizontalpodautoscaling', 'horizontalpodautoscalers'],
    ['INI-34', 'disruption', 'poddisruptionbudgets'],
    ['INI-35', 'statefulset', 'statefulsets'],
    ['INI-36', 'cronjob', 'cronjobs'],
    ['INI-37', 'csrsigning', 'certificatesigningrequests'],
    ['INI-38', 'csrapproving', 'certificatesigningrequests'],
    ['INI-51', 'clusterrole-aggregation', 'clusterroles'],
  ];

  test.each(wanted)('%s: %s is skipped where there are no %s', (_row, name, resource) => {
    expect(fates(usual)[name]).toBe('started');
    expect(fateWithout(name, resource)).toBe('skipped');
  });

  test('INI-21 INI-22: both are skipped too where the gate is closed', () => {
    const run = running({ more: [gate('EndpointSlice=false')] });
    expect([fates(run)['endpointslice'], fates(run)['endpointslicemirroring']]).toEqual([
      'skipped',
      'skipped',
    ]);
  });

  test('INI-31 INI-35: a Deployment controller has three informers, one of StatefulSets four', () => {
    expect(watched['deployment']?.split(', ')).toHaveLength(3);
    expect(watched['statefulset']?.split(', ')).toHaveLength(4);
  });

  test('INI-32: it is passed the 500 of upstream as its burst, and makes no more pods in one sync', () => {
    const run = running({
      more: ['--controllers=replicaset', '--kube-api-qps=1000', '--kube-api-burst=1000'],
    });
    const template = {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'web' }] },
    };
    const spec = { replicas: 502, selector: { matchLabels: { app: 'web' } }, template };
    const object = {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: { name: 'web', namespace: 'default' },
      spec,
    };
    run.cluster.act({ kind: 'apply', object });
    run.cluster.sim.runFor(5000);
    expect(run.cluster.part('api').list('pods', 'default')).toHaveLength(502);
    // What each sync expects is what it creates: the limit in the first, and the rest in the next.
    const set = eventsOf(run, 'expectations.change').filter(({ why }) => why === 'set');
    expect(set.map(({ key, add }) => `${key} ${add}`)).toEqual(['default/web 500', 'default/web 2']);
  });

  test('INI-33: the metrics come by REST clients, or the legacy one', () => {
    expect(notes['horizontalpodautoscaling']).toBe('metrics by REST clients');
    const legacy = running({ more: ['--horizontal-pod-autoscaler-use-rest-clients=false'] });
    expect(column(legacy, 'not-reimplemented', 2)['horizontalpodautoscaling']).toBe(
      'metrics by legacy clients',
    );
  });

  test('INI-34: the gate of budgets is open, and closes it', () => {
    const run = running({ more: [gate('PodDisruptionBudget=false')] });
    expect(fates(run)['disruption']).toBe('skipped');
    expect(output(run)).toContain(
      'I Refusing to start disruption because the PodDisruptionBudget feature is disabled',
    );
  });

  test('INI-36: the polling version has no informer, the second one behind its gate has two', () => {
    expect(watched['cronjob']).toBe('');
    const second = running({ more: [gate('CronJobControllerV2=true')] });
    expect(column(second, 'not-reimplemented', 1)['cronjob']?.split(', ')).toHaveLength(2);
  });

  test('INI-37: it is skipped without files, signs for four with those of the cluster, and refuses both kinds', () => {
    const kubeconfig = '--kubeconfig=/etc/kubernetes/controller-manager.conf';
    expect(fates(running({ args: { [manager]: [kubeconfig] } }))['csrsigning']).toBe('skipped');
    expect(notes['csrsigning']?.split(', ')).toHaveLength(4);
    const both = running({
      more: ['--cluster-signing-legacy-unknown-cert-file=/a', '--cluster-signing-legacy-unknown-key-file=/b'],
    });
    expect(output(both).at(-1)).toContain(
      'cannot specify --cluster-signing-{cert,key}-file and other --cluster-signing-*-file flags at the same time',
    );
  });
});

describe('initialisers with conditions of their own', () => {
  test('INI-25: it is the one that takes the period for new draws, and waits for InformersStarted', () => {
    expect(notes['resourcequota']).toContain('InformersStarted');
    expect(notes['resourcequota']).toContain('resync period');
    const takers = Object.keys(notes).filter((name) => notes[name]?.includes('resync period'));
    expect(takers).toEqual(['resourcequota']);
  });

  test('INI-26: its client may ask 20 times as often, and 100 times as often at once', () => {
    const run = running({
      more: ['--kube-api-qps=1', '--kube-api-burst=1', '--controllers=namespace'],
      forMs: 60_000,
    });
    const at = (wanted: string): number => run.trace.entries[placeOf(run, wanted)]?.at ?? 0;
    // Both discover all that is served, one with the usual rate and one with its own.
    expect(at('context ClientBuilder') - at('client controller-discovery')).toBeGreaterThan(5000);
    expect(at('started namespace') - at('starting namespace')).toBeLessThan(1000);
  });

  test('INI-28: it can be switched off, waits for InformersStarted, and alone answers questions', () => {
    expect(fateWith('garbagecollector', '--enable-garbage-collector=false')).toBe('skipped');
    expect(fates(usual)['garbagecollector']).toBe('started');
    const told = steps(usual);
    const monitors = told.findIndex((step) => step === 'informer v1/configmaps');
    expect(monitors).toBeGreaterThan(told.indexOf('informers InformersStarted'));
    expect(get(running(), '/debug/controllers/garbagecollector/graph', 10252).status).toBe(200);
  });

  test.each([
    ['INI-41', 'bootstrapsigner'],
    ['INI-42', 'tokencleaner'],
  ])('%s: %s is in the table, and runs only if it is named', (_row, name) => {
    expect(fates(usual)[name]).toBe('disabled');
    expect(fateWith(name, `--controllers=*,${name}`)).toBe('started');
  });

  test('INI-43: it needs node CIDRs to be allocated, and what is wrong with them is fatal', () => {
    expect(fates(usual)['nodeipam']).toBe('skipped');
    expect(fateWith('nodeipam', '--allocate-node-cidrs', '--cluster-cidr=10.0.0.0/16')).toBe('started');
    const last = (...more: string[]): string | undefined =>
      output(running({ more: ['--allocate-node-cidrs', '--controllers=nodeipam', ...more] })).at(-1);
    expect(last('--cluster-cidr=nonsense')).toContain('failed to parse cidr value:"nonsense"');
    expect(last('--cluster-cidr=10.0.0.0/16,10.1.0.0/16')).toContain(
      'len of ClusterCIDRs==2 and dualstack or EndpointSlice feature is not enabled',
    );
    expect(last('--cluster-cidr=10.0.0.0/28')).toContain('Controller: Invalid --cluster-cidr');
  });

  test('INI-45: without a cloud it tells an error and is skipped; with an external one it is not in the table', () => {
    expect(fates(usual)['service']).toBe('skipped');
    expect(output(usual)).toContain(
      'E Failed to start service controller: WARNING: no cloud provider provided, services of type LoadBalancer will fail',
    );
    expect(fateWith('service', '--cloud-provider=external')).toBeUndefined();
  });

  test('INI-46: it says what it lacks, one thing after another', () => {
    expect(output(usual)).toContain(
      'I Will not configure cloud provider routes for allocate-node-cidrs: false, configure-cloud-routes: true.',
    );
    const cidrs = ['--allocate-node-cidrs', '--cluster-cidr=10.0.0.0/16'];
    const unwanted = running({ more: [...cidrs, '--configure-cloud-routes=false'] });
    expect(fates(unwanted)['route']).toBe('skipped');
    expect(output(unwanted)).toContain(
      'I Will not configure cloud provider routes for allocate-node-cidrs: true, configure-cloud-routes: false.',
    );
    const run = running({ more: cidrs });
    expect(fates(run)['route']).toBe('skipped');
    expect(output(run)).toContain(
      'W configure-cloud-routes is set, but no cloud provider specified. Will not configure cloud provider routes.',
    );
  });

  test('INI-47: without a cloud it tells an error and is skipped', () => {
    expect(fates(usual)['cloud-node-lifecycle']).toBe('skipped');
    expect(output(usual)).toContain(
      'E failed to start cloud node lifecycle controller: no cloud provider provided',
    );
  });

  test('INI-49: a period under a second is fatal', () => {
    expect(fates(usual)['attachdetach']).toBe('started');
    const run = running({
      more: ['--attach-detach-reconcile-sync-period=999ms', '--controllers=attachdetach'],
    });
    expect(output(run).at(-1)).toContain('duration time must be greater than one second');
    expect(eventsOf(run, 'program.exit')).toMatchObject([{ code: 255 }]);
  });

  const gated: readonly (readonly [row: string, name: string, gate: string, open: boolean])[] = [
    ['INI-50', 'persistentvolume-expander', 'ExpandPersistentVolumes', true],
    ['INI-54', 'ttl-after-finished', 'TTLAfterFinished', false],
    ['INI-55', 'root-ca-cert-publisher', 'RootCAConfigMap', true],
    ['INI-56', 'ephemeral-volume', 'GenericEphemeralVolume', false],
  ];
  test.each(gated)('%s: %s is behind the gate %s, which stands open: %s', (_row, name, named, open) => {
    expect(fates(usual)[name]).toBe(open ? 'started' : 'skipped');
    expect(fateWith(name, gate(`${named}=${!open}`))).toBe(open ? 'skipped' : 'started');
  });

  test('INI-57: it is in the table only if both of its gates are open', () => {
    expect(fates(usual)['storage-version-gc']).toBeUndefined();
    expect(fateWith('storage-version-gc', gate('APIServerIdentity=true'))).toBeUndefined();
    const both = gate('APIServerIdentity=true,StorageVersionAPI=true');
    expect(fateWith('storage-version-gc', both)).toBe('started');
  });

  test('what is not re-implemented says so, and nothing else does', () => {
    const real = Object.entries(fates(usual)).filter(
      ([name, fate]) => fate === 'started' && !(name in notes),
    );
    expect(real.map(([name]) => name).sort()).toEqual([
      'endpoint',
      'garbagecollector',
      'namespace',
      'podgc',
      'replicaset',
      'replicationcontroller',
      'serviceaccount',
      'serviceaccount-token',
      'ttl',
    ]);
    const noted = table(usual, 'controllers').filter(({ note }) => note === 'not re-implemented yet');
    expect(noted.map(({ name }) => name).sort()).toEqual(Object.keys(notes).sort());
  });
});
