import { expect, test } from 'vitest';
import { Nominations } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/nominations.ts';

test('who knows of the changes up to a count is told of those after it', () => {
  const nominations = new Nominations();
  nominations.changed('a');
  const { count } = nominations;
  nominations.changed('b');
  nominations.changed('a');
  expect(nominations.since(count)).toEqual(['b', 'a']);
  expect(nominations.since(nominations.count)).toEqual([]);
});

test('who knows of few of very many changes is told that there is more to forget', () => {
  const nominations = new Nominations();
  for (let i = 0; i < 5000; i++) nominations.changed(`node-${i}`);
  expect(nominations.count).toBe(5000);
  expect(nominations.since(0)).toBeUndefined();
  expect(nominations.since(4998)).toEqual(['node-4998', 'node-4999']);
});
