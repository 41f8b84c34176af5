/**
 * A process is one thread of work, as a goroutine is: it runs until it parks, ends or dies.
 * Its body is a generator, so that the simulator decides when it goes on, and can drop it.
 */

/** Why a process cannot go on. `until` is a virtual time in ms, where one is known. */
interface Park {
  readonly kind: 'sleep' | 'send' | 'receive' | 'select' | 'cond' | 'mutex' | 'wait-group' | 'yield';
  /** What it waits for, in words a reader knows: a channel's or a queue's name. */
  readonly on: string;
  readonly until?: number;
  /** Called once, when the process is parked: puts it on the list of whoever will wake it. */
  enlist(process: Process): void;
}

/** A call that may park its process. Use it with `yield*`, or hand it to `sim.go`. */
export type Blocking<T> = Generator<Park, T, void>;

export type ProcessState = 'ready' | 'running' | 'parked' | 'done' | 'crashed';

/** Index of a trace entry; `noCause` for what nobody caused. */
export const noCause = -1;

export interface Process {
  readonly id: number;
  readonly name: string;
  /** What dies together: the name of the program this process belongs to. */
  readonly group: string;
  state: ProcessState;
  /** Set while `state` is `parked`. */
  park: Park | undefined;
  /** The trace entry this process is acting upon, or below `noCause` a decision of its trace that leads there. */
  cause: number;
  /** The last entry that it recorded while it acted upon that; `noCause` if none. */
  last: number;
  readonly body: Blocking<unknown>;
  /** Virtual ms. */
  readonly now: number;
  /** Makes a parked process ready; without effect on a process that is not parked. */
  wake(): void;
}

let current: Process | undefined;

/** The process that is running now; undefined between steps and in timer callbacks. */
export function running(): Process | undefined {
  return current;
}

/** For the simulator alone. */
export function setRunning(process: Process | undefined): void {
  current = process;
}

let ambient = noCause;

/** The cause of what happens now: the running process's, or that of the timer or input being served. */
export function causeNow(): number {
  return current ? current.cause : ambient;
}

/** Makes `cause` the cause of whatever happens next in the running process, timer or input. */
export function setCause(cause: number): void {
  if (current) actUpon(current, cause);
  else ambient = cause;
}

/** Makes `cause` what a process acts upon from now on. */
export function actUpon(process: Process, cause: number): void {
  process.cause = cause;
  process.last = noCause;
}

/** Goes back to a cause from which the running process was led off. What it recorded meanwhile still led to what it sets. */
export function backToCause(cause: number): void {
  if (current) current.cause = cause;
  else ambient = cause;
}

/** Runs `action` with another cause, then restores the one before. */
export function withCause<T>(cause: number, action: () => T): T {
  const before = causeNow();
  const last = current?.last ?? noCause;
  setCause(cause);
  try {
    return action();
  } finally {
    setCause(before);
    if (current) current.last = last;
  }
}

/** What a timer that is set now waits for: the last thing that the running process did, else its cause. */
export function latestNow(): number {
  return current && current.last !== noCause ? current.last : causeNow();
}

/** For the trace alone: the running process has recorded an entry. */
export function setLatest(index: number): void {
  if (current) current.last = index;
}

let timer: { on: string } | undefined;

/** For the simulator alone: the wait whose timer is being served. */
export function setServed(waited: { on: string } | undefined): void {
  timer = waited;
}

/** Names the wait whose timer is being served, if one is, after the first channel that hears of it. */
export function nameServed(channel: string): void {
  if (timer && !current && timer.on === '') timer.on = channel;
}
