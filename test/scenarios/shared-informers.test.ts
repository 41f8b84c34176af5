import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/machinery/shared-informers/scenario.ts';
import type { Entry, World } from '../../src/runtime/stage/world.ts';
import { podCountLabel } from '../../src/runtime/demo/pod-count.ts';
import { processOf } from '../../src/recording/recording.ts';
import { mapEntries, mapGet } from '../../src/runtime/sim/pmap.ts';
import { Played, named, podsOf } from './played.ts';

const [lost, factory, forgetful, noResync, blocked, onePod] = (await Promise.all(
  named(scenarios, '', 'factory', 'forgetful', 'no-resync', 'blocked', 'one-pod').map((scenario) =>
    Played.of(scenario),
  ),
)) as [Played, Played, Played, Played, Played, Played];
const pods = 'kube-controller-manager/pods';

const cachedPods = ({ indexers }: World, informer = pods): string[] =>
  mapEntries(mapGet(indexers, informer)!).map(([key]) => key);
const rows = ({ tables }: World, table: string): string[] =>
  (mapGet(tables, table)?.rows ?? []).map(({ name, cells }) => [name, ...cells].join(' '));
const atEnd = (played: Played): World => played.entries.at(-1)!.world;
const step = (name: string): Entry => factory.first('startup', { name });
const label = ({ store }: World): string | undefined =>
  mapGet(store.objects, 'nodes/node-a')?.metadata.labels?.[podCountLabel];

describe('a lost deletion', () => {
  const gone = lost.first('watch.lost', { type: 'DELETED' });
  const resyncs = lost.all('reflector.resync', { informer: pods });

  test('the store has no pod, and the cache has one', () => {
    expect(podsOf(gone.world)).toEqual([]);
    expect(cachedPods(gone.world)).toHaveLength(1);
  });

  test('INF-18 the cache has a pod before a handler is told of it', () => {
    for (const played of [lost, onePod]) {
      const call = played.first('handler.call', { informer: pods, verb: 'add' });
      expect(cachedPods(call.world)).toContain(call.event.key);
      expect(played.first('indexer.write', { informer: pods }).index).toBeLessThan(call.index);
    }
  });

  test('INF-11 on its way a pod goes through watch, DeltaFIFO, cache, handler and workqueue', () => {
    const call = onePod.first('handler.call', { informer: pods, verb: 'add' });
    const queued = onePod.first('workqueue.add', { key: 'default/web' }, call.index);
    expect(onePod.chain(queued).slice(0, 5)).toEqual([
      'workqueue.add',
      'handler.call',
      'fifo.pop',
      'fifo.add',
      'watch.event',
    ]);
    expect(onePod.all('watch.lost')).toEqual([]);
  });

  test('INF-18 whatever a handler is told of, the cache has it as it is told, or later', () => {
    for (const played of [lost, factory]) {
      const calls = played.all('handler.call');
      expect(new Set(calls.map(({ event }) => event.verb))).toEqual(new Set(['add', 'update']));
      for (const { event, index, world } of calls) {
        const { informer, key } = event;
        expect(mapEntries(mapGet(world.indexers, informer)!).map(([cached]) => cached)).toContain(key);
        const writes = played.all('indexer.write', { informer, key }).filter((write) => write.index < index);
        expect(writes.length).toBeGreaterThan(0);
      }
    }
  });

  test('INF-09 resyncs come 35.0 s after a list, and in the second life of the program every 31.4 s', () => {
    const lists = lost.all('reflector.list', { informer: pods });
    const [first, second, third] = resyncs.map(({ at }) => at) as [number, number, number];
    expect((first - lists[0]!.at) / 1000).toBeCloseTo(35.0, 1);
    expect((second - lists[1]!.at) / 1000).toBeCloseTo(31.4, 1);
    expect(third - second).toBe(second - lists[1]!.at);
  });

  test('INF-16 a resync tells of what is in the cache, asks the server for nothing, and repairs nothing', () => {
    const [resync] = resyncs;
    const crash = lost.first('program.crash');
    const between = lost.entries.slice(resync!.index, crash.index).map(({ event }) => event.kind);
    expect(between).toContain('handler.call');
    expect(between.filter((kind) => kind.startsWith('api.') || kind.startsWith('store.'))).toEqual([]);
    expect(lost.first('fifo.add', { informer: pods, delta: 'Sync' }).index).toBeLessThan(crash.index);
    expect(cachedPods(lost.entries[crash.index - 1]!.world)).toEqual(cachedPods(gone.world));
  });

  test('a list repairs it, 40 seconds after the loss', () => {
    const made = lost.first('store.write', { verb: 'create', resource: 'pods' }, gone.index);
    const start = lost.first('program.start', { program: 'kube-controller-manager' }, gone.index);
    expect(Math.round((made.at - gone.at) / 1000)).toBe(40);
    expect(made.at - start.at).toBe(102);
  });
});

describe('a factory of informers', () => {
  test('INF-04 INF-05 it is empty, and so it stays until somebody asks', () => {
    expect(rows(step('factory').world, 'watcher/informers')).toEqual([]);
    expect(step('factory')).toMatchObject({ event: { values: ['10.503s'] } });
    expect(rows(step('accessors').world, 'watcher/informers')).toEqual([]);
    for (const name of ['lister', 'quick', 'slow'])
      expect(rows(step(name).world, 'watcher/informers')).toEqual(['pods v1 Pod no no']);
  });

  test('INF-06 INF-07 each start runs what was asked for since; the wait tells of what was started', () => {
    expect(rows(step('start').world, 'watcher/informers')).toEqual(['pods v1 Pod yes no']);
    expect(rows(step('late').world, 'watcher/informers')[1]).toBe('nodes v1 Node no no');
    expect(step('synced')).toMatchObject({ event: { values: ['v1 Pod'] } });
    expect(rows(step('again').world, 'watcher/informers').map((row) => row.split(' ').slice(0, 4))).toEqual([
      ['pods', 'v1', 'Pod', 'yes'],
      ['nodes', 'v1', 'Node', 'yes'],
      ['namespaces', 'v1', 'Namespace', 'yes'],
    ]);
    expect(factory.all('reflector.list', { informer: 'watcher/pods' })).toHaveLength(1);
  });

  test('INF-17 the cache has synced after 4 ms, and who waits looks after 100', () => {
    expect(factory.first('reflector.list', { informer: 'watcher/pods' }).at).toBe(4);
    expect(step('synced').at).toBe(100);
  });

  test('INF-10 INF-26 behind the gate, typed informers tell the new handler, and those of metadata start', () => {
    const gate = step('gate');
    expect(rows(gate.world, 'watcher/metadata-informers')).toEqual([]);
    const lists = factory.all('reflector.list', {}, gate.index);
    expect(lists.map(({ event }) => event.informer)).toEqual(['watcher/configmaps']);
    expect(rows(lists[0]!.world, 'watcher/metadata-informers')).toEqual(['configmaps yes']);
    const [told] = factory.all('handler.call', { informer: 'watcher/namespaces' }, gate.index);
    expect(processOf(factory.recording, told!)?.name).toBe('namespaces/listener-2/run');
  });

  test('INF-20 what the slow handler does not take lies in its buffer, and nobody waits', () => {
    const [last] = factory.all('handler.call', { informer: 'watcher/pods', key: 'default/web-d' });
    expect(last!.at - factory.first('act').at).toBe(2);
    const soon = factory.entries.filter(({ at }) => at === last!.at).at(-1)!;
    expect(rows(soon.world, 'watcher/listeners').filter((row) => row.startsWith('pods'))).toEqual([
      'pods/listener-1 0 1024 4',
      'pods/listener-2 2 1024 1',
      'pods/listener-3 0 1024 4',
    ]);
  });

  test('INF-21 who joins late is told of all that is in the cache, and nobody else is', () => {
    const joined = step('joins');
    const calls = factory
      .all('handler.call', {}, joined.index)
      .filter(({ at }) => at === joined.at)
      .map((entry) => `${processOf(factory.recording, entry)?.name} ${entry.event.verb} ${entry.event.key}`);
    expect(calls).toEqual(['a', 'b', 'c', 'd'].map((name) => `pods/listener-4/run add default/web-${name}`));
  });
});

describe('a forgetful controller', () => {
  test('a resync sets its label right, 26.7 s after the conflict', () => {
    const refused = forgetful.first('api.error', { code: 409 }, forgetful.act(3).index);
    const resync = forgetful.first('reflector.resync', { informer: 'node-counter/nodes' });
    expect((resync.at - refused.at) / 1000).toBeCloseTo(26.7, 1);
    expect(label(lastBefore(forgetful, resync.index))).toBe('1');
    expect(label(atEnd(forgetful))).toBe('2');
  });

  test('without resyncs it stays wrong', () => {
    expect(noResync.all('reflector.resync')).toEqual([]);
    expect(label(atEnd(noResync))).toBe('1');
    expect(podsOf(atEnd(noResync))).toHaveLength(2);
  });
});

test('a handler that blocks is called once; the cache goes on, and a resync of another kind hides it', () => {
  expect(blocked.all('handler.call', { informer: 'node-counter/pods' })).toHaveLength(1);
  const resync = blocked.first('reflector.resync', { informer: 'node-counter/nodes' });
  const before = lastBefore(blocked, resync.index);
  expect(cachedPods(before, 'node-counter/pods')).toHaveLength(3);
  expect(label(before)).toBe('1');
  expect(label(atEnd(blocked))).toBe('3');
});

function lastBefore(played: Played, index: number): World {
  return played.entries[index - 1]!.world;
}
