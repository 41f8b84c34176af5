import type { Declaration } from './declaration.ts';
import { blankLines, endOf } from './blank.ts';

const tokens = /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#.*/g;

/**
 * Declarations of a BUILD or .bzl file: `def`s and variables by name; a rule as `rule:go_library:NAME` and as `NAME`; a call without
 * a name as what it calls, `load` or `package`; one of several loads as `load:LABEL`.
 */
export function starlarkDeclarations(text: string): Declaration[] {
  const lines = blankLines(text, tokens);
  const written = text.split('\n');
  const found: Declaration[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const [, def] = /^def (\w+)/.exec(line) ?? [];
    const [, variable] = /^(\w+)\s*\+?=(?!=)/.exec(line) ?? [];
    const [, call] = /^([\w.]+)\(/.exec(line) ?? [];
    if (def === undefined && variable === undefined && call === undefined) continue;
    const end = def === undefined ? endOf(lines, i) : bodyEnd(lines, endOf(lines, i));
    const names = call === undefined ? [def ?? variable ?? ''] : namesOfCall(call, written.slice(i, end + 1));
    for (const name of names) found.push({ name, startLine: i + 1, endLine: end + 1 });
    i = end;
  }
  return found;
}

/** Index of the last indented line under a `def` whose head ends at `head`. */
function bodyEnd(lines: readonly string[], head: number): number {
  let end = head;
  for (let i = head + 1; i < lines.length && !/^\S/.test(lines[i] ?? ''); i++) {
    if (lines[i]?.trim() === '') continue;
    i = endOf(lines, i);
    end = i;
  }
  return end;
}

function namesOfCall(call: string, lines: readonly string[]): string[] {
  const text = lines.join('\n');
  const [, label] = /["']([^"']*)["']/.exec(text) ?? [];
  if (call === 'load') return ['load', `load:${label}`];
  const [, name] = /\bname\s*=\s*["']([^"']*)["']/.exec(text) ?? [];
  return name === undefined ? [call] : [`rule:${call}:${name}`, name];
}
