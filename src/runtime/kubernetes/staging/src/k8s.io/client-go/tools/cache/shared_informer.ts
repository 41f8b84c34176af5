import { accessor } from '../../../apimachinery/pkg/api/meta/meta.ts';
import type { KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';
import { Group, type Stop, pollImmediateUntil } from '../../../apimachinery/pkg/util/wait/wait.ts';
import { Chan, select } from '../../../../../../../sim/chan.ts';
import { type Blocking, causeNow, setCause } from '../../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../../sim/sim.ts';
import { Mutex } from '../../../../../../../sim/sync.ts';
import {
  type Controller,
  type ResourceEventHandler,
  deletionHandlingMetaNamespaceKeyFunc,
  newController,
} from './controller.ts';
import type { DeletedFinalStateUnknown, Delta, DeltaOfAll, Deltas } from './delta_fifo.ts';
import type { Indexer, Indexers } from './index.ts';
import type { ListerWatcher } from './listwatch.ts';
import { type QueueKind, deltaFIFO } from './queue-kind.ts';
import { type ObjectType, type WatchErrorHandler, resourceOf } from './reflector.ts';
import { type Store, newIndexer } from './store.ts';
import {
  type RingGrowing,
  newRingGrowing,
} from '../../../../../../vendor/k8s.io/utils/buffer/ring_growing.ts';

/**
 * Keeps a local cache of all objects of a kind, and tells any number of handlers what changes in it. The cache
 * lags behind the API server; each object in it goes through its states in order, but may skip some. A handler is
 * told of a change after the cache has it.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#SharedInformer
export interface SharedInformer<T extends KubeObject = KubeObject> {
  /** `<program>/<resource>`. */
  readonly name: string;
  /** Adds a handler, with the informer's own resync period. It may come at any time. */
  addEventHandler(handler: ResourceEventHandler<T>): void;
  /** Adds a handler that gets an update of every cached object about every `resyncPeriodMs`; 0 for never. */
  addEventHandlerWithResyncPeriod(handler: ResourceEventHandler<T>, resyncPeriodMs: number): void;
  /** The cache. To be read only. */
  getStore(): Store<T>;
  /** Runs until `stop` closes. To be called once. */
  run(stop: Stop): Blocking<void>;
  /** True once the cache holds everything of the first list. */
  hasSynced(): boolean;
  /** The version of the last list or watch event; '' before the first. */
  lastSyncResourceVersion(): string;
  /** Sets who is told why a watch ended. Fails once the informer runs. */
  setWatchErrorHandler(handler: WatchErrorHandler): Error | undefined;
}

/** A SharedInformer whose cache has indices. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#SharedIndexInformer
export interface SharedIndexInformer<T extends KubeObject = KubeObject> extends SharedInformer<T> {
  /** Fails once the informer runs. */
  addIndexers(indexers: Indexers): Error | undefined;
  getIndexer(): Indexer<T>;
}

/** What a shared informer is made of. */
export interface SharedInformerOptions {
  /** `<program>/<resource>`: what the trace calls it. */
  readonly name: string;
  readonly listerWatcher: ListerWatcher;
  /** Only the type counts; undefined takes any. */
  readonly objectType: ObjectType | undefined;
  /** For handlers that do not ask for a period of their own; 0 switches resyncs off for all. */
  readonly defaultEventHandlerResyncPeriodMs: number;
  readonly indexers?: Indexers;
  /** A DeltaFIFO if left out. */
  readonly queueKind?: QueueKind;
}

/** Tells whether an informer has synced. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#InformerSynced
export type InformerSynced = () => boolean;

// Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#syncedPollPeriod
const syncedPollPeriodMs = 100;

// Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#minimumResyncPeriod
const minimumResyncPeriodMs = 1000;

/**
 * Waits, looking every 100 ms, until all caches have synced. False if `stop` closes before. Kubernetes logs which
 * controller waits and how it ended; Loopscope drops the name with the log.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#WaitForNamedCacheSync
export function* waitForNamedCacheSync(
  sim: Sim,
  _controllerName: string,
  stop: Stop,
  ...cacheSyncs: readonly InformerSynced[]
): Blocking<boolean> {
  return yield* waitForCacheSync(sim, stop, ...cacheSyncs);
}

/** Waits, looking every 100 ms, until all caches have synced. False if `stop` closes before. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#WaitForCacheSync
export function* waitForCacheSync(
  sim: Sim,
  stop: Stop,
  ...cacheSyncs: readonly InformerSynced[]
): Blocking<boolean> {
  const allSynced = function* (): Blocking<[boolean, undefined]> {
    return [cacheSyncs.every((syncFunc) => syncFunc()), undefined];
  };
  const err = yield* pollImmediateUntil(sim, syncedPollPeriodMs, allSynced, stop);
  return err === undefined;
}

/**
 * An indexer; a Controller that pops deltas and brings them to the indexer; and a SharedProcessor, which then
 * tells the listeners.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#sharedIndexInformer
class SharedIndexInformerImpl implements SharedIndexInformer {
  readonly #sim: Sim;
  readonly name: string;
  readonly #indexer: Indexer;
  #controller: Controller | undefined;
  readonly #processor: SharedProcessor;
  readonly #listerWatcher: ListerWatcher;
  readonly #objectType: ObjectType | undefined;
  /** How often the Reflector asks whether a listener is due for a resync. */
  #resyncCheckPeriodMs: number;
  readonly #defaultEventHandlerResyncPeriodMs: number;
  #started = false;
  #stopped = false;
  readonly #startedLock: Mutex;
  /** Held while deltas are handled, and while a late handler joins: neither may see half of the other. */
  readonly #blockDeltas: Mutex;
  #watchErrorHandler: WatchErrorHandler | undefined;
  readonly #queueKind: QueueKind;
  #listenerCount = 0;

  constructor(sim: Sim, options: SharedInformerOptions) {
    const { name, listerWatcher, objectType, defaultEventHandlerResyncPeriodMs } = options;
    this.#sim = sim;
    this.name = name;
    const indexer = newIndexer(deletionHandlingMetaNamespaceKeyFunc, options.indexers ?? {});
    this.#indexer = sim.observe('indexer', name, sim.observe('indices', name, indexer));
    this.#processor = new SharedProcessor(sim, name);
    this.#listerWatcher = listerWatcher;
    this.#objectType = objectType;
    this.#resyncCheckPeriodMs = defaultEventHandlerResyncPeriodMs;
    this.#defaultEventHandlerResyncPeriodMs = defaultEventHandlerResyncPeriodMs;
    this.#queueKind = options.queueKind ?? deltaFIFO;
    this.#startedLock = new Mutex(`the startedLock of ${name}`);
    this.#blockDeltas = new Mutex(`blockDeltas of ${name}`);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#sharedIndexInformer.SetWatchErrorHandler
  setWatchErrorHandler(handler: WatchErrorHandler): Error | undefined {
    if (this.#started) return new Error('informer has already started');
    this.#watchErrorHandler = handler;
    return undefined;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#sharedIndexInformer.Run
  *run(stop: Stop): Blocking<void> {
    const fifo = this.#queueKind.newQueue(this.name, this.#indexer);
    this.#controller = newController(this.#sim, {
      name: this.name,
      queue: this.#sim.observe('fifo', this.name, fifo),
      listerWatcher: this.#listerWatcher,
      objectType: this.#objectType,
      fullResyncPeriodMs: this.#resyncCheckPeriodMs,
      retryOnError: false,
      shouldResync: () => this.#processor.shouldResync(),
      process: (deltas) => this.#handleDeltas(deltas),
      watchErrorHandler: this.#watchErrorHandler,
    });
    this.#started = true;

    // The processor has a stop of its own: it ends after the controller, so that nothing is sent to nobody.
    const processorStop = new Chan<never>(`end of ${this.name}`);
    const wg = new Group(this.#sim, `the processor of ${this.name}`);
    wg.start(`${resourceOf(this.name)}/processor`, () => this.#processor.run(processorStop));
    yield* this.#controller.run(stop);
    yield* this.#startedLock.lock();
    this.#stopped = true;
    this.#startedLock.unlock();
    processorStop.close();
    yield* wg.wait();
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#sharedIndexInformer.HasSynced
  hasSynced(): boolean {
    return this.#controller?.hasSynced() ?? false;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#sharedIndexInformer.LastSyncResourceVersion
  lastSyncResourceVersion(): string {
    return this.#controller?.lastSyncResourceVersion() ?? '';
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#sharedIndexInformer.GetStore
  getStore(): Store {
    return this.#indexer;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#sharedIndexInformer.GetIndexer
  getIndexer(): Indexer {
    return this.#indexer;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#sharedIndexInformer.AddIndexers
  addIndexers(indexers: Indexers): Error | undefined {
    if (this.#started) return new Error('informer has already started');
    return this.#indexer.addIndexers(indexers);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#sharedIndexInformer.AddEventHandler
  addEventHandler(handler: ResourceEventHandler): void {
    this.addEventHandlerWithResyncPeriod(handler, this.#defaultEventHandlerResyncPeriodMs);
  }

  /**
   * Kubernetes makes the caller wait until a late handler has joined; Loopscope has it join in a process of its
   * own, so that adding a handler, which every constructor of a controller does, is a plain call.
   */
  // Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#sharedIndexInformer.AddEventHandlerWithResyncPeriod
  addEventHandlerWithResyncPeriod(handler: ResourceEventHandler, resyncPeriodMs: number): void {
    if (this.#stopped) return;
    const requested = this.#requestedResyncPeriod(resyncPeriodMs);
    const name = `${resourceOf(this.name)}/listener-${++this.#listenerCount}`; // Go: none
    const listener = new ProcessorListener(
      this.#sim,
      name,
      this.#sim.observe('listener', this.name, handler),
      requested,
      determineResyncPeriod(requested, this.#resyncCheckPeriodMs),
    );
    listener.steps = this.#sim.observe('informer-listener', this.name, listener);
    if (this.#started) this.#sim.go(`${name}/join`, this.#join(listener));
    else this.#processor.addListener(listener);
  }

  /** The period that is asked for, within bounds. Before the start, a short one has the informer look more often. */
  #requestedResyncPeriod(resyncPeriodMs: number): number {
    if (resyncPeriodMs <= 0) return resyncPeriodMs;
    const requested = Math.max(resyncPeriodMs, minimumResyncPeriodMs);
    if (requested >= this.#resyncCheckPeriodMs) return requested;
    if (this.#started) return this.#resyncCheckPeriodMs;
    this.#resyncCheckPeriodMs = requested;
    this.#processor.resyncCheckPeriodChanged(requested);
    return requested;
  }

  /** With all distribution halted, adds the listener and tells it of every object in the cache. */
  *#join(listener: ProcessorListener): Blocking<void> {
    yield* this.#startedLock.lock();
    if (!this.#stopped) {
      yield* this.#blockDeltas.lock();
      this.#processor.addListener(listener);
      for (const newObj of this.#indexer.list()) yield* listener.steps.add({ kind: 'add', newObj });
      this.#blockDeltas.unlock();
    }
    this.#startedLock.unlock();
  }

  /** Brings deltas to the indexer, oldest first, and tells the listeners of each. */
  // Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#sharedIndexInformer.HandleDeltas
  *#handleDeltas(deltas: Deltas): Blocking<Error | undefined> {
    yield* this.#blockDeltas.lock();
    let err: Error | undefined; // Go: none
    for (const delta of deltas) {
      err = yield* this.#handleDelta(delta);
      if (err) break;
    }
    this.#blockDeltas.unlock();
    return err;
  }

  *#handleDelta(delta: Delta): Blocking<Error | undefined> {
    if (delta.type === 'ReplacedAll' || delta.type === 'SyncAll') return yield* this.#handleAll(delta);
    const { type, object } = delta;
    if (type === 'Deleted') {
      const err = this.#indexer.delete(object);
      if (err) return err;
      yield* this.#processor.distribute({ kind: 'delete', oldObj: object }, false);
      return undefined;
    }
    const newObj = object as KubeObject;
    const [oldObj, exists] = this.#indexer.get(newObj);
    if (!exists) {
      const err = this.#indexer.add(newObj);
      if (err) return err;
      yield* this.#processor.distribute({ kind: 'add', newObj }, false);
      return undefined;
    }
    const err = this.#indexer.update(newObj);
    if (err) return err;
    // Only listeners that asked for resyncs hear of an update in which nothing changed.
    const isSync = type === 'Sync' || (type === 'Replaced' && sameVersion(oldObj, newObj));
    yield* this.#processor.distribute({ kind: 'update', oldObj, newObj }, isSync);
    return undefined;
  }

  *#handleAll(delta: DeltaOfAll): Blocking<Error | undefined> {
    const [notifications = [], err] = this.#queueKind.processAll?.(delta, this.#indexer) ?? [];
    for (const notification of notifications) {
      yield* this.#processor.distribute(notification, isUnchanged(notification));
    }
    return err;
  }
}

const isUnchanged = (told: Notification): boolean =>
  told.kind === 'update' && sameVersion(told.oldObj, told.newObj);

function sameVersion(a: unknown, b: unknown): boolean {
  const [metaA] = accessor(a);
  const [metaB] = accessor(b);
  return metaA !== undefined && metaB !== undefined && metaA.resourceVersion === metaB.resourceVersion;
}

/** A shared informer without indices. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#NewSharedInformer
export function newSharedInformer<T extends KubeObject = KubeObject>(
  sim: Sim,
  options: Omit<SharedInformerOptions, 'indexers'>,
): SharedInformer<T> {
  return newSharedIndexInformer<T>(sim, options);
}

/**
 * A shared informer. It does no resyncs at all if the default period is 0. Otherwise it looks, as often as the
 * shortest period asked for before it starts, for handlers that are due.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#NewSharedIndexInformer
export function newSharedIndexInformer<T extends KubeObject = KubeObject>(
  sim: Sim,
  options: SharedInformerOptions,
): SharedIndexInformer<T> {
  return new SharedIndexInformerImpl(sim, options) as unknown as SharedIndexInformer<T>;
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

/**
 * The resync period that a listener gets: what it wants, but not less than how often the informer looks, and 0
 * if the informer does no resyncs. All in virtual ms.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#determineResyncPeriod
export function determineResyncPeriod(desired: number, check: number): number {
  if (desired === 0 || check === 0) return 0;
  return Math.max(desired, check);
}

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
      listener.setResyncPeriod(determineResyncPeriod(listener.requestedResyncPeriodMs, resyncCheckPeriodMs));
    }
  }
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
  readonly requestedResyncPeriodMs: number;
  /** What is in force: 0 if the informer does no resyncs. */
  #resyncPeriodMs: number;
  #nextResync = 0;
  /** What its processes are called. */
  readonly name: string;

  constructor(
    sim: Sim,
    name: string,
    handler: ResourceEventHandler,
    requestedResyncPeriodMs: number,
    resyncPeriodMs: number,
  ) {
    this.#sim = sim;
    this.name = name;
    this.#nextCh = new Chan(`${name} nextCh`);
    this.#addCh = new Chan(`${name} addCh`);
    this.#handler = handler;
    this.requestedResyncPeriodMs = requestedResyncPeriodMs;
    this.#resyncPeriodMs = resyncPeriodMs;
    this.determineNextResync(sim.now);
  }

  /** How many notifications wait in the buffer, and for how many it has room, for observers. */
  get buffered(): { readonly waiting: number; readonly room: number } {
    return { waiting: this.#pendingNotifications.length, room: this.#pendingNotifications.room };
  }

  get resyncPeriodMs(): number {
    return this.#resyncPeriodMs;
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
    return this.#resyncPeriodMs !== 0 && now >= this.#nextResync;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#processorListener.determineNextResync
  determineNextResync(now: number): void {
    this.#nextResync = now + this.#resyncPeriodMs;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/shared_informer.go#processorListener.setResyncPeriod
  setResyncPeriod(resyncPeriodMs: number): void {
    this.#resyncPeriodMs = resyncPeriodMs;
  }
}
