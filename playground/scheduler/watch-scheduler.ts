import type { Pod } from '../../src/runtime/api/objects.ts';
import { overriding } from '../../src/runtime/observe/overriding.ts';
import { FitError, type GenericScheduler } from '../../src/runtime/scheduler/core/generic_scheduler.ts';
import type { PreemptionSteps } from '../../src/runtime/scheduler/framework/plugins/defaultpreemption/default_preemption.ts';
import type { SchedulerCache } from '../../src/runtime/scheduler/internal/cache/cache.ts';
import type { ObservedKind } from '../../src/runtime/sim/observe.ts';
import type { Sim } from '../../src/runtime/sim/sim.ts';
import { keyOf } from './cluster.ts';

/** Told now and then how many pods are decided. */
export type OnProgress = (decided: number, of: number) => void;

/** A pod that came to a node, or went from it. */
export type Move = { readonly come: Pod } | { readonly go: Pod };

/** What the scheduler was about to do when it tried a pod for the last time, and what came of it. */
export interface LastTry {
  readonly pod: Pod;
  /** As how manieth pod it was tried first, from 1, and how often. */
  readonly turn: number;
  readonly attempts: number;
  /** How many moves had been made. */
  readonly moves: number;
  /** At which node the search began, in the order of the nodes, and how many were looked at. */
  readonly start: number;
  readonly evaluated: number;
  readonly feasible: number;
  /** How many nodes had the highest score. */
  readonly best: number;
  readonly node?: string;
  readonly message?: string;
}

/** What is noted of a scheduler while it runs: no more than it takes to tell, later, why it decided as it did. */
export class Watched {
  readonly moves: Move[] = [];
  /** By the key of the pod. */
  readonly tries = new Map<string, LastTry>();
  readonly preempted = new Map<string, { readonly node: string; readonly victims: readonly string[] }>();
  /** Attempts so far. */
  tried = 0;
  /** False while the caches are filled: what comes then was there before. */
  begun = false;
  onAttempt: (tried: number) => void = () => {};
  #victims: Pod[] = [];
  #start = 0;
  #best = 1;

  /** The victims since it was asked last. */
  takeVictims(): readonly Pod[] {
    const victims = this.#victims;
    this.#victims = [];
    return victims;
  }

  algorithm(g: GenericScheduler): GenericScheduler {
    // A method of another object: `this` is that one's.
    const noted = this.#attempt.bind(this);
    const best = this.#bestOf.bind(this);
    return overriding(g, {
      *schedule(fwk, state, pod) {
        const end = noted(pod, fwk.snapshotSharedLister().nodeInfos());
        const result = yield* g.schedule(fwk, state, pod);
        end(...result);
        return result;
      },
      selectHost(scores) {
        best(scores);
        return g.selectHost(scores);
      },
    });
  }

  cache(cache: SchedulerCache): SchedulerCache {
    return overriding(cache, {
      assumePod: (pod) => this.#move({ come: pod }, cache.assumePod(pod)),
      forgetPod: (pod) => this.#move({ go: pod }, cache.forgetPod(pod)),
      removePod: (pod) => this.#move({ go: pod }, cache.removePod(pod)),
    });
  }

  preemption(steps: PreemptionSteps): PreemptionSteps {
    return overriding(steps, {
      selectCandidate: (pod, candidates, now) => {
        const chosen = steps.selectCandidate(pod, candidates, now);
        if (chosen) {
          const { pods } = chosen.victims;
          this.preempted.set(keyOf(pod), { node: chosen.name, victims: pods.map(keyOf) });
          this.#victims.push(...pods);
        }
        return chosen;
      },
    });
  }

  #move(move: Move, err: Error | undefined): Error | undefined {
    if (!err && this.begun) this.moves.push(move);
    return err;
  }

  #bestOf(scores: readonly { readonly score: number }[]): void {
    const most = scores.reduce((max, { score }) => Math.max(max, score), -Infinity);
    this.#best = scores.filter(({ score }) => score === most).length;
  }

  /** Notes that an attempt begins; what it gives is called when it ends. */
  #attempt(pod: Pod, nodes: NodeList): (...result: Awaited<Scheduled>) => void {
    const key = keyOf(pod);
    const before = this.tries.get(key);
    const moves = this.moves.length;
    const start = this.#start;
    this.#best = 1;
    this.tried++;
    return (result, err) => {
      const list = nodes.list();
      const looked = err instanceof FitError ? err.filteredNodesStatuses.size : 0;
      const evaluated = result?.evaluatedNodes ?? looked;
      this.#start = list.length === 0 ? 0 : (start + evaluated) % list.length;
      this.tries.set(key, {
        pod,
        turn: before?.turn ?? this.tries.size + 1,
        attempts: (before?.attempts ?? 0) + 1,
        moves,
        start,
        evaluated,
        feasible: result?.feasibleNodes ?? 0,
        best: result ? this.#best : 0,
        node: result?.suggestedHost,
        message: err?.message,
      });
      this.onAttempt(this.tried);
    };
  }
}

type NodeList = ReturnType<
  ReturnType<Parameters<GenericScheduler['schedule']>[0]['snapshotSharedLister']>['nodeInfos']
>;
type Scheduled =
  ReturnType<GenericScheduler['schedule']> extends Generator<unknown, infer Result, void> ? Result : never;

/** Watches the scheduler that is built on a simulator from now on. */
export function watching(sim: Sim): Watched {
  const watched = new Watched();
  const watch: Partial<Record<ObservedKind, (component: never) => object>> = {
    'generic-scheduler': (g: GenericScheduler) => watched.algorithm(g),
    'scheduler-cache': (cache: SchedulerCache) => watched.cache(cache),
    preemption: (steps: PreemptionSteps) => watched.preemption(steps),
  };
  sim.observe = (kind, _name, component) =>
    (watch[kind]?.(component as never) as typeof component) ?? component;
  return watched;
}
