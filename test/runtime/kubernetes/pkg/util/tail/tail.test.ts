import { expect, test } from 'vitest';
import {
  findTailLineStartIndex,
  readAtMost,
} from '../../../../../../src/runtime/kubernetes/pkg/util/tail/tail.ts';

const line = 'a'.repeat(1024);
const text = `${`${line}\n`.repeat(4)}${line.slice(512)}`;

test.each([
  [-1, 0],
  [0, 1025 * 4],
  [1, 1025 * 3],
  [9999, 0],
])('the last %s lines begin at %s', (n, start) => {
  expect(findTailLineStartIndex(text, n)).toBe(start);
});

test.each([
  ['abc', 5, 'abc'],
  ['abc', 2, 'bc'],
  ['', 2, ''],
])('of %j are read at most the last %s: %j', (of, max, expected) => {
  expect(readAtMost(of, max)).toBe(expected);
});
