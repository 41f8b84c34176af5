import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BinaryHeap,
  type HeapItem,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/util/workqueue/binary-heap.ts';

interface Item extends HeapItem {
  rank: number;
}

const item = (rank: number): Item => ({ rank, index: -2 });

function heapOf(ranks: readonly number[]): { heap: BinaryHeap<Item>; items: Item[] } {
  const heap = new BinaryHeap<Item>((a, b) => a.rank < b.rank);
  const items = ranks.map(item);
  for (const each of items) heap.push(each);
  return { heap, items };
}

/** What comes out until nothing is left. */
function drained(heap: BinaryHeap<Item>): number[] {
  const out: number[] = [];
  for (let next = heap.pop(); next; next = heap.pop()) out.push(next.rank);
  return out;
}

const sorted = (ranks: readonly number[]): number[] => [...ranks].sort((a, b) => a - b);
const ranks = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 40 });

describe('a heap', () => {
  test('gives items by rank, and shows the next before it gives it', () => {
    fc.assert(
      fc.property(ranks, (all) => {
        const { heap } = heapOf(all);
        expect(heap.length).toBe(all.length);
        expect(heap.peek()?.rank).toBe(sorted(all)[0]);
        expect(drained(heap)).toEqual(sorted(all));
        expect([heap.length, heap.peek(), heap.pop()]).toEqual([0, undefined, undefined]);
      }),
    );
  });

  test('keeps the places of its items, each after its parent, and -1 for those that are out', () => {
    fc.assert(
      fc.property(ranks, fc.array(fc.nat(), { maxLength: 10 }), (all, removals) => {
        const { heap, items } = heapOf(all);
        const out: Item[] = [];
        for (const at of removals) {
          if (heap.length > 0) out.push(at % 3 === 0 ? (heap.pop() as Item) : heap.remove(at % heap.length));
        }
        const inside = items.filter((each) => !out.includes(each));
        expect(out.map(({ index }) => index)).toEqual(out.map(() => -1));
        expect(sorted(inside.map(({ index }) => index))).toEqual(inside.map((_, index) => index));
        expect([...heap.values()]).toEqual(inside.sort((a, b) => a.index - b.index));
        for (const { index, rank } of inside.slice(1))
          expect(inside[(index - 1) >> 1]?.rank).toBeLessThanOrEqual(rank);
      }),
    );
  });

  test('takes out the item at a place, and the rest comes by rank all the same', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { minLength: 1, maxLength: 40 }), fc.nat(), (all, at) => {
        const { heap, items } = heapOf(all);
        const index = at % all.length;
        const wanted = items.find((each) => each.index === index);
        expect(heap.remove(index)).toBe(wanted);
        expect(drained(heap)).toEqual(
          sorted(items.filter((each) => each !== wanted).map(({ rank }) => rank)),
        );
      }),
    );
  });

  test('moves an item whose rank has changed, up or down', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(20), { minLength: 1, maxLength: 40 }),
        fc.nat(),
        fc.nat(20),
        (all, at, rank) => {
          const { heap, items } = heapOf(all);
          const changed = items[at % all.length] as Item;
          changed.rank = rank;
          heap.fix(changed.index);
          expect(drained(heap)).toEqual(sorted(items.map((each) => each.rank)));
        },
      ),
    );
  });

  test("gives items of one rank in the order of Go's container/heap", () => {
    const heap = new BinaryHeap<HeapItem & { readonly name: string }>(() => false);
    for (const name of 'abcdef') heap.push({ name, index: -1 });
    const out = Array.from({ length: 6 }, () => heap.pop()?.name).join('');
    expect(out).toBe('afedcb');
  });
});
