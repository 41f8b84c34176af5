import { newResourceExpired } from '../../../../apimachinery/pkg/api/errors/errors.ts';
import { deepFreeze } from '../../../../apimachinery/pkg/runtime/deep-copy.ts';
import type { KubeObject } from '../../../../apimachinery/pkg/runtime/object.ts';
import type { Interface, WatchEvent } from '../../../../apimachinery/pkg/watch/watch.ts';
import { Chan } from '../../../../../../../../sim/chan.ts';
import type { Sim } from '../../../../../../../../sim/sim.ts';
import type { Timer } from '../../../../../../../../sim/timers.ts';
import type { SelectionPredicate } from '../selection_predicate.ts';
import { Compacted, type RevisionedStore, type Subscriber, type Write } from './revisioned-store.ts';
import { defaultBookmarkFrequencyMs } from '../cacher/cacher.ts';

// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/etcd3/watcher.go#outgoingBufSize
const outgoingBufSize = 100;

/** What a watch is called, how its bookmarks look, and how long it lives. */
export interface WatchSettings {
  /** The channel's name. */
  readonly name: string;
  readonly kind: string;
  readonly apiVersion: string;
  /** The watch ends after this long; undefined: when somebody stops it. */
  readonly timeoutMs?: number;
  /** What becomes of each object before it is sent; ERROR events stay as they are. */
  readonly encode?: (object: KubeObject) => KubeObject;
  /** The one value of the resource's trigger that matters to this watch. */
  readonly trigger?: string;
}

/** Starts watches over one revisioned store. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/etcd3/watcher.go#watcher
export class Watcher {
  readonly #sim: Sim;
  readonly #client: RevisionedStore;
  readonly #buffer: number;

  constructor(sim: Sim, client: RevisionedStore, buffer = outgoingBufSize) {
    this.#sim = sim;
    this.#client = client;
    this.#buffer = buffer;
  }

  /**
   * Watches what comes after revision `rev`; 0 means the present objects, then what comes after them. If history
   * no longer reaches back to `rev`, the only event of the watch is an ERROR with code 410.
   */
  // Mirrors: staging/src/k8s.io/apiserver/pkg/storage/etcd3/watcher.go#watcher.Watch
  watch(key: string, rev: number, pred: SelectionPredicate, settings: WatchSettings): Interface {
    const [missed, error] = rev === 0 ? [this.#present(key, pred), undefined] : this.#missed(key, rev, pred);
    // What there is at the start always fits: the room of the channel is for what comes later.
    const chan = new Chan<WatchEvent>(settings.name, this.#buffer + missed.length);
    for (const event of missed) chan.trySend(encoded(event, settings));
    const wc = new WatchChan(
      this.#sim,
      this.#client,
      chan,
      key,
      Math.max(rev, this.#client.revision),
      pred,
      settings,
    );
    if (error) wc.stop();
    else wc.run();
    return wc;
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/storage/etcd3/watcher.go#watchChan.sync
  #present(key: string, pred: SelectionPredicate): WatchEvent[] {
    const { entries } = this.#client.range(key);
    const matching = entries.filter((entry) => under(key, entry.key) && pred.matches(entry.object));
    return matching.map(({ object }) => ({ type: 'ADDED', object }));
  }

  #missed(key: string, rev: number, pred: SelectionPredicate): [WatchEvent[], undefined | Error] {
    try {
      const writes = this.#client.since(rev, key.slice(0, key.indexOf('/')));
      const events = writes.map((write) => (under(key, write.key) ? transform(write, pred) : undefined));
      return [events.filter((event) => event !== undefined), undefined];
    } catch (error) {
      if (!(error instanceof Compacted)) throw error;
      // Kubernetes has a cache between this store and its clients, whose words clients know.
      const expired = newResourceExpired(`too old resource version: ${rev} (${this.#client.compacted - 1})`);
      const object = deepFreeze(expired.status) as KubeObject;
      return [[{ type: 'ERROR', object }], expired];
    }
  }
}

const under = (key: string, written: string): boolean =>
  key.endsWith('/') ? written.startsWith(key) : written === key;

function encoded(event: WatchEvent, { encode }: WatchSettings): WatchEvent {
  const object = encode && event.type !== 'ERROR' ? encode(event.object) : event.object;
  return deepFreeze({ type: event.type, object });
}

/** One running watch. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/etcd3/watcher.go#watchChan
class WatchChan implements Interface, Subscriber {
  readonly #sim: Sim;
  readonly #client: RevisionedStore;
  readonly #chan: Chan<WatchEvent>;
  readonly #key: string;
  readonly #initialRev: number;
  readonly #pred: SelectionPredicate;
  readonly #settings: WatchSettings;
  #deadline = Infinity;
  #timeout: Timer | undefined;
  #bookmark: Timer | undefined;

  constructor(
    sim: Sim,
    client: RevisionedStore,
    chan: Chan<WatchEvent>,
    key: string,
    initialRev: number,
    pred: SelectionPredicate,
    settings: WatchSettings,
  ) {
    this.#sim = sim;
    this.#client = client;
    this.#chan = chan;
    this.#key = key;
    this.#initialRev = initialRev;
    this.#pred = pred;
    this.#settings = settings;
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/storage/etcd3/watcher.go#watchChan.run
  run(): void {
    const { timeoutMs, trigger } = this.#settings;
    this.#client.subscribe(this.#resource, this, trigger);
    if (timeoutMs !== undefined) {
      this.#deadline = this.#sim.now + timeoutMs;
      this.#timeout = this.#sim.after(timeoutMs, () => this.stop());
    }
    if (this.#pred.allowWatchBookmarks) this.#scheduleBookmark();
  }

  /** Ends the watch: what was sent can still be received, then the channel is closed. */
  // Mirrors: staging/src/k8s.io/apiserver/pkg/storage/etcd3/watcher.go#watchChan.Stop
  stop(): void {
    if (this.#chan.closed) return;
    this.#client.unsubscribe(this.#resource, this, this.#settings.trigger);
    if (this.#timeout) this.#sim.stop(this.#timeout);
    if (this.#bookmark) this.#sim.stop(this.#bookmark);
    this.#chan.close();
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/storage/etcd3/watcher.go#watchChan.ResultChan
  resultChan(): Chan<WatchEvent> {
    return this.#chan;
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/storage/etcd3/watcher.go#watchChan.processEvent
  receive(write: Write): void {
    if (write.revision <= this.#initialRev || !under(this.#key, write.key)) return;
    const event = transform(write, this.#pred);
    if (event) this.#send(event);
  }

  /**
   * Kubernetes waits a few milliseconds here for a client that does not keep up, then ends its watch. Loopscope
   * ends it at once, because a write cannot park: the client receives what was sent, sees the channel closed, and
   * watches again from the last revision it saw.
   */
  #send(event: WatchEvent): void {
    if (!this.#chan.trySend(encoded(event, this.#settings))) this.stop();
  }

  #scheduleBookmark(): void {
    const at = this.#nextBookmarkTime();
    if (at !== undefined) this.#bookmark = this.#sim.after(at - this.#sim.now, () => this.#sendBookmark());
  }

  #sendBookmark(): void {
    const { kind, apiVersion } = this.#settings;
    const object = deepFreeze({
      kind,
      apiVersion,
      metadata: { resourceVersion: String(this.#client.revision) },
    });
    this.#send({ type: 'BOOKMARK', object });
    if (!this.#chan.closed) this.#scheduleBookmark();
  }

  /** Once a minute, and two seconds before the watch times out. */
  // Mirrors: staging/src/k8s.io/apiserver/pkg/storage/cacher/cacher.go#cacheWatcher.nextBookmarkTime
  #nextBookmarkTime(): number | undefined {
    const at = Math.min(this.#sim.now + defaultBookmarkFrequencyMs, this.#deadline - 2000);
    return at > this.#sim.now ? at : undefined;
  }

  get #resource(): string {
    return this.#key.slice(0, this.#key.indexOf('/'));
  }
}

/**
 * The event that a write is to a watch with this predicate, if it is one. An object that starts to match is ADDED;
 * one that no longer does is DELETED, with its state before and the revision of the write.
 */
// Mirrors: staging/src/k8s.io/apiserver/pkg/storage/etcd3/watcher.go#watchChan.transform
function transform(write: Write, pred: SelectionPredicate): WatchEvent | undefined {
  const { verb, object, previous } = write;
  if (verb === 'delete') return pred.matches(object) ? { type: 'DELETED', object } : undefined;
  if (verb === 'create' || !previous) return pred.matches(object) ? { type: 'ADDED', object } : undefined;
  if (pred.empty()) return { type: 'MODIFIED', object };
  const curObjPasses = pred.matches(object);
  const oldObjPasses = pred.matches(previous);
  if (curObjPasses) return { type: oldObjPasses ? 'MODIFIED' : 'ADDED', object };
  if (!oldObjPasses) return undefined;
  const { resourceVersion } = object.metadata;
  return {
    type: 'DELETED',
    object: deepFreeze({ ...previous, metadata: { ...previous.metadata, resourceVersion } }),
  };
}
