/**
 * Go's `container/heap`, step for step, so that items of equal rank come out in the order in which Go gives them.
 * Items know their place: `index` is kept up to date, and -1 once an item is out.
 */
export interface HeapItem {
  index: number;
}

export class BinaryHeap<T extends HeapItem> {
  readonly #items: T[] = [];
  readonly #less: (a: T, b: T) => boolean;

  constructor(less: (a: T, b: T) => boolean) {
    this.#less = less;
  }

  get length(): number {
    return this.#items.length;
  }

  /** The item that comes next, left in place. */
  peek(): T | undefined {
    return this.#items[0];
  }

  /** All items, in no particular order. */
  values(): Iterable<T> {
    return this.#items.values();
  }

  push(item: T): void {
    item.index = this.#items.push(item) - 1;
    this.#up(item.index);
  }

  pop(): T | undefined {
    const last = this.#items.length - 1;
    if (last < 0) return undefined;
    this.#swap(0, last);
    this.#down(0, last);
    const item = this.#items.pop() as T;
    item.index = -1;
    return item;
  }

  /** Takes out the item at `index`, wherever that is. */
  remove(index: number): T {
    const last = this.#items.length - 1;
    if (index !== last) {
      this.#swap(index, last);
      if (!this.#down(index, last)) this.#up(index);
    }
    const item = this.#items.pop() as T;
    item.index = -1;
    return item;
  }

  /** Call it when the rank of the item at `index` has changed. */
  fix(index: number): void {
    if (!this.#down(index, this.#items.length)) this.#up(index);
  }

  #up(j: number): void {
    for (;;) {
      const parent = Math.trunc((j - 1) / 2);
      if (parent === j || !this.#ranked(j, parent)) break;
      this.#swap(parent, j);
      j = parent;
    }
  }

  #down(from: number, length: number): boolean {
    let i = from;
    for (;;) {
      const left = 2 * i + 1;
      if (left >= length) break;
      const right = left + 1;
      const child = right < length && this.#ranked(right, left) ? right : left;
      if (!this.#ranked(child, i)) break;
      this.#swap(i, child);
      i = child;
    }
    return i > from;
  }

  #ranked(i: number, j: number): boolean {
    return this.#less(this.#items[i] as T, this.#items[j] as T);
  }

  #swap(i: number, j: number): void {
    const a = this.#items[i] as T;
    const b = this.#items[j] as T;
    this.#items[i] = b;
    this.#items[j] = a;
    b.index = i;
    a.index = j;
  }
}
