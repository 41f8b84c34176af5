import type { Event } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { BroadcasterSteps } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/watch/mux.ts';
import type { EventCorrelator } from '../../kubernetes/staging/src/k8s.io/client-go/tools/record/events_cache.ts';
import { mapGet } from '../../sim/pmap.ts';
import type { Observers } from '../../stage/subject.ts';
import { overriding } from '../../stage/overriding.ts';
import { showRow, showTable } from '../../stage/tables.ts';
import type { TableState, Trace } from '../../stage/world.ts';

const correlated: TableState = {
  title: 'Event correlator',
  columns: [
    'About, reason',
    'Seen',
    'Count written',
    'Messages, combined from 10',
    'Tokens, of 25',
    'Left out',
  ],
  rows: [],
};

const queues: TableState = {
  title: 'Queues of the event broadcaster',
  columns: ['Queue', 'Holds', 'Room', 'Dropped'],
  rows: [],
};

function observeCorrelator(trace: Trace, program: string, correlator: EventCorrelator): EventCorrelator {
  const key = `${program}/event correlator`;
  const seen = new Map<string, { events: number; skipped: number; count: number }>();
  if (!mapGet(trace.world.tables, key)) showTable(trace, key, correlated);

  function show(event: Event, count: number | undefined): void {
    const { kind, name, apiVersion } = event.involvedObject;
    // One by a reference with a version and one without are not alike.
    const row = `${kind}/${name}${apiVersion ? '' : ' (no version)'} ${event.reason ?? ''}`;
    const before = seen.get(row) ?? { events: 0, skipped: 0, count: 0 };
    const skipped = before.skipped + (count === undefined ? 1 : 0);
    const now = { events: before.events + 1, skipped, count: count ?? before.count };
    seen.set(row, now);
    const { tokens, messages } = correlator.peek(event);
    const left = Math.floor(tokens + 1e-9);
    const cells = [now.events, now.count, messages, left, now.skipped].map(String);
    showRow(trace, key, { name: row, cells });
  }

  return overriding(correlator, {
    eventCorrelate(event) {
      const result = correlator.eventCorrelate(event);
      show(event, result.skip ? undefined : (result.event.count ?? 0));
      return result;
    },
  });
}

function observeBroadcaster(trace: Trace, program: string, steps: BroadcasterSteps): BroadcasterSteps {
  const key = `${program}/event queues`;
  const dropped = new Map<unknown, number>();
  /** Goroutines of recorders whose event has not got into the incoming queue yet. */
  let waiting = 0;
  if (!mapGet(trace.world.tables, key)) showTable(trace, key, queues);

  function show(): void {
    const { incoming, watchers } = steps.queues();
    showRow(trace, key, { name: 'senders that wait', cells: [String(waiting), '–', '0'] });
    const chans = [
      { name: 'incoming', chan: incoming, drops: 0 },
      ...[...watchers].map(([id, { result }]) => ({
        name: `watcher ${id + 1}`,
        chan: result,
        drops: dropped.get(result) ?? 0,
      })),
    ];
    for (const { name, chan, drops } of chans)
      showRow(trace, key, { name, cells: [chan.length, chan.capacity, drops].map(String) });
  }

  return overriding(steps, {
    *action(type, object) {
      waiting++;
      yield* steps.action(type, object);
      waiting--;
      show();
    },
    offer(watcher, event) {
      const { result } = watcher;
      if (!result.sendable) {
        dropped.set(result, (dropped.get(result) ?? 0) + 1);
        show();
      }
      const taken = steps.offer(watcher, event);
      show();
      return taken;
    },
  });
}

/** Shows as tables what a correlator knows of each object and reason, and what waits in the queues of a broadcaster. */
export const eventTables = {
  'event-correlator': observeCorrelator,
  'event-broadcaster': observeBroadcaster,
} satisfies Observers;
