import { Group, type Stop } from '../../../apimachinery/pkg/util/wait/wait.ts';
import type { Blocking } from '../../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../../sim/sim.ts';
import type { Notification, ProcessorListener } from './shared_informer_listener.ts';

/**
 * The listeners of an informer. A notification goes to all of them, or, if it comes from a resync, to those that
 * were due when the resync began. Listeners join only while nothing is being distributed, so upstream's lock of
 * the list is not needed.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#sharedProcessor
export class SharedProcessor {
  readonly #sim: Sim;
  #listenersStarted = false;
  readonly listeners: ProcessorListener[] = [];
  #syncingListeners: ProcessorListener[] = [];
  readonly #wg: Group;

  constructor(sim: Sim, name: string) {
    this.#sim = sim;
    this.#wg = new Group(sim, `the listeners of ${name}`);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#sharedProcessor.addListener
  addListener(listener: ProcessorListener): void {
    this.listeners.push(listener);
    this.#syncingListeners.push(listener);
    if (this.#listenersStarted) this.#start(listener);
  }

  #start(listener: ProcessorListener): void {
    this.#wg.start(`${listener.name}/run`, () => listener.run());
    this.#wg.start(`${listener.name}/pop`, () => listener.pop());
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#sharedProcessor.distribute
  *distribute(notification: Notification, sync: boolean): Blocking<void> {
    for (const listener of sync ? this.#syncingListeners : this.listeners)
      yield* listener.steps.add(notification);
  }

  /** Starts the listeners, and ends them after `stop` closes. */
  // Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#sharedProcessor.run
  *run(stop: NonNullable<Stop>): Blocking<void> {
    for (const listener of this.listeners) this.#start(listener);
    this.#listenersStarted = true;
    yield* stop.receive();
    for (const listener of this.listeners) listener.close();
    yield* this.#wg.wait();
  }

  /** True if a listener is due for a resync. Notes which ones are: the resync is for them. */
  // Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#sharedProcessor.shouldResync
  shouldResync(): boolean {
    const now = this.#sim.now;
    this.#syncingListeners = this.listeners.filter((listener) => listener.shouldResync(now));
    for (const listener of this.#syncingListeners) listener.determineNextResync(now);
    return this.#syncingListeners.length > 0;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#sharedProcessor.resyncCheckPeriodChanged
  resyncCheckPeriodChanged(resyncCheckPeriodMs: number): void {
    for (const listener of this.listeners) {
      listener.setResyncPeriod(determineResyncPeriod(listener.requestedResyncPeriod, resyncCheckPeriodMs));
    }
  }
}

/**
 * The resync period that a listener gets: what it wants, but not less than how often the informer looks, and 0
 * if the informer does no resyncs. All in virtual ms.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#determineResyncPeriod
export function determineResyncPeriod(desired: number, check: number): number {
  if (desired === 0 || check === 0) return 0;
  return Math.max(desired, check);
}
