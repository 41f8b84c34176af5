import { type Signal, signal } from '@preact/signals';

/** Counts the time of a talk from when it began and when it stood still, so that no tick that came late is lost. */
export class Stopwatch {
  readonly #now: () => number;
  /** When it was started last; undefined while it stands. */
  readonly #since: Signal<number | undefined> = signal(undefined);
  /** What it had counted before, in ms. */
  readonly #counted: Signal<number> = signal(0);

  /** @param now the time in ms. */
  constructor(now: () => number) {
    this.#now = now;
  }

  get runs(): boolean {
    return this.#since.value !== undefined;
  }

  /** The time that was counted until now, in ms. */
  get ms(): number {
    const { value } = this.#since;
    return this.#counted.value + (value === undefined ? 0 : Math.max(0, this.#now() - value));
  }

  start(): void {
    this.#since.value ??= this.#now();
  }

  pause(): void {
    this.#counted.value = this.ms;
    this.#since.value = undefined;
  }

  /** Back to nothing; it goes on if it runs. */
  reset(): void {
    this.#counted.value = 0;
    if (this.runs) this.#since.value = this.#now();
  }
}

/** A time of a talk as a clock shows it: `4:05`, `1:04:05`. */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (count: number): string => String(count).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
