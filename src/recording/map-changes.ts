import { type PMap, mapChanges } from '../runtime/sim/pmap.ts';
import type { World } from '../runtime/stage/world.ts';
import { type PathChange, jsonChanges } from './object-changes.ts';

/** A part of a world. */
type Component = keyof World;

/** One thing of a component that differs between two worlds. */
export interface WorldChange {
  readonly component: Component;
  /**
   * Which one of the component: a name such as `kube-controller-manager/pods`, a queue's name, a process's id.
   * Of the store: an object's key, or '' for the store itself.
   */
  readonly name: string;
  /** Of an indexer: the key of the object in it. */
  readonly key?: string;
  readonly change: 'added' | 'removed' | 'changed';
  /** Where it differs; empty unless it is `changed`. */
  readonly paths: readonly PathChange[];
}

type Paths<V> = (before: V, after: V) => PathChange[];

/** The changes of a component that is a map, each value's told by `paths`. */
export function mapped<V>(
  component: Component,
  before: PMap<V>,
  after: PMap<V>,
  paths: Paths<V> = jsonChanges,
): WorldChange[] {
  return keyed(before, after, paths).map(({ key, ...rest }) => ({ component, name: key, ...rest }));
}

interface KeyedChange {
  readonly key: string;
  readonly change: WorldChange['change'];
  readonly paths: readonly PathChange[];
}

/** The changes of a map, each value's told by `paths`. */
export function keyed<V>(before: PMap<V>, after: PMap<V>, paths: Paths<V>): KeyedChange[] {
  const changes: KeyedChange[] = [];
  for (const { key, before: old, after: now } of mapChanges(before, after)) {
    if (old === undefined) changes.push({ key, change: 'added', paths: [] });
    else if (now === undefined) changes.push({ key, change: 'removed', paths: [] });
    else {
      const differences = paths(old, now);
      // Worlds of two runs share nothing: what is equal there is not a change.
      if (differences.length > 0) changes.push({ key, change: 'changed', paths: differences });
    }
  }
  return changes;
}

/** The changes of a map within a component, as paths: `processing["default/web"]`. */
export function mapPaths(field: string, before: PMap<unknown>, after: PMap<unknown>): PathChange[] {
  return mapChanges(before, after).flatMap(({ key, before: old, after: now }) => {
    const path = `${field}[${JSON.stringify(key)}]`;
    if (jsonChanges(old, now).length === 0) return [];
    return [
      { path, ...(old === undefined ? {} : { before: old }), ...(now === undefined ? {} : { after: now }) },
    ];
  });
}
