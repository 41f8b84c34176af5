/** Keeps the values that were used last, up to `maxEntries` of them, as groupcache's `lru.Cache` does. */
export class Lru<V> {
  readonly #maxEntries: number;
  /** The least recently used first. */
  readonly #entries = new Map<string, V>();

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  add(key: string, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#maxEntries) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }

  get(key: string): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  remove(key: string): void {
    this.#entries.delete(key);
  }
}
