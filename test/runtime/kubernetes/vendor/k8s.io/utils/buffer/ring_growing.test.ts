import { describe, expect, test } from 'vitest';
import { newRingGrowing } from '../../../../../../../src/runtime/kubernetes/vendor/k8s.io/utils/buffer/ring_growing.ts';

describe('RingGrowing', () => {
  test('gives what was written, in order, as it grows and wraps round', () => {
    const ring = newRingGrowing<number>(1);
    const read: number[] = [];
    let next = 0;
    for (let i = 1; i <= 100; i++) {
      for (let w = 0; w < (i % 7) + 1; w++) ring.writeOne(next++);
      for (let r = 0; r < i % 5; r++) {
        const [item, ok] = ring.readOne();
        if (ok) read.push(item);
      }
    }
    for (let [item, ok] = ring.readOne(); ok; [item, ok] = ring.readOne()) read.push(item as number);
    expect(read).toEqual(Array.from({ length: next }, (_, i) => i));
    expect(ring.readOne()).toEqual([undefined, false]);
  });
});
