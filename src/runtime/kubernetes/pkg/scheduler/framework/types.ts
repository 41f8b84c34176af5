import type { Node, Pod } from '../../api/objects.ts';
import type { Result } from '../../../../go/result.ts';
import { HostPortInfo } from './types_host_ports.ts';
import { type PodInfo, newPodInfo } from './types_pod_info.ts';
import { Resource, type ResourceList, newResource } from './types_resource.ts';

/**
 * What is known of an image that is on a node.
 *
 * Mirrors: pkg/scheduler/framework/types.go#ImageStateSummary
 */
export interface ImageStateSummary {
  /** In bytes. */
  readonly size: number;
  /** How many nodes have it. */
  readonly numNodes: number;
}

// Mirrors: pkg/scheduler/framework/types.go#generation
let generation = 0;

/**
 * Grows with each change of any NodeInfo, so that a node which comes back under its old name is not taken for the one
 * that was copied before.
 *
 * Mirrors: pkg/scheduler/framework/types.go#nextGeneration
 */
function nextGeneration(): number {
  generation++;
  return generation;
}

/**
 * A node with the sums over its pods, those included that are assumed to be on their way to it.
 *
 * Mirrors: pkg/scheduler/framework/types.go#NodeInfo
 */
export class NodeInfo {
  #node: Node | undefined;
  /** The name of the node; empty while there is none. */
  name = '';
  generation = nextGeneration();
  /** Its place in the list of the snapshot that it belongs to; -1 for all others. */
  index = -1;
  pods: PodInfo[] = [];
  /** Those of the pods that have affinity or anti-affinity to pods. */
  podsWithAffinity: PodInfo[] = [];
  podsWithRequiredAntiAffinity: PodInfo[] = [];
  usedPorts = new HostPortInfo();
  requested = new Resource();
  /** As `requested`, with a least amount of processor and memory for each container: for scores only. */
  nonZeroRequested = new Resource();
  allocatable = new Resource();
  /** By the name of the image. */
  imageStates: ReadonlyMap<string, ImageStateSummary> = new Map();

  /** Undefined while pods are known of a node that is not. */
  node(): Node | undefined {
    return this.#node;
  }

  // Mirrors: pkg/scheduler/framework/types.go#NodeInfo.Clone
  clone(): NodeInfo {
    const clone = new NodeInfo();
    clone.assign(this);
    return clone;
  }

  /** Becomes a copy of another, as upstream assigns what a pointer points to. */
  assign(other: NodeInfo): void {
    this.#node = other.#node;
    this.name = other.name;
    this.pods = [...other.pods];
    this.podsWithAffinity = [...other.podsWithAffinity];
    this.podsWithRequiredAntiAffinity = [...other.podsWithRequiredAntiAffinity];
    this.usedPorts = other.usedPorts.clone();
    this.requested = other.requested.clone();
    this.nonZeroRequested = other.nonZeroRequested.clone();
    // It is made anew with each change of the node, and so can be shared.
    this.allocatable = other.allocatable;
    this.imageStates = other.imageStates;
    this.generation = other.generation;
  }

  // Mirrors: pkg/scheduler/framework/types.go#NodeInfo.AddPod
  addPod(pod: Pod): void {
    const podInfo = newPodInfo(pod);
    this.#count(podInfo, 1);
    this.pods.push(podInfo);
    if (podWithAffinity(pod)) this.podsWithAffinity.push(podInfo);
    if (podWithRequiredAntiAffinity(pod)) this.podsWithRequiredAntiAffinity.push(podInfo);
    this.#updateUsedPorts(pod, true);
    this.generation = nextGeneration();
  }

  /**
   * An error if the pod is not among those of the node.
   *
   * Mirrors: pkg/scheduler/framework/types.go#NodeInfo.RemovePod
   */
  removePod(pod: Pod): Error | undefined {
    const [k, err] = getPodKey(pod);
    if (err) return err;
    if (podWithAffinity(pod)) removeFromSlice(this.podsWithAffinity, k);
    if (podWithRequiredAntiAffinity(pod)) removeFromSlice(this.podsWithRequiredAntiAffinity, k);
    const removed = removeFromSlice(this.pods, k);
    if (!removed) {
      return new Error(`no corresponding pod ${pod.metadata.name} in pods of node ${this.name}`);
    }
    this.#count(removed.pod === pod ? removed : newPodInfo(pod), -1);
    this.#updateUsedPorts(pod, false);
    this.generation = nextGeneration();
    return undefined;
  }

  #count({ resource: { res, non0CPU, non0Mem } }: PodInfo, sign: 1 | -1): void {
    this.requested.sum(res, sign);
    this.nonZeroRequested.milliCPU += sign * non0CPU;
    this.nonZeroRequested.memory += sign * non0Mem;
  }

  // Mirrors: pkg/scheduler/framework/types.go#NodeInfo.updateUsedPorts
  #updateUsedPorts(pod: Pod, add: boolean): void {
    for (const container of pod.spec.containers) {
      for (const { hostIP, protocol, hostPort } of container.ports ?? []) {
        if (add) this.usedPorts.add(hostIP, protocol, hostPort);
        else this.usedPorts.remove(hostIP, protocol, hostPort);
      }
    }
  }

  // Mirrors: pkg/scheduler/framework/types.go#NodeInfo.SetNode
  setNode(node: Node): void {
    this.#node = node;
    this.name = node.metadata.name;
    this.allocatable = newResource(node.status?.allocatable as ResourceList | undefined);
    this.generation = nextGeneration();
  }

  /**
   * Forgets the node, and keeps what is known of its pods.
   *
   * Mirrors: pkg/scheduler/framework/types.go#NodeInfo.RemoveNode
   */
  removeNode(): void {
    this.#node = undefined;
    this.name = '';
    this.generation = nextGeneration();
  }
}

// Mirrors: pkg/scheduler/framework/types.go#NewNodeInfo
export function newNodeInfo(...pods: readonly Pod[]): NodeInfo {
  const info = new NodeInfo();
  for (const pod of pods) info.addPod(pod);
  return info;
}

// Mirrors: pkg/scheduler/framework/types.go#podWithAffinity
function podWithAffinity({ spec }: Pod): boolean {
  return spec.affinity?.podAffinity !== undefined || spec.affinity?.podAntiAffinity !== undefined;
}

// Mirrors: pkg/scheduler/framework/types.go#podWithRequiredAntiAffinity
function podWithRequiredAntiAffinity({ spec }: Pod): boolean {
  const terms = spec.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return terms !== undefined && terms.length > 0;
}

/**
 * The last of the list takes the place of the one that goes, as upstream does it: later order depends on it.
 *
 * Mirrors: pkg/scheduler/framework/types.go#removeFromSlice
 */
function removeFromSlice(s: PodInfo[], k: string): PodInfo | undefined {
  const i = s.findIndex(({ pod }) => pod.metadata.uid === k);
  const removed = s[i];
  if (!removed) return undefined;
  const last = s.pop() as PodInfo;
  if (i < s.length) s[i] = last;
  return removed;
}

/**
 * What tells a pod from all others, also from one that had its name before: its uid.
 *
 * Mirrors: pkg/scheduler/framework/types.go#GetPodKey
 */
export function getPodKey(pod: Pod): Result<string> {
  const { uid } = pod.metadata;
  return uid ? [uid, undefined] : [undefined, new Error('Cannot get cache key for pod with empty UID')];
}
