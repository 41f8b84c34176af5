import type { Declaration } from './declaration.ts';

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
    const [names, end] = declarationAt(lines, i);
    for (const name of names) found.set(name, { name, startLine: i + 1, endLine: end + 1 });
    i = end;
  }
  return [...found.values()];
}

/** The names that a line begins to declare, and the index of the last line of it. */
function declarationAt(lines: readonly string[], start: number): [names: string[], end: number] {
  const line = lines[start] ?? '';
  const [, block] = define.exec(line) ?? [];
  if (block !== undefined) return [[block], closing(lines, start, 'endef')];
  const [, name] = variable.exec(line) ?? [];
  if (name !== undefined) return [[name], conditionalAfter(lines, lastOf(lines, start), name)];
  const [head, targets] = rule.exec(line) ?? [];
  if (head === undefined || targets === undefined) return [[], start];
  return [[...targets.split(/\s+/), targets], ruleEnd(lines, start, head)];
}

/** Index of the last of the lines that continue one another. A line after which there is none to continue it is the last. */
function lastOf(lines: readonly string[], start: number): number {
  let end = start;
  while (lines[end]?.endsWith('\\') && lines[end + 1]) end++;
  return end;
}

/** Index of the last line of a rule: more lines with the same head, then the recipe. */
function ruleEnd(lines: readonly string[], start: number, head: string): number {
  let end = lastOf(lines, start);
  const goesOn = (begins: string): boolean => lines[end + 1]?.startsWith(begins) ?? false;
  while (goesOn(head)) end = lastOf(lines, end + 1);
  while (goesOn('\t')) end = lastOf(lines, end + 1);
  return end;
}

/** Index of the `endif` when the line after `end` asks for the variable, else `end`. */
function conditionalAfter(lines: readonly string[], end: number, name: string): number {
  const asks = new RegExp(`^ifn?(?:eq|def)\\b.*\\b${name}\\b`).test(lines[end + 1] ?? '');
  return asks ? closing(lines, end + 1, 'endif') : end;
}

/** Index of the next line that begins with `word`, or of the last. */
function closing(lines: readonly string[], start: number, word: string): number {
  const end = lines.findIndex((line, i) => i > start && line.startsWith(word));
  return end < 0 ? lines.length - 1 : end;
}
