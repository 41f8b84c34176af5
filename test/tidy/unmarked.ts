import { declarationsOf, linesOf, placesOf } from '../../src/sources/declarations.ts';
import type { Mirroring } from '../../src/sources/go-problems.ts';
import type { Problem, SourceFile } from '../../src/sources/problem.ts';
import { objectMembers } from './object-members.ts';

/**
 * The functions, methods, classes and types of a file of ours that carry no mark though one of the Go files that its other marks name, or
 * the one of its own path, declares the same kind of thing by that name, whatever the case. What no Go file declares is ours and
 * carries none. A constructor belongs to its class. The functions of an object that is made within something marked are looked for
 * among the methods of the types that upstream has or makes there. `read` gives a file of upstream.
 */
export function unmarked(
  file: SourceFile,
  declared: readonly Mirroring[],
  read: (path: string) => string | undefined,
): Problem[] {
  const missing = [...unmarkedDeclarations(file, declared, read), ...unmarkedMembers(file, read)];
  return missing.map(({ name, line, reference }) => {
    const says = `${name} has the name of ${reference}: write \`// Mirrors: ${reference}\` above it, or give it another name.`;
    return { path: file.path, line, says };
  });
}

/** What has no mark, and the `path#Symbol` that it should name. */
interface Unmarked {
  readonly name: string;
  readonly line: number;
  readonly reference: string;
}

function unmarkedDeclarations(
  file: SourceFile,
  declared: readonly Mirroring[],
  read: (path: string) => string | undefined,
): Unmarked[] {
  const lines = file.text.split('\n');
  const theirs = namesOf(filesOf(file), read);
  return declared.flatMap(({ name, kind, from, mirrors, partOf }) => {
    const isType = kind === 'class' || /^(export )?(type|interface) /.test(lines[from - 1] ?? '');
    // The mark of a later release is no reference that pages follow.
    const marked = mirrors ?? partOf ?? /^\s*\/\/ Mirrors v/.exec(lines[from - 2] ?? '');
    if (marked !== undefined && marked !== null) return [];
    if (name.endsWith('.constructor') || (kind !== 'function' && !isType)) return [];
    const [first = '', member] = name.replace('#', '').split('.');
    const holder = declared.find((one) => one.kind === 'class' && one.name === first);
    const owner = (holder?.mirrors ?? holder?.partOf)?.split('#')[1];
    const called = member === undefined ? [first] : [`${owner ?? first}.${member}`, `${first}.${member}`];
    const reference = called.map((one) => theirs.get(keyOf(one, kind === 'function'))).find((one) => one);
    return reference === undefined ? [] : [{ name, line: from, reference }];
  });
}

function unmarkedMembers(file: SourceFile, read: (path: string) => string | undefined): Unmarked[] {
  const methods = [...filesOf(file)].flatMap((path) => methodsOf(path, read(path) ?? ''));
  return objectMembers(file).flatMap(({ name, line, within }) => {
    const [path = '', symbol = ''] = within.split('#');
    const go = read(path) ?? '';
    const [place] = placesOf(path, go, symbol);
    const made = place ? [...linesOf(go, place).matchAll(/\b(\w+)\{/g)].map(([, type]) => type!) : [];
    // Of `Set` and `set` it is the one that others may call, which comes first in the alphabet.
    const found = [symbol.split('.')[0]!, ...made].map(
      (type) =>
        methods.filter((one) => one.split('#')[1]!.startsWith(`${type}.`) && endsIn(one, name)).sort()[0],
    );
    const reference = found.find((one) => one !== undefined);
    return reference === undefined ? [] : [{ name, line, reference }];
  });
}

const endsIn = (reference: string, name: string): boolean =>
  reference.toLowerCase().endsWith(`.${name.toLowerCase()}`);

/** The methods of a Go file, as `path#Type.Method`. */
function methodsOf(path: string, go: string): string[] {
  const lines = go.split('\n');
  return declarationsOf(path, go)
    .filter(({ startLine }) => (lines[startLine - 1] ?? '').startsWith('func ('))
    .map(({ name }) => `${path}#${name}`);
}

/** The Go files that a file of ours may mirror: the one of its own path, and those that its marks name. */
function filesOf({ path, text }: SourceFile): ReadonlySet<string> {
  const own = path.replace(/^src\/runtime\/kubernetes\//, '').replace(/\.ts$/, '.go');
  return new Set([own, ...[...text.matchAll(/\/\/ (?:Mirrors|Part of): (\S+)#/g)].map(([, file]) => file!)]);
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
