import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/machinery/events/scenario.ts';
import type { Event } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { TableRow, World } from '../../src/runtime/stage/world.ts';
import { mapEntries, mapGet } from '../../src/runtime/sim/pmap.ts';
import { Played, chapter, podsOf, named } from './played.ts';

const [story, silent, chatter, away, flood] = named(
  scenarios,
  '',
  'no-sink',
  'every-ten-seconds',
  'server-away',
  'flood',
);
const text = chapter('machinery/events').replaceAll(/\s+/g, ' ');

const storedIn = (world: World): Event[] =>
  mapEntries(world.store.objects).flatMap(([key, object]) =>
    key.startsWith('events/') ? [object as Event] : [],
  );
const rowsOf = (world: World, key: string): readonly TableRow[] => mapGet(world.tables, key)?.rows ?? [];
const queuesIn = (world: World): Record<string, readonly string[]> =>
  Object.fromEntries(rowsOf(world, 'reporter/event queues').map(({ name, cells }) => [name, cells]));
const correlatedIn = (world: World, name: string): readonly string[] =>
  rowsOf(world, 'reporter/event correlator').find((row) => row.name === name)?.cells ?? [];
const atEnd = ({ entries }: Played): World => entries.at(-1)!.world;
const printed = (played: Played, program: string): string[] =>
  played.all('program.output', { program }).map(({ event }) => event.text);

describe('what a program tells', async () => {
  const played = await Played.of(story);
  const [made, byHand] = played.all('store.write', { verb: 'create', resource: 'events' });
  const [first, second, third] = printed(played, 'kubectl');

  test('EVT-02 the stored Event has a reference, a reason, a type, a source, two times and a name with the nanosecond', () => {
    const [pod] = podsOf(made!.world);
    const event = made!.event.object as Event;
    expect(event).toMatchObject({
      involvedObject: { kind: 'Pod', apiVersion: 'v1', name: 'web-1', uid: pod!.metadata.uid },
      reason: 'Counted',
      type: 'Normal',
      message: '2 pods',
      source: { component: 'reporter' },
    });
    expect(event.firstTimestamp).toBe(event.lastTimestamp);
    const nano = BigInt(`0x${event.metadata.name!.replace('web-1.', '')}`);
    expect(new Date(Number(nano / 1_000_000n)).toISOString()).toContain('12:00:01.004');
  });

  test('EVT-03 EVT-04 there is a log line for each event, and the one of before the sink is stored nowhere', () => {
    const lines = printed(played, 'reporter');
    expect(lines[0]).toContain("reason: 'Started' reporter is up");
    expect(lines).toHaveLength(17);
    expect(played.all('event.record')).toHaveLength(16);
    expect(storedIn(atEnd(played)).filter(({ reason }) => reason === 'Started')).toEqual([]);
    expect(text).toContain('The Event is no part of the pod.');
    const [pod] = podsOf(made!.world);
    expect(made!.event.object.metadata.ownerReferences).toBeUndefined();
    expect(podsOf(played.act(5).world)[0]!.metadata.resourceVersion).toBe(pod!.metadata.resourceVersion);
  });

  test('EVT-06 the same again is patched: the count and the last time rise, the first time stays', () => {
    const [one, two] = played.all('store.write', { verb: 'update', resource: 'events' });
    expect([one!, two!].map(({ event }) => (event.object as Event).count)).toEqual([2, 3]);
    const { firstTimestamp, lastTimestamp } = two!.event.object as Event;
    expect([firstTimestamp, lastTimestamp].map((time) => time!.slice(14, 19))).toEqual(['00:01', '00:21']);
    expect(second).toContain('9s (x3 over 29s)');
  });

  test('EVT-11 a reference by hand has no API version, and counts apart', () => {
    expect((byHand!.event.object as Event).involvedObject.apiVersion).toBeUndefined();
    expect(storedIn(byHand!.world).map(({ message, count }) => [message, count])).toEqual([
      ['2 pods', 3],
      ['2 pods', 1],
    ]);
    expect(correlatedIn(byHand!.world, 'Pod/web-1 (no version) Counted')[3]).toBe('24');
    expect(correlatedIn(byHand!.world, 'Pod/web-1 Counted')[3]).toBe('22');
  });

  test('EVT-07 the tenth message and all after it are one Event; the nine before it stay', () => {
    const before = played.entries.find(
      ({ event }) => event.kind === 'event.record' && event.message === 'attempt 8',
    )!;
    const combined = storedIn(atEnd(played)).filter(({ message }) => message!.startsWith('(combined'));
    expect(combined.map(({ message, count }) => [message, count])).toEqual([
      ['(combined from similar events): attempt 12', 4],
    ]);
    expect(correlatedIn(before.world, 'Pod/web-1 Counted')[2]).toBe('9');
    expect(storedIn(atEnd(played))).toHaveLength(11);
  });

  test('EVT-10 kubectl searches by reference: what is about a pod of that name which is gone, it does not find', () => {
    expect(first!.split('\n').at(-1)).toMatch(/^ {2}Normal +Counted +2s +reporter +2 pods$/);
    expect(second!.split('\n').slice(-2).join()).toMatch(/2 pods.*2 pods/);
    expect(third).toContain('Events:     <none>');
    expect(rowsOf(atEnd(played), 'etcd/events')).toHaveLength(11);
  });
});

test('EVT-04 without a sink the log is the same, and nothing is stored', async () => {
  const played = await Played.of(silent);
  expect(printed(played, 'reporter')).toHaveLength(2);
  expect(played.all('store.write', { resource: 'events' })).toEqual([]);
  expect(printed(played, 'kubectl').join()).toContain('<none>');
});

test('EVT-01 25 wait in the incoming queue and 1,000 for the watcher; what comes then is dropped', async () => {
  const played = await Played.of(flood);
  const drops = played.all('event.drop', { why: 'queue full' });
  expect(drops).toHaveLength(39);
  const queues = queuesIn(drops[0]!.world);
  expect(queues['incoming']).toEqual(['25', '25', '0']);
  expect(queues['watcher 1']).toEqual(['1000', '1000', '1']);
  expect(Number(queues['senders that wait']?.[0])).toBeGreaterThan(0);
  expect(text).toContain('One is with the watcher and 1,000 wait, so 39 are gone');
});

test('EVT-08 the 26th within a bit over four minutes is left out, with a warning about the same pod, but is counted', async () => {
  const played = await Played.of(chatter);
  const records = played.all('event.record', { about: 'Pod/web-1' });
  const [skipped] = played.all('event.drop', { why: 'too many' });
  expect(records.filter(({ at }) => at < skipped!.at)).toHaveLength(25);
  expect((skipped!.at - records[0]!.at) / 1000).toBe(250);
  const left = played.all('event.drop', { why: 'too many' }).filter(({ at }) => at < records[25]!.at);
  expect(left).toHaveLength(5);
  const later = played.first('store.write', { resource: 'events' }, records[25]!.index);
  expect((later.event.object as Event).count).toBe(31);
  const [lost, ...others] = played.all('event.drop', { reason: 'Failing' });
  expect(others).toEqual([]);
  // What the chapter shows as kubectl would, at that moment: the count, the last time and the first.
  const [counted] = storedIn(lost!.world).filter(({ involvedObject }) => involvedObject.name === 'web-1');
  const since = (time = ''): number => ((Date.parse(time) / 1000) % 600) - 1;
  expect([counted!.count, since(counted!.firstTimestamp), since(counted!.lastTimestamp)]).toEqual([
    31, 0, 300,
  ]);
  expect(Math.floor(lost!.at / 1000) - 1).toBe(400);
  expect(text).toContain('100s (x31 over 6m40s)');
  expect(played.all('event.record', { about: 'Pod/web-2' })).toHaveLength(1);
  expect(printed(played, 'reporter').filter((line) => line.includes('disk full'))).toHaveLength(1);
});

test('EVT-09 twelve tries, then the next one’s turn; a refusal is tried once', async () => {
  const played = await Played.of(away);
  const givenUp = played.first('event.drop', { why: 'given up' });
  const tries = played.all('event.record', { message: 'first while away' });
  expect(tries).toHaveLength(12);
  expect(tries[1]!.at - tries[0]!.at).toBeLessThan(10_000);
  const gaps = tries.slice(2).map(({ at }, i) => at - tries[i + 1]!.at);
  expect(gaps).toEqual(Array(10).fill(10_000));
  const [next] = played.all('event.record', { message: 'second while away' });
  expect(next!.index).toBeGreaterThan(givenUp.index);
  expect(Math.round((next!.at - played.act(5).at) / 1000)).toBe(103);
  const stored = played.all('store.write', { verb: 'create', resource: 'events' })[1]!;
  expect((stored.event.object as Event).message).toBe('second while away');
  expect(stored.at - (Date.parse((stored.event.object as Event).firstTimestamp!) % 600_000)).toBe(148_420);
  expect(played.all('event.record', { about: 'Pod/web-9' })).toHaveLength(1);
  expect(played.all('event.drop', { why: 'refused' })).toHaveLength(1);
});
