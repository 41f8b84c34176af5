import type { KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';
import type { Blocking } from '../../../../../../../sim/process.ts';
import type { Deltas } from './delta_fifo.ts';
import type { BlockingStore, Found } from './store.ts';

/** Processes what `pop` took from a queue. An ErrRequeue puts it back. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/fifo.go#PopProcessFunc
export type PopProcessFunc<T = KubeObject> = (deltas: Deltas<T>) => Blocking<Error | undefined>;

/** What a PopProcessFunc gives back to have the item queued again; `err` is what `pop` then gives. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/fifo.go#ErrRequeue
export class ErrRequeue extends Error {
  override readonly name = 'ErrRequeue';
  readonly err: Error | undefined;

  constructor(err?: Error) {
    super(err?.message ?? 'the popped item should be requeued without returning an error', { cause: err });
    this.err = err;
  }
}

/** What `pop` gives once the queue is closed and empty. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/fifo.go#ErrFIFOClosed
export const errFIFOClosed = new Error('DeltaFIFO: manipulating with closed queue');

/** What a Controller asks of a queue. At v1.20.2 upstream asks for more, see `Queue`; today it asks for this. */
// Mirrors v1.36.3: staging/src/k8s.io/client-go/tools/cache/fifo.go#Queue
export interface PoppedQueue<T = KubeObject> extends BlockingStore<T> {
  /**
   * Waits for an item, takes it out and processes it; nobody can write to the queue meanwhile, unless it is a
   * RealFIFO that allows it. Gives the item and the error of processing it, or `[undefined, errFIFOClosed]`.
   */
  pop(process: PopProcessFunc<T>): Blocking<[Deltas<T>, Error | undefined] | [undefined, Error]>;
  /** True once all items of the first `replace` were popped, or at once if another write came before it. */
  hasSynced(): boolean;
  close(): void;
}

/**
 * A store of what is to be processed, and the order of it. Upstream's other queue, FIFO, is not here: nothing
 * uses it but tests.
 */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/fifo.go#Queue
export interface Queue<T = KubeObject> extends PoppedQueue<T> {
  /** The newest object of each queued key. */
  list(): unknown[];
  listKeys(): string[];
  get(obj: unknown): Found<Deltas<T>>;
  getByKey(key: string): Found<Deltas<T>>;
  /** Queues the item unless its key is queued already. */
  addIfNotPresent(deltas: Deltas<T>): Blocking<Error | undefined>;
}

/** Takes one item from the queue without processing it. For tests. */
// Mirrors: staging/src/k8s.io/client-go/tools/cache/fifo.go#Pop
export function* pop<T>(queue: Queue<T>): Blocking<Deltas<T> | undefined> {
  const [deltas] = yield* queue.pop(function* () {
    return undefined;
  });
  return deltas;
}
