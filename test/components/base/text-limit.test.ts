import { expect, test, vi } from 'vitest';
import { keepOut } from '../../../src/components/base/text-limit.ts';

/** What a field of ten characters is asked before a text comes into it: two of its `value` are selected. */
function ask(value: string, data: string | null) {
  const tell = vi.fn<(characters: number, text: string) => void>();
  const preventDefault = vi.fn<() => void>();
  const currentTarget = { value, selectionStart: 0, selectionEnd: 2 } as HTMLTextAreaElement;
  keepOut(
    10,
    tell,
  )({ data, currentTarget, preventDefault } as unknown as Parameters<ReturnType<typeof keepOut>>[0]);
  return { kept: preventDefault.mock.calls.length > 0, told: tell.mock.calls };
}

test.each([
  ['what fits', '12345678', '1234', { kept: false, told: [] }],
  ['what does not fit', '12345678', '12345', { kept: true, told: [[11, '12345']] }],
  ['that something is taken away', '1234567890123', null, { kept: false, told: [] }],
])('a field keeps out what would make it too long: %s', (_, value, data, expected) => {
  expect(ask(value, data)).toEqual(expected);
});
