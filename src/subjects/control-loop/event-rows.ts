import { t } from '../../i18n/t.ts';
import type { EventOf } from '../../runtime/stage/events.ts';
import type { Entry } from '../../runtime/stage/world.ts';
import { memoize } from '../../recording/memoize.ts';
import { durationWords } from '../../recording/words.ts';
import { type PaneModel, type Row, cell, timed } from '../../components/scope/panes/table.ts';

type RecordedEvent = Entry & { readonly event: EventOf<'event.record'> };
const recordedEvents = memoize((entries: readonly Entry[]) =>
  entries.filter((entry): entry is RecordedEvent => entry.event.kind === 'event.record'),
);

/** The Kubernetes Events recorded up to `cursor`, as `kubectl get events` lists them: like ones counted together. */
export function eventsModel(entries: readonly Entry[], cursor: number): PaneModel {
  const at = entries[cursor]?.at ?? 0;
  const found = new Map<string, { readonly event: EventOf<'event.record'>; times: number; last: number }>();
  for (const { index, at: recordedAt, event } of recordedEvents(entries)) {
    if (index > cursor) break;
    const key = [event.program, event.type, event.reason, event.about, event.message].join('\n');
    const known = found.get(key);
    found.delete(key);
    found.set(key, { event, times: (known?.times ?? 0) + 1, last: recordedAt });
  }
  const empty = t`No Kubernetes Event is recorded yet. What components tell about objects appears here, as in "kubectl get events".`;
  if (found.size === 0) return { sections: [], empty };
  const rows = [...found].map(([key, { event, times, last }]): Row => ({
    key,
    cells: [
      timed(last, at === last ? t`now` : t`${durationWords(at - last)} ago`),
      cell(event.type, event.type === 'Warning' ? 'warn' : undefined),
      cell(event.reason),
      cell(event.about),
      cell(event.program),
      cell(event.message, undefined, times > 1 ? t`${times} times` : undefined),
    ],
  }));
  const columns = [
    { label: t`Last seen` },
    { label: t`Type` },
    { label: t`Reason` },
    { label: t`Object`, as: 'code' },
    { label: t`From` },
    { label: t`Message` },
  ] as const;
  const table = { caption: t`Kubernetes Events`, columns, rows: rows.reverse(), empty };
  return { sections: [{ key: 'events', title: t`Events`, facts: [], table }], empty };
}
