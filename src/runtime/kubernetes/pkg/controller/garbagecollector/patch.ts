import type { ObjectMeta } from 'kubernetes-types/meta/v1';
import type { Node } from './graph.ts';

/** Takes owners off a dependent; its uid makes sure that it is the one that is meant. */
// Mirrors: pkg/controller/garbagecollector/patch.go#deleteOwnerRefStrategicMergePatch
export function deleteOwnerRefStrategicMergePatch(
  dependentUID: string,
  ...ownerUIDs: readonly string[]
): object {
  const ownerReferences = ownerUIDs.map((uid) => ({ $patch: 'delete', uid }));
  return { metadata: { uid: dependentUID, ownerReferences } };
}

/** The same as a list of the owners that stay. The resourceVersion makes sure that it is the whole list. */
// Mirrors: pkg/controller/garbagecollector/patch.go#GarbageCollector.deleteOwnerRefJSONMergePatch
export const deleteOwnerRefJSONMergePatch =
  (...ownerUIDs: readonly string[]) =>
  (_item: Node, { resourceVersion, ownerReferences = [] }: ObjectMeta): object => {
    const left = ownerReferences.filter(({ uid }) => !ownerUIDs.includes(uid));
    return { metadata: { resourceVersion, ownerReferences: left.length > 0 ? left : null } };
  };

/** Lets the owners of a node go before it. */
// Mirrors: pkg/controller/garbagecollector/patch.go#node.unblockOwnerReferencesStrategicMergePatch
export function unblockOwnerReferencesStrategicMergePatch(n: Node): object {
  const blocking = n.owners.filter(({ blockOwnerDeletion }) => blockOwnerDeletion === true);
  const ownerReferences = blocking.map((owner) => ({ ...owner, blockOwnerDeletion: false }));
  return { metadata: { uid: n.identity.uid, ownerReferences } };
}

// Mirrors: pkg/controller/garbagecollector/patch.go#GarbageCollector.unblockOwnerReferencesJSONMergePatch
export function unblockOwnerReferencesJSONMergePatch(n: Node, { resourceVersion }: ObjectMeta): object {
  const ownerReferences = n.owners.map((owner) => ({ ...owner, blockOwnerDeletion: false }));
  return { metadata: { resourceVersion, ownerReferences } };
}
