import type { ObjectReference } from 'kubernetes-types/core/v1';
import { describe, expect, test } from 'vitest';
import type { Event } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  type EventCorrelateResult,
  type EventCorrelator,
  EventSourceObjectSpamFilter,
  eventAggregatorByReasonFunc,
  eventAggregatorByReasonMessageFunc,
  getEventKey,
  getSpamKey,
  newEventCorrelator,
  newEventCorrelatorWithOptions,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/record/events_cache.ts';
import { Lru } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/record/lru.ts';
import { unixNano } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/record/unix-nano.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';

const about = (
  name: string,
  namespace: string,
  fieldPath = 'spec.containers{mycontainer}',
): ObjectReference => ({
  kind: 'Pod',
  name,
  namespace,
  uid: 'C934D34AFB20242',
  apiVersion: 'version',
  fieldPath,
});

const makeEvent = (reason: string, message: string, involvedObject: ObjectReference): Event => ({
  kind: 'Event',
  apiVersion: 'v1',
  metadata: { name: `${reason}.1`, namespace: involvedObject.namespace },
  involvedObject,
  reason,
  message,
  source: { component: 'kubelet', host: 'kublet.node1' },
  count: 1,
  type: 'Normal',
});

const times = (count: number, event: Event): Event[] => Array(count).fill(event);
const similarTo = (count: number, event: Event): Event[] =>
  times(count, event).map((e, i) => ({ ...e, message: `${event.message}-${i}-${event.message}` }));

/** Sends an event now, and tells the correlator what the server made of it. */
function send(sim: Sim, correlator: EventCorrelator, event: Event): EventCorrelateResult {
  const at = sim.timestamp();
  const result = correlator.eventCorrelate({ ...event, firstTimestamp: at, lastTimestamp: at });
  if (!result.skip) correlator.updateState(result.event);
  return result;
}

describe('EventCorrelator', () => {
  const pod = about('my-pod', 'my-ns');
  const first = makeEvent('first', 'i am first', pod);
  const duplicate = makeEvent('duplicate', 'me again', pod);
  const unique = makeEvent('unique', 'snowflake', pod);
  const similar = makeEvent(
    'similar',
    'similar message',
    about('my-pod', 'my-ns', 'spec.containers{container1}'),
  );
  const combined = { ...similar, message: `(combined from similar events): ${similar.message}` };
  const otherContainer = { ...similar, involvedObject: { ...pod, fieldPath: 'spec.containers{container2}' } };
  const manyUnique = Array.from({ length: 30 }, (_, i) =>
    makeEvent(`reason-${i}`, `message-${i}`, about(`pod-${i}`, `ns-${i}`)),
  );

  test.each<[string, Event[], Event, (Event & { count: number }) | 'skip', number]>([
    ['a single event is created', [], first, { ...first, count: 1 }, 5],
    ['the same event is counted', times(1, duplicate), duplicate, { ...duplicate, count: 2 }, 5],
    [
      'and counted beyond the number that combines',
      times(10, duplicate),
      duplicate,
      { ...duplicate, count: 11 },
      30,
    ],
    ['the same event too often is dropped', times(26, duplicate), duplicate, 'skip', 1],
    ['events of their own are all created', manyUnique, unique, { ...unique, count: 1 }, 5],
    ['the tenth similar event is combined', similarTo(9, similar), similar, { ...combined, count: 1 }, 5],
    [
      'and the eleventh counts the combined one',
      similarTo(10, similar),
      similar,
      { ...combined, count: 2 },
      5,
    ],
    ['other containers are not combined', times(1, otherContainer), similar, { ...similar, count: 1 }, 5],
    [
      'rare similar events are not combined',
      similarTo(9, similar),
      similar,
      { ...similar, count: 1 },
      600.001,
    ],
  ])('%s', (_name, previous, event, expected, intervalSeconds) => {
    const sim = new Sim();
    const correlator = newEventCorrelator(sim);
    for (const before of previous) {
      send(sim, correlator, before);
      sim.runFor(intervalSeconds * 1000);
    }
    const result = send(sim, correlator, event);
    if (expected === 'skip') {
      expect(result).toEqual({ skip: true });
      return;
    }
    if (result.skip) throw new Error('expected an event, found that it is skipped');
    const { metadata, firstTimestamp, lastTimestamp, ...rest } = result.event;
    const { metadata: expectedMetadata, ...expectedRest } = expected;
    expect(rest).toEqual(expectedRest);
    expect(metadata.namespace).toBe(expectedMetadata.namespace);
    expect(lastTimestamp).toBe(sim.timestamp());
    expect(firstTimestamp === lastTimestamp).toBe(expected.count === 1);
    expect(result.patch).toEqual(
      expected.count === 1 ? undefined : { count: expected.count, lastTimestamp, message: expected.message },
    );
  });

  test('the interval counts from the last similar event, and exactly ten minutes are within it', () => {
    const sim = new Sim();
    const correlator = newEventCorrelator(sim);
    for (const before of similarTo(9, similar)) {
      send(sim, correlator, before);
      sim.runFor(600_000);
    }
    expect(send(sim, correlator, similar)).toMatchObject({ event: { message: combined.message } });
  });

  test('a patch goes to the name that the server knows', () => {
    const sim = new Sim();
    const correlator = newEventCorrelator(sim);
    correlator.eventCorrelate(duplicate);
    correlator.updateState({
      ...duplicate,
      metadata: { ...duplicate.metadata, name: 'kept', resourceVersion: '7' },
    });
    expect(correlator.eventCorrelate(duplicate)).toMatchObject({
      event: { metadata: { name: 'kept', resourceVersion: '7' }, count: 2 },
      patch: { count: 2, message: 'me again' },
    });
  });

  test('does as its options say', () => {
    const sim = new Sim();
    const correlator = newEventCorrelatorWithOptions(sim, {
      maxEvents: 2,
      burstSize: 3,
      messageFunc: (event) => `many: ${event.message}`,
    });
    const results = similarTo(4, similar).map((event) => send(sim, correlator, event));
    expect(results.map((result) => (result.skip ? 'skip' : result.event.message))).toEqual([
      'similar message-0-similar message',
      'many: similar message-1-similar message',
      'many: similar message-2-similar message',
      'skip',
    ]);
  });
});

describe('what a correlator knows', () => {
  const similar = makeEvent('similar', 'similar message', about('my-pod', 'my-ns'));
  const other = makeEvent('similar', 'similar message', about('another-pod', 'my-ns'));

  test('is how many events like one may pass, and how many messages its group has', () => {
    const sim = new Sim();
    const correlator = newEventCorrelatorWithOptions(sim, { burstSize: 20 });
    expect(correlator.peek(similar)).toEqual({ tokens: 20, messages: 0 });
    for (const event of similarTo(3, similar)) send(sim, correlator, event);
    expect([correlator.peek(similar), correlator.peek(other)]).toEqual([
      { tokens: 17, messages: 3 },
      { tokens: 20, messages: 0 },
    ]);
  });

  test.each(['fifo', 'seeded'] as const)('is no more than ten messages, in a run in %s order', (order) => {
    const sim = new Sim({ order });
    const correlator = newEventCorrelator(sim);
    const results = similarTo(15, similar).map((event) => send(sim, correlator, event));
    expect(correlator.peek(similar).messages).toBe(9);
    const counts = results.map((result) => !result.skip && result.event.count);
    expect(counts).toEqual([...Array(10).fill(1), 2, 3, 4, 5, 6]);
  });

  test('ends with a group ten minutes after its last event', () => {
    const messages = (ms: number): number => {
      const sim = new Sim();
      const correlator = newEventCorrelator(sim);
      for (const event of similarTo(5, similar)) send(sim, correlator, event);
      sim.runFor(ms);
      send(sim, correlator, similar);
      return correlator.peek(similar).messages;
    };
    expect([messages(600_000), messages(600_001)]).toEqual([6, 1]);
  });

  test('fills up at the rate of its options', () => {
    const sim = new Sim();
    const correlator = newEventCorrelatorWithOptions(sim, { burstSize: 2, qps: 1 });
    for (let i = 0; i < 3; i++) send(sim, correlator, similar);
    expect(correlator.peek(similar).tokens).toBe(0);
    sim.runFor(500);
    expect(correlator.peek(similar).tokens).toBe(0.5);
  });
});

test('the time in nanoseconds is that of the run, and never the same twice', () => {
  const [sim, another] = [new Sim(), new Sim()];
  const begun = BigInt(sim.epoch) * 1_000_000n;
  expect([unixNano(sim), unixNano(sim), unixNano(another)]).toEqual([begun, begun + 1n, begun]);
  sim.runFor(5);
  expect([unixNano(sim), unixNano(sim)]).toEqual([begun + 5_000_000n, begun + 5_000_001n]);
});

describe('keys', () => {
  const fun = makeEvent('end-of-world', 'it was fun', about('pod1', 'other'));
  const awful = makeEvent('end-of-world', 'it was awful', about('pod1', 'other'));
  const bug = makeEvent('nevermind', 'it was a bug', about('pod1', 'other'));

  test('events that differ in their message alone are one group', () => {
    const [groups, locals] = [0, 1].map((i) =>
      [fun, awful, bug].map((e) => eventAggregatorByReasonFunc(e)[i]),
    );
    expect(groups?.[0]).toBe(groups?.[1]);
    expect(groups?.[0]).not.toBe(groups?.[2]);
    expect(locals?.[0]).not.toBe(locals?.[1]);
    expect(eventAggregatorByReasonMessageFunc(fun)).toBe('(combined from similar events): it was fun');
  });

  test('the message and the reason make an event, not the one who sends too much', () => {
    expect(getEventKey(fun)).not.toBe(getEventKey(awful));
    expect(getSpamKey(fun)).toBe(getSpamKey(bug));
  });
});

describe('spam filter', () => {
  test('lets 25 events about an object pass, then one every five minutes', () => {
    const sim = new Sim();
    const filter = new EventSourceObjectSpamFilter(sim, 4096, 25, 1 / 300);
    const event = makeEvent('a', 'b', about('pod', 'ns'));
    const passed = (): number =>
      Array.from({ length: 100 }, () => filter.filter(event)).filter((f) => !f).length;
    expect(passed()).toBe(25);
    sim.runFor(299_000);
    expect(passed()).toBe(0);
    sim.runFor(1_001);
    expect(passed()).toBe(1);
    expect(filter.filter(makeEvent('a', 'b', about('another', 'ns')))).toBe(false);
  });
});

describe('Lru', () => {
  test('forgets what was used least recently', () => {
    const lru = new Lru<number>(2);
    lru.add('a', 1);
    lru.add('b', 2);
    expect(lru.get('a')).toBe(1);
    lru.add('c', 3);
    expect([lru.get('a'), lru.get('b'), lru.get('c')]).toEqual([1, undefined, 3]);
    lru.add('a', 4);
    lru.add('d', 5);
    expect([lru.get('a'), lru.get('c'), lru.get('d')]).toEqual([4, undefined, 5]);
  });
});
