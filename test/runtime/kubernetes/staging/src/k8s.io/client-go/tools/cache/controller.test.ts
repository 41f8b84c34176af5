import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  FilteringResourceEventHandler,
  type ResourceEventHandler,
  ResourceEventHandlerFuncs,
  deletionHandlingMetaNamespaceKeyFunc,
  newController,
  newIndexerInformer,
  newInformer,
  newQueueFIFO,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/controller.ts';
import {
  DeletedFinalStateUnknown,
  type Delta,
  newDeltaFIFO,
  newest,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import {
  metaNamespaceKeyFunc,
  newStore,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/store.ts';
import { newFakeControllerSource } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/testing/fake_controller_source.ts';
import type { QueueKind } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/queue-kind.ts';
import { newSharedIndexInformer } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/shared_informer.ts';
import { Chan } from '../../../../../../../../../src/runtime/sim/chan.ts';
import type { Blocking } from '../../../../../../../../../src/runtime/sim/process.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';
import { Stage } from '../../../../../../../../../src/runtime/stage/stage.ts';
import { plane } from '../../../../../../../../../src/runtime/subjects/control-loop/planes/replicaset.ts';
import { replicaSet } from '../../../../../../../../../src/runtime/subjects/api/objects.ts';
import { tell } from '../../../../../../../../../src/recording/tell.ts';
import { FakeWatch, listOf, listerWatcher } from './fakes.ts';
import { makePod, podType } from './support.ts';

const ids = ['a-hello', 'b-controller', 'c-framework'];
const stopChan = (): Chan<never> => new Chan<never>('stop');

describe('a controller', () => {
  test('brings what is listed and watched through its queue', () => {
    const sim = new Sim();
    const source = newFakeControllerSource(sim);
    const downstream = newStore(deletionHandlingMetaNamespaceKeyFunc);
    const fifo = newDeltaFIFO(metaNamespaceKeyFunc, downstream);
    const deleted: string[] = [];
    const controller = newController(sim, {
      name: 'test/pods',
      queue: fifo,
      listerWatcher: source,
      objectType: podType,
      fullResyncPeriodMs: 100,
      retryOnError: false,
      // Deletes whatever comes.
      *process(deltas) {
        const { type, object } = newest(deltas) as Delta;
        if (type === 'Deleted') {
          deleted.push(fifo.keyOf(object)[0] ?? '');
          return downstream.delete(object);
        }
        source.delete(object as KubeObject);
        return downstream.add(object as KubeObject);
      },
    });
    const stop = stopChan();
    expect(controller.hasSynced()).toBe(false);
    expect(controller.lastSyncResourceVersion()).toBe('');
    sim.go('controller', controller.run(stop));
    for (const name of ids) source.add(makePod(name));
    sim.runFor(1000);
    expect(deleted).toEqual(ids);
    expect(controller.hasSynced()).toBe(true);
    expect(controller.lastSyncResourceVersion()).toBe('6');
    stop.close();
    sim.runFor(1000);
    expect(sim.processes.size).toBe(0);
  });

  test.each([
    [true, 3],
    [false, 1],
  ])('with retryOnError %s an item that fails is processed %i times', (retryOnError, times) => {
    const sim = new Sim();
    let processed = 0;
    const controller = newController(sim, {
      name: 'test/pods',
      queue: newDeltaFIFO<KubeObject>(),
      listerWatcher: listerWatcher(
        () => listOf('1', makePod('a')),
        () => new FakeWatch(),
      ),
      objectType: podType,
      fullResyncPeriodMs: 0,
      retryOnError,
      *process() {
        return ++processed < 3 ? new Error('not yet') : undefined;
      },
    });
    sim.go('controller', controller.run(stopChan()));
    sim.runFor(1000);
    expect(processed).toBe(times);
  });

  test('empties its queue before it ends', () => {
    const sim = new Sim();
    const processed: string[] = [];
    const controller = newController(sim, {
      name: 'test/pods',
      queue: newDeltaFIFO<KubeObject>(),
      listerWatcher: listerWatcher(
        () => listOf('1', ...ids.map((name) => makePod(name))),
        () => new FakeWatch(),
      ),
      objectType: podType,
      fullResyncPeriodMs: 0,
      retryOnError: false,
      *process(deltas) {
        yield* sim.sleep(100);
        const { object } = newest(deltas) as Delta;
        processed.push((object as KubeObject).metadata.name ?? '');
        return undefined;
      },
    });
    const stop = stopChan();
    const running = sim.go('controller', controller.run(stop));
    sim.runFor(50);
    stop.close();
    sim.runFor(249);
    expect(running.state).toBe('parked');
    sim.runFor(1);
    expect(running.state).toBe('done');
    expect(processed).toEqual(ids);
  });
});

describe('an informer', () => {
  test('tells a handler, which may answer', () => {
    const sim = new Sim();
    const source = newFakeControllerSource(sim);
    const deleted: unknown[] = [];
    const handler = new ResourceEventHandlerFuncs({
      addFunc: (obj) => void source.delete(obj),
      deleteFunc: (obj) => void deleted.push(deletionHandlingMetaNamespaceKeyFunc(obj)[0]),
    });
    const [store, controller] = newInformer(sim, {
      name: 'test/pods',
      listerWatcher: source,
      objectType: podType,
      resyncPeriodMs: 100,
      handler,
    });
    sim.go('controller', controller.run(stopChan()));
    for (const name of ids) source.add(makePod(name));
    sim.runFor(1000);
    expect(deleted).toEqual(ids);
    expect(store.list()).toEqual([]);
  });

  test.each([1, 2, 3, 4, 5])(
    'tells of each object in order, whatever the order of processes: seed %i',
    (seed) => {
      const sim = new Sim({ order: 'seeded', seed });
      const source = newFakeControllerSource(sim);
      const told = new Map<string, string[]>();
      const tell = (verb: string) => (obj: unknown) => {
        const [key = ''] = deletionHandlingMetaNamespaceKeyFunc(obj);
        told.set(key, [...(told.get(key) ?? []), verb]);
      };
      const update = tell('update');
      const handler = new ResourceEventHandlerFuncs({
        addFunc: tell('add'),
        updateFunc: (_, obj) => update(obj),
        deleteFunc: tell('delete'),
      });
      const options = {
        name: 'test/pods',
        listerWatcher: source,
        objectType: podType,
        resyncPeriodMs: 100,
        handler,
      };
      const [store, controller] = newInformer(sim, options);
      const stop = stopChan();
      sim.go('controller', controller.run(stop));
      const hammer = function* (thread: number): Blocking<void> {
        const live = new Set<string>();
        for (let i = 0; i < 100; i++) {
          yield* sim.sleep(sim.random.below(3));
          const isNew = live.size === 0 || sim.random.below(3) === 1;
          const name = isNew ? `t${thread}-${i}` : sim.random.pick([...live]);
          if (isNew) {
            live.add(name);
            source.add(makePod(name));
          } else if (sim.random.below(2) === 0) {
            source.modify(makePod(name));
          } else {
            live.delete(name);
            source.delete(makePod(name));
          }
        }
      };
      for (let i = 0; i < 3; i++) sim.go(`hammer-${i}`, hammer(i));
      sim.runFor(2000);
      stop.close();
      sim.runFor(2000);
      expect(sim.processes.size).toBe(0);
      for (const [key, verbs] of told) {
        // Added first, deleted last, updated between.
        expect(verbs.join(' ')).toMatch(/^(add( update)*( delete|$) ?)+$/);
        expect(verbs.at(-1) === 'delete').toBe(!store.listKeys().includes(key));
      }
    },
  );

  test('an update tells the old and the new state', () => {
    const sim = new Sim();
    const source = newFakeControllerSource(sim);
    const seen: string[] = [];
    const [indexer, controller] = newIndexerInformer(
      sim,
      {
        name: 'test/pods',
        listerWatcher: source,
        objectType: podType,
        resyncPeriodMs: 0,
        handler: new ResourceEventHandlerFuncs({
          updateFunc(oldObj, newObj) {
            seen.push(`${oldObj.metadata.labels?.check} to ${newObj.metadata.labels?.check}`);
            source.delete(newObj);
          },
          deleteFunc: () => void seen.push('deleted'),
        }),
      },
      { check: (obj) => [[(obj as KubeObject).metadata.labels?.check ?? ''], undefined] },
    );
    sim.go('controller', controller.run(stopChan()));
    sim.runFor(10);
    source.add(makePod('a', '', { labels: { check: 'from' } }));
    sim.runFor(10);
    expect(indexer.indexKeys('check', 'from')).toEqual([['a'], undefined]);
    source.modify(makePod('a', '', { labels: { check: 'to' } }));
    sim.runFor(10);
    expect(seen).toEqual(['from to to', 'deleted']);
    expect(indexer.list()).toEqual([]);
  });

  test('a handler that throws ends the run', () => {
    const sim = new Sim();
    const source = newFakeControllerSource(sim);
    const handler = new ResourceEventHandlerFuncs({
      addFunc() {
        throw new Error('Just panic.');
      },
    });
    const options = {
      name: 'test/pods',
      listerWatcher: source,
      objectType: podType,
      resyncPeriodMs: 100,
      handler,
    };
    sim.go('controller', newInformer(sim, options)[1].run(stopChan()));
    source.add(makePod('test'));
    expect(() => sim.runFor(1000)).toThrow('Just panic.');
  });
});

describe('handlers', () => {
  const gone = new DeletedFinalStateUnknown('b', makePod('b'));
  const [a, b] = [makePod('a'), makePod('b')];
  const nameOf = (obj: KubeObject | DeletedFinalStateUnknown): string | undefined =>
    obj instanceof DeletedFinalStateUnknown ? obj.key : obj.metadata.name;

  test('what is left out is not called', () => {
    const handler = new ResourceEventHandlerFuncs({});
    expect(() => (handler.onAdd(a), handler.onUpdate(a, b), handler.onDelete(gone))).not.toThrow();
  });

  const callAll: [string, (handler: ResourceEventHandler) => void, string[]][] = [
    ['adds what passes', (h) => h.onAdd(a), ['add a']],
    ['drops the addition of what does not', (h) => h.onAdd(b), []],
    ['updates what passed and passes', (h) => h.onUpdate(a, a), ['update a a']],
    ['adds what begins to pass', (h) => h.onUpdate(b, a), ['add a']],
    ['deletes what no longer passes, as it was', (h) => h.onUpdate(a, b), ['delete a']],
    ['drops the update of what never passes', (h) => h.onUpdate(b, b), []],
    ['deletes what passes', (h) => h.onDelete(a), ['delete a']],
    ['drops the deletion of what does not', (h) => h.onDelete(gone), []],
  ];
  test.each(callAll)('a filter %s', (_, act, expected) => {
    const calls: string[] = [];
    const handler = new ResourceEventHandlerFuncs({
      addFunc: (obj) => void calls.push(`add ${nameOf(obj)}`),
      updateFunc: (oldObj, newObj) => void calls.push(`update ${nameOf(oldObj)} ${nameOf(newObj)}`),
      deleteFunc: (obj) => void calls.push(`delete ${nameOf(obj)}`),
    });
    act(new FilteringResourceEventHandler((obj) => nameOf(obj) === 'a', handler));
    expect(calls).toEqual(expected);
  });

  test.each([
    [gone, 'b'],
    [a, 'a'],
    ['ns/key', 'ns/key'],
  ])('the key of %o', (obj, key) => {
    expect(deletionHandlingMetaNamespaceKeyFunc(obj)).toEqual([key, undefined]);
  });
});

const all = { InOrderInformers: true, AtomicFIFO: true, UnlockWhileProcessingFIFO: true };
const inOrder = newQueueFIFO({ InOrderInformers: true });
const atomic = newQueueFIFO(all);
const kinds: readonly (readonly [string, QueueKind | undefined])[] = [
  ['DeltaFIFO', undefined],
  ['RealFIFO', inOrder],
  ['RealFIFO, atomic', atomic],
];

interface Told {
  readonly lines: string[];
  /** What the cache had when each line was told. */
  readonly cached: string[];
}

/**
 * Runs an informer over a list and what a watch brings while nobody pops; then over the list after, once the watch has
 * ended as if its version had expired.
 */
function told(queueKind: QueueKind | undefined, watched: FakeWatch, relist = listOf('9')): Told {
  const sim = new Sim();
  const lists = [listOf('2', makePod('a', '1'), makePod('b', '2')), relist];
  const watches = [watched];
  const informer = newSharedIndexInformer(sim, {
    name: 'test/pods',
    listerWatcher: listerWatcher(
      () => lists.shift() ?? relist,
      () => watches.shift() ?? new FakeWatch(),
    ),
    objectType: podType,
    defaultEventHandlerResyncPeriodMs: 0,
    ...(queueKind ? { queueKind } : {}),
  });
  const lines: string[] = [];
  const cached: string[] = [];
  const note = (line: string): void => {
    lines.push(line);
    cached.push(informer.getStore().listKeys().sort().join());
  };
  informer.addEventHandler(
    new ResourceEventHandlerFuncs({
      addFunc: (obj) => note(`add ${obj.metadata.name}@${obj.metadata.resourceVersion}`),
      updateFunc: (_old, obj) => note(`update ${obj.metadata.name}@${obj.metadata.resourceVersion}`),
      deleteFunc: (obj) =>
        note(obj instanceof DeletedFinalStateUnknown ? `gone ${obj.key}` : `delete ${obj.metadata.name}`),
    }),
  );
  sim.go('informer', informer.run(new Chan<never>('stop')));
  sim.runFor(10_000);
  return { lines, cached };
}

describe('the queue of an informer', () => {
  test('with the gate off there is none but the DeltaFIFO', () => {
    expect(newQueueFIFO({})).toBeUndefined();
    expect(newQueueFIFO({ AtomicFIFO: true })).toBeUndefined();
  });

  const burst = (): FakeWatch =>
    new FakeWatch(
      ['MODIFIED', makePod('a', '3')],
      ['MODIFIED', makePod('b', '4')],
      ['MODIFIED', makePod('a', '5')],
      ['DELETED', makePod('b', '6')],
    );

  test.each(kinds)('with a %s, what comes in a burst reaches the handler whole', (_name, kind) => {
    const { lines } = told(kind, burst());
    expect(lines.filter((line) => line.endsWith('a@5'))).toHaveLength(1);
    expect(lines.at(-1)).toMatch(/delete b|a@5/);
    expect(lines).toHaveLength(6);
  });

  test('a RealFIFO keeps the order of the watch across keys', () => {
    const inTurn = ['update a@3', 'update b@4', 'update a@5', 'delete b'];
    expect(told(inOrder, burst()).lines.slice(2)).toEqual(inTurn);
    expect(told(atomic, burst()).lines.slice(2)).toEqual(inTurn);
  });

  const gone = (): FakeWatch => new FakeWatch().ended();

  test.each(kinds)('with a %s, a list that lacks an object ends it', (_name, kind) => {
    const { lines } = told(kind, gone(), listOf('9', makePod('c', '8')));
    expect([...lines].sort()).toEqual(['add a@1', 'add b@2', 'add c@8', 'gone a', 'gone b']);
  });

  test('only with atomic events does no handler see a cache that holds half of a list', () => {
    const relist = listOf('9', makePod('c', '8'), makePod('d', '9'));
    const halves = (kind: QueueKind | undefined): string[] =>
      told(kind, gone(), relist).cached.filter((keys) => keys !== 'a,b' && keys !== 'c,d');
    expect(halves(atomic)).toEqual([]);
    expect(halves(inOrder)).not.toEqual([]);
    expect(halves(undefined)).not.toEqual([]);
  });
});

describe('a control plane whose informers keep the order', () => {
  test.each([
    ['DeltaFIFO', {}],
    ['RealFIFO', { InOrderInformers: true }],
    ['RealFIFO, atomic', all],
  ])('with a %s ends with as many pods as were asked for, and its trace tells how', (name, informerGates) => {
    const cluster = new Stage(plane, { informerGates }, { seed: 3 });
    const trace = cluster.record();
    cluster.start();
    cluster.act({ kind: 'apply', object: replicaSet('web', 3) });
    cluster.sim.runFor(10_000);
    expect(cluster.part('api').list('pods', 'default')).toHaveLength(3);
    const pops = trace.entries.filter(({ event }) => event.kind === 'fifo.pop');
    expect(pops.length).toBeGreaterThan(10);
    for (const { event } of pops) {
      const said = tell(event);
      expect(said).toContain(name === 'DeltaFIFO' ? 'its DeltaFIFO' : 'its RealFIFO');
      expect(event.kind === 'fifo.pop' && event.inOrder).toBe(name === 'DeltaFIFO' ? undefined : true);
    }
    // Every change of a pod in the cache goes back to the write that made it.
    const writes = trace.entries.filter(
      ({ event }) => event.kind === 'indexer.write' && event.informer.endsWith('manager/pods'),
    );
    expect(writes.length).toBeGreaterThan(6);
    for (const entry of writes) {
      let at = entry;
      while (at.event.kind !== 'store.write' && at.cause >= 0) at = trace.entries[at.cause]!;
      expect(at.event.kind).toBe('store.write');
    }
  });
});
