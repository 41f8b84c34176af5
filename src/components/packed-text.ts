/** Thrown where letters hold more than they may. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';
}

/** A text as letters, digits, "-" and "_" for an address, compressed. */
export async function packText(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'), Infinity);
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * The text that `packText` was given. Rejects where the letters are cut off or changed, and with TooMuch where they hold more
 * than `most` bytes: a few may unfold to millions.
 */
export async function unpackText(letters: string, most: number): Promise<string> {
  const binary = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  const all = await through(bytes, new DecompressionStream('deflate-raw'), most);
  return new TextDecoder('utf-8', { fatal: true }).decode(all);
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream,
  most: number,
): Promise<Uint8Array> {
  const all: number[] = [];
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Uint8Array.from(all);
    if (all.length + value.length > most) {
      await reader.cancel();
      throw new TooMuch(`more than ${most} bytes`);
    }
    for (const byte of value) all.push(byte);
  }
}
