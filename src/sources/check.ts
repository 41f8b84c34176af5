import type { SourceFile } from './problem.ts';
import { linesInWords } from './declarations.ts';
import { mirrorsOf, unresolved } from './mirrors.ts';
import { referenceOf, type Pin } from './pins.ts';
import type { Tree } from './tree.ts';
import { verify, type PlacedDeclaration, type PinState } from './verify.ts';

/** What is checked against a tree of upstream. */
export interface Checked {
  readonly tree: Tree;
  readonly pins: readonly Pin[];
  /** Files of ours with `Mirrors:` lines. */
  readonly mirrors: readonly SourceFile[];
  /** Files of ours that may name pins, by id or as `path#Symbol`: the chapters. */
  readonly chapters: readonly SourceFile[];
}

type Bad = Exclude<PinState, { is: 'ok' }>;

/** Verifies every pin and every `Mirrors:` line. `says` has a paragraph for each that no longer holds, and one line that sums up. */
export async function check(checked: Checked): Promise<{ ok: boolean; says: string }> {
  const { tree, pins, chapters } = checked;
  const said: string[] = [];
  for (const pin of pins) {
    const verdict = await verify(pin, tree.read(pin.path), () => tree.beside(pin.path));
    if (verdict.is !== 'ok') said.push(tell(pin, verdict, usersOf(pin, chapters)));
  }
  const standing = pins.length - said.length;
  const { mirrors: all, problems } = mirrorsOf(checked.mirrors);
  const mirrors = all.filter(({ tag }) => tag === undefined);
  const lost = [...problems, ...unresolved(mirrors, tree)];
  said.push(...lost.map(({ path, line, says }) => `${path}:${line} ${says}`));
  const lines = mirrors.length + problems.length;
  const sum = `${standing} of ${pins.length} pins stand as pinned; ${lines - lost.length} of ${lines} Mirrors lines lead to a declaration.`;
  return { ok: said.length === 0, says: [...said, sum].join('\n') };
}

/** Files that name a pin. */
function usersOf(pin: Pin, chapters: readonly SourceFile[]): string[] {
  const names = pin.id === undefined ? [referenceOf(pin)] : [pin.id, referenceOf(pin)];
  return chapters.filter(({ text }) => names.some((name) => has(text, name))).map(({ path }) => path);
}

/** Whether a text has a name whole: `RS-04.1`, not `RS-04.10`. */
const has = (text: string, name: string): boolean =>
  text.split(name).some((before, i, parts) => {
    const after = parts[i + 1];
    return after !== undefined && !/[\w./-]$/.test(before) && !/^\.?\w/.test(after);
  });

/** What became of a pin, who uses it, and what to do. */
function tell(pin: Pin, verdict: Bad, users: readonly string[]): string {
  return [
    `${pin.id === undefined ? '' : `${pin.id} `}${referenceOf(pin)} ${became(pin, verdict)}`,
    `  ${users.length > 0 ? `Used by ${users.join(', ')}.` : 'No chapter uses it.'}`,
    `  ${remedy(pin, verdict)}`,
  ].join('\n');
}

function remedy(pin: Pin, verdict: Bad): string {
  const { path, name } = { name: pin.symbol, path: pin.path, ...verdict.to };
  const again = `npm run sources:pin -- ${path} ${/^[\w.:]+$/.test(name) ? name : `'${name}'`}`;
  if (verdict.is === 'gone' && verdict.what === 'text')
    return `Look for its place, then: ${again} --lines FIRST-LAST`;
  if (!verdict.to) return 'Pin what takes its place, and take its line out of src/sources/pins.json.';
  if (path !== pin.path || name !== pin.symbol)
    return `Write the new path and symbol into its line of src/sources/pins.json, then: ${again}`;
  return verdict.is === 'moved'
    ? `Pin it again: ${again}`
    : `Read what is there now, correct what is written about it, then: ${again}`;
}

function became(pin: Pin, verdict: Bad): string {
  const { to } = verdict;
  switch (verdict.is) {
    case 'moved':
      return `has moved from ${linesInWords(pin)} to ${at(pin, verdict.to)}.`;
    case 'changed':
      return `has changed: pinned at ${linesInWords(pin)}, it stands at ${at(pin, verdict.to)} with another text.`;
    case 'gone': {
      const what = {
        file: `there is no ${pin.path}`,
        symbol: `${pin.path} declares no ${pin.symbol}`,
        text: `pinned at ${linesInWords(pin)}, its text is nowhere in ${pin.path}`,
      }[verdict.what];
      const now = to && (to.name === pin.symbol ? 'it is declared' : `it seems to be called ${to.name},`);
      return `is gone: ${what}${to ? `; ${now} at ${at(pin, to)}` : ''}.`;
    }
  }
}

const at = (pin: Pin, to: PlacedDeclaration): string =>
  `${linesInWords(to)}${to.path === pin.path ? '' : ` of ${to.path}`}`;
