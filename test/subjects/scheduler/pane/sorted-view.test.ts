import { expect, test } from 'vitest';
import { SortedView, byName } from '../../../../src/subjects/scheduler/pane/sorted-view.ts';
import { type PMap, emptyMap, mapEntries, mapRemove, mapSet } from '../../../../src/runtime/sim/pmap.ts';
import { Random } from '../../../../src/runtime/sim/random.ts';

interface Item {
  readonly name: string;
  readonly rank: number;
  /** Has no say in where it stands. */
  readonly version: number;
}

const before = (a: Item, b: Item): number => a.rank - b.rank || byName(a.name, b.name);

test('names are in the order in which people count', () => {
  expect(['node-10', 'node-2', 'node-1'].sort(byName)).toEqual(['node-1', 'node-2', 'node-10']);
});

test('a view that follows a map has at each moment what sorting would give', () => {
  const random = new Random(7);
  const view = new SortedView<Item>(before, ({ rank }) => rank < 8);
  const moments: PMap<Item>[] = [];
  let map: PMap<Item> = emptyMap();
  for (let i = 0; i < 400; i++) {
    const name = `node-${random.below(120)}`;
    map =
      random.below(4) === 0
        ? mapRemove(map, name)
        : mapSet(map, name, { name, rank: random.below(10), version: i });
    moments.push(map);
  }
  const sorted = (of: PMap<Item>): Item[] =>
    mapEntries(of)
      .map(([, item]) => item)
      .filter(({ rank }) => rank < 8)
      .sort(before);
  for (const moment of moments) expect(view.of(moment)).toEqual(sorted(moment));
  // Back, and over many moments at once.
  for (let i = 0; i < 60; i++) {
    const moment = moments[random.below(moments.length)] as PMap<Item>;
    expect(view.of(moment)).toEqual(sorted(moment));
  }
});
