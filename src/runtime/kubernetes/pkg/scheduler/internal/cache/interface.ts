import type { Node, Pod } from '../../../api/objects.ts';
import type { Result } from '../../../../../go/result.ts';
import type { NodeInfo } from '../../framework/types.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * What the scheduler knows of nodes and of the pods that are bound to them, or are assumed to be. A pod goes this way:
 * assumed, when a node was found for it; added, when the API server says that it is bound; removed. An assumed pod of
 * which the API server does not speak in time expires; one that could not be bound is forgotten. A pod that was bound
 * by somebody else is added without having been assumed.
 */
// Mirrors: pkg/scheduler/internal/cache/interface.go#Cache
export interface Cache {
  /** Nodes, and also names of nodes of which only pods are known. */
  nodeCount(): number;
  podCount(): number;
  /** Counts a pod as being on its node, before the API server says so. */
  assumePod(pod: Pod): Error | undefined;
  /** From now on the assumed pod may expire. */
  finishBinding(pod: Pod): Error | undefined;
  /** Takes back an assumption. */
  forgetPod(pod: Pod): Error | undefined;
  /** Confirms a pod that was assumed, or adds one that was not, or that has expired. */
  addPod(pod: Pod): Error | undefined;
  updatePod(oldPod: Pod, newPod: Pod): Error | undefined;
  removePod(pod: Pod): Error | undefined;
  /** The pod as the cache has it, which may be on a node that is gone. */
  getPod(pod: Pod): Result<Pod>;
  isAssumedPod(pod: Pod): Result<boolean>;
  addNode(node: Node): void;
  updateNode(oldNode: Node | undefined, newNode: Node): void;
  removeNode(node: Node): Error | undefined;
  /** Brings a snapshot up to date. It has the nodes only that are there, and all of their pods. */
  updateSnapshot(nodeSnapshot: Snapshot): Error | undefined;
  /** A copy of all that is known, to be looked at. */
  dump(): Dump;
}

// Mirrors: pkg/scheduler/internal/cache/interface.go#Dump
export interface Dump {
  /** Their keys. */
  readonly assumedPods: ReadonlySet<string>;
  /** By the node's name. */
  readonly nodes: ReadonlyMap<string, NodeInfo>;
}
