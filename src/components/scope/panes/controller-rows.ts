import type { ExpectationState, QueueState, World } from '../../../runtime/observe/world.ts';
import { mapEntries, mapGet } from '../../../runtime/sim/pmap.ts';
import { durationWords } from '../../../recording/words.ts';
import { type Cell, type PaneModel, type Row, type Section, blank, cell, chips, timed } from './table.ts';

/** As in controllers/controller_utils.ts; importing it would bring the controllers into the page. In ms. */
export const expectationsTimeout = 5 * 60 * 1000;

/** Every work queue: a row a key that is anywhere in it, those first in line first. */
export function queueModel(world: World, at: number): PaneModel {
  return {
    sections: mapEntries(world.queues).map(([name, queue]) => queueSection(name, queue, at)),
    empty:
      'No work queue exists yet. Keys appear here when a handler adds them, and leave when a worker is done.',
  };
}

function queueSection(name: string, queue: QueueState, at: number): Section {
  const processing = mapEntries(queue.processing).map(([key]) => key);
  const later = mapEntries(queue.waiting);
  const failed = mapEntries(queue.failures).map(([key]) => key);
  later.sort(([, a], [, b]) => a - b);
  const keys = new Set([
    ...processing,
    ...queue.queue,
    ...queue.dirty,
    ...later.map(([key]) => key),
    ...failed,
  ]);
  const columns = [
    { label: 'Key', as: 'code' },
    { label: 'In the queue' },
    { label: 'Dirty' },
    { label: 'Worked on by', as: 'code' },
    { label: 'Comes back at' },
    { label: 'Failures', as: 'number' },
  ] as const;
  return {
    key: name,
    title: name,
    facts: [
      { label: 'Queued', value: cell(queue.queue.length) },
      { label: 'Being worked on', value: cell(queue.processing.size) },
      { label: 'Coming later', value: cell(queue.waiting.size) },
    ],
    table: {
      caption: `Work queue ${name}`,
      columns,
      rows: [...keys].map((key) => queueRow(queue, key, at)),
      empty: 'Empty: no key waits, is worked on, or will come back.',
    },
  };
}

function queueRow(queue: QueueState, key: string, at: number): Row {
  const place = queue.queue.indexOf(key);
  const worker = mapGet(queue.processing, key);
  const until = mapGet(queue.waiting, key);
  const failures = mapGet(queue.failures, key) ?? 0;
  const dirty = queue.dirty.includes(key);
  return {
    key,
    cells: [
      cell(key),
      place < 0 ? blank : cell(`place ${place + 1}`),
      dirty ? cell('dirty', undefined, worker === undefined ? undefined : 'comes again') : blank,
      worker === undefined ? blank : cell(worker, 'good'),
      until === undefined
        ? blank
        : timed(until, durationWords(until), until > at ? `in ${durationWords(until - at)}` : 'now'),
      failures === 0 ? cell(0) : cell(failures, 'warn'),
    ],
  };
}

/** What each controller still waits to see, per key. */
export function expectationsModel(world: World, at: number): PaneModel {
  const rows = mapEntries(world.expectations).map(([key, state]): Row => {
    const space = key.indexOf(' ');
    return {
      key,
      cells: [
        cell(key.slice(space + 1)),
        cell(key.slice(0, space)),
        cell(state.add),
        cell(state.del),
        chips(state.deleting.map((pod) => ({ text: pod }))),
        timed(state.since, durationWords(Math.max(0, at - state.since))),
        satisfied(state, at),
      ],
    };
  });
  const empty =
    'Nothing is expected. Before a controller creates or deletes pods it writes down here how many it has yet to see in its cache, and it does not act again before it has seen them.';
  if (rows.length === 0) return { sections: [], empty };
  const columns = [
    { label: 'Key', as: 'code' },
    { label: 'Controller' },
    { label: 'Creations to see', as: 'number' },
    { label: 'Deletions to see', as: 'number' },
    { label: 'Deleting', as: 'code' },
    { label: 'Age' },
    { label: 'Satisfied?' },
  ] as const;
  const table = { caption: 'Expectations', columns, rows, empty };
  return { sections: [{ key: 'expectations', title: 'Expectations', facts: [], table }], empty };
}

function satisfied(state: ExpectationState, at: number): Cell {
  if (state.add <= 0 && state.del <= 0) return cell('yes', 'good', 'all seen');
  if (at - state.since > expectationsTimeout) return cell('yes', 'warn', 'too old to hold');
  return cell('no', 'warn', 'waits');
}
