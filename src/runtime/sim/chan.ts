import { LimitReached } from './limits.ts';
import { type Blocking, type Process, actUpon, causeNow, nameServed, setCause } from './process.ts';
import type { Random } from './random.ts';
import type { Sim } from './sim.ts';

/** One process waiting on one or more channels. The first channel that serves it wins. */
interface Waiter<T> {
  readonly process: Process;
  /** Shared by all the cases of one `select`. */
  readonly ticket: { served: boolean };
  /** What a sender brings. */
  readonly value?: T;
  /** The cause that travels with what a sender brings. */
  readonly cause: number;
  /** Called when the operation is done. */
  complete(value: T | undefined, ok: boolean): void;
}

const alive = (waiter: Waiter<never> | Waiter<unknown>): boolean =>
  !waiter.ticket.served && waiter.process.state === 'parked';

/** A Go channel. What is received brings its sender's cause along. Use `new Chan<T>(name, capacity)`. */
export class Chan<T> {
  readonly name: string;
  readonly capacity: number;
  readonly #buffer: { value: T; cause: number }[] = [];
  #receivers: Waiter<T>[] = [];
  #senders: Waiter<T>[] = [];
  #closed = false;

  constructor(name: string, capacity = 0) {
    if (capacity > 1_000_000)
      throw new LimitReached('queued', 1_000_000, `a channel ${name} of ${capacity}`, []);
    this.name = name;
    this.capacity = capacity;
  }

  get length(): number {
    return this.#buffer.length;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Parks until a receiver or room in the buffer takes the value. Throws on a closed channel, as Go panics. */
  *send(value: T): Blocking<void> {
    if (this.trySend(value)) return;
    const ticket = { served: false };
    const cause = causeNow();
    let closed = false;
    yield {
      kind: 'send',
      on: this.name,
      enlist: (process) =>
        this.#senders.push({ process, ticket, value, cause, complete: (_value, ok) => void (closed = !ok) }),
    };
    if (closed) throw new Error(`send on closed channel ${this.name}`);
  }

  /** Sends if that needs no waiting; false otherwise. This is a `select` with a `default`. */
  trySend(value: T): boolean {
    if (this.#closed) throw new Error(`send on closed channel ${this.name}`);
    nameServed(this.name);
    const receiver = take(this.#receivers);
    if (receiver) {
      serve(receiver, value, true, causeNow());
      return true;
    }
    if (this.#buffer.length >= this.capacity) return false;
    this.#buffer.push({ value, cause: causeNow() });
    return true;
  }

  /** `[value, true]`, or `[undefined, false]` once the channel is closed and empty. */
  *receive(): Blocking<[T, true] | [undefined, false]> {
    const now = this.tryReceive();
    if (now) return now;
    const ticket = { served: false };
    let got: [T, true] | [undefined, false] = [undefined, false];
    yield {
      kind: 'receive',
      on: this.name,
      enlist: (process) =>
        this.#receivers.push({
          process,
          ticket,
          cause: causeNow(),
          complete: (value, ok) => void (got = ok ? [value as T, true] : [undefined, false]),
        }),
    };
    return got;
  }

  /** Receives if that needs no waiting; undefined otherwise. */
  tryReceive(): [T, true] | [undefined, false] | undefined {
    const item = this.#buffer.shift();
    if (item) {
      const sender = take(this.#senders);
      if (sender) {
        this.#buffer.push({ value: sender.value as T, cause: sender.cause });
        serve(sender, undefined, true);
      }
      setCause(item.cause);
      return [item.value, true];
    }
    const sender = take(this.#senders);
    if (sender) {
      serve(sender, undefined, true);
      setCause(sender.cause);
      return [sender.value as T, true];
    }
    return this.#closed ? [undefined, false] : undefined;
  }

  close(): void {
    if (this.#closed) throw new Error(`close of closed channel ${this.name}`);
    this.#closed = true;
    nameServed(this.name);
    for (let waiter = take(this.#receivers); waiter; waiter = take(this.#receivers)) {
      serve(waiter, undefined, false, causeNow());
    }
    for (let waiter = take(this.#senders); waiter; waiter = take(this.#senders))
      serve(waiter, undefined, false);
  }

  /** True if a receive would not park. */
  get receivable(): boolean {
    return this.#closed || this.#buffer.length > 0 || this.#senders.some(alive);
  }

  /** True if a send would not park. */
  get sendable(): boolean {
    return this.#closed || this.#buffer.length < this.capacity || this.#receivers.some(alive);
  }

  /** For `select`: waits here as well as elsewhere. */
  enlist(waiter: Waiter<T>, side: 'receive' | 'send'): void {
    const list = side === 'receive' ? this.#receivers : this.#senders;
    const live = list.filter(alive);
    live.push(waiter);
    if (side === 'receive') this.#receivers = live;
    else this.#senders = live;
  }
}

function take<T>(waiters: Waiter<T>[]): Waiter<T> | undefined {
  for (let waiter = waiters.shift(); waiter; waiter = waiters.shift()) if (alive(waiter)) return waiter;
  return undefined;
}

function serve<T>(waiter: Waiter<T>, value: T | undefined, ok: boolean, cause?: number): void {
  waiter.ticket.served = true;
  waiter.complete(value, ok);
  if (cause !== undefined) actUpon(waiter.process, cause);
  waiter.process.wake();
}

/** One `case` of a `select`: receive from a channel, or send to it. An undefined channel never goes, as a nil one. */
export type Case<T> =
  | { readonly receive: Chan<T> | undefined; readonly send?: undefined }
  | { readonly send: Chan<T> | undefined; readonly value: T; readonly receive?: undefined };

/** Which case went, and for a receive what it brought. */
export interface Selected {
  readonly index: number;
  readonly value: unknown;
  readonly ok: boolean;
}

/**
 * Go's `select`. With several cases ready, the first goes in `fifo` order and any in `seeded` order.
 * The cases are told apart by `index`; cast `value` to the channel's type.
 */
// oxlint-disable-next-line typescript/no-explicit-any
export function* select(sim: Sim, ...cases: readonly Case<any>[]): Blocking<Selected> {
  const now = trySelect(sim, ...cases);
  if (now) return now;
  const ticket = { served: false };
  let selected: Selected = { index: -1, value: undefined, ok: false };
  const names = cases.map((c) => (c.receive ?? c.send)?.name).filter((name) => name !== undefined);
  yield {
    kind: 'select',
    on: names.join(' or '),
    enlist: (process) => {
      cases.forEach((c, index) => {
        const chan = c.receive ?? c.send;
        const value = c.receive ? undefined : (c as { value: unknown }).value;
        const complete = (got: unknown, ok: boolean): void => void (selected = { index, value: got, ok });
        chan?.enlist({ process, ticket, value, cause: causeNow(), complete }, c.receive ? 'receive' : 'send');
      });
    },
  };
  const chosen = cases[selected.index];
  if (chosen?.send && !selected.ok) throw new Error(`send on closed channel ${chosen.send.name}`);
  return selected;
}

/** A `select` with a `default`: undefined if no case could go at once. */
// oxlint-disable-next-line typescript/no-explicit-any
export function trySelect(sim: Sim, ...cases: readonly Case<any>[]): Selected | undefined {
  const open: number[] = [];
  cases.forEach((c, i) => {
    if (c.receive ? c.receive.receivable : c.send?.sendable) open.push(i);
  });
  if (open.length === 0) return undefined;
  const index = sim.order === 'seeded' ? pickOne(sim.random, open) : (open[0] as number);
  const chosen = cases[index] as Case<unknown>;
  if (chosen.receive) {
    const [value, ok] = chosen.receive.tryReceive() ?? [undefined, false];
    return { index, value, ok };
  }
  chosen.send?.trySend(chosen.value);
  return { index, value: undefined, ok: true };
}

const pickOne = (random: Random, open: readonly number[]): number =>
  open.length === 1 ? (open[0] as number) : random.pick(open);

/** A channel that is sent the time after `ms`, as `time.After`. */
export function after(sim: Sim, ms: number, name = 'a timer'): Chan<number> {
  const chan = new Chan<number>(name, 1);
  sim.after(ms, () => chan.trySend(sim.now));
  return chan;
}
