import { describe, expect, test } from 'vitest';
import {
  newResourceExpired,
  newTimeoutError,
  withCause,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { newDeltaFIFO } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import type { ListOptions } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/listwatch.ts';
import { newNamedReflector } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/reflector.ts';
import {
  blockingStore,
  metaNamespaceKeyFunc,
  newStore,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/store.ts';
import { Chan } from '../../../../../../../../../src/runtime/sim/chan.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';
import { FakeWatch, listOf, listerWatcher } from './fakes.ts';
import { makePod, podType, run } from './support.ts';

// How lists and watches end, and what is left of them.

function setUp(
  list: Parameters<typeof listerWatcher>[0] = () => listOf('1'),
  watch: Parameters<typeof listerWatcher>[1] = () => new FakeWatch(),
  resyncPeriodMs = 0,
) {
  const sim = new Sim();
  const store = newStore(metaNamespaceKeyFunc);
  const lw = listerWatcher(list, watch);
  const reflector = newNamedReflector(sim, 'test/pods', lw, podType, blockingStore(store), resyncPeriodMs);
  return { sim, store, reflector, stop: new Chan<never>('stop') };
}

test.each([
  [999, 0, true],
  [1000, 0, false],
  [999, 1, false],
  [5000, 0, false],
])('INF-12 a watch that ends after %i ms and %i events is too short: %s', (ms, events, short) => {
  const { sim, reflector, stop } = setUp();
  const w = new FakeWatch();
  let ended: Error | undefined;
  sim.go(
    'handler',
    (function* () {
      ended = yield* reflector.watchHandler(0, w, { value: '' }, new Chan<Error>('errors'), stop);
    })(),
  );
  for (let i = 0; i < events; i++) w.send('ADDED', makePod(`pod-${i}`, '5'));
  sim.after(ms, () => w.stop());
  sim.runFor(10_000);
  expect(ended?.message.startsWith('very short watch') ?? false).toBe(short);
  expect(sim.processes.size).toBe(0);
});

test('a watch asks for bookmarks, and to be ended after five to ten minutes', () => {
  const asked: ListOptions[] = [];
  const { sim, reflector, stop } = setUp(
    () => listOf('7'),
    (options) => {
      asked.push(options);
      if (asked.length === 20) stop.close();
      return new FakeWatch(['BOOKMARK', makePod('', '7')]).ended();
    },
  );
  run(reflector.listAndWatch(stop), sim);
  for (const { timeoutSeconds, ...options } of asked) {
    expect(options).toEqual({ resourceVersion: '7', allowWatchBookmarks: true });
    expect(timeoutSeconds).toBeGreaterThanOrEqual(300);
    expect(timeoutSeconds).toBeLessThan(600);
  }
  expect(new Set(asked.map(({ timeoutSeconds }) => timeoutSeconds)).size).toBeGreaterThan(10);
});

test('each event of a watch is another kind of change to a DeltaFIFO', () => {
  const sim = new Sim();
  const fifo = newDeltaFIFO();
  const w = new FakeWatch(
    ['ADDED', makePod('a', '2')],
    ['MODIFIED', makePod('a', '3')],
    ['DELETED', makePod('a', '4')],
  );
  const lw = listerWatcher(
    () => listOf('1'),
    () => w,
  );
  const reflector = newNamedReflector(sim, 'test/pods', lw, podType, fifo, 0);
  sim.go('reflector', reflector.run(new Chan<never>('stop')));
  sim.runFor(10);
  expect(fifo.get(makePod('a'))[0]?.map(({ type }) => type)).toEqual(['Added', 'Updated', 'Deleted']);
});

test('an event without metadata is passed over, and the watch goes on', () => {
  const { sim, store, reflector, stop } = setUp();
  const odd = { kind: 'Pod', apiVersion: 'v1' } as ReturnType<typeof makePod>;
  const w = new FakeWatch(['ADDED', odd], ['ADDED', makePod('a', '2')]).ended();
  const version = { value: '' };
  run(reflector.watchHandler(0, w, version, new Chan<Error>('errors'), stop), sim);
  expect([store.listKeys(), version.value]).toEqual([['a'], '2']);
});

describe('a reflector that is told to stop', () => {
  test('while it lists, takes nothing from the list, and does not watch', () => {
    const sim = new Sim();
    const store = newStore(metaNamespaceKeyFunc);
    let watched = 0;
    const lw = {
      *list() {
        yield* sim.sleep(1000);
        return [listOf('1', makePod('a', '1')), undefined] as [ReturnType<typeof listOf>, undefined];
      },
      *watch() {
        watched++;
        return [new FakeWatch(), undefined] as [FakeWatch, undefined];
      },
    };
    const reflector = newNamedReflector(sim, 'test/pods', lw, podType, blockingStore(store), 0);
    const stop = new Chan<never>('stop');
    sim.go('reflector', reflector.run(stop));
    sim.after(500, () => stop.close());
    sim.runFor(5000);
    expect([store.list(), watched, sim.processes.size]).toEqual([[], 0, 0]);
    expect(reflector.lastSyncResourceVersion()).toBe('');
  });

  test('while it resyncs, leaves no timer of that behind', () => {
    const { sim, reflector, stop } = setUp(undefined, undefined, 60_000);
    sim.go('reflector', reflector.run(stop));
    sim.runFor(1000);
    expect(sim.nextTimerAt).toBe(60_000);
    stop.close();
    // As in Go the timer of the back-off, which nobody waits for any longer, runs out by itself.
    sim.runFor(10_000);
    expect([sim.processes.size, sim.nextTimerAt]).toEqual([0, undefined]);
  });

  test('tells no error, nor does a watch that ends in good order', () => {
    const errors: string[] = [];
    let watches = 0;
    const expired = newResourceExpired('too old').status as unknown as ReturnType<typeof makePod>;
    const { sim, reflector, stop } = setUp(
      ({ resourceVersion }) => (resourceVersion === '2' ? new Error('away') : listOf('1')),
      () =>
        watches++ > 0 ? new FakeWatch() : new FakeWatch(['ADDED', makePod('a', '2')], ['ERROR', expired]),
    );
    reflector.watchErrorHandler = (_, err) => void errors.push(err.message);
    sim.go('reflector', reflector.run(stop));
    sim.runFor(500);
    expect(errors).toEqual([]);
    sim.runFor(1500);
    expect(errors).toEqual(['failed to list *v1.Pod: away']);
    stop.close();
    sim.runFor(1);
    expect([errors.length, sim.processes.size]).toEqual([1, 0]);
  });
});

test.each<[string, Error, boolean]>([
  [
    'a time-out because the version is too large',
    withCause(newTimeoutError('x', 1), { reason: 'ResourceVersionTooLarge' }),
    true,
  ],
  [
    'the same, as old servers say it',
    withCause(withCause(newTimeoutError('x', 1), { message: 'busy' }), {
      message: 'Too large resource version',
    }),
    true,
  ],
  ['a time-out for another reason', withCause(newTimeoutError('x', 1), { message: 'busy' }), false],
  ['a time-out for no reason', newTimeoutError('x', 1), false],
  ['an error that says so, and is no time-out', new Error('Too large resource version'), false],
  ['an expired version', newResourceExpired('too old'), true],
])('after %s the newest list is asked for at once: %s', (_, err, again) => {
  const asked: (string | undefined)[] = [];
  const { sim, reflector, stop } = setUp(
    ({ resourceVersion }) => (asked.push(resourceVersion), resourceVersion === '' ? listOf('9') : err),
    () => (stop.close(), new FakeWatch()),
  );
  run(reflector.listAndWatch(stop), sim);
  expect(asked).toEqual(again ? ['0', ''] : ['0']);
});
