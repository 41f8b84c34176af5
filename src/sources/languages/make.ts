import type { Declaration } from '../declarations.ts';

const define = /^(?:(?:override|export) )*define ([\w.-]+)/;
const variable = /^(?:(?:override|export|private) )*([\w.-]+)\s*(?:::?|\?|\+|!)?=/;
const rule = /^([\w./%$(){}-]+(?:[ \t]+[\w./%$(){}-]+)*)\s*::?(?!=)/;

/**
 * Targets and variables of a makefile. A rule has its recipe, and the settings for its targets right above; it is found by each of its
 * targets, and by all of them as they stand there. A variable has the conditional on it that follows at once. Of two with one name the
 * later counts: where help is printed instead, that comes first.
 */
export function makeDeclarations(text: string): Declaration[] {
  const lines = text.split('\n');
  const found = new Map<string, Declaration>();
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const [, block] = define.exec(line) ?? [];
    const [, name] = variable.exec(line) ?? [];
    const [head, targets] = rule.exec(line) ?? [];
    let end = i;
    let called: string[] = [];
    if (block !== undefined) {
      called = [block];
      end = lines.findIndex((each, at) => at > i && each.startsWith('endef'));
    } else if (name !== undefined) {
      called = [name];
      end = conditionalAfter(lines, lastOf(lines, i), name);
    } else if (head !== undefined && targets !== undefined) {
      called = [...targets.split(/\s+/), targets];
      end = lastOf(lines, i);
      while (lines[end + 1]?.startsWith(head)) end = lastOf(lines, end + 1);
      while (lines[end + 1]?.startsWith('\t')) end = lastOf(lines, end + 1);
    }
    if (end < i) end = lines.length - 1;
    for (const each of called) found.set(each, { name: each, startLine: i + 1, endLine: end + 1 });
    i = end;
  }
  return [...found.values()];
}

/** Index of the last of the lines that continue one another. A line after which there is none to continue it is the last. */
function lastOf(lines: readonly string[], start: number): number {
  let end = start;
  while (lines[end]?.endsWith('\\') && lines[end + 1]) end++;
  return end;
}

/** Index of the `endif` when the line after `end` asks for the variable, else `end`. */
function conditionalAfter(lines: readonly string[], end: number, name: string): number {
  if (!new RegExp(`^ifn?(?:eq|def)\\b.*\\b${name}\\b`).test(lines[end + 1] ?? '')) return end;
  const endif = lines.findIndex((line, at) => at > end && line.startsWith('endif'));
  return endif < 0 ? end : endif;
}
