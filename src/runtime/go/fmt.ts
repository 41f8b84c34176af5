/** What the mirrored code needs of Go's `fmt`: how values look in messages. */
import { quote } from './strconv.ts';

/** A slice of strings as `%v` prints it: `[a b]`. */
export function list(texts: readonly string[]): string {
  return `[${texts.join(' ')}]`;
}

/** A slice of strings as `%q` prints it: `["a" "b"]`. */
export function quotedList(texts: readonly string[]): string {
  return list(texts.map(quote));
}
