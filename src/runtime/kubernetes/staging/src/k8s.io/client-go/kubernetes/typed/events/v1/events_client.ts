import type { RESTClient } from '../../../../rest/client.ts';
import type { RequestBody } from '../../../../rest/request.ts';
import type { Event } from '../../../../tools/events/interfaces.ts';
import { ResourceClient } from '../../resource-client.ts';

/**
 * The kinds of the group `events.k8s.io`. Its one resource has the name of another of the core group, so its requests say
 * of which group and version they are.
 */
// Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/events/v1/events_client.go#EventsV1Client
export class EventsV1Client {
  readonly #client: RESTClient;

  constructor(client: RESTClient) {
    this.#client = client;
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/events/v1/events_client.go#EventsV1Client.Events
  events(namespace: string): ResourceClient<Event> {
    return new NewEvents(this.#client, 'events', namespace);
  }
}

class NewEvents extends ResourceClient<Event> {
  protected override whole(body: Omit<RequestBody, 'resource'>): RequestBody {
    return { ...super.whole(body), groupVersion: 'events.k8s.io/v1' };
  }
}
