import type { SourceFile } from './problem.ts';
import { declarationsOf, linesOf, placesOf, sameLines, wholeFile } from './declarations.ts';
import type { Declaration } from './languages/declaration.ts';
import type { Pin } from './pins.ts';

/** Where something stands: its name there, and its lines. */
export interface PlacedDeclaration extends Declaration {
  readonly path: string;
}

/** What became of a pin in a tree. */
export type PinState =
  | { readonly is: 'ok' }
  /** The same text stands elsewhere. */
  | { readonly is: 'moved'; readonly to: PlacedDeclaration }
  /** The symbol is declared in the file, but not with the text that was pinned. */
  | { readonly is: 'changed'; readonly to: PlacedDeclaration }
  /** `to` is where another file of the folder declares the symbol, or where the same body has another name. */
  | { readonly is: 'gone'; readonly what: 'file' | 'symbol' | 'text'; readonly to?: PlacedDeclaration };

/** SHA-256 of a text in UTF-8, in hexadecimal digits; by Web Crypto, so in browsers and in Node. */
export async function sha256(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Whether `text`, the file that a pin names (undefined when there is none), has what was pinned, and if not, what became of it.
 * `beside` gives the other files of the folder; it is asked only when the symbol is not in the file.
 */
export async function verify(
  pin: Pin,
  text: string | undefined,
  beside: () => Iterable<SourceFile> = () => [],
  digest: (text: string) => Promise<string> = sha256,
): Promise<PinState> {
  const isPinned = async (lines: string) => (await digest(lines)) === pin.sha256;
  const places = text === undefined ? [] : placesOf(pin.path, text, pin.symbol);
  // A block of lines has a description in place of a name: only its text can find it.
  const block = places.length === 0 && /\s/.test(pin.symbol);
  if (text !== undefined && (block || places.some((place) => sameLines(place, pin)))) {
    if (await isPinned(linesOf(text, pin))) return { is: 'ok' };
  }
  if (text !== undefined && block) {
    const to = await findBlock(pin, text, isPinned);
    return to === undefined ? { is: 'gone', what: 'text' } : { is: 'moved', to };
  }
  const own = text === undefined ? [] : [{ path: pin.path, text }];
  const files = places.length > 0 ? own : [...own, ...beside()];
  const declared = files.flatMap((file) =>
    placesOf(file.path, file.text, pin.symbol).map((place) => ({ file, to: { ...place, path: file.path } })),
  );
  for (const { file, to } of declared) if (await isPinned(linesOf(file.text, to))) return { is: 'moved', to };
  const [first] = declared;
  if (first !== undefined && places.length > 0) return { is: 'changed', to: first.to };
  const named = pin.symbol === wholeFile ? undefined : first?.to;
  const to = named ?? (await findRenamed(pin, files, isPinned));
  return { is: 'gone', what: text === undefined ? 'file' : 'symbol', to };
}

/** The lines of a file, as many as were pinned, that have the pinned text. */
async function findBlock(
  pin: Pin,
  text: string,
  isPinned: (lines: string) => Promise<boolean>,
): Promise<PlacedDeclaration | undefined> {
  const height = pin.endLine - pin.startLine;
  const last = text.split('\n').length - height;
  for (let startLine = 1; startLine <= last; startLine++) {
    const found = { path: pin.path, name: pin.symbol, startLine, endLine: startLine + height };
    if (await isPinned(linesOf(text, found))) return found;
  }
  return undefined;
}

/** A declaration that has the pinned text, once its name is replaced by the pinned one. */
async function findRenamed(
  pin: Pin,
  files: readonly SourceFile[],
  isPinned: (lines: string) => Promise<boolean>,
): Promise<PlacedDeclaration | undefined> {
  const height = pin.endLine - pin.startLine;
  for (const { path, text } of files) {
    for (const found of declarationsOf(path, text)) {
      if (found.endLine - found.startLine !== height) continue;
      const lines = linesOf(text, found);
      if ((await isPinned(lines)) || (await isPinned(renamed(lines, found.name, pin.symbol))))
        return { ...found, path };
    }
  }
  return undefined;
}

/** `lines` with each part of a name, `Type.Method` or `kube::build::clean`, replaced by the same part of another. */
function renamed(lines: string, from: string, to: string): string {
  const [parts, others] = [from, to].map((name) => name.split(/[.:]+/));
  if (parts === undefined || others === undefined || parts.length !== others.length) return lines;
  return parts.reduce(
    (text, part, i) =>
      part === others[i] || !/^\w+$/.test(part)
        ? text
        : text.replaceAll(new RegExp(`\\b${part}\\b`, 'g'), () => others[i] ?? ''),
    lines,
  );
}
