import { bytesOf, lettersOf } from './letters.ts';

/** Thrown where letters hold more than they may. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';
}

/** A text as letters, digits, "-" and "_" for an address, compressed. */
export async function packText(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return lettersOf(new Uint8Array(await new Response(packed).arrayBuffer()));
}

/**
 * The text that `packText` was given. Rejects where the letters are cut off or changed, and with TooMuch where they hold more
 * than `most` characters: a few may unfold to millions.
 */
export async function unpackText(letters: string, most: number): Promise<string> {
  const reader = new Blob([bytesOf(letters)])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
    .pipeThrough(new TextDecoderStream('utf-8', { fatal: true }))
    .getReader();
  const pieces: string[] = [];
  let characters = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return pieces.join('');
    characters += value.length;
    if (characters > most) {
      await reader.cancel();
      throw new TooMuch(`more than ${most} characters`);
    }
    pieces.push(value);
  }
}
