import { newResourceExpired } from '../../../../apimachinery/pkg/api/errors/errors.ts';
import type { KubeObject } from '../../../../apimachinery/pkg/runtime/object.ts';
import type {
  EventType,
  Interface as WatchInterface,
  WatchEvent,
} from '../../../../apimachinery/pkg/watch/watch.ts';
import type { Result } from '../../../../../../../../go/result.ts';
import { Chan } from '../../../../../../../../sim/chan.ts';
import type { Blocking } from '../../../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../../../sim/sim.ts';
import type { ListOptions, ListerWatcher, ObjectList } from '../listwatch.ts';

/** More than any test sends. Upstream's watches take a hundred events and then make the sender wait. */
const watchBuffer = 100_000;

/** Lists and watches objects for a test, which changes them with plain calls. Versions count from 1. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/testing/fake_controller_source.go#FakeControllerSource
export class FakeControllerSource implements ListerWatcher {
  /** What `list` gives instead of a list. */
  listError: Error | undefined;
  readonly #sim: Sim;
  /** By namespace, name and uid. */
  readonly #items = new Map<string, KubeObject>();
  /** One for each version since the last `resetWatch`. */
  #changes: WatchEvent[] = [];
  #watches: Chan<WatchEvent>[] = [];
  #lastRV = 0;
  #shutdown = false;

  constructor(sim: Sim) {
    this.#sim = sim;
  }

  /** A connection is lost and history with it: every watch ends, and only a list helps who was watching. */
  // Mirrors: staging/src/k8s.io/client-go/tools/cache/testing/fake_controller_source.go#FakeControllerSource.ResetWatch
  resetWatch(): void {
    this.#closeWatches();
    this.#changes = [];
  }

  /** Adds an object and tells the watches. Gives it as it is stored, with its new version. */
  // Mirrors: staging/src/k8s.io/client-go/tools/cache/testing/fake_controller_source.go#FakeControllerSource.Add
  add(obj: KubeObject): KubeObject {
    return this.change('ADDED', obj, 1);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/testing/fake_controller_source.go#FakeControllerSource.Modify
  modify(obj: KubeObject): KubeObject {
    return this.change('MODIFIED', obj, 1);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/testing/fake_controller_source.go#FakeControllerSource.Delete
  delete(lastValue: KubeObject): KubeObject {
    return this.change('DELETED', lastValue, 1);
  }

  /** As `add`, and the watches are not told. */
  // Mirrors: staging/src/k8s.io/client-go/tools/cache/testing/fake_controller_source.go#FakeControllerSource.AddDropWatch
  addDropWatch(obj: KubeObject): KubeObject {
    return this.change('ADDED', obj, 0);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/testing/fake_controller_source.go#FakeControllerSource.ModifyDropWatch
  modifyDropWatch(obj: KubeObject): KubeObject {
    return this.change('MODIFIED', obj, 0);
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/testing/fake_controller_source.go#FakeControllerSource.DeleteDropWatch
  deleteDropWatch(lastValue: KubeObject): KubeObject {
    return this.change('DELETED', lastValue, 0);
  }

  /** Makes a change and tells the watches with that probability. */
  // Mirrors: staging/src/k8s.io/client-go/tools/cache/testing/fake_controller_source.go#FakeControllerSource.Change
  change(type: EventType, obj: KubeObject, watchProbability: number): KubeObject {
    if (this.#shutdown) throw new Error('a FakeControllerSource was changed after its shutdown');
    const resourceVersion = String(++this.#lastRV);
    const object: KubeObject = Object.freeze({ ...obj, metadata: { ...obj.metadata, resourceVersion } });
    const event: WatchEvent = { type, object };
    this.#changes.push(event);
    const { namespace, name, uid } = object.metadata;
    const key = `${namespace}/${name}/${uid}`;
    if (type === 'DELETED') this.#items.delete(key);
    else this.#items.set(key, object);
    if (this.#sim.random.float() < watchProbability) for (const watch of this.#watches) watch.trySend(event);
    return object;
  }

  // Mirrors: staging/src/k8s.io/client-go/tools/cache/testing/fake_controller_source.go#FakeControllerSource.List
  *list(_options: ListOptions): Blocking<Result<ObjectList>> {
    if (this.listError) return [undefined, this.listError];
    return [
      { metadata: { resourceVersion: String(this.#lastRV) }, items: [...this.#items.values()] },
      undefined,
    ];
  }

  /** Watches from a version on; Expired if a change since then is no longer known. */
  // Mirrors: staging/src/k8s.io/client-go/tools/cache/testing/fake_controller_source.go#FakeControllerSource.Watch
  *watch(options: ListOptions): Blocking<Result<WatchInterface>> {
    const rc = Number(options.resourceVersion);
    if (!Number.isInteger(rc))
      return [undefined, new Error(`expected a number, found ${options.resourceVersion}`)];
    if (rc > this.#lastRV) {
      return [undefined, new Error('resource version in the future not supported by this fake')];
    }
    const oldestRC = Number(this.#changes[0]?.object.metadata.resourceVersion ?? this.#lastRV);
    if (rc < this.#lastRV && (this.#changes.length === 0 || rc < oldestRC)) {
      return [undefined, newResourceExpired(`too old resource version: ${rc} (${oldestRC})`)];
    }
    const chan = new Chan<WatchEvent>('a watch', watchBuffer);
    for (const event of this.#changes.slice(rc - oldestRC + 1)) chan.trySend(event);
    this.#watches.push(chan);
    return [{ stop: () => this.#stop(chan), resultChan: () => chan }, undefined];
  }

  /** Ends every watch. Nothing may be changed after. */
  // Mirrors: staging/src/k8s.io/client-go/tools/cache/testing/fake_controller_source.go#FakeControllerSource.Shutdown
  shutdown(): void {
    this.#closeWatches();
    this.#shutdown = true;
  }

  #closeWatches(): void {
    const open = this.#watches;
    for (const watch of open) this.#stop(watch);
  }

  #stop(chan: Chan<WatchEvent>): void {
    this.#watches = this.#watches.filter((watch) => watch !== chan);
    if (!chan.closed) chan.close();
  }
}

// Mirrors: staging/src/k8s.io/client-go/tools/cache/testing/fake_controller_source.go#NewFakeControllerSource
export function newFakeControllerSource(sim: Sim): FakeControllerSource {
  return new FakeControllerSource(sim);
}
