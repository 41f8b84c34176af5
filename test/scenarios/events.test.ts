import { describe, expect, test } from 'vitest';
import { tell } from '../../src/recording/tell.ts';
import type { Event } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { EventSinkImpl } from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/typed/core/v1/event_expansion.ts';
import { podRef, program, recorded } from './events.ts';

const told = ({ message, count }: Event): [string | undefined, number | undefined] => [message, count];

describe('broadcaster and recorder', () => {
  test('EVT-01 the queue of a watcher holds 1000 events, and what finds it full is dropped for this watcher alone', () => {
    const quick: string[] = [];
    const slow: string[] = [];
    const { of } = recorded(
      function* ({ sim, broadcaster, recorder }) {
        broadcaster.startEventWatcher(function* ({ message = '' }) {
          quick.push(message);
        });
        broadcaster.startEventWatcher(function* ({ message = '' }) {
          slow.push(message);
          yield* sim.sleep(1_000_000);
        });
        for (let i = 0; i < 1100; i++) {
          recorder.event(podRef(), 'Normal', 'Counted', String(i));
          yield* sim.sleep(1);
        }
      },
      { sink: false },
    );
    expect(quick).toHaveLength(1100);
    // One is with the handler, a thousand wait, and the other ninety-nine are gone.
    expect(slow).toHaveLength(1);
    const drops = of('event.drop');
    expect(drops).toHaveLength(99);
    expect(new Set(drops.map(({ why }) => why))).toEqual(new Set(['queue full']));
    expect(tell(drops[0]!)).toBe(
      'Demo drops an Event about Pod web-0, Counted: the queue of a watcher is full',
    );
  });

  test('EVT-01 at most 25 events are on their way to the broadcaster; who sends one more waits', () => {
    const waiting: number[] = [];
    recorded(
      function* ({ sim, recorder }) {
        for (let i = 0; i < 40; i++) recorder.event(podRef(), 'Normal', 'Counted', String(i));
        // The senders run now, before the broadcaster has a turn.
        const senders = (): number =>
          [...sim.processes.values()].filter(({ name }) => name === 'events/recorder').length;
        yield* sim.yieldNow();
        waiting.push(senders());
      },
      { sink: false },
    );
    expect(waiting[0]).toBeGreaterThan(0);
    expect(waiting[0]).toBeLessThanOrEqual(15);
  });

  test('EVT-01 a watcher sees only what comes after it', () => {
    const late: string[] = [];
    recorded(
      function* ({ sim, broadcaster, recorder }) {
        recorder.event(podRef(), 'Normal', 'Counted', 'before');
        yield* sim.sleep(100);
        broadcaster.startEventWatcher(function* ({ message = '' }) {
          late.push(message);
        });
        recorder.event(podRef(), 'Normal', 'Counted', 'after');
      },
      { sink: false },
    );
    expect(late).toEqual(['after']);
  });

  test('EVT-02 an event has a reference, a source, times, and a name of the object and the nanosecond; sending it does not wait', () => {
    let sentAt = -1;
    const { stored, cluster } = recorded(function* ({ sim, recorder }) {
      recorder.annotatedEventf(podRef(), { why: 'test' }, 'Warning', 'Odd', 'pod %v is odd', 'web-0');
      sentAt = sim.now;
    });
    expect(sentAt).toBe(1);
    const [event] = stored;
    expect(event).toMatchObject({
      kind: 'Event',
      metadata: { namespace: 'default', annotations: { why: 'test' } },
      involvedObject: podRef(),
      source: { component: 'pod-controller' },
      type: 'Warning',
      reason: 'Odd',
      message: 'pod web-0 is odd',
      count: 1,
    });
    expect(event?.firstTimestamp).toBe(event?.lastTimestamp);
    const nano = BigInt(cluster.sim.epoch + 1) * 1_000_000n;
    expect(event?.metadata.name).toBe(`web-0.${nano.toString(16)}`);
  });

  test('EVT-03 each event is a line in the log of who watches for that', () => {
    const entries: unknown[][] = [];
    const { log } = recorded(function* ({ broadcaster, recorder }) {
      broadcaster.startStructuredLogging((...entry) => entries.push(entry));
      recorder.event(podRef(), 'Normal', 'Counted', 'one pod');
    });
    expect(log).toEqual([
      `Event(v1.ObjectReference{Kind:"Pod", Namespace:"default", Name:"web-0", UID:"uid-of-web-0", APIVersion:"v1", ResourceVersion:"", FieldPath:""}): type: 'Normal' reason: 'Counted' one pod`,
    ]);
    expect(entries[0]?.slice(0, 5)).toEqual(['Event occurred', 'object', 'default/web-0', 'kind', 'Pod']);
  });

  test('EVT-04 without a sink the log goes on, and the API server has nothing', () => {
    const body = (sink: boolean) =>
      recorded(
        function* ({ recorder }) {
          recorder.event(podRef(), 'Normal', 'Counted', 'one pod');
        },
        { sink },
      );
    expect(body(true).stored.map(told)).toEqual([['one pod', 1]]);
    expect(body(true).log).toHaveLength(1);
    expect(body(false).stored).toEqual([]);
    expect(body(false).log).toHaveLength(1);
  });

  test('EVT-05 a sink over all namespaces writes each event to its own, and patches it there', () => {
    const { of } = recorded(function* ({ sim, recorder }) {
      for (let i = 0; i < 2; i++) {
        recorder.event(podRef(), 'Normal', 'Counted', 'one pod');
        yield* sim.sleep(1000);
      }
    });
    const requests = of('api.request').filter(({ resource }) => resource === 'events');
    expect(requests.map(({ verb, key }) => [verb, key.split('/').slice(0, 2).join('/')])).toEqual([
      ['create', 'events/default'],
      ['patch', 'events/default'],
    ]);
  });

  test('EVT-05 a sink over one namespace refuses events of others', () => {
    const { stored, of } = recorded(
      function* ({ broadcaster, recorder, client }) {
        broadcaster.startRecordingToSink(new EventSinkImpl(client.coreV1().events('kube-system')));
        recorder.event(podRef(), 'Normal', 'Counted', 'one pod');
      },
      { sink: false },
    );
    expect(stored).toEqual([]);
    expect(of('event.drop').map(({ why }) => why)).toEqual(['refused']);
  });
});

describe('the correlator', () => {
  test('EVT-06 an event that is repeated is one object, whose count and last time rise', () => {
    const { stored, trace } = recorded(function* ({ sim, recorder }) {
      for (let i = 0; i < 5; i++) {
        recorder.event(podRef(), 'Normal', 'Counted', 'one pod');
        yield* sim.sleep(10_000);
      }
    });
    expect(stored).toHaveLength(1);
    expect(stored[0]).toMatchObject({ count: 5, message: 'one pod' });
    expect(Date.parse(stored[0]!.lastTimestamp!) - Date.parse(stored[0]!.firstTimestamp!)).toBe(40_000);
    const writes = trace.entries.flatMap(({ event }) => (event.kind === 'store.write' ? [event] : []));
    expect(writes.filter(({ resource }) => resource === 'events').map(({ verb }) => verb)).toEqual([
      'create',
      'update',
      'update',
      'update',
      'update',
    ]);
  });

  test('EVT-07 the tenth message within ten minutes, and all after it, are one combined event', () => {
    const { stored } = recorded(function* ({ sim, recorder }) {
      for (let i = 1; i <= 12; i++) {
        recorder.event(podRef(), 'Normal', 'Counted', `there are ${i} pods`);
        yield* sim.sleep(1000);
      }
    });
    expect(stored.map(told)).toEqual([
      ...Array.from({ length: 9 }, (_, i) => [`there are ${i + 1} pods`, 1]),
      ['(combined from similar events): there are 12 pods', 3],
    ]);
  });

  test('EVT-07 with more than ten minutes between them they stay apart', () => {
    const { stored } = recorded(
      function* ({ sim, recorder }) {
        for (let i = 1; i <= 12; i++) {
          recorder.event(podRef(), 'Normal', 'Counted', `there are ${i} pods`);
          yield* sim.sleep(601_000);
        }
      },
      { forMs: 8_000_000 },
    );
    expect(stored).toHaveLength(12);
  });

  test('EVT-08 an event every ten seconds is written 25 times, and then left out but for one in five minutes', () => {
    const { stored, of } = recorded(
      function* ({ sim, recorder }) {
        for (let i = 0; i < 120; i++) {
          recorder.event(podRef(), 'Normal', 'Counted', 'one pod');
          yield* sim.sleep(10_000);
        }
      },
      { forMs: 1_200_000 },
    );
    const skipped = of('event.drop');
    const written = of('event.record').map(({ at }) => at);
    expect(new Set(skipped.map(({ why }) => why))).toEqual(new Set(['too many']));
    expect(written.length + skipped.length).toBe(120);
    // By the time the first is left out a bit over four minutes have gone by.
    expect(skipped[0]!.at).toBeGreaterThan(240_000);
    expect(skipped[0]!.at).toBeLessThan(270_000);
    // 25 tokens and one every five minutes from the first on: 25 + 3 in twenty minutes.
    expect(written).toHaveLength(28);
    expect(stored).toHaveLength(1);
    // What is left out is counted all the same: the count says how often it happened.
    expect(stored[0]!.count).toBeGreaterThan(written.length);
    expect(tell(skipped[0]!)).toBe(
      'Demo leaves out an Event about Pod web-0, Counted: it has said too much about this object',
    );
  });

  test('EVT-08 another object has tokens of its own', () => {
    const { stored } = recorded(function* ({ sim, recorder }) {
      for (let i = 0; i < 30; i++) {
        recorder.event(podRef('a'), 'Normal', 'Counted', 'one pod');
        recorder.event(podRef('b'), 'Normal', 'Counted', 'one pod');
        yield* sim.sleep(1000);
      }
    });
    expect(stored.map(told)).toEqual([
      ['one pod', 25],
      ['one pod', 25],
    ]);
  });
});

describe('delivery', () => {
  test('EVT-09 without a connection an event is tried twelve times, ten seconds apart but for the first', () => {
    const { of } = recorded(
      function* ({ broadcaster, recorder }) {
        broadcaster.startRecordingToSink({
          create: unreachable,
          update: unreachable,
          patch: unreachable,
        });
        recorder.event(podRef(), 'Normal', 'Counted', 'one pod');
      },
      { sink: false, forMs: 300_000 },
    );
    const tries = of('event.record').map(({ at }) => at);
    expect(tries).toHaveLength(12);
    expect(tries[1]! - tries[0]!).toBeLessThan(10_000);
    for (let i = 2; i < 12; i++) expect(tries[i]! - tries[i - 1]!).toBe(10_000);
    expect(of('event.retry').map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(of('event.drop').map(({ why }) => why)).toEqual(['given up']);
    expect(tell(of('event.drop')[0]!)).toContain('gives up writing an Event about Pod web-0');
  });

  test('EVT-09 what the server refuses is not tried again', () => {
    const { of, log } = recorded(function* ({ recorder }) {
      recorder.event({ ...podRef(), namespace: 'no-such' }, 'Normal', 'Counted', 'one pod');
    });
    expect(of('event.record')).toHaveLength(1);
    expect(of('event.retry')).toEqual([]);
    expect(of('event.drop').map(({ why }) => why)).toEqual(['refused']);
    expect(log).toHaveLength(1);
  });

  test('EVT-10 the events of a pod are found by what they refer to', () => {
    let found: readonly Event[] = [];
    let selector = '';
    recorded(function* ({ sim, recorder, client }) {
      recorder.event(podRef('a'), 'Normal', 'Counted', 'about a');
      recorder.event(podRef('b'), 'Normal', 'Counted', 'about b');
      // Of that name too, and another object: the uid tells them apart.
      recorder.event({ ...podRef('a'), uid: 'an earlier one' }, 'Normal', 'Counted', 'about an earlier a');
      yield* sim.sleep(1000);
      const { uid, name, namespace, kind } = podRef('a');
      selector = client.coreV1().events('default').getFieldSelector(name, namespace, kind, uid);
      const [list, err] = yield* client.coreV1().events('default').search(podRef('a'));
      if (err) throw err;
      found = list.items;
    });
    expect(found.map(({ message }) => message)).toEqual(['about a']);
    expect(found[0]!.metadata.ownerReferences).toBeUndefined();
    expect(selector.split(',').sort()).toEqual([
      'involvedObject.kind=Pod',
      'involvedObject.name=a',
      'involvedObject.namespace=default',
      'involvedObject.uid=uid-of-a',
    ]);
  });

  test('EVT-11 a reference made by hand is taken as it is, also without an API version', () => {
    const { stored } = recorded(function* ({ recorder }) {
      const { apiVersion: _, ...byHand } = podRef();
      recorder.event(byHand, 'Normal', 'Counted', 'by hand');
      const pod = {
        kind: 'Pod',
        apiVersion: 'v1',
        metadata: { name: 'web-1', namespace: 'default', uid: 'u' },
      };
      recorder.event(pod, 'Normal', 'Counted', 'from the object');
    });
    const about = Object.fromEntries(stored.map(({ message, involvedObject }) => [message, involvedObject]));
    expect(about['by hand']).toEqual({
      kind: 'Pod',
      name: 'web-0',
      namespace: 'default',
      uid: 'uid-of-web-0',
    });
    expect(about['from the object']).toMatchObject({
      kind: 'Pod',
      apiVersion: 'v1',
      name: 'web-1',
      uid: 'u',
    });
  });
});

function* unreachable(): Generator<never, [undefined, Error], void> {
  return [undefined, new Error(`${program} cannot reach the API server`)];
}
