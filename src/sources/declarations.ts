import type { Declaration, Lines } from './languages/declaration.ts';
import { goDeclarations } from './languages/go.ts';
import { makeDeclarations } from './languages/make.ts';
import { shellDeclarations } from './languages/shell.ts';
import { starlarkDeclarations } from './languages/starlark.ts';

/** The symbol of a pin that has the whole of a file. */
export const wholeFile = '(whole file)';

const languages: readonly (readonly [path: RegExp, (text: string) => Declaration[]])[] = [
  [/\.go$/, goDeclarations],
  [/\.sh$/, shellDeclarations],
  [/(^|\/)Makefile[^/]*$|\.mk$/, makeDeclarations],
  [/(^|\/)(BUILD|WORKSPACE)[^/]*$|\.bzl$/, starlarkDeclarations],
];

/** All that a file of upstream declares, in order of line. A file of no language that is read here has nothing but itself. */
export function declarationsOf(path: string, text: string): Declaration[] {
  const [, read] = languages.find(([pattern]) => pattern.test(path)) ?? [];
  const endLine = text.replace(/\n$/, '').split('\n').length;
  return [...(read?.(text) ?? []), { name: wholeFile, startLine: 1, endLine }];
}

/** Where a file declares `symbol`. More than one place is rare: two `init` of a Go file, two `load` of a BUILD file. */
export function placesOf(path: string, text: string, symbol: string): Declaration[] {
  return declarationsOf(path, text).filter(({ name }) => name === symbol);
}

/** The text of the lines, each with its newline: what the digest of a pin is made over. */
export function linesOf(text: string, { startLine, endLine }: Lines): string {
  return `${text
    .split('\n')
    .slice(startLine - 1, endLine)
    .join('\n')}\n`;
}

/** Whether these are the same lines. */
export function sameLines(one: Lines, other: Lines): boolean {
  return one.startLine === other.startLine && one.endLine === other.endLine;
}

/** Lines in words: `line 3`, `lines 3 to 9`. */
export function linesInWords({ startLine, endLine }: Lines): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;
}
