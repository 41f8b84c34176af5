import { posix } from 'node:path';
import type { SourceFile } from '../../src/sources/problem.ts';
import { importsOf } from './imports.ts';

/** One file imports another. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  /** Where the import stands in `from`. */
  readonly line: number;
  /** `now` when the file loads, `later` when it is asked for; an import of types is gone before anything runs. */
  readonly when: 'now' | 'later' | 'type';
}

/** What these files import of each other. */
export function arrowsOf(files: readonly SourceFile[]): Arrow[] {
  const known = new Set(files.map(({ path }) => path));
  return files.flatMap((file) =>
    importsOf(file).flatMap(({ line, target, typeOnly, onDemand }): Arrow[] => {
      if (target === undefined || target === file.path || !known.has(target)) return [];
      return [{ from: file.path, to: target, line, when: typeOnly ? 'type' : onDemand ? 'later' : 'now' }];
    }),
  );
}

/** Those arrows that there are when the program runs. */
export const byValue = (arrows: readonly Arrow[]): Arrow[] => arrows.filter(({ when }) => when !== 'type');

/** All that need each other, round about: each circle with its members in order, and with the arrows that make it. */
export function circles(
  arrows: readonly Arrow[],
  nodeOf: (path: string) => string = (path) => path,
): { readonly members: readonly string[]; readonly arrows: readonly Arrow[] }[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of arrows)
    if (nodeOf(from) !== nodeOf(to))
      next.set(nodeOf(from), (next.get(nodeOf(from)) ?? new Set<string>()).add(nodeOf(to)));
  return knotsOf(next).map((members) => {
    const within = (path: string): boolean => members.includes(nodeOf(path));
    const inside = arrows.filter(({ from, to }) => nodeOf(from) !== nodeOf(to) && within(from) && within(to));
    return { members, arrows: inside };
  });
}

/** As circles between the folders that the files lie in: as in Go, a folder within another is another. */
export const folderOf = (path: string): string => posix.dirname(path);

/** Tarjan's strongly connected components, of more than one node. */
function knotsOf(next: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  /** The earliest that is still open and can be reached from a node. */
  const visit = (node: string): number => {
    const own = order.size;
    order.set(node, own);
    open.push(node);
    let earliest = own;
    for (const to of next.get(node) ?? []) {
      if (!order.has(to)) earliest = Math.min(earliest, visit(to));
      else if (open.includes(to)) earliest = Math.min(earliest, order.get(to) as number);
    }
    if (earliest === own) {
      const members = open.splice(open.indexOf(node));
      if (members.length > 1) found.push(members.sort());
    }
    return earliest;
  };
  for (const node of next.keys()) if (!order.has(node)) visit(node);
  return found.sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
}
