import type { Declaration } from './declaration.ts';
import { blankLines, endOf } from './blank.ts';

/** Here-documents, escapes, comments, strings. */
const tokens =
  /(?<!<)<<-?(?!<)\s*["'\\]?(\w+).*\n[\s\S]*?\n\s*\1$|\\[^\n]|(?<=^|\s)#.*|"(?:\\[\s\S]|[^"\\])*"|'[^']*'/gm;
const named = /^(?:function\s+([\w:.-]+)|([\w:.-]+)\s*\(\))/;
const variable = /^(?:(?:readonly|export|declare|typeset)\s+(?:-\w+\s+)*)?([A-Za-z_]\w*)\+?=/;

/** Functions and variables of a shell script, as far as they are not indented. Of two with one name the later counts, as in the shell. */
export function shellDeclarations(text: string): Declaration[] {
  const lines = blankLines(text, tokens);
  const found = new Map<string, Declaration>();
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const [, wordy, terse] = named.exec(line) ?? [];
    const name = wordy ?? terse ?? variable.exec(line)?.[1];
    if (name === undefined) continue;
    const isFunction = (wordy ?? terse) !== undefined;
    const end = isFunction ? closing(lines, i) : endOf(lines, i);
    found.set(name, { name, startLine: i + 1, endLine: end + 1 });
    i = end;
  }
  return [...found.values()];
}

/** A function that is longer than a line ends with a brace that is not indented: `case` has single brackets, so they cannot be counted. */
function closing(lines: readonly string[], start: number): number {
  if (endOf(lines, start) === start && !/\(\)\s*$/.test(lines[start] ?? '')) return start;
  const end = lines.findIndex((line, i) => i > start && /^[})]/.test(line));
  return end < 0 ? lines.length - 1 : end;
}
