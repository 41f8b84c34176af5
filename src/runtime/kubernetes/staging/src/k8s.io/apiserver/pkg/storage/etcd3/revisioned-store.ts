import type { KubeObject } from '../../../../apimachinery/pkg/runtime/object.ts';
import { type Version, atRevision, dropBefore, versionAt } from './versions.ts';
import type { Sim } from '../../../../../../../../sim/sim.ts';

/** One committed change. `key` is `resource/namespace/name`, or `resource/name`. */
export interface Write {
  readonly verb: 'create' | 'update' | 'delete';
  readonly resource: string;
  readonly key: string;
  readonly revision: number;
  /** The new state, or for a delete the last one with the resourceVersion of the deletion. Deep-frozen. */
  readonly object: KubeObject;
  /** The state before, where there was one. */
  readonly previous?: KubeObject;
  /** Whose request it was. */
  readonly userAgent: string;
}

/** Told of every write of a resource, right after its commit. */
export interface Subscriber {
  receive(write: Write): void;
}

/** How much history is kept. */
export interface RevisionedStoreOptions {
  /** Every so often, all history is dropped that was there the last time. Upstream's default is five minutes. */
  readonly compactIntervalMs?: number;
  /** History never holds more than about twice as many revisions as this. No bound by default. */
  readonly keepRevisions?: number;
}

/** The revision asked for is no longer in the history. */
export class Compacted extends Error {
  override readonly name = 'Compacted';
}

/** What a range gives: the objects in the order of their keys, and whether there would have been more. */
export interface Range {
  readonly entries: readonly { readonly key: string; readonly object: KubeObject }[];
  readonly more: boolean;
  /** How many there are from the first key on, whatever the limit. */
  readonly count: number;
}

/** All that is stored of one resource. */
class Bucket {
  readonly current = new Map<string, KubeObject>();
  readonly history = new Map<string, Version[]>();
  readonly subscribers = new Set<Subscriber>();
  /** Subscribers that care for one value of the trigger only. */
  readonly byTrigger = new Map<string, Set<Subscriber>>();
  trigger: ((object: KubeObject) => string) | undefined;
  sorted: string[] | undefined;

  keys(): readonly string[] {
    this.sorted ??= [...this.current.keys()].sort();
    return this.sorted;
  }
}

/**
 * Keys and objects under one counter of revisions, as etcd keeps them: every write makes the next revision, reads
 * can ask for an old one, and history goes on until it is compacted.
 *
 * A write goes through `commit`, which makes it part of history, and then `notify`, which tells the subscribers.
 * An observer may replace either method of an instance, and `compact`.
 */
export class RevisionedStore {
  #revision = 0;
  #compacted = 0;
  readonly #sim: Sim;
  readonly #compactIntervalMs: number;
  readonly #keepRevisions: number;
  readonly #buckets = new Map<string, Bucket>();
  /** Writes in order of revision; the first one is `#logStart`. */
  #log: Write[] = [];
  #logStart = 1;
  #lastTurn = 0;
  #revisionBefore = 0;

  constructor(sim: Sim, options: RevisionedStoreOptions = {}) {
    this.#sim = sim;
    this.#compactIntervalMs = options.compactIntervalMs ?? 5 * 60 * 1000;
    this.#keepRevisions = options.keepRevisions ?? Infinity;
  }

  /** Of the last write; 0 before the first. */
  get revision(): number {
    return this.#revision;
  }

  /** The oldest revision that can still be read; 0 if nothing was compacted. */
  get compacted(): number {
    return this.#compacted;
  }

  get(key: string): KubeObject | undefined {
    return this.#bucket(resourceOf(key)).current.get(key);
  }

  /** Stores an object under a key and gives it back, frozen and with its new resourceVersion. */
  put(key: string, object: KubeObject, userAgent: string): KubeObject {
    this.#compactByAge();
    const resource = resourceOf(key);
    const previous = this.#bucket(resource).current.get(key);
    const revision = this.#revision + 1;
    const stored = atRevision(object, revision);
    const verb = previous ? 'update' : 'create';
    this.#write({
      verb,
      resource,
      key,
      revision,
      object: stored,
      ...(previous ? { previous } : {}),
      userAgent,
    });
    return stored;
  }

  /** Removes a key, and gives its last state with the resourceVersion of the deletion. Undefined: there was none. */
  delete(key: string, userAgent: string): KubeObject | undefined {
    this.#compactByAge();
    const resource = resourceOf(key);
    const previous = this.#bucket(resource).current.get(key);
    if (!previous) return undefined;
    const revision = this.#revision + 1;
    const object = atRevision(previous, revision);
    this.#write({ verb: 'delete', resource, key, revision, object, previous, userAgent });
    return object;
  }

  /** Makes a write part of history. Every write passes here before anybody is told of it. */
  commit(write: Write): void {
    const bucket = this.#bucket(write.resource);
    const deleted = write.verb === 'delete';
    this.#revision = write.revision;
    this.#log.push(write);
    if (deleted) bucket.current.delete(write.key);
    else bucket.current.set(write.key, write.object);
    if (write.verb !== 'update') bucket.sorted = undefined;
    const versions = bucket.history.get(write.key);
    const version: Version = { revision: write.revision, object: deleted ? undefined : write.object };
    if (versions) versions.push(version);
    else bucket.history.set(write.key, [version]);
  }

  /** Tells the subscribers of a write that was committed. */
  notify(write: Write): void {
    const bucket = this.#bucket(write.resource);
    for (const subscriber of bucket.subscribers) subscriber.receive(write);
    if (!bucket.trigger || bucket.byTrigger.size === 0) return;
    const value = bucket.trigger(write.object);
    for (const subscriber of bucket.byTrigger.get(value) ?? []) subscriber.receive(write);
    const before = write.previous ? bucket.trigger(write.previous) : value;
    if (before === value) return;
    for (const subscriber of bucket.byTrigger.get(before) ?? []) subscriber.receive(write);
  }

  /** Drops history before a revision, which itself can still be read. Without effect on what is gone already. */
  compact(revision: number): void {
    if (revision <= this.#compacted) return;
    if (revision > this.#revision) {
      throw new RangeError(
        `compact(${revision}): expected a revision up to ${this.#revision}, the last one written`,
      );
    }
    this.#compacted = revision;
    this.#log = this.#log.slice(revision - this.#logStart);
    this.#logStart = revision;
    for (const { history } of this.#buckets.values()) {
      for (const [key, versions] of history) dropBefore(history, key, versions, revision);
    }
  }

  /** Keys with that prefix, from `from` on, at most `limit`, at a revision; 0 is the present. */
  range(prefix: string, options: { revision?: number; from?: string; limit?: number } = {}): Range {
    this.#compactByAge();
    const { revision = 0, from = prefix, limit = Infinity } = options;
    const bucket = this.#bucket(resourceOf(prefix));
    if (revision !== 0 && revision < this.#compacted)
      throw new Compacted(`revision ${revision} has been compacted`);
    const past = revision !== 0 && revision < this.#revision;
    const keys = past ? [...bucket.history.keys()].sort() : bucket.keys();
    const entries: { key: string; object: KubeObject }[] = [];
    let count = 0;
    for (let i = lowerBound(keys, from); i < keys.length; i++) {
      const key = keys[i] as string;
      if (!key.startsWith(prefix)) break;
      const object = past ? versionAt(bucket.history.get(key), revision) : bucket.current.get(key);
      if (!object) continue;
      count++;
      if (entries.length < limit) entries.push({ key, object });
    }
    return { entries, more: count > entries.length, count };
  }

  /** The writes of a resource after a revision. Throws Compacted if some of them are gone. */
  since(revision: number, resource: string): readonly Write[] {
    this.#compactByAge();
    if (revision + 1 < this.#compacted) throw new Compacted(`revision ${revision + 1} has been compacted`);
    const start = Math.max(0, revision + 1 - this.#logStart);
    const writes: Write[] = [];
    for (let i = start; i < this.#log.length; i++) {
      const write = this.#log[i] as Write;
      if (write.resource === resource) writes.push(write);
    }
    return writes;
  }

  /** Lets subscribers of a resource ask for the objects of one value only, so that the others cost them nothing. */
  indexBy(resource: string, trigger: (object: KubeObject) => string): void {
    this.#bucket(resource).trigger = trigger;
  }

  /** Tells a subscriber of the writes of a resource from now on; those of one trigger value, if there is one. */
  subscribe(resource: string, subscriber: Subscriber, value?: string): void {
    const bucket = this.#bucket(resource);
    if (value === undefined || !bucket.trigger) {
      bucket.subscribers.add(subscriber);
      return;
    }
    const subscribers = bucket.byTrigger.get(value) ?? new Set();
    bucket.byTrigger.set(value, subscribers.add(subscriber));
  }

  unsubscribe(resource: string, subscriber: Subscriber, value?: string): void {
    const bucket = this.#bucket(resource);
    if (bucket.subscribers.delete(subscriber) || value === undefined) return;
    const subscribers = bucket.byTrigger.get(value);
    subscribers?.delete(subscriber);
    if (subscribers?.size === 0) bucket.byTrigger.delete(value);
  }

  #write(write: Write): void {
    this.commit(write);
    this.notify(write);
    if (this.#log.length > 2 * this.#keepRevisions) this.compact(this.#revision - this.#keepRevisions);
  }

  /**
   * Kubernetes runs a compactor on a ticker here; Loopscope looks at the clock whenever it reads or writes,
   * because a ticker would keep a simulation alive in which nothing else happens.
   */
  #compactByAge(): void {
    const turn = Math.floor(this.#sim.now / this.#compactIntervalMs);
    if (turn === this.#lastTurn) return;
    const upTo = turn === this.#lastTurn + 1 ? this.#revisionBefore : this.#revision;
    this.#lastTurn = turn;
    this.#revisionBefore = this.#revision;
    if (upTo > this.#compacted) this.compact(upTo);
  }

  #bucket(resource: string): Bucket {
    let bucket = this.#buckets.get(resource);
    if (!bucket) this.#buckets.set(resource, (bucket = new Bucket()));
    return bucket;
  }
}

const resourceOf = (key: string): string => key.slice(0, key.indexOf('/'));

/** The first place in sorted keys that is not before `key`. */
function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
