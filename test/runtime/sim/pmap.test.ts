import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type PMap,
  emptyMap,
  mapChanges,
  mapEntries,
  mapFrom,
  mapGet,
  mapRemove,
  mapSet,
} from '../../../src/runtime/sim/pmap.ts';

/** FNV-1a of a string, from what it was of the letters before. */
function fnv(key: string, before = 0x811c9dc5): number {
  let hash = before;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash;
}

/** Two strings of equal hash, by the birthday of 32 bits. */
function twins(before?: number): [string, string] {
  const seen = new Map<number, string>();
  for (let n = 0; ; n++) {
    const key = n.toString(36);
    const hash = fnv(key, before);
    const twin = seen.get(hash);
    if (twin !== undefined) return [twin, key];
    seen.set(hash, key);
  }
}

const [a, b] = twins();
const [c, d] = twins(fnv(a));
/** All four have one hash: twins that go on as twins. */
const alike = [a + c, a + d, b + c, b + d];

describe('keys with one hash', () => {
  const map = mapFrom(alike.map((key, i) => [key, i] as const));

  test('are set, replaced and removed one by one', () => {
    expect(map.size).toBe(4);
    const replaced = mapSet(map, alike[1]!, 9);
    expect(alike.map((key) => mapGet(replaced, key))).toEqual([0, 9, 2, 3]);
    expect(replaced.size).toBe(4);
    let left: PMap<number> = map;
    alike.forEach((key, i) => {
      left = mapRemove(left, key);
      expect(mapEntries(left)).toEqual(mapEntries(map).filter(([, value]) => value > i));
      expect(left.size).toBe(3 - i);
    });
    expect(left.root).toBeUndefined();
  });

  test('are not found by a key that is not there', () => {
    const three = mapRemove(map, alike[3]!);
    expect(mapGet(three, alike[3]!)).toBeUndefined();
    expect(mapRemove(three, alike[3]!)).toBe(three);
  });

  test('stand beside others', () => {
    const more = mapFrom([
      ...mapEntries(map),
      ...Array.from({ length: 50 }, (_, i) => [`k${i}`, i] as const),
    ]);
    expect(alike.map((key) => mapGet(more, key))).toEqual([0, 1, 2, 3]);
    expect(mapEntries(alike.reduce(mapRemove, more))).toHaveLength(50);
  });

  test('are told apart where they differ', () => {
    expect(mapChanges(map, mapSet(map, alike[2]!, 7))).toEqual([{ key: alike[2], before: 2, after: 7 }]);
    expect(mapChanges(map, mapRemove(map, alike[0]!))).toEqual([
      { key: alike[0], before: 0, after: undefined },
    ]);
  });
});

describe('the form of a map', () => {
  const keys = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,4}$/), { maxLength: 60 });

  test('property: is that of a map built anew, whatever was set and removed before', () => {
    fc.assert(
      fc.property(keys, keys, (kept, passing) => {
        let map = emptyMap<string>();
        const gone = passing.filter((key) => !kept.includes(key));
        gone.forEach((key, i) => {
          map = mapSet(mapSet(map, key, 'gone'), kept[i % kept.length] ?? key, 'before');
        });
        for (const key of kept) map = mapSet(map, key, 'kept');
        for (const key of gone) map = mapRemove(map, key);
        expect(map).toEqual(mapFrom(kept.map((key) => [key, 'kept'])));
      }),
    );
  });

  test('is flat: a thousand keys stand at most five branches deep', () => {
    const map = mapFrom(Array.from({ length: 1000 }, (_, i) => [`default/web-${i}`, i] as const));
    const depth = (node: object | undefined): number =>
      node && 'children' in node ? 1 + Math.max(...(node.children as object[]).map(depth)) : 0;
    expect(depth(map.root)).toBeLessThanOrEqual(5);
  });

  test('is shared by a map that differs in one key, and what is shared is not looked at for changes', () => {
    const before = mapFrom(Array.from({ length: 1000 }, (_, i) => [`k${i}`, i] as const));
    const after = mapSet(before, 'k500', -1);
    const children = (map: PMap<number>): object[] =>
      (map.root as unknown as { children: object[] }).children;
    const shared = new Set(children(before).filter((child) => children(after).includes(child)));
    expect(shared.size).toBe(children(before).length - 1);
    const refuse = (): never => {
      throw new Error('looked at what is shared');
    };
    const closed = new Proxy({}, { get: refuse, has: refuse });
    const closing = (map: PMap<number>): PMap<number> => {
      const guarded = children(map).map((child) => (shared.has(child) ? closed : child));
      return { ...map, root: { ...map.root, children: guarded } as unknown as PMap<number>['root'] };
    };
    expect(mapChanges(closing(before), closing(after))).toEqual([{ key: 'k500', before: 500, after: -1 }]);
  });

  test('what is set as it was before is no change', () => {
    const map = mapFrom([['a', 1]]);
    expect(mapChanges(map, mapSet(map, 'a', 1))).toEqual([]);
    expect(mapChanges(map, mapFrom([['b', 1]]))).toEqual([
      { key: 'a', before: 1, after: undefined },
      { key: 'b', before: undefined, after: 1 },
    ]);
  });
});

describe('PMap', () => {
  const operations = fc.array(
    fc.tuple(fc.constantFrom('set', 'remove'), fc.stringMatching(/^[a-d]{0,3}$/), fc.nat()),
    {
      maxLength: 80,
    },
  );

  test('property: behaves as a Map whose earlier versions stay', () => {
    fc.assert(
      fc.property(operations, (ops) => {
        const model = new Map<string, number>();
        let map = emptyMap<number>();
        const versions: [typeof map, [string, number][]][] = [];
        for (const [op, key, value] of ops) {
          map = op === 'set' ? mapSet(map, key, value) : mapRemove(map, key);
          if (op === 'set') model.set(key, value);
          else model.delete(key);
          versions.push([map, [...model].sort(([a], [b]) => (a < b ? -1 : 1))]);
        }
        for (const [version, entries] of versions) {
          expect(mapEntries(version)).toEqual(entries);
          expect(version.size).toBe(entries.length);
        }
      }),
    );
  });

  test('property: changes between two versions are exactly the keys that differ, with what they were and are', () => {
    fc.assert(
      fc.property(operations, operations, (first, then) => {
        const run = (start: ReturnType<typeof emptyMap<number>>, ops: typeof first): typeof start =>
          ops.reduce(
            (map, [op, key, value]) => (op === 'set' ? mapSet(map, key, value) : mapRemove(map, key)),
            start,
          );
        const before = run(emptyMap<number>(), first);
        const after = run(before, then);
        const keys = new Set([...mapEntries(before), ...mapEntries(after)].map(([key]) => key));
        const expected = [...keys]
          .sort()
          .map((key) => ({ key, before: mapGet(before, key), after: mapGet(after, key) }))
          .filter((change) => change.before !== change.after);
        expect(mapChanges(before, after)).toEqual(expected);
      }),
    );
  });

  test('survives a structured clone', () => {
    const map = mapFrom([...Array(100)].map((_, i) => [`key ${i}`, i] as const));
    expect(mapEntries(structuredClone(map))).toEqual(mapEntries(map));
  });
});
