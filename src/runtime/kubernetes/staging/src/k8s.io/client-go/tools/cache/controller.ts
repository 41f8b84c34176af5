import type { KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';
import { Group, type Stop, until } from '../../../apimachinery/pkg/util/wait/wait.ts';
import type { Result } from '../../../../../../../go/result.ts';
import type { Blocking } from '../../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../../sim/sim.ts';
import {
  DeletedFinalStateUnknown,
  type DeltaOfAll,
  type Deltas,
  newDeltaFIFOWithOptions,
} from './delta_fifo.ts';
import { type PopProcessFunc, type PoppedQueue, type Queue, errFIFOClosed } from './fifo.ts';
import type { Indexer, Indexers } from './index.ts';
import type { ListerWatcher } from './listwatch.ts';
import {
  type ObjectType,
  type Reflector,
  type WatchErrorHandler,
  newNamedReflector,
  resourceOf,
} from './reflector.ts';
import { type Store, metaNamespaceKeyFunc, newIndexer, newStore } from './store.ts';
import type { AllProcessed, QueueKind } from './queue-kind.ts';
import { type ReplacedAllInfo, newRealFIFOWithOptions, reconcileReplacement } from './the_real_fifo.ts';
import type { Notification } from './shared_informer.ts';

// Mirrors: staging/src/k8s.io/client-go/tools/cache/controller.go#Config
export interface Config {
  /** `<program>/<resource>`: what its parts are called. */
  readonly name: string;
  readonly queue: PoppedQueue & Partial<Pick<Queue, 'addIfNotPresent'>>;
  readonly listerWatcher: ListerWatcher;
  /** Does something with the deltas of one object. */
  readonly process: PopProcessFunc;
  readonly objectType: ObjectType | undefined;
  /** How often `shouldResync` is asked; 0 for never. */
  readonly fullResyncPeriodMs: number;
  /** Undefined means yes. */
  readonly shouldResync?: () => boolean;
  /** Queues an item again if `process` fails. */
  readonly retryOnError: boolean;
  readonly watchErrorHandler?: WatchErrorHandler;
  readonly watchListPageSize?: number;
}

/** Fills a queue from a ListerWatcher and processes what comes out of it. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/controller.go#Controller
export interface Controller {
  /** Runs until `stop` closes and the queue is empty. To be called once. */
  run(stop: Stop): Blocking<void>;
  /** True once everything of the first list was processed. */
  hasSynced(): boolean;
  /** '' before the first list. */
  lastSyncResourceVersion(): string;
}

// Mirrors: staging/src/k8s.io/client-go/tools/cache/controller.go#controller
class QueueController implements Controller {
  readonly #sim: Sim;
  readonly #config: Config;
  #reflector: Reflector | undefined;

  constructor(sim: Sim, config: Config) {
    this.#sim = sim;
    this.#config = config;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/controller.go#controller.Run
  *run(stop: Stop): Blocking<void> {
    const resource = resourceOf(this.#config.name);
    if (stop) this.#sim.go(`${resource}/close`, this.#closeAfter(stop));
    const { name, listerWatcher, objectType, queue, fullResyncPeriodMs } = this.#config;
    const r = newNamedReflector(this.#sim, name, listerWatcher, objectType, queue, fullResyncPeriodMs);
    r.shouldResync = this.#config.shouldResync;
    r.watchListPageSize = this.#config.watchListPageSize ?? 0;
    r.watchErrorHandler = this.#config.watchErrorHandler;
    this.#reflector = r;

    const wg = new Group(this.#sim, `${resource}/reflector`);
    wg.startWithChannel(`${resource}/reflector`, stop, (end) => r.run(end));
    yield* until(this.#sim, () => this.#processLoop(), 1000, stop);
    yield* wg.wait();
  }

  *#closeAfter(stop: NonNullable<Stop>): Blocking<void> {
    yield* stop.receive();
    this.#config.queue.close();
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/controller.go#controller.HasSynced
  hasSynced(): boolean {
    return this.#config.queue.hasSynced();
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/controller.go#controller.LastSyncResourceVersion
  lastSyncResourceVersion(): string {
    return this.#reflector?.lastSyncResourceVersion() ?? '';
  }

  /** Pops and processes until the queue is closed and empty. */
  // Mirrors: staging/src/k8s.io/client-go/tools/cache/controller.go#controller.processLoop
  *#processLoop(): Blocking<void> {
    for (;;) {
      const { queue, process, retryOnError } = this.#config;
      const [deltas, err] = yield* queue.pop(process);
      if (err === errFIFOClosed) return;
      if (err && deltas && retryOnError && queue.addIfNotPresent) yield* queue.addIfNotPresent(deltas);
    }
  }
}

// Mirrors: staging/src/k8s.io/client-go/tools/cache/controller.go#New
export function newController(sim: Sim, config: Config): Controller {
  return new QueueController(sim, config);
}

/**
 * Is told what happens to objects. It must not change them, and cannot refuse. `onUpdate` also comes when nothing
 * changed, after a list or at a resync; and several changes may come as one. `onDelete` gets the last known state,
 * or a DeletedFinalStateUnknown if the deletion itself was missed.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/controller.go#ResourceEventHandler
export interface ResourceEventHandler<T = KubeObject> {
  onAdd(obj: T): void;
  onUpdate(oldObj: T, newObj: T): void;
  onDelete(obj: T | DeletedFinalStateUnknown<T>): void;
  /** What it parks for after each call. A handler of Kubernetes does that in the call, and none should. */
  busy?(): Blocking<void>;
}

/** The functions that `ResourceEventHandlerFuncs` calls; what is left out is not called. */
export interface HandlerFuncs<T = KubeObject> {
  readonly addFunc?: (obj: T) => void;
  readonly updateFunc?: (oldObj: T, newObj: T) => void;
  readonly deleteFunc?: (obj: T | DeletedFinalStateUnknown<T>) => void;
}

/** A handler made of up to three functions. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/controller.go#ResourceEventHandlerFuncs
export class ResourceEventHandlerFuncs<T = KubeObject> implements ResourceEventHandler<T> {
  readonly #funcs: HandlerFuncs<T>;

  constructor(funcs: HandlerFuncs<T>) {
    this.#funcs = funcs;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/controller.go#ResourceEventHandlerFuncs.OnAdd
  onAdd(obj: T): void {
    this.#funcs.addFunc?.(obj);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/controller.go#ResourceEventHandlerFuncs.OnUpdate
  onUpdate(oldObj: T, newObj: T): void {
    this.#funcs.updateFunc?.(oldObj, newObj);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/controller.go#ResourceEventHandlerFuncs.OnDelete
  onDelete(obj: T | DeletedFinalStateUnknown<T>): void {
    this.#funcs.deleteFunc?.(obj);
  }
}

/**
 * A handler that sees only objects that pass a filter. One that begins to pass is added, one that no longer
 * passes is deleted.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/controller.go#FilteringResourceEventHandler
export class FilteringResourceEventHandler<T = KubeObject> implements ResourceEventHandler<T> {
  readonly #filterFunc: (obj: T | DeletedFinalStateUnknown<T>) => boolean;
  readonly #handler: ResourceEventHandler<T>;

  constructor(
    filterFunc: (obj: T | DeletedFinalStateUnknown<T>) => boolean,
    handler: ResourceEventHandler<T>,
  ) {
    this.#filterFunc = filterFunc;
    this.#handler = handler;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/controller.go#FilteringResourceEventHandler.OnAdd
  onAdd(obj: T): void {
    if (this.#filterFunc(obj)) this.#handler.onAdd(obj);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/controller.go#FilteringResourceEventHandler.OnUpdate
  onUpdate(oldObj: T, newObj: T): void {
    const newer = this.#filterFunc(newObj);
    const older = this.#filterFunc(oldObj);
    if (newer && older) this.#handler.onUpdate(oldObj, newObj);
    else if (newer) this.#handler.onAdd(newObj);
    else if (older) this.#handler.onDelete(oldObj);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/controller.go#FilteringResourceEventHandler.OnDelete
  onDelete(obj: T | DeletedFinalStateUnknown<T>): void {
    if (this.#filterFunc(obj)) this.#handler.onDelete(obj);
  }
}

/** As `metaNamespaceKeyFunc`, and for a DeletedFinalStateUnknown the key that it carries. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/controller.go#DeletionHandlingMetaNamespaceKeyFunc
export function deletionHandlingMetaNamespaceKeyFunc(obj: unknown): Result<string> {
  if (obj instanceof DeletedFinalStateUnknown) return [obj.key, undefined];
  return metaNamespaceKeyFunc(obj);
}

/** What an informer that is not shared is made of. */
export interface InformerOptions {
  /** `<program>/<resource>`. */
  readonly name: string;
  readonly listerWatcher: ListerWatcher;
  readonly objectType: ObjectType | undefined;
  /** How often the handler gets an update of every known object; 0 for never. */
  readonly resyncPeriodMs: number;
  readonly handler: ResourceEventHandler;
}

/** A store, and the Controller that fills it and tells a handler. The store is to be read only. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/controller.go#NewInformer
export function newInformer(sim: Sim, options: InformerOptions): [Store, Controller] {
  const clientState = sim.observe(
    'indexer',
    options.name,
    // As upstream's, a store is an Indexer that has no indices.
    newStore(deletionHandlingMetaNamespaceKeyFunc) as Indexer,
  );
  return [clientState, newInformerOver(sim, options, clientState)];
}

/** As `newInformer`, with indices. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/controller.go#NewIndexerInformer
export function newIndexerInformer(
  sim: Sim,
  options: InformerOptions,
  indexers: Indexers,
): [Indexer, Controller] {
  const indexer = newIndexer(deletionHandlingMetaNamespaceKeyFunc, indexers);
  const clientState = sim.observe('indexer', options.name, indexer);
  return [clientState, newInformerOver(sim, options, clientState)];
}

// Mirrors: staging/src/k8s.io/client-go/tools/cache/controller.go#newInformer
function newInformerOver(sim: Sim, options: InformerOptions, clientState: Store): Controller {
  const { name, listerWatcher, objectType } = options;
  const handler = sim.observe('listener', name, options.handler);
  // The queue asks the store what is known, so that a list or a resync gives the right deltas.
  const fifo = newDeltaFIFOWithOptions({
    name: `DeltaFIFO of ${name}`,
    knownObjects: clientState,
    emitDeltaTypeReplaced: true,
  });
  return newController(sim, {
    name,
    queue: sim.observe('fifo', name, fifo),
    listerWatcher,
    objectType,
    fullResyncPeriodMs: options.resyncPeriodMs,
    retryOnError: false,
    *process(deltas) {
      return processDeltas(handler, clientState, deltas);
    },
  });
}

/** Brings deltas into the store, oldest first, and tells the handler of each. */
function processDeltas(handler: ResourceEventHandler, clientState: Store, deltas: Deltas): Error | undefined {
  for (const { type, object } of deltas) {
    if (type === 'Deleted') {
      const err = clientState.delete(object);
      if (err) return err;
      handler.onDelete(object);
      continue;
    }
    const obj = object as KubeObject;
    const [old, exists] = clientState.get(obj);
    const err = exists ? clientState.update(obj) : clientState.add(obj);
    if (err) return err;
    if (exists) handler.onUpdate(old, obj);
    else handler.onAdd(obj);
  }
  return undefined;
}

/** The feature gates of today's client-go that change the queue of an informer. Each needs the one before it. */
export interface InOrderGates {
  readonly InOrderInformers?: boolean;
  readonly AtomicFIFO?: boolean;
  readonly UnlockWhileProcessingFIFO?: boolean;
}

/**
 * The queue of informers in today's client-go, where `InOrderInformers` is on. Undefined where it is off: then they
 * have a DeltaFIFO.
 */
// Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/controller.go#newQueueFIFO
export function newQueueFIFO(gates: InOrderGates): QueueKind | undefined {
  if (!gates.InOrderInformers) return undefined;
  const { AtomicFIFO: atomicEvents = false, UnlockWhileProcessingFIFO = false } = gates;
  return {
    newQueue: (name, knownObjects) =>
      newRealFIFOWithOptions({
        name: `RealFIFO of ${name}`,
        ...(atomicEvents
          ? { atomicEvents, unlockWhileProcessing: UnlockWhileProcessingFIFO }
          : { knownObjects }),
      }),
    processAll,
  };
}

function processAll({ type, object }: DeltaOfAll, clientState: Indexer): AllProcessed {
  if (type === 'ReplacedAll') return processReplacedAllInfo(object, clientState);
  return [clientState.list().map((obj) => ({ kind: 'update', oldObj: obj, newObj: obj })), undefined];
}

/**
 * Puts a list into the cache, all at once, so that no handler ever sees a half of it; then tells what that changed,
 * deletions first.
 */
// Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/controller.go#processReplacedAllInfo
function processReplacedAllInfo(info: ReplacedAllInfo, clientState: Indexer): AllProcessed {
  const deletions: Notification[] = [];
  const replacements: Notification[] = [];
  const onDelete = (oldObj: DeletedFinalStateUnknown): undefined =>
    void deletions.push({ kind: 'delete', oldObj });
  const onReplace = (newObj: KubeObject): undefined => {
    const [oldObj, exists] = clientState.get(newObj);
    replacements.push(exists ? { kind: 'update', oldObj, newObj } : { kind: 'add', newObj });
  };
  const err =
    reconcileReplacement([], clientState, info.objects, metaNamespaceKeyFunc, onDelete, onReplace) ??
    clientState.replace(info.objects, info.resourceVersion);
  return err ? [undefined, err] : [[...deletions, ...replacements], undefined];
}
