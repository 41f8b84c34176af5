/** Runs when the site is built, never in a browser: reads upstream's source, if there is a tree of it, and lays it beside ours. */
import { readFile } from 'node:fs/promises';
import { linesOf as textOf } from '../../sources/declarations.ts';
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

/** What stands upstream beside a declaration of ours; undefined where that has no pin. `lines` are those of its file. */
export async function goBeside(
  symbol: CodeSymbol,
  all: readonly CodeSymbol[],
  lines: readonly string[],
): Promise<GoBeside | undefined> {
  const [pin] = pinOf(symbol.mirrors ?? symbol.partOf ?? '');
  if (pin === undefined) return undefined;
  const ours = linesOf(symbol, all, lines);
  const { name, from, to } = symbol;
  const part = symbol.mirrors === undefined;
  const told = { pin, name, from, to, ...(part && { part }) } as const;
  const go = await linesInTree(pin);
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
