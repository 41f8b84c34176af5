import type { Result } from '../../../../../go/result.ts';
import type { Blocking } from '../../../../../sim/process.ts';
import type { Sim } from '../../../../../sim/sim.ts';
import { type Stop, until } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { Node, Pod } from '../../../api/objects.ts';
import { Generations, type ImageStateSummary, NodeInfo, getPodKey } from '../../framework/types.ts';
import type { Cache, Dump } from './interface.ts';
import { type NodeTree, newNodeTree } from './node_tree.ts';
import type { Snapshot } from './snapshot.ts';

/** How often assumed pods are looked through for those that have expired, in ms. */
// Mirrors: pkg/scheduler/internal/cache/cache.go#cleanAssumedPeriod
export const cleanAssumedPeriodMs = 1000;

/** Where the cache says how much it holds. Upstream has a package variable for it. */
export interface CacheMetrics {
  cacheSize(type: 'assumed_pods' | 'pods' | 'nodes', size: number): void;
}

/** What the world calls a cache, and where it counts. */
export interface CacheOptions {
  readonly name?: string;
  readonly metrics?: CacheMetrics;
}

/**
 * A new cache, observed as `scheduler-cache`, with the process that lets assumed pods expire `ttl` ms after they were
 * bound.
 */
// Mirrors: pkg/scheduler/internal/cache/cache.go#New
export function newCache(sim: Sim, ttlMs: number, stop: Stop, options: CacheOptions = {}): Cache {
  const cache = new SchedulerCache(sim, ttlMs, cleanAssumedPeriodMs, stop, options.metrics);
  const observed = sim.observe('scheduler-cache', options.name ?? 'scheduler', cache);
  cache.run(observed);
  return observed;
}

// Mirrors: pkg/scheduler/internal/cache/cache.go#podState
interface PodState {
  pod: Pod;
  /** When an assumed pod expires, in ms. */
  deadline?: number;
  /** While a pod is on its way to being bound it does not expire. */
  bindingFinished: boolean;
}

// Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache
export class SchedulerCache implements Cache {
  readonly #sim: Sim;
  readonly #stop: Stop;
  readonly #ttlMs: number;
  readonly #periodMs: number;
  readonly #metrics: CacheMetrics | undefined;
  /** The keys of pods, each of which is in `podStates` too. */
  readonly assumedPods = new Set<string>();
  readonly podStates = new Map<string, PodState>();
  readonly nodes = new NodeInfoList();
  readonly nodeTree = newNodeTree([]);
  readonly imageStates = new ImageStates();

  /** `ttl` is how long an assumed pod stays once it is bound, `period` how often those are looked for that have expired; in ms. */
  // Mirrors: pkg/scheduler/internal/cache/cache.go#newSchedulerCache
  constructor(sim: Sim, ttlMs: number, periodMs: number, stop: Stop, metrics?: CacheMetrics) {
    this.#sim = sim; // Go: none
    this.#ttlMs = ttlMs;
    this.#periodMs = periodMs;
    this.#stop = stop;
    this.#metrics = metrics; // Go: none
  }

  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.Dump
  dump(): Dump {
    const nodes = new Map<string, NodeInfo>();
    for (const [name, { info }] of this.nodes.nodes) nodes.set(name, info.clone());
    return { nodes, assumedPods: new Set(this.assumedPods) };
  }

  // Part of: pkg/scheduler/internal/cache/cache.go#schedulerCache.UpdateSnapshot
  updateSnapshot(nodeSnapshot: Snapshot): Error | undefined {
    return updateSnapshot(this.nodes, this.nodeTree, nodeSnapshot);
  }

  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.NodeCount
  nodeCount(): number {
    return this.nodes.nodes.size;
  }

  /** With those on nodes that are gone. */
  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.PodCount
  podCount(): number {
    let count = 0;
    for (const { info } of this.nodes.nodes.values()) count += info.pods.length;
    return count;
  }

  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.AssumePod
  assumePod(pod: Pod): Error | undefined {
    const [key, err] = getPodKey(pod);
    if (err) return err;
    if (this.podStates.has(key)) return new Error(`pod ${key} is in the cache, so can't be assumed`);
    this.#addPod(pod);
    this.podStates.set(key, { pod, bindingFinished: false });
    this.assumedPods.add(key);
    return undefined;
  }

  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.FinishBinding
  finishBinding(pod: Pod): Error | undefined {
    return this.finishBindingAt(pod, this.#sim.now);
  }

  /** With the time at which the binding was done. */
  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.finishBinding
  finishBindingAt(pod: Pod, now: number): Error | undefined {
    const [key, err] = getPodKey(pod);
    if (err) return err;
    const currState = this.podStates.get(key);
    if (currState && this.assumedPods.has(key)) {
      currState.bindingFinished = true;
      currState.deadline = now + this.#ttlMs;
    }
    return undefined;
  }

  /** An error for a pod that is not assumed. */
  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.ForgetPod
  forgetPod(pod: Pod): Error | undefined {
    const [key, err] = getPodKey(pod);
    if (err) return err;
    const currState = this.podStates.get(key);
    if (currState && currState.pod.spec.nodeName !== pod.spec.nodeName) {
      const [assumed, assigned] = [pod.spec.nodeName, currState.pod.spec.nodeName];
      return new Error(`pod ${key} was assumed on ${assumed} but assigned to ${assigned}`);
    }
    if (!currState || !this.assumedPods.has(key))
      return new Error(`pod ${key} wasn't assumed so cannot be forgotten`);
    const failed = this.#removePod(pod);
    if (failed) return failed;
    this.assumedPods.delete(key);
    this.podStates.delete(key);
    return undefined;
  }

  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.addPod
  #addPod(pod: Pod): void {
    const nodeName = pod.spec.nodeName ?? '';
    this.nodes.of(nodeName).addPod(pod);
    this.nodes.moveNodeInfoToHead(nodeName);
  }

  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.updatePod
  #updatePod(oldPod: Pod, newPod: Pod): Error | undefined {
    const err = this.#removePod(oldPod);
    if (err) return err;
    this.#addPod(newPod);
    return undefined;
  }

  /** A node that is gone is forgotten with its last pod. */
  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.removePod
  #removePod(pod: Pod): Error | undefined {
    const nodeName = pod.spec.nodeName ?? '';
    const n = this.nodes.nodes.get(nodeName);
    if (!n) return undefined;
    const err = n.info.removePod(pod);
    if (err) return err;
    if (n.info.pods.length === 0 && !n.info.node()) this.nodes.removeNodeInfoFromList(nodeName);
    else this.nodes.moveNodeInfoToHead(nodeName);
    return undefined;
  }

  /** An error for a pod that was added already. */
  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.AddPod
  addPod(pod: Pod): Error | undefined {
    const [key, err] = getPodKey(pod);
    if (err) return err;
    const currState = this.podStates.get(key);
    if (currState && this.assumedPods.has(key)) {
      if (currState.pod.spec.nodeName !== pod.spec.nodeName) {
        // It came to another node than it was assumed to come to.
        this.#removePod(currState.pod);
        this.#addPod(pod);
      }
      this.assumedPods.delete(key);
      delete currState.deadline;
      currState.pod = pod;
      // Go: none
    } else if (!currState) {
      this.#addPod(pod);
      this.podStates.set(key, { pod, bindingFinished: false });
      // Go: none
    } else {
      return new Error(`pod ${key} was already in added state`);
    }
    return undefined;
  }

  /**
   * An error for a pod that was not added. For a pod that moved to another node it throws, where upstream ends the
   * program: whatever were decided next would be wrong.
   */
  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.UpdatePod
  updatePod(oldPod: Pod, newPod: Pod): Error | undefined {
    const [key, err] = getPodKey(oldPod);
    if (err) return err;
    const currState = this.podStates.get(key);
    if (!currState || this.assumedPods.has(key))
      return new Error(`pod ${key} is not added to scheduler cache, so cannot be updated`);
    if (currState.pod.spec.nodeName !== newPod.spec.nodeName) throw new Error(corrupted);
    const failed = this.#updatePod(oldPod, newPod);
    if (failed) return failed; // Go: none
    currState.pod = newPod;
    return undefined;
  }

  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.RemovePod
  removePod(pod: Pod): Error | undefined {
    const [key, err] = getPodKey(pod);
    if (err) return err;
    const currState = this.podStates.get(key);
    if (!currState || this.assumedPods.has(key))
      return new Error(`pod ${key} is not found in scheduler cache, so cannot be removed from it`);
    if (currState.pod.spec.nodeName !== pod.spec.nodeName) throw new Error(corrupted);
    const failed = this.#removePod(currState.pod);
    if (failed) return failed;
    this.podStates.delete(key);
    return undefined;
  }

  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.IsAssumedPod
  isAssumedPod(pod: Pod): Result<boolean> {
    const [key, err] = getPodKey(pod);
    return err ? [undefined, err] : [this.assumedPods.has(key), undefined];
  }

  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.GetPod
  getPod(pod: Pod): Result<Pod> {
    const [key, err] = getPodKey(pod);
    if (err) return [undefined, err];
    const podState = this.podStates.get(key);
    if (!podState) return [undefined, new Error(`pod ${key} does not exist in scheduler cache`)];
    return [podState.pod, undefined];
  }

  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.AddNode
  addNode(node: Node): void {
    const info = this.nodes.of(node.metadata.name);
    this.imageStates.removeNodeImageStates(info.node());
    this.nodes.moveNodeInfoToHead(node.metadata.name);
    this.nodeTree.addNode(node);
    this.imageStates.addNodeImageStates(node, info);
    info.setNode(node);
  }

  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.UpdateNode
  updateNode(oldNode: Node | undefined, newNode: Node): void {
    const { name } = newNode.metadata;
    if (!this.nodes.nodes.has(name)) this.nodeTree.addNode(newNode);
    const info = this.nodes.of(name);
    this.imageStates.removeNodeImageStates(info.node());
    this.nodes.moveNodeInfoToHead(name);
    this.nodeTree.updateNode(oldNode, newNode);
    this.imageStates.addNodeImageStates(newNode, info);
    info.setNode(newNode);
  }

  /**
   * A node goes from the tree at once. What is known of its pods stays until they go too: the two are watched apart, so
   * the API server may speak of the pods later.
   */
  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.RemoveNode
  removeNode(node: Node): Error | undefined {
    const { name } = node.metadata;
    const n = this.nodes.nodes.get(name);
    if (!n) return new Error(`node ${name} is not found`);
    n.info.removeNode();
    if (n.info.pods.length === 0) this.nodes.removeNodeInfoFromList(name);
    else this.nodes.moveNodeInfoToHead(name);
    const err = this.nodeTree.removeNode(node);
    if (err) return err;
    this.imageStates.removeNodeImageStates(node);
    return undefined;
  }

  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.run
  run(steps: Pick<SchedulerCache, 'cleanupAssumedPods'> = this): void {
    const cleanup = (): void => steps.cleanupAssumedPods(this.#sim.now);
    // Go: none
    const body = function* (): Blocking<void> {
      cleanup(); // Go: none
    };
    this.#sim.go('cleanupExpiredAssumedPods', until(this.#sim, body, this.#periodMs, this.#stop));
  }

  /** Lets pods expire that were bound long before `now`, and of which the API server has not spoken since. */
  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.cleanupAssumedPods
  cleanupAssumedPods(now: number): void {
    for (const key of this.assumedPods) {
      const ps = this.podStates.get(key);
      if (!ps) throw new Error('Key found in assumed set but not in podStates. Potentially a logical error.');
      if (ps.bindingFinished && now > (ps.deadline ?? now)) this.#expirePod(key, ps);
    }
    this.#updateMetrics();
  }

  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.expirePod
  #expirePod(key: string, ps: PodState): void {
    if (this.#removePod(ps.pod)) return;
    this.assumedPods.delete(key);
    this.podStates.delete(key);
  }

  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.updateMetrics
  #updateMetrics(): void {
    this.#metrics?.cacheSize('assumed_pods', this.assumedPods.size);
    this.#metrics?.cacheSize('pods', this.podStates.size);
    this.#metrics?.cacheSize('nodes', this.nodes.nodes.size);
  }
}

const corrupted = 'Schedulercache is corrupted and can badly affect scheduling decisions';

/** A node in a list that is doubly linked. */
// Mirrors: pkg/scheduler/internal/cache/cache.go#nodeInfoListItem
export interface NodeInfoListItem {
  readonly info: NodeInfo;
  next: NodeInfoListItem | undefined;
  prev: NodeInfoListItem | undefined;
}

/**
 * The nodes by their names, and in a list of which the head was changed last. So those that changed since some moment
 * are found without looking at the others.
 */
export class NodeInfoList {
  readonly nodes = new Map<string, NodeInfoListItem>();
  headNode: NodeInfoListItem | undefined;
  readonly #generations = new Generations();

  /** The node of that name, made if it is not known. Put it at the head then. */
  of(name: string): NodeInfo {
    const known = this.nodes.get(name);
    if (known) return known.info;
    const item = newNodeInfoListItem(new NodeInfo(this.#generations));
    this.nodes.set(name, item);
    return item.info;
  }

  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.moveNodeInfoToHead
  moveNodeInfoToHead(name: string): void {
    const ni = this.nodes.get(name);
    if (!ni || ni === this.headNode) return;
    this.#unlink(ni);
    if (this.headNode) this.headNode.prev = ni;
    ni.next = this.headNode;
    ni.prev = undefined;
    this.headNode = ni;
  }

  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.removeNodeInfoFromList
  removeNodeInfoFromList(name: string): void {
    const ni = this.nodes.get(name);
    if (!ni) return;
    this.#unlink(ni);
    if (ni === this.headNode) this.headNode = ni.next;
    this.nodes.delete(name);
  }

  #unlink({ prev, next }: NodeInfoListItem): void {
    if (prev) prev.next = next;
    if (next) next.prev = prev;
  }
}

// Mirrors: pkg/scheduler/internal/cache/cache.go#newNodeInfoListItem
export function newNodeInfoListItem(info: NodeInfo): NodeInfoListItem {
  return { info, next: undefined, prev: undefined };
}

// Mirrors: pkg/scheduler/internal/cache/cache.go#imageState
interface ImageState {
  /** In bytes. */
  readonly size: number;
  /** The names of the nodes that have the image. */
  readonly nodes: Set<string>;
}

/** The images that nodes have, by each of their names. */
export class ImageStates {
  readonly #imageStates = new Map<string, ImageState>();

  /**
   * Notes the images of a node, and what is known of each of them now. Other nodes with the same image learn of this one
   * when they change themselves, as upstream's do.
   */
  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.addNodeImageStates
  addNodeImageStates(node: Node, nodeInfo: NodeInfo): void {
    const newSum = new Map<string, ImageStateSummary>();
    for (const image of node.status?.images ?? []) {
      for (const name of image.names ?? []) {
        let state = this.#imageStates.get(name);
        if (!state) {
          state = { size: image.sizeBytes ?? 0, nodes: new Set() };
          this.#imageStates.set(name, state);
        }
        state.nodes.add(node.metadata.name);
        if (!newSum.has(name)) newSum.set(name, createImageStateSummary(state));
      }
    }
    nodeInfo.imageStates = newSum;
  }

  /** Forgets images that no node has any more. */
  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.removeNodeImageStates
  removeNodeImageStates(node: Node | undefined): void {
    for (const image of node?.status?.images ?? []) {
      for (const name of image.names ?? []) {
        const state = this.#imageStates.get(name);
        state?.nodes.delete(node?.metadata.name ?? '');
        if (state?.nodes.size === 0) this.#imageStates.delete(name);
      }
    }
  }

  /** The nodes that have an image. */
  nodesWith(name: string): ReadonlySet<string> {
    return this.#imageStates.get(name)?.nodes ?? none;
  }
}

const none: ReadonlySet<string> = new Set();

// Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.createImageStateSummary
function createImageStateSummary({ size, nodes }: ImageState): ImageStateSummary {
  return { size, numNodes: nodes.size };
}

/**
 * Copies to the snapshot the nodes that changed since it was brought up to date last: those at the head of the list,
 * down to the generation that the snapshot has.
 */
// Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.UpdateSnapshot
export function updateSnapshot(
  { nodes, headNode }: NodeInfoList,
  nodeTree: NodeTree,
  nodeSnapshot: Snapshot,
): Error | undefined {
  const snapshotGeneration = nodeSnapshot.generation;
  // All lists are rebuilt if a node came or went, those of affinity also if a node got its first such pod, or lost
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
      existing = info.another();
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
  // Go: errMsg
  const found = [
    `length of NodeInfoList=${nodeSnapshot.nodeInfoList.length} not equal to length of nodes in tree=${nodeTree.numNodes} `,
    `length of NodeInfoMap=${nodeSnapshot.nodeInfoMap.size}`,
    `length of nodes in cache=${nodes.size}`,
    'trying to recover',
  ];
  // What was wrong is told, and the next pod finds the lists rebuilt.
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
