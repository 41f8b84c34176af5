import type { Event } from '../runtime/observe/events.ts';
import { actLabel } from './tell-act.ts';
import { durationWords, fileName, lastPart } from './words.ts';

/** What is asked of all objects of a resource, or of a namespace's. */
const ofMany: ReadonlySet<string> = new Set(['list', 'watch', 'deletecollection']);

/** An event in a few letters, for ticks and tokens: "create web-x7k2p", "get default/web". */
export function label(event: Event): string {
  switch (event.kind) {
    case 'act':
      return actLabel(event.act);
    case 'program.start':
    case 'program.crash':
      return `${event.kind === 'program.start' ? 'start' : 'crash'} ${event.program}`;
    case 'api.request':
      return `${event.verb} ${ofMany.has(event.verb) ? event.resource : lastPart(event.key)}`;
    case 'api.error':
      return `${event.code} ${event.reason}`;
    case 'api.throttle':
      return `wait ${durationWords(event.waitMs)}`;
    case 'store.write':
      return `${event.verb} ${lastPart(event.key)}`;
    case 'store.compact':
      return `compact ${event.revision}`;
    case 'watch.open':
      return 'watch opens';
    case 'watch.close':
      return 'watch ends';
    case 'watch.event':
      return `${event.type} ${lastPart(event.key)}`.trim();
    case 'reflector.list':
      return `list ${event.count}`;
    case 'reflector.resync':
      return 'resync';
    case 'reflector.error':
      return 'list or watch fails';
    case 'fifo.add':
      return `${event.delta} ${lastPart(event.key)}`;
    case 'fifo.pop':
      return `pop ${lastPart(event.key)}`;
    case 'indexer.write':
      return `cache ${event.verb} ${lastPart(event.key)}`;
    case 'handler.call':
      return `on ${event.verb} ${lastPart(event.key)}`;
    case 'workqueue.add':
      return `${event.merged ? 'merge' : 'add'} ${event.key}`;
    case 'workqueue.addAfter':
      return `${event.key} in ${durationWords(event.delayMs)}`;
    case 'workqueue.get':
    case 'workqueue.done':
    case 'workqueue.forget':
      return `${event.kind.slice('workqueue.'.length)} ${event.key}`;
    case 'expectations.change':
      return event.why === 'deleted' ? 'expect nothing' : `expect +${event.add} −${event.del}`;
    case 'expectations.check':
      return event.satisfied ? 'may act' : 'must wait';
    case 'event.record':
      return event.reason;
    case 'stand-in':
      return event.text;
    case 'line':
      return `${fileName(event.file)}:${event.line}`;
    default:
      return event satisfies never;
  }
}
