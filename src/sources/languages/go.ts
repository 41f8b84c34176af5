import type { Declaration } from './declaration.ts';
import { blankLines, endOf } from './blank.ts';

const tokens = /\/\/.*|\/\*[\s\S]*?\*\/|`[^`]*`|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'/g;

/** Go ends a statement at the end of a line, unless the line ends in one of these. */
const goesOn = /[-+*/%&|^=<>!,.:\\]\s*$/;

const func = /^func (?:\((?:\w+ )?\*?(\w+)(?:\[[^\]]*\])?\) )?(\w+)/;
const single = /^(type|const|var) (\w+(?:, \w+)*)/;
const group = /^(type|const|var) \(\s*$/;
/** In a group, a struct or an interface: `a, b = 1, 2`, `Name string`, `Close() error`. */
const names = /^\s*(\w+(?:, \w+)*)/;
/** A type in a struct or an interface that gives it its own name: `*cache.Store`. */
const embedded = /^\s*\*?(?:\w+\.)?(\w+)(?:\[.*\])?\s*(?:"")?\s*$/;

/**
 * Declarations of a Go file that gofmt would leave as it is: functions, methods and members as `Type.member`, types, constants, variables.
 * What stands in a group, `const ( … )`, has the lines of the group. Doc comments are not part of the lines.
 */
export function goDeclarations(text: string): Declaration[] {
  const lines = blankLines(text, tokens);
  const found: Declaration[] = [];
  const add = (list: string, start: number, end: number): void => {
    for (const name of list.split(', ')) found.push({ name, startLine: start + 1, endLine: end + 1 });
  };
  /** Calls `each` with the first and last line of every statement between two lines. */
  const within = (start: number, end: number, each: (line: string, from: number, to: number) => void) => {
    for (let i = start + 1; i < end; i++) {
      const to = endOf(lines, i, goesOn);
      each(lines[i] ?? '', i, to);
      i = to;
    }
  };
  const members = (type: string, start: number, end: number): void => {
    if (!/\b(?:struct|interface) \{\s*$/.test(lines[start] ?? '')) return;
    within(start, end, (line, from, to) => {
      const [, list] = embedded.exec(line) ?? names.exec(line) ?? [];
      list?.split(', ').forEach((name) => add(`${type}.${name}`, from, to));
    });
  };
  within(-1, lines.length, (line, start, end) => {
    const [, receiver, name] = func.exec(line) ?? [];
    if (name !== undefined) add(receiver === undefined ? name : `${receiver}.${name}`, start, end);
    const [, keyword, list] = single.exec(line) ?? [];
    if (list !== undefined) add(list, start, end);
    if (keyword === 'type' && list !== undefined) members(list, start, end);
    const [, grouped] = group.exec(line) ?? [];
    if (grouped === undefined) return;
    within(start, end, (inner, from, to) => {
      const [, each] = names.exec(inner) ?? [];
      if (each !== undefined) add(each, start, end);
      if (each !== undefined && grouped === 'type') members(each, from, to);
    });
  });
  return found;
}
