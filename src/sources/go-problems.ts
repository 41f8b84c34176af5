import type { Problem } from './problem.ts';
import { linesOf as textOf, placesOf } from './declarations.ts';
import { type Declared, linesOf, mapLines } from './go-lines.ts';
import { withoutMark } from './go-lines-read.ts';

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
      // A `Mirrors:` line that leads nowhere is reported with all others.
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

/** The `// Go:` marks of a file of ours that change nothing: the names on both sides say the same. In all else as `goProblems`. */
export function needlessMarks(
  { path, text }: { readonly path: string; readonly text: string },
  declared: readonly Mirroring[],
  read: (path: string) => string | undefined,
): Problem[] {
  const source = text.split('\n');
  // A constructor is a declaration, and a part of its class: a mark there may be for either.
  const needed = new Set<number>();
  const needless = new Set<number>();
  for (const one of declared) {
    const reference = one.mirrors ?? one.partOf;
    if (reference === undefined) continue;
    const [upstreamPath = '', symbol = ''] = reference.split('#');
    const upstream = read(upstreamPath);
    const [place] = upstream === undefined ? [] : placesOf(upstreamPath, upstream, symbol);
    if (upstream === undefined || place === undefined) continue;
    const go = textOf(upstream, place).trimEnd().split('\n');
    const rowsOf = (lines: readonly string[]): string => {
      const { ranges, problems } = mapLines(lines, go, { part: one.mirrors === undefined });
      return JSON.stringify([ranges, problems.map(({ says }) => says)]);
    };
    const lines = linesOf(one, declared, source);
    const rows = rowsOf(lines);
    lines.forEach((line, at) => {
      if (withoutMark(line) === line) return;
      // A line of a mark alone stays, as an empty one.
      const same = rowsOf(lines.with(at, withoutMark(line))) === rows;
      (same ? needless : needed).add(one.from + at);
    });
  }
  return [...needless]
    .filter((line) => !needed.has(line))
    .map((line) => {
      const says = `"${source[line - 1]?.trim()}" says what the names say already: take the mark out.`;
      return { path, line, says };
    });
}

const remedy =
  'End the line with a mark: `// Go: name` for the line of upstream that has this name, `// Go: name#2` for the second, `// Go: none` if there is none.';
