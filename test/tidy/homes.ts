import type { Problem, SourceFile } from '../../src/sources/problem.ts';

/** A mark that stands in another file than the one that has the name of the Go file it names. */
export interface Away {
  readonly path: string;
  readonly line: number;
  /** The Go file. */
  readonly of: string;
  readonly symbol: string;
}

const folder = 'src/runtime/kubernetes/';

/** The Go file that a file of ours has the name of. */
const goFileOf = (path: string): string => path.slice(folder.length).replace(/\.ts$/, '.go');

/** Whether a file of ours mirrors the Go file of its own name: one of its marks says so. */
export function isNamedAfter({ path, text }: SourceFile): boolean {
  const marks = text.matchAll(/^ *\/\/ (?:Mirrors(?: v[\d.]+)?|Part of): (\S+)#/gm);
  return path.startsWith(folder) && [...marks].some(([, of]) => of === goFileOf(path));
}

/**
 * The `Mirrors:` lines of a file that name another Go file than its own. Go lets a type have its methods in several files; here a class,
 * or an object that stands for one, has them within it, so that these are none.
 */
export function awayFromHome({ path, text }: SourceFile): Away[] {
  if (!path.startsWith(folder)) return [];
  return text.split('\n').flatMap((line, at): Away[] => {
    const [, indent = '', of = '', symbol = ''] =
      /^( *)\/\/ Mirrors(?: v[\d.]+)?: (\S+)#(\S+)$/.exec(line) ?? [];
    if (of === '' || of === goFileOf(path)) return [];
    const isMethod = indent !== '' && symbol.includes('.');
    return isMethod ? [] : [{ path, line: at + 1, of, symbol }];
  });
}

/** What to do about it. */
export const tellAway = ({ path, line, of, symbol }: Away): Problem => {
  const says = `mirrors ${of}#${symbol}: move it to ${folder}${of.replace(/\.go$/, '.ts')}, since one Go file is one file here.`;
  return { path, line, says };
};
