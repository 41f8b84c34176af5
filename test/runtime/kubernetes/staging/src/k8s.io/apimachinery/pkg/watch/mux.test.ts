import { describe, expect, test } from 'vitest';
import { newBroadcaster } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/watch/mux.ts';
import type {
  Interface,
  WatchEvent,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/watch/watch.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';

const named = (name: string): WatchEvent['object'] => ({
  kind: 'Test',
  apiVersion: 'v1',
  metadata: { name },
});

/** Collects the names that a watcher gets, and at the end whether its channel closed. */
function collect(sim: Sim, watcher: Interface, pauseMs = 0): string[] {
  const got: string[] = [];
  sim.go(
    'watcher',
    (function* () {
      for (;;) {
        const [event, open] = yield* watcher.resultChan().receive();
        if (!open) return void got.push('closed');
        got.push(`${event.type} ${event.object.metadata.name}`);
        if (pauseMs > 0) yield* sim.sleep(pauseMs);
      }
    })(),
  );
  return got;
}

describe('Broadcaster', () => {
  test('gives every event to every watcher, in order', () => {
    const sim = new Sim();
    const m = newBroadcaster(sim, 0, 'WaitIfChannelFull');
    const all = Array.from({ length: 4 }, () => collect(sim, m.watch()));
    sim.go(
      'test',
      (function* () {
        yield* m.action('ADDED', named('foo'));
        yield* m.action('MODIFIED', named('foo'));
        yield* m.action('DELETED', named('bar'));
        yield* m.shutdown();
      })(),
    );
    sim.runUntilIdle();
    const expected = ['ADDED foo', 'MODIFIED foo', 'DELETED bar', 'closed'];
    expect(all).toEqual([expected, expected, expected, expected]);
    expect(sim.processes.size).toBe(0);
  });

  test('a watcher sees what comes after it was added, and nothing before', () => {
    const sim = new Sim();
    const m = newBroadcaster(sim, 10, 'WaitIfChannelFull');
    const results: string[][] = [];
    sim.go(
      'test',
      (function* () {
        yield* m.action('ADDED', named('a'));
        results.push(collect(sim, m.watch()));
        yield* m.action('ADDED', named('b'));
        results.push(collect(sim, m.watchWithPrefix([{ type: 'ADDED', object: named('old') }])));
        yield* m.action('ADDED', named('c'));
      })(),
    );
    sim.runUntilIdle();
    expect(results).toEqual([
      ['ADDED b', 'ADDED c'],
      ['ADDED old', 'ADDED c'],
    ]);
  });

  test('a watcher that stops gets no more, may stop again, and others go on', () => {
    const sim = new Sim();
    const m = newBroadcaster(sim, 0, 'WaitIfChannelFull');
    const first = m.watch();
    const [one, two] = [collect(sim, first), collect(sim, m.watch())];
    sim.go(
      'test',
      (function* () {
        yield* m.action('ADDED', named('foo'));
        yield* sim.sleep(1);
        first.stop();
        first.stop();
        yield* m.action('ADDED', named('bar'));
        yield* m.shutdown();
        first.stop();
      })(),
    );
    sim.runUntilIdle();
    expect(one).toEqual(['ADDED foo', 'closed']);
    expect(two).toEqual(['ADDED foo', 'ADDED bar', 'closed']);
  });

  test('when a channel is full it waits, and a watcher that stops lets it go on', () => {
    const sim = new Sim();
    const m = newBroadcaster(sim, 0, 'WaitIfChannelFull');
    const stuck = m.watch();
    const other = collect(sim, m.watch());
    sim.go(
      'test',
      (function* () {
        yield* m.action('ADDED', named('foo'));
        yield* sim.sleep(100);
        expect(other).toEqual([]);
        stuck.stop();
      })(),
    );
    sim.runUntilIdle();
    expect(other).toEqual(['ADDED foo']);
  });

  test('or drops the event for that watcher alone', () => {
    const sim = new Sim();
    const m = newBroadcaster(sim, 1, 'DropIfChannelFull');
    const [slow, quick] = [collect(sim, m.watch(), 1000), collect(sim, m.watch())];
    sim.go(
      'test',
      (function* () {
        for (const name of ['a', 'b', 'c', 'd']) {
          yield* m.action('ADDED', named(name));
          yield* sim.sleep(10);
        }
      })(),
    );
    sim.runUntilIdle();
    expect(slow).toEqual(['ADDED a', 'ADDED b']);
    expect(quick).toEqual(['ADDED a', 'ADDED b', 'ADDED c', 'ADDED d']);
  });

  test('a watch that begins while the queue is full is added when there is room', () => {
    const sim = new Sim();
    const m = newBroadcaster(sim, 100, 'DropIfChannelFull');
    let late: string[] = [];
    sim.go(
      'test',
      (function* () {
        // One for the loop, which waits at its channel, and 25 for the queue.
        for (let i = 0; i < 26; i++) yield* m.action('ADDED', named(`early-${i}`));
        late = collect(sim, m.watch());
        yield* sim.sleep(1);
        yield* m.action('ADDED', named('late'));
      })(),
    );
    sim.runUntilIdle();
    expect(late).toEqual(['ADDED late']);
  });

  test('after shutdown there are no new watches', () => {
    const sim = new Sim();
    const m = newBroadcaster(sim, 0, 'WaitIfChannelFull');
    sim.go('test', m.shutdown());
    sim.runUntilIdle();
    expect(() => m.watch()).toThrow('broadcaster already stopped');
  });
});
