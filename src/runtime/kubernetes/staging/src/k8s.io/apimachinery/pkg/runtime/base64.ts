const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The bytes of a text in UTF-8. Half of a pair of surrogates is the replacement character, as Go reads it. */
function utf8(text: string): number[] {
  const escaped = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
  return [...escaped.matchAll(/%([0-9A-F]{2})|[^%]/g)].map(([one, hex]) =>
    hex === undefined ? one.charCodeAt(0) : Number.parseInt(hex, 16),
  );
}

/** A text as Go's JSON writes a `[]byte` of it: UTF-8 in base64. The data of Secrets is written so. */
export function base64(text: string): string {
  const bytes = utf8(text);
  let out = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const three = bytes.slice(i, i + 3);
    const bits = ((three[0] ?? 0) << 16) | ((three[1] ?? 0) << 8) | (three[2] ?? 0);
    const four = [18, 12, 6, 0].map((shift) => digits.charAt((bits >> shift) & 63)).join('');
    out += four.slice(0, three.length + 1).padEnd(4, '=');
  }
  return out;
}
