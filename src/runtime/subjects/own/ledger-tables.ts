import type { PeekableQueue } from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import type { Indexer } from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/index.ts';
import { deletionHandlingMetaNamespaceKeyFunc as keyOf } from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/controller.ts';
import type { Blocking } from '../../sim/process.ts';
import type { Observers } from '../../stage/subject.ts';
import { overriding } from '../../stage/overriding.ts';
import { showTable } from '../../stage/tables.ts';
import type { TableRow, Trace } from '../../stage/world.ts';
import type { StoredObject } from '../api/world.ts';

const nameOf = (key: string): string => key.slice(key.indexOf('/') + 1);
const resourceVersionOf = (object: unknown): string =>
  (object as Partial<StoredObject> | undefined)?.metadata?.resourceVersion ?? '';

const ledger = { title: 'Pods in the ledger', columns: ['Pod written down', 'Resource version'] };

/** Shows what waits in a queue, and who has its lock. */
function observeQueue(trace: Trace, name: string, fifo: PeekableQueue): PeekableQueue {
  const [program = ''] = name.split('/');
  let holder = '';
  let waiter = '';
  let shown = '';

  function showQueue(): void {
    const { queue, items } = fifo.peek();
    const rows = queue.map((key): TableRow => {
      const deltas = items.get(key) ?? [];
      return { name: nameOf(key), cells: [deltas.map(({ type }) => type).join(', ')] };
    });
    showTable(trace, `${program}/queue`, {
      title: fifo.inOrder ? 'The RealFIFO' : 'The DeltaFIFO',
      columns: ['Waits', fifo.inOrder ? 'What happened' : 'Deltas, oldest first'],
      rows,
    });
  }

  function showLock(): void {
    const now = [holder, waiter, fifo.hasSynced() ? 'yes' : 'not yet'].join();
    if (now === shown) return;
    shown = now;
    showTable(trace, `${program}/lock`, {
      title: 'Its lock, and its first list',
      columns: ['Question', 'Answer'],
      rows: [
        { name: 'Who has the lock?', cells: [holder || 'none'] },
        { name: 'Who waits for it?', cells: [waiter || 'none'] },
        { name: 'Has it synced?', cells: [fifo.hasSynced() ? 'yes' : 'not yet'] },
      ],
    });
  }

  function* written<T>(what: string, write: Blocking<T>): Blocking<T> {
    waiter = holder === '' ? '' : `reflector: ${what}`;
    if (waiter !== '') showLock();
    const result = yield* write;
    waiter = '';
    showQueue();
    showLock();
    return result;
  }

  const named = (verb: string, obj: unknown): string => `${verb} ${nameOf(keyOf(obj)[0] ?? '')}`;
  showQueue();
  showLock();
  showTable(trace, `${program}/ledger`, { ...ledger, rows: [] });
  return overriding(fifo, {
    add: (obj) => written(named('Added', obj), fifo.add(obj)),
    update: (obj) => written(named('Updated', obj), fifo.update(obj)),
    delete: (obj) => written(named('Deleted', obj), fifo.delete(obj)),
    replace: (list, resourceVersion) => written('a list', fifo.replace(list, resourceVersion)),
    *pop(process) {
      const popped = yield* fifo.pop(function* (deltas) {
        const about = keyOf(deltas.at(-1)?.object)[0] ?? '';
        if (!fifo.unlocked) holder = `ledger: ${nameOf(about)}`;
        showQueue();
        showLock();
        return yield* process(deltas);
      });
      holder = '';
      showQueue();
      showLock();
      return popped;
    },
  });
}

/** Shows what a ledger has written down. */
function observeLedger(trace: Trace, name: string, pods: Indexer): Indexer {
  const [program = ''] = name.split('/');
  const show = <T>(result: T): T => {
    const rows = pods
      .listKeys()
      .sort()
      .map((key) => ({ name: nameOf(key), cells: [resourceVersionOf(pods.getByKey(key)[0])] }));
    showTable(trace, `${program}/ledger`, { ...ledger, rows });
    return result;
  };
  return overriding(pods, {
    add: (obj) => show(pods.add(obj)),
    update: (obj) => show(pods.update(obj)),
    delete: (obj) => show(pods.delete(obj)),
    replace: (list, resourceVersion) => show(pods.replace(list, resourceVersion)),
  });
}

/** Shows as tables the queue of a ledger, the lock of the queue, and what is written down. */
export const ledgerTables: Observers = { 'ledger-queue': observeQueue, ledger: observeLedger };

declare module '../../sim/observe.ts' {
  interface ObservedMap {
    readonly 'ledger-queue': PeekableQueue;
    readonly ledger: Indexer;
  }
}
