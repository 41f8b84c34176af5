import { Chan, select, trySelect } from '../../../../../../../sim/chan.ts';
import type { Blocking } from '../../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../../sim/sim.ts';
import { WaitGroup } from '../../../../../../../sim/sync.ts';
import type { KubeObject } from '../runtime/object.ts';
import type { EventType, Interface, WatchEvent } from './watch.ts';

/** What happens to an event for a watcher whose channel is full: the broadcaster waits, or drops it. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/watch/mux.go#FullChannelBehavior
export type FullChannelBehavior = 'WaitIfChannelFull' | 'DropIfChannelFull';

// Mirrors: staging/src/k8s.io/apimachinery/pkg/watch/mux.go#incomingQueueLength
const incomingQueueLength = 25;

/** What a broadcaster does that an observer may want to see. */
export interface BroadcasterSteps {
  action(type: EventType, object: KubeObject): Blocking<void>;
  /** Puts an event into the channel of a watcher; false if it was full, and the event is dropped for this watcher. */
  offer(watcher: BroadcasterWatcher, event: WatchEvent): boolean;
  /** The incoming queue, and those of the watchers by their numbers, to look at only. */
  queues(): {
    readonly incoming: Chan<unknown>;
    readonly watchers: ReadonlyMap<number, BroadcasterWatcher>;
  };
}

/** Gives every event to every watcher, in the order in which they came. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/watch/mux.go#Broadcaster
export class Broadcaster implements BroadcasterSteps {
  /** Itself, or what observes it. */
  steps: BroadcasterSteps = this;
  readonly #sim: Sim;
  readonly #name: string;
  #watchers = new Map<number, BroadcasterWatcher>();
  #nextWatcher = 0;
  readonly #distributing: WaitGroup;
  /** Events, and between them what has to be done when all before it are distributed. */
  readonly #incoming: Chan<WatchEvent | (() => void)>;
  readonly #stopped: Chan<never>;
  readonly #watchQueueLength: number;
  readonly #fullChannelBehavior: FullChannelBehavior;

  constructor(sim: Sim, queueLength: number, fullChannelBehavior: FullChannelBehavior, name = 'broadcaster') {
    this.#sim = sim;
    this.#name = name;
    this.#distributing = new WaitGroup(`the end of ${name}`);
    this.#incoming = new Chan(`an event for ${name}`, incomingQueueLength);
    this.#stopped = new Chan<never>(`the end of ${name}`);
    this.#watchQueueLength = queueLength;
    this.#fullChannelBehavior = fullChannelBehavior;
  }

  /**
   * Does `f` when all events that came before are distributed. Kubernetes waits here until that is done; Loopscope
   * does not, because programs call this while they are put together, in plain functions. No later event can
   * overtake `f`, unless the queue is full at this moment.
   */
  // Mirrors: staging/src/k8s.io/apimachinery/pkg/watch/mux.go#Broadcaster.blockQueue
  #blockQueue(f: () => void): void {
    if (this.#stopped.closed) return;
    if (this.#incoming.trySend(f)) return;
    this.#sim.go(`${this.#name}/blockQueue`, this.#incoming.send(f));
  }

  /** A watcher of the events that come from now on. Throws after shutdown. */
  // Mirrors: staging/src/k8s.io/apimachinery/pkg/watch/mux.go#Broadcaster.Watch
  watch(): Interface {
    return this.watchWithPrefix([]);
  }

  /** As `watch`, with events that come first. */
  // Mirrors: staging/src/k8s.io/apimachinery/pkg/watch/mux.go#Broadcaster.WatchWithPrefix
  watchWithPrefix(queuedEvents: readonly WatchEvent[]): Interface {
    if (this.#stopped.closed) throw new Error('broadcaster already stopped');
    const id = this.#nextWatcher++;
    const length = queuedEvents.length === 0 ? 0 : queuedEvents.length + 1;
    const stop = (): void => this.#stopWatching(id);
    const w = new BroadcasterWatcher(this.#name, Math.max(length, this.#watchQueueLength), stop);
    this.#blockQueue(() => {
      this.#watchers.set(id, w);
      for (const e of queuedEvents) w.result.trySend(e);
    });
    return w;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/watch/mux.go#Broadcaster.stopWatching
  #stopWatching(id: number): void {
    this.#blockQueue(() => {
      const w = this.#watchers.get(id);
      if (!w) return;
      this.#watchers.delete(id);
      w.result.close();
    });
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/watch/mux.go#Broadcaster.closeAll
  #closeAll(): void {
    for (const w of this.#watchers.values()) w.result.close();
    // Gone from the map, they are not closed again by `stopWatching`.
    this.#watchers = new Map();
  }

  /** Gives an event to all watchers. Parks while the queue is full. */
  // Mirrors: staging/src/k8s.io/apimachinery/pkg/watch/mux.go#Broadcaster.Action
  *action(type: EventType, object: KubeObject): Blocking<void> {
    yield* this.#incoming.send({ type, object });
  }

  /** Ends all watches once the events that came before are distributed. `action` and `watch` must not be called after. */
  // Mirrors: staging/src/k8s.io/apimachinery/pkg/watch/mux.go#Broadcaster.Shutdown
  *shutdown(): Blocking<void> {
    this.#blockQueue(() => {
      this.#stopped.close();
      this.#incoming.close();
    });
    yield* this.#distributing.wait();
  }

  /** Starts the loop: the part of upstream's constructor that is not data. */
  start(): void {
    this.#distributing.add(1);
    this.#sim.go(this.#name, this.#loop());
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/watch/mux.go#Broadcaster.loop
  *#loop(): Blocking<void> {
    for (;;) {
      const [event, open] = yield* this.#incoming.receive();
      if (!open) break;
      if (typeof event === 'function') event();
      else yield* this.#distribute(event);
    }
    this.#closeAll();
    this.#distributing.done();
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/watch/mux.go#Broadcaster.distribute
  *#distribute(event: WatchEvent): Blocking<void> {
    for (const w of this.#watchers.values()) {
      if (this.#fullChannelBehavior === 'DropIfChannelFull') this.steps.offer(w, event);
      else yield* select(this.#sim, { send: w.result, value: event }, { receive: w.stopped });
    }
  }

  offer(w: BroadcasterWatcher, event: WatchEvent): boolean {
    return trySelect(this.#sim, { send: w.result, value: event }, { receive: w.stopped }) !== undefined;
  }

  queues(): ReturnType<BroadcasterSteps['queues']> {
    return { incoming: this.#incoming, watchers: this.#watchers };
  }
}

/** A broadcaster whose watchers each hold up to `queueLength` events, running. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/watch/mux.go#NewBroadcaster
export function newBroadcaster(
  sim: Sim,
  queueLength: number,
  fullChannelBehavior: FullChannelBehavior,
  name?: string,
): Broadcaster {
  const m = new Broadcaster(sim, queueLength, fullChannelBehavior, name);
  m.start();
  return m;
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/watch/mux.go#broadcasterWatcher
export class BroadcasterWatcher implements Interface {
  readonly result: Chan<WatchEvent>;
  readonly stopped: Chan<never>;
  readonly #stopWatching: () => void;

  constructor(name: string, length: number, stopWatching: () => void) {
    this.result = new Chan(`an event from ${name}`, length);
    this.stopped = new Chan<never>(`the end of a watch of ${name}`);
    this.#stopWatching = stopWatching;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/watch/mux.go#broadcasterWatcher.ResultChan
  resultChan(): Chan<WatchEvent> {
    return this.result;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/watch/mux.go#broadcasterWatcher.Stop
  stop(): void {
    if (this.stopped.closed) return;
    this.stopped.close();
    this.#stopWatching();
  }
}
