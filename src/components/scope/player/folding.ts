import { type ReadonlySignal, type Signal, batch, computed, signal } from '@preact/signals';
import { type Granularity, type Opened, foldAt } from '../../../recording/granularity.ts';
import type { Recording } from '../../../recording/recording.ts';

/** Where a reader is in a run, and by which steps they go. */
interface Place {
  readonly recording: ReadonlySignal<Recording>;
  readonly size: ReadonlySignal<Granularity>;
  readonly cursor: Signal<number>;
}

/** What is said many times in a row, as a reader has it: one step, or opened. */
export class Folding {
  readonly #place: Place;
  /** The folds that the reader has opened. */
  readonly opened: Signal<Opened> = signal(new Set());
  /** The fold that has what is shown among its parts. */
  readonly here = computed(() => this.#at(this.#place.cursor.value));
  /** True where a fold is shown as one step, false where one of its parts is. */
  readonly folded = computed(() => {
    const parts = this.here.value?.parts;
    return parts?.at(-1) === this.#place.cursor.value && !this.opened.value.has(parts[0] as number);
  });

  constructor(place: Place) {
    this.#place = place;
    this.openAt(place.cursor.peek());
  }

  /** Opens the fold that has an entry among its parts, so that the entry can be shown by itself. */
  openAt(index: number): void {
    const first = this.#at(index)?.parts[0];
    if (first !== undefined) this.opened.value = new Set([...this.opened.value, first]);
  }

  /** Opens the fold that is shown, at its first part; or folds the one that has what is shown, and shows it as one step. */
  toggle(): void {
    const { parts } = this.here.value ?? {};
    if (!parts) return;
    const first = parts[0] as number;
    const others = [...this.opened.value].filter((other) => other !== first);
    const open = this.folded.value;
    batch(() => {
      this.opened.value = new Set(open ? [...others, first] : others);
      this.#place.cursor.value = open ? first : (parts.at(-1) as number);
    });
  }

  #at(index: number) {
    return foldAt(this.#place.recording.value, this.#place.size.value, index);
  }
}
