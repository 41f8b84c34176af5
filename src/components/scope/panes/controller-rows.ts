import { t } from '../../../i18n/t.ts';
import type { World } from '../../../runtime/stage/world.ts';
import type { ExpectationState, QueueState } from '../../../runtime/subjects/control-loop/world.ts';
import { mapEntries, mapGet } from '../../../runtime/sim/pmap.ts';
import { durationWords } from '../../../recording/words.ts';
import { type Cell, type PaneModel, type Row, type Section, blank, cell, chips, timed } from './table.ts';

/** As in kubernetes/pkg/controller/controller_utils.ts; importing it would bring the controllers into the page. In ms. */
export const expectationsTimeout = 5 * 60 * 1000;

/** Every work queue: a row a key that is anywhere in it, those first in line first. */
export function queueModel(world: World, at: number): PaneModel {
  return {
    sections: mapEntries(world.queues).map(([name, queue]) => queueSection(name, queue, at)),
    empty: t`No work queue exists yet. Keys appear here when a handler adds them, and leave when a worker is done.`,
  };
}

/** One work queue. */
export function queueSection(name: string, queue: QueueState, at: number): Section {
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
    { label: t`Key`, as: 'code' },
    { label: t`In the queue` },
    { label: t`Dirty` },
    { label: t`Worked on by`, as: 'code' },
    { label: t`Comes back at` },
    { label: t`Failures`, as: 'number' },
  ] as const;
  return {
    key: name,
    title: name,
    facts: [
      { label: t`Queued`, value: cell(queue.queue.length) },
      { label: t`Being worked on`, value: cell(queue.processing.size) },
      { label: t`Coming later`, value: cell(queue.waiting.size) },
    ],
    table: {
      caption: t`Work queue ${name}`,
      columns,
      rows: [...keys].map((key) => queueRow(queue, key, at)),
      empty: t`Empty: no key waits, is worked on, or will come back.`,
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
      place < 0 ? blank : cell(t`place ${place + 1}`),
      dirty ? cell(t`dirty`, undefined, worker === undefined ? undefined : t`comes again`) : blank,
      worker === undefined ? blank : cell(worker, 'good'),
      until === undefined
        ? blank
        : timed(until, durationWords(until), until > at ? t`in ${durationWords(until - at)}` : t`now`),
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
  const empty = t`Nothing is expected. Before a controller creates or deletes pods it writes down here how many it has yet to see in its cache, and it does not act again before it has seen them.`;
  if (rows.length === 0) return { sections: [], empty };
  const columns = [
    { label: t`Key`, as: 'code' },
    { label: t`Controller` },
    { label: t`Creations to see`, as: 'number' },
    { label: t`Deletions to see`, as: 'number' },
    { label: t`Deleting`, as: 'code' },
    { label: t`Age` },
    { label: t`Satisfied?` },
  ] as const;
  const table = { caption: t`Expectations`, columns, rows, empty };
  return { sections: [{ key: 'expectations', title: t`Expectations`, facts: [], table }], empty };
}

function satisfied(state: ExpectationState, at: number): Cell {
  if (state.add <= 0 && state.del <= 0) return cell(t`yes`, 'good', t`all seen`);
  if (at - state.since > expectationsTimeout) return cell(t`yes`, 'warn', t`too old to hold`);
  return cell(t`no`, 'warn', t`waits`);
}
