import type { Pod } from '../../src/runtime/api/objects.ts';
import { podPriority } from '../../src/runtime/component-helpers/scheduling/corev1/helpers.ts';
import { type Cluster, defaultScheduler, keyOf } from './cluster.ts';
import { type StoredCluster, storedCluster } from './machine.ts';
import { nodeOutcomes } from './node-outcomes.ts';
import type { Outcome, PodOutcome } from './outcome.ts';
import type { Profile } from './profile.ts';
import { type RefusedObject, runScheduler } from './run-scheduler.ts';
import type { LastTry, Move, OnProgress, Watched } from './watch-scheduler.ts';

/** What was decided, with what it takes to explain it. */
export interface Decided {
  readonly stored: StoredCluster;
  readonly profile: Profile;
  readonly outcome: Outcome;
  readonly refused: readonly RefusedObject[];
  readonly moves: readonly Move[];
  /** By the key of the pod. */
  readonly tries: ReadonlyMap<string, LastTry>;
}

/** Lets the scheduler decide every pod that has no node. */
export function decideAll(
  cluster: Cluster,
  profile: Profile,
  seed: number,
  onProgress: OnProgress = () => {},
): [Decided, undefined] | [undefined, Error] {
  const stored = storedCluster(cluster);
  const [ran, err] = runScheduler(cluster, stored.pods, { profile, seed, onProgress });
  if (err) return [undefined, err];
  const { watched, refused } = ran;
  const { moves, tries } = watched;
  const outcome = {
    pods: [...tries.values()].map((last) => podOutcome(last, watched)),
    nodes: nodeOutcomes(stored, moves),
    others: othersOf(stored.pods),
  };
  return [{ stored, profile, outcome, refused, moves, tries }, undefined];
}

function podOutcome(last: LastTry, { preempted }: Watched): PodOutcome {
  const { pod, turn, attempts, node, message, evaluated, feasible, best } = last;
  const key = keyOf(pod);
  return {
    key,
    priority: podPriority(pod),
    turn,
    attempts,
    node,
    message,
    preempted: preempted.get(key),
    evaluated,
    feasible,
    best,
  };
}

function othersOf(pods: readonly Pod[]): Outcome['others'] {
  const others = new Map<string, number>();
  for (const { spec } of pods) {
    const { schedulerName = defaultScheduler } = spec;
    if (!spec.nodeName && schedulerName !== defaultScheduler)
      others.set(schedulerName, (others.get(schedulerName) ?? 0) + 1);
  }
  return [...others].map(([scheduler, count]) => ({ scheduler, count }));
}
