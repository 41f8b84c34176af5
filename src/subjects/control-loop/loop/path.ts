/** Which parts and pipes of a picture of a control loop an event has to do with. */
import type { Frame, Hop } from '../../../components/picture/description.ts';
import { splitName } from '../../../recording/words.ts';
import type { Event } from '../../../runtime/stage/events.ts';
import type { Loop } from '../../../runtime/subjects/control-loop/loop.ts';
import { shortName } from './model.ts';
import { keyText } from './words.ts';

type Steps = readonly (string | Hop)[];

/** The loop, and which programs count as its own. */
interface Owned {
  readonly loop: Loop;
  isOwn(program: string): boolean;
}

/** The way of an entry round the loop. */
export function loopPath({ recording, entry }: Frame, owned: Owned): Steps {
  const { loop } = owned;
  const { event } = entry;
  switch (event.kind) {
    case 'act':
      return ['clients', { pipe: 'acts', text: event.act.kind, ...(event.error && bad) }, 'store'];
    case 'api.request':
    case 'api.error':
      return ofRequest(event, owned);
    case 'store.write':
    case 'store.compact':
      return ['store'];
    case 'watch.open':
    case 'watch.close':
    case 'watch.lost':
    case 'watch.event':
      return ofWatch(event, loop);
    case 'reflector.list':
      return isLane(event.informer, loop)
        ? ['store', { pipe: 'watch', text: `list ${event.count}` }, 'informers']
        : ['clients'];
    case 'workqueue.add': {
      const cause = recording.entries[entry.cause]?.event;
      if (event.queue !== loop.queue) return ['clients'];
      // A key whose delay is over comes out of the queue's own box.
      if (cause?.kind !== 'handler.call' || !isLane(cause.informer, loop)) return ['queue'];
      return ['informers', { pipe: 'wake', text: keyText(event.key) }, 'queue'];
    }
    case 'workqueue.get':
    case 'workqueue.addAfter':
    case 'workqueue.done':
    case 'workqueue.forget':
      return ofQueue(event, loop);
    default:
      return [partOf(event, owned)];
  }
}

const bad = { tone: 'bad' } as const;

const isLane = (name: string, { program, informers }: Loop): boolean => {
  const of = splitName(name);
  return of.program === program && informers.includes(of.resource);
};

/** Where something stands that travels along no pipe. */
function partOf(event: Event, { loop, isOwn }: Owned): string {
  if ('informer' in event) return isLane(event.informer, loop) ? 'informers' : 'clients';
  if ('program' in event) return isOwn(event.program) ? 'workers' : 'clients';
  return 'workers';
}

function ofRequest(
  event: Extract<Event, { kind: 'api.request' | 'api.error' }>,
  { loop, isOwn }: Owned,
): Steps {
  const own = isOwn(event.program);
  // Lists and watches of the loop's program are its reflectors' doing.
  const asks =
    own && /^(list|watch)$/.test(event.verb) && loop.informers.some((each) => each === event.resource);
  const [from, pipe] = asks ? ['informers', 'watch'] : own ? ['workers', 'requests'] : ['clients', 'acts'];
  const failed = event.kind === 'api.error';
  const text = failed ? `${event.code}` : `${event.verb} ${shortName(event.key)}`.trim();
  // A watch runs from the store; all other pipes run towards it.
  const hop: Hop = { pipe, text, reverse: asks !== failed, ...(failed && bad) };
  return failed ? ['store', hop, from] : [from, hop, 'store'];
}

function ofWatch(event: Extract<Event, { readonly watch: string }>, loop: Loop): Steps {
  if (!isLane(event.watch, loop)) return ['clients'];
  if (event.kind === 'watch.open')
    return ['informers', { pipe: 'watch', text: 'watch', reverse: true }, 'store'];
  if (event.kind !== 'watch.event') return [{ pipe: 'watch', ...bad }, 'informers'];
  const text = event.key === '' ? event.type.toLowerCase() : shortName(event.key);
  return ['store', { pipe: 'watch', text, ...(event.type === 'ERROR' && bad) }, 'informers'];
}

type Taken = Extract<
  Event,
  { kind: 'workqueue.get' | 'workqueue.addAfter' | 'workqueue.done' | 'workqueue.forget' }
>;

function ofQueue(event: Taken, { queue }: Loop): Steps {
  if (event.queue !== queue) return ['clients'];
  const text = keyText(event.key);
  switch (event.kind) {
    case 'workqueue.get':
      return ['queue', { pipe: 'take', text }, 'workers'];
    case 'workqueue.addAfter':
      return ['workers', { pipe: 'take', text, reverse: true, ...(event.failures && bad) }, 'queue'];
    case 'workqueue.done':
      return event.again ? ['workers', { pipe: 'take', text, reverse: true }, 'queue'] : ['workers'];
    default:
      return ['queue'];
  }
}
