import type { Node, Pod } from '../../../api/objects.ts';
import { type Stop, until } from '../../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import type { Result } from '../../../../../go/result.ts';
import type { Blocking } from '../../../../../sim/process.ts';
import type { Sim } from '../../../../../sim/sim.ts';
import { type NodeInfo, getPodKey } from '../../framework/types.ts';
import { ImageStates, NodeInfoList } from './cache_nodes.ts';
import { updateSnapshot } from './cache_snapshot.ts';
import type { Cache, Dump } from './interface.ts';
import { newNodeTree } from './node_tree.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * How often assumed pods are looked through for those that have expired, in ms.
 *
 * Mirrors: pkg/scheduler/internal/cache/cache.go#cleanAssumedPeriod
 */
export const cleanAssumedPeriod = 1000;

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
 *
 * Mirrors: pkg/scheduler/internal/cache/cache.go#New
 */
export function newCache(sim: Sim, ttl: number, stop: Stop, options: CacheOptions = {}): Cache {
  const cache = new SchedulerCache(sim, ttl, cleanAssumedPeriod, stop, options.metrics);
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
  readonly #ttl: number;
  readonly #period: number;
  readonly #metrics: CacheMetrics | undefined;
  /** The keys of pods, each of which is in `podStates` too. */
  readonly assumedPods = new Set<string>();
  readonly podStates = new Map<string, PodState>();
  readonly nodes = new NodeInfoList();
  readonly nodeTree = newNodeTree([]);
  readonly imageStates = new ImageStates();

  // Mirrors: pkg/scheduler/internal/cache/cache.go#newSchedulerCache
  constructor(sim: Sim, ttl: number, period: number, stop: Stop, metrics?: CacheMetrics) {
    this.#sim = sim; // Go: none
    this.#ttl = ttl;
    this.#period = period;
    this.#stop = stop;
    this.#metrics = metrics; // Go: none
  }

  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.Dump
  dump(): Dump {
    const nodes = new Map<string, NodeInfo>();
    for (const [name, { info }] of this.nodes.nodes) nodes.set(name, info.clone());
    return { nodes, assumedPods: new Set(this.assumedPods) };
  }

  updateSnapshot(nodeSnapshot: Snapshot): Error | undefined {
    return updateSnapshot(this.nodes, this.nodeTree, nodeSnapshot);
  }

  // Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.NodeCount
  nodeCount(): number {
    return this.nodes.nodes.size;
  }

  /**
   * With those on nodes that are gone.
   *
   * Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.PodCount
   */
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

  /**
   * With the time at which the binding was done.
   *
   * Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.finishBinding
   */
  finishBindingAt(pod: Pod, now: number): Error | undefined {
    const [key, err] = getPodKey(pod);
    if (err) return err;
    const currState = this.podStates.get(key);
    if (currState && this.assumedPods.has(key)) {
      currState.bindingFinished = true;
      currState.deadline = now + this.#ttl;
    }
    return undefined;
  }

  /**
   * An error for a pod that is not assumed.
   *
   * Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.ForgetPod
   */
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

  /**
   * A node that is gone is forgotten with its last pod.
   *
   * Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.removePod
   */
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

  /**
   * An error for a pod that was added already.
   *
   * Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.AddPod
   */
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
   *
   * Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.UpdatePod
   */
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
   *
   * Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.RemoveNode
   */
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
    this.#sim.go('cleanupExpiredAssumedPods', until(this.#sim, body, this.#period, this.#stop));
  }

  /**
   * Lets pods expire that were bound long before `now`, and of which the API server has not spoken since.
   *
   * Mirrors: pkg/scheduler/internal/cache/cache.go#schedulerCache.cleanupAssumedPods
   */
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
