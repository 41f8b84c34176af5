import { beforeEach, describe, expect, test } from 'vitest';
import {
  StatusError,
  newServiceUnavailable,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { formatMicroTime } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/micro_time.ts';
import { APIServer } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import { newForConfig } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { EventsV1Client } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/typed/events/v1/events_client.ts';
import { directTransport } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import {
  EventSinkImpl,
  newBroadcaster,
  newEventBroadcasterAdapter,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/events/event_broadcaster.ts';
import type {
  Event,
  EventBroadcaster,
  EventRecorder,
  EventSink,
  Regarding,
  SinkResult,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/events/interfaces.ts';
import { eventsV1 } from '../../../../../../../../../src/runtime/kubernetes/pkg/registry/events/rest/storage_events.ts';
import { coreKinds } from '../../../../../../../../../src/runtime/kubernetes/pkg/registry/kinds.ts';
import type { Kind } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { Chan } from '../../../../../../../../../src/runtime/sim/chan.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';
import { run } from '../cache/support.ts';

const minute = 60_000;
const pod = {
  kind: 'Pod',
  apiVersion: 'v1',
  name: 'foo',
  namespace: 'baz',
  uid: 'bar',
  resourceVersion: '7',
};
const away = Object.assign(newServiceUnavailable('away'), { code: 'ECONNREFUSED' });
const refused = new StatusError(422, 'Invalid', 'no');

let sim: Sim;
/** What the sink was told: when in minutes, what, the count of the series, and the version of the event. */
let told: string[];
let events: Event[];
/** Why the sink takes nothing. */
let trouble: Error | undefined;
let broadcaster: EventBroadcaster;
let recorder: EventRecorder;
let stop: Chan<never>;

/** A server that takes events, and gives each a version. */
const sink: EventSink = {
  *create(event) {
    return answer('create', event);
  },
  *update(event) {
    return answer('update', event);
  },
  *patch(event) {
    return answer('patch', event);
  },
};

function answer(verb: string, event: Event): SinkResult {
  const { resourceVersion } = event.metadata;
  const times = event.series ? ` x${event.series.count}` : '';
  const version = resourceVersion ? ` of version ${resourceVersion}` : '';
  told.push(`${sim.now / minute} ${verb} ${event.reason}${times}${version}`);
  events.push(event);
  if (trouble) return [undefined, trouble as StatusError];
  return [{ ...event, metadata: { ...event.metadata, resourceVersion: String(told.length) } }, undefined];
}

beforeEach(() => {
  sim = new Sim();
  [told, events, trouble, stop] = [[], [], undefined, new Chan<never>('stop')];
  broadcaster = newBroadcaster(sim, sink, 'host');
  recorder = broadcaster.newRecorder('test');
  broadcaster.startRecordingToSink(stop);
});

/** Records an event at each of these times, in minutes from the beginning, and waits until `end`. */
function play(times: readonly number[], end: number, reason = 'Tried'): void {
  for (const at of times) sim.after(at * minute - sim.now, () => record(reason));
  sim.runFor(end * minute - sim.now);
}

function record(reason = 'Tried', regarding: Regarding = pod, related?: Regarding, action = 'Try'): void {
  recorder.eventf(regarding, related, 'Normal', reason, action, 'tried %v times', 1);
}

describe('what makes two events one series', () => {
  test.each<[string, Parameters<typeof record>]>([
    ['reason', ['Failed']],
    ['action', ['Tried', pod, undefined, 'Stop']],
    ['related object', ['Tried', pod, { kind: 'Node', name: 'node-a' }]],
    ...Object.keys(pod).map((field): [string, Parameters<typeof record>] => [
      field,
      ['Tried', { ...pod, [field]: 'another' }],
    ]),
    ['field', ['Tried', { ...pod, fieldPath: 'spec' }]],
  ])('another %s makes another event', (_, other) => {
    record();
    sim.runFor(1000);
    record(...other);
    sim.runFor(1000);
    expect(told.map((line) => line.split(' ')[1])).toEqual(['create', 'create']);
  });

  test('who reports makes another event as well, and the text does not', () => {
    record();
    sim.runFor(1000);
    recorder.eventf(pod, undefined, 'Normal', 'Tried', 'Try', 'in other words');
    broadcaster.newRecorder('another').eventf(pod, undefined, 'Normal', 'Tried', 'Try', 'tried');
    sim.runFor(1000);
    expect(told.map((line) => line.replace(/^\S+ /, ''))).toEqual([
      'create Tried',
      'patch Tried x1 of version 1',
      'create Tried',
    ]);
  });
});

describe('the life of a series', () => {
  test('an event that came once is remembered until it is older than six minutes at the end of six minutes', () => {
    play([0, 7], 8);
    expect(told).toEqual(['0 create Tried', '7 patch Tried x1 of version 1']);
  });

  test('and then forgotten: one that comes later is a new event', () => {
    play([0, 12.5], 13);
    expect(told).toEqual(['0 create Tried', '12.5 create Tried']);
  });

  test('a series is at its end when it was silent for more than six minutes', () => {
    play([0, 0, 0], 7);
    expect(told).toEqual(['0 create Tried', '0 patch Tried x1 of version 1']);
    play([], 13);
    expect(told.slice(2)).toEqual(['12 patch Tried x2 of version 2']);
    play([14], 15);
    expect(told.slice(3)).toEqual(['14 create Tried']);
  });

  test('a series whose end cannot be written is kept, and is written when the server is back', () => {
    play([0, 0, 0], 7);
    trouble = away;
    play([], 13);
    trouble = undefined;
    play([13.5], 19);
    expect(told.slice(2)).toEqual(['12 patch Tried x2 of version 2']);
    play([], 25);
    expect(told.slice(3)).toEqual(['24 patch Tried x3 of version 2']);
  });

  test('a series whose end the server refuses is forgotten', () => {
    play([0, 0, 0], 7);
    trouble = refused;
    play([], 13);
    trouble = undefined;
    play([14], 15);
    expect(told.slice(2)).toEqual(['12 patch Tried x2 of version 2', '14 create Tried']);
  });

  test('every half hour the count of a series is written, and of an event that came once there is none', () => {
    play([29, 29.5], 29.9);
    play([29.9], 31, 'Once');
    expect(told).toEqual([
      '29 create Tried',
      '29.5 patch Tried x1 of version 1',
      '29.9 create Once',
      '30 patch Tried x1 of version 2',
    ]);
  });

  test('what the server gave back at the half hour is what goes on', () => {
    const often = Array.from({ length: 63 }, (_, i) => i);
    play(often, 61);
    expect(told.slice(2)).toEqual(['30 patch Tried x30 of version 2', '60 patch Tried x60 of version 3']);
  });

  test.each([away, refused])('a half hour at which the server says %s ends no series', (why) => {
    const often = Array.from({ length: 63 }, (_, i) => i);
    play(often, 29.5);
    trouble = why;
    play([], 30.5);
    trouble = undefined;
    play([], 61);
    expect(told.slice(2)).toEqual(['30 patch Tried x30 of version 2', '60 patch Tried x60 of version 2']);
  });
});

describe('a recorder', () => {
  test('says when and by whom, about what and in connection with what', () => {
    sim.runFor(1500);
    record('Tried', { kind: 'Node', name: 'node-a' }, pod);
    sim.runFor(1);
    expect(events).toEqual([
      {
        kind: 'Event',
        apiVersion: 'events.k8s.io/v1',
        metadata: { name: expect.stringMatching(/^node-a\.[0-9a-f]{16}$/), namespace: 'default' },
        reportingController: 'test',
        reportingInstance: 'test-host',
        regarding: { kind: 'Node', name: 'node-a' },
        related: pod,
        eventTime: formatMicroTime(sim.epoch + 1500),
        type: 'Normal',
        reason: 'Tried',
        note: 'tried 1 times',
        action: 'Try',
      },
    ]);
  });

  test('drops events about nothing, and of a type that there is not', () => {
    recorder.eventf(undefined as unknown as Regarding, undefined, 'Normal', 'Tried', 'Try', 'tried');
    recorder.eventf(pod, undefined, 'Loud', 'Tried', 'Try', 'tried');
    sim.runFor(1000);
    expect(told).toEqual([]);
  });
});

describe('the end', () => {
  test('comes for all that writes when the channel is closed', () => {
    record();
    sim.runFor(1000);
    stop.close();
    sim.runFor(1);
    record('Later');
    sim.runFor(60 * minute);
    expect(told).toEqual(['0 create Tried']);
    expect([...sim.processes.values()].map(({ name }) => name)).toEqual(['events/broadcaster']);
  });

  test('comes for those who watch when the broadcaster is shut down', () => {
    const seen: string[] = [];
    broadcaster.startEventWatcher(({ reason }) => void seen.push(reason ?? ''));
    record();
    sim.runFor(1000);
    run(broadcaster.shutdown(), sim);
    stop.close();
    sim.runFor(30 * minute);
    expect(seen).toEqual(['Tried']);
    expect(sim.processes.size).toBe(0);
  });
});

describe('on a server', () => {
  /** A clientset of a server with the new events, or without them. */
  function clientOf(kinds: readonly Kind[]) {
    const server = new APIServer(sim, { kinds });
    const body = { metadata: { name: 'baz' } };
    server.do({ verb: 'create', resource: 'namespaces', body, userAgent: 'test' });
    return newForConfig(sim, { transport: directTransport(server), userAgent: 'test', qps: -1 });
  }
  const withEvents = [...coreKinds, eventsV1];

  test('the sink writes into the namespace of an event, and refuses one that has none', () => {
    const client = clientOf(withEvents).group(EventsV1Client);
    const server = new EventSinkImpl(client);
    record();
    sim.runFor(1);
    const [event] = events as [Event];
    const [created] = run(server.create(event), sim);
    const [updated] = run(server.update({ ...created, type: 'Warning' } as Event), sim);
    expect(updated?.type).toBe('Warning');
    const series = { count: 3, lastObservedTime: formatMicroTime(sim.epoch) };
    expect(run(server.patch(event, { series }), sim)[0]?.series).toEqual(series);
    expect(run(client.events('baz').list(), sim)[0]?.items).toHaveLength(1);

    const homeless = { ...event, metadata: { name: 'foo.1' } };
    const why = (verb: string) => new Error(`can't ${verb} an event with empty namespace`);
    expect(run(server.create(homeless), sim)).toEqual([undefined, why('create')]);
    expect(run(server.update(homeless), sim)).toEqual([undefined, why('update')]);
    expect(run(server.patch(homeless, { series }), sim)).toEqual([undefined, why('patch')]);
  });

  test.each([
    ['with the new events', withEvents],
    ['without them', coreKinds],
  ])('%s the adapter ends all that it began', (_, kinds) => {
    const begun = new Sim();
    sim = begun;
    const adapter = run(newEventBroadcasterAdapter(sim, clientOf(kinds), 'host'), sim);
    const end = new Chan<never>('stop');
    adapter.startRecordingToSink(end);
    adapter.newRecorder('test').eventf(pod, undefined, 'Normal', 'Tried', 'Try', 'tried');
    sim.runFor(1000);
    expect(sim.processes.size).toBeGreaterThan(0);
    end.close();
    run(adapter.shutdown(), sim);
    sim.runUntilIdle();
    expect([...sim.processes.values()].map(({ name }) => name)).toEqual([]);
  });
});
