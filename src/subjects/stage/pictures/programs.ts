import { t } from '../../../i18n/t.ts';
import type { Chip, Content, Frame, Hop, Picture, Tone } from '../../../components/picture/description.ts';
import { memoize } from '../../../recording/memoize.ts';
import type { Recording } from '../../../recording/recording.ts';
import { objectWords, lastPart, programWords } from '../../../recording/words.ts';
import { mapEntries } from '../../../runtime/sim/pmap.ts';
import type { ProgramState } from '../../../runtime/stage/world.ts';

const tones: Readonly<Record<ProgramState['state'], Tone>> = {
  idle: 'off',
  running: 'good',
  paused: 'wait',
  ended: 'bad',
};

const stateWords = (state: ProgramState['state']): string =>
  ({ idle: t`not started`, running: t`runs`, paused: t`stands still`, ended: t`has ended` })[state];

const hasStore = ({ subjects }: Recording): boolean => subjects.includes('api');
const hasQueues = memoize(({ entries }: Recording) =>
  entries.some(({ event }) => event.kind.startsWith('workqueue.')),
);

/** Any run: which programs run, what the API server stores, and what waits in work queues. */
export const picture: Picture = {
  blocks: ['groups', 'table'],
  plan: (recording) => {
    const stores = hasStore(recording);
    const queues = hasQueues(recording);
    const below = queues ? 'queues' : 'programs';
    return {
      shapes: {
        wide: stores
          ? `${queues ? 1 : 1.2} programs programs store store
             ${queues ? 2.4 : 1} ${below} ${below} store store`
          : `1 programs
             1 ${below}`,
        narrow: stores
          ? `${queues ? '1.6 queues' : ''}
             ${queues ? 0.8 : 1} programs
             1.5 store`
          : `1 programs
             1 ${below}`,
      },
      parts: {
        programs: { title: t`Programs`, hue: 'controller', opens: 'goroutines' },
        ...(stores && { store: { title: t`API server`, hue: 'api', opens: 'store' } as const }),
        ...(queues && { queues: { title: t`Work queues`, hue: 'queue' } as const }),
      },
      pipes: {
        ...(stores && { asks: { from: 'programs', to: 'store', says: t`asks` } }),
        ...(stores && { tells: { from: 'store', to: 'programs', says: t`tells` } }),
      },
    };
  },
  scene(frame) {
    const { programs } = frame.world;
    const running = mapEntries(programs).filter(([, { state }]) => state === 'running').length;
    return {
      says: t`${running} of ${programs.size} programs run.`,
      parts: { programs: programsOf(frame), ...storeOf(frame), ...queuesOf(frame) },
    };
  },
  path({ entry: { event } }): readonly (string | Hop)[] {
    switch (event.kind) {
      case 'api.request':
        return ['programs', { pipe: 'asks', text: event.verb }, 'store'];
      case 'api.error':
        return ['store', { pipe: 'asks', text: String(event.code), reverse: true, tone: 'bad' }, 'programs'];
      case 'store.write':
      case 'store.compact':
        return ['store'];
      case 'watch.event':
      case 'reflector.list':
        return ['store', { pipe: 'tells', text: 'key' in event ? lastPart(event.key) : '' }, 'programs'];
      case 'workqueue.add':
      case 'workqueue.addAfter':
      case 'workqueue.get':
      case 'workqueue.done':
      case 'workqueue.forget':
        return ['queues'];
      default:
        return ['programs'];
    }
  },
};

function programsOf({ world }: Frame): Content {
  return {
    blocks: [
      {
        kind: 'table',
        columns: [t`Program`, t`State`],
        widths: [2, 1],
        lines: mapEntries(world.programs).map(([name, { state }]) => ({
          id: name,
          cells: [programWords(name), stateWords(state)],
          tone: tones[state],
        })),
      },
    ],
  };
}

/** Runs without an API server have no store. */
function storeOf({ world, recording }: Frame): { readonly store?: Content } {
  if (!hasStore(recording)) return {};
  const byResource = new Map<string, Chip[]>();
  for (const [key] of mapEntries(world.store.objects)) {
    const resource = key.slice(0, key.indexOf('/'));
    const chips = byResource.get(resource) ?? [];
    const namespace = key.split('/').slice(1, -1).join('/');
    const note = namespace === '' || namespace === 'default' ? {} : { note: namespace };
    chips.push({ id: `store:${key}`, text: lastPart(key), hue: 'api', ...note });
    byResource.set(resource, chips);
  }
  const content: Content = {
    note: t`revision ${world.store.revision}`,
    blocks: [
      {
        kind: 'groups',
        empty: t`nothing is stored`,
        groups: [...byResource].map(([resource, chips]) => ({
          id: resource,
          title: objectWords(resource, resource),
          note: String(chips.length),
          chips,
        })),
      },
    ],
  };
  return { store: content };
}

/** The queue that an event is of. */
const queueOf = (event: object): unknown => ('queue' in event ? event.queue : undefined);

function queuesOf({ world, recording, entry: { event } }: Frame): { readonly queues?: Content } {
  if (!hasQueues(recording)) return {};
  const content: Content = {
    blocks: [
      {
        kind: 'groups',
        empty: t`no work queue yet`,
        groups: mapEntries(world.queues).map(([name, queue]) => ({
          id: name,
          title: name,
          lit: queueOf(event) === name,
          chips: [
            ...queue.queue.map((key) => ({
              id: `queue:${name}:${key}`,
              text: lastPart(key),
              hue: 'queue' as const,
            })),
            ...mapEntries(queue.processing).map(([key]) => ({
              id: `work:${name}:${key}`,
              text: lastPart(key),
              hue: 'controller' as const,
              tone: 'busy' as const,
            })),
          ],
        })),
      },
    ],
  };
  return { queues: content };
}
