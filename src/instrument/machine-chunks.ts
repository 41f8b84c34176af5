/** Runs when the site is built: in which chunk of the worker each file of the machine goes. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { clusterFile, loadedWith, planeFiles, runtimePath } from './runtime-graph.ts';

/** Files outside src/runtime that every run loads as well. */
const recorder = /\/src\/(recording\/(record|planes)\.ts|instrument\/(guard|hook|preview|record-lines)\.ts)$/;

/** What more than half of these have. */
function ofMost(sets: readonly ReadonlySet<string>[]): readonly string[] {
  const all = new Set(sets.flatMap((set) => [...set]));
  return [...all].filter((one) => sets.filter((set) => set.has(one)).length > sets.length / 2);
}

/** A file system takes names of 255 characters, and something is put behind this one. */
const longest = 160;

/** A chunk that some planes share has the names of all of them; where these are too many for a name, their number and a digest. */
function sharedName(planes: readonly string[]): string {
  const name = `plane-${planes.join('.')}`;
  if (name.length <= longest) return name;
  return `plane-${planes.length}-planes-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}

/**
 * Gives the chunk of a module by its path. What most planes need is one chunk with the stage: cut where planes and edits take from it,
 * it would be larger. Each plane has what it alone needs in another of its own name; what some of them share is in one that
 * has all their names, or a digest of them.
 */
export function machineChunks(): (id: string) => string | null {
  const needs = planeFiles().map((file) => ({ name: basename(file, '.ts'), files: loadedWith([file]) }));
  const engine = new Set([...loadedWith([clusterFile]), ...ofMost(needs.map(({ files }) => files))]);
  return (id) => {
    const path = id.replaceAll('\\', '/');
    const file = path.startsWith(runtimePath) ? path.slice(runtimePath.length) : undefined;
    if (recorder.test(path) || (file !== undefined && engine.has(file))) return 'recorder.worker-engine';
    if (file === undefined) return null;
    const names = needs.filter(({ files }) => files.has(file)).map(({ name }) => name);
    return names.length > 0 ? sharedName(names) : null;
  };
}
