import { expect, test } from 'vitest';
import { keepText, keptPrefix, keptText } from '../../../src/components/exercises/kept.ts';
import { storageOf } from './storage.ts';

const id = 'controllers/replicaset/expectations';

test('a text comes back with what it was written for, each exercise by itself', () => {
  const storage = storageOf();
  expect(keptText(() => storage, id)).toBeUndefined();
  expect(keepText(() => storage, id, { text: 'one\ntwo', start: 'abc' })).toBe(true);
  expect(keepText(() => storage, 'a/b/c', { text: 'other', start: 'd' })).toBe(true);
  expect(keptText(() => storage, id)).toEqual({ text: 'one\ntwo', start: 'abc' });
  expect(keepText(() => storage, id, undefined)).toBe(true);
  expect(keptText(() => storage, id)).toBeUndefined();
  expect(keptText(() => storage, 'a/b/c')?.text).toBe('other');
});

test.each([
  '',
  '{',
  'null',
  '[]',
  '{"text":1,"start":"a"}',
  '{"text":"a"}',
  `{"text":"${'a'.repeat(100_001)}","start":"b"}`,
])('what is kept and makes no sense is nothing: %.30s', (text) => {
  const storage = storageOf({ [keptPrefix + id]: text });
  expect(keptText(() => storage, id)).toBeUndefined();
});

test('where nothing can be kept, that is said, and nothing breaks', () => {
  const denied = (): never => {
    throw new Error('denied');
  };
  expect(keptText(denied, id)).toBeUndefined();
  expect(keepText(denied, id, { text: 'a', start: 'b' })).toBe(false);
  const storage = storageOf();
  expect(keepText(() => storage, id, { text: 'a'.repeat(100_001), start: 'b' })).toBe(false);
});
