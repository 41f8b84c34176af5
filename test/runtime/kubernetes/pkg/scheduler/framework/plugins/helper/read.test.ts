import { expect, test } from 'vitest';
import { labelOf } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/helper/read.ts';
import { node } from '../handle.ts';

test.each([
  ['its value', { zone: 'east' }, 'zone', 'east'],
  ['which may be empty', { zone: '' }, 'zone', ''],
  ['nothing of another', { zone: 'east' }, 'rack', undefined],
  ['nothing of what every object of JavaScript has', {}, 'constructor', undefined],
  ['nothing if there are none', undefined, 'zone', undefined],
])('the label of a node: %s', (_what, labels, key, expected) => {
  const plain = node('a');
  expect(labelOf({ ...plain, metadata: { ...plain.metadata, labels } as never }, key)).toBe(expected);
});
