import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/machinery/workqueues/scenario.ts';
import { podCountLabel } from '../../src/runtime/demo/pod-count.ts';
import type { Entry, World } from '../../src/runtime/stage/world.ts';
import type { QueueState } from '../../src/runtime/subjects/control-loop/world.ts';
import { mapEntries, mapGet } from '../../src/runtime/sim/pmap.ts';
import { Played, chapter } from './played.ts';

const [twoSets, refused, hotLoop, held, neverDone] = (await Promise.all(
  scenarios.slice(0, 5).map((scenario) => Played.of(scenario)),
)) as [Played, Played, Played, Played, Played];

const queueOf = ({ world }: Entry, name = 'replicaset'): QueueState => mapGet(world.queues, name)!;
const metric = ({ tables }: World, name: string): number => {
  const [, table] = mapEntries(tables).find(([key]) => key.includes('/metrics of '))!;
  return Number(table.rows.find((row) => row.name === name)?.cells[0]);
};
const atEnd = (played: Played): Entry => played.entries.at(-1)!;
const labels = ({ store }: World): (string | undefined)[] =>
  ['node-a', 'node-b'].map(
    (name) => mapGet(store.objects, `nodes/${name}`)?.metadata.labels?.[podCountLabel],
  );

describe('two sets, two workers', () => {
  const web = { key: 'default/web' };
  const adds = twoSets.all('workqueue.add', web);

  test('INF-22 a key that comes during its own work gets dirty, is not queued, and is taken once after', () => {
    const [, second, third, fourth] = adds;
    expect(mapGet(queueOf(second!).processing, 'default/web')).toBe('replicaset/worker-1');
    expect(queueOf(second!)).toMatchObject({ queue: [], dirty: ['default/web'] });
    expect([third, fourth].map((add) => add!.event.merged)).toEqual([true, true]);
    const done = twoSets.first('workqueue.done', web);
    expect(done.event.again).toBe(true);
    expect(queueOf(done).queue).toEqual(['default/web']);
    const gets = twoSets.all('workqueue.get', web);
    expect(gets[1]!.index).toBeGreaterThan(done.index);
    expect(gets.filter(({ index }) => index < done.index)).toHaveLength(1);
  });

  test('INF-22 different keys are worked on at the same time', () => {
    const second = twoSets.first('workqueue.get', { key: 'default/db' });
    expect(mapEntries(queueOf(second).processing).map(([key]) => key)).toEqual(['default/db', 'default/web']);
  });

  test('INF-23 of four times to which web is put off the earliest counts, and db comes before it', () => {
    const delays = twoSets.all('workqueue.addAfter', web).map(({ event, at }) => [at, event.delayMs]);
    expect(delays).toEqual([
      [1318, 4000],
      [1326, 4000],
      [1330, 3000],
      [1330, 3000],
    ]);
    const due = twoSets
      .all('workqueue.addAfter', web)
      .map((entry) => mapGet(queueOf(entry).waiting, 'default/web'));
    expect(due).toEqual([5318, 5318, 4330, 4330]);
    const late = twoSets.all('workqueue.add', {}, twoSets.all('workqueue.addAfter').at(-1)!.index);
    expect(late.map(({ event, at }) => `${event.key} ${at}`)).toEqual(
      expect.arrayContaining(['default/db 2326', 'default/web 4330']),
    );
    expect(late.filter(({ at }) => at > 4334)).toEqual([]);
  });

  test('its metrics count seven retries, and nothing had failed', () => {
    const { world } = atEnd(twoSets);
    expect(metric(world, 'retries_total')).toBe(7);
    expect(metric(world, 'depth')).toBe(0);
    expect(twoSets.all('workqueue.addAfter').filter(({ event }) => event.failures !== undefined)).toEqual([]);
  });
});

test('INF-24 each failure doubles the wait, from 5 ms to 1,000 s; a success starts over', () => {
  const retries = refused.all('workqueue.addAfter');
  expect(retries.map(({ event }) => event.failures)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  expect(retries.map(({ event }) => event.delayMs)).toEqual(
    Array.from({ length: 20 }, (_, i) => Math.min(5 * 2 ** i, 1_000_000)),
  );
  expect(retries[9]!.at - retries[0]!.at).toBeLessThan(3000);
  const forget = refused.first('workqueue.forget');
  expect(Math.round(forget.at / 60_000)).toBe(55);
  expect(mapGet(queueOf(forget).failures, 'default/web')).toBeUndefined();
});

test('INF-24 a bucket for all keys lets a hundred retries pass at once, and then ten a second', () => {
  const from = hotLoop.act(3).index;
  const retries = hotLoop.all('workqueue.addAfter', {}, from);
  expect(new Set(retries.map(({ event }) => event.failures))).toEqual(new Set([1]));
  const quick = retries.filter(({ event }) => event.delayMs === 5);
  const slow = retries.filter(({ event }) => event.delayMs > 90);
  expect(quick).toHaveLength(109);
  expect(quick.at(-1)!.at - quick[0]!.at).toBeLessThan(1000);
  expect(slow).toHaveLength(8);
  const gaps = slow.slice(1).map(({ at }, i) => at - slow[i]!.at);
  expect(new Set(gaps)).toEqual(new Set([100]));
});

test('a key that is held: others wait, it gets dirty, and unfinished work grows by a second each second', () => {
  const last = atEnd(held);
  expect(queueOf(last, 'nodecounter')).toMatchObject({ queue: ['node-b'], dirty: ['node-a', 'node-b'] });
  expect(held.all('workqueue.get')).toHaveLength(1);
  expect(metric(last.world, 'depth')).toBe(2);
  const [first] = held.all('workqueue.get');
  const gone = (last.at - first!.at) / 1000;
  expect(gone - metric(last.world, 'unfinished_work_seconds')).toBeLessThan(0.5);
  expect(metric(last.world, 'longest_running_processor_seconds')).toBe(
    metric(last.world, 'unfinished_work_seconds'),
  );
  // What the chapter shows of the metrics is of the last change.
  const { world } = held.all('workqueue.add', { key: 'node-a' }).at(-1)!;
  const shown = chapter('machinery/workqueues');
  for (const name of ['depth', 'unfinished_work_seconds', 'longest_running_processor_seconds'])
    expect(shown).toContain(`workqueue_${name}{name="nodecounter"} ${metric(world, name)}`);
  expect(shown).toContain('workqueue_work_duration_seconds_count{name="nodecounter"} 0');
});

test('Done is never called: each key works once; the metrics take idle workers for stuck ones', () => {
  const last = atEnd(neverDone);
  expect(queueOf(last, 'nodecounter')).toMatchObject({ queue: [], dirty: ['node-a', 'node-b'] });
  expect(neverDone.all('workqueue.get').map(({ event }) => event.key)).toEqual(['node-a', 'node-b']);
  expect(labels(last.world)).toEqual(['0', '2']);
  expect(metric(last.world, 'depth')).toBe(2);
  expect(metric(last.world, 'work_duration_seconds_count')).toBe(0);
  // What tells them apart is that idle workers take the key of a new object.
  const taken = (played: Played): number => metric(atEnd(played).world, 'queue_duration_seconds_count');
  expect([taken(neverDone), taken(held)]).toEqual([2, 1]);
  expect(metric(last.world, 'unfinished_work_seconds')).toBeGreaterThan(
    metric(last.world, 'longest_running_processor_seconds'),
  );
});
