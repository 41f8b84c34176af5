import type { Node, Pod } from '../kubernetes/pkg/api/objects.ts';
import type { CycleState } from '../kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type { Answer, Plugin } from '../kubernetes/pkg/scheduler/framework/interface.ts';
import type { SnapshotFacts } from './snapshot-facts.ts';

/** What is known of a plugin that spares calls of it. Each must hold for all pods and nodes: nothing checks it in a run. */
export interface Traits {
  /**
   * True if what `filter` and `score` say depends on the pod, this one node and the number of nodes alone, and not on the
   * name of the pod: then it may be remembered for pods that are alike.
   */
  readonly local?: boolean;
  /**
   * True for a pod that `filter` lets pass on every node, because it has nothing that the plugin looks at, or, if `state`
   * is given, because `preFilter` found nothing. It is asked once for a pod. Upstream has it since v1.26: there
   * `PreFilter` answers Skip.
   */
  ignores?(pod: Pod, state?: CycleState): boolean;
  /** The labels whose values on a node alone decide what `filter` says: it is called once for each of their values. */
  topologyKeys?(state: CycleState): readonly string[];
  /**
   * True for a pod that scores the same on every node, and still does when that was normalized: then one node is scored.
   * Kubernetes has such a thing since v1.26, where PreScore may answer Skip.
   */
  scoresAlike?(state: CycleState, pod: Pod): boolean;
  /** In place of the plugin's own: leaves the same in `state`, and answers the same. */
  preFilter?(state: CycleState, pod: Pod): Answer;
  /** In place of the plugin's own: leaves the same in `state`, and answers the same. */
  preScore?(state: CycleState, pod: Pod, nodes: readonly Node[]): Answer;
}

/** What is known of a plugin, given what is counted of the snapshot that it looks at. Nothing, if it is not known. */
export type TraitsOf = (plugin: Plugin, facts: SnapshotFacts) => Traits;

/** What is known of the plugins of a class: not of one that a reader edited, nor of one that is watched. */
export interface TraitsOfClass<P extends Plugin = Plugin> {
  readonly class: abstract new (...args: never[]) => P;
  traits(plugin: P, facts: SnapshotFacts): Traits;
}
