import { posix } from 'node:path';
import type { SourceFile } from '../../src/sources/problem.ts';

/** One import of a file: what it names, and whether only types cross. */
export interface Import {
  readonly line: number;
  readonly specifier: string;
  /** Path from the root, when the specifier is one of ours. */
  readonly target: string | undefined;
  readonly typeOnly: boolean;
  /** What it names is loaded when it is asked for, not with the file. */
  readonly onDemand: boolean;
}

const patterns = [
  /\b(import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?(['"])([^'"\n]+)\3/g,
  /\b(import)(\s*)\(\s*(?:\/\*.*?\*\/\s*)?(['"])([^'"\n]+)\3/g,
  /\b(URL)(\s*)\(\s*(['"])(\.[^'"\n]+)\3\s*,\s*import\.meta\.url/g,
];

/** What a file imports, re-exports, loads on demand, or names by `new URL(…, import.meta.url)`. */
export function importsOf({ path, text }: SourceFile): Import[] {
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ index, 2: type, 4: specifier = '' }) => ({
      line: text.slice(0, index).split('\n').length,
      specifier,
      target: /^\.{1,2}\//.test(specifier)
        ? posix.join(posix.dirname(path), specifier.split('?')[0] ?? '')
        : specifier.startsWith('/src/')
          ? specifier.slice(1).split('?')[0]
          : undefined,
      typeOnly: (type ?? '').trim() === 'type',
      onDemand: pattern !== patterns[0],
    })),
  );
}
