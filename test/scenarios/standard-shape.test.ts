import { describe, expect, test } from 'vitest';
import { pod } from '../../src/runtime/subjects/api/objects.ts';
import type { Node } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { podCountLabel } from '../../src/runtime/demo/pod-count.ts';
import type { World } from '../../src/runtime/stage/world.ts';
import type { QueueState } from '../../src/runtime/subjects/control-loop/world.ts';
import { mapEntries, mapGet } from '../../src/runtime/sim/pmap.ts';
import { Played, chapter } from './played.ts';
import { counted, fourPods, scenarios } from '../../content/your-own/standard-shape/scenario.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';
import { master, threePods } from '../../content/your-own/first-controller/scenario.ts';

const program = 'node-counter';
const labelOf = (node: unknown): string | undefined =>
  (node as Node | undefined)?.metadata.labels?.[podCountLabel];
const stored = ({ store }: World, name = 'node-a'): string | undefined =>
  labelOf(mapGet(store.objects, `nodes/${name}`));
const queueOf = (world: World): QueueState => mapGet(world.queues, 'nodecounter')!;
const atEnd = (played: Played): World => played.entries.at(-1)!.world;
const updates = (played: Played): number =>
  played.all('api.request', { program, verb: 'update', resource: 'nodes' }).length;
const printed = (played: Played): string[] =>
  played.all('program.output', { program }).map(({ event }) => event.text);

describe('the standard shape', async () => {
  const played = await Played.of(counted('life'));

  test('POD-19 a pod that comes is counted at once, and nothing is done when nothing changed', () => {
    const made = played.act(5);
    expect(stored(made.world)).toBe('3');
    const counted = played.entries.find(({ world }) => stored(world) === '4')!;
    expect(counted.at - made.at).toBeLessThan(10);
    expect(played.chain(counted)).toEqual([
      'store.write',
      'api.request',
      'workqueue.get',
      'workqueue.add',
      'handler.call',
      'fifo.pop',
      'fifo.add',
      'watch.event',
      'store.write',
      'act',
    ]);
    // The update brings the key once more, and then the label is what it should be.
    const last = played.all('workqueue.get', { key: 'node-a' }).at(-1)!;
    expect(played.all('api.request', { program, verb: 'update' }, last.index)).toEqual([]);
    expect(queueOf(atEnd(played))).toMatchObject({ queue: [], dirty: [] });
  });

  test('POD-18 nodes and pods are each listed once, whatever happens', () => {
    const lists = played.all('api.request', { program, verb: 'list' });
    expect(lists.map(({ event }) => event.resource).sort()).toEqual(['nodes', 'pods']);
  });

  test('POD-16 a conflict brings the key back, later each time; after five tries it is let go', async () => {
    const conflicts = (times: number): Promise<Played> =>
      Played.of(
        counted('conflicts', {}, function* (user) {
          user.act({ kind: 'conflict', resource: 'nodes', times });
          yield* threePods(user);
        }),
      );
    const once = await conflicts(1);
    expect(stored(atEnd(once))).toBe('3');
    expect(printed(once)).toEqual([]);

    const many = await conflicts(100);
    const delays = many.all('workqueue.addAfter', { key: 'node-a' }).map(({ event }) => event.delayMs);
    expect(delays.slice(0, 5)).toEqual([5, 10, 20, 40, 80]);
    expect(printed(many).length).toBeGreaterThan(0);
    for (const line of printed(many)) expect(line).toMatch(/^Dropping node-a out of the queue: .*modified/);
    expect(stored(atEnd(many))).toBeUndefined();
    expect(queueOf(atEnd(many))).toMatchObject({ queue: [], dirty: [] });
  });
});

describe('one mistake at a time', () => {
  test('to hold the key: the worker never takes another, and all others wait behind it', async () => {
    const run = await Played.of(
      counted('hold', { mistake: 'hold the key' }, function* (user) {
        yield* fourPods(user);
        user.act({ ...master, name: 'node-b' });
        yield* user.settle();
      }),
    );
    const { processing, queue, dirty } = queueOf(atEnd(run));
    expect(mapEntries(processing)).toEqual([['node-a', 'nodecounter/worker-1']]);
    expect(queue).toEqual(['node-b']);
    // It changed since, and waits for the end of the work on it, which does not come.
    expect(dirty).toContain('node-a');
    expect(run.all('workqueue.get')).toHaveLength(1);
    expect(updates(run)).toBe(0);
  });

  test('never to call Done: the first time all is well, and then the key never comes again', async () => {
    const run = await Played.of(counted('done', { mistake: 'never done' }));
    expect(run.all('workqueue.get', { key: 'node-a' })).toHaveLength(1);
    expect(updates(run)).toBeLessThan(2);
    expect(stored(atEnd(run))).not.toBe('4');
    const { processing, queue, dirty } = queueOf(atEnd(run));
    expect(mapGet(processing, 'node-a')).toBeDefined();
    expect(dirty).toEqual(['node-a']);
    expect(queue).toEqual([]);
  });

  test('POD-06 to forget errors: with a resync of 0 the label stays wrong; a resync finds it', async () => {
    const run = (resyncMs: number): Promise<Played> =>
      Played.of(
        counted('errors', { mistake: 'forget errors', resyncMs }, function* (user) {
          yield* threePods(user);
          user.act({ kind: 'conflict', resource: 'nodes', times: 1 });
          user.act({ kind: 'apply', object: pod('web-d', { app: 'web' }) });
          yield* user.settle();
        }),
      );
    const never = await run(0);
    expect(never.all('api.error', { program, code: 409 }, never.act(5).index)).toHaveLength(1);
    expect(stored(atEnd(never))).toBe('3');
    expect(never.all('reflector.resync')).toEqual([]);

    const mended = await run(30_000);
    expect(stored(atEnd(mended))).toBe('4');
    const resync = mended.first('reflector.resync', { informer: 'node-counter/nodes' });
    const write = mended.entries.find(({ world }) => stored(world) === '4')!;
    expect(write.index).toBeGreaterThan(resync.index);
    expect(write.at - resync.at).toBeLessThan(100);
  });

  test('a handler that blocks: the cache goes on, and this controller hears of no pod again', async () => {
    const run = await Played.of(counted('handler', { mistake: 'blocking handler' }));
    expect(run.all('handler.call', { informer: 'node-counter/pods' })).toHaveLength(1);
    expect(run.all('handler.call', { informer: 'node-counter/nodes' }).length).toBeGreaterThan(1);
    expect(mapEntries(mapGet(atEnd(run).indexers, 'node-counter/pods')!)).toHaveLength(4);
    expect(stored(atEnd(run))).not.toBe('4');
  });

  test('POD-08 to start the factory before anything asked for an informer: no request is ever sent', async () => {
    const run = await Played.of(counted('order', { order: 'start, make, run' }));
    expect(run.all('api.request', { program })).toEqual([]);
    expect(run.all('workqueue.get')).toEqual([]);
  });
});

describe('the story of the chapter', async () => {
  const text = chapter('your-own/standard-shape').replaceAll(/\s+/g, ' ');
  const variant = (name: string): Scenario =>
    scenarios.find(({ id }) => id === `your-own/standard-shape${name && `#${name}`}`)!;
  const played = await Played.of(variant(''));

  test('the fourth pod is on the label after four milliseconds', () => {
    const made = played.act(5);
    const [write] = played.all('store.write', { program, resource: 'nodes' }, made.index);
    expect(write!.at - made.at).toBe(4);
    expect(text).toContain('Four milliseconds after the pod the label is right');
  });

  test('it conflicts with its own write, of version 9, because its cache has version 5', () => {
    const refused = played.first('api.error', { program, code: 409 });
    const cached = mapGet(mapGet(refused.world.indexers, 'node-counter/nodes')!, 'node-a');
    const asked = played.entries[refused.cause]!;
    const then = mapGet(mapGet(asked.world.indexers, 'node-counter/nodes')!, 'node-a');
    expect(then?.metadata.resourceVersion).toBe('5');
    expect(cached?.metadata.resourceVersion).toBe('9');
    const delay = played.first('workqueue.addAfter', { key: 'node-a' });
    expect([delay.at, delay.event.delayMs]).toEqual([refused.at, 5]);
    expect(text).toContain('The controller wrote version 9, and its cache still holds version 5');
  });

  test('it forgets two failures after a success, and gives up after five', () => {
    const delays = (from: number, to: number): number[] =>
      played
        .all('workqueue.addAfter', { key: 'node-a' })
        .filter(
          ({ index }) =>
            index > played.act(from).index && index < (played.all('act')[to - 1]?.index ?? Infinity),
        )
        .map(({ event }) => event.delayMs);
    expect(delays(6, 8)).toEqual([5, 10]);
    expect(delays(8, 100)).toEqual([5, 10, 20, 40, 80]);
    expect(printed(played)).toHaveLength(1);
    expect(stored(atEnd(played))).toBe('3');
    expect(queueOf(atEnd(played)).queue).toEqual([]);
  });

  test('POD-19 by the clock the fourth pod waits 6.8 s, and quiet rounds cost a list and an update each', async () => {
    const [heard, timer] = await Promise.all([Played.of(variant('heard')), Played.of(variant('timer'))]);
    const after = (run: Played): number =>
      run.entries.find(({ world }) => stored(world) === '4')!.at - run.act(5).at;
    expect(after(heard)).toBe(4);
    expect(Math.round(after(timer) / 100)).toBe(68);
    const quiet = (run: Played): string[] =>
      run
        .all('api.request')
        .filter(({ event, at }) => /^(node-counter|pod-manager)$/.test(event.program) && at > 12_000)
        .filter(({ event }) => event.resource === 'nodes')
        .map(({ event }) => event.verb);
    expect(quiet(heard)).toEqual([]);
    expect(quiet(timer).slice(0, 4)).toEqual(['list', 'update', 'list', 'update']);
    expect(text).toContain('It does not compare what you want with what there is');
  });

  test('the mistakes end as the text says', async () => {
    const run = (name: string): Promise<Played> => Played.of(variant(name));
    const [held, undone, forgot, mended] = await Promise.all(
      ['hold-the-key', 'never-done', 'forget-errors', 'forget-errors-and-resync'].map(run),
    );
    expect(stored(atEnd(held!))).toBeUndefined();
    expect(queueOf(atEnd(held!)).queue).toEqual(['node-b']);
    expect(stored(atEnd(undone!))).toBe('0');
    expect(stored(atEnd(forgot!))).toBe('3');
    const write = mended!.entries.find(({ world }) => stored(world) === '4')!;
    expect(Math.round((write.at - mended!.act(6).at) / 1000)).toBe(27);
  });
});
