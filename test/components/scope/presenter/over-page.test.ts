import { expect, test } from 'vitest';
import { presenterKey } from '../../../../src/components/scope/presenter/over-page.ts';

test.each([
  ['PageDown', 'DIALOG', 'on'],
  ['ArrowRight', 'DIALOG', 'on'],
  [' ', 'DIALOG', 'on'],
  ['PageUp', 'DIALOG', 'back'],
  ['ArrowLeft', 'DIALOG', 'back'],
  ['Home', 'DIALOG', 'first'],
  ['Enter', 'DIALOG', 'reveal'],
  ['f', 'DIALOG', 'end'],
  ['b', 'DIALOG', undefined],
  ['Escape', 'DIALOG', undefined],
  // A clicker works where a cursor stayed in the notes; who writes them writes.
  ['PageDown', 'TEXTAREA', 'on'],
  ['PageUp', 'TEXTAREA', 'back'],
  ['ArrowLeft', 'TEXTAREA', undefined],
  [' ', 'TEXTAREA', undefined],
  ['f', 'TEXTAREA', undefined],
  ['Enter', 'TEXTAREA', undefined],
  // What is pressed by a key of its own keeps it.
  [' ', 'BUTTON', undefined],
  ['Enter', 'BUTTON', undefined],
  ['ArrowRight', 'BUTTON', 'on'],
] as const)('%s in a %s asks for %s', (key, tagName, asked) => {
  expect(presenterKey({ key }, { tagName })).toBe(asked);
});

test.each(['ctrlKey', 'altKey', 'metaKey', 'shiftKey'])('with %s a key is not ours', (held) => {
  expect(presenterKey({ key: 'PageDown', [held]: true }, {})).toBeUndefined();
});
