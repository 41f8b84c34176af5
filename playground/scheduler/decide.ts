import type { Pod } from '../../src/runtime/api/objects.ts';
import { podPriority } from '../../src/runtime/component-helpers/scheduling/corev1/helpers.ts';
import type { DefaultPreemptionArgs } from '../../src/runtime/scheduler/apis/config/types_pluginargs.ts';
import { pluginArgsWithDefaults } from '../../src/runtime/scheduler/apis/config/v1beta1/defaults.ts';
import { FitError, GenericScheduler } from '../../src/runtime/scheduler/core/generic_scheduler.ts';
import { type CycleState, newCycleState } from '../../src/runtime/scheduler/framework/cycle_state.ts';
import type {
  NodeScoreList,
  NodeToStatusMap,
} from '../../src/runtime/scheduler/framework/interface_status.ts';
import {
  DefaultPreemption,
  podEligibleToPreemptOthers,
} from '../../src/runtime/scheduler/framework/plugins/defaultpreemption/default_preemption.ts';
import type { Candidate } from '../../src/runtime/scheduler/framework/plugins/defaultpreemption/default_preemption_candidates.ts';
import { selectCandidate } from '../../src/runtime/scheduler/framework/plugins/defaultpreemption/default_preemption_candidates.ts';
import type { Blocking } from '../../src/runtime/sim/process.ts';
import { type Cluster, keyOf } from './cluster.ts';
import { type Machine, type StoredCluster, newMachine, storedCluster } from './machine.ts';
import { nodeOutcomes } from './node-outcomes.ts';
import type { Outcome, PodOutcome } from './outcome.ts';
import type { Profile } from './profile.ts';
import { addToSnapshot, removeFromSnapshot } from './snapshot-changes.ts';

/** Whom pods are for that name no other. */
const defaultScheduler = 'default-scheduler';

/** A pod that came to a node, or went from it. */
export type Move = { readonly come: Pod } | { readonly go: Pod };

/** What the scheduler was about to do when it tried a pod for the last time. */
export interface LastTry {
  readonly pod: Pod;
  /** How many moves had been made. */
  readonly moves: number;
  /** At which node the search began, in the order of the nodes, and how many were looked at. */
  readonly start: number;
  readonly evaluated: number;
}

/** What was decided, with what it takes to explain it. */
export interface Decided {
  readonly stored: StoredCluster;
  readonly profile: Profile;
  readonly outcome: Outcome;
  readonly moves: readonly Move[];
  /** By the key of the pod. */
  readonly tries: ReadonlyMap<string, LastTry>;
}

/** Told now and then how many pods are decided. */
export type OnProgress = (decided: number, of: number) => void;

/**
 * Decides every pod that has no node, one after another: the most important first, then the oldest. A pod for which others
 * had to go is tried again at once, as if they had gone at once.
 */
export function decideAll(
  cluster: Cluster,
  profile: Profile,
  seed: number,
  onProgress: OnProgress = () => {},
): [Decided, undefined] | [undefined, Error] {
  const stored = storedCluster(cluster);
  const running = stored.pods.filter(({ spec }) => spec.nodeName);
  const [machine, err] = newMachine(stored, running, { profile, seed });
  if (err) return [undefined, err];
  const decider = new Decider(stored, machine, profile);
  decider.decide(onProgress);
  return [decider.decided(), undefined];
}

/** The algorithm of the scheduler, which notes the scores among which it draws. */
class NotingScheduler extends GenericScheduler {
  best = 1;

  override selectHost(scores: NodeScoreList): ReturnType<GenericScheduler['selectHost']> {
    const most = scores.reduce((max, { score }) => Math.max(max, score), -Infinity);
    this.best = scores.filter(({ score }) => score === most).length;
    return super.selectHost(scores);
  }
}

class Decider {
  readonly #stored: StoredCluster;
  readonly #machine: Machine;
  readonly #profile: Profile;
  readonly #algorithm: NotingScheduler;
  readonly #preemption: DefaultPreemption | undefined;
  readonly #outcomes = new Map<string, PodOutcome>();
  readonly #tries = new Map<string, LastTry>();
  readonly #moves: Move[] = [];
  #start = 0;

  constructor(stored: StoredCluster, machine: Machine, profile: Profile) {
    this.#stored = stored;
    this.#machine = machine;
    this.#profile = profile;
    const { sim, snapshot, framework } = machine;
    // Nothing else changes the snapshot.
    const cache = { updateSnapshot: () => undefined };
    this.#algorithm = new NotingScheduler(sim.random, cache, snapshot, [], profile.percentageOfNodesToScore);
    const args = pluginArgsWithDefaults('DefaultPreemption') as DefaultPreemptionArgs;
    this.#preemption = profile.preemption ? new DefaultPreemption(framework, args) : undefined;
  }

  decide(onProgress: OnProgress): void {
    const waiting = inTurn(this.#stored.pods.filter(isOurs));
    waiting.forEach((pod, i) => {
      if (i % 200 === 0) onProgress(i, waiting.length);
      this.#decidePod(pod, i + 1);
    });
  }

  decided(): Decided {
    const others = new Map<string, number>();
    for (const { spec } of this.#stored.pods) {
      const { schedulerName = defaultScheduler } = spec;
      if (!spec.nodeName && schedulerName !== defaultScheduler)
        others.set(schedulerName, (others.get(schedulerName) ?? 0) + 1);
    }
    const outcome = {
      pods: [...this.#outcomes.values()],
      nodes: nodeOutcomes(this.#machine.snapshot, this.#moves),
      others: [...others].map(([scheduler, count]) => ({ scheduler, count })),
    };
    return {
      stored: this.#stored,
      profile: this.#profile,
      outcome,
      moves: this.#moves,
      tries: this.#tries,
    };
  }

  #decidePod(pod: Pod, turn: number): void {
    const key = keyOf(pod);
    const begin = { key, priority: podPriority(pod), turn };
    let preempted: PodOutcome['preempted'];
    for (let attempts = 1; ; attempts++) {
      const state = newCycleState();
      const { snapshot, framework } = this.#machine;
      const moves = this.#moves.length;
      const start = this.#start;
      this.#algorithm.best = 1;
      const [result, err] = answerOf(this.#algorithm.schedule(framework, state, pod));
      const evaluated =
        result?.evaluatedNodes ?? (err instanceof FitError ? err.filteredNodesStatuses.size : 0);
      const nodes = snapshot.numNodes();
      this.#start = nodes === 0 ? 0 : (start + evaluated) % nodes;
      this.#tries.set(key, { pod, moves, start, evaluated });
      const told = { ...begin, attempts, preempted, evaluated };
      if (result) {
        const { suggestedHost: node, feasibleNodes: feasible } = result;
        this.#outcomes.set(key, { ...told, node, feasible, best: this.#algorithm.best });
        const bound = { ...pod, spec: { ...pod.spec, nodeName: node } };
        this.#moves.push({ come: bound });
        addToSnapshot(snapshot, bound);
        return;
      }
      const found = preempted || !(err instanceof FitError) ? undefined : this.#preempt(state, pod, err);
      if (!found) {
        this.#outcomes.set(key, { ...told, feasible: 0, best: 0, message: err.message });
        return;
      }
      preempted = { node: found.name, victims: found.victims.pods.map(keyOf) };
      for (const victim of found.victims.pods) {
        this.#moves.push({ go: victim });
        removeFromSnapshot(snapshot, victim);
      }
    }
  }

  /** The node from which others should go, if that helps. */
  #preempt(state: CycleState, pod: Pod, err: FitError): Candidate | undefined {
    const statuses: NodeToStatusMap = err.filteredNodesStatuses;
    if (!this.#preemption || !podEligibleToPreemptOthers(pod, this.#machine.snapshot, undefined))
      return undefined;
    const [candidates] = answerOf(this.#preemption.findCandidates(state, pod, statuses));
    return selectCandidate(candidates ?? [], this.#machine.sim.epoch);
  }
}

const isOurs = ({ spec }: Pod): boolean =>
  !spec.nodeName && (spec.schedulerName ?? defaultScheduler) === defaultScheduler;

/** As the queue gives them out: by priority, then by age, then as they were written. */
function inTurn(pods: readonly Pod[]): Pod[] {
  const born = (pod: Pod): number => Date.parse(pod.metadata.creationTimestamp ?? '') || 0;
  return [...pods].sort((a, b) => podPriority(b) - podPriority(a) || born(a) - born(b));
}

/** What a function gives that waits for nothing here: there is nobody to ask. */
function answerOf<T>(blocking: Blocking<T>): T {
  const { value, done } = blocking.next();
  if (!done) throw new Error('expected a decision without a request, found one that waits for an answer');
  return value;
}
