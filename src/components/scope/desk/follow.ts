import { type Signal, effect, signal } from '@preact/signals';
import type { Player } from '../player/player.ts';

/** Who moves the machine: the text that is read, or the reader; `off` is the reader alone, until it is switched on. */
export type Holder = 'text' | 'yours' | 'off';

const key = 'loopscope-follow';

function isOff(): boolean {
  try {
    return localStorage.getItem(key) === 'off';
  } catch {
    return false;
  }
}

function keepOff(off: boolean): void {
  try {
    if (off) localStorage.setItem(key, 'off');
    else localStorage.removeItem(key);
  } catch {
    // It holds on this page alone.
  }
}

/** What moves the player for the text. */
interface Mover {
  /** True while it moves the player, and the player shows what it was moved to. */
  readonly moves: boolean;
  leave(): void;
}

/**
 * The machine follows what is read until the reader takes it over: by a step, by playing, by what they change of the run. Whatever moves
 * the player and did not come from here is the reader's.
 */
export class Follow {
  readonly holder: Signal<Holder> = signal(isOff() ? 'off' : 'text');
  readonly #player: Player;
  readonly #mover: Mover;
  /** Shows the passage at the reading line now. */
  readonly #showRead: () => Promise<void>;
  #asking = 0;
  #ours: readonly unknown[] = [];
  readonly #end: () => void;

  constructor(player: Player, mover: Mover, showRead: () => Promise<void>) {
    this.#player = player;
    this.#mover = mover;
    this.#showRead = showRead;
    this.#ours = this.#now();
    this.#end = effect(() => this.#see());
  }

  /** Moves the machine for the reader who reads on, and says nothing aloud. */
  async along(move: () => Promise<void>): Promise<void> {
    if (this.holder.peek() !== 'text' || this.#asking > 0) return;
    this.#player.quiet.value = true;
    await move();
    if (this.holder.peek() === 'text') this.#ours = this.#now();
  }

  /** Moves the machine to what the reader asked for in the text; it follows the text from there on. */
  async asked(move: () => Promise<boolean>): Promise<boolean> {
    this.#mover.leave();
    this.#asking++;
    this.#player.quiet.value = false;
    this.#player.pause();
    const done = await move().finally(() => this.#asking--);
    this.#ours = this.#now();
    // What an experiment did is the reader's own run: it is not scrolled away.
    const own = this.#player.recording.peek().acts.length > 0;
    if (this.holder.peek() !== 'off') this.holder.value = own ? 'yours' : 'text';
    return done;
  }

  /** The reader takes the machine over. */
  take(): void {
    this.#player.quiet.value = false;
    if (this.holder.peek() === 'text') this.holder.value = 'yours';
  }

  /** Back to the text; from there off, and on again. */
  press(): void {
    const off = this.holder.peek() === 'text';
    keepOff(off);
    this.holder.value = off ? 'off' : 'text';
    if (off) return;
    this.#player.pause();
    void this.along(this.#showRead);
  }

  end(): void {
    this.#end();
  }

  #now(): readonly unknown[] {
    const { recording, cursor } = this.#player;
    return [recording.peek(), cursor.peek()];
  }

  #see(): void {
    const { recording, cursor, playing } = this.#player;
    const now = [recording.value, cursor.value];
    const moved = playing.value || now.some((one, i) => one !== this.#ours[i]);
    if (!moved || this.#asking > 0 || this.#mover.moves) return;
    this.#ours = now;
    this.#mover.leave();
    this.take();
  }
}
