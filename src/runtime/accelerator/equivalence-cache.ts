import type { Pod, PodDisruptionBudget } from '../kubernetes/pkg/api/objects.ts';
import type { Victims as VictimsOfNode } from '../kubernetes/staging/src/k8s.io/kube-scheduler/extender/v1/types.ts';
import type { Fits, PluginToStatus } from '../kubernetes/pkg/scheduler/framework/interface.ts';
import type { NodeInfoLister } from '../kubernetes/pkg/scheduler/framework/listers.ts';
import type { NodeInfo } from '../kubernetes/pkg/scheduler/framework/types.ts';
import type { KnownScores } from './known-scores.ts';

/** So many classes are kept: those that were asked for last. */
const maxClasses = 64;

/**
 * What was said of nodes for a pod, for the pods after it that no plugin can tell from it, such as those of one
 * ReplicaSet. Most nodes have not changed since; only what looks at one node alone is kept (see `Traits.local`).
 *
 * Kubernetes computes all of it for each pod, on many processors. Here there is one, and the generation of a node says
 * whether what was said of it still holds.
 */
export class EquivalenceCache {
  readonly #nodes: NodeInfoLister;
  /** By what makes the class. A class is made when a second pod of it comes: most pods that are alone stay so. */
  readonly #classes = new Map<string, EquivalenceClass | undefined>();
  #list: readonly NodeInfo[] = [];
  #last: { readonly pod: Pod; readonly equivalenceClass: EquivalenceClass | undefined } | undefined;

  constructor(nodes: NodeInfoLister) {
    this.#nodes = nodes;
  }

  /** Undefined for the first pod of its class. To be asked again for each pod: they are scheduled one after the other. */
  classOf(pod: Pod): EquivalenceClass | undefined {
    // A node has another place in another list, and how many there are makes a difference to ImageLocality.
    if (this.#list !== this.#nodes.list()) this.#forgetAll();
    if (this.#last?.pod !== pod) this.#last = { pod, equivalenceClass: this.#find(pod) };
    return this.#last.equivalenceClass;
  }

  /** What is known of the scores of the pod. */
  scoresOf(pod: Pod): KnownScores | undefined {
    const sums = this.classOf(pod)?.scored;
    return sums && { nodeInfos: this.#nodes, sums };
  }

  #find({ metadata, spec }: Pod): EquivalenceClass | undefined {
    const { namespace, labels, annotations, ownerReferences } = metadata;
    const key = JSON.stringify([namespace, labels, annotations, ownerReferences, spec]);
    const seen = this.#classes.has(key);
    const found = this.#classes.get(key) ?? (seen ? new EquivalenceClass(this.#list.length) : undefined);
    // The one that was asked for last is the last of the map.
    this.#classes.delete(key);
    this.#classes.set(key, found);
    if (this.#classes.size > maxClasses) this.#classes.delete(this.#classes.keys().next().value as string);
    return found;
  }

  #forgetAll(): void {
    this.#list = this.#nodes.list();
    this.#classes.clear();
    this.#last = undefined;
  }
}

/** What was said for pods that are alike. */
export class EquivalenceClass {
  /** By the filters that look at nothing but the node. */
  readonly filtered: Remembered<PluginToStatus>;
  /** By the score plugins that look at nothing but the node, and leave it at that. */
  readonly scored: Remembered<number>;
  /** By all filters, pods counted that are nominated to the node. */
  readonly fits: RememberedWithNominated<Fits>;
  readonly #numNodes: number;
  #victims: Victims | undefined;

  constructor(numNodes: number) {
    this.#numNodes = numNodes;
    this.filtered = new Remembered(numNodes);
    this.scored = new Remembered(numNodes);
    this.fits = new RememberedWithNominated(numNodes);
  }

  /** Who would have to go from a node, null if that would be of no use. Another list of budgets starts with nothing known. */
  victims(pdbs: readonly PodDisruptionBudget[]): RememberedWithNominated<VictimsOfNode | null> {
    const same =
      this.#victims?.pdbs.length === pdbs.length && this.#victims.pdbs.every((pdb, i) => pdb === pdbs[i]);
    if (!same) this.#victims = { pdbs, ofNodes: new RememberedWithNominated(this.#numNodes) };
    return (this.#victims as Victims).ofNodes;
  }
}

interface Victims {
  readonly pdbs: readonly PodDisruptionBudget[];
  readonly ofNodes: RememberedWithNominated<VictimsOfNode | null>;
}

/** A value for each node of the snapshot, for as long as the node does not change. */
export class Remembered<T> {
  readonly #generations: Float64Array;
  readonly #values: (T | undefined)[];

  constructor(numNodes: number) {
    this.#generations = new Float64Array(numNodes);
    this.#values = Array.from({ length: numNodes });
  }

  /** No two states of nodes have the same generation, so a node is not taken for another in its place. */
  get({ index, generation }: NodeInfo): T | undefined {
    return this.#generations[index] === generation ? this.#values[index] : undefined;
  }

  /** A copy on which something is tried has no place, and is not remembered. */
  set({ index, generation }: NodeInfo, value: T): void {
    if (index < 0) return;
    this.#generations[index] = generation;
    this.#values[index] = value;
  }
}

/** As `Remembered`, for as long as the same pods are nominated to the node. */
export class RememberedWithNominated<T> {
  readonly #ofNodes: Remembered<T>;
  /** By the place of the node, where there were any: most of the time nothing is nominated. */
  readonly #nominatedPods = new Map<number, readonly Pod[]>();

  constructor(numNodes: number) {
    this.#ofNodes = new Remembered(numNodes);
  }

  get(pod: Pod, info: NodeInfo, nominatedPods: readonly Pod[]): T | undefined {
    const kept = this.#nominatedPods.size > 0 ? this.#nominatedPods.get(info.index) : undefined;
    if (kept ? kept !== nominatedPods || isAmong(pod, kept) : nominatedPods.length > 0) return undefined;
    return this.#ofNodes.get(info);
  }

  /** Not kept if it holds for this pod only, or if a nominated pod may have a say elsewhere too. */
  set(pod: Pod, info: NodeInfo, nominatedPods: readonly Pod[], value: T): void {
    if (isAmong(pod, nominatedPods) || nominatedPods.some(({ spec }) => spec.affinity)) return;
    this.#ofNodes.set(info, value);
    if (nominatedPods.length > 0) this.#nominatedPods.set(info.index, nominatedPods);
    else this.#nominatedPods.delete(info.index);
  }
}

function isAmong(pod: Pod, nominatedPods: readonly Pod[]): boolean {
  for (const { metadata } of nominatedPods) if (metadata.uid === pod.metadata.uid) return true;
  return false;
}
