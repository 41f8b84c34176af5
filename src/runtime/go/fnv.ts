import { utf8 } from './utf8.ts';

/** Go's `hash/fnv`, variant 1a of 32 bits, of a text in UTF-8. */
export function fnv32a(text: string): number {
  let sum = 2166136261;
  for (const byte of utf8(text)) sum = Math.imul(sum ^ byte, 16777619);
  return sum >>> 0;
}
