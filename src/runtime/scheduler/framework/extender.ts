import type { Node, Pod } from '../../api/objects.ts';
import type { Binding } from '../../apimachinery/pkg/runtime/object.ts';
import type { Blocking } from '../../sim/process.ts';

/**
 * A program outside of the scheduler that is asked over the network about filters and scores.
 *
 * Mirrors: pkg/scheduler/framework/extender.go#Extender
 */
export interface Extender {
  name(): string;
  /** The nodes that pass, and by name why others do not. */
  filter(
    pod: Pod,
    nodes: readonly Node[],
  ): Blocking<[readonly Node[], ReadonlyMap<string, string>, undefined] | [undefined, undefined, Error]>;
  /** Scores from 0 to 10 by node, and the weight of the extender. */
  prioritize(
    pod: Pod,
    nodes: readonly Node[],
  ): Blocking<[ReadonlyMap<string, number>, number, undefined] | [undefined, undefined, Error]>;
  /** Binds a pod to a node in place of the scheduler. */
  bind(binding: Binding): Blocking<Error | undefined>;
  /** True if it binds the pods that it is interested in. */
  isBinder(): boolean;
  isInterested(pod: Pod): boolean;
  /** True if scheduling goes on without it when it cannot be reached. */
  isIgnorable(): boolean;
}
