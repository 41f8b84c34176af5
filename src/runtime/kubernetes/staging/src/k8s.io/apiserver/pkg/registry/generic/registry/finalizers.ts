import type { DeleteOptions, ObjectMeta } from 'kubernetes-types/meta/v1';
import {
  finalizerDeleteDependents,
  finalizerOrphanDependents,
} from '../../../../../apimachinery/pkg/api/validation/objectmeta.ts';
import type { Draft, KubeObject } from '../../../../../apimachinery/pkg/runtime/object.ts';
import type { Sim } from '../../../../../../../../../sim/sim.ts';
import type { RESTDeleteStrategy } from '../../rest/strategy.ts';

/**
 * True if the dependents of a deleted object should stay: the options decide, then the object's finalizers, then
 * the kind.
 *
 * Mirrors: staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go#shouldOrphanDependents
 */
export function shouldOrphanDependents<T extends KubeObject>(
  strategy: RESTDeleteStrategy<T>,
  meta: ObjectMeta,
  options: DeleteOptions,
): boolean {
  const policy = strategy.defaultGarbageCollectionPolicy;
  if (policy === 'Unsupported') return false;
  if (options.orphanDependents !== undefined) return options.orphanDependents;
  if (options.propagationPolicy !== undefined) return options.propagationPolicy === 'Orphan';
  for (const finalizer of meta.finalizers ?? []) {
    if (finalizer === finalizerOrphanDependents) return true;
    if (finalizer === finalizerDeleteDependents) return false;
  }
  return policy === 'OrphanDependents';
}

/**
 * True if the dependents of a deleted object should go before it.
 *
 * Mirrors: staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go#shouldDeleteDependents
 */
export function shouldDeleteDependents<T extends KubeObject>(
  strategy: RESTDeleteStrategy<T>,
  meta: ObjectMeta,
  options: DeleteOptions,
): boolean {
  if (strategy.defaultGarbageCollectionPolicy === 'Unsupported') return false;
  if (options.orphanDependents !== undefined) return false;
  if (options.propagationPolicy !== undefined) return options.propagationPolicy === 'Foreground';
  for (const finalizer of meta.finalizers ?? []) {
    if (finalizer === finalizerDeleteDependents) return true;
    if (finalizer === finalizerOrphanDependents) return false;
  }
  return false;
}

/**
 * The finalizers that an object has once it is deleted with these options; undefined if they do not change.
 *
 * Mirrors: staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go#deletionFinalizersForGarbageCollection
 */
export function deletionFinalizersForGarbageCollection<T extends KubeObject>(
  strategy: RESTDeleteStrategy<T>,
  meta: ObjectMeta,
  options: DeleteOptions,
): string[] | undefined {
  const old = meta.finalizers ?? [];
  const collectors = [finalizerOrphanDependents, finalizerDeleteDependents];
  const next = old.filter((finalizer) => !collectors.includes(finalizer));
  if (shouldOrphanDependents(strategy, meta, options)) next.push(finalizerOrphanDependents);
  if (shouldDeleteDependents(strategy, meta, options)) next.push(finalizerDeleteDependents);
  const same = next.length === new Set(old).size && next.every((finalizer) => old.includes(finalizer));
  return same ? undefined : next;
}

/**
 * Marks an object of a kind without grace as being deleted now.
 *
 * Mirrors: staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go#markAsDeleting
 */
export function markAsDeleting(sim: Sim, object: Draft<KubeObject>): void {
  const meta = object.metadata;
  const now = sim.timestamp();
  if (!meta.deletionTimestamp && (meta.generation ?? 0) > 0) meta.generation = (meta.generation ?? 0) + 1;
  if (!meta.deletionTimestamp || Date.parse(meta.deletionTimestamp) > Date.parse(now))
    meta.deletionTimestamp = now;
  meta.deletionGracePeriodSeconds = 0;
}
