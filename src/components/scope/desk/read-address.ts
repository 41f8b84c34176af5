/** The address is changed at most once in so long, in ms. */
const betweenMs = 500;

export interface ReadAddressOptions {
  /** The fragment that the page has now. */
  readonly here: () => string;
  /** Puts another in its place; the way back stays as it is. */
  readonly replace: (fragment: string) => void;
  readonly later: (action: () => void, ms: number) => () => void;
}

/** Keeps the address of a page at what is read, so that a page that is loaded again stands there. A link that is pressed goes before. */
export class ReadAddress {
  readonly #options: ReadAddressOptions;
  #wanted = '';
  /** The fragment beside which it was wanted. */
  #beside = '';
  #cancel: (() => void) | undefined;

  constructor(options: ReadAddressOptions) {
    this.#options = options;
  }

  /** The fragment of what is read now. */
  set(fragment: string): void {
    this.#wanted = fragment;
    this.#beside = this.#options.here();
    if (!this.#cancel) this.#write();
  }

  /** What was read is no longer what the address is to say. */
  leave(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #write(): void {
    const { here, replace, later } = this.#options;
    // Somebody went elsewhere meanwhile.
    if (here() !== this.#beside) return;
    if (this.#wanted === this.#beside) return;
    replace(this.#wanted);
    this.#beside = this.#wanted;
    this.#cancel = later(() => {
      this.#cancel = undefined;
      this.#write();
    }, betweenMs);
  }
}
