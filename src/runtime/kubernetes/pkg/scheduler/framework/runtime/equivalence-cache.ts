import type { Pod, PodDisruptionBudget } from '../../../api/objects.ts';
import type { Victims as VictimsOfNode } from '../../../../staging/src/k8s.io/kube-scheduler/extender/v1/types.ts';
import type { Fits, NodeScoreList, PluginToStatus } from '../interface_status.ts';
import type { NodeInfoLister } from '../listers.ts';
import type { PodNominator } from '../interface.ts';
import type { Nominations } from '../nominations.ts';
import type { NodeInfo } from '../types.ts';
import { Divisions } from './domains.ts';
import type { KnownScores } from './known-scores.ts';

/** So many classes are kept: those that were asked for last. */
const maxClasses = 64;

/**
 * What was said of nodes for a pod, for the pods after it that no plugin can tell from it, such as those of one
 * ReplicaSet. Most nodes have not changed since; only what looks at one node alone is kept (see `Plugin.local`).
 *
 * Kubernetes computes all of it for each pod, on many processors. Here there is one, and the generation of a node says
 * whether what was said of it still holds.
 */
export class EquivalenceCache {
  readonly divisions: Divisions;
  readonly #nodes: NodeInfoLister;
  /** By what makes the class. A class is made when a second pod of it comes: most pods that are alone stay so. */
  readonly #classes = new Map<string, EquivalenceClass | undefined>();
  readonly #nominator: PodNominator | undefined;
  readonly #scoreLists: NodeScoreList[] = [];
  #list: readonly NodeInfo[] = [];
  #last: { readonly pod: Pod; readonly equivalenceClass: EquivalenceClass | undefined } | undefined;

  constructor(nodes: NodeInfoLister, nominator: PodNominator | undefined) {
    this.#nodes = nodes;
    this.#nominator = nominator;
    this.divisions = new Divisions(nodes);
  }

  /** Undefined for the first pod of its class. To be asked anew for each pod: one is scheduled after the other. */
  classOf(pod: Pod): EquivalenceClass | undefined {
    // A node has another place in another list, and how many there are makes a difference to ImageLocality.
    if (this.#list !== this.#nodes.list()) this.#forgetAll();
    if (this.#last?.pod !== pod) this.#last = { pod, equivalenceClass: this.#find(pod) };
    return this.#last.equivalenceClass;
  }

  /** What is known of the scores of the pod. To be asked once for a pod: its lists are those of the pod before. */
  scoresOf(pod: Pod): KnownScores | undefined {
    const sums = this.classOf(pod)?.scored;
    return sums && { nodeInfos: this.#nodes, sums, lists: this.#scoreLists };
  }

  /** To be called before a pod is filtered: pods may have been nominated to nodes since. */
  begin(pod: Pod): void {
    if (this.#nominator) this.classOf(pod)?.fits.begin(pod, this.#nodes, this.#nominator.nominations);
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
  /** By all filters. */
  readonly fits: RememberedFits;
  readonly #numNodes: number;
  #victims: Victims | undefined;

  constructor(numNodes: number) {
    this.#numNodes = numNodes;
    this.filtered = new Remembered(numNodes);
    this.scored = new Remembered(numNodes);
    this.fits = new RememberedFits(numNodes);
  }

  /** Who would have to go from a node, null if that would be of no use. Another list of budgets begins anew. */
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

  forget({ index }: NodeInfo): void {
    this.#generations[index] = 0;
  }

  forgetAll(): void {
    this.#generations.fill(0);
  }
}

/** As `Remembered`, for as long as the same pods are nominated to the node. */
export class RememberedWithNominated<T> {
  readonly #ofNodes: Remembered<{ readonly nominatedPods: readonly Pod[]; readonly value: T }>;

  constructor(numNodes: number) {
    this.#ofNodes = new Remembered(numNodes);
  }

  get(pod: Pod, info: NodeInfo, nominatedPods: readonly Pod[]): T | undefined {
    const found = this.#ofNodes.get(info);
    return found?.nominatedPods === nominatedPods && !isAmong(pod, nominatedPods) ? found.value : undefined;
  }

  /** Not kept if it holds for this pod only, or if a nominated pod may have a say elsewhere too. */
  set(pod: Pod, info: NodeInfo, nominatedPods: readonly Pod[], value: T): void {
    if (isAmong(pod, nominatedPods) || nominatedPods.some(({ spec }) => spec.affinity)) return;
    this.#ofNodes.set(info, { nominatedPods, value });
  }
}

/** Whether a node fits, pods counted that are nominated to it, until it changes, or they do. */
export class RememberedFits {
  readonly #fits: Remembered<Fits>;
  /** How many changes of nominations are known here. */
  #seen = 0;
  /** The place of the node to which the pod itself is nominated: what is said of it holds for this pod only. */
  #own: number | undefined;

  constructor(numNodes: number) {
    this.#fits = new Remembered(numNodes);
  }

  /** To be called for each pod before it is asked about. */
  begin(pod: Pod, nodes: NodeInfoLister, nominations: Nominations): void {
    const changed = nominations.since(this.#seen);
    if (!changed) this.#fits.forgetAll();
    for (const name of changed ?? []) {
      const [info] = nodes.get(name);
      if (info) this.#fits.forget(info);
    }
    this.#seen = nominations.count;
    const [own] = nodes.get(nominations.nominatedPodToNode.get(pod.metadata.uid) ?? '');
    this.#own = own?.index;
  }

  get(info: NodeInfo): Fits | undefined {
    return info.index === this.#own ? undefined : this.#fits.get(info);
  }

  /** Not kept if a nominated pod may have a say elsewhere too. */
  set(info: NodeInfo, nominatedPods: readonly Pod[], fits: Fits): void {
    if (info.index === this.#own || nominatedPods.some(({ spec }) => spec.affinity)) return;
    this.#fits.set(info, fits);
  }
}

function isAmong(pod: Pod, nominatedPods: readonly Pod[]): boolean {
  for (const { metadata } of nominatedPods) if (metadata.uid === pod.metadata.uid) return true;
  return false;
}
