import { t } from '../../../i18n/t.ts';
import { chips, groups, holds, text } from '../../../components/picture/content.ts';
import type { Chip, Content, Frame, Hue, Picture } from '../../../components/picture/description.ts';
import { type Way, along, back } from '../../../components/picture/ways.ts';
import { memoize } from '../../../recording/memoize.ts';
import type { Recording } from '../../../recording/recording.ts';
import { countOf, lastPart, splitName } from '../../../recording/words.ts';
import type { World } from '../../../runtime/stage/world.ts';
import { mapEntries, mapGet } from '../../../runtime/sim/pmap.ts';
import type { DeltaType } from '../../../runtime/subjects/control-loop/events.ts';
import type { InformerState } from '../../../runtime/subjects/control-loop/world.ts';
import { type Around, aroundOf } from './delta-fifo/fifo-around.ts';
import { cellOf, chipsOf, firstInformer, reflectorTone, reflectorWords, rowsOf } from '../picture-data.ts';

const hueOf = (type: DeltaType): Hue =>
  type === 'Deleted' ? 'kubelet' : type.startsWith('Replaced') ? 'api' : 'informer';

const inOrderOf = memoize(({ entries }: Recording) =>
  entries.some(({ event }) => event.kind === 'fifo.add' && event.inOrder === true),
);

/** False where others may add to the queue while an item of it is worked on. */
const locksOf = memoize((recording: Recording) =>
  recording.entries.some(({ world }) => holderIn(world, recording) !== undefined),
);

const programOf = (recording: Recording): string => splitName(firstInformer(recording)).program;

/** A slow consumer before its queue: deltas by key, or one after the other, who has the lock, and who waits for it. */
export const picture: Picture = {
  blocks: ['chips', 'groups', 'lines', 'queue'],
  plan: (recording) => ({
    shapes: {
      wide: `0.8 server server . reflector reflector
             1.2 process process fifo fifo fifo
             1.1 known known fifo fifo fifo`,
      narrow: `0.55 server server
               0.6 reflector reflector
               1.9 fifo fifo
               1.1 process known`,
    },
    tall: 640,
    parts: {
      server: { title: t`API server`, hue: 'api', opens: 'store' },
      reflector: { title: t`Reflector`, hue: 'informer', opens: 'watch' },
      fifo: { title: inOrderOf(recording) ? 'RealFIFO' : 'DeltaFIFO', hue: 'queue', opens: 'fifo' },
      process: { title: 'Pop(process)', hue: 'controller', opens: 'goroutines' },
      known: { title: inOrderOf(recording) ? t`Ledger` : 'knownObjects', hue: 'informer', opens: 'indexer' },
    },
    pipes: {
      list: { from: 'server', to: 'reflector', says: 'list' },
      watch: { from: 'server', to: 'reflector', says: 'watch' },
      add: { from: 'reflector', to: 'fifo', says: 'Add' },
      pop: { from: 'fifo', to: 'process', says: 'Pop' },
      write: { from: 'process', to: 'known' },
      compare: { from: 'known', to: 'fifo', dashed: true },
    },
  }),
  scene: (frame) => ({
    says: saysOf(frame),
    parts: {
      server: holds(
        chips(chipsOf(frame.world.store.objects, { prefix: 'pods/', place: 'store', hue: 'api' })),
      ),
      reflector: reflectorOf(frame),
      fifo: fifoOf(frame),
      process: processOf(frame),
      known: holds(chips(knownOf(frame), { empty: t`nothing so far` })),
    },
  }),
  path: pathOf,
};

function pathOf({ entry, recording }: Frame): Way {
  const { event, index } = entry;
  switch (event.kind) {
    case 'act':
      return event.act.kind === 'cut-watch' ? [{ pipe: 'watch', tone: 'bad' }, 'reflector'] : ['server'];
    case 'store.write':
    case 'store.compact':
      return ['server'];
    case 'api.request':
      return back('reflector', event.verb === 'list' ? 'list' : 'watch', 'server', event.verb);
    case 'api.error':
      return along('server', 'list', 'reflector', String(event.code), 'bad');
    case 'reflector.list':
      return along('server', 'list', 'reflector', countOf(event.count, 'pod'));
    case 'watch.event':
      return along('server', 'watch', 'reflector', `${event.type} ${lastPart(event.key)}`);
    case 'fifo.add': {
      const hop = { pipe: 'add', text: `${event.delta} ${lastPart(event.key)}` };
      const compared = aroundOf(recording)[index]?.missing && !inOrderOf(recording);
      return compared ? ['reflector', hop, 'known', { pipe: 'compare' }, 'fifo'] : ['reflector', hop, 'fifo'];
    }
    case 'fifo.pop':
      return along('fifo', 'pop', 'process', lastPart(event.key));
    case 'indexer.write':
      return along('process', 'write', 'known', `${event.verb} ${lastPart(event.key)}`);
    case 'program.output':
      return back('process', 'pop', 'fifo', undefined, 'bad');
    default:
      return ['reflector'];
  }
}

const informerOf = ({ world, recording }: Frame): Partial<InformerState> =>
  mapGet(world.informers, firstInformer(recording)) ?? {};

const knownOf = ({ world, recording }: Frame): readonly Chip[] =>
  chipsOf(mapGet(world.indexers, firstInformer(recording)), { place: 'known', hue: 'informer' });

/** Who holds the lock of the queue; undefined where nobody does. */
function holderIn(world: World, recording: Recording): string | undefined {
  const holder = cellOf(world, `${programOf(recording)}/lock`, 'Who has the lock?');
  return holder === '' || holder === 'none' ? undefined : holder;
}
const holderOf = ({ world, recording }: Frame): string | undefined => holderIn(world, recording);

/** What is being worked on. */
function takenAt(frame: Frame): Around['taken'] {
  if (locksOf(frame.recording) && holderOf(frame) === undefined) return undefined;
  return aroundOf(frame.recording)[frame.entry.index]?.taken;
}

/** The lock goes from the queue to who works on an item of it. */
const lock = (note: string): Chip => ({
  id: 'lock',
  text: 'lock',
  note,
  hue: 'scheduler',
  tone: 'lock',
  means: '',
});

function reflectorOf(frame: Frame): Content {
  const { reflector = 'idle' } = informerOf(frame);
  const { waits } = aroundOf(frame.recording)[frame.entry.index] ?? { waits: [] };
  const waiter = cellOf(frame.world, `${programOf(frame.recording)}/lock`, 'Who waits for it?');
  const waiting: readonly Chip[] = [
    ...(waiter === 'reflector: a list'
      ? [{ id: 'waits:list', text: t`the list`, tone: 'wait' as const }]
      : []),
    ...waits.map(({ type, key, revision }) => ({
      id: `waits:${revision}`,
      text: lastPart(key),
      note: type,
      hue: 'informer' as const,
      tone: 'wait' as const,
    })),
  ];
  const stuck = waiting.length > 0 && holderOf(frame) !== undefined;
  return {
    note: reflectorWords(reflector),
    tone: reflectorTone[reflector],
    ...holds(chips(waiting), stuck && text({ text: t`waits for the lock`, tone: 'wait' })),
  };
}

function fifoOf(frame: Frame): Content {
  const { queue = [], deltas, synced = false } = informerOf(frame);
  const lists = deltas ? mapEntries(deltas).sort(([a], [b]) => (a < b ? -1 : 1)) : [];
  const free = holderOf(frame) === undefined ? [lock(t`free`)] : [];
  const held = chips(free, { empty: t`Pop has the lock` });
  const note = synced ? t`HasSynced: yes` : t`HasSynced: not yet`;
  if (inOrderOf(frame.recording)) {
    const items = inOrderChips(frame, queue);
    return { note, ...holds(held, chips(items, { label: 'items', empty: t`nothing waits` })) };
  }
  const keys = queue.map((key) => ({ id: `key:${key}`, text: lastPart(key), hue: 'queue' as const }));
  const items = lists.map(([key, types]) => ({
    id: key,
    title: lastPart(key),
    chips: types.map((type, i) => ({ id: `delta:${key}:${i}`, text: type, hue: hueOf(type) })),
  }));
  return {
    note,
    ...holds(
      held,
      { kind: 'queue', label: 'queue', chips: keys },
      text({ label: 'items', text: '' }),
      groups(items),
    ),
  };
}

/** One delta after the other, whatever the key. */
function inOrderChips(frame: Frame, queue: readonly string[]): readonly Chip[] {
  const { deltas, laterPlaces } = informerOf(frame);
  return queue.map((place) => {
    const key = (laterPlaces && mapGet(laterPlaces, place)) ?? place;
    const [type = 'Sync'] = (deltas && mapGet(deltas, place)) ?? [];
    const note = type === key ? undefined : type;
    return { id: `key:${place}`, text: lastPart(key), note, hue: hueOf(type) };
  });
}

function processOf(frame: Frame): Content {
  const taken = takenAt(frame);
  if (!taken) return { tone: 'off', ...holds(text(t`waits for an item`)) };
  const { queue = [] } = informerOf(frame);
  const { key, deltas } = taken;
  const again = queue.includes(key);
  const place = again || inOrderOf(frame.recording) ? 'worked' : 'delta';
  const holder = holderOf(frame) === undefined ? [] : [lock(t`held`)];
  const worked = deltas
    .filter((type) => type !== key)
    .map((type, i) => ({ id: `${place}:${key}:${i}`, text: type, hue: hueOf(type) }));
  return {
    tone: 'busy',
    ...holds(
      chips([{ id: `${again ? 'work' : 'key'}:${key}`, text: lastPart(key), hue: 'queue' }, ...holder]),
      chips(worked),
    ),
  };
}

function saysOf(frame: Frame): string {
  const { world, recording, entry } = frame;
  const { queue = [] } = mapGet(world.informers, firstInformer(recording)) ?? {};
  const { waits } = aroundOf(recording)[entry.index] ?? { waits: [] };
  const taken = takenAt(frame);
  const written = rowsOf(world, `${programOf(recording)}/ledger`).length;
  const what = inOrderOf(recording)
    ? t`Deltas in the RealFIFO: ${queue.length}; pods in the ledger: ${written}.`
    : t`Keys in the DeltaFIFO: ${queue.length}; pods in the ledger: ${written}.`;
  if (holderOf(frame) && waits.length > 0 && taken)
    return t`${lastPart(taken.key)} is worked on under the lock; changes that wait for it at the reflector: ${waits.length}. ${what}`;
  return taken ? t`${lastPart(taken.key)} is worked on. ${what}` : what;
}
