import { t } from '../../../i18n/t.ts';
import { across } from '../../../components/picture/areas.ts';
import { chips, dials, gauge, groups, holds, text } from '../../../components/picture/content.ts';
import type { Chip, Content, Frame, Picture } from '../../../components/picture/description.ts';
import { type Way, along } from '../../../components/picture/ways.ts';
import { lastPart, splitName } from '../../../recording/words.ts';
import type { Event } from '../../../runtime/stage/events.ts';
import { mapEntries, mapGet } from '../../../runtime/sim/pmap.ts';
import type { QueueState } from '../../../runtime/subjects/control-loop/world.ts';
import { bucketAt, bucketSize, delayOf, queueOf, workersOf } from './workqueues/queue-story.ts';

/** Dials that fit side by side in the narrow shape, and how large they are. */
const [mostDials, radius] = [2, 20];

/** One work queue: what is queued, dirty, being processed, and put off until a time; and how often each key has failed. */
export const picture: Picture = {
  blocks: ['chips', 'dials', 'gauge', 'groups', 'lines', 'queue'],
  plan: () => ({
    shapes: {
      wide: `57 ${across('handlers', 5)} . ${across('dirty', 5)}
             61 ${across('queue', 11)}
             121 ${across('processing', 5)} . ${across('waiting', 5)}
             83 ${across('limiter', 11)}`,
      narrow: `0.75 handlers dirty
               0.8 queue queue
               1.4 processing waiting
               1.2 limiter limiter`,
    },
    parts: {
      handlers: { title: t`Handlers`, hue: 'informer', opens: 'indexer' },
      queue: { title: 'queue', hue: 'queue', opens: 'queue' },
      dirty: { title: 'dirty', hue: 'queue', opens: 'queue' },
      processing: { title: 'processing', hue: 'controller', opens: 'queue' },
      waiting: { title: 'waitingForQueue', hue: 'queue', opens: 'queue' },
      limiter: { title: t`Rate limiter`, hue: 'scheduler', opens: 'queue' },
    },
    pipes: {
      add: { from: 'handlers', to: 'queue', says: 'Add' },
      mark: { from: 'handlers', to: 'dirty', says: 'Add' },
      get: { from: 'queue', to: 'processing', says: 'Get' },
      done: { from: 'processing', to: 'queue', says: 'Done' },
      due: { from: 'waiting', to: 'queue', says: t`due` },
      after: { from: 'processing', to: 'waiting', says: 'AddAfter' },
      limit: { from: 'processing', to: 'limiter', says: 'AddRateLimited' },
      when: { from: 'limiter', to: 'waiting', says: 'AddAfter' },
    },
  }),
  scene: (frame) => {
    const state = mapGet(frame.world.queues, queueOf(frame.recording));
    const { queue = [], dirty = [] } = state ?? {};
    return {
      says: saysOf(frame, state),
      parts: {
        handlers: handlersOf(frame),
        queue: holds({ kind: 'queue', chips: queue.map((key) => keyChip('key', key)) }),
        dirty: holds(
          chips(
            dirty.map((key) => keyChip('dirty', key)),
            { empty: t`empty` },
          ),
        ),
        processing: processingOf(frame, state),
        waiting: waitingOf(frame, state),
        limiter: limiterOf(frame, state),
      },
    };
  },
  path: ({ entry, recording }) => {
    const { event } = entry;
    if ('queue' in event && event.queue !== queueOf(recording)) return [];
    return pathOf(event, recording.entries[entry.cause]?.event.kind === 'workqueue.addAfter');
  },
};

const keyChip = (place: string, key: string): Chip => ({
  id: `${place}:${key}`,
  text: lastPart(key),
  hue: 'queue',
});

/** A key's way. `due`: what adds it is that its time has come. */
function pathOf(event: Event, due: boolean): Way {
  const key = 'key' in event ? lastPart(event.key) : '';
  switch (event.kind) {
    case 'workqueue.add':
      if (due)
        return event.merged ? ['waiting', 'dirty'] : [...along('waiting', 'due', 'queue', key), 'dirty'];
      return event.merged
        ? along('handlers', 'mark', 'dirty', key)
        : [...along('handlers', 'add', 'queue', key), { pipe: 'mark', text: key }, 'dirty'];
    case 'workqueue.get':
      return ['dirty', ...along('queue', 'get', 'processing', key)];
    case 'workqueue.done':
      return event.again ? along('processing', 'done', 'queue', key) : ['processing'];
    case 'workqueue.addAfter': {
      const later = `${key} ${inTime(event.delayMs)}`;
      if (event.failures === undefined) return along('processing', 'after', 'waiting', later);
      return [...along('processing', 'limit', 'limiter', key), { pipe: 'when', text: later }, 'waiting'];
    }
    case 'workqueue.forget':
      return along('processing', 'limit', 'limiter', 'Forget');
    case 'store.write':
      return event.program === '' ? [] : ['processing'];
    case 'program.crash':
      return ['queue', 'dirty', 'processing', 'waiting', 'limiter'];
    default:
      return [/^(api|expectations)\./.test(event.kind) ? 'processing' : 'handlers'];
  }
}

const inTime = (ms: number): string =>
  ms < 1000
    ? t`${Math.round(ms)} ms`
    : t`${ms < 10_000 ? Math.round(ms / 100) / 10 : Math.round(ms / 1000)} s`;

/** Who calls Add, and what they said last. */
function handlersOf({ recording, entry }: Frame): Content {
  let at = entry.index;
  while (at > 0 && recording.entries[at]?.event.kind !== 'handler.call') at--;
  const last = recording.entries[at]?.event;
  if (last?.kind !== 'handler.call') return { tone: 'off' };
  const { verb, key, informer } = last;
  return holds(text({ label: splitName(informer).resource, text: `${verb} ${lastPart(key)}` }));
}

/** A worker a row, whether it has a key or not. */
function processingOf({ recording }: Frame, state: QueueState | undefined): Content {
  const held = state ? mapEntries(state.processing) : [];
  const rows = workersOf(recording).map((worker) => ({
    id: worker,
    title: lastPart(worker),
    chips: held
      .filter(([, by]) => by === worker)
      .map(([key]): Chip => ({ ...keyChip('key', key), hue: 'controller', tone: 'busy' })),
  }));
  return holds(groups(rows));
}

/** Clocks that run out, the next first; where there are many, names with their times. */
function waitingOf({ recording, entry }: Frame, state: QueueState | undefined): Content {
  const waiting = (state ? mapEntries(state.waiting) : []).toSorted(([, a], [, b]) => a - b);
  const left = (due: number): number => Math.max(0, due - entry.at);
  const [next] = waiting;
  const clocks = waiting.map(([key, due]) => ({
    label: lastPart(key),
    value: left(due) / (delayOf(recording, key, entry.index)?.delayMs ?? 1),
    text: inTime(left(due)),
  }));
  const names = waiting.map(([key, due]) => ({ ...keyChip('waiting', key), note: inTime(left(due)) }));
  return holds(
    waiting.length > 0 && waiting.length <= mostDials
      ? dials(clocks, radius)
      : chips(names, { empty: t`nothing is put off` }),
    next && text({ label: t`next due at`, text: t`${(next[1] / 1000).toFixed(3)} s` }),
  );
}

/** How often each key has failed, and what is left in the bucket that all keys share. */
function limiterOf(frame: Frame, state: QueueState | undefined): Content {
  const tokens = Math.floor(bucketAt(frame.recording, frame.entry) + 1e-9);
  const failed = (state ? mapEntries(state.failures) : []).map(([key, times]): Chip => ({
    id: `failed:${key}`,
    text: lastPart(key),
    note: t`failed ${times}× · ${inTime(Math.min(5 * 2 ** (times - 1), 1_000_000))}`,
    tone: 'bad',
    means: '',
  }));
  return holds(
    gauge(t`bucket for all keys, 10 a second`, tokens / bucketSize, `${Math.max(0, tokens)}/${bucketSize}`, {
      tone: tokens <= 0 ? 'bad' : undefined,
    }),
    chips(failed, { empty: t`no key has failed` }),
  );
}

function saysOf({ recording }: Frame, state: QueueState | undefined): string {
  if (!state) return t`There is no work queue yet.`;
  const { queue, dirty, processing, waiting } = state;
  const busy = mapEntries(processing).map(([key, worker]) => t`${lastPart(worker)} has ${lastPart(key)}`);
  const who = busy.length === 0 ? t`No worker has a key` : busy.join(', ');
  return workersOf(recording).length === 0
    ? t`${queue.length} keys are queued.`
    : t`${who}; ${queue.length} queued, ${dirty.length} dirty, ${waiting.size} put off.`;
}
