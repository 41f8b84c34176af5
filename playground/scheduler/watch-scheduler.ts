import type { Pod } from '../../src/runtime/kubernetes/pkg/api/objects.ts';
import { overriding } from '../../src/runtime/stage/overriding.ts';
import {
  type GenericScheduler,
  FitError,
} from '../../src/runtime/kubernetes/pkg/scheduler/core/generic_scheduler.ts';
import type { Framework } from '../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import type { FrameworkImpl } from '../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import type {
  NominatedPodMap,
  PriorityQueue,
  QueueMetrics,
} from '../../src/runtime/kubernetes/pkg/scheduler/internal/queue/scheduling_queue.ts';
import type { PreemptionSteps } from '../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.ts';
import type { SchedulerCache } from '../../src/runtime/kubernetes/pkg/scheduler/internal/cache/cache.ts';
import { Snapshot } from '../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import type { ObservedKind } from '../../src/runtime/sim/observe.ts';
import type { Random } from '../../src/runtime/sim/random.ts';
import { type PMap, emptyMap, mapEntries, mapGet, mapRemove, mapSet } from '../../src/runtime/sim/pmap.ts';
import type { Sim } from '../../src/runtime/sim/sim.ts';
import { keyOf } from './cluster.ts';
import { SnapshotHistory } from './snapshot-history.ts';
import { Accelerator } from '../../src/runtime/accelerator/accelerator.ts';

/** Told now and then how many pods are decided. */
export type OnProgress = (decided: number, of: number) => void;

/** A pod that came to a node, or went from it. */
export type Move = { readonly come: Pod } | { readonly go: Pod };

/** What the scheduler was about to do when it tried a pod, and what came of it. */
export interface Try {
  readonly pod: Pod;
  /** Its place in the order of first attempts, from 1. */
  readonly turn: number;
  /** Which attempt of the pod this is, from 1. */
  readonly number: number;
  /** Ms since the scheduler began. */
  readonly at: number;
  /** What had brought the pod into the active part of the queue, as upstream calls it. */
  readonly why: string;
  /** At which node the search began, in the order of the nodes, and how many were looked at. */
  readonly start: number;
  readonly evaluated: number;
  readonly feasible: number;
  /** How many nodes had the highest score. */
  readonly best: number;
  readonly node?: string;
  readonly message?: string;
  /** What was drawn among the best, in order. */
  readonly draws: readonly number[];
  /** The share of nodes that is enough, in percent; 0 where it follows from how many there are. */
  readonly percentage: number;
  /** That of the pod's profile, to ask each plugin. */
  readonly fwk: FrameworkImpl;
  /** The nodes that it looks at, as they are now. */
  readonly snapshot: Snapshot;
  /** How often the snapshot had been brought up to date. */
  readonly update: number;
  /** Pods to which room is promised, by the node. */
  readonly nominated: PMap<readonly Pod[]>;
}

/** Is shown each attempt of a pod, as things are then; true ends the run. */
export interface Probe {
  readonly pod: string;
  look(tried: Try): boolean;
}

/** Thrown through a run that has come as far as it was to. */
export class FarEnough extends Error {
  override readonly name = 'FarEnough';
}

/** What is noted of a scheduler while it runs: no more than it takes to come to any attempt again. */
export class Watched {
  readonly moves: Move[] = [];
  /** All attempts, the first one first, by the key of the pod. */
  readonly tries = new Map<string, readonly Try[]>();
  readonly preempted = new Map<string, { readonly node: string; readonly victims: readonly string[] }>();
  readonly history = new SnapshotHistory();
  /** Attempts so far. */
  tried = 0;
  /** False while the caches are filled: what comes then was there before. */
  begun = false;
  onAttempt: (tried: number) => void = () => {};
  probe: Probe | undefined;
  readonly #sim: Sim;
  readonly #accelerator: Accelerator;
  #from = 0;
  readonly #why = new Map<string, string>();
  #victims: Pod[] = [];
  #draws: number[] = [];
  #best = 1;
  #nominator: NominatedPodMap | undefined;
  #nominated: PMap<readonly Pod[]> = emptyMap();

  constructor(sim: Sim, accelerator: Accelerator) {
    this.#sim = sim;
    this.#accelerator = accelerator;
  }

  begin(): void {
    this.begun = true;
    this.#from = this.#sim.now;
  }

  /** The victims since it was asked last. */
  takeVictims(): readonly Pod[] {
    const victims = this.#victims;
    this.#victims = [];
    return victims;
  }

  algorithm(g: GenericScheduler): GenericScheduler {
    // Called as a method of another object, it would have that object as `this`.
    const noted = this.#attempt.bind(this);
    const best = this.#bestOf.bind(this);
    return overriding(g, {
      *schedule(fwk, state, pod) {
        const end = noted(pod, fwk, g);
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

  random(random: Random): Random {
    return overriding(random, {
      below: (n) => {
        const drawn = random.below(n);
        this.#draws.push(drawn);
        return drawn;
      },
    });
  }

  cache(cache: SchedulerCache): SchedulerCache {
    return overriding(cache, {
      updateSnapshot: (snapshot: Snapshot) => this.history.update(cache, snapshot),
      assumePod: (pod) => this.#move({ come: pod }, cache.assumePod(pod)),
      forgetPod: (pod) => this.#move({ go: pod }, cache.forgetPod(pod)),
      removePod: (pod) => this.#move({ go: pod }, cache.removePod(pod)),
    });
  }

  queue(queue: PriorityQueue): PriorityQueue {
    this.#nominator = queue.podNominator as NominatedPodMap;
    return queue;
  }

  queueMetrics(metrics: QueueMetrics): QueueMetrics {
    return overriding(metrics, {
      incomingPods: (part, event, pInfo) => {
        this.#why.set(keyOf(pInfo.pod), event);
        metrics.incomingPods(part, event, pInfo);
      },
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
  #attempt(pod: Pod, fwk: Framework, g: GenericScheduler): (...result: Awaited<Scheduled>) => void {
    const key = keyOf(pod);
    const before = this.tries.get(key) ?? [];
    const snapshot = fwk.snapshotSharedLister();
    if (!(snapshot instanceof Snapshot)) throw new Error('expected plugins to look at a snapshot');
    const { nextStartNodeIndex: start, percentageOfNodesToScore: percentage } = g;
    this.#draws = [];
    const at = this.#sim.now - this.#from;
    this.#best = 1;
    this.tried++;
    return (result, err) => {
      const looked = err instanceof FitError ? err.filteredNodesStatuses.size : 0;
      const evaluated = result?.evaluatedNodes ?? looked;
      const tried: Try = {
        pod,
        turn: before[0]?.turn ?? this.tries.size + 1,
        number: before.length + 1,
        at,
        why: this.#why.get(key) ?? '',
        start,
        evaluated,
        feasible: result?.feasibleNodes ?? 0,
        best: result ? this.#best : 0,
        node: result?.suggestedHost,
        message: err?.message,
        draws: this.#draws,
        percentage,
        fwk: this.#accelerator.plain(fwk),
        snapshot,
        update: this.history.updates,
        nominated: this.#nominatedNow(),
      };
      this.tries.set(key, [...before, tried]);
      if (this.probe?.pod === key && this.probe.look(tried)) throw new FarEnough();
      this.onAttempt(this.tried);
    };
  }

  /** Most of the time none is, and one attempt changes one of them. */
  #nominatedNow(): PMap<readonly Pod[]> {
    const now = this.#nominator?.nominatedPods;
    if (!now || (now.size === 0 && this.#nominated.size === 0)) return this.#nominated;
    for (const [node] of mapEntries(this.#nominated))
      if (!now.has(node)) this.#nominated = mapRemove(this.#nominated, node);
    for (const [node, pods] of now)
      if (mapGet(this.#nominated, node) !== pods) this.#nominated = mapSet(this.#nominated, node, pods);
    return this.#nominated;
  }
}

type Scheduled =
  ReturnType<GenericScheduler['schedule']> extends Generator<unknown, infer Result, void> ? Result : never;

/** Watches the scheduler that is built on a simulator from now on. */
export function watching(sim: Sim): Watched {
  const accelerator = new Accelerator();
  const watched = new Watched(sim, accelerator);
  const watch: Partial<Record<ObservedKind, (component: never) => object>> = {
    'generic-scheduler': (g: GenericScheduler) => watched.algorithm(g),
    'scheduler-random': (random: Random) => watched.random(random),
    'scheduler-cache': (cache: SchedulerCache) => watched.cache(cache),
    'scheduling-queue': (queue: PriorityQueue) => watched.queue(queue),
    'scheduling-queue-metrics': (metrics: QueueMetrics) => watched.queueMetrics(metrics),
    preemption: (steps: PreemptionSteps) => watched.preemption(steps),
  };
  sim.observe = accelerator.observe(
    (kind, _name, component) => (watch[kind]?.(component as never) as typeof component) ?? component,
  );
  return watched;
}
