import { expect, test } from 'vitest';
import { newServiceUnavailable } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { formatMicroTime } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/micro_time.ts';
import {
  newBroadcaster,
  newEventBroadcasterAdapter,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/events/event_broadcaster.ts';
import type {
  Event,
  EventRecorder,
  EventSink,
  SinkResult,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/events/interfaces.ts';
import { newForConfig } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { directTransport } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import { APIServer } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import { eventsV1 } from '../../../../../../../../../src/runtime/kubernetes/pkg/registry/events/rest/storage_events.ts';
import { coreKinds } from '../../../../../../../../../src/runtime/kubernetes/pkg/registry/kinds.ts';
import type { Kind } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { Sim } from '../../../../../../../../../src/runtime/sim/sim.ts';

const pod = {
  kind: 'Pod',
  apiVersion: 'v1',
  name: 'foo',
  namespace: 'baz',
  uid: 'bar',
  resourceVersion: '7',
};

/** A sink that notes what it was told, with the count of the series. */
function newSink(answer: (event: Event) => SinkResult = (event) => [event, undefined]): {
  readonly sink: EventSink;
  readonly told: string[];
} {
  const told: string[] = [];
  const note = (verb: string, event: Event): SinkResult => {
    told.push(`${verb} ${event.action} ${event.note}${event.series ? ` x${event.series.count}` : ''}`);
    return answer(event);
  };
  const sink: EventSink = {
    *create(event) {
      return note('create', event);
    },
    *update(event) {
      return note('update', event);
    },
    *patch(event) {
      return note('patch', event);
    },
  };
  return { sink, told };
}

const started = (recorder: EventRecorder, action = 'started'): void =>
  recorder.eventf(pod, undefined, 'Normal', 'test', action, 'some verbose message: %v', 1);

test('an event that comes again becomes a series; one with another action is a new event', () => {
  const sim = new Sim();
  const { sink, told } = newSink();
  const broadcaster = newBroadcaster(sim, sink, 'host');
  const recorder = broadcaster.newRecorder('eventTest');
  broadcaster.startRecordingToSink(undefined);
  const record = (action?: string): void => {
    started(recorder, action);
    sim.runFor(1000);
  };
  record();
  record();
  record('stopped');
  record();
  record();
  expect(told).toEqual([
    'create started some verbose message: 1',
    'patch started some verbose message: 1 x1',
    'create stopped some verbose message: 1',
  ]);
});

test('the count of a series is written when it ends, six minutes after it came last', () => {
  const sim = new Sim();
  const { sink, told } = newSink();
  const broadcaster = newBroadcaster(sim, sink, 'host');
  const recorder = broadcaster.newRecorder('eventTest');
  broadcaster.startRecordingToSink(undefined);
  for (let i = 0; i < 10; i++) {
    started(recorder);
    sim.runFor(1000);
  }
  expect(told).toHaveLength(2);
  sim.runFor(13 * 60_000);
  expect(told.slice(2)).toEqual(['patch started some verbose message: 1 x9']);
  started(recorder);
  sim.runFor(1000);
  expect(told.at(-1)).toBe('create started some verbose message: 1');
});

test('a series that goes on is written every 30 minutes; where that fails, it is kept', () => {
  const sim = new Sim();
  let away = false;
  const unavailable = Object.assign(newServiceUnavailable('away'), { code: 'ECONNREFUSED' });
  const { sink, told } = newSink((event) => (away ? [undefined, unavailable] : [event, undefined]));
  const broadcaster = newBroadcaster(sim, sink, 'host');
  const recorder = broadcaster.newRecorder('eventTest');
  broadcaster.startRecordingToSink(undefined);
  const goOn = (minutes: number): void => {
    for (let i = 0; i < minutes; i++) {
      started(recorder);
      sim.runFor(60_000);
    }
  };
  goOn(31);
  expect(told).toEqual([
    'create started some verbose message: 1',
    'patch started some verbose message: 1 x1',
    'patch started some verbose message: 1 x29',
  ]);
  away = true;
  goOn(30);
  expect(told.slice(3)).toEqual(['patch started some verbose message: 1 x59']);
});

test('an event that cannot be written is tried again 12 times', () => {
  const sim = new Sim();
  const unavailable = Object.assign(newServiceUnavailable('away'), { code: 'ECONNREFUSED' });
  const { sink, told } = newSink(() => [undefined, unavailable]);
  const broadcaster = newBroadcaster(sim, sink, 'host');
  broadcaster.startRecordingToSink(undefined);
  started(broadcaster.newRecorder('eventTest'));
  sim.runFor(5 * 60_000);
  expect(told).toHaveLength(12);
});

/** A server, and what is recorded there through the adapter. */
function recorded(kinds: readonly Kind[]): readonly object[] {
  const sim = new Sim();
  const server = new APIServer(sim, { kinds });
  server.do({
    verb: 'create',
    resource: 'namespaces',
    body: { metadata: { name: 'baz' } },
    userAgent: 'test',
  });
  const client = newForConfig(sim, { transport: directTransport(server), userAgent: 'test' });
  sim.go(
    'test',
    (function* () {
      const adapter = yield* newEventBroadcasterAdapter(sim, client, 'host');
      adapter.startRecordingToSink(undefined);
      const recorder = adapter.newRecorder('default-scheduler');
      started(recorder);
      yield* sim.sleep(100);
      started(recorder);
    })(),
  );
  sim.runFor(1000);
  const [list, err] = server.do({ verb: 'list', resource: 'events', namespace: 'baz', userAgent: 'test' });
  if (err) throw err;
  return (list as unknown as { items: object[] }).items;
}

test('where the server has events.k8s.io, they are stored as events of the core group', () => {
  const [event, ...more] = recorded([...coreKinds, eventsV1]);
  expect(more).toEqual([]);
  expect(event).toMatchObject({
    apiVersion: 'v1',
    kind: 'Event',
    involvedObject: pod,
    reportingComponent: 'default-scheduler',
    reportingInstance: 'default-scheduler-host',
    reason: 'test',
    action: 'started',
    message: 'some verbose message: 1',
    type: 'Normal',
    eventTime: formatMicroTime(new Sim().epoch),
    series: { count: 1 },
  });
  expect(event).not.toHaveProperty('source');
  expect(event).not.toHaveProperty('regarding');
});

test('where it has not, old events are recorded', () => {
  const [event, ...more] = recorded(coreKinds);
  expect(more).toEqual([]);
  expect(event).toMatchObject({ source: { component: 'default-scheduler' }, count: 2, involvedObject: pod });
  expect(event).not.toHaveProperty('action');
});

test('events.k8s.io gives what is stored in its own words, also to those who watch', () => {
  const sim = new Sim();
  const server = new APIServer(sim, { kinds: [...coreKinds, eventsV1] });
  const groupVersion = 'events.k8s.io/v1';
  const asked = { resource: 'events', groupVersion, namespace: 'default', userAgent: 'test' };
  const [watch, err] = server.watch({ ...asked, verb: 'watch' });
  if (err) throw err;
  const body = {
    metadata: { name: 'a.1' },
    eventTime: formatMicroTime(sim.epoch),
    regarding: { kind: 'Pod', namespace: 'default', name: 'a' },
    reportingController: 'x',
    reportingInstance: 'x-1',
    action: 'a',
    reason: 'r',
    note: 'n',
    type: 'Normal',
  };
  const [made] = server.do({ ...asked, verb: 'create', body });
  expect(made).toMatchObject({ apiVersion: groupVersion, ...body });
  const [event] = watch.resultChan().tryReceive() ?? [];
  expect(event?.object).toMatchObject({ apiVersion: groupVersion, note: 'n' });
  const [list] = server.do({ ...asked, verb: 'list' });
  expect(list).toMatchObject({ kind: 'EventList', apiVersion: groupVersion, items: [{ note: 'n' }] });
  const [, refused] = server.do({ ...asked, verb: 'create', body: { ...body, type: 'Bad' } });
  expect(refused?.message).toContain('has invalid value: Bad');
});
