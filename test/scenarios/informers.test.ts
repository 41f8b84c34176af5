import { describe, expect, test } from 'vitest';
import {
  accessorTree,
  endpointOf,
} from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/informers/accessor-tree.ts';
import { newSharedInformerFactory } from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import { newForConfig } from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { ResourceEventHandlerFuncs } from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/controller.ts';
import { Stage } from '../../src/runtime/stage/stage.ts';
import type { Host } from '../../src/runtime/stage/host.ts';
import { replicaSet } from '../../src/runtime/subjects/api/objects.ts';
import { newForConfig as newMetadataClient } from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/metadata/metadata.ts';
import { newSharedInformerFactory as newMetadataFactory } from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/metadata/metadatainformer/informer.ts';
import { startCollectors } from '../../src/runtime/subjects/collector/start-collectors.ts';
import { newInformerFactory } from '../../src/runtime/kubernetes/staging/src/k8s.io/controller-manager/pkg/informerfactory/informer_factory.ts';
import { plane as informersPlane } from '../../src/runtime/subjects/control-loop/planes/informers.ts';
import { configOf } from '../../src/runtime/subjects/api/config.ts';
import { eventTables } from '../../src/runtime/subjects/control-loop/event-tables.ts';
import { informerTables } from '../../src/runtime/subjects/control-loop/informer-tables.ts';
import type { Trace } from '../../src/runtime/stage/world.ts';
import { Chan } from '../../src/runtime/sim/chan.ts';
import { mapGet } from '../../src/runtime/sim/pmap.ts';
import type { Blocking } from '../../src/runtime/sim/process.ts';
import { api } from '../../src/runtime/subjects/api/subject.ts';
import { controlLoop } from '../../src/runtime/subjects/control-loop/subject.ts';

/** Runs one program beside the API server, with the tables of its informers. */
function run(body: (host: Host) => Blocking<void>, forMs = 5000): { cluster: Stage; trace: Trace } {
  const cluster = new Stage({
    subjects: [api, controlLoop],
    kinds: [],
    observers: { ...informerTables, ...eventTables },
    programsOf: () => [
      {
        name: 'reader',
        *main(host) {
          yield* body(host);
          yield* new Chan<never>('stop').receive();
        },
      },
    ],
  });
  const trace = cluster.record();
  cluster.start();
  cluster.sim.runFor(forMs);
  return { cluster, trace };
}

const factoryOf = (host: Host, defaultResyncMs = 0) =>
  newSharedInformerFactory(host.sim, newForConfig(host.sim, configOf(host, 100, 100)), {
    program: host.name,
    defaultResyncMs,
  });

/** Rows of a table of the reader, at the end or at some entry: the name, and what its cells hold. */
function rows(trace: Trace, table: string, program = 'reader'): string[] {
  const found = mapGet(trace.world.tables, `${program}/${table}`);
  return (found?.rows ?? []).map(({ name, cells }) => [name, ...cells].join(' '));
}

describe('the factory', () => {
  test('INF-01 has an accessor for each of 18 groups; those of Auditregistration and Settings are gone', () => {
    expect(accessorTree.map(({ accessor }) => accessor)).toEqual([
      'Admissionregistration',
      'Internal',
      'Apps',
      'Autoscaling',
      'Batch',
      'Certificates',
      'Coordination',
      'Core',
      'Discovery',
      'Events',
      'Extensions',
      'Flowcontrol',
      'Networking',
      'Node',
      'Policy',
      'Rbac',
      'Scheduling',
      'Storage',
    ]);
  });

  test('INF-02 the version that is chosen is part of the address that is watched', () => {
    const apps = accessorTree.find(({ accessor }) => accessor === 'Apps')!;
    expect(Object.keys(apps.versions)).toEqual(['v1', 'v1beta1', 'v1beta2']);
    const endpoints = Object.keys(apps.versions).map((version) =>
      endpointOf(apps.group, version, 'Deployments'),
    );
    expect(endpoints).toEqual([
      '/apis/apps/v1/deployments',
      '/apis/apps/v1beta1/deployments',
      '/apis/apps/v1beta2/deployments',
    ]);
    expect(endpointOf('', 'v1', 'Pods')).toBe('/api/v1/pods');
  });

  test('INF-03 apps/v1 has five informers', () => {
    const apps = accessorTree.find(({ accessor }) => accessor === 'Apps')!;
    expect(apps.versions['v1']?.split(' ')).toEqual([
      'ControllerRevisions',
      'DaemonSets',
      'Deployments',
      'ReplicaSets',
      'StatefulSets',
    ]);
  });

  test('INF-04 INF-05 a new factory is empty; to ask for an informer or a lister registers it, to walk there does not', () => {
    const seen: string[][] = [];
    let same = false;
    const { trace } = run(function* (host) {
      const factory = factoryOf(host);
      const look = (): void => void seen.push(rows(host.sim.trace as unknown as Trace, 'informers'));
      look();
      const v1 = factory.core().v1();
      const pods = v1.pods();
      look();
      pods.lister();
      look();
      same = pods.informer() === factory.core().v1().pods().informer();
      v1.nodes().informer();
      look();
      yield* host.sim.sleep(1);
    });
    expect(seen).toEqual([[], [], ['pods v1 Pod no no'], ['pods v1 Pod no no', 'nodes v1 Node no no']]);
    expect(same).toBe(true);
    // Nothing was started, so nobody asked the server for anything.
    expect(trace.entries.filter(({ event }) => event.kind === 'api.request')).toEqual([]);
  });

  test('INF-06 INF-07 start runs what was asked for and does not run yet; each syncs for itself', () => {
    const seen: string[][] = [];
    let synced = new Map<string, boolean>();
    const { trace } = run(function* (host) {
      const factory = factoryOf(host);
      const look = (): void => void seen.push(rows(host.sim.trace as unknown as Trace, 'informers'));
      const stop = new Chan<never>('stop');
      factory.core().v1().pods().informer();
      factory.start(stop);
      factory.core().v1().nodes().informer();
      look();
      synced = yield* factory.waitForCacheSync(stop);
      look();
      factory.start(stop);
      factory.start(stop);
      yield* host.sim.sleep(1000);
      look();
    });
    expect(seen).toEqual([
      ['pods v1 Pod yes no', 'nodes v1 Node no no'],
      ['pods v1 Pod yes yes', 'nodes v1 Node no no'],
      ['pods v1 Pod yes yes', 'nodes v1 Node yes yes'],
    ]);
    expect([...synced]).toEqual([['v1 Pod', true]]);
    const lists = trace.entries.flatMap(({ event }) =>
      event.kind === 'reflector.list' ? [event.informer] : [],
    );
    expect(lists).toEqual(['reader/pods', 'reader/nodes']);
  });

  test('INF-08 by group, version and resource it gives the same informer; one it does not know is an error', () => {
    const said: unknown[] = [];
    run(function* (host) {
      const factory = factoryOf(host);
      const [pods] = factory.forResource({ group: '', version: 'v1', resource: 'pods' });
      said.push(pods?.informer() === factory.core().v1().pods().informer());
      said.push(factory.forResource({ group: 'batch', version: 'v1', resource: 'jobs' })[1]?.message);
      yield* host.sim.sleep(1);
    });
    expect(said).toEqual([true, expect.stringContaining('no informer found for')]);
  });

  test('INF-09 a resync of either of two factories, at times of their own, asks the server for nothing', () => {
    const { trace } = run(function* (host) {
      for (const ms of [7000, 11_000]) {
        const factory = factoryOf(host, ms);
        factory.core().v1().nodes().informer().addEventHandler(new ResourceEventHandlerFuncs({}));
        factory.start(new Chan<never>('stop'));
      }
      yield* host.sim.sleep(1);
    }, 25_000);
    const at = (kind: string): number[] =>
      trace.entries.flatMap((entry) => (entry.event.kind === kind ? [Math.round(entry.at / 1000)] : []));
    expect(at('reflector.resync')).toEqual([7, 11, 14, 21, 22]);
    expect(at('api.request').filter((s) => s > 0)).toEqual([]);
  });
});

describe('in a control plane', () => {
  test('INF-11 an object goes from the watch through the queue to the cache, the handler, the work queue and a worker', () => {
    const cluster = new Stage(informersPlane, {}, { seed: 1 });
    const trace = cluster.record();
    cluster.start();
    cluster.sim.runFor(1000);
    cluster.act({ kind: 'apply', object: replicaSet('web', 1) });
    cluster.sim.runFor(1000);
    const names = (event: (typeof trace.entries)[number]['event']): boolean =>
      'key' in event && event.key.endsWith('default/web');
    const way = trace.entries.filter(({ event }) => names(event)).map(({ event }) => event.kind);
    const stations = [
      'store.write',
      'watch.event',
      'fifo.add',
      'fifo.pop',
      'indexer.write',
      'handler.call',
      'workqueue.add',
      'workqueue.get',
    ];
    const places = stations.map((kind) => way.indexOf(kind as never));
    expect(stations.filter((_, i) => places[i] === -1)).toEqual([]);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(rows(trace, 'informers', 'kube-controller-manager')).toEqual([
      'replicasets apps/v1 ReplicaSet yes yes',
      'pods v1 Pod yes yes',
    ]);
    expect(rows(trace, 'event queues', 'kube-controller-manager')).toEqual([
      'senders that wait 0 – 0',
      'incoming 0 25 0',
      'watcher 1 0 1000 0',
    ]);
    expect(rows(trace, 'event correlator', 'kube-controller-manager')[0]).toBe(
      'ReplicaSet/web SuccessfulCreate 1 1 1 24 0',
    );
  });

  test('INF-20 a slow handler has a buffer of 1024 that grows; the informer and other handlers do not wait for it', () => {
    const quick: string[] = [];
    const { trace, cluster } = run(function* (host) {
      const client = newForConfig(host.sim, configOf(host, 10_000, 10_000));
      for (let i = 0; i < 1100; i++)
        yield* client
          .coreV1()
          .nodes()
          .create({ kind: 'Node', apiVersion: 'v1', metadata: { name: `n${i}` } });
      const factory = factoryOf(host);
      const informer = factory.core().v1().nodes().informer();
      informer.addEventHandler({
        onAdd() {},
        onUpdate() {},
        onDelete() {},
        busy: () => host.sim.sleep(1_000_000),
      });
      informer.addEventHandler(
        new ResourceEventHandlerFuncs({ addFunc: ({ metadata }) => void quick.push(metadata.name ?? '') }),
      );
      factory.start(new Chan<never>('stop'));
    }, 60_000);
    expect(quick).toHaveLength(1100);
    // One is with the handler, one is held out to it, and the rest is in the buffer, which has doubled once.
    expect(rows(trace, 'listeners')).toEqual([
      expect.stringMatching(/^nodes\/listener-1 109[78] 2048 1$/),
      'nodes/listener-2 0 1024 1100',
    ]);
    expect(cluster.part('api').list('nodes', '')).toHaveLength(1100);
  });

  test('INF-10 the factory of both starts typed and metadata informers; those that run already stay as they are', () => {
    const { trace } = run(function* (host) {
      const config = configOf(host, 100, 100);
      const typed = factoryOf(host);
      const metadata = newMetadataFactory(host.sim, newMetadataClient(host.sim, config), {
        program: host.name,
      });
      const both = newInformerFactory(typed, metadata);
      const stop = new Chan<never>('stop');
      const v1 = { group: '', version: 'v1' };
      both.forResource({ ...v1, resource: 'pods' })[0]?.informer();
      typed.start(stop);
      yield* host.sim.sleep(100);
      // There is no typed informer of Events here, so this one sees their metadata.
      both.forResource({ ...v1, resource: 'events' })[0]?.informer();
      both.forResource({ ...v1, resource: 'nodes' })[0]?.informer();
      both.start(stop);
    });
    const lists = trace.entries.flatMap(({ event, at }) =>
      event.kind === 'reflector.list' ? [`${event.informer} ${at < 100 ? 'before' : 'after'}`] : [],
    );
    expect(lists.sort()).toEqual(['reader/events after', 'reader/nodes after', 'reader/pods before']);
  });

  test('INF-26 the garbage collector starts informers of its own only when those of the factories have been started', () => {
    const { trace } = run(function* (host) {
      const stop = new Chan<never>('stop');
      const informers = factoryOf(host);
      const started = yield* startCollectors(host.sim, host.name, configOf(host, 100, 100), informers, stop);
      yield* host.sim.sleep(7000);
      informers.start(stop);
      yield* host.sim.sleep(1000);
      started.close();
    }, 20_000);
    const lists = trace.entries.flatMap(({ event, at }) =>
      event.kind === 'reflector.list' ? [{ what: event.informer.replace('reader/', ''), at }] : [],
    );
    const [early, late] = [lists.filter(({ at }) => at < 8000), lists.filter(({ at }) => at >= 8000)];
    // The namespace controller has asked the factory for its own; what the collector watches waits for the gate.
    expect(early).toEqual([{ what: 'namespaces', at: expect.closeTo(7000, -2) as number }]);
    expect(late.map(({ what }) => what).sort()).toEqual(['configmaps', 'nodes', 'pods']);
  });
});
