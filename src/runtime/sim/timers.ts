/** A callback at a virtual time, set for `ms` at `since`. `cause` is the trace entry that set it. */
export interface Timer {
  readonly at: number;
  readonly since: number;
  readonly ms: number;
  readonly sequence: number;
  readonly cause: number;
  fire: (() => void) | undefined;
}

const earlier = (a: Timer, b: Timer): boolean => a.at < b.at || (a.at === b.at && a.sequence < b.sequence);

/** A binary heap ordered by (time, sequence); a stopped timer is dropped when it comes up. */
export class Timers {
  readonly #heap: Timer[] = [];

  push(timer: Timer): void {
    const heap = this.#heap;
    let i = heap.push(timer) - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!earlier(timer, heap[parent] as Timer)) break;
      heap[i] = heap[parent] as Timer;
      i = parent;
    }
    heap[i] = timer;
  }

  /** The next timer that was not stopped, left in place. */
  peek(): Timer | undefined {
    while (this.#heap.length > 0 && this.#heap[0]?.fire === undefined) this.#take();
    return this.#heap[0];
  }

  pop(): Timer | undefined {
    return this.peek() && this.#take();
  }

  #take(): Timer | undefined {
    const heap = this.#heap;
    const top = heap[0];
    const last = heap.pop();
    if (heap.length === 0 || last === undefined) return top;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && earlier(heap[child + 1] as Timer, heap[child] as Timer)) child++;
      if (!earlier(heap[child] as Timer, last)) break;
      heap[i] = heap[child] as Timer;
      i = child;
    }
    heap[i] = last;
    return top;
  }
}
