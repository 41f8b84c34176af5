import {
  StatusError,
  fromObject,
  hasStatusCause,
  isGone,
  isResourceExpired,
  isTimeout,
} from '../../../apimachinery/pkg/api/errors/errors.ts';
import { accessor } from '../../../apimachinery/pkg/api/meta/meta.ts';
import { newTimer } from '../../../apimachinery/pkg/util/clock/clock.ts';
import {
  type BackoffManager,
  type Stop,
  backoffUntil,
  newExponentialBackoffManager,
} from '../../../apimachinery/pkg/util/wait/wait.ts';
import { isConnectionRefused } from '../../../apimachinery/pkg/util/net/util.ts';
import type { Interface as WatchInterface, WatchEvent } from '../../../apimachinery/pkg/watch/watch.ts';
import type { KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';
import type { Result } from '../../../../../../../go/result.ts';
import { Chan, select } from '../../../../../../../sim/chan.ts';
import type { Blocking } from '../../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../../sim/sim.ts';
import { ListPager, type PagedList } from '../pager/pager.ts';
import { type Indexer, metaNamespaceIndexFunc, namespaceIndex } from './index.ts';
import type { ListOptions, ListerWatcher } from './listwatch.ts';
import { type BlockingStore, blockingStore, metaNamespaceKeyFunc, newIndexer } from './store.ts';

/** An example of the objects that are expected: only its type counts. */
export interface ObjectType {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Told why `listAndWatch` gave up, before the Reflector backs off. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/reflector.go#WatchErrorHandler
export type WatchErrorHandler = (reflector: Reflector, err: Error) => void;

/** The part of a name after the program: `pods` of `kube-controller-manager/pods`. */
export const resourceOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** A version that moves on while a watch is read. */
interface VersionCell {
  value: string;
}

/**
 * The calls by which a Reflector does its work. It makes them on `Reflector.steps`, which is the Reflector itself
 * unless an observer stands before it.
 */
export interface ReflectorSteps {
  listAndWatch(stop: Stop): Blocking<Error | undefined>;
  list(options: ListOptions): Blocking<PagedList>;
  syncWith(items: readonly KubeObject[], resourceVersion: string): Blocking<Error | undefined>;
  watch(options: ListOptions): Blocking<Result<WatchInterface>>;
  watchHandler(
    start: number,
    w: WatchInterface,
    resourceVersion: VersionCell,
    errc: Chan<Error>,
    stop: Stop,
  ): Blocking<Error | undefined>;
  resync(): Blocking<Error | undefined>;
  setLastSyncResourceVersion(resourceVersion: string): void;
}

// Mirrors: staging/src/k8s.io/client-go/tools/cache/reflector.go#minWatchTimeout
const minWatchTimeoutSeconds = 5 * 60;

// Mirrors: staging/src/k8s.io/client-go/tools/cache/reflector.go#errorStopRequested
const errorStopRequested = new Error('Stop requested');

/**
 * Keeps a store equal to what the API server has: lists once, then watches from the version of the list, and
 * lists again when the watch cannot go on.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/reflector.go#Reflector
export class Reflector implements ReflectorSteps {
  /** Itself, or what observes it. */
  steps: ReflectorSteps = this;
  /** Asked at every resync period; undefined means yes. */
  shouldResync: (() => boolean) | undefined;
  /** Objects a page of a list; 0 leaves it to the rules in `listAndWatch`. */
  watchListPageSize = 0;
  /** Kubernetes logs here by default; Loopscope does not, because observers see every error. */
  watchErrorHandler: WatchErrorHandler | undefined;
  /** `<program>/<resource>`. */
  readonly name: string;
  readonly #sim: Sim;
  readonly #expectedType: ObjectType | undefined;
  readonly #expectedTypeName: string;
  readonly #store: BlockingStore;
  readonly #listerWatcher: ListerWatcher;
  readonly #backoffManager: BackoffManager;
  /** Backs off when the API server cannot even be reached. */
  readonly #initConnBackoffManager: BackoffManager;
  readonly #resyncPeriodMs: number;
  /** The first list came in pages, so later ones may as well. */
  #paginatedResult = false;
  #lastSyncResourceVersion = '';
  /** The last request was refused because that version is expired, or too large. */
  #isLastSyncResourceVersionUnavailable = false;

  constructor(
    sim: Sim,
    name: string,
    lw: ListerWatcher,
    expectedType: ObjectType | undefined,
    store: BlockingStore,
    resyncPeriodMs: number,
  ) {
    this.#sim = sim;
    this.name = name;
    this.#listerWatcher = lw;
    this.#expectedType = expectedType;
    this.#expectedTypeName = expectedType ? typeName(expectedType) : '<unspecified>';
    this.#store = store;
    // While the API server is in trouble, this comes to one request in 30 to 60 s. Two minutes without trouble
    // start over at 0.8 s.
    this.#backoffManager = newExponentialBackoffManager(sim, 800, 30_000, 120_000, 2, 1);
    this.#initConnBackoffManager = newExponentialBackoffManager(sim, 800, 30_000, 120_000, 2, 1);
    this.#resyncPeriodMs = resyncPeriodMs;
  }

  /** Lists and watches, over and over, until `stop` is closed. */
  // Mirrors: staging/src/k8s.io/client-go/tools/cache/reflector.go#Reflector.Run
  *run(stop: Stop): Blocking<void> {
    const listAndWatch = function* (this: Reflector): Blocking<void> {
      const err = yield* this.steps.listAndWatch(stop);
      if (err) this.watchErrorHandler?.(this, err);
    }.bind(this); // Go: none
    yield* backoffUntil(this.#sim, listAndWatch, this.#backoffManager, true, stop);
  }

  /** A channel that gets something when it is time to resync, and what stops its timer. */
  // Mirrors: staging/src/k8s.io/client-go/tools/cache/reflector.go#Reflector.resyncChan
  #resyncChan(): [Chan<number> | undefined, () => void] {
    if (this.#resyncPeriodMs === 0) return [undefined, () => undefined];
    const timer = newTimer(this.#sim, this.#resyncPeriodMs, 'the resync timer');
    return [timer.c(), () => timer.stop()];
  }

  /**
   * Lists everything, puts it into the store, and watches from there. Gives an error only if it could not
   * begin to watch.
   */
  // Mirrors: staging/src/k8s.io/client-go/tools/cache/reflector.go#Reflector.ListAndWatch
  *listAndWatch(stop: Stop): Blocking<Error | undefined> {
    const resourceVersion: VersionCell = { value: '' };
    const err = yield* this.#listAndSync(resourceVersion, stop);
    if (err) return err;

    const resyncErrors = new Chan<Error>('errors of resync', 1);
    const cancel = new Chan<never>('end of listAndWatch');
    this.#sim.go(`${resourceOf(this.name)}/resync`, this.#resyncLoop(resyncErrors, stop, cancel));
    const ended = yield* this.#watchLoop(resourceVersion, resyncErrors, stop);
    cancel.close();
    return ended;
  }

  *#listAndSync(resourceVersion: VersionCell, stop: Stop): Blocking<Error | undefined> {
    const options: ListOptions = { resourceVersion: this.#relistResourceVersion() };
    let listed: PagedList | undefined;
    const listCh = new Chan<never>('a list');
    const gather = function* (this: Reflector): Blocking<void> {
      listed = yield* this.steps.list(options);
      listCh.close();
    }.bind(this);
    this.#sim.go(`${resourceOf(this.name)}/list`, gather());
    yield* select(this.#sim, { receive: stop }, { receive: listCh });
    if (!listed) return undefined;

    const [list, paginatedResult, err] = listed;
    if (err) return new Error(`failed to list ${this.#expectedTypeName}: ${err.message}`, { cause: err });
    // Pages in answer to version "0" mean that no watch cache answers, so nothing is lost by paging from now on.
    if (options.resourceVersion === '0' && paginatedResult) this.#paginatedResult = true;
    this.#isLastSyncResourceVersionUnavailable = false;
    resourceVersion.value = list.metadata.resourceVersion ?? '';
    const failed = yield* this.steps.syncWith(list.items, resourceVersion.value);
    if (failed) return new Error(`unable to sync list result: ${failed.message}`, { cause: failed });
    this.steps.setLastSyncResourceVersion(resourceVersion.value);
    return undefined;
  }

  /**
   * Lists in pages, or whole if a watch cache may answer. If the version asked for is not to be had, asks at once
   * for the newest there is.
   */
  *list(options: ListOptions): Blocking<PagedList> {
    const pager = new ListPager((opts) => this.#listerWatcher.list(opts));
    if (this.watchListPageSize !== 0) {
      pager.pageSize = this.watchListPageSize;
    } else if (!this.#paginatedResult && options.resourceVersion !== '' && options.resourceVersion !== '0') {
      // A watch cache answers a list at a version only if it is asked for all of it.
      pager.pageSize = 0;
    }
    const listed = yield* pager.list(options);
    const [, , err] = listed;
    if (!isExpiredError(err) && !isTooLargeResourceVersionError(err)) return listed;
    this.#isLastSyncResourceVersionUnavailable = true;
    return yield* pager.list({ resourceVersion: this.#relistResourceVersion() });
  }

  *#resyncLoop(errors: Chan<Error>, stop: Stop, cancel: Chan<never>): Blocking<void> {
    for (;;) {
      const [resyncCh, cleanup] = this.#resyncChan();
      const { index } = yield* select(
        this.#sim,
        { receive: resyncCh },
        { receive: stop },
        { receive: cancel },
      );
      cleanup();
      if (index !== 0) return;
      if (this.shouldResync && !this.shouldResync()) continue;
      const err = yield* this.steps.resync();
      if (!err) continue;
      yield* errors.send(err);
      return;
    }
  }

  *#watchLoop(
    resourceVersion: VersionCell,
    resyncErrors: Chan<Error>,
    stop: Stop,
  ): Blocking<Error | undefined> {
    for (;;) {
      if (stop?.closed) return undefined;
      const options: ListOptions = {
        resourceVersion: resourceVersion.value,
        // The server ends the watch after this, so that none hangs; the length varies, so that not all end at once.
        timeoutSeconds: Math.trunc(minWatchTimeoutSeconds * (this.#sim.random.float() + 1)),
        allowWatchBookmarks: true,
      };
      const start = this.#sim.now;
      const [w, err] = yield* this.steps.watch(options);
      if (err) {
        if (!isConnectionRefused(err)) return err;
        // Nobody is there. The watch may well resume where it ended, so there is no need to list again.
        yield* this.#initConnBackoffManager.backoff().c().receive();
        continue;
      }
      const ended = yield* this.steps.watchHandler(start, w, resourceVersion, resyncErrors, stop);
      // An expired version is not marked unavailable: a list at that version gives what is at least as new.
      if (ended) return undefined;
    }
  }

  *watch(options: ListOptions): Blocking<Result<WatchInterface>> {
    return yield* this.#listerWatcher.watch(options);
  }

  /** Puts a list in place of what the store has. */
  // Mirrors: staging/src/k8s.io/client-go/tools/cache/reflector.go#Reflector.syncWith
  *syncWith(items: readonly KubeObject[], resourceVersion: string): Blocking<Error | undefined> {
    return yield* this.#store.replace(items, resourceVersion);
  }

  *resync(): Blocking<Error | undefined> {
    return yield* this.#store.resync();
  }

  /**
   * Brings the events of a watch to the store until the watch ends, and keeps `resourceVersion` up to date.
   * Undefined if the watch ended in good order.
   */
  // Mirrors: staging/src/k8s.io/client-go/tools/cache/reflector.go#Reflector.watchHandler
  *watchHandler(
    start: number,
    w: WatchInterface,
    resourceVersion: VersionCell,
    errc: Chan<Error>,
    stop: Stop,
  ): Blocking<Error | undefined> {
    let eventCount = 0;
    for (;;) {
      const cases = [{ receive: stop }, { receive: errc }, { receive: w.resultChan() }]; // Go: none
      const { index, value, ok } = yield* select(this.#sim, ...cases); // Go: none
      if (index === 0) return stopWith(w, errorStopRequested);
      if (index === 1) return stopWith(w, value as Error);
      if (!ok) break;
      const event = value as WatchEvent;
      if (event.type === 'ERROR') return stopWith(w, fromObject(event.object));
      if (!this.#isExpected(event.object)) continue;
      const [meta, err] = accessor(event.object);
      if (err) continue;
      yield* this.#apply(event);
      resourceVersion.value = meta.resourceVersion ?? '';
      this.steps.setLastSyncResourceVersion(resourceVersion.value);
      this.#store.updateResourceVersion?.(resourceVersion.value);
      eventCount++;
    }
    w.stop();
    if (this.#sim.now - start < 1000 && eventCount === 0) {
      const what = 'Unexpected watch close - watch lasted less than a second and no items received';
      return new Error(`very short watch: ${this.name}: ${what}`);
    }
    return undefined;
  }

  /** Kubernetes logs an error of the store and goes on; so does Loopscope, without the log. */
  *#apply(event: WatchEvent): Blocking<void> {
    const object = event.object as KubeObject;
    switch (event.type) {
      case 'ADDED':
        yield* this.#store.add(object);
        break;
      case 'MODIFIED':
        yield* this.#store.update(object);
        break;
      case 'DELETED':
        yield* this.#store.delete(object);
        break;
      // A bookmark says only how far the watch has come.
    }
  }

  #isExpected(object: unknown): boolean {
    if (!this.#expectedType) return true;
    const { apiVersion, kind } = object as Partial<ObjectType>;
    return apiVersion === this.#expectedType.apiVersion && kind === this.#expectedType.kind;
  }

  /** The newest version that this Reflector has seen from a list or a watch; '' before the first list. */
  // Mirrors: staging/src/k8s.io/client-go/tools/cache/reflector.go#Reflector.LastSyncResourceVersion
  lastSyncResourceVersion(): string {
    return this.#lastSyncResourceVersion;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/reflector.go#Reflector.setLastSyncResourceVersion
  setLastSyncResourceVersion(resourceVersion: string): void {
    this.#lastSyncResourceVersion = resourceVersion;
  }

  /**
   * The version to list at: '0' (anything will do) at first, then what was last seen, so as not to go back in
   * time; '' (the newest) if that is not to be had.
   */
  // Mirrors: staging/src/k8s.io/client-go/tools/cache/reflector.go#Reflector.relistResourceVersion
  #relistResourceVersion(): string {
    if (this.#isLastSyncResourceVersionUnavailable) return '';
    return this.#lastSyncResourceVersion === '' ? '0' : this.#lastSyncResourceVersion;
  }
}

function stopWith(w: WatchInterface, err: Error): Error {
  w.stop();
  return err;
}

/** As Go writes the type: `*v1.Pod`. */
function typeName({ apiVersion, kind }: ObjectType): string {
  return `*${apiVersion.slice(apiVersion.lastIndexOf('/') + 1)}.${kind}`;
}

/** A Reflector of that name. Kubernetes can also name it after the line that makes it; Loopscope cannot know. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/reflector.go#NewNamedReflector
export function newNamedReflector(
  sim: Sim,
  name: string,
  lw: ListerWatcher,
  expectedType: ObjectType | undefined,
  store: BlockingStore,
  resyncPeriodMs: number,
): Reflector {
  const r = new Reflector(sim, name, lw, expectedType, store, resyncPeriodMs);
  r.steps = sim.observe('reflector', name, r);
  return r;
}

/** A store with an index by namespace, and the Reflector that fills it. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/reflector.go#NewNamespaceKeyedIndexerAndReflector
export function newNamespaceKeyedIndexerAndReflector(
  sim: Sim,
  name: string,
  lw: ListerWatcher,
  expectedType: ObjectType | undefined,
  resyncPeriodMs: number,
): [Indexer, Reflector] {
  const indexer = newIndexer(metaNamespaceKeyFunc, { [namespaceIndex]: metaNamespaceIndexFunc });
  return [indexer, newNamedReflector(sim, name, lw, expectedType, blockingStore(indexer), resyncPeriodMs)];
}

// Mirrors: staging/src/k8s.io/client-go/tools/cache/reflector.go#isExpiredError
const isExpiredError = (err: Error | undefined): boolean => isResourceExpired(err) || isGone(err);

/** The server has not come as far as the version that was asked for. Servers before 1.18.6 say so in a message only. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/reflector.go#isTooLargeResourceVersionError
function isTooLargeResourceVersionError(err: Error | undefined): boolean {
  if (hasStatusCause(err, 'ResourceVersionTooLarge')) return true;
  if (!isTimeout(err) || !(err instanceof StatusError)) return false;
  return err.status.details?.causes?.some(({ message }) => message === 'Too large resource version') ?? false;
}
