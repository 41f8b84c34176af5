import { type Way, along, back } from '../../components/picture/ways.ts';
import { lastPart } from '../../recording/words.ts';
import type { Event } from '../../runtime/stage/events.ts';

/**
 * What goes between a client and the API server through the one pipe from the client: a request, a refusal, what is listed and watched.
 * Undefined for an event that is none of these.
 */
export function serverWay(event: Event, client: string, pipe: string, server: string): Way | undefined {
  switch (event.kind) {
    case 'api.request':
      return along(client, pipe, server, event.verb);
    case 'api.error':
      return back(server, pipe, client, event.reason, 'bad');
    case 'reflector.list':
      return back(server, pipe, client, 'list');
    case 'watch.event':
      return back(server, pipe, client, lastPart(event.key));
    default:
      return undefined;
  }
}
