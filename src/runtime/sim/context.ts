import { Chan } from './chan.ts';
import type { Sim } from './sim.ts';

/** Why a context ended. */
class ContextError extends Error {
  override readonly name = 'ContextError';
}

/** `context.Canceled` */
const canceled = new ContextError('context canceled');

/** `context.DeadlineExceeded` */
const deadlineExceeded = new ContextError('context deadline exceeded');

/** `context.Context`: `done` closes when the work it stands for should end. */
export interface Context {
  readonly done: Chan<never>;
  /** Undefined until `done` is closed. */
  readonly err: ContextError | undefined;
}

class CancelContext implements Context {
  readonly done: Chan<never>;
  err: ContextError | undefined;
  readonly #children: CancelContext[] = [];

  constructor(name: string, parent?: Context) {
    this.done = new Chan<never>(name);
    if (!(parent instanceof CancelContext) || parent === background) return;
    if (parent.err) this.cancel(parent.err);
    else parent.#children.push(this);
  }

  cancel(err: ContextError): void {
    if (this.err) return;
    this.err = err;
    this.done.close();
    for (const child of this.#children) child.cancel(err);
  }
}

/** `context.Background()`: never done, so it need not remember who depends on it. */
export const background: Context = new CancelContext('background');

/** A context that ends with its parent, or when `cancel` is called. */
export function withCancel(parent: Context, name = 'ctx.Done'): [Context, () => void] {
  const context = new CancelContext(name, parent);
  return [context, () => context.cancel(canceled)];
}

/** A context that also ends after `ms` of virtual time. */
export function withTimeout(sim: Sim, parent: Context, ms: number, name = 'ctx.Done'): [Context, () => void] {
  const context = new CancelContext(name, parent);
  const timer = sim.after(ms, () => context.cancel(deadlineExceeded));
  return [
    context,
    () => {
      sim.stop(timer);
      context.cancel(canceled);
    },
  ];
}
