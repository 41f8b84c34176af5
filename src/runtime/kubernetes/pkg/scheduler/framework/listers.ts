import type { Result } from '../../../../go/result.ts';
import type { PodKind } from './pod-kinds.ts';
import type { NodeInfo } from './types.ts';

/**
 * Reads the nodes of the snapshot that was taken when the scheduling of the pod began.
 *
 * Mirrors: pkg/scheduler/framework/listers.go#NodeInfoLister
 */
export interface NodeInfoLister {
  /** In the order in which they are tried: one of each zone in turn. */
  list(): readonly NodeInfo[];
  /** Grows when a node comes, goes or changes itself; what happens to its pods does not count. */
  nodesGeneration(): number;
  havePodsWithAffinityList(): readonly NodeInfo[];
  havePodsWithRequiredAntiAffinityList(): readonly NodeInfo[];
  /** The pods of all nodes, those together that are alike. */
  podKinds(): Iterable<PodKind>;
  /** Those of them that have affinity or anti-affinity to pods. */
  podKindsWithAffinity(): Iterable<PodKind>;
  /** An error if there is no such node. */
  get(nodeName: string): Result<NodeInfo>;
}

// Mirrors: pkg/scheduler/framework/listers.go#SharedLister
export interface SharedLister {
  nodeInfos(): NodeInfoLister;
}
