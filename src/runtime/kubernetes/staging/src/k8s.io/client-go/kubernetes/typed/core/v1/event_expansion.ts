import { type StatusError, newBadRequest } from '../../../../../apimachinery/pkg/api/errors/errors.ts';
import type { ObjectReference } from 'kubernetes-types/core/v1';
import { selectorFromSet } from '../../../../../apimachinery/pkg/fields/selector.ts';
import type { Event, KubeList, KubeObject } from '../../../../../apimachinery/pkg/runtime/object.ts';
import type { Result } from '../../../../../../../../../go/result.ts';
import type { Blocking } from '../../../../../../../../../sim/process.ts';
import { getReference } from '../../../../tools/reference/ref.ts';
import { ResourceClient } from '../../resource-client.ts';

/** Events, with calls that go to the event's own namespace. */
// Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/event_expansion.go#EventExpansion
export class Events extends ResourceClient<Event> {
  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/event_expansion.go#events.CreateWithEventNamespace
  *createWithEventNamespace(event: Event): Blocking<Result<Event, StatusError>> {
    const { namespace = '' } = event.metadata;
    if (this.namespace && namespace !== this.namespace) return this.#elsewhere('create', namespace);
    return yield* this.send({ verb: 'create', namespace, body: event });
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/event_expansion.go#events.UpdateWithEventNamespace
  *updateWithEventNamespace(event: Event): Blocking<Result<Event, StatusError>> {
    const { namespace, name } = event.metadata;
    return yield* this.send({ verb: 'update', namespace, name, body: event });
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/event_expansion.go#events.PatchWithEventNamespace
  *patchWithEventNamespace(incompleteEvent: Event, data: unknown): Blocking<Result<Event, StatusError>> {
    const { namespace = '', name } = incompleteEvent.metadata;
    if (this.namespace && namespace !== this.namespace) return this.#elsewhere('patch', namespace);
    const patchType = 'application/strategic-merge-patch+json';
    return yield* this.send({ verb: 'patch', namespace, name, patchType, body: data });
  }

  /**
   * The events about an object, or about what a reference names. As upstream's `kubectl describe`, it asks for those
   * whose `involvedObject` fits: nothing else links an event to its object.
   */
  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/event_expansion.go#events.Search
  *search(objOrRef: KubeObject | ObjectReference): Blocking<Result<KubeList<Event>, StatusError>> {
    const [ref, err] = getReference(objOrRef);
    if (err) return [undefined, newBadRequest(err.message)];
    const { name, namespace = '', kind, uid } = ref;
    if (this.namespace && namespace !== this.namespace) {
      const where = `of namespace '${namespace}' in namespace '${this.namespace}'`;
      return [undefined, newBadRequest(`won't be able to find any events ${where}`)];
    }
    return yield* this.list({ fieldSelector: this.getFieldSelector(name, namespace, kind, uid) });
  }

  /** Which events are about an object; what is left out or empty may be anything. */
  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/event_expansion.go#events.GetFieldSelector
  getFieldSelector(name?: string, namespace?: string, kind?: string, uid?: string): string {
    const fields = { name, namespace, kind: kind || undefined, uid: uid || undefined };
    const told = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
    return selectorFromSet(
      Object.fromEntries(told.map(([field, value]) => [`involvedObject.${field}`, value])),
    ).toString();
  }

  #elsewhere(verb: string, namespace: string): Result<Event, StatusError> {
    const where = `with namespace '${namespace}' in namespace '${this.namespace}'`;
    return [undefined, newBadRequest(`can't ${verb} an event ${where}`)];
  }
}

/** Takes the events of a recorder to the API server. */
// Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/event_expansion.go#EventSinkImpl
export class EventSinkImpl {
  readonly #interface: Events;

  constructor(events: Events) {
    this.#interface = events;
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/event_expansion.go#EventSinkImpl.Create
  *create(event: Event): Blocking<Result<Event, StatusError>> {
    return yield* this.#interface.createWithEventNamespace(event);
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/event_expansion.go#EventSinkImpl.Update
  *update(event: Event): Blocking<Result<Event, StatusError>> {
    return yield* this.#interface.updateWithEventNamespace(event);
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/event_expansion.go#EventSinkImpl.Patch
  *patch(oldEvent: Event, data: unknown): Blocking<Result<Event, StatusError>> {
    return yield* this.#interface.patchWithEventNamespace(oldEvent, data);
  }
}
