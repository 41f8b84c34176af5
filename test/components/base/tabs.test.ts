import { expect, test } from 'vitest';
import { tabAfter } from '../../../src/components/base/Tabs.tsx';

test.each([
  ['ArrowRight', 'store', 'watch'],
  ['ArrowLeft', 'store', 'state'],
  ['ArrowRight', 'state', 'store'],
  ['Home', 'queue', 'store'],
  ['End', 'queue', 'state'],
  ['a', 'queue', undefined],
] as const)('%s leads from %s to %s', (key, from, to) => {
  expect(tabAfter(key, from, ['store', 'watch', 'queue', 'state'])).toBe(to);
});
