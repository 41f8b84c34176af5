import { expect, test } from 'vitest';
import { keyHelp } from '../../../../src/components/scope/player/KeyHelp.tsx';
import { commandOf } from '../../../../src/components/scope/player/keys.ts';

test.each([
  ['ArrowRight', {}, 'forward'],
  ['ArrowLeft', {}, 'back'],
  ['ArrowRight', { shiftKey: true }, 'forward more'],
  ['ArrowLeft', { shiftKey: true }, 'back more'],
  ['Home', {}, 'start'],
  ['End', {}, 'end'],
  [' ', {}, 'play'],
  ['[', {}, 'slower'],
  [']', {}, 'faster'],
  ['b', {}, 'breakpoint'],
  ['w', {}, 'why'],
  ['t', {}, 'text'],
  ['o', {}, 'fold'],
  ['r', {}, 'follow'],
  ['f', {}, 'present'],
  ['?', { shiftKey: true }, 'help'],
  ['x', {}, undefined],
  ['ArrowLeft', { altKey: true }, undefined],
  ['b', { ctrlKey: true }, undefined],
  ['w', { metaKey: true }, undefined],
  ['End', { shiftKey: true }, undefined],
] as const)('%s with %j means %s', (key, modifiers, command) => {
  expect(commandOf({ key, ...modifiers })).toBe(command);
});

test.each([
  ['INPUT', 'ArrowLeft', undefined],
  ['TEXTAREA', 'b', undefined],
  ['SELECT', 'Home', undefined],
  ['BUTTON', ' ', undefined],
  ['SUMMARY', ' ', undefined],
  ['BUTTON', 'ArrowRight', 'forward'],
] as const)('on %s, %s means %s', (tagName, key, command) => {
  expect(commandOf({ key }, { tagName })).toBe(command);
});

test('an editable element and a drawn button keep their keys', () => {
  expect(commandOf({ key: 'b' }, { isContentEditable: true })).toBeUndefined();
  expect(commandOf({ key: ' ' }, { tagName: 'g', role: 'button' })).toBeUndefined();
});

test('every key that does something has a line of help', () => {
  const signs = { ' ': 'Space', ArrowRight: '→', ArrowLeft: '←' } as Readonly<Record<string, string>>;
  const told = new Set(keyHelp.flatMap(({ keys }) => keys.split(' ')));
  const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));
  const ours = ['ArrowRight', 'ArrowLeft', 'Home', 'End', ...printable].filter((key) => commandOf({ key }));
  expect(ours.map((key) => signs[key] ?? key).filter((key) => !told.has(key))).toEqual([]);
  expect(told.size).toBe(ours.length + ['Shift', '+'].length);
});
