/** What the mirrored code needs of Go's `os/signal`. */
import type { Chan } from '../sim/chan.ts';

/** What somebody can send to a program, by its number. */
const numbers = { SIGINT: 2, SIGUSR2: 12, SIGTERM: 15 };

export type Signal = keyof typeof numbers;

/** The exit code of a program that was ended by a signal, as shells and containers report it. */
export const exitCodeOf = (signal: Signal): number => 128 + numbers[signal];

/** Where the signals go that a program asks for. */
export class Notified {
  readonly #channels: (readonly [Signal, Chan<Signal>])[] = [];

  add(c: Chan<Signal>, signals: readonly Signal[]): void {
    for (const signal of signals) this.#channels.push([signal, c]);
  }

  /** False if nobody asked for it. A channel that is full does not get it. */
  send(signal: Signal): boolean {
    const asking = this.#channels.filter(([each]) => each === signal);
    for (const [, c] of asking) c.trySend(signal);
    return asking.length > 0;
  }
}
