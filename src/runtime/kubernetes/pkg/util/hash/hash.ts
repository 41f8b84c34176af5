import { fnv32a } from '../../../../go/fnv.ts';
import { utf8 } from '../../../../go/utf8.ts';

/**
 * The hash, FNV-1a of 32 bits, of some bytes as go-spew prints them: their type and their numbers. Upstream takes any object and
 * any hash.
 */
// Mirrors: pkg/util/hash/hash.go#DeepHashObject
export function deepHashObject(objectToWrite: string): number {
  return fnv32a(`([]uint8)[${utf8(objectToWrite).join(' ')}]`);
}
