import { t } from '../../../i18n/t.ts';
import { board, groups, holds } from '../../../components/picture/content.ts';
import type { Chip, Content, Frame, Picture, Tone } from '../../../components/picture/description.ts';
import { type Way, along } from '../../../components/picture/ways.ts';
import { serverWay } from '../../api/server-way.ts';
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
  blocks: ['board', 'groups'],
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
        ...(queues && { queues: { title: t`Work queues`, hue: 'queue', opens: 'queue' } as const }),
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
  path: pathOf,
};

function pathOf({ entry: { event } }: Frame): Way {
  if (event.kind === 'watch.event') return along('store', 'tells', 'programs', lastPart(event.key));
  if (event.kind === 'reflector.list') return along('store', 'tells', 'programs', 'list');
  const way = serverWay(event, 'programs', 'asks', 'store');
  if (way) return way;
  return [
    event.kind.startsWith('store.') ? 'store' : event.kind.startsWith('workqueue.') ? 'queues' : 'programs',
  ];
}

function programsOf({ world }: Frame): Content {
  const cells = mapEntries(world.programs).map(([name, { state }]) => ({
    id: name,
    text: programWords(name),
    tone: tones[state],
    means: stateWords(state),
  }));
  return holds(board(cells, { least: 150 }));
}

/** Runs without an API server have no store. */
function storeOf({ world, recording }: Frame): { readonly store?: Content } {
  if (!hasStore(recording)) return {};
  const byResource = new Map<string, Chip[]>();
  for (const [key] of mapEntries(world.store.objects)) {
    const resource = key.slice(0, key.indexOf('/'));
    const namespace = key.split('/').slice(1, -1).join('/');
    const note = namespace === '' || namespace === 'default' ? undefined : namespace;
    const chip: Chip = { id: `store:${key}`, text: lastPart(key), hue: 'api', note };
    const there = byResource.get(resource);
    if (there) there.push(chip);
    else byResource.set(resource, [chip]);
  }
  const all = [...byResource].map(([resource, chips]) => ({
    id: resource,
    title: objectWords(resource, resource),
    note: String(chips.length),
    chips,
  }));
  const note = t`revision ${world.store.revision}`;
  return { store: { note, ...holds(groups(all, { empty: t`nothing is stored` })) } };
}

/** The queue that an event is of. */
const queueOf = (event: object): unknown => ('queue' in event ? event.queue : undefined);

function queuesOf({ world, recording, entry: { event } }: Frame): { readonly queues?: Content } {
  if (!hasQueues(recording)) return {};
  const all = mapEntries(world.queues).map(([name, { queue, processing }]) => ({
    id: name,
    title: name,
    lit: queueOf(event) === name,
    chips: [
      ...queue.map((key): Chip => ({ id: `queue:${name}:${key}`, text: lastPart(key), hue: 'queue' })),
      ...mapEntries(processing).map(([key]): Chip => ({
        id: `work:${name}:${key}`,
        text: lastPart(key),
        hue: 'controller',
        tone: 'busy',
      })),
    ],
  }));
  return { queues: holds(groups(all, { empty: t`no work queue yet` })) };
}
