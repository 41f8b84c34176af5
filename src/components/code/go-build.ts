/** Runs when the site is built, never in a browser: reads upstream's source, if there is a tree of it, and lays it beside ours. */
import { readFile } from 'node:fs/promises';
import { linesOf as textOf, placesOf } from '../../sources/declarations.ts';
import { linesOf, mapLines } from '../../sources/go-lines.ts';
import { type Pin, pinOf, pins } from '../../sources/pins.ts';
import { type Tree, openTree, recentTree, sourceTree } from '../../sources/tree.ts';
import { sha256 } from '../../sources/verify.ts';
import { type GoBeside, type GoFile, type GoPart, untabbed } from './go-files.ts';
import { highlightLines } from './highlight.ts';
import type { CodeSymbol } from './source.ts';
import { symbolsOf } from './symbols.ts';

/** The tree at the tag of the chapters, or the one at the tag of the lenses. */
type Which = 'pinned' | 'recent';

const opened = new Map<Which, Tree | undefined>();

function treeOf(which: Which): Tree | undefined {
  if (!opened.has(which)) {
    const root = which === 'pinned' ? sourceTree() : recentTree();
    opened.set(which, root === undefined ? undefined : openTree(root));
  }
  return opened.get(which);
}

/** The lines of a pin in a tree; undefined where the site is built without it. Throws where they are not what was pinned. */
async function linesInTree(pin: Pin, which: Which = 'pinned'): Promise<string[] | undefined> {
  const tree = treeOf(which);
  if (tree === undefined) return undefined;
  const file = tree.read(pin.path);
  const text = file === undefined ? '' : textOf(file, pin);
  if ((await sha256(text)) === pin.sha256) return text.replace(/\n$/, '').split('\n');
  const at = which === 'pinned' ? 'the tree' : 'KUBERNETES_SRC_RECENT';
  throw new Error(`${pin.path}#${pin.symbol}: ${at} has not what was pinned. See: npm run sources:check`);
}

/** A stretch of upstream, with its text where there is a tree of it. */
export async function goPart(pin: Pin, which?: Which): Promise<GoPart> {
  const lines = await linesInTree(pin, which);
  return { pin, ...(lines && { html: await highlighted(lines) }) };
}

/** All that is pinned of a file of upstream. */
export async function goUpstream(path: string): Promise<GoFile<GoPart>> {
  return { parts: await Promise.all(pins.filter((pin) => pin.path === path).map((pin) => goPart(pin))) };
}

/** A declaration of a Go program of ours. Its text is always at hand, so its pin is made, and never kept. */
async function ownGo(reference: string): Promise<{ pin: Pin; lines: string[] }> {
  const [path = '', symbol = ''] = reference.split('#');
  const file = await readFile(path, 'utf8').catch(() => undefined);
  const [place] = file === undefined ? [] : placesOf(path, file, symbol);
  if (file === undefined || place === undefined) {
    const found = file === undefined ? 'no such file' : 'no such declaration in the file';
    throw new Error(
      `In Go: ${reference}: expected path#Symbol from the root of the project, found ${found}.`,
    );
  }
  const text = textOf(file, place);
  const { startLine, endLine } = place;
  const pin = { path, symbol, startLine, endLine, sha256: await sha256(text) };
  return { pin, lines: text.replace(/\n$/, '').split('\n') };
}

/**
 * What stands upstream, or in a Go program of ours, beside a declaration of ours; undefined where that has no pin. `lines` are those of
 * its file.
 */
export async function goBeside(
  symbol: CodeSymbol,
  all: readonly CodeSymbol[],
  lines: readonly string[],
): Promise<GoBeside | undefined> {
  const own = symbol.inGo === undefined ? undefined : await ownGo(symbol.inGo);
  const pin = own?.pin ?? pinOf(symbol.mirrors ?? symbol.partOf ?? '')[0];
  if (pin === undefined) return undefined;
  const ours = linesOf(symbol, all, lines);
  const { name, from, to } = symbol;
  const part = symbol.partOf !== undefined && symbol.mirrors === undefined;
  const told = { pin, name, from, to, ...(part && { part }) } as const;
  const go = own?.lines ?? (await linesInTree(pin));
  if (go === undefined) return { ...told, ours };
  return { ...told, html: await highlighted(go), ranges: mapLines(ours, go, { part }).ranges };
}

/** What stands upstream beside the declarations of a file of src/runtime. */
export async function goOurs(file: string): Promise<GoFile<GoBeside>> {
  const source = await readFile(`src/runtime/${file}`, 'utf8');
  const symbols = symbolsOf(file, source);
  const parts = await Promise.all(symbols.map((symbol) => goBeside(symbol, symbols, source.split('\n'))));
  return { parts: parts.filter((part) => part !== undefined) };
}

const highlighted = (lines: readonly string[]): Promise<string[]> =>
  highlightLines(lines.map(untabbed).join('\n'), 'go');
