import { t } from '../../../i18n/t.ts';
import { across } from '../../../components/picture/areas.ts';
import { board, chips, groups, holds, slots, text } from '../../../components/picture/content.ts';
import type { Chip, Content, Frame, Picture, Tone } from '../../../components/picture/description.ts';
import type { Cell } from '../../../components/picture/blocks/board.tsx';
import { type Way, along } from '../../../components/picture/ways.ts';
import { memoize } from '../../../recording/memoize.ts';
import type { Recording } from '../../../recording/recording.ts';
import { lastPart, splitName } from '../../../recording/words.ts';
import { podCountLabel } from '../../../runtime/demo/pod-count.ts';
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
  blocks: ['board', 'chips', 'groups', 'lines', 'slots'],
  plan: () => ({
    shapes: {
      wide: `1 ${across('server', 4)} . ${across('fifo', 4)} . ${across('indexer', 4)}
             1.35 ${across('factory', 4)} . ${across('listeners', 5)} . ${across('queue', 3)}`,
      narrow: `0.9 server factory
               0.9 fifo indexer
               1.25 listeners listeners
               0.6 queue queue`,
    },
    tall: 620,
    parts: {
      server: { title: t`API server`, hue: 'api', opens: 'store' },
      factory: { title: t`Factory`, hue: 'informer', opens: 'state' },
      fifo: { title: 'DeltaFIFO', hue: 'queue', opens: 'fifo' },
      indexer: { title: 'Indexer', hue: 'informer', opens: 'indexer' },
      listeners: { title: 'sharedProcessor', hue: 'informer', opens: 'state' },
      queue: { title: t`Work queue`, hue: 'controller', opens: 'queue' },
    },
    pipes: {
      watch: { from: 'server', to: 'fifo', says: 'watch' },
      write: { from: 'fifo', to: 'indexer', says: 'Pop' },
      resync: { from: 'indexer', to: 'fifo', dashed: true, says: 'Resync' },
      distribute: { from: 'fifo', to: 'listeners', says: 'distribute' },
      add: { from: 'listeners', to: 'queue', says: 'Add' },
    },
  }),
  scene: (frame) => {
    const { world } = frame;
    const { program, resources } = informersOf(frame.recording);
    const each = (chipsIn: (resource: string, name: string) => readonly Chip[]): Content =>
      holds(
        groups(resources.map((one) => ({ id: one, title: one, chips: chipsIn(one, `${program}/${one}`) }))),
      );
    return {
      says: saysOf(frame),
      parts: {
        server: serverOf(frame),
        factory: factoryOf(frame),
        fifo: each((_, name) => deltaChips(world, name)),
        indexer: each((one, name) =>
          chipsOf(mapGet(world.indexers, name), { place: `cache:${one}`, hue: 'informer' }),
        ),
        listeners: listenersOf(frame),
        queue: queueOf(frame),
      },
    };
  },
  path: pathOf,
};

function pathOf({ entry: { event }, recording }: Frame): Way {
  const { program } = informersOf(recording);
  if ('watch' in event && splitName(event.watch).program !== program) return [];
  switch (event.kind) {
    case 'startup':
    case 'program.start':
      return ['factory'];
    case 'program.crash':
      return ['factory', 'fifo', 'indexer', 'listeners', 'queue'];
    case 'watch.event':
      return along('server', 'watch', 'fifo', `${event.type} ${lastPart(event.key)}`);
    case 'watch.lost':
      return along('server', 'watch', 'fifo', `${event.type} ${lastPart(event.key)}`, 'bad');
    case 'reflector.list':
      return along('server', 'watch', 'fifo', `${event.count} ${splitName(event.informer).resource}`);
    case 'watch.open':
    case 'watch.close':
    case 'reflector.error':
      return along('server', 'watch', 'fifo');
    case 'reflector.resync':
      return along('indexer', 'resync', 'fifo', 'Sync');
    case 'fifo.add':
      return event.delta === 'Sync' ? along('indexer', 'resync', 'fifo', lastPart(event.key)) : ['fifo'];
    case 'fifo.pop':
      return along('fifo', 'distribute', 'listeners', lastPart(event.key));
    case 'indexer.write':
      return along('fifo', 'write', 'indexer', `${event.verb} ${lastPart(event.key)}`);
    case 'handler.call':
      return ['listeners'];
    case 'workqueue.add':
      return along('listeners', 'add', 'queue', lastPart(event.key));
    default:
      return [/^(workqueue|expectations)\./.test(event.kind) ? 'queue' : 'server'];
  }
}

const watchTones: Readonly<Record<string, Tone>> = { open: 'good', cut: 'bad' };

/** What is stored of the resources that the program has informers of, with the one watch of each; and what came of it. */
function serverOf({ world, recording }: Frame): Content {
  const { program, resources } = informersOf(recording);
  const objects = mapEntries(world.store.objects);
  const rows = resources.map((resource) => {
    const stored = objects.filter(([key]) => key.startsWith(`${resource}/`)).length;
    const tone = watchTones[mapGet(world.watches, `${program}/${resource}`)?.state ?? ''] ?? 'off';
    const means = tone === 'good' ? t`one watch` : t`no watch`;
    const chip: Chip = { id: `store:${resource}`, text: String(stored), hue: 'api', tone, means };
    return { id: resource, title: resource, chips: [chip] };
  });
  const labels = objects.flatMap(([key, { metadata }]) => {
    const label = metadata.labels?.[podCountLabel];
    return label === undefined ? [] : [{ label: t`label of ${lastPart(key)}`, text: label }];
  });
  return holds(groups(rows), labels.length > 0 && text(...labels));
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
  return holds(board(cells));
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
  const buffers = rows
    .filter((row) => shown.has(row))
    .map(({ name, cells: [waiting = '0', , count = '0'] }) => ({
      id: name,
      title: name,
      filled: Math.min(places, Number(waiting)),
      of: places,
      note: t`${waiting} wait, ${count} delivered`,
      tone: waiting === '0' ? undefined : ('wait' as const),
    }));
  const more = rows.length - shown.size;
  return { note: t`${rows.length} listeners`, ...holds(slots(buffers), more > 0 && text(t`+${more} more`)) };
}

/** Keys that handlers have added, in any work queue of the program. */
function queueOf({ world }: Frame): Content {
  const keys = mapEntries(world.queues).flatMap(([name, { queue, processing }]) => [
    ...queue.map((key): Chip => ({ id: `key:${name}:${key}`, text: lastPart(key), hue: 'queue' })),
    ...mapEntries(processing).map(([key]): Chip => ({
      id: `key:${name}:${key}`,
      text: lastPart(key),
      hue: 'controller',
      tone: 'busy',
    })),
  ]);
  return holds(chips(keys, { empty: t`nothing waits` }));
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
