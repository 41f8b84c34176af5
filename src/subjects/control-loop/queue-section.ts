import { t } from '../../i18n/t.ts';
import type { QueueState } from '../../runtime/subjects/control-loop/world.ts';
import { mapEntries, mapGet } from '../../runtime/sim/pmap.ts';
import { durationWords } from '../../recording/words.ts';
import { type Row, type Section, blank, cell, timed } from '../../components/scope/panes/table.ts';

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
