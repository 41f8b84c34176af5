import { t } from '../../../../i18n/t.ts';
import type { Frame, Hop } from '../../../../components/picture/description.ts';
import { memoize } from '../../../../recording/memoize.ts';
import type { Recording } from '../../../../recording/recording.ts';
import { lastPart, splitName } from '../../../../recording/words.ts';

/** The two reflectors that are looked at, as `<program>/<resource>`: those of the program with the most to tell. */
export const reflectorsOf = memoize(({ entries }: Recording): readonly [string, string] => {
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

/** `pods`, of `<program>/pods`. */
export const resourceOf = (name: string): string => splitName(name).resource;

/** The way of an entry between the API server and the two reflectors, in the parts and pipes of `list-and-watch`. */
export function pathOf({ entry: { event }, recording }: Frame): readonly (string | Hop)[] {
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
