import { expect, test } from 'vitest';
import { TopologyPairs } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/helper/topology-pairs.ts';

test('numbers are kept by key and value, and a key goes with the last of its values', () => {
  const pairs = new TopologyPairs();
  expect([pairs.empty, pairs.get('zone', 'a')]).toEqual([true, undefined]);
  pairs.set('zone', 'a', 1);
  pairs.set('zone', 'b', 2);
  pairs.set('rack', 'a', 3);
  expect(['a', 'b', 'c'].map((value) => pairs.get('zone', value))).toEqual([1, 2, undefined]);
  pairs.delete('zone', 'a');
  expect([...pairs.entries()].map(([key, values]) => [key, ...values])).toEqual([
    ['zone', ['b', 2]],
    ['rack', ['a', 3]],
  ]);
  pairs.delete('zone', 'b');
  pairs.delete('zone', 'b');
  expect([...pairs.entries()].map(([key]) => key)).toEqual(['rack']);
  pairs.delete('rack', 'a');
  expect(pairs.empty).toBe(true);
});

test('a copy goes its own way', () => {
  const pairs = new TopologyPairs();
  pairs.set('zone', 'a', 1);
  const copy = pairs.clone();
  copy.set('zone', 'a', 2);
  copy.set('rack', 'a', 3);
  expect([pairs.get('zone', 'a'), pairs.get('rack', 'a')]).toEqual([1, undefined]);
  expect([copy.get('zone', 'a'), copy.get('rack', 'a')]).toEqual([2, 3]);
});
