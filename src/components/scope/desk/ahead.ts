/** A run of a story. */
interface RunOfStory {
  readonly scenario: string;
  readonly seed: number;
}

const keyOf = ({ scenario, seed }: RunOfStory): string => `${scenario} ${seed}`;

/** Makes runs before the reader comes to them: one at a time, each once, those that are near. */
export class Ahead<R extends RunOfStory = RunOfStory> {
  readonly #make: (run: R) => Promise<unknown>;
  readonly #known = new Set<string>();
  #near: readonly R[] = [];
  #busy = false;

  /** `shown` is there already. */
  constructor(make: (run: R) => Promise<unknown>, shown: RunOfStory) {
    this.#make = make;
    this.#known.add(keyOf(shown));
  }

  /** These are near now, the nearest first; what was near and is not made yet is no longer wanted. */
  want(near: readonly R[]): void {
    this.#near = near;
    void this.#go();
  }

  async #go(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    for (let run = this.#next(); run; run = this.#next()) {
      this.#known.add(keyOf(run));
      // Whoever goes into a run that cannot be made is told why then.
      await this.#make(run).catch(() => undefined);
    }
    this.#busy = false;
  }

  #next(): R | undefined {
    return this.#near.find((run) => !this.#known.has(keyOf(run)));
  }
}

/** The reader asked the browser for little traffic. */
const saves = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;

/** From how far on a run is made before its passage is read, in screens. */
const screens = 2;

interface AheadOptions<R> {
  readonly shown: RunOfStory;
  /** Where the page is read, in px from the top of the window. */
  readonly line: number;
  readonly make: (run: R) => Promise<unknown>;
}

/** Makes the runs of passages that the reader comes near to, so that none is waited for. Gives what ends that. */
export function makeAhead<R extends RunOfStory & { readonly element: Element }>(
  passages: readonly R[],
  { shown, line, make }: AheadOptions<R>,
): () => void {
  const others = passages.filter((one) => keyOf(one) !== keyOf(shown));
  if (others.length === 0 || saves()) return () => undefined;
  const ahead = new Ahead(make, shown);
  const far = ({ element }: R): number => Math.abs(element.getBoundingClientRect().top - line);
  return watchNear(others, line, (near) => ahead.want(near.toSorted((a, b) => far(a) - far(b))));
}

/** Tells which of the passages are near a line of the window, each time that others are. Gives what ends that. */
function watchNear<R extends { readonly element: Element }>(
  passages: readonly R[],
  line: number,
  tell: (near: readonly R[]) => void,
): () => void {
  const near = new Set<Element>();
  const long = screens * innerHeight;
  const rootMargin = `${long - line}px 0px ${long - (innerHeight - line)}px 0px`;
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes)
        if (isIntersecting) near.add(target);
        else near.delete(target);
      tell(passages.filter(({ element }) => near.has(element)));
    },
    { rootMargin },
  );
  for (const { element } of passages) observer.observe(element);
  return () => observer.disconnect();
}
