import { t } from '../../../i18n/t.ts';
import type {
  Block,
  Chip,
  Content,
  Frame,
  Hop,
  Hue,
  Picture,
} from '../../../components/picture/description.ts';
import { memoize } from '../../../recording/memoize.ts';
import type { Recording } from '../../../recording/recording.ts';
import { countOf, lastPart, splitName } from '../../../recording/words.ts';
import type { World } from '../../../runtime/stage/world.ts';
import { mapEntries, mapGet } from '../../../runtime/sim/pmap.ts';
import type { DeltaType } from '../../../runtime/subjects/control-loop/events.ts';
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
      reflector: { title: t`Reflector`, hue: 'informer' },
      fifo: { title: inOrderOf(recording) ? 'RealFIFO' : 'DeltaFIFO', hue: 'queue', opens: 'fifo' },
      process: { title: t`Pop, process`, hue: 'controller' },
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
      server: {
        blocks: [
          {
            kind: 'chips',
            chips: chipsOf(frame.world.store.objects, { prefix: 'pods/', place: 'store', hue: 'api' }),
          },
        ],
      },
      reflector: reflectorOf(frame),
      fifo: fifoOf(frame),
      process: processOf(frame),
      known: {
        blocks: [
          {
            kind: 'chips',
            chips: chipsOf(mapGet(frame.world.indexers, firstInformer(frame.recording)), {
              place: 'known',
              hue: 'informer',
            }),
            empty: t`nothing so far`,
          },
        ],
      },
    },
  }),
  path: pathOf,
};

function pathOf({ entry, recording }: Frame): readonly (string | Hop)[] {
  const { event, index } = entry;
  switch (event.kind) {
    case 'act':
      return event.act.kind === 'cut-watch' ? [{ pipe: 'watch', tone: 'bad' }, 'reflector'] : ['server'];
    case 'store.write':
    case 'store.compact':
      return ['server'];
    case 'api.request':
      return [
        'reflector',
        { pipe: event.verb === 'list' ? 'list' : 'watch', text: event.verb, reverse: true },
        'server',
      ];
    case 'api.error':
      return ['server', { pipe: 'list', text: String(event.code), tone: 'bad' }, 'reflector'];
    case 'reflector.list':
      return ['server', { pipe: 'list', text: countOf(event.count, 'pod') }, 'reflector'];
    case 'watch.event':
      return ['server', { pipe: 'watch', text: `${event.type} ${lastPart(event.key)}` }, 'reflector'];
    case 'fifo.add': {
      const hop: Hop = { pipe: 'add', text: `${event.delta} ${lastPart(event.key)}` };
      const compared = aroundOf(recording)[index]?.missing && !inOrderOf(recording);
      return compared ? ['reflector', hop, 'known', { pipe: 'compare' }, 'fifo'] : ['reflector', hop, 'fifo'];
    }
    case 'fifo.pop':
      return ['fifo', { pipe: 'pop', text: lastPart(event.key) }, 'process'];
    case 'indexer.write':
      return ['process', { pipe: 'write', text: `${event.verb} ${lastPart(event.key)}` }, 'known'];
    case 'program.output':
      return ['process', { pipe: 'pop', reverse: true, tone: 'bad' }, 'fifo'];
    default:
      return ['reflector'];
  }
}

/** Who holds the lock of the queue; undefined where nobody does. */
function holderIn(world: World, recording: Recording): string | undefined {
  const holder = cellOf(world, `${programOf(recording)}/lock`, 'Who has the lock?');
  return holder === '' || holder === 'nobody' ? undefined : holder;
}
const holderOf = ({ world, recording }: Frame): string | undefined => holderIn(world, recording);

/** What is being worked on. */
function takenAt(frame: Frame): Around['taken'] {
  if (locksOf(frame.recording) && holderOf(frame) === undefined) return undefined;
  return aroundOf(frame.recording)[frame.entry.index]?.taken;
}

/** The lock goes from the queue to who works on an item of it. */
const lock: Chip = { id: 'lock', text: 'lock', hue: 'scheduler' };

function reflectorOf(frame: Frame): Content {
  const informer = mapGet(frame.world.informers, firstInformer(frame.recording));
  const { waits } = aroundOf(frame.recording)[frame.entry.index] ?? { waits: [] };
  const waiter = cellOf(frame.world, `${programOf(frame.recording)}/lock`, 'Who waits for it?');
  const list = waiter === 'reflector: a list';
  const chips: readonly Chip[] = [
    ...(list ? [{ id: 'waits:list', text: t`the list`, tone: 'wait' as const }] : []),
    ...waits.map(({ type, key, revision }) => ({
      id: `waits:${revision}`,
      text: lastPart(key),
      note: type,
      hue: 'informer' as const,
      tone: 'wait' as const,
    })),
  ];
  return {
    note: reflectorWords(informer?.reflector ?? 'idle'),
    tone: reflectorTone[informer?.reflector ?? 'idle'],
    blocks: [{ kind: 'chips', chips }],
  };
}

function fifoOf(frame: Frame): Content {
  const { world, recording } = frame;
  const { queue = [], deltas, synced = false } = mapGet(world.informers, firstInformer(recording)) ?? {};
  const lists = deltas ? mapEntries(deltas).sort(([a], [b]) => (a < b ? -1 : 1)) : [];
  const inOrder = inOrderOf(recording);
  const free: Chip[] = holderOf(frame) === undefined ? [lock] : [];
  const blocks: Block[] = inOrder
    ? [{ kind: 'chips', label: 'items', empty: t`nothing waits`, chips: inOrderChips(frame, queue) }]
    : [
        {
          kind: 'queue',
          label: 'queue',
          chips: queue.map((key) => ({ id: `key:${key}`, text: lastPart(key), hue: 'queue' })),
        },
        { kind: 'lines', lines: [{ label: 'items', text: '' }] },
        {
          kind: 'groups',
          groups: lists.map(([key, types]) => ({
            id: key,
            title: lastPart(key),
            chips: types.map((type, i) => ({ id: `delta:${key}:${i}`, text: type, hue: hueOf(type) })),
          })),
        },
      ];
  return {
    note: synced ? t`HasSynced: yes` : t`HasSynced: not yet`,
    blocks: [{ kind: 'chips', chips: free, empty: t`the lock is taken` }, ...blocks],
  };
}

/** One delta after the other, whatever the key. */
function inOrderChips({ world, recording }: Frame, queue: readonly string[]): readonly Chip[] {
  const { deltas, laterPlaces } = mapGet(world.informers, firstInformer(recording)) ?? {};
  return queue.map((place) => {
    const key = (laterPlaces && mapGet(laterPlaces, place)) ?? place;
    const [type = 'Sync'] = (deltas && mapGet(deltas, place)) ?? [];
    const all = type === key;
    return {
      id: `key:${place}`,
      text: lastPart(key),
      ...(!all && { note: type }),
      hue: hueOf(type),
    };
  });
}

function processOf(frame: Frame): Content {
  const taken = takenAt(frame);
  const holds = holderOf(frame) !== undefined;
  const { queue = [] } = mapGet(frame.world.informers, firstInformer(frame.recording)) ?? {};
  if (!taken) return { tone: 'off', blocks: [{ kind: 'lines', lines: [{ text: t`waits for an item` }] }] };
  const { key, deltas } = taken;
  const place = queue.includes(key) ? 'work' : 'key';
  const ofDeltas = queue.includes(key) || inOrderOf(frame.recording) ? 'worked' : 'delta';
  return {
    tone: 'busy',
    blocks: [
      {
        kind: 'chips',
        chips: [{ id: `${place}:${key}`, text: lastPart(key), hue: 'queue' }, ...(holds ? [lock] : [])],
      },
      {
        kind: 'chips',
        chips: deltas
          .filter((type) => type !== key)
          .map((type, i) => ({ id: `${ofDeltas}:${key}:${i}`, text: type, hue: hueOf(type) })),
      },
    ],
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
