import { fromUTF8, utf8 } from '../../../../../../../go/utf8.ts';

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

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

/** The text that base64 stands for, with or without padding; undefined if it is none. */
export function decodeBase64(data: string): string | undefined {
  const plain = data.trim().replace(/=+$/, '');
  if (/[^A-Za-z0-9+/]/.test(plain) || plain.length % 4 === 1) return undefined;
  const bits = [...plain].map((digit) => digits.indexOf(digit).toString(2).padStart(6, '0')).join('');
  return fromUTF8((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
