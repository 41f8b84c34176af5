import type { Result } from '../../../../go/result.ts';
import type { NodeInfo } from './types.ts';

/** Reads the nodes of the snapshot that was taken when the scheduling of the pod began. */
// Mirrors: pkg/scheduler/framework/listers.go#NodeInfoLister
export interface NodeInfoLister {
  /** In the order in which they are tried: one of each zone in turn. */
  list(): readonly NodeInfo[];
  havePodsWithAffinityList(): readonly NodeInfo[];
  havePodsWithRequiredAntiAffinityList(): readonly NodeInfo[];
  /** An error if there is no such node. */
  get(nodeName: string): Result<NodeInfo>;
}

// Mirrors: pkg/scheduler/framework/listers.go#SharedLister
export interface SharedLister {
  nodeInfos(): NodeInfoLister;
}
