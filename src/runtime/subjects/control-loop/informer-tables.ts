import {
  accessorTree,
  endpointOf,
  listerOf,
} from '../../kubernetes/staging/src/k8s.io/client-go/informers/accessor-tree.ts';
import type { ObjectType } from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/reflector.ts';
import type { SharedInformerFactory } from '../../kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import type { MetadataSharedInformerFactory } from '../../kubernetes/staging/src/k8s.io/client-go/metadata/metadatainformer/informer.ts';
import type { PeekableQueue } from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import type { ProcessorListener } from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/shared_informer.ts';
import { mapGet } from '../../sim/pmap.ts';
import type { Observers } from '../../stage/subject.ts';
import { overriding } from '../../stage/overriding.ts';
import { showRow, showTable } from '../../stage/tables.ts';
import type { TableState, Trace } from '../../stage/world.ts';

const informers: TableState = {
  title: 'Informers of the factory',
  columns: ['Resource', 'Type', 'Runs', 'Synced'],
  rows: [],
};

const metadataInformers: TableState = {
  title: 'Informers of metadata',
  columns: ['Resource', 'Runs'],
  rows: [],
};

const listeners: TableState = {
  title: 'Listeners of informers',
  columns: ['Listener', 'In its buffer', 'Room before it grows', 'Told'],
  rows: [],
};

/** `kube-controller-manager` and `pods`, of `kube-controller-manager/pods`. */
function parts(informer: string): readonly [program: string, resource: string] {
  const at = informer.lastIndexOf('/');
  return [informer.slice(0, at), informer.slice(at + 1)];
}

function rowOf(trace: Trace, program: string, resource: string): readonly string[] | undefined {
  const { rows } = mapGet(trace.world.tables, `${program}/informers`) ?? informers;
  return rows.find(({ name }) => name === resource)?.cells;
}

/** Replaces some cells of an informer, if a factory has it. */
function changeRow(
  trace: Trace,
  program: string,
  name: string,
  { runs, synced }: { runs?: string; synced?: string },
): void {
  const [type = '', ran = '', had = ''] = rowOf(trace, program, name) ?? [];
  if (type) showRow(trace, `${program}/informers`, { name, cells: [type, runs ?? ran, synced ?? had] });
}

const accessors: TableState = {
  title: "Accessors of upstream's factory",
  columns: ['Accessor', 'Lists and watches', 'Lister'],
  rows: accessorTree.flatMap(({ accessor, group, versions }) =>
    Object.entries(versions).flatMap(([version, names]) =>
      names.split(' ').map((name) => ({
        name: `${accessor}().${version.toUpperCase()}().${name}()`,
        cells: [endpointOf(group, version, name), listerOf(name)],
      })),
    ),
  ),
};

function observeFactory(
  trace: Trace,
  program: string,
  factory: SharedInformerFactory,
): SharedInformerFactory {
  const key = `${program}/informers`;
  const typeOf = ({ apiVersion, kind }: ObjectType): string => `${apiVersion} ${kind}`;
  if (!mapGet(trace.world.tables, key)) showTable(trace, key, informers);
  return overriding(factory, {
    informerFor(type, newFunc) {
      const informer = factory.informerFor(type, newFunc);
      const [, name] = parts(informer.name);
      if (!rowOf(trace, program, name)) showRow(trace, key, { name, cells: [typeOf(type), 'no', 'no'] });
      return informer;
    },
    start(stop) {
      factory.start(stop);
      for (const { name } of mapGet(trace.world.tables, key)?.rows ?? [])
        changeRow(trace, program, name, { runs: 'yes' });
    },
  });
}

/** A factory of metadata starts what was asked for, too. */
function observeMetadataFactory(
  trace: Trace,
  program: string,
  factory: MetadataSharedInformerFactory,
): MetadataSharedInformerFactory {
  const key = `${program}/metadata-informers`;
  showTable(trace, key, metadataInformers);
  return overriding(factory, {
    forResource(gvr) {
      const informer = factory.forResource(gvr);
      const { rows } = mapGet(trace.world.tables, key) ?? metadataInformers;
      if (!rows.some(({ name }) => name === gvr.resource))
        showRow(trace, key, { name: gvr.resource, cells: ['no'] });
      return informer;
    },
    start(stop) {
      factory.start(stop);
      for (const { name } of mapGet(trace.world.tables, key)?.rows ?? [])
        showRow(trace, key, { name, cells: ['yes'] });
    },
  });
}

function observeSync(trace: Trace, informer: string, fifo: PeekableQueue): PeekableQueue {
  const [program, name] = parts(informer);
  let synced = false;
  const look = (): void => {
    if (synced || !fifo.hasSynced()) return;
    synced = true;
    changeRow(trace, program, name, { synced: 'yes' });
  };
  return overriding(fifo, {
    // An empty list has synced at once.
    *replace(list, resourceVersion) {
      const result = yield* fifo.replace(list, resourceVersion);
      look();
      return result;
    },
    *pop(process) {
      const result = yield* fifo.pop(process);
      look();
      return result;
    },
  });
}

function observeListenerBuffer(
  trace: Trace,
  informer: string,
  listener: ProcessorListener,
): ProcessorListener {
  const [program] = parts(informer);
  const key = `${program}/listeners`;
  let told = 0;
  const show = (): void => {
    const { waiting, room } = listener.buffered;
    showRow(trace, key, { name: listener.name, cells: [String(waiting), String(room), String(told)] });
  };
  if (!mapGet(trace.world.tables, key)) showTable(trace, key, listeners);
  show();
  return overriding(listener, {
    keep(pending) {
      listener.keep(pending);
      show();
    },
    handle(notification) {
      told++;
      show();
      listener.handle(notification);
    },
  });
}

/** Shows as tables which informers a factory has, and which of them run and have synced. */
export const ownInformers = { 'informer-factory': observeFactory, fifo: observeSync };

/** Shows as tables which informers a factory has, which of them run and have synced, and what waits for each handler. */
export const informerTables: Observers = {
  ...ownInformers,
  'informer-listener': observeListenerBuffer,
  'metadata-factory': observeMetadataFactory,
};

/** The same, and before all that the accessors through which upstream's factory is asked. */
export const informerAndAccessorTables: Observers = {
  ...informerTables,
  'informer-factory': (trace: Trace, program: string, factory: SharedInformerFactory) => {
    showTable(trace, `${program}/accessors`, accessors);
    return observeFactory(trace, program, factory);
  },
};

declare module '../../sim/observe.ts' {
  interface ObservedMap {
    readonly 'informer-listener': ProcessorListener;
  }
}
