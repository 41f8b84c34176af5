/** Runs when the site is built: in which chunk of the worker each file of the machine goes. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { loadedWith, planeFiles, runtimePath } from './runtime-graph.ts';

/** What runs whatever the plane: the cluster, its stand-ins, and what clients of the API server are made of. */
const everyPlane = [
  'stage/stage.ts',
  'subjects/api/objects.ts',
  'subjects/nodes/stand-ins/programs.ts',
  'kubernetes/staging/src/k8s.io/client-go/informers/factory.ts',
];

/** Files outside src/runtime that every run loads as well. */
const recorder = /\/src\/(recording\/(record|planes)\.ts|instrument\/(guard|hook|preview|record-lines)\.ts)$/;

/** A file system takes names of 255 characters, and something is put behind this one. */
const longest = 160;

/** A chunk that some planes share has the names of all of them; where these are too many for a name, their number and a digest. */
function sharedName(planes: readonly string[]): string {
  const name = `plane-${planes.join('.')}`;
  if (name.length <= longest) return name;
  return `plane-${planes.length}-planes-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}

/**
 * Gives the chunk of a module by its path. What every plane needs is one chunk: cut where planes and edits take from it,
 * it would be larger. Each plane has what it alone needs in another of its own name; what some of them share is in one that
 * has all their names, or a digest of them.
 */
export function machineChunks(): (id: string) => string | null {
  const engine = loadedWith(everyPlane);
  const needs = planeFiles().map((file) => ({ name: basename(file, '.ts'), files: loadedWith([file]) }));
  return (id) => {
    const path = id.replaceAll('\\', '/');
    const file = path.startsWith(runtimePath) ? path.slice(runtimePath.length) : undefined;
    if (recorder.test(path) || (file !== undefined && engine.has(file))) return 'recorder.worker-engine';
    if (file === undefined) return null;
    const names = needs.filter(({ files }) => files.has(file)).map(({ name }) => name);
    return names.length > 0 ? sharedName(names) : null;
  };
}
