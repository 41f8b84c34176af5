import { describe, expect, test } from 'vitest';
import { newResourceExpired } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { KubeObject } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  type ResourceEventHandler,
  ResourceEventHandlerFuncs,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/controller.ts';
import { DeletedFinalStateUnknown } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import type { ListerWatcher } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/listwatch.ts';
import {
  ProcessorListener,
  type SharedIndexInformer,
  SharedProcessor,
  determineResyncPeriod,
  newSharedIndexInformer,
  newSharedInformer,
  waitForCacheSync,
  waitForNamedCacheSync,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/shared_informer.ts';
import { newFakeControllerSource } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/testing/fake_controller_source.ts';
import { Chan } from '../../../../../../../../../src/runtime/sim/chan.ts';
import { causeNow, setCause } from '../../../../../../../../../src/runtime/sim/process.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';
import { FakeWatch, listOf, listerWatcher } from './fakes.ts';
import { makePod, podType, run } from './support.ts';

const stopChan = (): Chan<never> => new Chan<never>('stop');

function newInformer(sim: Sim, listerWatcher: ListerWatcher, resyncMs = 0): SharedIndexInformer {
  return newSharedIndexInformer(sim, {
    name: 'test/pods',
    listerWatcher,
    objectType: podType,
    defaultEventHandlerResyncPeriodMs: resyncMs,
  });
}

/** A handler that notes what it is told, with the time. */
function noting(sim: Sim, lines: string[] = []): { handler: ResourceEventHandler; lines: string[] } {
  const told = ({ metadata: { name, resourceVersion } }: KubeObject): string => `${name}@${resourceVersion}`;
  const note = (text: string): void => void lines.push(`${sim.now} ms  ${text}`);
  const handler = new ResourceEventHandlerFuncs({
    addFunc: (obj) => note(`add ${told(obj)}`),
    updateFunc: (oldObj, newObj) => note(`update ${told(oldObj)} to ${told(newObj)}`),
    deleteFunc: (obj) =>
      note(
        obj instanceof DeletedFinalStateUnknown ? `delete ${obj.key}, state unknown` : `delete ${told(obj)}`,
      ),
  });
  return { handler, lines };
}

describe('the resyncs of a shared informer', () => {
  test('INF-16 each listener gets those that it asked for', () => {
    const sim = new Sim();
    const source = newFakeControllerSource(sim);
    source.add(makePod('pod1'));
    source.add(makePod('pod2'));
    const informer = newInformer(sim, source, 1000);
    const listeners = [0, 2000, 3000].map((periodMs) => {
      const { handler, lines } = noting(sim);
      informer.addEventHandlerWithResyncPeriod(handler, periodMs);
      return lines;
    });
    sim.go('informer', informer.run(stopChan()));
    const gotSince = (): string[][] => listeners.map((lines) => lines.splice(0));
    sim.runFor(1500);
    const listed = ['0 ms  add pod1@1', '0 ms  add pod2@2'];
    expect(gotSince()).toEqual([listed, listed, listed]);
    sim.runFor(1000);
    const resynced = (at: number): string[] => [
      `${at} ms  update pod1@1 to pod1@1`,
      `${at} ms  update pod2@2 to pod2@2`,
    ];
    expect(gotSince()).toEqual([[], resynced(2000), []]);
    sim.runFor(1000);
    expect(gotSince()).toEqual([[], [], resynced(3000)]);
    sim.runFor(3000);
    expect(gotSince()).toEqual([[], [...resynced(4000), ...resynced(6000)], resynced(6000)]);
  });

  test.each([
    [0, 0, 0],
    [0, 1000, 0],
    [5000, 0, 0],
    [5000, 1000, 5000],
    [500, 1000, 1000],
  ])('a listener that wants %i where %i is looked at gets %i', (desired, check, expected) => {
    expect(determineResyncPeriod(desired, check)).toBe(expected);
  });

  test('a shorter period leaves the longer ones of others as they are', () => {
    const sim = new Sim();
    const processor = new SharedProcessor(sim, 'test/pods');
    const handler = new ResourceEventHandlerFuncs({});
    const [minute, second] = [60_000, 1000];
    const added: number[][] = [];
    for (const periodMs of [0, minute, 55 * second, 5 * second]) {
      if (periodMs > 0) processor.resyncCheckPeriodChanged(periodMs);
      processor.addListener(new ProcessorListener(sim, 'l', handler, periodMs, periodMs));
      added.push(processor.listeners.map(({ resyncPeriodMs }) => resyncPeriodMs));
    }
    expect(added).toEqual([[0], [0, minute], [0, minute, 55 * second], [0, minute, 55 * second, 5 * second]]);
    processor.resyncCheckPeriodChanged(2 * minute);
    expect(processor.listeners.map(({ resyncPeriodMs }) => resyncPeriodMs)).toEqual(
      [0, 2, 2, 2].map((n) => n * minute),
    );
  });

  test.each([
    ['before the start, a short period is looked at from then on', 12 * 3600_000, 5000, false, 5000],
    ['after the start, it is too late for that', 20_000, 5000, true, 20_000],
    ['less than a second is a second', 12 * 3600_000, 10, false, 1000],
    ['without a period of its own an informer does none', 0, 5000, false, undefined],
  ])('%s', (_, informerMs, askedMs, started, firstAt) => {
    const sim = new Sim();
    const source = newFakeControllerSource(sim);
    source.add(makePod('a'));
    const informer = newInformer(sim, source, informerMs);
    const { handler, lines } = noting(sim);
    if (!started) informer.addEventHandlerWithResyncPeriod(handler, askedMs);
    sim.go('informer', informer.run(stopChan()));
    sim.runFor(0);
    if (started) informer.addEventHandlerWithResyncPeriod(handler, askedMs);
    sim.runFor(25_000);
    expect(lines.find((line) => line.includes('update'))).toBe(
      firstAt === undefined ? undefined : `${firstAt} ms  update a@1 to a@1`,
    );
  });
});

describe('a shared informer', () => {
  test('INF-18 tells every handler of what was added, changed and deleted, after the cache has it', () => {
    const sim = new Sim();
    const source = newFakeControllerSource(sim);
    source.add(makePod('a'));
    const informer = newInformer(sim, source);
    const first = noting(sim);
    const cached: string[] = [];
    informer.addEventHandler(first.handler);
    const look = (): void => void cached.push(informer.getStore().listKeys().join());
    informer.addEventHandler(
      new ResourceEventHandlerFuncs({ addFunc: look, updateFunc: look, deleteFunc: look }),
    );
    sim.go('informer', informer.run(stopChan()));
    sim.runFor(10);
    const b = source.add(makePod('b'));
    sim.runFor(10);
    source.modify(makePod('a'));
    sim.runFor(10);
    source.delete(b);
    sim.runFor(10);
    expect(first.lines).toEqual([
      '0 ms  add a@1',
      '10 ms  add b@2',
      '20 ms  update a@1 to a@3',
      '30 ms  delete b@4',
    ]);
    expect(cached).toEqual(['a', 'a,b', 'a,b', 'a']);
    expect(informer.lastSyncResourceVersion()).toBe('4');
  });

  test.each([1, 2, 3])('a handler that is added while it starts and stops does no harm: seed %i', (seed) => {
    const sim = new Sim({ order: 'seeded', seed });
    const informer = newInformer(sim, newFakeControllerSource(sim), 1000);
    const stop = stopChan();
    sim.go(
      'adder',
      (function* () {
        informer.addEventHandlerWithResyncPeriod(noting(sim).handler, 0);
      })(),
    );
    sim.go('informer', informer.run(stop));
    stop.close();
    sim.runUntilIdle();
    expect(sim.processes.size).toBe(0);
  });

  test('INF-18 after a lost watch, what did not change goes only to those who resync', () => {
    const sim = new Sim();
    const source = newFakeControllerSource(sim);
    source.add(makePod('pod1'));
    source.add(makePod('pod2'));
    const informer = newInformer(sim, source, 1000);
    const never = noting(sim);
    const always = noting(sim);
    informer.addEventHandlerWithResyncPeriod(never.handler, 0);
    informer.addEventHandlerWithResyncPeriod(always.handler, 1000);
    sim.go('informer', informer.run(stopChan()));
    sim.runFor(500);
    source.addDropWatch(makePod('pod3'));
    source.modifyDropWatch(makePod('pod2'));
    sim.runFor(400);
    for (const { lines } of [never, always]) expect(lines.splice(0)).toHaveLength(2);
    // The resync at 1 s takes the first listener off those who are told of what did not change.
    sim.runFor(200);
    always.lines.splice(0);
    expect(never.lines).toEqual([]);
    // The version is lost with the watch, so the Reflector backs off and lists.
    source.resetWatch();
    sim.runUntil(() => never.lines.length > 0);
    sim.runFor(0);
    const listedAt = sim.now;
    expect(listedAt).toBeGreaterThanOrEqual(1100 + 800);
    const changed = [`${listedAt} ms  update pod2@2 to pod2@4`, `${listedAt} ms  add pod3@3`];
    expect(never.lines).toEqual(changed);
    expect(always.lines.slice(-3)).toEqual([`${listedAt} ms  update pod1@1 to pod1@1`, ...changed]);
  });

  test('INF-14 a deletion that was missed is told when the next list shows it', () => {
    const sim = new Sim();
    const source = newFakeControllerSource(sim);
    const a = source.add(makePod('a'));
    source.add(makePod('b'));
    const informer = newInformer(sim, source);
    const { handler, lines } = noting(sim);
    informer.addEventHandler(handler);
    sim.go('informer', informer.run(stopChan()));
    sim.runFor(2000);
    source.deleteDropWatch(a);
    source.resetWatch();
    sim.runFor(3000);
    // Until the first resync everybody counts as wanting one, so what did not change is told as well.
    expect(lines.slice(2).map((line) => line.split('  ')[1])).toEqual([
      'update b@2 to b@2',
      'delete a, state unknown',
    ]);
    expect(informer.getStore().listKeys()).toEqual(['b']);
  });

  test('the watch error handler is told why, and only before the start it can be set', () => {
    const sim = new Sim();
    const source = newFakeControllerSource(sim);
    source.listError = new Error('Access Denied');
    const informer = newInformer(sim, source);
    const errors: string[] = [];
    expect(
      informer.setWatchErrorHandler((_, err) => void errors.push(`${sim.now} ms  ${err.message}`)),
    ).toBeUndefined();
    sim.go('informer', informer.run(stopChan()));
    sim.runFor(100);
    expect(errors).toEqual(['0 ms  failed to list *v1.Pod: Access Denied']);
    expect(informer.setWatchErrorHandler(() => undefined)?.message).toBe('informer has already started');
    expect(informer.addIndexers({})?.message).toBe('informer has already started');
  });

  test('INF-19 finds by index', () => {
    const sim = new Sim();
    const informer = newInformer(sim, newFakeControllerSource(sim));
    expect(
      informer.addIndexers({ first: (obj) => [[(obj as KubeObject).metadata.name?.[0] ?? ''], undefined] }),
    ).toBe(undefined);
    informer.getIndexer().add(makePod('abc'));
    expect(informer.getIndexer().indexKeys('first', 'a')).toEqual([['abc'], undefined]);
  });

  test('has nothing to tell before it runs', () => {
    const sim = new Sim();
    const options = {
      name: 'test/pods',
      listerWatcher: newFakeControllerSource(sim),
      objectType: podType,
      defaultEventHandlerResyncPeriodMs: 0,
    };
    const informer = newSharedInformer(sim, options);
    expect([informer.hasSynced(), informer.lastSyncResourceVersion(), informer.getStore().list()]).toEqual([
      false,
      '',
      [],
    ]);
  });

  test('ends with all its processes, and takes no handler after that', () => {
    const sim = new Sim();
    const source = newFakeControllerSource(sim);
    source.add(makePod('a'));
    const informer = newInformer(sim, source, 1000);
    informer.addEventHandler(noting(sim).handler);
    const stop = stopChan();
    sim.go('informer', informer.run(stop));
    sim.runFor(1500);
    stop.close();
    sim.runFor(0);
    expect([...sim.processes.values()].map(({ name }) => name)).toEqual([]);
    const late = noting(sim);
    informer.addEventHandler(late.handler);
    sim.runFor(5000);
    expect(late.lines).toEqual([]);
  });
});

describe('INF-21 a handler that is added while the informer runs', () => {
  test('INF-21 gets every cached object as an addition, and then what follows', () => {
    const sim = new Sim();
    const source = newFakeControllerSource(sim);
    for (const name of ['a', 'b', 'c']) source.add(makePod(name));
    const informer = newInformer(sim, source);
    const early = noting(sim);
    const late = noting(sim);
    informer.addEventHandler(early.handler);
    sim.go('informer', informer.run(stopChan()));
    sim.runFor(100);
    informer.addEventHandler(late.handler);
    source.modify(makePod('b'));
    source.delete(makePod('c'));
    sim.runFor(100);
    expect(early.lines.slice(3)).toEqual(['100 ms  update b@2 to b@4', '100 ms  delete c@5']);
    expect(late.lines.slice(0, 3).map((line) => line.split(/ ms {2}|@/)[1])).toEqual([
      'add a',
      'add b',
      'add c',
    ]);
    expect(late.lines.at(-1)).toBe('100 ms  delete c@5');
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('misses nothing and hears nothing twice: seed %i', (seed) => {
    const sim = new Sim({ order: 'seeded', seed });
    const source = newFakeControllerSource(sim);
    for (let i = 0; i < 20; i++) source.add(makePod(`p${i}`));
    const informer = newInformer(sim, source);
    sim.go('informer', informer.run(stopChan()));
    const state = new Map<string, string | undefined>();
    const wrong: string[] = [];
    const handler = new ResourceEventHandlerFuncs({
      addFunc({ metadata: { name = '', resourceVersion } }) {
        if (state.has(name)) wrong.push(`${name} added twice`);
        state.set(name, resourceVersion);
      },
      updateFunc({ metadata: old }, { metadata: { name = '', resourceVersion } }) {
        if (state.get(name) !== old.resourceVersion) wrong.push(`${name} was ${state.get(name)}`);
        state.set(name, resourceVersion);
      },
      deleteFunc(obj) {
        if (!state.delete((obj as KubeObject).metadata.name ?? '')) wrong.push('deleted twice');
      },
    });
    sim.go(
      'writer',
      (function* () {
        for (let i = 0; i < 20; i++) {
          if (i === 10) informer.addEventHandler(handler);
          source.modify(makePod(`p${i}`));
          if (i % 3 === 0) source.delete(makePod(`p${i}`));
          yield* sim.yieldNow();
        }
      })(),
    );
    sim.runFor(10);
    expect(wrong).toEqual([]);
    expect([...state.keys()].sort()).toEqual(informer.getStore().listKeys().sort());
  });
});

describe('INF-20 a listener', () => {
  test('INF-20 takes any number of notifications at once and hands them on one by one, each with its own cause', () => {
    const sim = new Sim();
    const told: [string | undefined, number][] = [];
    const handler = new ResourceEventHandlerFuncs({
      addFunc: ({ metadata }) => void told.push([metadata.name, causeNow()]),
    });
    const listener = new ProcessorListener(sim, 'listener', handler, 0, 0);
    sim.go('pop', listener.pop());
    sim.go(
      'informer',
      (function* () {
        for (let i = 0; i < 3000; i++) {
          setCause(i);
          yield* listener.add({ kind: 'add', newObj: makePod(`p${i}`) });
        }
        // Nobody took one from the listener so far, and the informer did not wait.
        expect(told).toEqual([]);
        sim.go('run', listener.run());
        yield* sim.sleep(1);
        listener.close();
      })(),
    );
    sim.runUntilIdle();
    expect(told).toEqual(Array.from({ length: 3000 }, (_, i) => [`p${i}`, i]));
    expect(sim.processes.size).toBe(0);
  });

  test('keeps causes apart when notifications come and go in turn', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const sim = new Sim({ order: 'seeded', seed });
      const told: number[][] = [];
      const handler = new ResourceEventHandlerFuncs({
        addFunc: ({ metadata }) => void told.push([Number(metadata.name), causeNow()]),
      });
      const listener = new ProcessorListener(sim, 'listener', handler, 0, 0);
      sim.go('run', listener.run());
      sim.go('pop', listener.pop());
      sim.go(
        'informer',
        (function* () {
          for (let i = 0; i < 50; i++) {
            setCause(i);
            yield* listener.add({ kind: 'add', newObj: makePod(String(i)) });
            if (sim.random.below(3) === 0) yield* sim.yieldNow();
          }
        })(),
      );
      sim.runUntilIdle();
      expect(told).toEqual(Array.from({ length: 50 }, (_, i) => [i, i]));
    }
  });
});

describe('INF-17 waiting for a cache', () => {
  test('INF-17 looks every 100 ms until everything that was listed is in the cache', () => {
    const sim = new Sim();
    const lw = listerWatcher(
      () => listOf('1', makePod('a')),
      () => new FakeWatch(),
    );
    const slow: ListerWatcher = {
      ...lw,
      *list(options) {
        yield* sim.sleep(250);
        return yield* lw.list(options);
      },
    };
    const informer = newInformer(sim, slow);
    sim.go('informer', informer.run(stopChan()));
    expect(
      run(
        waitForCacheSync(sim, stopChan(), () => informer.hasSynced()),
        sim,
      ),
    ).toBe(true);
    expect(sim.now).toBe(300);
    expect(informer.getStore().listKeys()).toEqual(['a']);
  });

  test('is false when stopped before', () => {
    const sim = new Sim();
    const stop = stopChan();
    sim.after(450, () => stop.close());
    const source = newFakeControllerSource(sim);
    source.listError = newResourceExpired('never');
    const informer = newInformer(sim, source);
    sim.go('informer', informer.run(stop));
    const synced = waitForNamedCacheSync(
      sim,
      'test',
      stop,
      () => true,
      () => informer.hasSynced(),
    );
    expect(run(synced, sim)).toBe(false);
    expect(sim.now).toBe(450);
  });

  test('does not wait at all if all have synced', () => {
    const sim = new Sim();
    expect(
      run(
        waitForCacheSync(sim, stopChan(), () => true),
        sim,
      ),
    ).toBe(true);
    expect(sim.now).toBe(0);
  });
});

describe('what an observer sees', () => {
  test('every part passes by once, under the name of the informer', () => {
    const sim = new Sim();
    const passed: string[] = [];
    sim.observe = (kind, name, component) => {
      passed.push(`${kind} ${name}`);
      return component;
    };
    const informer = newInformer(sim, newFakeControllerSource(sim));
    informer.addEventHandler(noting(sim).handler);
    informer.addEventHandler(noting(sim).handler);
    sim.go('informer', informer.run(stopChan()));
    sim.runFor(10);
    expect(passed).toEqual([
      'indices test/pods',
      'indexer test/pods',
      'listener test/pods',
      'informer-listener test/pods',
      'listener test/pods',
      'informer-listener test/pods',
      'fifo test/pods',
      'reflector test/pods',
    ]);
  });
});
