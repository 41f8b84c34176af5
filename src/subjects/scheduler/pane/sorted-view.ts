import { firstPlace } from '../../../components/base/search.ts';
import { type PMap, emptyMap, mapChanges, mapEntries } from '../../../runtime/sim/pmap.ts';

/**
 * The values of a persistent map in an order, kept from one moment of a run to the next: a step that changes few of many
 * thousand values costs what it changes.
 */
export class SortedView<V> {
  readonly #before: (a: V, b: V) => number;
  readonly #takes: (value: V) => boolean;
  #map: PMap<V> = emptyMap();
  #sorted: V[] = [];

  /** `compare` must tell any two values apart. Values that are not to be seen are left out by `takes`. */
  constructor(compare: (a: V, b: V) => number, takes: (value: V) => boolean = () => true) {
    this.#before = compare;
    this.#takes = takes;
  }

  /** The values of this map, in order. The list is changed by the next call. */
  of(map: PMap<V>): readonly V[] {
    if (map === this.#map) return this.#sorted;
    const changes = mapChanges(this.#map, map);
    this.#map = map;
    if (changes.length > 64 && changes.length > this.#sorted.length / 8) {
      this.#sorted = mapEntries(map)
        .map(([, value]) => value)
        .filter(this.#takes)
        .sort(this.#before);
      return this.#sorted;
    }
    const come: V[] = [];
    for (const { before, after } of changes) {
      const [left, now] = [this.#taken(before), this.#taken(after)];
      // One that stays where it is, as a node of which only the pods change, moves no other.
      if (left !== undefined && now !== undefined && this.#before(left, now) === 0)
        this.#sorted[this.#placeOf(left)] = now;
      else {
        if (left !== undefined) this.#sorted.splice(this.#placeOf(left), 1);
        if (now !== undefined) come.push(now);
      }
    }
    for (const value of come) this.#sorted.splice(this.#placeOf(value), 0, value);
    return this.#sorted;
  }

  #taken(value: V | undefined): V | undefined {
    return value !== undefined && this.#takes(value) ? value : undefined;
  }

  /** The first place that is not before a value. */
  #placeOf(value: V): number {
    return firstPlace(this.#sorted.length, (place) => this.#before(this.#sorted[place] as V, value) >= 0);
  }
}

const names = new Intl.Collator('en', { numeric: true });

/** node-2 before node-10. */
export function byName(a: string, b: string): number {
  if (a === b) return 0;
  return names.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}
