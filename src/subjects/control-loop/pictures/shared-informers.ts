import { t } from '../../../i18n/t.ts';
import type { Chip, Content, Frame, Hop, Picture } from '../../../components/picture/description.ts';
import type { Cell } from '../../../components/picture/blocks/board.tsx';
import type { Group } from '../../../components/picture/blocks/groups.tsx';
import { memoize } from '../../../recording/memoize.ts';
import type { Recording } from '../../../recording/recording.ts';
import { lastPart, splitName } from '../../../recording/words.ts';
import { mapEntries, mapGet } from '../../../runtime/sim/pmap.ts';
import { chipsOf, countedIn, deltaChips, rowsOf } from '../picture-data.ts';

/** The program whose informers are looked at, and the resources for which it ever has one, in order, `main` first. */
const informersOf = memoize((recording: Recording) => {
  const names = new Set<string>();
  for (const { event } of recording.entries)
    if (event.kind === 'reflector.list' || event.kind === 'fifo.add') names.add(event.informer);
  const [first = ''] = names;
  const all = [...names].map(splitName);
  const { program } = splitName(first);
  const main = countedIn(recording);
  const resources = all.filter((one) => one.program === program).map(({ resource }) => resource);
  return {
    program,
    main,
    resources: resources.sort((a, b) => Number(b === main) - Number(a === main) || (a < b ? -1 : 1)),
  };
});

/** One watch for each resource, one cache, and a buffer for each handler: what a factory shares. */
export const picture: Picture = {
  blocks: ['board', 'chips', 'groups', 'slots'],
  plan: () => ({
    shapes: {
      wide: `1 server server fifo fifo indexer indexer
             1.35 factory factory listeners listeners listeners queue`,
      narrow: `0.95 server factory
               1 fifo indexer
               1.1 listeners listeners
               0.6 queue queue`,
    },
    tall: 620,
    parts: {
      server: { title: t`API server`, hue: 'api', opens: 'store' },
      factory: { title: t`Factory`, hue: 'informer' },
      fifo: { title: 'DeltaFIFO', hue: 'queue', opens: 'fifo' },
      indexer: { title: 'Indexer', hue: 'informer', opens: 'indexer' },
      listeners: { title: 'sharedProcessor', hue: 'informer' },
      queue: { title: t`Work queue`, hue: 'controller', opens: 'queue' },
    },
    pipes: {
      watch: { from: 'server', to: 'fifo' },
      write: { from: 'fifo', to: 'indexer' },
      resync: { from: 'indexer', to: 'fifo', dashed: true },
      distribute: { from: 'fifo', to: 'listeners', says: 'distribute' },
      add: { from: 'listeners', to: 'queue', says: 'Add' },
    },
  }),
  scene: (frame) => ({
    says: saysOf(frame),
    parts: {
      server: serverOf(frame),
      factory: factoryOf(frame),
      fifo: {
        blocks: [
          {
            kind: 'groups',
            groups: informersOf(frame.recording).resources.map((one) => deltasOf(frame, one)),
          },
        ],
      },
      indexer: {
        blocks: [
          {
            kind: 'groups',
            groups: informersOf(frame.recording).resources.map((one) => cacheOf(frame, one)),
          },
        ],
      },
      listeners: listenersOf(frame),
      queue: queueOf(frame),
    },
  }),
  path: pathOf,
};

function pathOf({ entry: { event }, recording }: Frame): readonly (string | Hop)[] {
  const { program } = informersOf(recording);
  if ('watch' in event && splitName(event.watch).program !== program) return [];
  switch (event.kind) {
    case 'startup':
    case 'program.start':
      return ['factory'];
    case 'program.crash':
      return ['factory', 'fifo', 'indexer', 'listeners', 'queue'];
    case 'watch.event':
    case 'watch.lost':
      return [
        'server',
        {
          pipe: 'watch',
          text: `${event.type} ${lastPart(event.key)}`,
          ...(event.kind === 'watch.lost' && { tone: 'bad' as const }),
        },
        'fifo',
      ];
    case 'reflector.list':
      return [
        'server',
        { pipe: 'watch', text: `${event.count} ${splitName(event.informer).resource}` },
        'fifo',
      ];
    case 'watch.open':
    case 'watch.close':
    case 'reflector.error':
      return ['server', { pipe: 'watch' }, 'fifo'];
    case 'reflector.resync':
      return ['indexer', { pipe: 'resync', text: 'Sync' }, 'fifo'];
    case 'fifo.add':
      return event.delta === 'Sync'
        ? ['indexer', { pipe: 'resync', text: lastPart(event.key) }, 'fifo']
        : ['fifo'];
    case 'fifo.pop':
      return ['fifo', { pipe: 'distribute', text: lastPart(event.key) }, 'listeners'];
    case 'indexer.write':
      return ['fifo', { pipe: 'write', text: `${event.verb} ${lastPart(event.key)}` }, 'indexer'];
    case 'handler.call':
      return ['listeners'];
    case 'workqueue.add':
      return ['listeners', { pipe: 'add', text: lastPart(event.key) }, 'queue'];
    case 'workqueue.get':
    case 'workqueue.done':
    case 'workqueue.addAfter':
    case 'workqueue.forget':
    case 'expectations.check':
    case 'expectations.change':
      return ['queue'];
    default:
      return ['server'];
  }
}

/** What is stored of the resources that the program has informers of. */
function serverOf({ world, recording }: Frame): Content {
  const { resources } = informersOf(recording);
  const keys = mapEntries(world.store.objects).map(([key]) => key);
  return {
    note: t`stored`,
    blocks: [
      {
        kind: 'groups',
        groups: resources.map((resource) => ({
          id: resource,
          title: resource,
          chips: [
            {
              id: `store:${resource}`,
              text: String(keys.filter((key) => key.startsWith(`${resource}/`)).length),
              hue: 'api' as const,
            },
          ],
        })),
      },
    ],
  };
}

/** Which informers were asked for, which run, and which have synced. */
function factoryOf({ world, recording }: Frame): Content {
  const { program } = informersOf(recording);
  const typed = rowsOf(world, `${program}/informers`).map(({ name, cells: [, ...state] }) => ({
    name,
    state,
  }));
  // What has metadata only does not say whether it has synced.
  const others = rowsOf(world, `${program}/metadata-informers`).map(({ name, cells: [runs = ''] }) => ({
    name,
    state: [runs, runs],
  }));
  const cells = [...typed, ...others].map(({ name, state: [runs, synced] }): Cell => {
    if (runs !== 'yes') return { id: name, text: name, tone: 'off', means: t`not started` };
    return synced === 'yes'
      ? { id: name, text: name, tone: 'good', means: t`has synced` }
      : { id: name, text: name, tone: 'wait', means: t`runs` };
  });
  return { blocks: [{ kind: 'board', cells }] };
}

const deltasOf = ({ world, recording }: Frame, resource: string): Group => ({
  id: resource,
  title: resource,
  chips: deltaChips(world, `${informersOf(recording).program}/${resource}`),
});

function cacheOf({ world, recording }: Frame, resource: string): Group {
  const name = `${informersOf(recording).program}/${resource}`;
  const chips = chipsOf(mapGet(world.indexers, name), { place: `cache:${resource}`, hue: 'informer' });
  return { id: resource, title: resource, chips };
}

/** So many places a buffer is drawn with: it begins with room for 1,024 and grows. */
const places = 16;
const mostListeners = 4;

/** A buffer for each handler. Of many listeners those that hold something, or were just told, are shown. */
function listenersOf({ world, recording, entry: { event } }: Frame): Content {
  const { program, main } = informersOf(recording);
  const rows = rowsOf(world, `${program}/listeners`);
  const told = event.kind === 'handler.call' ? splitName(event.informer).resource : main;
  const weight = ({ name, cells }: (typeof rows)[0]): number =>
    (cells[0] === '0' ? 0 : 2) + (name.startsWith(`${told}/`) ? 1 : 0);
  const shown = new Set(rows.toSorted((a, b) => weight(b) - weight(a)).slice(0, mostListeners));
  return {
    note: t`${rows.length} listeners`,
    blocks: [
      {
        kind: 'slots',
        slots: rows
          .filter((row) => shown.has(row))
          .map(({ name, cells: [waiting = '0', , count = '0'] }) => ({
            id: name,
            title: name,
            filled: Math.min(places, Number(waiting)),
            of: places,
            note: t`${waiting} wait, ${count} told`,
            ...(waiting !== '0' && { tone: 'wait' as const }),
          })),
      },
    ],
  };
}

/** Keys that handlers have added, in any work queue of the program. */
function queueOf({ world }: Frame): Content {
  const chips = mapEntries(world.queues).flatMap(([name, { queue, processing }]) => [
    ...queue.map((key): Chip => ({ id: `key:${name}:${key}`, text: lastPart(key), hue: 'queue' })),
    ...mapEntries(processing).map(([key]): Chip => ({
      id: `key:${name}:${key}`,
      text: lastPart(key),
      hue: 'controller',
      tone: 'busy',
    })),
  ]);
  return { blocks: [{ kind: 'chips', chips, empty: t`nothing waits` }] };
}

function saysOf({ world, recording }: Frame): string {
  const { program, resources } = informersOf(recording);
  const [first = ''] = resources;
  const cached = mapGet(world.indexers, `${program}/${first}`)?.size ?? 0;
  const stored = mapEntries(world.store.objects).filter(([key]) => key.startsWith(`${first}/`)).length;
  const listeners = rowsOf(world, `${program}/listeners`);
  const waiting = listeners.reduce((sum, { cells }) => sum + Number(cells[0] ?? 0), 0);
  const what = t`${first}: ${stored} stored, ${cached} in the cache, for ${listeners.length} listeners.`;
  return waiting === 0 ? what : t`${what} Notifications in buffers: ${waiting}.`;
}
