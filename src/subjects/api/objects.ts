import type { Pod } from 'kubernetes-types/core/v1';
import type { ReplicaSet } from 'kubernetes-types/apps/v1';
import type { StoredObject } from '../../runtime/subjects/api/world.ts';
import { type PMap, mapEntries } from '../../runtime/sim/pmap.ts';

/** A key of the store taken apart: `resource/namespace/name`, or `resource/name`. */
export interface StoreKey {
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}

export function parseStoreKey(key: string): StoreKey {
  const [resource = '', ...rest] = key.split('/');
  return { resource, namespace: rest.length > 1 ? (rest[0] ?? '') : '', name: rest.at(-1) ?? '' };
}

/** The objects of one resource in order of their keys, as `[key in the store, object]`. */
export function objectsOf(objects: PMap<StoredObject>, resource: string): [string, StoredObject][] {
  return mapEntries(objects).filter(([key]) => key.startsWith(`${resource}/`));
}

export function revisionOf(object: StoredObject): number {
  return Number(object.metadata.resourceVersion ?? 0);
}

export function podOf(object: StoredObject): Pod {
  return object as unknown as Pod;
}

export function replicaSetOf(object: StoredObject): ReplicaSet {
  return object as unknown as ReplicaSet;
}

/** A condition of an object; undefined where its status has none of that type. */
export function conditionOf(
  object: StoredObject,
  type: string,
): { readonly status: string; readonly reason?: string } | undefined {
  const { status } = object as {
    readonly status?: {
      readonly conditions?: readonly {
        readonly type: string;
        readonly status: string;
        readonly reason?: string;
      }[];
    };
  };
  return status?.conditions?.find((condition) => condition.type === type);
}
