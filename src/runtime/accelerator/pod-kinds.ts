import type { Pod } from '../kubernetes/pkg/api/objects.ts';
import type { NodeInfo, PodInfo } from '../kubernetes/pkg/scheduler/framework/types.ts';

/**
 * Pods that no term of affinity and no constraint of spreading can tell apart, such as those of one ReplicaSet. Kubernetes
 * holds every pod of every node against each term; here one of its kind is, and the others are only counted.
 */
export interface PodKind {
  /** One of them. */
  readonly podInfo: PodInfo;
  /** How many of them are on each node that has any. */
  readonly nodes: PodCounts;
}

/** Pods by the nodes that they are on. */
export type PodCounts = ReadonlyMap<NodeInfo, number>;

const known = new WeakMap<PodInfo, string>();

/** What makes the kind: the namespace, the labels, the affinity to pods, and whether the pod is being deleted. */
export function kindOf(podInfo: PodInfo): string {
  let kind = known.get(podInfo);
  if (kind === undefined) known.set(podInfo, (kind = podKindOf(podInfo.pod)));
  return kind;
}

function podKindOf({ metadata, spec }: Pod): string {
  const { namespace, labels, deletionTimestamp } = metadata;
  const { podAffinity, podAntiAffinity } = spec.affinity ?? {};
  return JSON.stringify([namespace, labels, podAffinity, podAntiAffinity, deletionTimestamp !== undefined]);
}

/** The kinds of pods on the nodes of a snapshot. */
export class PodKinds {
  readonly #all = new Map<string, Counted>();
  /** Those of `all` that have affinity or anti-affinity to pods. */
  readonly #withAffinity = new Map<string, Counted>();

  list(): Iterable<PodKind> {
    return this.#all.values();
  }

  withAffinityList(): Iterable<PodKind> {
    return this.#withAffinity.values();
  }

  /** The pods of a node were `before`, and are `after`. What both begin with is not gone through. */
  update(info: NodeInfo, before: readonly PodInfo[], after: readonly PodInfo[]): void {
    let same = 0;
    while (same < before.length && before[same] === after[same]) same++;
    for (const podInfo of after.slice(same)) this.#add(info, podInfo);
    for (const podInfo of before.slice(same)) this.#remove(info, podInfo);
  }

  #add(info: NodeInfo, podInfo: PodInfo): void {
    let kind = this.#all.get(kindOf(podInfo));
    if (!kind) {
      kind = { podInfo, nodes: new Map() };
      this.#all.set(kindOf(podInfo), kind);
      const { podAffinity, podAntiAffinity } = podInfo.pod.spec.affinity ?? {};
      if (podAffinity || podAntiAffinity) this.#withAffinity.set(kindOf(podInfo), kind);
    }
    kind.nodes.set(info, (kind.nodes.get(info) ?? 0) + 1);
  }

  #remove(info: NodeInfo, podInfo: PodInfo): void {
    const nodes = this.#all.get(kindOf(podInfo))?.nodes;
    const count = nodes?.get(info);
    if (!nodes || count === undefined) return;
    if (count > 1) nodes.set(info, count - 1);
    else nodes.delete(info);
    if (nodes.size > 0) return;
    this.#all.delete(kindOf(podInfo));
    this.#withAffinity.delete(kindOf(podInfo));
  }
}

interface Counted extends PodKind {
  readonly nodes: Map<NodeInfo, number>;
}
