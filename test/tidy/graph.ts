import { posix } from 'node:path';
import type { SourceFile } from '../../src/sources/problem.ts';
import { importsOf } from './imports.ts';

/** One thing needs another: both by path, and where the import stands. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  /** Whether the import is gone before anything runs, is done as the file loads, or is done when it is asked for. */
  readonly when: 'type' | 'now' | 'later';
  /** The file that imports, with its line, and what it imports. */
  readonly place: string;
}

/** What these files import of each other. */
export function arrowsOf(files: readonly SourceFile[]): Arrow[] {
  const known = new Set(files.map(({ path }) => path));
  return files.flatMap((file) =>
    importsOf(file).flatMap(({ line, target, typeOnly, onDemand }): Arrow[] => {
      if (target === undefined || target === file.path || !known.has(target)) return [];
      const when = typeOnly ? 'type' : onDemand ? 'later' : 'now';
      return [{ from: file.path, to: target, when, place: `${file.path}:${line} imports ${target}` }];
    }),
  );
}

/** The same between what `roomOf` says a path belongs to; without what stays within one. */
export function between(arrows: readonly Arrow[], roomOf: (path: string) => string): Arrow[] {
  return arrows
    .map((arrow) => ({ ...arrow, from: roomOf(arrow.from), to: roomOf(arrow.to) }))
    .filter(({ from, to }) => from !== to);
}

/** The folder that a file lies in. */
export const folderOf = (path: string): string => posix.dirname(path);

/** Those that need each other, round about: each circle with its members in order. */
export function circles(arrows: readonly Arrow[]): string[][] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of arrows) next.set(from, (next.get(from) ?? new Set()).add(to));
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const found: string[][] = [];
  // Tarjan's: what reaches back to one that is still open is in a circle with it.
  const visit = (node: string): number => {
    order.set(node, order.size);
    let low = order.get(node)!;
    open.push(node);
    isOpen.add(node);
    for (const to of next.get(node) ?? []) {
      if (!order.has(to)) low = Math.min(low, visit(to));
      else if (isOpen.has(to)) low = Math.min(low, order.get(to)!);
    }
    lowest.set(node, low);
    if (low === order.get(node)) {
      const members = open.splice(open.indexOf(node));
      members.forEach((member) => isOpen.delete(member));
      if (members.length > 1) found.push(members.sort());
    }
    return low;
  };
  for (const node of next.keys()) if (!order.has(node)) visit(node);
  return found.sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
}
