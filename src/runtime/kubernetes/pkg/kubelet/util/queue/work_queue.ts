import type { Sim } from '../../../../../sim/sim.ts';

/** Pods by uid that are to be looked at again at some time. */
// Mirrors: pkg/kubelet/util/queue/work_queue.go#WorkQueue
export interface WorkQueue {
  /** Takes out those whose time has come. */
  getWork(): string[];
  /** One that is there already is looked at then, be it later or sooner. */
  enqueue(item: string, delayMs: number): void;
}

// Mirrors: pkg/kubelet/util/queue/work_queue.go#basicWorkQueue
class BasicWorkQueue implements WorkQueue {
  readonly #sim: Sim;
  readonly #queue = new Map<string, number>();

  constructor(sim: Sim) {
    this.#sim = sim;
  }

  // Mirrors: pkg/kubelet/util/queue/work_queue.go#basicWorkQueue.GetWork
  getWork(): string[] {
    const due = [...this.#queue].filter(([, at]) => at < this.#sim.now).map(([item]) => item);
    for (const item of due) this.#queue.delete(item);
    return due;
  }

  // Mirrors: pkg/kubelet/util/queue/work_queue.go#basicWorkQueue.Enqueue
  enqueue(item: string, delayMs: number): void {
    this.#queue.set(item, this.#sim.now + delayMs);
  }
}

// Mirrors: pkg/kubelet/util/queue/work_queue.go#NewBasicWorkQueue
export function newBasicWorkQueue(sim: Sim): WorkQueue {
  return new BasicWorkQueue(sim);
}
