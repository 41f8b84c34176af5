import type { Node, Pod } from '../../../api/objects.ts';
import type { Result } from '../../../../../go/result.ts';
import { quote } from '../../../../../go/strconv.ts';
import type { NodeInfoLister, SharedLister } from '../../framework/listers.ts';
import { type ImageStateSummary, type NodeInfo, newNodeInfo } from '../../framework/types.ts';

/**
 * The nodes as they were when the scheduling of a pod began, in the order of the cache's tree. The cache brings it up
 * to date between two pods; nobody else changes it.
 */
// Mirrors: pkg/scheduler/internal/cache/snapshot.go#Snapshot
export class Snapshot implements SharedLister, NodeInfoLister {
  nodeInfoMap = new Map<string, NodeInfo>();
  nodeInfoList: NodeInfo[] = [];
  /** The greatest generation among its nodes. */
  generation = 0;
  /** Each node of the list as `get` gives it. */
  #found: [NodeInfo, undefined][] = [];
  #last: [NodeInfo, undefined] | undefined;
  #havePodsWithAffinity: readonly NodeInfo[] | undefined;
  #havePodsWithRequiredAntiAffinity: readonly NodeInfo[] | undefined;

  // Mirrors: pkg/scheduler/internal/cache/snapshot.go#Snapshot.NodeInfos
  nodeInfos(): NodeInfoLister {
    return this;
  }

  // Mirrors: pkg/scheduler/internal/cache/snapshot.go#Snapshot.NumNodes
  numNodes(): number {
    return this.nodeInfoList.length;
  }

  // Mirrors: pkg/scheduler/internal/cache/snapshot.go#Snapshot.List
  list(): readonly NodeInfo[] {
    return this.nodeInfoList;
  }

  /** Made when it is asked for: to go over all nodes for each pod that is the first of its node would take long. */
  // Mirrors: pkg/scheduler/internal/cache/snapshot.go#Snapshot.HavePodsWithAffinityList
  havePodsWithAffinityList(): readonly NodeInfo[] {
    this.#havePodsWithAffinity ??= this.nodeInfoList.filter(
      ({ podsWithAffinity }) => podsWithAffinity.length > 0,
    );
    return this.#havePodsWithAffinity;
  }

  // Mirrors: pkg/scheduler/internal/cache/snapshot.go#Snapshot.HavePodsWithRequiredAntiAffinityList
  havePodsWithRequiredAntiAffinityList(): readonly NodeInfo[] {
    this.#havePodsWithRequiredAntiAffinity ??= this.nodeInfoList.filter(
      ({ podsWithRequiredAntiAffinity }) => podsWithRequiredAntiAffinity.length > 0,
    );
    return this.#havePodsWithRequiredAntiAffinity;
  }

  /** To be called when one of the two lists may be different now. */
  forgetAffinityLists(): void {
    this.#havePodsWithAffinity = undefined;
    this.#havePodsWithRequiredAntiAffinity = undefined;
  }

  /**
   * One node of the list is asked for after the other, and each by plugin after plugin: so the next is looked at first,
   * and then the last.
   */
  // Mirrors: pkg/scheduler/internal/cache/snapshot.go#Snapshot.Get
  get(nodeName: string): Result<NodeInfo> {
    const next = this.#found[(this.#last?.[0].index ?? -1) + 1];
    if (next?.[0].name === nodeName && next[0].index >= 0) return (this.#last = next);
    if (this.#last?.[0].name === nodeName) return this.#last;
    const info = this.nodeInfoMap.get(nodeName);
    if (!info?.node()) return [undefined, new Error(`nodeinfo not found for node name ${quote(nodeName)}`)];
    this.#last = this.#found[info.index] ?? [info, undefined];
    return this.#last;
  }

  /** Empties the list, not the map. */
  clearList(): void {
    this.nodeInfoList = [];
    this.#found = [];
  }

  /** Puts a node of the map at the end of the list. */
  append(info: NodeInfo): void {
    info.index = this.nodeInfoList.push(info) - 1;
    this.#found.push([info, undefined]);
  }

  /** Takes a node out of the map. The cache rebuilds the lists. */
  delete(nodeName: string): void {
    const info = this.nodeInfoMap.get(nodeName);
    if (!info) return;
    info.index = -1;
    this.nodeInfoMap.delete(nodeName);
    this.#last = undefined;
  }
}

// Mirrors: pkg/scheduler/internal/cache/snapshot.go#NewEmptySnapshot
export function newEmptySnapshot(): Snapshot {
  return new Snapshot();
}

/**
 * A snapshot of these pods and nodes, in the order of the nodes. Pods of nodes that are not among them are left out of
 * its lists.
 */
// Mirrors: pkg/scheduler/internal/cache/snapshot.go#NewSnapshot
export function newSnapshot(pods: readonly Pod[], nodes: readonly Node[]): Snapshot {
  const snapshot = new Snapshot();
  snapshot.nodeInfoMap = createNodeInfoMap(pods, nodes);
  for (const { metadata } of nodes) {
    const info = snapshot.nodeInfoMap.get(metadata.name);
    if (info) snapshot.append(info);
  }
  return snapshot;
}

// Mirrors: pkg/scheduler/internal/cache/snapshot.go#createNodeInfoMap
function createNodeInfoMap(pods: readonly Pod[], nodes: readonly Node[]): Map<string, NodeInfo> {
  const nodeNameToInfo = new Map<string, NodeInfo>();
  const infoOf = (nodeName: string): NodeInfo => {
    const info = nodeNameToInfo.get(nodeName) ?? newNodeInfo();
    nodeNameToInfo.set(nodeName, info);
    return info;
  };
  for (const pod of pods) infoOf(pod.spec.nodeName ?? '').addPod(pod);
  const imageExistenceMap = createImageExistenceMap(nodes);
  for (const node of nodes) {
    const info = infoOf(node.metadata.name);
    info.setNode(node);
    info.imageStates = getNodeImageStates(node, imageExistenceMap);
  }
  return nodeNameToInfo;
}

// Mirrors: pkg/scheduler/internal/cache/snapshot.go#getNodeImageStates
function getNodeImageStates(
  node: Node,
  imageExistenceMap: ReadonlyMap<string, ReadonlySet<string>>,
): Map<string, ImageStateSummary> {
  const imageStates = new Map<string, ImageStateSummary>();
  for (const image of node.status?.images ?? [])
    for (const name of image.names ?? []) {
      const numNodes = imageExistenceMap.get(name)?.size ?? 0;
      imageStates.set(name, { size: image.sizeBytes ?? 0, numNodes });
    }
  return imageStates;
}

/** The names of the nodes that have an image, by each of its names. */
// Mirrors: pkg/scheduler/internal/cache/snapshot.go#createImageExistenceMap
function createImageExistenceMap(nodes: readonly Node[]): Map<string, Set<string>> {
  const imageExistenceMap = new Map<string, Set<string>>();
  for (const node of nodes)
    for (const image of node.status?.images ?? [])
      for (const name of image.names ?? []) {
        const names = imageExistenceMap.get(name);
        if (names) names.add(node.metadata.name);
        else imageExistenceMap.set(name, new Set([node.metadata.name]));
      }
  return imageExistenceMap;
}
