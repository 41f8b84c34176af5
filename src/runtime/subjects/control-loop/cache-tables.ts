import type { Transport } from '../../kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import type { Indexer } from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/index.ts';
import { podCountLabel } from '../../demo/pod-count.ts';
import { mapEntries, mapGet } from '../../sim/pmap.ts';
import { running } from '../../sim/process.ts';
import { informerAndAccessorTables } from './informer-tables.ts';
import type { Observers } from '../../stage/subject.ts';
import { overriding } from '../../stage/overriding.ts';
import { showRow, showTable } from '../../stage/tables.ts';
import type { TableRow, Trace } from '../../stage/world.ts';
import type { StoredObject } from '../api/world.ts';

const split = (informer: string): readonly [program: string, resource: string] => {
  const at = informer.lastIndexOf('/');
  return [informer.slice(0, at), informer.slice(at + 1)];
};
const labelOf = (object: StoredObject | undefined): string =>
  object?.metadata.labels?.[podCountLabel] ?? 'none';

/** Counts a read of a cache, or a request. */
function count(trace: Trace, program: string, name: string): void {
  const key = `${program}/reads`;
  const table = mapGet(trace.world.tables, key) ?? {
    title: 'Reads of the caches, and requests to the API server',
    columns: ['What', 'How often'],
    rows: [],
  };
  const [before = '0'] = table.rows.find((row) => row.name === name)?.cells ?? [];
  showTable(trace, key, table);
  showRow(trace, key, { name, cells: [String(Number(before) + 1)] });
}

/** Shows each index of a cache, and counts who reads it but the informer itself. */
function observeIndices(trace: Trace, name: string, indexer: Indexer): Indexer {
  const [program, resource] = split(name);

  function show(): void {
    for (const index of resource === 'pods' ? Object.keys(indexer.getIndexers()) : []) {
      const rows = indexer.listIndexFuncValues(index).map((value): TableRow => {
        const [keys = []] = indexer.indexKeys(index, value);
        return { name: value === '' ? '(none)' : value, cells: [keys.join(', ')] };
      });
      showTable(trace, `${program}/index ${index}`, {
        title: index === 'node' ? 'Pods by node' : 'Pods by namespace',
        columns: ['Indexed value', 'Keys'],
        rows,
      });
    }
    if (resource === 'nodes') showCounts(trace, program);
  }

  function shown<A extends unknown[], R>(write: (...args: A) => R): (...args: A) => R {
    return (...args) => {
      const result = write(...args);
      show();
      return result;
    };
  }

  function read<A extends unknown[], R>(look: (...args: A) => R): (...args: A) => R {
    return (...args) => {
      if (!running()?.name.endsWith('/informer')) count(trace, program, `${resource}, from the cache`);
      if (resource === 'nodes') showCounts(trace, program);
      return look(...args);
    };
  }

  return overriding(indexer, {
    add: shown((obj) => indexer.add(obj)),
    update: shown((obj) => indexer.update(obj)),
    delete: shown((obj) => indexer.delete(obj)),
    list: read(() => indexer.list()),
    getByKey: read((key: string) => indexer.getByKey(key)),
    index: read((index: string, obj: unknown) => indexer.index(index, obj)),
    byIndex: read((index: string, value: string) => indexer.byIndex(index, value)),
  });
}

/** Shows the label of each node, as the cache has it and as it is stored. */
export function showCounts(trace: Trace, program: string): void {
  const { indexers, store } = trace.world;
  const cache = mapGet(indexers, `${program}/nodes`);
  if (!cache) return;
  showTable(trace, `${program}/labels`, {
    title: 'The label with the number of pods',
    columns: ['Node', 'In the cache', 'In the API server'],
    rows: mapEntries(cache).map(([name, node]) => ({
      name,
      cells: [labelOf(node), labelOf(mapGet(store.objects, `nodes/${name}`))],
    })),
  });
}

function countRequests(trace: Trace, name: string, transport: Transport): Transport {
  const seen = <R>(verb: string, resource: string, call: () => R): R => {
    const program = running()?.group ?? name;
    if (mapGet(trace.world.tables, `${program}/informers`)) count(trace, program, `${verb} ${resource}`);
    return call();
  };
  return overriding(transport, {
    do: (request) => seen(request.verb, request.resource, () => transport.do(request)),
    watch: (request) => seen('watch', request.resource, () => transport.watch(request)),
  });
}

/** Shows as tables the accessors of a factory, the indices of its caches, and who reads what from where. */
export const cacheTables: Observers = {
  'informer-factory': informerAndAccessorTables['informer-factory']!,
  fifo: informerAndAccessorTables.fifo!,
  indices: observeIndices,
  transport: countRequests,
};

declare module '../../sim/observe.ts' {
  interface ObservedMap {
    readonly indices: Indexer;
  }
}
