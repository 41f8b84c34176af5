import type { Browser } from '@playwright/test';

/** What became of one input. */
export interface Try {
  /** The input, or what tells it from the others: short, and the same for the same seed. */
  readonly input: string;
  /** What broke. Undefined where it held. */
  readonly broke?: string;
}

/** What attacks stand on. All of it is on this machine, and is opened when it is asked for first. */
export interface Ground {
  /** Decides whatever an attack draws. */
  readonly seed: number;
  /** The most inputs that an attack may try. */
  readonly most: number;
  /** Address of the built site, served as `npm start` does, on the loopback address alone. */
  site(): Promise<string>;
  browser(): Promise<Browser>;
}

/** Attacks of one kind. A file of attacks/kinds exports one as `attack`, and is found by that. */
export interface Attack {
  /** What is attacked: "JSON patch", "code in a link". */
  readonly kind: string;
  /** Tries inputs one after another, at most `ground.most` of them, and ends by itself. */
  tries(ground: Ground): AsyncIterable<Try> | Iterable<Try>;
}
