import { deepFreeze } from '../../../../apimachinery/pkg/runtime/deep-copy.ts';
import type { KubeObject } from '../../../../apimachinery/pkg/runtime/object.ts';

/** What a key held from a revision on. */
export interface Version {
  readonly revision: number;
  /** Undefined where the key was deleted. */
  readonly object: KubeObject | undefined;
}

/**
 * The object as it is stored: frozen, with its revision, and without empty lists and maps in its metadata, as Go
 * writes JSON.
 */
export function atRevision(object: KubeObject, revision: number): KubeObject {
  const metadata: Record<string, unknown> = { ...object.metadata, resourceVersion: String(revision) };
  for (const name of ['labels', 'annotations', 'ownerReferences', 'finalizers']) {
    const value = metadata[name];
    if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) delete metadata[name];
  }
  return deepFreeze({ ...object, metadata });
}

/** What a key held at a revision; undefined if nothing. */
export function versionAt(
  versions: readonly Version[] | undefined,
  revision: number,
): KubeObject | undefined {
  return versions?.findLast((version) => version.revision <= revision)?.object;
}

/** Leaves of a key's versions what can still be asked for. */
export function dropBefore(
  history: Map<string, Version[]>,
  key: string,
  versions: Version[],
  revision: number,
): void {
  let first = versions.findLastIndex((version) => version.revision <= revision);
  if (first >= 0 && versions[first]?.object === undefined) first++;
  if (first >= versions.length) history.delete(key);
  else if (first > 0) versions.splice(0, first);
}
