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
  /** The fragment that was there last; another is that of a link that somebody pressed. */
  #known: string;
  #cancel: (() => void) | undefined;

  constructor(options: ReadAddressOptions) {
    this.#options = options;
    this.#known = options.here();
  }

  /** The fragment of what is read now. */
  set(fragment: string): void {
    this.#wanted = fragment;
    if (!this.#cancel) this.#write();
  }

  /** What was read is no longer what the address is to say. */
  leave(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#known = this.#options.here();
  }

  #write(): void {
    const { here, replace, later } = this.#options;
    // Where somebody went elsewhere meanwhile, that stays.
    if (here() !== this.#known) return this.leave();
    if (this.#wanted === this.#known) return;
    replace(this.#wanted);
    this.#known = this.#wanted;
    this.#cancel = later(() => {
      this.#cancel = undefined;
      this.#write();
    }, betweenMs);
  }
}
