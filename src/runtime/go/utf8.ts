/** The bytes of a text in UTF-8: a string of Go. Half of a pair of surrogates is the replacement character, as Go reads it. */
export function utf8(text: string): number[] {
  const escaped = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
  return [...escaped.matchAll(/%([0-9A-F]{2})|[^%]/g)].map(([one, hex]) =>
    hex === undefined ? one.charCodeAt(0) : Number.parseInt(hex, 16),
  );
}

/** The text of some bytes; undefined if they are no UTF-8. */
export function fromUTF8(bytes: readonly number[]): string | undefined {
  try {
    return decodeURIComponent(bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
  } catch {
    return undefined;
  }
}
