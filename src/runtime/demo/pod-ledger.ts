import type { Pod } from '../kubernetes/pkg/api/objects.ts';
import {
  type Controller,
  deletionHandlingMetaNamespaceKeyFunc as keyOf,
  newController,
} from '../kubernetes/staging/src/k8s.io/client-go/tools/cache/controller.ts';
import type {
  DeltaOfAll,
  Deltas,
} from '../kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import { ErrRequeue } from '../kubernetes/staging/src/k8s.io/client-go/tools/cache/fifo.ts';
import type { Indexer } from '../kubernetes/staging/src/k8s.io/client-go/tools/cache/index.ts';
import type { ListerWatcher } from '../kubernetes/staging/src/k8s.io/client-go/tools/cache/listwatch.ts';
import {
  type QueueKind,
  deltaFIFO,
} from '../kubernetes/staging/src/k8s.io/client-go/tools/cache/queue-kind.ts';
import { newIndexer } from '../kubernetes/staging/src/k8s.io/client-go/tools/cache/store.ts';
import type { Chan } from '../sim/chan.ts';
import type { Blocking } from '../sim/process.ts';
import type { Sim } from '../sim/sim.ts';
import type { Print } from './pod-count.ts';

/** What a ledger is made of. */
export interface LedgerOptions {
  /** `<program>/pods`. */
  readonly name: string;
  readonly listerWatcher: ListerWatcher;
  /** A DeltaFIFO if left out. */
  readonly queueKind?: QueueKind;
  /** How long it takes to write down one item of the queue. */
  readonly writeMs: number;
  /** Keys of pods that cannot be written down the first time. */
  readonly failsOnce: readonly string[];
  readonly print: Print;
}

/**
 * Writes down what becomes of pods: the same queue, and the same loop round it, as in a shared informer, with a slow
 * hand of its own at the end.
 */
export class PodLedger {
  readonly #sim: Sim;
  readonly #pods: Indexer;
  readonly #controller: Controller;
  readonly #queueKind: QueueKind;
  readonly #writeMs: number;
  readonly #failing: Set<string>;
  readonly #print: Print;

  constructor(sim: Sim, options: LedgerOptions) {
    const { name, listerWatcher, queueKind = deltaFIFO } = options;
    this.#sim = sim;
    this.#queueKind = queueKind;
    this.#writeMs = options.writeMs;
    this.#failing = new Set(options.failsOnce);
    this.#print = options.print;
    const pods = sim.observe('ledger', name, newIndexer(keyOf, {}));
    this.#pods = sim.observe('indexer', name, pods);
    const fifo = sim.observe('ledger-queue', name, queueKind.newQueue(name, this.#pods));
    this.#controller = newController(sim, {
      name,
      queue: sim.observe('fifo', name, fifo),
      listerWatcher,
      objectType: { apiVersion: 'v1', kind: 'Pod' },
      fullResyncPeriodMs: 0,
      retryOnError: false,
      process: (deltas) => this.process(deltas),
    });
  }

  run(stop: Chan<never>): Blocking<void> {
    return this.#controller.run(stop);
  }

  /** Writes down one item of the queue. The queue calls it, and holds its lock meanwhile. */
  *process(deltas: Deltas): Blocking<Error | undefined> {
    yield* this.#sim.sleep(this.#writeMs);
    for (const delta of deltas) {
      if (delta.type === 'ReplacedAll' || delta.type === 'SyncAll') return this.#writeAll(delta);
      const [key = ''] = keyOf(delta.object);
      if (this.#failing.delete(key)) return this.#tryAgain(key);
      this.#write(delta.type, delta.object);
    }
    return undefined;
  }

  #write(type: string, object: unknown): void {
    const [, known] = this.#pods.get(object);
    if (type === 'Deleted') this.#pods.delete(object);
    else if (known) this.#pods.update(object as Pod);
    else this.#pods.add(object as Pod);
  }

  #writeAll(delta: DeltaOfAll): Error | undefined {
    return this.#queueKind.processAll?.(delta, this.#pods)[1];
  }

  /** A DeltaFIFO puts an item back, behind all others, if it gets this error. */
  #tryAgain(key: string): Error {
    this.#print(`The disk is full: ${key} has to wait.`);
    return new ErrRequeue();
  }
}
