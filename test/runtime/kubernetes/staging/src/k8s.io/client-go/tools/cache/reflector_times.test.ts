import { describe, expect, test } from 'vitest';
import { newResourceExpired } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { KubeObject } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { ListerWatcher } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/listwatch.ts';
import {
  type ReflectorSteps,
  newNamedReflector,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/reflector.ts';
import {
  blockingStore,
  metaNamespaceKeyFunc,
  newStore,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/store.ts';
import { Chan } from '../../../../../../../../../src/runtime/sim/chan.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';
import { FakeWatch, connectionRefused, listOf, listerWatcher } from './fakes.ts';
import { makePod, podType } from './support.ts';

const expired = (): KubeObject =>
  newResourceExpired('too old resource version').status as unknown as KubeObject;

/** Runs a Reflector for that long and tells what it does, step by step. */
function transcript(lw: (sim: Sim) => ListerWatcher, forMs: number, resyncPeriodMs = 0): string[] {
  const sim = new Sim({ seed: 1 });
  const lines: string[] = [];
  const note = (text: string): void => void lines.push(`${sim.now} ms  ${text}`);
  // As the trace does it: something that stands before the Reflector and sees each of its steps.
  const observed = (r: ReflectorSteps): ReflectorSteps => ({
    *listAndWatch(stop) {
      const err = yield* r.listAndWatch(stop);
      note(err ? `ended: ${err.message}` : 'ended');
      return err;
    },
    *list(options) {
      note(`list at '${options.resourceVersion}'`);
      return yield* r.list(options);
    },
    *syncWith(items, resourceVersion) {
      note(`listed ${items.length} at ${resourceVersion}`);
      return yield* r.syncWith(items, resourceVersion);
    },
    *watch(options) {
      note(`watch from ${options.resourceVersion} for ${options.timeoutSeconds} s`);
      return yield* r.watch(options);
    },
    *watchHandler(...args) {
      const err = yield* r.watchHandler(...args);
      note(err ? `watch ended: ${err.message}` : 'watch ended');
      return err;
    },
    *resync() {
      note('resync');
      return yield* r.resync();
    },
    setLastSyncResourceVersion(resourceVersion) {
      note(`at ${resourceVersion}`);
      r.setLastSyncResourceVersion(resourceVersion);
    },
  });
  sim.observe = (kind, _name, component) =>
    kind === 'reflector'
      ? (observed(component as unknown as ReflectorSteps) as unknown as typeof component)
      : component;
  const store = blockingStore(newStore(metaNamespaceKeyFunc));
  const reflector = newNamedReflector(sim, 'test/pods', lw(sim), podType, store, resyncPeriodMs);
  sim.go('reflector', reflector.run(new Chan<never>('stop')));
  sim.runFor(forMs);
  return lines;
}

/** A watch that gets events, or ends, some time after it was opened. */
function later(sim: Sim, ...plan: readonly [atMs: number, act: (w: FakeWatch) => void][]): FakeWatch {
  const w = new FakeWatch();
  for (const [atMs, act] of plan) sim.after(atMs, () => act(w));
  return w;
}

describe('the times of a Reflector', () => {
  test('INF-12 lists that fail are tried again after 0.8 s, doubling to 30 s, each stretched by chance', () => {
    const lines = transcript(() => listerWatcher(() => new Error('down'), connectionRefused), 120_000);
    expect(lines.filter((line) => line.includes('list at'))).toMatchInlineSnapshot(`
      [
        "0 ms  list at '0'",
        "1250 ms  list at '0'",
        "3786 ms  list at '0'",
        "9852 ms  list at '0'",
        "22308 ms  list at '0'",
        "38593 ms  list at '0'",
        "72048 ms  list at '0'",
        "119868 ms  list at '0'",
      ]
    `);
    expect(new Set(lines.map((line) => line.split('  ')[1]))).toEqual(
      new Set(["list at '0'", 'ended: failed to list *v1.Pod: down']),
    );
  });

  test('INF-12 a watch that ends is resumed where it ended, at once', () => {
    const lines = transcript((sim) => {
      const watches = [
        later(sim, [500, (w) => w.send('ADDED', makePod('a', '11'))], [2000, (w) => w.stop()]),
        later(sim, [9000, (w) => w.send('BOOKMARK', makePod('', '20'))], [9500, (w) => w.stop()]),
        new FakeWatch(),
      ];
      return listerWatcher(
        () => listOf('10'),
        () => watches.shift() as FakeWatch,
      );
    }, 60_000);
    expect(lines).toMatchInlineSnapshot(`
      [
        "0 ms  list at '0'",
        "0 ms  listed 0 at 10",
        "0 ms  at 10",
        "0 ms  watch from 10 for 469 s",
        "500 ms  at 11",
        "2000 ms  watch ended",
        "2000 ms  watch from 11 for 475 s",
        "9000 ms  at 20",
        "9500 ms  watch ended",
        "9500 ms  watch from 20 for 568 s",
      ]
    `);
  });

  test('INF-12 after 410 it backs off and lists, at the last version and then at the newest', () => {
    const lines = transcript((sim) => {
      const watches = [later(sim, [5000, (w) => w.send('ERROR', expired())]), new FakeWatch()];
      return listerWatcher(
        ({ resourceVersion }) => {
          if (resourceVersion === '10') return newResourceExpired('too old resource version');
          return resourceVersion === '' ? listOf('50', makePod('a', '40')) : listOf('10');
        },
        () => watches.shift() as FakeWatch,
      );
    }, 60_000);
    expect(lines).toMatchInlineSnapshot(`
      [
        "0 ms  list at '0'",
        "0 ms  listed 0 at 10",
        "0 ms  at 10",
        "0 ms  watch from 10 for 469 s",
        "5000 ms  watch ended: too old resource version",
        "5000 ms  ended",
        "6268 ms  list at '10'",
        "6268 ms  listed 1 at 50",
        "6268 ms  at 50",
        "6268 ms  watch from 50 for 568 s",
      ]
    `);
  });

  test('INF-12 refused connections are tried again without a list, and a short watch is an error', () => {
    const lines = transcript((sim) => {
      const answers = [
        connectionRefused,
        connectionRefused,
        connectionRefused,
        () => later(sim, [300, (w) => w.stop()]),
        () => new FakeWatch(),
      ];
      return listerWatcher(
        () => listOf('10'),
        () => (answers.shift() as () => Error | FakeWatch)(),
      );
    }, 60_000);
    expect(lines).toMatchInlineSnapshot(`
      [
        "0 ms  list at '0'",
        "0 ms  listed 0 at 10",
        "0 ms  at 10",
        "0 ms  watch from 10 for 469 s",
        "1268 ms  watch from 10 for 568 s",
        "4382 ms  watch from 10 for 381 s",
        "8563 ms  watch from 10 for 478 s",
        "8863 ms  watch ended: very short watch: test/pods: Unexpected watch close - watch lasted less than a second and no items received",
        "8863 ms  ended",
        "10025 ms  list at '10'",
        "10025 ms  listed 0 at 10",
        "10025 ms  at 10",
        "10025 ms  watch from 10 for 500 s",
      ]
    `);
  });

  test('INF-16 resyncs come every period from the list on, and no list with them', () => {
    const lines = transcript(
      () =>
        listerWatcher(
          () => listOf('10'),
          () => new FakeWatch(),
        ),
      100_000,
      30_000,
    );
    expect(lines).toMatchInlineSnapshot(`
      [
        "0 ms  list at '0'",
        "0 ms  listed 0 at 10",
        "0 ms  at 10",
        "0 ms  watch from 10 for 469 s",
        "30000 ms  resync",
        "60000 ms  resync",
        "90000 ms  resync",
      ]
    `);
  });

  test('two quiet minutes let the back-off start over', () => {
    const lines = transcript((sim) => {
      let lists = 0;
      return listerWatcher(
        () => (++lists <= 4 || lists > 5 ? new Error('down') : listOf('10')),
        () => later(sim, [150_000, (w) => w.send('ERROR', expired())]),
      );
    }, 180_000);
    expect(lines.filter((line) => line.includes('list at') || line.includes('watch ended')))
      .toMatchInlineSnapshot(`
      [
        "0 ms  list at '0'",
        "1250 ms  list at '0'",
        "3786 ms  list at '0'",
        "9852 ms  list at '0'",
        "22308 ms  list at '0'",
        "172308 ms  watch ended: too old resource version",
        "173353 ms  list at '10'",
        "175903 ms  list at '10'",
      ]
    `);
  });
});
