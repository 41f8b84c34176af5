import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { Mutant as StrykerMutant } from '@stryker-mutator/api/core';
import { root } from './project.ts';
import type { Shard } from './shard.ts';

/** A place in a file, its line and its column from 0. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/** A small change of the code: what replaces the code between two places of a file. */
export interface Mutant {
  /** From the root of the project. */
  readonly file: string;
  readonly start: Place;
  readonly end: Place;
  readonly mutator: string;
  readonly replacement: string;
}

/** A mutant of Stryker's. It counts lines and columns from 0 while it makes mutants, and from 1 in what it reports. */
export function mutantOf(
  { fileName, location, mutatorName, replacement }: StrykerMutant,
  countedFrom: 0 | 1,
): Mutant {
  const place = ({ line, column }: Place): Place => ({
    line: line - countedFrom,
    column: column - countedFrom,
  });
  const [start, end] = [place(location.start), place(location.end)];
  return { file: relative(root, fileName), start, end, mutator: mutatorName, replacement };
}

/** An equivalent mutant, which no test can tell from the original: the text of its line, and why it is equivalent. */
export interface Left {
  readonly file: string;
  readonly line: string;
  readonly replacement: string;
  readonly why: string;
}

/** How many mutants of a folder the tests noticed, and of how many. */
export interface MutationScore {
  readonly folder: string;
  readonly killed: number;
  readonly total: number;
}

const runtime = 'src/runtime/';

/** What tells a mutant from all others of the same code. */
export const keyOf = ({ file, start, end, mutator, replacement }: Mutant): string =>
  `${file}:${start.line}:${start.column}-${end.line}:${end.column} ${mutator} ${replacement}`;

/** Of ours, the folder right under src/runtime; of a mirror, its component, such as `kubernetes/pkg/scheduler`. */
const folder = /^(?:kubernetes\/(?:(?:staging\/src|vendor\/github\.com|vendor)\/)?[^/]+\/)?[^/]+(?=\/)/;

/** The folder of src/runtime by whose tests the mutants of a file are judged. Undefined outside of src/runtime. */
export function folderOf(file: string): string | undefined {
  return file.startsWith(runtime) ? folder.exec(file.slice(runtime.length))?.[0] : undefined;
}

/** Files by their folder, both in order. */
export function byFolder(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const folders = new Map<string, string[]>();
  for (const file of [...files].sort()) {
    const folder = folderOf(file);
    if (folder === undefined) continue;
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return folders;
}

/**
 * The files of a shard: each file is in one shard, shards are about equally long by the size of their
 * files, and neighbours stay together, so that few folders have their tests run by two shards.
 */
export function shardOf(
  files: readonly { readonly path: string; readonly size: number }[],
  { index, count }: Shard,
): string[] {
  const inOrder = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const all = inOrder.reduce((sum, { size }) => sum + size, 0) || 1;
  let before = 0;
  return inOrder.flatMap(({ path, size }) => {
    const middle = before + size / 2;
    before += size;
    return Math.min(count, 1 + Math.floor((middle * count) / all)) === index ? [path] : [];
  });
}

/**
 * `count` of the mutants at random, the same ones for the same seed. A larger sample contains the smaller ones, and a mutant more or
 * less in the code moves no other in or out but the last.
 */
export function sampleOf(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const drawn = mutants.map((mutant) => {
    const lot = createHash('sha256')
      .update(`${seed} ${keyOf(mutant)}`)
      .digest('hex');
    return { mutant, lot };
  });
  return drawn
    .sort((a, b) => (a.lot < b.lot ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

/** Whether the list says that this mutant of a file with this text is equivalent to the original. */
export function isLeft(mutant: Mutant, text: string, list: readonly Left[]): boolean {
  const line = text.split('\n')[mutant.start.line]?.trim();
  return list.some(
    (left) => left.file === mutant.file && left.line === line && left.replacement === mutant.replacement,
  );
}

/** The score of one folder, from what became of its mutants. */
export function scoreOf(folder: string, mutants: readonly { readonly noticed: boolean }[]): MutationScore {
  return { folder, killed: mutants.filter(({ noticed }) => noticed).length, total: mutants.length };
}

/** Mutants by their place, as one reads. */
export function inOrder<T extends Mutant>(mutants: readonly T[]): T[] {
  return [...mutants].sort(
    (a, b) =>
      (a.file === b.file ? 0 : a.file < b.file ? -1 : 1) ||
      a.start.line - b.start.line ||
      a.start.column - b.start.column,
  );
}

/** A score in one line, as `client-go 412/500 82.4 %`. */
export function scoreLine({ folder, killed, total }: MutationScore): string {
  const percent = total === 0 ? 'nothing to judge' : `${((100 * killed) / total).toFixed(1)} %`;
  return `${folder.padEnd(24)} ${`${killed}/${total}`.padStart(11)} ${percent.padStart(8)}`;
}

/** A mutant in one line, as `src/runtime/a.ts:12 a < b → a <= b`, each half at most 100 characters long. */
export function mutantLine(mutant: Mutant, text: string): string {
  const { file, start, end, replacement } = mutant;
  const lines = text.split('\n').slice(start.line, end.line + 1);
  const last = lines.length - 1;
  // The end first: where both are on one line, cutting the beginning would move it.
  lines[last] = lines[last]?.slice(0, end.column) ?? '';
  lines[0] = lines[0]?.slice(start.column) ?? '';
  return `${file}:${start.line + 1} ${short(lines.join('\n'))} → ${short(replacement)}`;
}

function short(code: string): string {
  const line = code.replace(/\s+/g, ' ').trim();
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
