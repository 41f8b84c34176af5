import { t } from '../../../i18n/t.ts';
import type { Chip, Content, Frame, Hop, Picture, Tone } from '../../../components/picture/description.ts';
import { memoize } from '../../../recording/memoize.ts';
import type { Recording } from '../../../recording/recording.ts';
import { lastPart, splitName } from '../../../recording/words.ts';
import { mapEntries, mapGet } from '../../../runtime/sim/pmap.ts';
import type { WatchState } from '../../../runtime/subjects/api/world.ts';
import type { InformerState } from '../../../runtime/subjects/control-loop/world.ts';
import { chipsOf } from '../picture-data.ts';

/** The two reflectors that are looked at, as `<program>/<resource>`: those of the program with the most to tell. */
const reflectorsOf = memoize(({ entries }: Recording): readonly [string, string] => {
  const counts = new Map<string, number>();
  for (const { event } of entries)
    if (event.kind === 'fifo.add') counts.set(event.informer, (counts.get(event.informer) ?? 0) + 1);
  const [first = '', second = ''] = [...counts.keys()].sort();
  return [first, second];
});

/** `a` or `b`, for one of the two reflectors; undefined for any other watch. */
function sideOf(recording: Recording, name: string): 'a' | 'b' | undefined {
  const [a, b] = reflectorsOf(recording);
  return name === a ? 'a' : name === b ? 'b' : undefined;
}

const resourceOf = (name: string): string => splitName(name).resource;

/** A list, a watch from its resourceVersion on, and what is forgotten: the server between two reflectors of one program. */
export const picture: Picture = {
  plan: (recording) => {
    const [a, b] = reflectorsOf(recording).map(resourceOf) as [string, string];
    return {
      shapes: {
        wide: `1.2 server server server server
               0.75 watchA . watchB .
               1.2 a a b b`,
        narrow: `1.1 a a
                 0.6 watchA .
                 1.15 server server
                 0.6 watchB .
                 1.1 b b`,
      },
      tall: 600,
      parts: {
        server: { title: t`API server`, hue: 'api', opens: 'store' },
        watchA: { title: 'watch', hue: 'api' },
        watchB: { title: 'watch', hue: 'api' },
        a: { title: t`Reflector of ${a}`, hue: 'informer', opens: 'fifo' },
        b: { title: t`Reflector of ${b}`, hue: 'informer', opens: 'fifo' },
      },
      pipes: {
        sendA: { from: 'server', to: 'watchA' },
        sendB: { from: 'server', to: 'watchB' },
        tellA: { from: 'watchA', to: 'a' },
        tellB: { from: 'watchB', to: 'b' },
        listA: { from: 'server', to: 'a', says: 'list', dashed: true },
        listB: { from: 'server', to: 'b', says: 'list', dashed: true },
      },
    };
  },
  scene: (frame) => {
    const [a, b] = reflectorsOf(frame.recording);
    return {
      says: saysOf(frame),
      parts: {
        server: serverOf(frame),
        watchA: watchOf(frame, a),
        watchB: watchOf(frame, b),
        a: reflectorOf(frame, a),
        b: reflectorOf(frame, b),
      },
    };
  },
  path: pathOf,
};

function pathOf({ entry: { event }, recording }: Frame): readonly (string | Hop)[] {
  switch (event.kind) {
    case 'act':
      return event.act.kind === 'cut-watch'
        ? cutPath(sideOf(recording, `${event.act.program}/${event.act.resource}`))
        : ['server'];
    case 'api.request':
    case 'api.error':
      return requestPath(event, sideOf(recording, `${event.program}/${event.resource}`));
    case 'reflector.list': {
      const side = sideOf(recording, event.informer);
      return side
        ? ['server', { pipe: side === 'a' ? 'listA' : 'listB', text: t`${event.count} objects` }, side]
        : [];
    }
    case 'watch.open':
    case 'watch.close':
    case 'watch.lost':
    case 'watch.event':
      return watchPath(event, sideOf(recording, event.watch));
    case 'fifo.add':
    case 'fifo.pop':
    case 'indexer.write':
    case 'handler.call':
    case 'reflector.error':
    case 'reflector.resync': {
      const side = sideOf(recording, event.informer);
      return side ? [side] : [];
    }
    case 'store.write':
    case 'store.compact':
      return ['server'];
    default:
      return [];
  }
}

type Side = ReturnType<typeof sideOf>;

const cutPath = (side: Side): readonly (string | Hop)[] =>
  side === 'a'
    ? ['server', { pipe: 'sendA', tone: 'bad' }, 'watchA']
    : side === 'b'
      ? ['server', { pipe: 'sendB', tone: 'bad' }, 'watchB']
      : ['server'];

type EventIn<K extends Frame['entry']['event']['kind']> = Extract<
  Frame['entry']['event'],
  { readonly kind: K }
>;

/** A list, or the asking for a watch, there and, where it is refused, back; other requests light the server. */
function requestPath(
  event: EventIn<'api.request'> | EventIn<'api.error'>,
  side: Side,
): readonly (string | Hop)[] {
  if (side === undefined || (event.verb !== 'list' && event.verb !== 'watch')) return ['server'];
  const pipe = side === 'a' ? 'listA' : 'listB';
  return event.kind === 'api.error'
    ? ['server', { pipe, text: String(event.code), tone: 'bad' }, side]
    : [side, { pipe, text: event.verb, reverse: true }, 'server'];
}

function watchPath(
  event: EventIn<'watch.open' | 'watch.close' | 'watch.lost' | 'watch.event'>,
  side: Side,
): readonly (string | Hop)[] {
  if (side === undefined) return [];
  const [watch, send, tell] = side === 'a' ? ['watchA', 'sendA', 'tellA'] : ['watchB', 'sendB', 'tellB'];
  if (event.kind === 'watch.open') return ['server', { pipe: send, text: `${event.revision}` }, watch];
  if (event.kind === 'watch.close') return ['server', { pipe: send, tone: 'bad' }, watch, side];
  const text =
    event.type === 'BOOKMARK' ? `BOOKMARK ${event.revision}` : `${event.type} ${lastPart(event.key)}`;
  return event.kind === 'watch.lost'
    ? [{ pipe: send, text, tone: 'bad' }, watch]
    : [watch, { pipe: tell, text }, side];
}

function serverOf({ world, recording }: Frame): Content {
  const { revision, compacted, objects } = world.store;
  const resources = reflectorsOf(recording).map(resourceOf);
  const seen = reflectorsOf(recording).map((name) =>
    Number(mapGet(world.informers, name)?.resourceVersion ?? 0),
  );
  return {
    note: t`revision ${revision}`,
    blocks: [
      {
        kind: 'gauge',
        label: compacted === 0 ? t`nothing is forgotten` : t`forgotten up to ${compacted}`,
        text: t`marks: the two reflectors`,
        value: revision === 0 ? 0 : compacted / revision,
        marks: seen
          .filter((version) => version > 0)
          .map((version) => Math.min(1, version / Math.max(1, revision))),
        ...(compacted > 0 && { tone: 'bad' as const }),
      },
      {
        kind: 'groups',
        groups: resources.map((resource) => ({
          id: resource,
          title: resource,
          chips: chipsOf(objects, { prefix: `${resource}/`, place: 'store', hue: 'api' }),
        })),
      },
    ],
  };
}

const watchTones: Readonly<Record<WatchState['state'], Tone>> = { open: 'good', cut: 'bad', closed: 'off' };
const watchWords = (state: WatchState['state']): string =>
  ({ open: t`open`, cut: t`cut`, closed: t`closed` })[state];

function watchOf({ world, entry: { event } }: Frame, name: string): Content {
  const watch = mapGet(world.watches, name);
  if (!watch) return { tone: 'off', note: t`not yet` };
  const act = event.kind === 'act' ? event.act : undefined;
  const cut = act?.kind === 'cut-watch' && `${act.program}/${act.resource}` === name;
  const state = cut ? 'cut' : watch.state;
  return {
    tone: watchTones[state],
    note: watchWords(state),
    blocks: [
      {
        kind: 'chips',
        chips: watch.inFlight.map(({ type, key, revision }, i) => ({
          id: `flight:${name}:${revision}:${type}:${i}`,
          text: type === 'BOOKMARK' ? `${revision}` : lastPart(key),
          note: type,
          hue: 'api',
        })),
      },
    ],
  };
}

const states: Readonly<Record<InformerState['reflector'], Tone>> = {
  idle: 'off',
  listing: 'busy',
  watching: 'good',
  'backing off': 'wait',
};
const stateWords = (state: InformerState['reflector']): string =>
  ({ idle: t`idle`, listing: t`lists`, watching: t`watches`, 'backing off': t`backs off` })[state];

/** A reflector hears nothing while its watch is cut, and goes on to say that it watches. */
function reflectorOf({ world }: Frame, name: string): Content {
  const informer = mapGet(world.informers, name);
  if (!informer) return { tone: 'off', note: t`not yet` };
  const { reflector, resourceVersion, queue, deltas } = informer;
  return {
    tone: states[reflector],
    note: stateWords(reflector),
    blocks: [
      {
        kind: 'lines',
        lines: [{ label: 'resourceVersion', text: resourceVersion === '' ? t`none yet` : resourceVersion }],
      },
      {
        kind: 'groups',
        groups: [
          {
            id: 'fifo',
            title: 'DeltaFIFO',
            chips: queue.map((key): Chip => ({
              id: `fifo:${name}:${key}`,
              text: lastPart(key),
              note: (mapGet(deltas, key) ?? []).join(' '),
              hue: 'queue',
            })),
          },
          {
            id: 'cache',
            title: t`cache`,
            chips: chipsOf(mapGet(world.indexers, name), { place: `cache:${name}`, hue: 'informer' }),
          },
        ],
      },
    ],
  };
}

function saysOf({ world, recording }: Frame): string {
  const [name] = reflectorsOf(recording);
  const { reflector = 'idle', resourceVersion = '' } = mapGet(world.informers, name) ?? {};
  const { revision, compacted } = world.store;
  const stored = mapEntries(world.store.objects).filter(([key]) =>
    key.startsWith(`${resourceOf(name)}/`),
  ).length;
  const cached = mapGet(world.indexers, name)?.size ?? 0;
  const what = t`Stored ${resourceOf(name)}: ${stored}; in the cache: ${cached}.`;
  if (Number(resourceVersion) < compacted && resourceVersion !== '')
    return t`The reflector is at ${resourceVersion}, and the API server has forgotten all up to ${compacted}. ${what}`;
  if (mapGet(world.watches, name)?.state === 'cut')
    return t`The watch is cut: the reflector stays at ${resourceVersion}, the API server is at ${revision}. ${what}`;
  return reflector === 'idle' ? what : t`The reflector is at resourceVersion ${resourceVersion}. ${what}`;
}
