/** What the parts of a picture of a control loop hold in a frame. */
import { t, translated } from '../../../i18n/t.ts';
import { chips, groups, holds, slots, text } from '../../../components/picture/content.ts';
import type { Block, Chip, Content, Frame, Part, Tone } from '../../../components/picture/description.ts';
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
  const others = mapEntries(world.programs).filter(([name]) => !isOwn(name));
  return holds(
    chips([
      { id: 'kubectl', text: 'kubectl', lit: /^(user|kubectl|story|reader)$/.test(acting) },
      ...others.map(([name, { state }]) => ({
        id: `client:${name}`,
        text: shortProgram(name),
        tone: programTones[state],
        means: '',
        lit: name === acting,
      })),
    ]),
  );
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
  const wishes = owners.slice(0, mostOwners).map(({ key, name, desired, actual, ready }) => ({
    id: key,
    title: `${kind} ${name}`,
    filled: actual,
    of: Math.max(desired, actual),
    note: t`${actual} of ${desired} pods`,
    tone: actual === desired && ready === desired ? 'good' : actual > desired ? 'bad' : 'wait',
  }));
  const lines = [
    ...(more > 0 ? [t`+${more} more`] : []),
    ...broken.map((words) => ({ label: t`Broken`, text: words, tone: 'bad' as const })),
  ];
  const none = { id: 'none', title: t`no ${kind} yet`, filled: 0, of: 0 };
  return {
    note: t`rev. ${model.revision}`,
    ...holds(
      kind !== '' && slots(wishes.length > 0 ? wishes : [none]),
      lines.length > 0 && text(...lines),
      groups(nodeGroups(model, nodeNames(recording), entry)),
    ),
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
      lit: here.some(({ key }) => key === written),
    };
  });
}

const signs: Readonly<Record<string, string>> = { ADDED: '+', MODIFIED: '~', DELETED: '−' };

/** Informers, one below the other: what is on its way to each, what waits in it, and what it has stored. */
export function informersOf(lanes: readonly LaneModel[], entry: Entry): Content {
  return holds(...lanes.flatMap((lane) => laneBlocks(lane, entry)));
}

function laneBlocks(lane: LaneModel, { event }: Entry): readonly Block[] {
  const { resource, watch, behind } = lane;
  const name = 'watch' in event ? event.watch : 'informer' in event ? event.informer : '';
  const kind = splitName(name).resource === resource ? event.kind : '';
  const told = kind === 'handler.call' && event.kind === 'handler.call';
  const said = told ? t`tells its handlers: ${event.verb} ${keyText(event.key)}` : laneWords(lane);
  const tone = watch === 'cut' ? 'bad' : behind > 0 ? 'wait' : undefined;
  const flights = lane.flights.map(({ key, revision, type, short }) => ({
    id: `flight:${resource}:${key}:${revision}:${type}`,
    text: `${signs[type] ?? '·'}${short}`,
    hue: 'api' as const,
  }));
  const waiting = lane.fifo.map(({ key, short, deltas }) => ({
    id: `fifo:${resource}:${key}`,
    text: short,
    hue: 'informer' as const,
    note: deltas.length > 1 ? String(deltas.length) : undefined,
  }));
  const cached = lane.cached.map(({ key, short, stale }) => ({
    id: `cache:${key}`,
    text: short,
    hue: 'informer' as const,
    note: stale ? t`old` : undefined,
  }));
  const group = (id: string, title: string, all: readonly Chip[], lit: RegExp) => ({
    id: `${id}:${resource}`,
    title,
    chips: all,
    lit: lit.test(kind),
  });
  const stages = [
    group('reflector', t`Reflector`, flights, /^(watch|reflector)\./),
    group('fifo', 'DeltaFIFO', waiting, /^fifo\./),
    group('indexer', t`Indexer`, cached, /^indexer\.write$/),
  ];
  return [text({ label: resource, text: said, tone }), groups(stages, { across: 'where wide' })];
}

/** The work queue: keys that wait, and keys that come later. */
export function queueOf({ queue, delayed }: LoopModel): Content {
  const later = delayed.filter(({ key }) => !queue.includes(key));
  return holds(
    {
      kind: 'queue',
      chips: queue.map((key) => ({ id: `key:${key}`, text: keyText(key), hue: 'queue' })),
    },
    chips(
      later.map(({ key, inMs, failures }) => ({
        id: `later:${key}`,
        text: keyText(key),
        hue: 'queue',
        tone: failures > 0 ? 'bad' : 'wait',
        note: durationWords(inMs >= 1000 ? Math.round(inMs / 100) * 100 : inMs),
      })),
      { label: t`later`, empty: t`nothing` },
    ),
  );
}

/** The most workers of which is said what they wait for. */
const mostWaits = 2;

/** The workers with their keys, and what the controller expects. */
export function workersOf(model: LoopModel, expects = true): Content {
  const { workers, expectations, again, up, kind } = model;
  const busy = workers.filter(({ key }) => key !== undefined);
  const told = (busy.length > 0 ? busy : workers).filter(({ waits }) => waits !== '').slice(0, mostWaits);
  const owed = expectations.filter(({ add, del }) => add > 0 || del > 0);
  const expected = owed.map(({ key, add, del }) => t`+${owes(add)} −${owes(del)} of ${keyText(key)}`);
  const lines = [
    ...told.map(({ name, waits }) => ({ label: name, text: waits })),
    ...(!expects
      ? []
      : expected.length === 0
        ? [t`expects nothing`]
        : [{ label: t`expects`, text: expected.join(', '), tone: 'wait' as const }]),
  ];
  const rows = workers.map(({ name, key, running }) => ({
    id: name,
    title: name,
    chips: key === undefined ? [] : [heldChip(key, again.includes(key))],
    tone: running ? undefined : ('off' as const),
  }));
  return {
    ...(up ? { note: kind } : { note: t`down`, tone: 'bad' }),
    ...holds(groups(rows), lines.length > 0 && text(...lines)),
  };
}

const heldChip = (key: string, again: boolean): Chip => ({
  id: `key:${key}`,
  text: keyText(key),
  hue: 'controller',
  tone: 'busy',
  note: again ? 'dirty' : undefined,
});

/** More was seen than was noted, where the controller does not heed its notes: the number is below zero. */
const owes = (count: number): string => (count < 0 ? `(−${-count})` : String(count));
