import { Chan, after, select } from '../../../../../sim/chan.ts';
import type { Blocking } from '../../../../../sim/process.ts';
import type { Sim } from '../../../../../sim/sim.ts';

/** The pod that a worker is for. */
// Mirrors: pkg/controller/nodelifecycle/scheduler/timed_workers.go#WorkArgs
export interface WorkArgs {
  readonly namespace: string;
  readonly name: string;
}

/** `namespace/name`. */
// Mirrors: pkg/controller/nodelifecycle/scheduler/timed_workers.go#WorkArgs.KeyFromWorkArgs
export function keyFromWorkArgs({ namespace, name }: WorkArgs): string {
  return `${namespace}/${name}`;
}

type WorkFunc = (args: WorkArgs) => Blocking<Error | undefined>;

/** Work that begins at a time, unless it is cancelled before. Times are virtual ms. */
// Mirrors: pkg/controller/nodelifecycle/scheduler/timed_workers.go#TimedWorker
export class TimedWorker {
  readonly workItem: WorkArgs;
  readonly createdAt: number;
  readonly fireAt: number;
  readonly #cancelled: Chan<never>;

  constructor(args: WorkArgs, createdAt: number, fireAt: number, cancelled: Chan<never>) {
    this.workItem = args;
    this.createdAt = createdAt;
    this.fireAt = fireAt;
    this.#cancelled = cancelled;
  }

  // Mirrors: pkg/controller/nodelifecycle/scheduler/timed_workers.go#TimedWorker.Cancel
  cancel(): void {
    if (!this.#cancelled.closed) this.#cancelled.close();
  }
}

/**
 * A worker, or none if there is nothing to wait for: then the work has begun. It waits as long as lies between the two
 * times, whatever the time is now. Upstream has a timer of the runtime; here a process waits, and so ends with its program.
 */
// Mirrors: pkg/controller/nodelifecycle/scheduler/timed_workers.go#CreateWorker
function createWorker(
  sim: Sim,
  args: WorkArgs,
  createdAt: number,
  fireAt: number,
  f: WorkFunc,
): TimedWorker | undefined {
  const name = `timed-worker/${keyFromWorkArgs(args)}`;
  const delayMs = fireAt - createdAt;
  if (delayMs <= 0) {
    sim.go(name, f(args));
    return undefined;
  }
  const cancelled = new Chan<never>('to be cancelled');
  const waiting = function* (): Blocking<void> {
    const { index } = yield* select(sim, { receive: cancelled }, { receive: after(sim, delayMs) });
    if (index === 1) yield* f(args);
  };
  sim.go(name, waiting());
  return new TimedWorker(args, createdAt, fireAt, cancelled);
}

/** What the taint manager asks of its workers. */
export interface TimedWorkers {
  addWork(args: WorkArgs, createdAt: number, fireAt: number): void;
  /** True if there was work that had not begun. */
  cancelWork(key: string): boolean;
  /** The worker of a key, while it waits. */
  getWorkerUnsafe(key: string): TimedWorker | undefined;
}

/** Workers by key, at most one for each. */
// Mirrors: pkg/controller/nodelifecycle/scheduler/timed_workers.go#TimedWorkerQueue
class TimedWorkerQueue implements TimedWorkers {
  readonly #sim: Sim;
  /** Undefined for a key whose work has begun: so that it does not begin again. */
  readonly #workers = new Map<string, TimedWorker | undefined>();
  readonly #workFunc: WorkFunc;

  constructor(sim: Sim, workFunc: WorkFunc) {
    this.#sim = sim;
    this.#workFunc = workFunc;
  }

  // Mirrors: pkg/controller/nodelifecycle/scheduler/timed_workers.go#TimedWorkerQueue.getWrappedWorkerFunc
  #getWrappedWorkerFunc(key: string): WorkFunc {
    const workers = this.#workers;
    const workFunc = this.#workFunc;
    return function* (args) {
      const err = yield* workFunc(args);
      if (err) workers.delete(key);
      else workers.set(key, undefined);
      return err;
    };
  }

  // Mirrors: pkg/controller/nodelifecycle/scheduler/timed_workers.go#TimedWorkerQueue.AddWork
  addWork(args: WorkArgs, createdAt: number, fireAt: number): void {
    const key = keyFromWorkArgs(args);
    if (this.#workers.has(key)) return;
    const worker = createWorker(this.#sim, args, createdAt, fireAt, this.#getWrappedWorkerFunc(key));
    this.#workers.set(key, worker);
  }

  // Mirrors: pkg/controller/nodelifecycle/scheduler/timed_workers.go#TimedWorkerQueue.CancelWork
  cancelWork(key: string): boolean {
    const worker = this.#workers.get(key);
    worker?.cancel();
    this.#workers.delete(key);
    return worker !== undefined;
  }

  // Mirrors: pkg/controller/nodelifecycle/scheduler/timed_workers.go#TimedWorkerQueue.GetWorkerUnsafe
  getWorkerUnsafe(key: string): TimedWorker | undefined {
    return this.#workers.get(key);
  }
}

/** A queue that does `f` for each piece of work when its time has come, observed as `timed-workers`. */
// Mirrors: pkg/controller/nodelifecycle/scheduler/timed_workers.go#CreateWorkerQueue
export function createWorkerQueue(sim: Sim, f: WorkFunc): TimedWorkers {
  return sim.observe('timed-workers', 'taint-evictions', new TimedWorkerQueue(sim, f));
}
