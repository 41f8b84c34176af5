import { describe, expect, test } from 'vitest';
import type { Host } from '../../../../../../src/runtime/stage/host.ts';
import type { Plane } from '../../../../../../src/runtime/stage/program.ts';
import { plane } from '../../../../../../src/runtime/subjects/command-line/planes/controller-manager.ts';
import type { Interface as Cloud } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/cloud-provider/cloud.ts';
import { registerCloudProvider } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/cloud-provider/plugins.ts';
import type { SharedInformerFactory } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import { newForConfig } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import {
  directTransport,
  type Transport,
} from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import {
  type CloudOptions,
  createCloudProvider,
} from '../../../../../../src/runtime/kubernetes/cmd/kube-controller-manager/app/cloudproviders.ts';
import { getAvailableResources } from '../../../../../../src/runtime/kubernetes/cmd/kube-controller-manager/app/controllermanager.ts';
import { SimpleControllerClientBuilder } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/controller-manager/pkg/clientbuilder/client_builder.ts';
import { waitForAPIServer } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/controller-manager/app/helper.ts';
import { newServiceUnavailable } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { APIServer } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import { Buffer, OS } from '../../../../../../src/runtime/go/os.ts';
import type { Blocking } from '../../../../../../src/runtime/sim/process.ts';
import { overriding } from '../../../../../../src/runtime/stage/overriding.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';
import { eventsOf, column, manager, output, running, steps, table } from '../running.ts';

const hourMs = 3_600_000;

/** Runs a call to its end, and gives what it gives. */
function done<T>(sim: Sim, body: Blocking<T>): T {
  let result: { readonly value: T } | undefined;
  sim.go(
    'caller',
    (function* () {
      result = { value: yield* body };
    })(),
  );
  sim.runFor(60_000);
  if (!result) throw new Error('expected a call that ends within a minute, found one that waits');
  return result.value;
}

function process(): { sim: Sim; os: OS; stderr: Buffer } {
  const sim = new Sim();
  const stderr = new Buffer();
  return { sim, os: new OS(sim, { args: [manager], stderr }), stderr };
}

/** A way to an API server on which some paths fail, the first `times` times. */
function failing(sim: Sim, path: RegExp, times = Infinity): Transport {
  const direct = directTransport(new APIServer(sim, { kinds: plane.kinds }));
  let left = times;
  return {
    ...direct,
    *do(request) {
      if (path.test(request.resource) && left-- > 0) return [undefined, newServiceUnavailable('not now')];
      return yield* direct.do(request);
    },
  };
}

/** The host with another way to the API server. */
function withTransport(host: Host, transport: Transport): Host {
  const network = overriding(host.part('api').network, { transport: () => transport });
  const api = overriding(host.part('api'), { network });
  return overriding(host, { part: () => api });
}

describe('CreateControllerContext', () => {
  test('CTX-01: gathers what is shared, and then has its fields in the order of the struct', () => {
    const run = running();
    expect(table(run, 'context').map(({ name }) => name)).toEqual([
      'ClientBuilder',
      'InformerFactory',
      'ObjectOrMetadataInformerFactory',
      'ComponentConfig',
      'RESTMapper',
      'AvailableResources',
      'Cloud',
      'LoopMode',
      'Stop',
      'InformersStarted',
      'ResyncPeriod',
    ]);
    const told = steps(run);
    const before = told.slice(told.indexOf('builder root') + 1, told.indexOf('context ClientBuilder'));
    // Informers, metadata, discovery for the REST mapper and once more for the available resources.
    expect(before).toEqual([
      'client shared-informers',
      'client metadata-informers',
      'client controller-discovery',
      'client controller-discovery',
    ]);
  });

  test('CTX-02: a client carries the name that it was asked for by, as user agent', () => {
    const agents = column(running(), 'clients', 1);
    expect(agents['replicaset-controller']).toBe(`${manager}/replicaset-controller`);
    expect(agents['node-controller']).toBe(`${manager}/node-controller`);
  });

  test('CTX-03: the factory holds more informers with each controller that asks, and one for each type', () => {
    const run = running();
    const asked = eventsOf(run, 'startup').filter(({ phase }) => phase === 'informer');
    const typed = asked.filter(({ text }) => text === 'asks for an informer of {0}').map(({ name }) => name);
    expect(typed.slice(0, 2)).toEqual(['v1 ServiceAccount', 'v1 Secret']);
    expect(typed.length).toBe(new Set(typed).size);
    expect(table(run, 'informers').map(({ name }) => name)).toEqual(typed);
  });

  test('CTX-04: a known type has its typed informer, the one that controllers share; another has one of metadata', () => {
    const [ctx] = running().contexts;
    if (!ctx) throw new Error('expected a context');
    const { objectOrMetadataInformerFactory: either, informerFactory: typed } = ctx;
    const [pods] = either.forResource({ group: '', version: 'v1', resource: 'pods' });
    expect(pods?.informer()).toBe(typed.core().v1().pods().informer());
    const deployments = { group: 'apps', version: 'v1', resource: 'deployments' };
    expect(typed.forResource(deployments)[1]?.message).toContain('no informer found for');
    const [metadata] = either.forResource(deployments);
    expect(metadata?.informer().name).toBe(`${manager}/deployments`);
  });

  test('CTX-05: controllers read their part of the configuration when they start', () => {
    const run = running({ more: ['--concurrent-replicaset-syncs=3'] });
    const workers = [...run.cluster.sim.processes.values()].filter(({ name }) =>
      name.startsWith('replicaset/worker'),
    );
    expect(workers).toHaveLength(3);
    expect(run.contexts[0]?.componentConfig.replicaSetController.concurrentRSSyncs).toBe(3);
  });

  test('CTX-06: the first mapping discovers, the next does not, and every 30 s all is forgotten', () => {
    const run = running({ more: ['--controllers=replicaset'] });
    const [ctx] = run.contexts;
    if (!ctx) throw new Error('expected a context');
    const discoveries = (): number =>
      eventsOf(run, 'api.request').filter(({ resource }) => resource === '/apis').length;
    const map = (): number => {
      const before = discoveries();
      run.cluster.sim.go(
        'asks',
        (function* () {
          yield* ctx.restMapper.restMapping({ group: 'apps', kind: 'ReplicaSet' }, 'v1');
        })(),
        manager,
      );
      run.cluster.sim.runFor(1000);
      return discoveries() - before;
    };
    expect([map(), map()]).toEqual([1, 0]);
    run.cluster.sim.runFor(30_000);
    expect([map(), map()]).toEqual([1, 0]);
  });

  test('CTX-07: what is available is asked once, and what comes later is not seen', () => {
    const run = running({ forMs: 70_000, more: ['--controllers=replicaset'] });
    const [ctx] = run.contexts;
    expect(ctx?.availableResources.has('apps/v1, Resource=replicasets')).toBe(true);
    expect(ctx?.availableResources.has('v1, Resource=nothings')).toBe(false);
    expect(eventsOf(run, 'api.request').filter(({ resource }) => resource === '/apis')).toHaveLength(1);
  });

  test('CTX-07: a group that fails is told and left out; nothing at all is an error', () => {
    const { sim, os, stderr } = process();
    const builder = (transport: Transport): SimpleControllerClientBuilder =>
      new SimpleControllerClientBuilder(os, { transport, userAgent: manager });
    const [some] = done(sim, getAvailableResources(os, builder(failing(sim, /^\/apis\/apps\/v1$/))));
    expect(some?.has('apps/v1, Resource=replicasets')).toBe(false);
    expect(some?.has('batch/v1, Resource=jobs')).toBe(true);
    expect(stderr.text).toContain('unable to get all supported resources from server');
    const [, err] = done(sim, getAvailableResources(os, builder(failing(sim, /^\/api/))));
    expect(err?.message).toBe('unable to get any supported resources from server');
  });

  test('CTX-10: Stop is the end of leading', () => {
    const run = running();
    const [ctx] = run.contexts;
    expect(ctx?.stop.closed).toBe(false);
    run.cluster.act({ kind: 'partition', program: manager, forMs: 60_000 });
    run.cluster.sim.runFor(30_000);
    expect(ctx?.stop.closed).toBe(true);
  });

  test('CTX-11: InformersStarted says that informers were told to start, not that they are synced', () => {
    const run = running({ watchDelayMs: {}, forMs: 0 });
    const started = (): boolean => run.contexts[0]?.informersStarted.closed ?? false;
    run.cluster.sim.runUntil(started);
    const [ctx] = run.contexts;
    expect(ctx?.informerFactory.core().v1().pods().informer().hasSynced()).toBe(false);
    const told = steps(run);
    expect(told.indexOf(`factory ${manager} metadata`)).toBeLessThan(
      told.indexOf('informers InformersStarted'),
    );
    run.cluster.sim.runFor(1000);
    expect(ctx?.informerFactory.core().v1().pods().informer().hasSynced()).toBe(true);
  });

  test('CTX-12: each draw is from 12 to 24 hours, and each call draws anew', () => {
    const [ctx] = running().contexts;
    const draws = Array.from({ length: 100 }, () => ctx?.resyncPeriod() ?? 0);
    expect(Math.min(...draws)).toBeGreaterThanOrEqual(12 * hourMs);
    expect(Math.max(...draws)).toBeLessThan(24 * hourMs);
    expect(new Set(draws).size).toBeGreaterThan(90);
  });

  test('CTX-12: the shared factory draws once, so its informers resync together, and ask the server for nothing', () => {
    const run = running({ more: ['--min-resync-period=10s', '--controllers=replicaset'], forMs: 60_000 });
    const at = (informer: string): number[] =>
      run.trace.entries.flatMap(({ event, at: when }) =>
        event.kind === 'reflector.resync' && event.informer === `${manager}/${informer}` ? [when] : [],
      );
    expect(at('pods').length).toBeGreaterThan(1);
    expect(at('pods')).toEqual(at('replicasets'));
    const lists = eventsOf(run, 'reflector.list').filter(({ informer }) => informer === `${manager}/pods`);
    expect(lists).toHaveLength(1);
  });

  test('CTX-13: the API server is asked each second, for ten seconds, before anything is discovered', () => {
    const { sim, os } = process();
    const client = (times: number) =>
      newForConfig(sim, { transport: failing(sim, /^\/healthz$/, times), userAgent: manager });
    const began = sim.now;
    let ended = 0;
    const err = done(
      sim,
      (function* () {
        const result = yield* waitForAPIServer(os, client(3), 10_000);
        ended = sim.now - began;
        return result;
      })(),
    );
    expect([err, ended]).toEqual([undefined, 3000]);
    const gaveUp = done(sim, waitForAPIServer(os, client(Infinity), 10_000));
    expect(gaveUp?.message).toMatch(
      /^timed out waiting for the condition: failed to get apiserver \/healthz status: /,
    );
  });

  test('CTX-13: a server that is not well in time ends the process', () => {
    const sick: Plane = {
      ...plane,
      programsOf: (settings) =>
        plane.programsOf(settings).map((program) => ({
          ...program,
          main: (host) => program.main(withTransport(host, failing(host.sim, /^\/healthz$/))),
        })),
    };
    const run = running({ plane: sick, nodes: [], more: ['--leader-elect=false'], forMs: 20_000 });
    expect(eventsOf(run, 'program.exit').at(-1)?.why).toMatch(
      /^error building controller context: failed to wait for apiserver being healthy: timed out/,
    );
  });

  test('CTX-14: each step of the start has its cause in another, back to the start of the program', () => {
    const { trace } = running();
    const startOf = (index: number): string => {
      for (let at = index; at >= 0;) {
        const entry = trace.entries[at];
        if (entry?.event.kind === 'program.start') return entry.event.program;
        at = entry?.cause ?? -1;
      }
      return '';
    };
    const all = trace.entries.flatMap(({ event, index }) => (event.kind === 'startup' ? [index] : []));
    expect(all.length).toBeGreaterThan(100);
    for (const index of all) expect(startOf(index)).toBe(manager);
  });
});

describe('the cloud', () => {
  const demo = (hasClusterID: boolean, seen: SharedInformerFactory[] = []): Cloud => ({
    providerName: () => 'demo',
    hasClusterID: () => hasClusterID,
    *initialize() {},
    loadBalancer: () => undefined,
    instances: () => undefined,
    routes: () => undefined,
    setInformers: (informers) => void seen.push(informers),
  });
  const informers = {} as SharedInformerFactory;
  function create(options: Partial<CloudOptions>, cloud = demo(true)) {
    const { sim, os, stderr } = process();
    done(
      sim,
      registerCloudProvider(os, 'demo', () => [cloud, undefined]),
    );
    const flags = {
      cloudProvider: '',
      externalCloudVolumePlugin: '',
      cloudConfigFile: '',
      allowUntaggedCloud: false,
    };
    const [made, loopMode, err] = done(sim, createCloudProvider(os, { ...flags, ...options }, informers));
    return { made, loopMode, err, log: stderr.text };
  }

  test('CTX-08: is nil without a name, and for an external one without a plugin for volumes', () => {
    expect(create({})).toMatchObject({ made: undefined, err: undefined });
    expect(create({ cloudProvider: 'external' })).toMatchObject({ made: undefined, err: undefined });
    const { made } = create({ cloudProvider: 'external', externalCloudVolumePlugin: 'demo' });
    expect(made?.providerName()).toBe('demo');
  });

  test('CTX-08: that has no cluster id is refused, unless untagged clouds are allowed', () => {
    expect(create({ cloudProvider: 'demo' }, demo(false)).err?.message).toContain('no ClusterID Found.');
    const allowed = create({ cloudProvider: 'demo', allowUntaggedCloud: true }, demo(false));
    expect(allowed.made?.providerName()).toBe('demo');
    expect(allowed.log).toContain('detected a cluster without a ClusterID.');
  });

  test('CTX-08: that uses informers gets them, and one that nobody knows is an error', () => {
    const seen: SharedInformerFactory[] = [];
    create({ cloudProvider: 'demo' }, demo(true, seen));
    expect(seen).toEqual([informers]);
    expect(create({ cloudProvider: 'nowhere' }).err?.message).toBe(
      'cloud provider could not be initialized: unknown cloud provider "nowhere"',
    );
    expect(create({ cloudProvider: 'aws' }).log).toContain(
      'WARNING: aws built-in cloud provider is now deprecated.',
    );
  });

  test('CTX-09: an external cloud alone takes the three cloud loops out of the table', () => {
    expect(create({}).loopMode).toBe('IncludeCloudLoops');
    expect(create({ cloudProvider: 'demo' }).loopMode).toBe('IncludeCloudLoops');
    expect(create({ cloudProvider: 'external' }).loopMode).toBe('ExternalLoops');
    const all = Object.keys(column(running(), 'controllers', 1));
    const external = Object.keys(column(running({ more: ['--cloud-provider=external'] }), 'controllers', 1));
    expect(all.filter((name) => !external.includes(name)).sort()).toEqual([
      'cloud-node-lifecycle',
      'route',
      'service',
    ]);
  });

  test('CTX-08: a provider that the program was not built with ends it', () => {
    const run = running({ more: ['--cloud-provider=nowhere'] });
    expect(output(run).at(-1)).toContain('unknown cloud provider "nowhere"');
  });
});
