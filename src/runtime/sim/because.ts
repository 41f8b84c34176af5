import { noCause } from './process.ts';
import type { Timer } from './timers.ts';

/** A timer was up: it had been set for `ms`, at `since`, both virtual ms. */
export interface Waited {
  readonly ms: number;
  readonly since: number;
  /** The name of the channel that it sent to; empty for a plain sleep. */
  readonly on: string;
  /** How often the same wait ended in a row while nothing else led to it: a round of a loop that has nothing to tell. */
  readonly times: number;
}

/** A decision, as a clause in English such as "no cloud is configured". {0}, {1} stand for `values`. */
export interface Said {
  readonly text: string;
  readonly values?: readonly (string | number | { readonly ms: number })[];
  /** It holds when the timer is up that is set next. */
  readonly whenUp?: true;
}

/** What decided that a cause led on, where the cause alone does not say it. */
export type Because = Waited | Said;

/** A cause with what decided that it led on. */
export interface Decision {
  readonly cause: number;
  readonly because: Because;
}

/**
 * The decisions of a run. Each is known by a number that travels as an entry's index does, so that channels, queues and
 * observers carry both without a word.
 */
export class Decisions {
  readonly #all: Decision[] = [];

  /** The number of a new decision. A cause that is one itself gives way to its entry. */
  add(cause: number, because: Because): number {
    this.#all.push({ cause: this.entryOf(cause), because });
    return noCause - this.#all.length;
  }

  /** The number by which what a timer leads to knows its cause, and the wait that is over if that is the reason. */
  waited({ cause, ms, since }: Timer): [cause: number, waited: (Waited & { on: string }) | undefined] {
    const before = this.get(cause)?.because;
    if (before && 'text' in before && before.whenUp) return [cause, undefined];
    const again = before && 'ms' in before && before.ms === ms ? before.times : 0;
    const waited = { ms, since, on: '', times: again + 1 };
    return [this.add(cause, waited), waited];
  }

  /** Undefined for the index of an entry, and for no cause. */
  get(cause: number): Decision | undefined {
    return this.#all[noCause - cause - 1];
  }

  /** The entry behind a cause. */
  entryOf(cause: number): number {
    return this.get(cause)?.cause ?? cause;
  }
}
