import type { ConfigMap, Node } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type {
  RevisionedStore,
  Write,
} from '../../kubernetes/staging/src/k8s.io/apiserver/pkg/storage/etcd3/revisioned-store.ts';
import type { SharedInformerFactory } from '../../kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import type { Config } from '../../kubernetes/staging/src/k8s.io/client-go/rest/config.ts';
import type { Transport } from '../../kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import type { Indexer } from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/index.ts';
import type { Initializers, Manager } from '../../demo/manager.ts';
import { masterLabel, podCountLabel } from '../../demo/pod-count.ts';
import type { PodController } from '../../demo/pod-controller.ts';
import type { PodPool } from '../../demo/pool/types.ts';
import type { ObservedKind } from '../../sim/observe.ts';
import { mapGet } from '../../sim/pmap.ts';
import { running } from '../../sim/process.ts';
import type { Sim } from '../../sim/sim.ts';
import { eventTables } from '../control-loop/event-tables.ts';
import { ownInformers } from '../control-loop/informer-tables.ts';
import type { ObserverOf, Observers } from '../../stage/subject.ts';
import { overriding } from '../../stage/overriding.ts';
import { startup } from '../../stage/startup.ts';
import { showRow, showTable } from '../../stage/tables.ts';
import type { TableState, Trace } from '../../stage/world.ts';

const programNow = (): string => running()?.group ?? '';

/** Whether a program is a manager of a reader's own: the others are not looked into. */
const isOwn = ({ world }: Trace, program: string): boolean =>
  mapGet(world.tables, `${program}/manager`) !== undefined;

/** Adds a row, and the table if this is its first. */
function addRow(trace: Trace, key: string, table: TableState, name: string, ...cells: string[]): void {
  if (!mapGet(trace.world.tables, key)) showTable(trace, key, table);
  showRow(trace, key, { name, cells });
}

const settings: TableState = { title: 'Settings', columns: ['What', 'Value'], rows: [] };

/** Shows what a manager is made from, and tells where it read that. */
function observeManager(trace: Trace, program: string, manager: Manager, sim: Sim): Manager {
  const show = (name: string, cell: string): void =>
    addRow(trace, `${program}/manager`, settings, name, cell);
  return overriding(manager, {
    readConfig(path) {
      const [config, err] = manager.readConfig(path);
      show('kubeconfig', err ? err.message : path);
      if (err) return [undefined, err];
      show('config', describe(config));
      show('resync', manager.resyncMs === 0 ? '0 ms: none, ever' : `${manager.resyncMs} ms`);
      startup(sim, 'manager', 'config', 'reads {0}', path);
      return [config, undefined];
    },
  });
}

const describe = ({ userAgent, qps, burst }: Config): string =>
  `user agent ${userAgent}, ${qps} requests a second, ${burst} at once`;

const registry: TableState = {
  title: 'Controllers',
  columns: ['Name', 'State'],
  rows: [],
  shows: 'queue',
};

/** Shows how far each controller of a registry is. */
function observeRegistry(trace: Trace, program: string, initializers: Initializers, sim: Sim): Initializers {
  const show = (name: string, state: string): void =>
    addRow(trace, `${program}/controllers`, registry, name, state);
  for (const name of initializers.keys()) show(name, 'registered');
  const watched = [...initializers].map(([name, init]): readonly [string, typeof init] => [
    name,
    (ctx) => {
      const run = init(ctx);
      show(name, 'made');
      startup(sim, 'manager', name, 'makes the controller {0}', name);
      return function* (stop) {
        show(name, 'runs');
        try {
          yield* run(stop);
        } finally {
          show(name, 'has ended');
        }
      };
    },
  ]);
  return new Map(watched);
}

/** Tells which informers a factory starts. */
function observeFactory(
  trace: Trace,
  program: string,
  factory: SharedInformerFactory,
  sim: Sim,
): SharedInformerFactory {
  if (!isOwn(trace, program)) return factory;
  const watched = ownInformers['informer-factory'](trace, program, factory);
  return overriding(watched, {
    start(stop) {
      const { rows = [] } = mapGet(trace.world.tables, `${program}/informers`) ?? {};
      watched.start(stop);
      const names = rows.map(({ name }) => name).join(', ');
      if (names === '') startup(sim, 'manager', 'factory', 'starts its factory, which has no informer');
      else startup(sim, 'manager', 'factory', 'starts its factory, which has informers: {0}', names);
    },
  });
}

/** Shows the record of the first controller, as its constructor leaves it. */
function observePodController(trace: Trace, name: string, controller: PodController): PodController {
  const { broadcaster, clusterName, podListerSynced } = controller;
  const rows = Object.entries({
    kubeClient: 'a clientset, for requests',
    clusterName: `"${clusterName}", which nothing reads`,
    podLister: 'reads the cache of pods',
    podListerSynced: `says ${String(podListerSynced())}`,
    broadcaster: broadcaster ? 'one watcher: the log' : '',
    recorder: 'signs as pod-controller',
  }).map(([field, cell]) => ({ name: field, cells: [cell] }));
  const title = 'Fields of the new controller';
  showTable(trace, `${programNow()}/${name}`, { title, columns: ['Field', 'Value'], rows });
  return controller;
}

const asked: TableState = {
  title: 'Reads and requests',
  columns: ['What', 'From the cache', 'From the API server'],
  rows: [],
};

/** Counts one more read from the cache, or request to the API server, of a manager of a reader's own. */
function count(trace: Trace, what: string, of: 'cache' | 'server'): void {
  const program = programNow();
  if (!isOwn(trace, program)) return;
  const key = `${program}/requests`;
  const row = mapGet(trace.world.tables, key)?.rows.find(({ name }) => name === what);
  const [cache = '0', server = '0'] = row?.cells ?? [];
  const one = (cell: string, here: boolean): string => String(Number(cell) + Number(here));
  addRow(trace, key, asked, what, one(cache, of === 'cache'), one(server, of === 'server'));
}

/** What informers do with their own cache is no read of a controller's. */
const ofInformer = (): boolean => /\/(informer|reflector|list)$/.test(running()?.name ?? '');

function observeIndexer(trace: Trace, name: string, indexer: Indexer): Indexer {
  const resource = name.slice(name.lastIndexOf('/') + 1);
  const read = (verb: string): void => {
    if (!ofInformer()) count(trace, `${verb} ${resource}`, 'cache');
  };
  return overriding(indexer, {
    list() {
      read('list');
      return indexer.list();
    },
    index(indexName, obj) {
      read('list');
      return indexer.index(indexName, obj);
    },
    getByKey(key) {
      read('get');
      return indexer.getByKey(key);
    },
  });
}

function observeTransport(trace: Trace, _name: string, transport: Transport): Transport {
  return overriding(transport, {
    *do(request) {
      count(trace, `${request.verb} ${request.resource}`, 'server');
      return yield* transport.do(request);
    },
    *watch(request) {
      count(trace, `watch ${request.resource}`, 'server');
      return yield* transport.watch(request);
    },
  });
}

const masters: TableState = {
  title: 'Master nodes',
  columns: ['Node', 'Pods, by its label', 'Revision'],
  rows: [],
};

/** Shows the masters with their number of pods, pools, and their register, as they are stored. */
function observeStore(trace: Trace, _name: string, store: RevisionedStore): RevisionedStore {
  const commit = store.commit.bind(store);
  store.commit = (write) => {
    const { resource, object, revision } = write;
    const { name = '', labels = {} } = (object as Node).metadata;
    if (resource === 'nodes' && labels[masterLabel] !== undefined)
      addRow(trace, 'kube-apiserver/masters', masters, name, labels[podCountLabel] ?? 'none', `${revision}`);
    if (resource === 'podpools') showPool(trace, write);
    if (resource === 'configmaps') showRegister(trace, object as ConfigMap);
    commit(write);
  };
  return store;
}

function showPool(trace: Trace, { verb, object, revision }: Write): void {
  const { metadata, spec, status } = object as PodPool;
  const [ready] = status?.conditions ?? [];
  const cells: Readonly<Record<string, string>> = {
    'metadata.generation': String(metadata.generation),
    'metadata.finalizers': metadata.finalizers?.join(', ') ?? 'none',
    'metadata.deletionTimestamp': metadata.deletionTimestamp?.slice(11, 19) ?? 'none',
    'spec.size': String(spec.size),
    'status.observedGeneration': status ? String(status.observedGeneration) : 'no status yet',
    'status.ready': status ? String(status.ready) : 'no status yet',
    'Ready, a condition': ready ? `${ready.status}, ${ready.reason}: ${ready.message}` : 'no status yet',
    '… since': ready?.lastTransitionTime?.slice(11, 19) ?? 'no status yet',
    Revision: String(revision),
  };
  const rows = Object.entries(cells).map(([name, cell]) => ({ name, cells: [cell] }));
  showTable(trace, `kube-apiserver/pool ${metadata.name}`, {
    title: 'Pool',
    columns: ['Field', 'Value'],
    rows: verb === 'delete' ? [] : rows,
  });
}

function showRegister(trace: Trace, { data = {} }: ConfigMap): void {
  const rows = Object.entries(data).map(([name, size]) => ({ name, cells: [size] }));
  showTable(trace, 'kube-apiserver/register', { title: 'Register', columns: ['Pool', 'Pods wanted'], rows });
}

/** An observer of a component that is named by its program, for managers of a reader's own alone. */
function ofOwn<K extends ObservedKind>(observe: ObserverOf<K>): ObserverOf<K> {
  return (trace, program, component, sim) =>
    isOwn(trace, program) ? observe(trace, program, component, sim) : component;
}

/** For planes with a manager of a reader's own: what it is made from, whom it asks, and what it writes. */
export const demoObservers: Observers = {
  'event-correlator': ofOwn(eventTables['event-correlator']),
  'event-broadcaster': ofOwn(eventTables['event-broadcaster']),
  ...ownInformers,
  'own-manager': observeManager,
  'own-registry': observeRegistry,
  'own-controller': observePodController,
  'informer-factory': observeFactory,
  indexer: observeIndexer,
  transport: observeTransport,
  store: observeStore,
};

declare module '../../sim/observe.ts' {
  interface ObservedMap {
    readonly 'own-manager': Manager;
    readonly 'own-registry': Initializers;
    readonly 'own-controller': PodController;
  }
}
