const rotated = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

/** The text in blocks of 16 words: a one behind its bytes, and their number of bits at the end. */
function blocksOf(text: string): number[] {
  const bytes = [...text].map((character) => character.charCodeAt(0));
  const bits = bytes.length * 8;
  bytes.push(0x80);
  while (bytes.length % 64 !== 56) bytes.push(0);
  const words: number[] = [];
  for (let i = 0; i < bytes.length; i += 4) {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(i, i + 4);
    words.push((a << 24) | (b << 16) | (c << 8) | d);
  }
  words.push(Math.floor(bits / 2 ** 32), bits | 0);
  return words;
}

/** What a step adds, and how it mixes three of the words. */
function mixed(step: number, b: number, c: number, d: number): number {
  if (step < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (step < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (step < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}

/** The SHA-1 digest of a text of ASCII, in hexadecimal digits, as Go's `crypto/sha1` computes it. */
export function sha1(text: string): string {
  const blocks = blocksOf(text);
  const state: [number, number, number, number, number] = [
    0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0,
  ];
  for (let at = 0; at < blocks.length; at += 16) {
    const w = blocks.slice(at, at + 16);
    for (let i = 16; i < 80; i++)
      w.push(rotated((w[i - 3] ?? 0) ^ (w[i - 8] ?? 0) ^ (w[i - 14] ?? 0) ^ (w[i - 16] ?? 0), 1));
    let [a, b, c, d, e] = state;
    for (let i = 0; i < 80; i++) {
      const next = (rotated(a, 5) + mixed(i, b, c, d) + e + (w[i] ?? 0)) | 0;
      [a, b, c, d, e] = [next, a, rotated(b, 30), c, d];
    }
    [a, b, c, d, e].forEach((word, i) => (state[i] = ((state[i] ?? 0) + word) | 0));
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
