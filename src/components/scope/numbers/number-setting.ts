import { type Signal, computed, signal } from '@preact/signals';
import type { ChangedNumbers, NumberOfRun } from '../../../recording/numbers.ts';
import type { Player } from '../player/player.ts';
import type { Moment } from '../player/runs.ts';

/** What a reader sets the numbers of a story to. The run that follows is made and shown; while it is made, only the last wish is kept. */
export class NumberSetting {
  readonly #player: Player;
  /** What is wished and not shown yet. */
  readonly #wished: Signal<ChangedNumbers | undefined> = signal(undefined);
  /** The number that was set last. */
  readonly last: Signal<NumberOfRun | undefined> = signal(undefined);
  /** The numbers that are not the story's own. */
  readonly changed = computed(
    (): ChangedNumbers => this.#wished.value ?? this.#player.fork.value?.changed ?? {},
  );
  #showing = false;
  /** Where the reader was when they began to set, and what was shown of the last run. */
  #from: Moment | undefined;
  #shown: Moment | undefined;

  constructor(player: Player) {
    this.#player = player;
  }

  /** Sets a number, and shows the run with it at the virtual time that the reader is at. */
  async set(number: NumberOfRun, value: number): Promise<void> {
    const { [number.name]: _before, ...others } = this.changed.peek();
    this.#wished.value = value === number.own ? others : { ...others, [number.name]: value };
    this.last.value = number;
    if (this.#showing) return;
    this.#showing = true;
    let wish: ChangedNumbers | undefined;
    while (wish !== this.#wished.peek()) {
      wish = this.#wished.peek();
      if (wish) await this.#show(wish);
    }
    this.#wished.value = undefined;
    this.#showing = false;
  }

  async #show(changed: ChangedNumbers): Promise<void> {
    const player = this.#player;
    const from = this.#place();
    const original = player.original.peek();
    const { acts, edits } = player.fork.peek() ?? original;
    const isOwn = Object.keys(changed).length === 0;
    if (isOwn && !edits && acts.length === original.acts.length) {
      player.discardFork();
      if (from.recording === original) player.seek(from.index);
    } else if (await player.change({ acts, edits, changed: isOwn ? undefined : changed }, from)) {
      // At that time there may be a line of code, or another thing that readers step over.
      player.seekNear(player.cursor.peek());
    }
    this.#shown = this.#here();
  }

  #here(): Moment {
    return { recording: this.#player.recording.peek(), index: this.#player.cursor.peek() };
  }

  /** Where the reader went last by themselves: a run has no entry at just that time, and one after the other would lead away from it. */
  #place(): Moment {
    const here = this.#here();
    const went = here.recording !== this.#shown?.recording || here.index !== this.#shown.index;
    this.#from = (went ? undefined : this.#from) ?? here;
    return this.#from;
  }
}
