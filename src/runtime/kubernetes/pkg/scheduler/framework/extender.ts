import type { Node, Pod } from '../../api/objects.ts';
import type { Binding } from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Result } from '../../../../go/result.ts';
import type { Victims } from '../../../staging/src/k8s.io/kube-scheduler/extender/v1/types.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { NodeInfoLister } from './listers.ts';

/** Pairs of a node and its score from 0 to 10, and the weight of the extender. A node may be there several times. */
export type Prioritized =
  [readonly (readonly [host: string, score: number])[], number, undefined] | [undefined, undefined, Error];

/** A program outside of the scheduler that is asked over the network about filters and scores. */
// Mirrors: pkg/scheduler/framework/extender.go#Extender
export interface Extender {
  name(): string;
  /** The nodes that pass, and by name why others do not. */
  filter(
    pod: Pod,
    nodes: readonly Node[],
  ): Blocking<[readonly Node[], ReadonlyMap<string, string>, undefined] | [undefined, undefined, Error]>;
  prioritize(pod: Pod, nodes: readonly Node[]): Blocking<Prioritized>;
  /** Binds a pod to a node in place of the scheduler. */
  bind(binding: Binding): Blocking<Error | undefined>;
  /** True if it binds the pods that it is interested in. */
  isBinder(): boolean;
  isInterested(pod: Pod): boolean;
  /** Which of the nodes are left, and which pods are to go from each. Only one that supports preemption is asked. */
  processPreemption(
    pod: Pod,
    nodeNameToVictims: ReadonlyMap<string, Victims>,
    nodeInfos: NodeInfoLister,
  ): Blocking<Result<ReadonlyMap<string, Victims>>>;
  supportsPreemption(): boolean;
  /** True if scheduling goes on without it when it cannot be reached. */
  isIgnorable(): boolean;
}
