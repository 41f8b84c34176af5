import { firstPlace } from '../../components/base/search.ts';
import { type PMap, emptyMap, mapChanges, mapEntries } from '../../runtime/sim/pmap.ts';

/** Up to so many keys are put in one by one; more are merged in one pass over all. */
const fewChanges = 16;

/** The keys of a persistent map in order, kept from one moment of a run to the next, so that a step need not sort them all. */
export class SortedKeys {
  #map: PMap<unknown> = emptyMap();
  #keys: string[] = [];

  /** The next call changes the list. */
  of(map: PMap<unknown>): readonly string[] {
    if (this.#map.size === 0) this.#keys = mapEntries(map).map(([key]) => key);
    else if (map !== this.#map) this.#change(mapChanges(this.#map, map));
    this.#map = map;
    return this.#keys;
  }

  /** Changes are in order, too. */
  #change(
    changes: readonly { readonly key: string; readonly before?: unknown; readonly after?: unknown }[],
  ): void {
    const others = changes.filter(({ before, after }) => before === undefined || after === undefined);
    if (others.length <= fewChanges) {
      for (const { key, before } of others)
        if (before === undefined) this.#keys.splice(placeIn(this.#keys, key), 0, key);
        else this.#keys.splice(placeIn(this.#keys, key), 1);
      return;
    }
    const keys: string[] = [];
    let from = 0;
    for (const { key, before } of others) {
      const to = placeIn(this.#keys, key);
      for (; from < to; from++) keys.push(this.#keys[from] as string);
      if (before === undefined) keys.push(key);
      else from++;
    }
    for (; from < this.#keys.length; from++) keys.push(this.#keys[from] as string);
    this.#keys = keys;
  }
}

/** The place of a key in a sorted list: the first that is not before it. */
export function placeIn(keys: readonly string[], key: string): number {
  return firstPlace(keys.length, (place) => (keys[place] as string) >= key);
}
