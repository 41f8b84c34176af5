import { memoize } from '../../../../recording/memoize.ts';
import type { Recording } from '../../../../recording/recording.ts';
import type { Event } from '../../../../runtime/stage/events.ts';
import type { DeltaType } from '../../../../runtime/subjects/control-loop/events.ts';

/** What happens round the queue and stands in no table. */
export interface Around {
  /** Arrived by watch, and not in the queue yet. */
  readonly waits: readonly { readonly type: string; readonly key: string; readonly revision: number }[];
  /** What was taken out last, until the work for it is over. */
  readonly taken?: { readonly key: string; readonly deltas: readonly DeltaType[] };
  /** True where a delta came from a list that lacks its object. */
  readonly missing?: boolean;
}

/** What stands round the queue after each entry. */
export const aroundOf = memoize(({ entries }: Recording): readonly Around[] => {
  let now: Around = { waits: [] };
  let workedAt: number | undefined;
  return entries.map(({ event, at }) => {
    if (workedAt !== undefined && at > workedAt) {
      workedAt = undefined;
      now = { waits: now.waits };
    }
    if (event.kind === 'fifo.pop') workedAt = undefined;
    if (event.kind === 'indexer.write' || event.kind === 'program.output') workedAt = at;
    now = after(now, event);
    return now;
  });
});

function after({ waits, taken }: Around, event: Event): Around {
  const now: Around = { waits, ...(taken && { taken }) };
  switch (event.kind) {
    case 'watch.event': {
      const { type, key, revision } = event;
      return ['ADDED', 'MODIFIED', 'DELETED'].includes(type)
        ? { ...now, waits: [...now.waits, { type, key: key.replace('pods/', ''), revision }] }
        : now;
    }
    case 'fifo.add': {
      const nth = now.waits.findIndex(({ key }) => key === event.key);
      const fromWatch = nth >= 0 && !event.delta.startsWith('Replaced');
      return fromWatch
        ? { ...now, waits: now.waits.toSpliced(nth, 1) }
        : { ...now, missing: event.delta === 'Deleted' };
    }
    case 'fifo.pop':
      return { ...now, taken: { key: event.key, deltas: event.deltas } };
    case 'reflector.list':
      return { ...now, waits: [] };
    case 'program.crash':
      return { waits: [] };
    default:
      return now;
  }
}
