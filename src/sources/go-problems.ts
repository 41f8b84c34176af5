import type { Problem } from './problem.ts';
import { linesOf as textOf, placesOf } from './declarations.ts';
import { type Declared, linesOf, mapLines } from './go-lines.ts';

/** A declaration of ours that says which declaration of upstream, `path#Symbol`, it mirrors or is a part of. */
export interface Mirroring extends Declared {
  readonly mirrors?: string;
  readonly partOf?: string;
}

/**
 * The lines of a file of ours that have no place beside upstream's: marks that resolve to nothing or go back up, `Part of:` lines
 * that lead nowhere, statements without counterpart. `declared` are all declarations of the file, `shown` those that are looked at;
 * `read` gives a file of upstream.
 */
export function goProblems(
  { path, text }: { readonly path: string; readonly text: string },
  declared: readonly Mirroring[],
  shown: readonly Mirroring[],
  read: (path: string) => string | undefined,
): Problem[] {
  const source = text.split('\n');
  return shown.flatMap((one) => {
    const reference = one.mirrors ?? one.partOf;
    if (reference === undefined) return [];
    const [upstreamPath = '', symbol = ''] = reference.split('#');
    const go = read(upstreamPath);
    const [place] = go === undefined ? [] : placesOf(upstreamPath, go, symbol);
    if (go === undefined || place === undefined) {
      // A `Mirrors:` line that leads nowhere is told with all others.
      if (one.mirrors !== undefined) return [];
      const says = `says "Part of: ${reference}", but upstream declares no such thing: correct it.`;
      return [{ path, line: one.from, says }];
    }
    const lines = textOf(go, place).trimEnd().split('\n');
    const { problems } = mapLines(linesOf(one, declared, source), lines, { part: one.mirrors === undefined });
    return problems.map(({ line, says }) => {
      const at = one.from + line;
      const quoted = source[at - 1]?.trim() ?? '';
      return { path, line: at, says: `"${quoted}" ${says}, in ${reference}. ${remedy}` };
    });
  });
}

const remedy =
  'End the line with a mark: `// Go: name` for the line of upstream that has this name, `// Go: name#2` for the second, `// Go: none` if there is none.';
