/** What the parts of a picture of a control loop hold in a frame. */
import { t, translated } from '../../../i18n/t.ts';
import type { Block, Chip, Content, Frame, Part, Tone } from '../../../components/picture/description.ts';
import type { Cell } from '../../../components/picture/blocks/board.tsx';
import { mapEntries } from '../../../runtime/sim/pmap.ts';
import type { Entry } from '../../../runtime/stage/world.ts';
import { durationWords, splitName } from '../../../recording/words.ts';
import { type LaneModel, type LoopModel, type Phase, nodeNames } from './model.ts';
import { keyText, laneWords } from './words.ts';

/** What any loop has: whoever else talks to the API server, the API server, and informers. */
export const loopParts = (): Readonly<Record<string, Part>> => ({
  clients: { title: t`Other clients`, hue: 'kubelet', opens: 'nodes' },
  store: { title: t`API server`, hue: 'api', opens: 'store' },
  informers: { title: t`Informers`, hue: 'informer', opens: 'indexer' },
});

export const queuePart = (): Part => ({ title: t`Workqueue`, hue: 'queue', opens: 'queue' });

/** What informers put into the queue, as their pipe says it. */
export const keysWord = (): string => t`keys`;

const phaseTones: Readonly<Record<Phase, Tone>> = {
  pending: 'wait',
  running: 'busy',
  ready: 'good',
  terminating: 'off',
  failed: 'bad',
};

const programTones: Readonly<Record<string, Tone>> = { idle: 'off', paused: 'wait', ended: 'bad' };

/** People and programs that are not the loop's own: who acts at the step is lit. */
export function clientsOf({ world, entry: { event } }: Frame, isOwn: (program: string) => boolean): Content {
  const acting = event.kind === 'act' ? 'user' : 'program' in event ? event.program : '';
  const isUser = /^(user|kubectl|story|reader)$/.test(acting);
  const cells = mapEntries(world.programs)
    .filter(([name]) => !isOwn(name))
    .map(([name, { state }]): Cell => ({
      id: name,
      text: shortProgram(name),
      ...(programTones[state] && { tone: programTones[state] }),
      ...(name === acting && { lit: true }),
    }));
  const user: Cell = { id: 'kubectl', text: 'kubectl', ...(isUser && { lit: true }) };
  return { blocks: [{ kind: 'board', bare: true, least: 84, cells: [user, ...cells] }] };
}

/** A program in one word: a kubelet goes by its node. */
const shortProgram = (name: string): string =>
  name.startsWith('kubelet') && name.includes('/')
    ? `kubelet ${name.slice(name.indexOf('/') + 1).replace('node-', '')}`
    : name.replace('-stand-in', '');

/** The most owners whose numbers have a line each. */
const mostOwners = 2;

/** The API server: who wants how many pods, and the pods by their nodes. */
export function storeOf(model: LoopModel, { recording, entry, world }: Frame): Content {
  const { owners, kind } = model;
  const more = owners.length - mostOwners;
  const broken = mapEntries(world.faults).map(([, words]) => translated(words));
  const wishes: readonly Block[] =
    kind === ''
      ? []
      : owners.length === 0
        ? [{ kind: 'slots', slots: [{ id: 'none', title: t`no ${kind} yet`, filled: 0, of: 0 }] }]
        : [
            {
              kind: 'slots',
              slots: owners.slice(0, mostOwners).map(({ key, name, desired, actual, ready }) => ({
                id: key,
                title: `${kind} ${name}`,
                filled: actual,
                of: Math.max(desired, actual),
                note: `${actual}/${desired}`,
                tone: actual === desired && ready === desired ? 'good' : actual > desired ? 'bad' : 'wait',
              })),
            },
          ];
  const lines = [
    ...(more > 0 ? [{ text: t`+${more} more` }] : []),
    ...broken.map((text) => ({ label: t`Broken`, text, tone: 'bad' as const })),
  ];
  return {
    note: t`rev. ${model.revision}`,
    blocks: [
      ...wishes,
      ...(lines.length > 0 ? [{ kind: 'lines', lines } as const] : []),
      { kind: 'groups', groups: nodeGroups(model, nodeNames(recording), entry) },
    ],
  };
}

function nodeGroups(
  { pods, counts }: LoopModel,
  nodes: readonly string[],
  { event }: Entry,
): readonly { id: string; title: string; chips: readonly Chip[]; lit?: boolean }[] {
  const written = event.kind === 'store.write' && event.resource === counts ? event.key : undefined;
  const places = ['', ...new Set([...nodes, ...pods.map(({ node }) => node).filter(Boolean)])];
  return places.map((node) => {
    const here = pods.filter((pod) => pod.node === node);
    return {
      id: `node:${node}`,
      title: node === '' ? t`no node` : node,
      chips: here.map((pod) => ({
        id: `store:${pod.key}`,
        text: pod.short,
        hue: 'api',
        tone: phaseTones[pod.phase],
        means: translated(pod.phase),
      })),
      ...(here.some(({ key }) => key === written) && { lit: true }),
    };
  });
}

const signs: Readonly<Record<string, string>> = { ADDED: '+', MODIFIED: '~', DELETED: '−' };

/** Informers, one below the other: what is on its way to each, what waits in it, and what it has stored. */
export function informersOf(lanes: readonly LaneModel[], entry: Entry): Content {
  return { blocks: lanes.flatMap((lane) => laneBlocks(lane, entry)) };
}

function laneBlocks(lane: LaneModel, { event }: Entry): readonly Block[] {
  const { resource, watch, behind } = lane;
  const name = 'watch' in event ? event.watch : 'informer' in event ? event.informer : '';
  const kind = splitName(name).resource === resource ? event.kind : '';
  const told = kind === 'handler.call' && event.kind === 'handler.call';
  const text = told ? t`tells its handlers: ${event.verb} ${keyText(event.key)}` : laneWords(lane);
  const tone = watch === 'cut' ? 'bad' : behind > 0 ? 'wait' : undefined;
  return [
    { kind: 'lines', lines: [{ label: resource, text, ...(tone && { tone }) }] },
    {
      kind: 'groups',
      across: 'where wide',
      groups: [
        {
          id: `reflector:${resource}`,
          title: t`Reflector`,
          chips: lane.flights.map(({ key, revision, type, short }) => ({
            id: `flight:${resource}:${key}:${revision}:${type}`,
            text: `${signs[type] ?? '·'}${short}`,
            hue: 'api',
          })),
          lit: kind.startsWith('watch.') || kind.startsWith('reflector.'),
        },
        {
          id: `fifo:${resource}`,
          title: 'DeltaFIFO',
          chips: lane.fifo.map(({ key, short, deltas }) => ({
            id: `fifo:${resource}:${key}`,
            text: short,
            hue: 'informer',
            ...(deltas.length > 1 && { note: String(deltas.length) }),
          })),
          lit: kind.startsWith('fifo.'),
        },
        {
          id: `indexer:${resource}`,
          title: t`Indexer`,
          chips: lane.cached.map(({ key, short, stale }) => ({
            id: `cache:${key}`,
            text: short,
            hue: 'informer',
            ...(stale && { note: t`old` }),
          })),
          lit: kind === 'indexer.write',
        },
      ],
    },
  ];
}

/** The work queue: keys that wait, and keys that come later. */
export function queueOf({ queue, delayed }: LoopModel): Content {
  return {
    blocks: [
      {
        kind: 'queue',
        chips: queue.map((key) => ({ id: `key:${key}`, text: keyText(key), hue: 'queue' })),
      },
      {
        kind: 'chips',
        label: t`later`,
        empty: t`nothing`,
        chips: delayed
          .filter(({ key }) => !queue.includes(key))
          .map(({ key, inMs, failures }) => ({
            id: `later:${key}`,
            text: keyText(key),
            hue: 'queue',
            tone: failures > 0 ? 'bad' : 'wait',
            note: durationWords(inMs >= 1000 ? Math.round(inMs / 100) * 100 : inMs),
          })),
      },
    ],
  };
}

/** The most workers of which is said what they wait for. */
const mostWaits = 2;

/** The workers with their keys, and what the controller expects. */
export function workersOf(model: LoopModel, expects = true): Content {
  const { workers, expectations, again, up, kind } = model;
  const busy = workers.filter(({ key }) => key !== undefined);
  const told = (busy.length > 0 ? busy : workers).slice(0, mostWaits);
  const owed = expectations.filter(({ add, del }) => add > 0 || del > 0);
  const expected = owed.map(({ key, add, del }) => t`+${owes(add)} −${owes(del)} of ${keyText(key)}`);
  return {
    ...(up ? { note: kind } : { note: t`down`, tone: 'bad' }),
    blocks: [
      {
        kind: 'groups',
        groups: workers.map(({ name, key, running }) => ({
          id: name,
          title: name,
          chips: key === undefined ? [] : [heldChip(key, again.includes(key))],
          ...(!running && { tone: 'off' as const }),
        })),
      },
      {
        kind: 'lines',
        lines: [
          ...told.map(({ name, waits }) => ({ label: name, text: waits || t`works` })),
          ...(expects
            ? [
                expected.length === 0
                  ? { text: t`expects nothing` }
                  : { label: t`expects`, text: expected.join(', '), tone: 'wait' as const },
              ]
            : []),
        ],
      },
    ],
  };
}

const heldChip = (key: string, again: boolean): Chip => ({
  id: `key:${key}`,
  text: keyText(key),
  hue: 'controller',
  tone: 'busy',
  ...(again && { note: 'dirty' }),
});

/** More was seen than was noted, where the controller does not heed its notes: the number is below zero. */
const owes = (count: number): string => (count < 0 ? `(−${-count})` : String(count));
