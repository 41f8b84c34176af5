import { t } from '../../../i18n/t.ts';
import type {
  Block,
  Chip,
  Content,
  Frame,
  Hop,
  Picture,
  Plan,
} from '../../../components/picture/description.ts';
import { lastPart, splitName } from '../../../recording/words.ts';
import type { Event } from '../../../runtime/stage/events.ts';
import { mapEntries, mapGet } from '../../../runtime/sim/pmap.ts';
import type { QueueState } from '../../../runtime/subjects/control-loop/world.ts';
import { bucketAt, bucketSize, delayOf, queueOf, workersOf } from './workqueues/queue-story.ts';

const shapes: Plan['shapes'] = {
  wide: `0.7 handlers handlers dirty dirty
         0.75 queue queue queue queue
         1.3 processing processing waiting waiting
         1 limiter limiter limiter limiter`,
  narrow: `0.75 handlers dirty
           0.8 queue queue
           1.4 processing waiting
           1.2 limiter limiter`,
};

/** Dials that fit side by side in the narrow shape. */
const mostDials = 3;

/** One work queue: what is queued, dirty, being processed, and put off until a time; and how often each key has failed. */
export const picture: Picture = {
  plan: () => ({
    shapes,
    parts: {
      handlers: { title: t`Handlers`, hue: 'informer' },
      queue: { title: 'queue', hue: 'queue', opens: 'queue' },
      dirty: { title: 'dirty', hue: 'queue', opens: 'queue' },
      processing: { title: 'processing', hue: 'controller', opens: 'queue' },
      waiting: { title: 'waitForQueue', hue: 'queue', opens: 'queue' },
      limiter: { title: t`Rate limiter`, hue: 'scheduler' },
    },
    pipes: {
      add: { from: 'handlers', to: 'queue', says: 'Add' },
      mark: { from: 'handlers', to: 'dirty' },
      get: { from: 'queue', to: 'processing', says: 'Get' },
      done: { from: 'processing', to: 'queue', says: 'Done' },
      due: { from: 'waiting', to: 'queue', says: t`due` },
      limit: { from: 'processing', to: 'limiter', says: t`put off` },
      after: { from: 'limiter', to: 'waiting', says: 'AddAfter' },
    },
  }),
  scene: (frame) => {
    const state = mapGet(frame.world.queues, queueOf(frame.recording));
    return {
      says: saysOf(frame, state),
      parts: {
        handlers: handlersOf(frame),
        queue: {
          blocks: [{ kind: 'queue', chips: (state?.queue ?? []).map((key) => keyChip('key', key)) }],
        },
        dirty: {
          blocks: [{ kind: 'chips', chips: (state?.dirty ?? []).map((key) => keyChip('dirty', key)) }],
        },
        processing: processingOf(frame, state),
        waiting: waitingOf(frame, state),
        limiter: limiterOf(frame, state),
      },
    };
  },
  path: ({ entry, recording }) =>
    pathOf(
      entry.event,
      queueOf(recording),
      recording.entries[entry.cause]?.event.kind === 'workqueue.addAfter',
    ),
};

const keyChip = (place: string, key: string): Chip => ({
  id: `${place}:${key}`,
  text: lastPart(key),
  hue: 'queue',
});

/** A key's way. `due`: what adds it is that its time has come. */
function pathOf(event: Event, name: string, due: boolean): readonly (string | Hop)[] {
  if ('queue' in event && event.queue !== name) return [];
  switch (event.kind) {
    case 'workqueue.add': {
      const text = lastPart(event.key);
      if (due)
        return event.merged ? ['waiting', 'dirty'] : ['waiting', { pipe: 'due', text }, 'queue', 'dirty'];
      return event.merged
        ? ['handlers', { pipe: 'mark', text }, 'dirty']
        : ['handlers', { pipe: 'add', text }, 'queue', { pipe: 'mark', text }, 'dirty'];
    }
    case 'workqueue.get':
      return ['dirty', 'queue', { pipe: 'get', text: lastPart(event.key) }, 'processing'];
    case 'workqueue.done':
      return event.again
        ? ['processing', { pipe: 'done', text: lastPart(event.key) }, 'queue']
        : ['processing'];
    case 'workqueue.addAfter': {
      const text = `${lastPart(event.key)} ${inTime(event.delayMs)}`;
      const there = event.failures === undefined ? [] : ['limiter'];
      return [
        'processing',
        { pipe: 'limit', text: lastPart(event.key) },
        ...there,
        { pipe: 'after', text },
        'waiting',
      ];
    }
    case 'workqueue.forget':
      return ['processing', { pipe: 'limit', text: 'Forget' }, 'limiter'];
    case 'api.request':
    case 'api.error':
    case 'api.throttle':
    case 'expectations.check':
    case 'expectations.change':
      return ['processing'];
    case 'store.write':
      return event.program === '' ? [] : ['processing'];
    case 'program.crash':
      return ['queue', 'dirty', 'processing', 'waiting', 'limiter'];
    default:
      return ['handlers'];
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
  return {
    blocks: [
      {
        kind: 'lines',
        lines: [{ label: splitName(informer).resource, text: `${verb} ${lastPart(key)}` }],
      },
    ],
  };
}

/** A worker a row, whether it has a key or not. */
function processingOf({ recording }: Frame, state: QueueState | undefined): Content {
  const held = state ? mapEntries(state.processing) : [];
  return {
    blocks: [
      {
        kind: 'groups',
        groups: workersOf(recording).map((worker) => {
          const chips = held
            .filter(([, by]) => by === worker)
            .map(([key]): Chip => ({ ...keyChip('key', key), hue: 'controller', tone: 'busy' }));
          return { id: worker, title: lastPart(worker), chips };
        }),
      },
    ],
  };
}

/** Clocks that run out, the next first; where there are many, names with their times. */
function waitingOf({ recording, entry }: Frame, state: QueueState | undefined): Content {
  const waiting = (state ? mapEntries(state.waiting) : []).toSorted(([, a], [, b]) => a - b);
  const left = (due: number): number => Math.max(0, due - entry.at);
  const block: Block =
    waiting.length > 0 && waiting.length <= mostDials
      ? {
          kind: 'dials',
          dials: waiting.map(([key, due]) => ({
            label: lastPart(key),
            value: left(due) / (delayOf(recording, key, entry.index)?.delayMs ?? 1),
            text: inTime(left(due)),
          })),
        }
      : {
          kind: 'chips',
          empty: t`nothing is put off`,
          chips: waiting.map(([key, due]) => ({ ...keyChip('waiting', key), note: inTime(left(due)) })),
        };
  return { blocks: [block] };
}

/** How often each key has failed, and what is left in the bucket that all keys share. */
function limiterOf(frame: Frame, state: QueueState | undefined): Content {
  const tokens = Math.floor(bucketAt(frame.recording, frame.entry) + 1e-9);
  const failures = state ? mapEntries(state.failures) : [];
  return {
    blocks: [
      {
        kind: 'gauge',
        label: t`bucket for all keys, 10 a second`,
        text: `${Math.max(0, tokens)}/${bucketSize}`,
        value: tokens / bucketSize,
        ...(tokens <= 0 && { tone: 'bad' as const }),
      },
      {
        kind: 'chips',
        empty: t`no key has failed`,
        chips: failures.map(([key, times]) => ({
          id: `failed:${key}`,
          text: lastPart(key),
          note: t`failed ${times}× · ${inTime(Math.min(5 * 2 ** (times - 1), 1_000_000))}`,
          tone: 'bad',
        })),
      },
    ],
  };
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
