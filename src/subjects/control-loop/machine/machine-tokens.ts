import type { Loop } from '../../../runtime/subjects/control-loop/loop.ts';
import type { Event } from '../../../runtime/stage/events.ts';
import type { Entry } from '../../../runtime/stage/world.ts';
import type { Recording } from '../../../recording/recording.ts';
import { lastPart, splitName } from '../../../recording/words.ts';
import type { MachineLayout, Pipe, Spot } from './machine-parts.ts';
import { loopOf, shortName } from './machine-model.ts';

/** Something that travels along a pipe while a step is shown. */
export interface Hop {
  readonly pipe: string;
  /** True if it runs against the direction of the pipe. */
  readonly reverse: boolean;
  readonly text: string;
  readonly hue: Pipe['hue'] | 'bad' | 'muted';
}

/** What an entry sets alight, what it sends where, and which token it is about. */
export interface Activity {
  readonly spots: readonly Spot[];
  readonly pipes: readonly string[];
  readonly hop?: Hop;
  /** Ids of tokens that it changed. */
  readonly touched: readonly string[];
}

const nothing: Activity = { spots: [], pipes: [], touched: [] };

/** The machine's place of a program or user agent; undefined where the drawing has none. */
function spotOfProgram(program: string, loop: Loop): Spot | undefined {
  const node = /^kubelet(?:-stand-in)?\/(.+)$/.exec(program)?.[1];
  if (node) return `kubelet:${node}`;
  if (/^(kube-)?scheduler/.test(program)) return 'scheduler';
  if (program.startsWith(loop.program)) return 'workers';
  if (program === 'kubectl' || program === 'story' || program === 'reader') return 'user';
  return undefined;
}

/** The informer of the drawing that a world key names. */
function laneOf(name: string, loop: Loop): string | undefined {
  const { program, resource } = splitName(name);
  return program === loop.program ? loop.informers.find((one) => one === resource) : undefined;
}

const hueOf = (spot: Spot): Pipe['hue'] => {
  const [part] = spot.split(':');
  if (part === 'workers') return 'controller';
  if (part === 'queue') return 'queue';
  if (part === 'scheduler' || part === 'kubelet') return part;
  return part === 'user' || part === 'store' ? 'api' : 'informer';
};

/** What an entry does in the drawing. */
export function activityOf(recording: Recording, index: number): Activity {
  const entry = recording.entries[index];
  if (!entry) return nothing;
  const loop = loopOf(recording);
  const { event } = entry;
  switch (event.kind) {
    case 'act':
      return hopTo('user', 'act', false, event.act.kind, event.error ? 'bad' : 'api');
    case 'api.request':
    case 'api.error':
      return ofRequest(event, loop);
    case 'api.throttle':
      return { ...atProgram(event.program, loop), pipes: ['requests'] };
    case 'store.write':
      return { spots: ['store'], pipes: [], touched: [`store:${event.key}`] };
    case 'store.compact':
      return { spots: ['store'], pipes: [], touched: [] };
    case 'watch.open':
    case 'watch.close':
    case 'watch.event':
    case 'watch.lost':
    case 'reflector.list':
    case 'reflector.resync':
    case 'reflector.error':
    case 'fifo.add':
    case 'fifo.pop':
    case 'indexer.write':
    case 'handler.call':
      return ofInformer(event, loop);
    case 'workqueue.add':
    case 'workqueue.addAfter':
    case 'workqueue.get':
    case 'workqueue.done':
    case 'workqueue.forget':
      return ofQueue(recording, entry, event, loop);
    case 'expectations.change':
    case 'expectations.check':
      return { spots: ['workers'], pipes: [], touched: ['expectations'] };
    default:
      return 'program' in event
        ? atProgram(event.program, loop)
        : { spots: ['workers'], pipes: [], touched: [] };
  }
}

function atProgram(program: string, loop: Loop): Activity {
  const spot = spotOfProgram(program, loop);
  return spot ? { spots: [spot], pipes: [], touched: [] } : nothing;
}

function ofRequest(event: Extract<Event, { kind: 'api.request' | 'api.error' }>, loop: Loop): Activity {
  const failed = event.kind === 'api.error';
  const spot = spotOfProgram(event.program, loop);
  if (!spot) return { spots: ['store'], pipes: [], touched: [] };
  // Lists and watches of the controller are its reflectors' doing.
  const lane = loop.informers.find((resource) => resource === event.resource);
  const asks = (event.verb === 'list' || event.verb === 'watch') && spot === 'workers' && lane !== undefined;
  const pipe = asks ? `watch:${lane}` : spot === 'workers' ? 'requests' : spot === 'user' ? 'act' : spot;
  const text = failed ? `${event.code}` : `${event.verb} ${shortName(event.key)}`.trim();
  return {
    spots: failed ? ['store', spot] : [asks ? `reflector:${lane}` : spot],
    pipes: [pipe],
    touched: [],
    // A watch pipe runs from the store; all others run towards it.
    hop: { pipe, reverse: asks !== failed, text, hue: failed ? 'bad' : asks ? 'informer' : hueOf(spot) },
  };
}

type InformerEvent = Extract<Event, { readonly watch: string } | { readonly informer: string }>;

function ofInformer(event: InformerEvent, loop: Loop): Activity {
  const name = 'watch' in event ? event.watch : event.informer;
  const lane = laneOf(name, loop);
  if (!lane) return atProgram(splitName(name).program, loop);
  const pipe = `watch:${lane}`;
  const reflector: Spot = `reflector:${lane}`;
  const short = 'key' in event ? shortName(event.key) : '';
  const full = 'key' in event ? `${lane}/${event.key.replace(`${lane}/`, '')}` : '';
  switch (event.kind) {
    case 'watch.open':
    case 'watch.close':
    case 'watch.lost':
      return { spots: [reflector], pipes: [pipe], touched: [] };
    case 'watch.event':
      return hopTo(
        reflector,
        pipe,
        false,
        short || event.type.toLowerCase(),
        event.type === 'ERROR' ? 'bad' : 'api',
      );
    case 'reflector.list':
      return hopTo(reflector, pipe, false, `list ${event.count}`, 'api');
    case 'reflector.resync':
    case 'reflector.error':
      return { spots: [reflector], pipes: [], touched: [] };
    case 'fifo.add':
      return alongLane(lane, 'reflector', 'fifo', short, [`fifo:${lane}:${event.key}`]);
    case 'fifo.pop':
      return alongLane(lane, 'fifo', 'indexer', short);
    case 'indexer.write':
      return { spots: [`indexer:${lane}`], pipes: [], touched: [`cache:${full}`] };
    case 'handler.call':
      return alongLane(lane, 'indexer', 'handlers', short);
    default:
      return event satisfies never;
  }
}

function alongLane(
  lane: string,
  from: 'reflector' | 'fifo' | 'indexer',
  to: 'fifo' | 'indexer' | 'handlers',
  text: string,
  touched: readonly string[] = [],
): Activity {
  return hopTo(`${to}:${lane}`, `${from}:${lane}-${to}:${lane}`, false, text, 'informer', touched);
}

type QueueEvent = Extract<Event, { readonly kind: `workqueue.${string}` }>;

function ofQueue(recording: Recording, entry: Entry, event: QueueEvent, loop: Loop): Activity {
  if (event.queue !== loop.queue) return nothing;
  const text = keyText(event.key);
  const touched = [`key:${event.key}`];
  switch (event.kind) {
    case 'workqueue.get':
      return hopTo('workers', 'take', false, text, 'queue', touched);
    case 'workqueue.add': {
      const cause = recording.entries[entry.cause]?.event;
      const lane = cause?.kind === 'handler.call' ? laneOf(cause.informer, loop) : undefined;
      // A key whose delay is over comes out of the queue's own box.
      if (!lane) return { spots: ['queue'], pipes: [], touched };
      return hopTo('queue', `wake:${lane}`, false, text, event.merged ? 'muted' : 'queue', touched);
    }
    case 'workqueue.addAfter':
      return hopTo('queue', 'take', true, text, event.failures ? 'bad' : 'queue', touched);
    case 'workqueue.done':
      return event.again
        ? hopTo('queue', 'take', true, text, 'queue', touched)
        : { spots: ['workers'], pipes: [], touched };
    case 'workqueue.forget':
      return { spots: ['queue'], pipes: [], touched };
    default:
      return event satisfies never;
  }
}

/** Something that arrives at a spot, or leaves it where it is `reverse`, along one pipe. */
function hopTo(
  spot: Spot,
  pipe: string,
  reverse: boolean,
  text: string,
  hue: Hop['hue'],
  touched: readonly string[] = [],
): Activity {
  return { spots: [spot], pipes: [pipe], touched, hop: { pipe, reverse, text, hue } };
}

/** A key without the namespace that everybody uses, short enough for a token. */
export function keyText(key: string): string {
  const name = key.replace(/^default\//, '');
  return name.length > 11 ? `${lastPart(name).slice(0, 10)}…` : name;
}

/** Steps longer than this are jumps: nothing travels. */
const longest = 400;
/** The most that travels in one step. */
const mostHops = 10;

/**
 * What travels when the cursor moves from one entry to another: the hops of the entries between, in order,
 * turned round and in reverse order when it moves back.
 */
export function hopsBetween(recording: Recording, from: number, to: number): Hop[] {
  if (from === to || Math.abs(to - from) > longest) return [];
  const forward = to > from;
  const hops: Hop[] = [];
  const seen = new Set<string>();
  for (let i = Math.max(from, to); i > Math.min(from, to) && hops.length < mostHops; i--) {
    const hop = activityOf(recording, i).hop;
    if (!hop || seen.has(`${hop.pipe} ${hop.text}`)) continue;
    seen.add(`${hop.pipe} ${hop.text}`);
    hops.push(forward ? hop : { ...hop, reverse: !hop.reverse });
  }
  return forward ? hops.reverse() : hops;
}

/** Spots and pipes that exist in a layout: a kubelet that shares a column glows as that column's. */
export function litIn(layout: MachineLayout, activity: Activity): ReadonlySet<string> {
  const lit = new Set<string>(activity.pipes);
  for (const spot of activity.spots) {
    if (!spot.startsWith('kubelet:')) lit.add(spot);
    else {
      const node = spot.slice('kubelet:'.length);
      const own =
        layout.standIns.find((standIn, i) => i > 0 && standIn.node === node) ?? layout.standIns.at(-1);
      lit.add(`kubelet:${own?.node ?? node}`);
    }
  }
  return lit;
}
