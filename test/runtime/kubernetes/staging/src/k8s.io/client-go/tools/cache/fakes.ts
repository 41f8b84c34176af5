import type {
  EventType,
  Interface as WatchInterface,
  WatchEvent,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/watch/watch.ts';
import type { KubeObject } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type {
  ListOptions,
  ListerWatcher,
  ObjectList,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/listwatch.ts';
import type { Result } from '../../../../../../../../../src/runtime/go/result.ts';
import { Chan } from '../../../../../../../../../src/runtime/sim/chan.ts';
import type { Blocking } from '../../../../../../../../../src/runtime/sim/process.ts';

/** A watch that a test feeds. Upstream's `watch.NewFake`, with a buffer. */
export class FakeWatch implements WatchInterface {
  readonly #chan = new Chan<WatchEvent>('a fake watch', 1000);

  constructor(...events: readonly [EventType, KubeObject][]) {
    for (const [type, object] of events) this.send(type, object);
  }

  send(type: EventType, object: KubeObject): void {
    this.#chan.trySend({ type, object });
  }

  stop(): void {
    if (!this.#chan.closed) this.#chan.close();
  }

  /** A watch whose events are all there and that ends after them. */
  ended(): this {
    this.stop();
    return this;
  }

  get stopped(): boolean {
    return this.#chan.closed;
  }

  resultChan(): Chan<WatchEvent> {
    return this.#chan;
  }
}

/** A ListerWatcher of two plain functions; an Error given back or missing is the answer. */
export function listerWatcher(
  list: (options: ListOptions) => ObjectList | Error,
  watch: (options: ListOptions) => WatchInterface | Error,
): ListerWatcher {
  return {
    *list(options): Blocking<Result<ObjectList>> {
      const got = list(options);
      return got instanceof Error ? [undefined, got] : [got, undefined];
    },
    *watch(options): Blocking<Result<WatchInterface>> {
      const got = watch(options);
      return got instanceof Error ? [undefined, got] : [got, undefined];
    },
  };
}

export const listOf = (resourceVersion: string, ...items: readonly KubeObject[]): ObjectList => ({
  metadata: { resourceVersion },
  items,
});

/** As the operating system says it: nobody listens there. */
export const connectionRefused = (): Error =>
  Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
