/**
 * Numbers by topology key and value, such as pods by zone. It is a map of maps, because one text of both would have to
 * be put together again for each node that is looked at.
 */
export class TopologyPairs {
  readonly #byKey = new Map<string, Map<string, number>>();

  get(key: string, value: string): number | undefined {
    return this.#byKey.get(key)?.get(value);
  }

  set(key: string, value: string, number: number): void {
    this.of(key).set(value, number);
  }

  /** A key is forgotten with the last of its values. */
  delete(key: string, value: string): void {
    const values = this.#byKey.get(key);
    values?.delete(value);
    if (values?.size === 0) this.#byKey.delete(key);
  }

  get empty(): boolean {
    return this.#byKey.size === 0;
  }

  /** The numbers of one key by its values, for who asks for many of them. */
  of(key: string): Map<string, number> {
    let values = this.#byKey.get(key);
    if (!values) {
      values = new Map();
      this.#byKey.set(key, values);
    }
    return values;
  }

  entries(): Iterable<[string, ReadonlyMap<string, number>]> {
    return this.#byKey;
  }

  clone(): TopologyPairs {
    const copy = new TopologyPairs();
    for (const [key, values] of this.#byKey) copy.#byKey.set(key, new Map(values));
    return copy;
  }
}
