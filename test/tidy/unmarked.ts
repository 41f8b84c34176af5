import { declarationsOf } from '../../src/sources/declarations.ts';
import type { Mirroring } from '../../src/sources/go-problems.ts';
import type { Problem, SourceFile } from '../../src/sources/problem.ts';

/**
 * The functions, methods, classes and types of a file of ours that carry no mark though one of the Go files that its other marks name, or
 * the one of its own path, declares the same kind of thing by that name, whatever the case. What no Go file declares is ours and
 * carries none. A constructor belongs to its class. `read` gives a file of upstream.
 */
export function unmarked(
  { path, text }: SourceFile,
  declared: readonly Mirroring[],
  read: (path: string) => string | undefined,
): Problem[] {
  const lines = text.split('\n');
  const own = path.replace(/^src\/runtime\/kubernetes\//, '').replace(/\.ts$/, '.go');
  const files = [own, ...[...text.matchAll(/\/\/ (?:Mirrors|Part of): (\S+)#/g)].map(([, file]) => file!)];
  const theirs = namesOf(new Set(files), read);
  return declared.flatMap(({ name, kind, from, mirrors, partOf }) => {
    const isType = kind === 'class' || /^(export )?(type|interface) /.test(lines[from - 1] ?? '');
    // The mark of a later release is no reference that pages follow.
    const marked = mirrors ?? partOf ?? /^\s*\/\/ Mirrors v/.exec(lines[from - 2] ?? '');
    if (marked !== undefined && marked !== null) return [];
    if (name.endsWith('.constructor') || (kind !== 'function' && !isType)) return [];
    const [first = '', member] = name.replace('#', '').split('.');
    const owner = declared.find((one) => one.kind === 'class' && one.name === first)?.mirrors?.split('#')[1];
    const called = member === undefined ? [first] : [`${owner ?? first}.${member}`, `${first}.${member}`];
    const reference = called.map((one) => theirs.get(keyOf(one, kind === 'function'))).find((one) => one);
    if (reference === undefined) return [];
    const says = `${name} has the name of ${reference}: write \`// Mirrors: ${reference}\` above it, or give it another name.`;
    return [{ path, line: from, says }];
  });
}

const keyOf = (name: string, isFunction: boolean): string => `${name.toLowerCase()}${isFunction ? '()' : ''}`;

/** What Go files declare, as `path#Symbol`, by name and kind: a function, a method, also of an interface, or something else. */
function namesOf(
  files: ReadonlySet<string>,
  read: (path: string) => string | undefined,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const file of files) {
    const text = read(file);
    const lines = text?.split('\n') ?? [];
    for (const { name, startLine } of text === undefined ? [] : declarationsOf(file, text)) {
      const isFunction = /^func |^\s+\w+\(/.test(lines[startLine - 1] ?? '');
      const key = keyOf(name, isFunction);
      if (!names.has(key)) names.set(key, `${file}#${name}`);
    }
  }
  return names;
}
