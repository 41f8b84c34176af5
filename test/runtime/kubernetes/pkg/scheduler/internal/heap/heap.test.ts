import { describe, expect, test } from 'vitest';
import { Heap } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/heap/heap.ts';

interface Item {
  readonly name: string;
  readonly val: number;
}

const item = (name: string, val: number): Item => ({ name, val });
const newHeap = () =>
  new Heap<Item>(
    ({ name }) => name,
    (a, b) => a.val < b.val,
  );

/** Takes all out, and gives their values. */
const drained = (h: Heap<Item>) => Array.from({ length: h.length }, () => h.pop()?.val);

describe('a heap whose items have keys', () => {
  test('TestHeapBasic: what comes out is in order', () => {
    const h = newHeap();
    for (let i = 500; i > 0; i--) h.add(item(`a${i}`, i));
    expect(drained(h)).toEqual(Array.from({ length: 500 }, (_, i) => i + 1));
    expect(h.pop()).toBeUndefined();
  });

  test('TestHeap_Add: an item of the same key is replaced, and goes where it belongs', () => {
    const h = newHeap();
    h.add(item('foo', 10));
    h.add(item('bar', 1));
    h.add(item('baz', 11));
    h.add(item('zab', 30));
    h.add(item('foo', 13)); // This updates "foo".
    expect(drained(h)).toEqual([1, 11, 13, 30]);
  });

  test('TestHeap_AddIfNotPresent: an item of the same key stays', () => {
    const h = newHeap();
    h.addIfNotPresent(item('foo', 10));
    h.addIfNotPresent(item('bar', 1));
    h.addIfNotPresent(item('baz', 11));
    h.addIfNotPresent(item('zab', 30));
    h.addIfNotPresent(item('foo', 13));
    expect(h.length).toBe(4);
    expect(drained(h)).toEqual([1, 10, 11, 30]);
  });

  test('TestHeap_Delete: the first, the last, one in between, one that is not there', () => {
    const h = newHeap();
    for (const [name, val] of [
      ['foo', 10],
      ['bar', 1],
      ['bal', 31],
      ['baz', 11],
    ] as const)
      h.add(item(name, val));
    expect(h.delete(item('bar', 200))).toBeUndefined();
    expect(h.pop()?.val).toBe(10);
    h.add(item('zab', 30));
    h.add(item('faz', 30));
    expect(h.delete(item('non-existent', 10))?.message).toBe('object not found');
    expect(h.length).toBe(4);
    h.delete(item('bal', 31));
    h.delete(item('zab', 30));
    expect(drained(h)).toEqual([11, 30]);
  });

  test('TestHeap_Update: up and down', () => {
    const h = newHeap();
    for (const [name, val] of [
      ['foo', 10],
      ['bar', 1],
      ['bal', 31],
      ['baz', 11],
    ] as const)
      h.add(item(name, val));
    h.update(item('baz', 0));
    expect(h.peek()?.name).toBe('baz');
    h.update(item('bar', 100));
    expect(drained(h)).toEqual([0, 10, 31, 100]);
  });

  test('TestHeap_Get, TestHeap_GetByKey, TestHeap_List', () => {
    const h = newHeap();
    expect(h.list()).toEqual([]);
    for (const [name, val] of [
      ['foo', 10],
      ['bar', 1],
      ['bal', 31],
      ['baz', 11],
    ] as const)
      h.add(item(name, val));
    expect(h.get(item('bar', 0))?.val).toBe(1);
    expect(h.getByKey('baz')?.val).toBe(11);
    expect(h.get(item('non-existing', 0))).toBeUndefined();
    expect(h.list().map(({ name }) => name)).toEqual(['foo', 'bar', 'bal', 'baz']);
  });

  test('what it holds is counted', () => {
    let held = 0;
    const recorder = { inc: () => void held++, dec: () => void held--, clear: () => void (held = 0) };
    const h = new Heap<Item>(
      ({ name }) => name,
      (a, b) => a.val < b.val,
      recorder,
    );
    h.add(item('a', 1));
    h.add(item('a', 2));
    h.addIfNotPresent(item('b', 2));
    expect(held).toBe(2);
    h.delete(item('b', 0));
    h.pop();
    h.pop();
    expect(held).toBe(0);
  });
});
