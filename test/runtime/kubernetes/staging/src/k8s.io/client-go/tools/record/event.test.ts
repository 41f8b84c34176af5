import type { ObjectReference } from 'kubernetes-types/core/v1';
import { describe, expect, test } from 'vitest';
import {
  StatusError,
  newNotFound,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type {
  Event,
  Pod,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  type EventBroadcaster,
  type EventSink,
  type SinkResult,
  newBroadcaster,
  newBroadcasterForTests,
  recordToSink,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/record/event.ts';
import {
  type EventPatch,
  newEventCorrelator,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/record/events_cache.ts';
import {
  newFakeRecorder,
  FakeRecorder,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/record/fake.ts';
import { sprintf } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/record/sprintf.ts';
import { getReference } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/reference/ref.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';

/** A sink that keeps what it is given, and fails as `refuse` says. */
class TestSink implements EventSink {
  readonly calls: { verb: 'create' | 'patch'; event: Event; patch?: EventPatch }[] = [];
  readonly refuse: (attempt: number) => Error | undefined;

  constructor(refuse: (attempt: number) => Error | undefined = () => undefined) {
    this.refuse = refuse;
  }

  *create(event: Event): Generator<never, SinkResult, void> {
    this.calls.push({ verb: 'create', event });
    return this.#answer(event);
  }

  *update(event: Event): Generator<never, SinkResult, void> {
    return [event, undefined];
  }

  *patch(event: Event, patch: EventPatch): Generator<never, SinkResult, void> {
    this.calls.push({ verb: 'patch', event, patch });
    return this.#answer({ ...event, ...patch });
  }

  #answer(event: Event): SinkResult {
    const err = this.refuse(this.calls.length);
    return err ? [undefined, err] : [event, undefined];
  }
}

const pod = (uid: string): Pod => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name: 'foo', namespace: 'baz', uid },
});
const reference = (uid: string, fieldPath: string): ObjectReference => {
  const [ref] = getReference(pod(uid));
  return { ...ref, fieldPath };
};

describe('recorder', () => {
  const one = reference('bar', 'spec.containers[2]');
  const two = reference('differentUid', 'spec.containers[3]');
  const whole = pod('bar');
  const message = 'some verbose message: 1';
  const table: [Pod | ObjectReference, string, string, number, 'create' | 'patch'][] = [
    [one, 'Started', message, 1, 'create'],
    [whole, 'Killed', 'some other verbose message: 1', 1, 'create'],
    [one, 'Started', message, 2, 'patch'],
    [two, 'Started', message, 1, 'create'],
    [one, 'Started', message, 3, 'patch'],
    [two, 'Stopped', message, 1, 'create'],
    [two, 'Stopped', message, 2, 'patch'],
  ];

  /** Plays the table, one event a second. */
  function play(sinks: TestSink[]): Sim {
    const sim = new Sim();
    const broadcaster = newBroadcasterForTests(sim, 0);
    for (const sink of sinks) broadcaster.startRecordingToSink(sink);
    const recorder = broadcaster.newRecorder({ component: 'eventTest' });
    sim.go(
      'test',
      (function* () {
        for (const [object, reason, text] of table) {
          yield* sim.sleep(1000);
          recorder.eventf(object, 'Normal', reason, text.replace('1', '%v'), 1);
        }
      })(),
    );
    sim.runUntilIdle();
    return sim;
  }

  const expected = table.map(([object, reason, text, count, verb]) => {
    const involvedObject = 'metadata' in object ? getReference(object)[0] : object;
    const source = { component: 'eventTest' };
    return { verb, event: { involvedObject, reason, message: text, count, source, type: 'Normal' } };
  });

  test('RS-10: creates the first of equal events and patches the count of the others', () => {
    const sink = new TestSink();
    play([sink]);
    expect(sink.calls).toMatchObject(expected);
    expect(sink.calls.map(({ patch }) => patch)).toEqual([
      undefined,
      undefined,
      { count: 2, lastTimestamp: '2021-01-16T12:00:03Z', message },
      undefined,
      { count: 3, lastTimestamp: '2021-01-16T12:00:05Z', message },
      undefined,
      { count: 2, lastTimestamp: '2021-01-16T12:00:07Z', message },
    ]);
    expect(sink.calls[2]?.event.metadata.name).toBe(sink.calls[0]?.event.metadata.name);
    expect(sink.calls[2]?.event.firstTimestamp).toBe('2021-01-16T12:00:01Z');
  });

  test('every sink counts for itself', () => {
    const sinks = [new TestSink(), new TestSink()];
    play(sinks);
    for (const sink of sinks) expect(sink.calls).toMatchObject(expected);
  });

  test('names an event after its object and the time, never twice alike', () => {
    const sim = new Sim();
    const sink = new TestSink();
    const broadcaster = newBroadcaster(sim);
    broadcaster.startRecordingToSink(sink);
    const recorder = broadcaster.newRecorder({ component: 'eventTest' });
    for (const name of ['a', 'b', 'c'])
      recorder.event(pod('bar'), 'Normal', 'Created', `Created pod: ${name}`);
    recorder.annotatedEventf({ kind: 'Node', name: 'node-a' }, { why: 'test' }, 'Warning', 'Gone', 'gone');
    sim.runUntilIdle();
    expect(sink.calls.map(({ event }) => event.metadata)).toEqual([
      { name: 'foo.165ab49c44c48000', namespace: 'baz' },
      { name: 'foo.165ab49c44c48001', namespace: 'baz' },
      { name: 'foo.165ab49c44c48002', namespace: 'baz' },
      { name: 'node-a.165ab49c44c48003', namespace: 'default', annotations: { why: 'test' } },
    ]);
  });

  test('drops an event of an unknown type', () => {
    const sim = new Sim();
    const sink = new TestSink();
    const broadcaster = newBroadcaster(sim);
    broadcaster.startRecordingToSink(sink);
    broadcaster.newRecorder({ component: 'eventTest' }).event(pod('bar'), 'Loud', 'Reason', 'message');
    sim.runUntilIdle();
    expect(sink.calls).toEqual([]);
  });

  test('loses none of a thousand events at once, though each fails four times', () => {
    const sim = new Sim();
    const tries = new Map<string, number>();
    const weird = new Error('fake error');
    const sink: TestSink = new TestSink(() => {
      const { name = '' } = sink.calls.at(-1)?.event.involvedObject ?? {};
      tries.set(name, (tries.get(name) ?? 0) + 1);
      return (tries.get(name) ?? 0) < 5 ? weird : undefined;
    });
    const broadcaster = newBroadcasterForTests(sim, 0);
    broadcaster.startRecordingToSink(sink);
    const watched: string[] = [];
    broadcaster.startEventWatcher(function* (event) {
      watched.push(event.message ?? '');
    });
    const recorder = broadcaster.newRecorder({ component: 'eventTest' });
    for (let i = 0; i < 1000; i++) {
      const ref = { kind: 'Pod', name: `foo-${i}`, namespace: 'baz', uid: 'bar', apiVersion: 'version' };
      recorder.eventf(ref, 'Normal', `Reason-${i}`, '%d', i);
    }
    sim.runUntilIdle();
    expect(tries.size).toBe(1000);
    expect([...new Set(tries.values())]).toEqual([5]);
    expect(watched).toEqual(Array.from({ length: 1000 }, (_, i) => String(i)));
  });

  test('sinks and watchers are told apart by program, and end with the broadcaster', () => {
    const sim = new Sim();
    const seen: string[] = [];
    sim.observe = (kind, name, component) => {
      seen.push(`${kind} ${name}`);
      return component;
    };
    sim.go(
      'main',
      (function* () {
        const broadcaster = newBroadcaster(sim);
        broadcaster.startRecordingToSink(new TestSink());
        yield* broadcaster.shutdown();
      })(),
      'kube-controller-manager',
    );
    sim.runUntilIdle();
    expect(seen).toEqual([
      'event-broadcaster kube-controller-manager',
      'event-sink kube-controller-manager',
      'event-correlator kube-controller-manager',
    ]);
    expect(sim.processes.size).toBe(0);
  });
});

describe('the log of events', () => {
  /** What a log has of events about these objects. */
  function logged(start: (broadcaster: EventBroadcaster, log: unknown[]) => void): unknown[] {
    const sim = new Sim();
    const log: unknown[] = [];
    const broadcaster = newBroadcaster(sim);
    start(broadcaster, log);
    const recorder = broadcaster.newRecorder({ component: 'eventTest' });
    recorder.event(reference('bar', 'spec.containers[2]'), 'Normal', 'Started', 'some verbose message');
    recorder.event({ kind: 'Node', name: 'node-a' }, 'Warning', 'Gone', 'it is "gone"');
    recorder.event({}, 'Normal', 'Odd', 'about nothing');
    sim.runUntilIdle();
    return log;
  }

  test('has a line for each, with the reference as Go prints it', () => {
    const nothing = 'Kind:"", Namespace:"", Name:"", UID:"", APIVersion:"", ResourceVersion:"", FieldPath:""';
    expect(logged((broadcaster, log) => void broadcaster.startLogging((line) => log.push(line)))).toEqual([
      'Event(v1.ObjectReference{Kind:"Pod", Namespace:"baz", Name:"foo", UID:"bar", APIVersion:"v1", ResourceVersion:"", FieldPath:"spec.containers[2]"}): type: \'Normal\' reason: \'Started\' some verbose message',
      `Event(v1.ObjectReference{${nothing.replace('Kind:""', 'Kind:"Node"').replace(' Name:""', ' Name:"node-a"')}}): type: 'Warning' reason: 'Gone' it is "gone"`,
      `Event(v1.ObjectReference{${nothing}}): type: 'Normal' reason: 'Odd' about nothing`,
    ]);
  });

  test('has an entry of names and values for each', () => {
    const entry = (broadcaster: EventBroadcaster, log: unknown[]): void =>
      void broadcaster.startStructuredLogging((...all) => log.push(all));
    const of = (object: string, kind: string | undefined, apiVersion: string): unknown[] => [
      'Event occurred',
      'object',
      object,
      'kind',
      kind,
      'apiVersion',
      apiVersion,
    ];
    const says = (type: string, reason: string, message: string): string[] => [
      'type',
      type,
      'reason',
      reason,
      'message',
      message,
    ];
    expect(logged(entry)).toEqual([
      [...of('baz/foo', 'Pod', 'v1'), ...says('Normal', 'Started', 'some verbose message')],
      [...of('node-a', 'Node', ''), ...says('Warning', 'Gone', 'it is "gone"')],
      [...of('', undefined, ''), ...says('Normal', 'Odd', 'about nothing')],
    ]);
  });

  test('ends when its watch is stopped', () => {
    const sim = new Sim();
    const lines: string[] = [];
    const broadcaster = newBroadcaster(sim);
    const watch = broadcaster.startLogging((line) => lines.push(line));
    const recorder = broadcaster.newRecorder({ component: 'eventTest' });
    recorder.event(pod('bar'), 'Normal', 'First', 'heard');
    sim.runUntilIdle();
    watch.stop();
    recorder.event(pod('bar'), 'Normal', 'Second', 'not heard');
    sim.runUntilIdle();
    expect(lines).toEqual([expect.stringContaining("reason: 'First' heard")]);
    expect([...sim.processes.values()].map(({ name }) => name)).toEqual(['events/broadcaster']);
  });
});

describe('recordToSink', () => {
  const event: Event = {
    kind: 'Event',
    apiVersion: 'v1',
    metadata: { name: 'foo.1', namespace: 'baz' },
    involvedObject: {},
    count: 1,
  };

  /** Attempts that it takes to record an event when all before `succeedsAt` fail with `err`, and how long. */
  function attempts(err: Error, succeedsAt: number): { tries: number; at: number } {
    const sim = new Sim();
    const sink = new TestSink((attempt) => (attempt < succeedsAt ? err : undefined));
    sim.go('test', recordToSink(sim, sink, event, newEventCorrelator(sim), 10_000));
    sim.runUntilIdle();
    return { tries: sink.calls.length, at: sim.now };
  }

  test('what the server refuses is not tried again', () => {
    expect(attempts(new StatusError(422, 'Invalid', 'no'), 1000)).toEqual({ tries: 1, at: 0 });
  });

  test('without a connection it tries twelve times, ten seconds apart but for the first pause', () => {
    const { tries, at } = attempts(new Error('A weird error'), 1000);
    expect(tries).toBe(12);
    expect(at).toBeGreaterThanOrEqual(100_000);
    expect(at).toBeLessThan(110_000);
  });

  test('or until it succeeds', () => {
    const { tries, at } = attempts(new Error('A weird error'), 2);
    expect(tries).toBe(2);
    expect(at).toBeLessThan(10_000);
  });

  test('an event that is gone is created again, without its version', () => {
    const sim = new Sim();
    const gone = newNotFound({ group: '', resource: 'events' }, 'foo.1');
    const sink = new TestSink((attempt) => (attempt === 2 ? gone : undefined));
    const correlator = newEventCorrelator(sim);
    sim.go(
      'test',
      (function* () {
        const versioned = { ...event, metadata: { ...event.metadata, resourceVersion: '7' } };
        yield* recordToSink(sim, sink, versioned, correlator, 0);
        yield* recordToSink(sim, sink, versioned, correlator, 0);
      })(),
    );
    sim.runUntilIdle();
    expect(
      sink.calls.map(({ verb, event: { count, metadata } }) => [verb, count, metadata.resourceVersion]),
    ).toEqual([
      ['create', 1, undefined],
      ['patch', 2, undefined],
      ['create', 2, undefined],
    ]);
  });
});

describe('around the recorder', () => {
  test('a fake recorder tells its events in lines', () => {
    const fake = newFakeRecorder(2);
    fake.event(pod('bar'), 'Normal', 'Created', 'Created pod: a');
    fake.annotatedEventf(pod('bar'), {}, 'Warning', 'Failed', 'Error %v: %s', 1, 'no');
    expect(fake.events.tryReceive()).toEqual(['Normal Created Created pod: a', true]);
    expect(fake.events.tryReceive()).toEqual(['Warning Failed Error 1: no', true]);
    const full = new FakeRecorder(0, true);
    expect(() => full.event(pod('bar'), 'Normal', 'A', 'b')).toThrow(
      'found one more: Normal A b involvedObject{kind=Pod,apiVersion=v1}',
    );
  });

  test('sprintf', () => {
    expect(sprintf('%v of %d, %q, 100%%', 'a', 2, 'x"\u0007')).toBe('a of 2, "x\\"\\a", 100%');
    expect(sprintf('%v %v', 1)).toBe('1 %!v(MISSING)');
    expect(() => sprintf('%x', 1)).toThrow('found %x');
    expect(() => sprintf('none', 1)).toThrow('expected 0 arguments for "none", found 1');
  });

  test('a reference to nothing is an error', () => {
    expect(getReference(undefined)[1]?.message).toBe("can't reference a nil object");
  });
});
