import { type StatusError, newBadRequest } from '../../../../apimachinery/pkg/api/errors/errors.ts';
import { shareUnchanged } from '../../../../apimachinery/pkg/runtime/deep-copy.ts';
import type { KubeList, KubeObject } from '../../../../apimachinery/pkg/runtime/object.ts';
import type { Interface as WatchInterface } from '../../../../apimachinery/pkg/watch/watch.ts';
import type { Result } from '../../../../../../../../go/result.ts';
import type { Sim } from '../../../../../../../../sim/sim.ts';
import { newKeyExistsError, newKeyNotFoundError, newTooLargeResourceVersionError } from '../errors.ts';
import {
  type ListOptions,
  type Preconditions,
  type RequestContext,
  type UpdateFunc,
  checkPreconditions,
} from '../interfaces.ts';
import { decodeContinue, encodeContinue } from './continue.ts';
import { interpretListError } from './errors.ts';
import { Compacted, type Range, type RevisionedStore } from './revisioned-store.ts';
import { type WatchSettings, Watcher } from './watcher.ts';
import { parseResourceVersion } from './api_object_versioner.ts';

/**
 * The storage of API objects over a revisioned store: keys are `resource/namespace/name`, or `resource/name`.
 * Kubernetes encodes objects and retries transactions that lost a race here; Loopscope stores the objects
 * themselves, frozen, and has no race, because nothing else runs within one call.
 */
// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go#store
export class Store {
  readonly #client: RevisionedStore;
  readonly #watcher: Watcher;

  constructor(sim: Sim, client: RevisionedStore, watchBuffer?: number) {
    this.#client = client;
    this.#watcher = new Watcher(sim, client, watchBuffer);
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go#store.Get
  get(key: string, resourceVersion = ''): Result<KubeObject> {
    const err = this.#validateMinimumResourceVersion(resourceVersion);
    if (err) return [undefined, err];
    const object = this.#client.get(key);
    return object ? [object, undefined] : [undefined, newKeyNotFoundError(key)];
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go#store.Create
  create(ctx: RequestContext, key: string, object: KubeObject): Result<KubeObject> {
    if (object.metadata.resourceVersion) {
      return [undefined, new Error('resourceVersion should not be set on objects to be created')];
    }
    if (this.#client.get(key)) return [undefined, newKeyExistsError(key)];
    return [this.#client.put(key, object, ctx.userAgent), undefined];
  }

  /** Removes an object and gives its last state. */
  // Mirrors: staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go#store.Delete
  delete(ctx: RequestContext, key: string, preconditions: Preconditions | undefined): Result<KubeObject> {
    const existing = this.#client.get(key);
    if (!existing) return [undefined, newKeyNotFoundError(key)];
    const err = checkPreconditions(preconditions, key, existing);
    if (err) return [undefined, err];
    this.#client.delete(key, ctx.userAgent);
    return [existing, undefined];
  }

  /**
   * Replaces an object by what `tryUpdate` makes of it. What it makes has the resourceVersion of the state that it
   * was made from; if nothing else differs from that state, nothing is written.
   */
  // Mirrors: staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go#store.GuaranteedUpdate
  guaranteedUpdate(
    ctx: RequestContext,
    key: string,
    ignoreNotFound: boolean,
    preconditions: Preconditions | undefined,
    tryUpdate: UpdateFunc,
  ): Result<KubeObject> {
    const existing = this.#client.get(key);
    if (!existing && !ignoreNotFound) return [undefined, newKeyNotFoundError(key)];
    if (existing) {
      const err = checkPreconditions(preconditions, key, existing);
      if (err) return [undefined, err];
    }
    const [updated, err] = tryUpdate(existing);
    if (err) return [undefined, err];
    const next = shareUnchanged(updated, existing);
    if (existing && next === existing) return [existing, undefined];
    return [this.#client.put(key, next, ctx.userAgent), undefined];
  }

  /** A list of the one object under a key, or of none. */
  // Mirrors: staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go#store.GetToList
  getToList(key: string, options: ListOptions, list: ListKind): Result<KubeList> {
    const { resourceVersion = '', resourceVersionMatch: match, predicate } = options;
    const err = this.#validateMinimumResourceVersion(resourceVersion);
    if (err) return [undefined, err];
    const [range, rangeErr] = this.#range(key, {
      revision: match === 'Exact' ? Number(resourceVersion) : 0,
      limit: 1,
    });
    if (rangeErr) return [undefined, rangeErr];
    const items = range.entries
      .filter((e) => e.key === key && predicate.matches(e.object))
      .map((e) => e.object);
    return [{ ...list, metadata: { resourceVersion: String(this.#client.revision) }, items }, undefined];
  }

  /**
   * The objects under a prefix that match, in the order of their keys: the present ones, or those at the revision
   * that the options or the continue token ask for.
   */
  // Mirrors: staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go#store.List
  list(keyPrefix: string, options: ListOptions, list: ListKind): Result<KubeList> {
    const { predicate: pred } = options;
    const [start, startErr] = this.#startOfList(keyPrefix, options);
    if (startErr) return [undefined, startErr];
    if (start.revision > this.#client.revision)
      return [undefined, new Error('etcdserver: mvcc: required revision is a future revision')];
    const returnedRV = start.revision || this.#client.revision;
    const position = { revision: start.revision, from: start.fromKey };
    const [range, err] = this.#range(keyPrefix, position, pred.continue, start.fromKey);
    if (err) return [undefined, err];
    const items: KubeObject[] = [];
    let taken = 0;
    for (const { object } of range.entries) {
      if (pred.limit > 0 && items.length >= pred.limit) break;
      taken++;
      if (pred.matches(object)) items.push(object);
    }
    const resourceVersion = String(returnedRV);
    if (taken === range.entries.length) return [{ ...list, metadata: { resourceVersion }, items }, undefined];
    const next = encodeContinue(`${range.entries[taken - 1]?.key}\0`, keyPrefix, returnedRV);
    const remaining = pred.empty() ? { remainingItemCount: range.count - taken } : {};
    return [{ ...list, metadata: { resourceVersion, continue: next, ...remaining }, items }, undefined];
  }

  /** From which key and at which revision a list reads; revision 0 is the present. */
  #startOfList(keyPrefix: string, options: ListOptions): Result<{ fromKey: string; revision: number }> {
    const { resourceVersion = '', resourceVersionMatch: match = '', predicate: pred } = options;
    if (pred.continue) {
      const [token, err] = decodeContinue(pred.continue, keyPrefix);
      if (err) return [undefined, newBadRequest(`invalid continue token: ${err.message}`)];
      if (resourceVersion !== '' && resourceVersion !== '0') {
        return [undefined, newBadRequest('specifying resource version is not allowed when using continue')];
      }
      return [{ fromKey: token.fromKey, revision: Math.max(0, token.rv) }, undefined];
    }
    const err = this.#validateMinimumResourceVersion(resourceVersion);
    if (err) return [undefined, err];
    if (!['', 'Exact', 'NotOlderThan'].includes(match)) {
      return [undefined, newBadRequest(`unknown ResourceVersionMatch value: ${match}`)];
    }
    const exact = match === 'Exact' || (match === '' && pred.limit > 0);
    return [{ fromKey: keyPrefix, revision: exact ? Number(resourceVersion) : 0 }, undefined];
  }

  #range(
    prefix: string,
    options: { revision: number; from?: string; limit?: number },
    continueToken = '',
    continueKey = '',
  ): Result<Range> {
    try {
      return [this.#client.range(prefix, options), undefined];
    } catch (error) {
      if (!(error instanceof Compacted)) throw error;
      return [undefined, interpretListError(continueToken !== '', continueKey, prefix)];
    }
  }

  /**
   * The events under a key, or under a prefix that ends with a slash, after a revision. From none or 0, the present
   * objects come first, as ADDED.
   */
  // Mirrors: staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go#store.watch
  watch(key: string, options: ListOptions, settings: WatchSettings): Result<WatchInterface> {
    const [rev, err] = parseResourceVersion(options.resourceVersion ?? '');
    if (err) return [undefined, err];
    return [this.#watcher.watch(key, rev, options.predicate, settings), undefined];
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go#store.validateMinimumResourceVersion
  #validateMinimumResourceVersion(minimumResourceVersion: string): StatusError | undefined {
    const [minimumRV, err] = parseResourceVersion(minimumResourceVersion);
    if (err) return err;
    if (minimumRV <= this.#client.revision) return undefined;
    return newTooLargeResourceVersionError(minimumRV, this.#client.revision, 0);
  }
}

/** Kind and version of a list. */
export interface ListKind {
  readonly kind: string;
  readonly apiVersion: string;
}
