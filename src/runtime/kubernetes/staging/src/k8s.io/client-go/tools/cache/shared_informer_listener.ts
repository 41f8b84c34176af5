import type { KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';
import { Chan, select } from '../../../../../../../sim/chan.ts';
import { type Blocking, causeNow, setCause } from '../../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../../sim/sim.ts';
import {
  type RingGrowing,
  newRingGrowing,
} from '../../../../../../vendor/k8s.io/utils/buffer/ring_growing.ts';
import type { ResourceEventHandler } from './controller.ts';
import type { DeletedFinalStateUnknown } from './delta_fifo.ts';

/** What a listener is told. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#updateNotification
// Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#addNotification
// Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#deleteNotification
export type Notification =
  | { readonly kind: 'update'; readonly oldObj: KubeObject; readonly newObj: KubeObject }
  | { readonly kind: 'add'; readonly newObj: KubeObject }
  | { readonly kind: 'delete'; readonly oldObj: KubeObject | DeletedFinalStateUnknown };

/** A notification that waits for its turn. A buffer carries no cause, as a channel does, so it is kept here. */
export interface Pending {
  readonly notification: Notification;
  readonly cause: number;
}

// Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#initialBufferSize
const initialBufferSize = 1024;

/** What a listener does that an observer may want to see. */
export interface ListenerSteps {
  add(notification: Notification): Blocking<void>;
  /** Puts what has to wait into the buffer. */
  keep(pending: Pending): void;
  /** Calls the handler. */
  handle(notification: Notification): void;
}

/**
 * Brings notifications to one handler, in order and one at a time, without ever making the informer wait for the
 * handler: `pop` takes them as fast as they come and keeps in a buffer what `run` is not ready for.
 * All times are virtual ms.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#processorListener
export class ProcessorListener implements ListenerSteps {
  /** Itself, or what observes it. */
  steps: ListenerSteps = this;
  readonly #sim: Sim;
  readonly #nextCh: Chan<Notification>;
  readonly #addCh: Chan<Notification>;
  readonly #handler: ResourceEventHandler;
  readonly #pendingNotifications: RingGrowing<Pending> = newRingGrowing(initialBufferSize);
  readonly requestedResyncPeriod: number;
  /** What is in force: 0 if the informer does no resyncs. */
  #resyncPeriod: number;
  #nextResync = 0;
  /** What its processes are called. */
  readonly name: string;

  constructor(
    sim: Sim,
    name: string,
    handler: ResourceEventHandler,
    requestedResyncPeriod: number,
    resyncPeriod: number,
  ) {
    this.#sim = sim;
    this.name = name;
    this.#nextCh = new Chan(`${name} nextCh`);
    this.#addCh = new Chan(`${name} addCh`);
    this.#handler = handler;
    this.requestedResyncPeriod = requestedResyncPeriod;
    this.#resyncPeriod = resyncPeriod;
    this.determineNextResync(sim.now);
  }

  /** How many notifications wait in the buffer, and for how many it has room, for observers. */
  get buffered(): { readonly waiting: number; readonly room: number } {
    return { waiting: this.#pendingNotifications.length, room: this.#pendingNotifications.room };
  }

  get resyncPeriod(): number {
    return this.#resyncPeriod;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#processorListener.add
  *add(notification: Notification): Blocking<void> {
    yield* this.#addCh.send(notification);
  }

  /** No more notifications come: `pop` ends, and `run` after it. */
  close(): void {
    this.#addCh.close();
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#processorListener.pop
  *pop(): Blocking<void> {
    let nextCh: Chan<Notification> | undefined;
    let pending: Pending | undefined; // Go: notification
    for (;;) {
      // What is sent takes the cause of the sender along, which by now is that of the newest notification.
      if (pending) setCause(pending.cause); // Go: none
      const cases = [{ send: nextCh, value: pending?.notification }, { receive: this.#addCh }]; // Go: none
      const { index, value, ok } = yield* select(this.#sim, ...cases); // Go: select
      // Go: case
      if (index === 0) {
        [pending] = this.#pendingNotifications.readOne();
        if (!pending) nextCh = undefined;
      } else if (!ok) {
        break; // Go: return
        // Go: none
      } else {
        const toAdd: Pending = { notification: value as Notification, cause: causeNow() };
        // Go: none
        if (pending) {
          this.steps.keep(toAdd); // Go: WriteOne
          // Go: none
        } else {
          pending = toAdd;
          nextCh = this.#nextCh;
        }
      }
    }
    this.#nextCh.close();
  }

  keep(pending: Pending): void {
    this.#pendingNotifications.writeOne(pending);
  }

  /**
   * Kubernetes starts this again a second after a handler panicked; Loopscope lets the panic end the run, because
   * it is a bug in what is being shown.
   */
  // Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#processorListener.run
  *run(): Blocking<void> {
    // Go: none
    for (;;) {
      const [next, ok] = yield* this.#nextCh.receive();
      if (!ok) return; // Go: none
      this.steps.handle(next);
      if (this.#handler.busy) yield* this.#handler.busy();
    }
  }

  handle(next: Notification): void {
    switch (next.kind) {
      case 'update':
        this.#handler.onUpdate(next.oldObj, next.newObj);
        break;
      case 'add':
        this.#handler.onAdd(next.newObj);
        break;
      case 'delete':
        this.#handler.onDelete(next.oldObj);
        break;
    }
  }

  /** True if it is due for a resync. */
  // Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#processorListener.shouldResync
  shouldResync(now: number): boolean {
    return this.#resyncPeriod !== 0 && now >= this.#nextResync;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#processorListener.determineNextResync
  determineNextResync(now: number): void {
    this.#nextResync = now + this.#resyncPeriod;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#processorListener.setResyncPeriod
  setResyncPeriod(resyncPeriod: number): void {
    this.#resyncPeriod = resyncPeriod;
  }
}
