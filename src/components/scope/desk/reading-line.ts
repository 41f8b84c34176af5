/** A reader who scrolls has come to rest when nothing crosses the line for so long, in ms. */
const settleMs = 120;

/** How far down the free part of the window the reading line is. */
const linePart = 0.4;

export interface LineOptions {
  /** What may be read, in the order of the text. */
  readonly elements: readonly Element[];
  /** How much of the window is covered from its top, in px. */
  readonly covered: () => number;
  /** Called when the reader has come to rest at another one; -1 is above the first. */
  readonly tell: (index: number) => void;
}

/** The line at which a page is read, in px from the top of the window. */
const lineBelow = (covered: number): number => Math.round(covered + (innerHeight - covered) * linePart);

/**
 * Which of the elements stands at a line: the last whose top has come above it. At the end of the page it is the last that is in the window
 * at all: it may never come as far as the line. -1 above the first.
 */
export function atLine(
  tops: readonly (number | undefined)[],
  line: number,
  { bottom = Infinity, ended = false } = {},
): number {
  const to = ended ? bottom : line;
  return tops.findLastIndex((top) => top !== undefined && top <= to);
}

/** Watches what is read. The line stays where it is while only the height of the window changes, as a phone's bar comes and goes. */
export class ReadingLine {
  readonly #options: LineOptions;
  #observer: IntersectionObserver | undefined;
  #line = 0;
  #width = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The one that was told last, or is taken as told. */
  #last = -2;
  /** True while the page scrolls by itself to what is told already. */
  #led = false;

  constructor(options: LineOptions) {
    this.#options = options;
    this.#measure();
    addEventListener('resize', this.#onResize);
    addEventListener('scrollend', this.#onScrollEnd);
    this.#last = this.active;
  }

  /** What stands at the line now. */
  get active(): number {
    const tops = this.#options.elements.map((element) => {
      // What is closed has a box, too, and nobody reads it.
      const [box] = element.checkVisibility() ? element.getClientRects() : [];
      return box?.top;
    });
    const { scrollHeight } = document.documentElement;
    const ended = scrollY > 0 && scrollY + innerHeight >= scrollHeight - 2;
    return atLine(tops, this.#line, { bottom: innerHeight, ended });
  }

  get y(): number {
    return this.#line;
  }

  /** What is at the line is taken as told: the next one that comes there is told again. */
  rest(): void {
    clearTimeout(this.#timer);
    this.#last = this.active;
  }

  /** As `rest`, for where the page is on its way to: what it comes by is not told. */
  restThere(): void {
    clearTimeout(this.#timer);
    this.#led = true;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#observer?.disconnect();
    removeEventListener('resize', this.#onResize);
    removeEventListener('scrollend', this.#onScrollEnd);
  }

  #measure(): void {
    this.#width = innerWidth;
    this.#line = lineBelow(this.#options.covered());
    this.#observer?.disconnect();
    const rootMargin = `${-this.#line}px 0px ${this.#line + 1 - innerHeight}px 0px`;
    this.#observer = new IntersectionObserver(this.#look, { rootMargin });
    for (const element of this.#options.elements) this.#observer.observe(element);
  }

  readonly #onResize = (): void => {
    if (innerWidth !== this.#width) this.#measure();
  };

  readonly #onScrollEnd = (): void => {
    if (!this.#led) return this.#look();
    this.#led = false;
    this.rest();
  };

  readonly #look = (): void => {
    if (this.#led) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      // On paper nothing is read.
      if (matchMedia('print').matches) return;
      const { active } = this;
      if (active === this.#last) return;
      this.#last = active;
      this.#options.tell(active);
    }, settleMs);
  };
}
