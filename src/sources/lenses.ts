import list from './lenses.json' with { type: 'json' };
import type { Result } from '../runtime/go/result.ts';
import { linesInWords } from './declarations.ts';
import type { Problem } from './problem.ts';
import { type Mirror, unresolved } from './mirrors.ts';
import { type Pin, pinOf, referenceOf } from './pins.ts';
import type { Tree } from './tree.ts';
import { verify } from './verify.ts';

/** What stands in a later release in place of a pin. Its lines and digest are of that release. */
export interface Lens extends Omit<Pin, 'id'> {
  /** The pin, as `path#Symbol`. */
  readonly of: string;
  readonly tag: string;
}

/** All lenses, by the pins that they are of. */
export const lenses: readonly Lens[] = list;

/** A pin, by its id or as `path#Symbol`, and the lens of it. The error says how to make one. */
export function lensOf(reference: string): Result<{ pin: Pin; lens: Lens }> {
  const [pin, unknown] = pinOf(reference);
  if (unknown) return [undefined, unknown];
  const lens = lenses.find(({ of }) => of === referenceOf(pin));
  if (lens) return [{ pin, lens }, undefined];
  const remedy = `Add one: KUBERNETES_SRC_RECENT=DIR npm run sources:lens -- ${referenceOf(pin)} TAG PATH SYMBOL`;
  return [undefined, new Error(`there is no lens of "${reference}" in src/sources/lenses.json. ${remedy}`)];
}

/** The text of `lenses.json`: one line for each lens, by the pins that they are of. */
export function formatLenses(all: readonly Lens[]): string {
  const sorted = [...all].sort((a, b) => (a.of < b.of ? -1 : a.of > b.of ? 1 : 0));
  return `[\n${sorted.map((lens) => `  ${JSON.stringify(lens)}`).join(',\n')}\n]\n`;
}

/** What is wrong with `Mirrors vX.Y.Z:` lines, in a tree of the release that the lenses are of. */
export function recentMirrorProblems(all: readonly Mirror[], tag: string, tree: Tree): Problem[] {
  const recent = all.filter((mirror) => mirror.tag !== undefined);
  const other = recent.filter((mirror) => mirror.tag !== tag);
  return [
    ...other.map(({ path, line }) => ({
      path,
      line,
      says: `write Mirrors ${tag}: the lenses are of that release.`,
    })),
    ...unresolved(recent, tree),
  ];
}

/** What is wrong with lenses, in a tree of the release that they are of: a paragraph each. */
export async function lensProblems(all: readonly Lens[], tree: Tree): Promise<string[]> {
  const told = all.map(async (lens) => {
    const { of, tag, path, symbol } = lens;
    const verdict = await verify(lens, tree.read(path), () => tree.beside(path));
    if (verdict.is === 'ok') return [];
    const { to } = verdict;
    const now = to
      ? `what it has is ${to.path}#${to.name}, ${linesInWords(to)}`
      : 'it has nothing of the kind';
    const again = `npm run sources:lens -- ${of} ${tag} ${to?.path ?? path} ${to?.name ?? symbol}`;
    return [
      `the lens of ${of}: the tree has not ${path}#${symbol}, ${linesInWords(lens)}, as pinned at ${tag}; ${now}.`,
      `  If it is a tree of ${tag}, read what is there now, correct what is written about it, then: ${again}`,
    ];
  });
  return (await Promise.all(told)).flat();
}
