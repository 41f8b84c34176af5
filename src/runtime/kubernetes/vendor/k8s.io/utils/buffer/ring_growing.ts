/** A ring buffer that grows: it holds as much as is written to it. */
// Mirrors: vendor/k8s.io/utils/buffer/ring_growing.go#RingGrowing
export class RingGrowing<T> {
  /** Grows up to `#n` places, and is then used from the front again. */
  #data: (T | undefined)[] = [];
  /** How many items there is room for. */
  #n: number;
  /** The first readable item. */
  #beg = 0;
  #readable = 0;

  constructor(initialSize: number) {
    this.#n = initialSize;
  }

  /** How many items it holds, for observers. */
  get length(): number {
    return this.#readable;
  }

  /** How many it has room for before it grows, for observers. */
  get room(): number {
    return this.#n;
  }

  /** Takes the first item out; `[undefined, false]` if there is none. */
  // Mirrors: vendor/k8s.io/utils/buffer/ring_growing.go#RingGrowing.ReadOne
  readOne(): [T, true] | [undefined, false] {
    if (this.#readable === 0) return [undefined, false];
    this.#readable--;
    const element = this.#data[this.#beg] as T;
    this.#data[this.#beg] = undefined;
    this.#beg = this.#beg === this.#n - 1 ? 0 : this.#beg + 1;
    return [element, true];
  }

  /** Puts an item at the end. */
  // Mirrors: vendor/k8s.io/utils/buffer/ring_growing.go#RingGrowing.WriteOne
  writeOne(data: T): void {
    if (this.#readable === this.#n) {
      const newN = this.#n * 2;
      const newData = [...this.#data.slice(this.#beg), ...this.#data.slice(0, this.#beg)];
      this.#beg = 0;
      this.#data = newData;
      this.#n = newN;
    }
    this.#data[(this.#readable + this.#beg) % this.#n] = data;
    this.#readable++;
  }
}

// Mirrors: vendor/k8s.io/utils/buffer/ring_growing.go#NewRingGrowing
export function newRingGrowing<T>(initialSize: number): RingGrowing<T> {
  return new RingGrowing<T>(initialSize);
}
