import { isThrown, namedTextOfThrown } from './thrown.ts';

/** Bounds on a run. Nothing in the simulator grows or repeats without one. */
export interface Limits {
  /** Scheduler steps in a run. */
  readonly steps: number;
  /** Virtual time of a run, in ms. */
  readonly virtualMs: number;
  /** Processes at once. Those that ended do not count: each took a step at least, and steps are limited. */
  readonly processes: number;
  /** Entries of a trace. */
  readonly entries: number;
  /** Items waiting in one channel or queue. */
  readonly queued: number;
}

export const defaultLimits: Limits = {
  steps: 5_000_000,
  virtualMs: 24 * 60 * 60 * 1000,
  processes: 200_000,
  entries: 250_000,
  queued: 100_000,
};

/** Ends the run, whatever the program may catch: the code that runs is at fault, or never comes to an end. */
export class EndsRun extends Error {}

/** True for what no program can recover from, as Go's can from a panic: what ends the run, and what the language refuses. */
export function isFault(thrown: unknown): boolean {
  return [EndsRun, TypeError, ReferenceError].some((kind) => isThrown(thrown, kind));
}

/** A run reached one of its limits. The message ends with the last ten trace entries. */
export class LimitReached extends EndsRun {
  override readonly name = 'LimitReached';
  readonly limit: keyof Limits;
  readonly most: number;

  constructor(limit: keyof Limits, most: number, found: string, lastEvents: readonly string[]) {
    const tail = lastEvents.length > 0 ? `\nThe last events were:\n  ${lastEvents.join('\n  ')}` : '';
    super(`limit reached: expected at most ${most} (${limit}), found ${found}${tail}`);
    this.limit = limit;
    this.most = most;
  }
}

/** A process threw: a bug in the code that it ran. */
export class ProcessFailed extends Error {
  override readonly name = 'ProcessFailed';
  readonly process: string;
  readonly at: number;

  constructor(process: string, at: number, cause: unknown) {
    super(`process ${process} failed at ${at} ms: ${namedTextOfThrown(cause)}`, { cause });
    this.process = process;
    this.at = at;
  }
}
