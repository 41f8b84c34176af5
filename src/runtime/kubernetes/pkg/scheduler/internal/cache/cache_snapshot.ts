import { newNodeInfo } from '../../framework/types.ts';
import type { NodeInfoList } from './cache_nodes.ts';
import type { NodeTree } from './node_tree.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * Copies to the snapshot the nodes that changed since it was brought up to date last: those at the head of the list,
 * down to the generation that the snapshot has.
 *
 * Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.UpdateSnapshot
 */
export function updateSnapshot(
  { nodes, headNode }: NodeInfoList,
  nodeTree: NodeTree,
  nodeSnapshot: Snapshot,
): Error | undefined {
  const snapshotGeneration = nodeSnapshot.generation;
  // All lists are made anew if a node came or went, those of affinity also if a node got its first such pod, or lost
  // its last.
  let updateAllLists = false;
  let updateNodesHavePodsWithAffinity = false;
  let updateNodesHavePodsWithRequiredAntiAffinity = false;

  for (let node = headNode; node; node = node.next) {
    const { info } = node;
    if (info.generation <= snapshotGeneration) break;
    const np = info.node();
    if (!np) continue;
    let existing = nodeSnapshot.nodeInfoMap.get(np.metadata.name);
    if (!existing) {
      updateAllLists = true;
      existing = newNodeInfo();
      nodeSnapshot.nodeInfoMap.set(np.metadata.name, existing);
    }
    if (existing.podsWithAffinity.length > 0 !== info.podsWithAffinity.length > 0)
      updateNodesHavePodsWithAffinity = true;
    if (existing.podsWithRequiredAntiAffinity.length > 0 !== info.podsWithRequiredAntiAffinity.length > 0)
      updateNodesHavePodsWithRequiredAntiAffinity = true;
    // The lists have this object, so it stays, and gets what the cache's has.
    existing.assign(info);
  }
  if (headNode) nodeSnapshot.generation = headNode.info.generation;

  // A node that is gone may still be in the cache, because of its pods, but not in the tree.
  if (nodeSnapshot.nodeInfoMap.size > nodeTree.numNodes) {
    removeDeletedNodesFromSnapshot(nodes, nodeTree, nodeSnapshot);
    updateAllLists = true;
  }
  if (updateAllLists || updateNodesHavePodsWithAffinity || updateNodesHavePodsWithRequiredAntiAffinity)
    updateNodeInfoSnapshotList(nodeTree, nodeSnapshot, updateAllLists);

  if (nodeSnapshot.nodeInfoList.length === nodeTree.numNodes) return undefined;
  const found = [
    `length of NodeInfoList=${nodeSnapshot.nodeInfoList.length} not equal to length of nodes in tree=${nodeTree.numNodes} `,
    `length of NodeInfoMap=${nodeSnapshot.nodeInfoMap.size}`,
    `length of nodes in cache=${nodes.size}`,
    'trying to recover',
  ];
  // What was wrong is told, and the next pod finds the lists made anew.
  updateNodeInfoSnapshotList(nodeTree, nodeSnapshot, true);
  return new Error(`snapshot state is not consistent, ${found.join(', ')}`);
}

// Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.updateNodeInfoSnapshotList
function updateNodeInfoSnapshotList(nodeTree: NodeTree, snapshot: Snapshot, updateAll: boolean): void {
  if (updateAll) {
    snapshot.clearList();
    for (const nodeName of nodeTree.list()) {
      const nodeInfo = snapshot.nodeInfoMap.get(nodeName);
      if (nodeInfo) snapshot.append(nodeInfo);
    }
  }
  snapshot.forgetAffinityLists();
}

// Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.removeDeletedNodesFromSnapshot
function removeDeletedNodesFromSnapshot(
  nodes: NodeInfoList['nodes'],
  nodeTree: NodeTree,
  snapshot: Snapshot,
): void {
  let toDelete = snapshot.nodeInfoMap.size - nodeTree.numNodes;
  for (const name of snapshot.nodeInfoMap.keys()) {
    if (toDelete <= 0) break;
    if (nodes.get(name)?.info.node()) continue;
    snapshot.delete(name);
    toDelete--;
  }
}
