import type { Pod } from '../../src/runtime/kubernetes/pkg/api/objects.ts';
import { podPriority } from '../../src/runtime/kubernetes/staging/src/k8s.io/component-helpers/scheduling/corev1/helpers.ts';
import type { Result } from '../../src/runtime/go/result.ts';
import { type Cluster, defaultScheduler, keyOf } from './cluster.ts';
import type { LoadedPlugins } from './edited-plugins.ts';
import { nodeOutcomes } from './node-outcomes.ts';
import type { Outcome, PodOutcome } from './outcome.ts';
import type { Profile } from './profile.ts';
import { type RefusedObject, type RunInputs, isOurs, runScheduler } from './run-scheduler.ts';
import type { SnapshotHistory } from './snapshot-history.ts';
import { type Setup, pluginsWrong, setupOf, withPlugin } from './setup.ts';
import { type StoredCluster, storedCluster } from './stored-cluster.ts';
import type { OnProgress, Try, Watched } from './watch-scheduler.ts';

/** What was decided, with what it takes to come to each attempt again. */
export interface Decided {
  readonly stored: StoredCluster;
  readonly inputs: RunInputs;
  readonly outcome: Outcome;
  readonly refused: readonly RefusedObject[];
  /** All attempts of each pod, by its key. */
  readonly tries: ReadonlyMap<string, readonly Try[]>;
  /** The snapshot that the plugins look at, as it was in each attempt. */
  readonly history: SnapshotHistory;
}

/** Lets the scheduler decide every pod that has no node. The error is a SetupWrong where the profile is to blame. */
export function decideAll(
  cluster: Cluster,
  profile: Profile,
  seed: number,
  onProgress: OnProgress = () => {},
  edited?: LoadedPlugins,
): Result<Decided> {
  const [asked, wrong] = setupOf(profile);
  if (wrong) return [undefined, wrong];
  const setup = edited?.own ? withPlugin(asked, edited.own) : asked;
  const stored = storedCluster(cluster);
  const inputs: RunInputs = {
    cluster,
    pods: stored.pods,
    setup,
    seed,
    ...(edited && { registry: edited.registry, heart: edited.heart }),
  };
  const [ran, err] = runScheduler(inputs, { onProgress });
  if (err) return [undefined, profile.configuration === undefined ? err : pluginsWrong(profile, err)];
  const { watched, refused } = ran;
  const { moves, tries, history } = watched;
  const outcome = {
    pods: [...tries.values()].map((all) => podOutcome(all, watched)),
    nodes: nodeOutcomes(stored, moves),
    others: othersOf(stored.pods, setup),
  };
  return [{ stored, inputs, outcome, refused, tries, history }, undefined];
}

function podOutcome(tries: readonly Try[], { preempted }: Watched): PodOutcome {
  const { pod, turn, number: attempts, node, message, evaluated, feasible, best } = tries.at(-1) as Try;
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

function othersOf(pods: readonly Pod[], setup: Setup): Outcome['others'] {
  const others = new Map<string, number>();
  for (const pod of pods) {
    const { schedulerName = defaultScheduler, nodeName } = pod.spec;
    if (!nodeName && !isOurs(pod, setup)) others.set(schedulerName, (others.get(schedulerName) ?? 0) + 1);
  }
  return [...others].map(([scheduler, count]) => ({ scheduler, count }));
}
