import { describe, expect, test } from 'vitest';
import {
  StatusError,
  newResourceExpired,
  newTimeoutError,
  withCause,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { KubeObject } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { newDeltaFIFO } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import { pop } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/fifo.ts';
import type {
  ListOptions,
  ListerWatcher,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/listwatch.ts';
import {
  type Reflector,
  newNamedReflector,
  newNamespaceKeyedIndexerAndReflector,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/reflector.ts';
import {
  type Store,
  blockingStore,
  metaNamespaceKeyFunc,
  newStore,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/store.ts';
import { Chan } from '../../../../../../../../../src/runtime/sim/chan.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';
import { FakeWatch, connectionRefused, listOf, listerWatcher } from './fakes.ts';
import { makePod, podType, run } from './support.ts';

// The cases are those of upstream's reflector_test.go. Its transcripts with times are in reflector_times.test.ts.

const stopChan = (): Chan<never> => new Chan<never>('stop');
const noErrors = (): Chan<Error> => new Chan<Error>('no errors');

function setUp(lw: ListerWatcher, resyncPeriodMs = 0): { sim: Sim; store: Store; reflector: Reflector } {
  const sim = new Sim();
  const store = newStore(metaNamespaceKeyFunc);
  const reflector = newNamedReflector(sim, 'test/pods', lw, podType, blockingStore(store), resyncPeriodMs);
  return { sim, store, reflector };
}

const unused = listerWatcher(
  () => new Error('not to be listed'),
  () => new Error('not to be watched'),
);

const names = (store: Store): string[] => store.listKeys().sort();
const versions = (store: Store): (string | undefined)[][] =>
  store.list().map(({ metadata }) => [metadata.name, metadata.resourceVersion]);

describe('watchHandler', () => {
  const handle = (w: FakeWatch, stop = stopChan(), errc = noErrors()) => {
    const { sim, store, reflector } = setUp(unused);
    store.add(makePod('foo'));
    store.add(makePod('bar'));
    const resourceVersion = { value: '' };
    const err = run(reflector.watchHandler(sim.now, w, resourceVersion, errc, stop), sim);
    return { store, reflector, resourceVersion: resourceVersion.value, err };
  };

  test('brings events to the store, and only of the expected type', () => {
    const service: KubeObject = { kind: 'Service', apiVersion: 'v1', metadata: { name: 'rejected' } };
    const pod2: KubeObject = { kind: 'Pod', apiVersion: 'v2', metadata: { name: 'rejected too' } };
    const w = new FakeWatch(
      ['ADDED', service],
      ['ADDED', pod2],
      ['DELETED', makePod('foo')],
      ['MODIFIED', makePod('bar', '55')],
      ['ADDED', makePod('baz', '32')],
    ).ended();
    const { store, reflector, resourceVersion, err } = handle(w);
    expect(err).toBeUndefined();
    expect(versions(store)).toEqual([
      ['bar', '55'],
      ['baz', '32'],
    ]);
    expect(resourceVersion).toBe('32');
    expect(reflector.lastSyncResourceVersion()).toBe('32');
  });

  test('INF-12 a watch that ends at once without events is an error', () => {
    const { err } = handle(new FakeWatch().ended());
    expect(err?.message).toBe(
      'very short watch: test/pods: Unexpected watch close - watch lasted less than a second and no items received',
    );
  });

  test('INF-12 a bookmark moves the version and nothing else', () => {
    const { store, resourceVersion, err } = handle(new FakeWatch(['BOOKMARK', makePod('', '70')]).ended());
    expect(err).toBeUndefined();
    expect(resourceVersion).toBe('70');
    expect(names(store)).toEqual(['bar', 'foo']);
  });

  test('ends with the Status of an ERROR event, and stops the watch', () => {
    const w = new FakeWatch(['ERROR', newResourceExpired('too old').status as unknown as KubeObject]);
    const { err } = handle(w);
    expect(err).toBeInstanceOf(StatusError);
    expect((err as StatusError).status).toMatchObject({ code: 410, reason: 'Expired', message: 'too old' });
    expect(w.stopped).toBe(true);
  });

  test('ends when told to stop, before it looks at an event', () => {
    const w = new FakeWatch(['ADDED', makePod('late', '1')]);
    const stop = stopChan();
    stop.close();
    const { err, store } = handle(w, stop);
    expect(err?.message).toBe('Stop requested');
    expect(w.stopped).toBe(true);
    expect(names(store)).toEqual(['bar', 'foo']);
  });

  test('ends with an error of the resync', () => {
    const errc = new Chan<Error>('errors', 1);
    errc.trySend(new Error('resync failed'));
    expect(handle(new FakeWatch(), stopChan(), errc).err?.message).toBe('resync failed');
  });

  test('takes any type if none is expected', () => {
    const sim = new Sim();
    const store = newStore(metaNamespaceKeyFunc);
    const reflector = newNamedReflector(sim, 'test/any', unused, undefined, blockingStore(store), 0);
    const service: KubeObject = { kind: 'Service', apiVersion: 'v1', metadata: { name: 'taken' } };
    const w = new FakeWatch(['ADDED', service]).ended();
    run(reflector.watchHandler(0, w, { value: '' }, noErrors(), stopChan()), sim);
    expect(names(store)).toEqual(['taken']);
  });

  test('tells a store that wants to know how far the watch has come', () => {
    const sim = new Sim();
    const told: string[] = [];
    const store = {
      ...blockingStore(newStore(metaNamespaceKeyFunc)),
      updateResourceVersion: (resourceVersion: string) => void told.push(resourceVersion),
    };
    const w = new FakeWatch(
      ['ADDED', makePod('a', '10')],
      ['MODIFIED', makePod('a', '20')],
      ['BOOKMARK', makePod('', '30')],
      ['DELETED', makePod('a', '40')],
    ).ended();
    const reflector = newNamedReflector(sim, 'test/pods', unused, podType, store, 0);
    run(reflector.watchHandler(0, w, { value: '' }, noErrors(), stopChan()), sim);
    expect(told).toEqual(['10', '20', '30', '40']);
  });
});

describe('listAndWatch', () => {
  test('stops a watch that gave an error', () => {
    const w = new FakeWatch();
    const { sim, reflector } = setUp(
      listerWatcher(
        () => listOf('1'),
        () => w,
      ),
    );
    sim.go('reflector', reflector.listAndWatch(stopChan()));
    sim.runUntilIdle();
    w.send('ERROR', makePod('bar'));
    sim.runUntilIdle();
    expect(w.stopped).toBe(true);
    expect(sim.processes.size).toBe(0);
  });

  test('stops its watch when told to, and leaves no process behind', () => {
    const w = new FakeWatch();
    const { sim, reflector } = setUp(
      listerWatcher(
        () => listOf('1'),
        () => w,
      ),
      60_000,
    );
    const stop = stopChan();
    sim.go('reflector', reflector.run(stop));
    w.send('ADDED', makePod('bar', '2'));
    sim.runFor(10);
    expect(w.stopped).toBe(false);
    stop.close();
    sim.runFor(10);
    expect(w.stopped).toBe(true);
    expect(sim.processes.size).toBe(0);
  });

  test('resumes a watch from the last version, without a list', () => {
    const watched: (string | undefined)[] = [];
    const watches = [new FakeWatch(), new FakeWatch()];
    let lists = 0;
    const lw = listerWatcher(
      () => (lists++, listOf('1')),
      ({ resourceVersion }) => (watched.push(resourceVersion), watches[watched.length - 1] as FakeWatch),
    );
    const sim = new Sim();
    const fifo = newDeltaFIFO();
    const reflector = newNamedReflector(sim, 'test/pods', lw, podType, fifo, 0);
    sim.go('reflector', reflector.listAndWatch(stopChan()));
    ['foo', 'bar', 'baz', 'qux', 'zoo'].forEach((name, i) => {
      const w = watches[i < 2 ? 0 : 1];
      w?.send('ADDED', makePod(name, String(i + 2)));
      if (i === 1) w?.stop();
    });
    sim.runUntilIdle();
    const popped = [1, 2, 3, 4, 5].map(() => run(pop(fifo))?.[0]?.object as KubeObject);
    expect(popped.map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`)).toEqual([
      'foo 2',
      'bar 3',
      'baz 4',
      'qux 5',
      'zoo 6',
    ]);
    expect(watched).toEqual(['1', '3']);
    expect(lists).toBe(1);
  });

  interface Round {
    readonly list: ReturnType<typeof listOf> | Error;
    readonly events?: FakeWatch;
    readonly watchErr?: Error;
    readonly err?: string;
  }
  test('errors of list and watch leave the store as it was', () => {
    const [foo, bar, qux, baz] = [
      makePod('foo', '2'),
      makePod('bar', '3'),
      makePod('qux', '5'),
      makePod('baz', '6'),
    ];
    const rounds: Round[] = [
      {
        list: listOf('1'),
        events: new FakeWatch(['ADDED', foo], ['ADDED', bar]),
        err: 'second watch',
      },
      {
        list: listOf('3', foo, bar),
        events: new FakeWatch(['DELETED', makePod('foo', '4')], ['ADDED', qux]),
        err: 'second watch',
      },
      { list: new Error('a list error'), err: 'failed to list *v1.Pod: a list error' },
      { list: listOf('5', bar, qux), watchErr: new Error('a watch error'), err: 'a watch error' },
      { list: listOf('5', bar, qux), events: new FakeWatch(['ADDED', baz]), err: 'second watch' },
      { list: listOf('6', bar, qux, baz), events: new FakeWatch() },
    ];
    const store = newStore(metaNamespaceKeyFunc);
    for (const { list, events, watchErr, err } of rounds) {
      if (!(list instanceof Error))
        expect(names(store)).toEqual(list.items.map((i) => i.metadata.name).sort());
      let watches = 0;
      const lw = listerWatcher(
        () => list,
        () => (watches++ > 0 ? new Error('second watch') : (watchErr ?? (events as FakeWatch).ended())),
      );
      const sim = new Sim();
      const reflector = newNamedReflector(sim, 'test/pods', lw, podType, blockingStore(store), 0);
      expect(run(reflector.listAndWatch(stopChan()), sim)?.message).toBe(err);
    }
  });

  test.each([
    [5, 32 - 1, 64 - 2],
    [40, 35 * 800, 40 * 60_000],
  ])('%i refused connections are tried again with back-off, without a list', (fails, least, most) => {
    let left = fails;
    let lists = 0;
    const stop = stopChan();
    const lw = listerWatcher(
      () => (lists++, listOf('1')),
      () => {
        if (left-- > 0) return connectionRefused();
        stop.close();
        return new FakeWatch();
      },
    );
    const { sim, reflector } = setUp(lw);
    expect(run(reflector.listAndWatch(stop), sim)).toBeUndefined();
    expect(lists).toBe(1);
    expect(left).toBe(-1);
    // 0.8 s doubling up to 30 s, each time stretched by a random factor of up to two.
    const scale = fails === 5 ? 800 : 1;
    expect(sim.now).toBeGreaterThanOrEqual(least * scale);
    expect(sim.now).toBeLessThanOrEqual(most * scale);
  });

  test('a failed resync ends the watch, and is not an error of its own', () => {
    const sim = new Sim();
    let resyncs = 0;
    const store = {
      ...blockingStore(newStore(metaNamespaceKeyFunc)),
      *resync() {
        return ++resyncs === 2 ? new Error('expected resync reached') : undefined;
      },
    };
    const lw = listerWatcher(
      () => listOf('0'),
      () => new FakeWatch(),
    );
    const reflector = newNamedReflector(sim, 'test/pods', lw, podType, store, 1);
    expect(run(reflector.listAndWatch(stopChan()), sim)).toBeUndefined();
    expect(resyncs).toBe(2);
    expect(sim.now).toBe(2);
  });

  test('a list with an object without a key is an error', () => {
    const lw = listerWatcher(
      () => listOf('1', {} as KubeObject),
      () => new FakeWatch(),
    );
    const { sim, reflector } = setUp(lw);
    expect(run(reflector.listAndWatch(stopChan()), sim)?.message).toContain(
      'unable to sync list result: couldn',
    );
  });

  test.each([
    [podType, 'failed to list *v1.Pod: no'],
    [{ apiVersion: 'apps/v1', kind: 'ReplicaSet' }, 'failed to list *v1.ReplicaSet: no'],
    [undefined, 'failed to list <unspecified>: no'],
  ])('names the expected type %o in its errors', (type, message) => {
    const sim = new Sim();
    const lw = listerWatcher(
      () => new Error('no'),
      () => new FakeWatch(),
    );
    const store = blockingStore(newStore(metaNamespaceKeyFunc));
    const reflector = newNamedReflector(sim, 'test/pods', lw, type, store, 0);
    expect(run(reflector.listAndWatch(stopChan()), sim)?.message).toBe(message);
  });

  test('fills an indexer by namespace', () => {
    const sim = new Sim();
    const stop = stopChan();
    const pod = makePod('a', '1', { namespace: 'ns' });
    const lw = listerWatcher(
      () => listOf('1', pod),
      () => (stop.close(), new FakeWatch()),
    );
    const [indexer, reflector] = newNamespaceKeyedIndexerAndReflector(sim, 'test/pods', lw, podType, 0);
    run(reflector.listAndWatch(stop), sim);
    expect(indexer.byIndex('namespace', 'ns')).toEqual([[pod], undefined]);
  });
});

describe('INF-12 the version and the pages of a list', () => {
  const pods = Array.from({ length: 10 }, (_, i) => makePod(`pod-${i}`, String(i)));
  const page = (from: number, to: number, next?: string) => ({
    metadata: { resourceVersion: '10', continue: next },
    items: pods.slice(from, to),
  });
  const inPages = ({ continue: token = '' }: ListOptions) => {
    if (token === 'C1') return page(4, 8, 'C2');
    return token === 'C2' ? page(8, 10) : page(0, 4, 'C1');
  };

  /** Lists and watches once for each of `rounds`, stopping at the watch. Gives how it was asked to list. */
  function rounds(
    count: number,
    list: (options: ListOptions) => ReturnType<typeof listOf> | Error,
    prepare?: (r: Reflector) => void,
  ) {
    const asked: string[] = [];
    let stop = stopChan();
    const lw = listerWatcher(
      (options) => {
        const { resourceVersion = '', continue: token = '', limit = 0 } = options;
        asked.push(`rv '${resourceVersion}' limit ${limit}${token ? ` continue ${token}` : ''}`);
        return list(options);
      },
      () => (stop.close(), new FakeWatch()),
    );
    const { sim, store, reflector } = setUp(lw);
    prepare?.(reflector);
    const sizes: number[] = [];
    for (let i = 0; i < count; i++) {
      stop = stopChan();
      expect(run(reflector.listAndWatch(stop), sim)).toBeUndefined();
      sizes.push(store.list().length);
    }
    return { asked, sizes };
  }

  test('a page size that is set is used for every list', () => {
    const { asked, sizes } = rounds(1, inPages, (reflector) => {
      reflector.setLastSyncResourceVersion('10');
      reflector.watchListPageSize = 4;
    });
    expect(sizes).toEqual([10]);
    expect(asked).toEqual(["rv '10' limit 4", "rv '' limit 4 continue C1", "rv '' limit 4 continue C2"]);
  });

  test('a list at a version is not paged, so that a watch cache may answer', () => {
    const { asked, sizes } = rounds(
      1,
      () => page(0, 10),
      (r) => r.setLastSyncResourceVersion('10'),
    );
    expect(sizes).toEqual([10]);
    expect(asked).toEqual(["rv '10' limit 0"]);
  });

  test('unless the first list, at version 0, was answered in pages', () => {
    const { asked, sizes } = rounds(2, inPages);
    expect(sizes).toEqual([10, 10]);
    const pages = ["rv '' limit 500 continue C1", "rv '' limit 500 continue C2"];
    expect(asked).toEqual(["rv '0' limit 500", ...pages, "rv '10' limit 500", ...pages]);
  });

  test('INF-12 a later list is at the last version, so as not to go back in time', () => {
    const { asked, sizes } = rounds(2, ({ resourceVersion }) =>
      resourceVersion === '0' ? page(0, 4) : listOf('11', ...pods.slice(0, 8)),
    );
    expect(sizes).toEqual([4, 8]);
    expect(asked).toEqual(["rv '0' limit 500", "rv '10' limit 0"]);
  });

  test('INF-12 if that version has expired, it lists the newest at once', () => {
    const { asked, sizes } = rounds(3, ({ resourceVersion }) => {
      if (resourceVersion === '0') return page(0, 4);
      if (resourceVersion === '10') return newResourceExpired('The resourceVersion is too old.');
      return listOf('11', ...pods.slice(0, 8));
    });
    expect(sizes).toEqual([4, 8, 8]);
    expect(asked).toEqual(["rv '0' limit 500", "rv '10' limit 0", "rv '' limit 0", "rv '11' limit 0"]);
  });

  test('if only a later page has expired, it lists the same version whole', () => {
    const { asked, sizes } = rounds(
      2,
      ({ resourceVersion, continue: token, limit }) => {
        if (token === 'C1') return newResourceExpired('The continue token is too old.');
        if (resourceVersion === '0') return page(0, 4);
        return limit === 4 ? page(0, 4, 'C1') : listOf('11', ...pods.slice(0, 8));
      },
      (reflector) => void (reflector.watchListPageSize = 4),
    );
    expect(sizes).toEqual([4, 8]);
    expect(asked).toEqual([
      "rv '0' limit 4",
      "rv '10' limit 4",
      "rv '' limit 4 continue C1",
      "rv '10' limit 0",
    ]);
  });

  test('if the server is not yet at that version, it lists what there is', () => {
    const tooLarge = newTimeoutError('too large resource version', 1);
    const said: Record<string, ReturnType<typeof listOf> | Error> = {
      '0': listOf('20'),
      '20': withCause(tooLarge, { reason: 'ResourceVersionTooLarge' }),
      // As servers from 1.17.0 to 1.18.5 say it.
      '30': withCause(tooLarge, { message: 'Too large resource version' }),
      '': listOf('30'),
    };
    const { asked } = rounds(
      3,
      ({ resourceVersion = '' }) => said[resourceVersion] ?? new Error('unexpected'),
    );
    expect(asked.map((line) => line.split(' limit')[0])).toEqual([
      "rv '0'",
      "rv '20'",
      "rv ''",
      "rv '30'",
      "rv ''",
    ]);
  });
});
