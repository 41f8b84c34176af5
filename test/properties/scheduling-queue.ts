import fc from 'fast-check';
import type { PodSpec } from 'kubernetes-types/core/v1';
import type { Pod } from '../../src/runtime/kubernetes/pkg/api/objects.ts';
import { podPriority } from '../../src/runtime/kubernetes/staging/src/k8s.io/component-helpers/scheduling/corev1/helpers.ts';
import type { QueuedPodInfo } from '../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { nodeAdd } from '../../src/runtime/kubernetes/pkg/scheduler/internal/queue/events.ts';
import {
  NominatedPodMap,
  PriorityQueue,
} from '../../src/runtime/kubernetes/pkg/scheduler/internal/queue/scheduling_queue.ts';
import { Sim } from '../../src/runtime/sim/sim.ts';
import { podOf, popped, priorityFirst } from '../runtime/kubernetes/pkg/scheduler/internal/queue/pods.ts';
import { type Properties, property } from './property.ts';

/** What may happen to a queue. `pod` is one of a few, so that much happens to the same ones. */
export type QueueTurn =
  | { readonly kind: 'add' | 'delete' | 'touch' | 'relabel' | 'nominate'; readonly pod: number }
  | { readonly kind: 'pop' | 'moveAll' | 'bound' }
  /** The pod that was taken first comes back, having been tried so many cycles ago. */
  | { readonly kind: 'putBack'; readonly cyclesAgo: number }
  | { readonly kind: 'wait'; readonly ms: number };

const pods = 8;
const pod = fc.integer({ min: 0, max: pods - 1 });

export const queueTurns: fc.Arbitrary<readonly QueueTurn[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constantFrom('add', 'add', 'add', 'delete', 'touch', 'relabel', 'nominate'),
      pod,
    }),
    fc.record({ kind: fc.constantFrom('pop', 'pop', 'pop', 'moveAll', 'bound') }),
    fc.record({ kind: fc.constant('putBack'), cyclesAgo: fc.integer({ min: 0, max: 3 }) }),
    fc.record({ kind: fc.constant('wait'), ms: fc.integer({ min: 1, max: 20_000 }) }),
  ) as fc.Arbitrary<QueueTurn>,
  { maxLength: 120 },
);

/** Half of the pods want to be with pods of the label `app: a`, which the bound one has. */
const affinity: NonNullable<PodSpec['affinity']> = {
  podAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: [
      { labelSelector: { matchLabels: { app: 'a' } }, topologyKey: 'zone' },
    ],
  },
};
const specOf = (i: number): Partial<PodSpec> => ({
  priority: i % 3,
  ...(i % 2 === 0 ? { affinity } : {}),
});

type MakeQueue = (sim: Sim, podNominator: NominatedPodMap) => PriorityQueue;

/** What is wrong after one of the turns, or in the end, when nothing has happened for long; empty if nothing is. */
export function queueWrongs(turns: readonly QueueTurn[], make: MakeQueue): string[] {
  const tried = new Trial(make);
  for (const turn of turns) {
    const wrong = tried.take(turn) ?? tried.wrong();
    if (wrong !== undefined) return [`after ${JSON.stringify(turn)}: ${wrong}`];
  }
  // A minute aside, half a minute to the next look, and a back-off of ten seconds to the next second.
  tried.sim.runFor(102_000);
  const left = tried.q.podBackoffQ.length + tried.q.numUnschedulablePods();
  const wrong = tried.wrong() ?? (left > 0 ? `${left} pods are never tried again` : undefined);
  return wrong === undefined ? [] : [`in the end: ${wrong}`];
}

/** A queue, and what should be in it. */
class Trial {
  readonly sim = new Sim();
  readonly #nominator = new NominatedPodMap();
  readonly q: PriorityQueue;
  /** The pods that should be in the queue, as they were told last. */
  readonly #queued = new Map<string, Pod>();
  readonly #existing = new Map<string, Pod>();
  readonly #inHand: QueuedPodInfo[] = [];
  #versions = 1;

  constructor(make: MakeQueue) {
    this.q = make(this.sim, this.#nominator);
    this.q.run();
    this.sim.runFor(1);
  }

  take(turn: QueueTurn): string | undefined {
    switch (turn.kind) {
      case 'wait':
        this.sim.runFor(turn.ms);
        return undefined;
      case 'moveAll':
        this.q.moveAllToActiveOrBackoffQueue(nodeAdd);
        return undefined;
      case 'bound': {
        const bound = podOf('ns/bound', { nodeName: 'n' });
        this.q.assignedPodAdded({ ...bound, metadata: { ...bound.metadata, labels: { app: 'a' } } });
        return undefined;
      }
      case 'pop':
        return this.#pop();
      case 'putBack':
        this.#putBack(turn.cyclesAgo);
        return undefined;
      default:
        this.#change(turn.kind, turn.pod);
        return undefined;
    }
  }

  #pop(): string | undefined {
    const first = this.q.activeQ
      .list()
      .sort((a, b) => podPriority(b.pod) - podPriority(a.pod) || a.timestamp - b.timestamp)[0];
    if (!first) return undefined;
    const pInfo = popped(this.q);
    this.#inHand.push(pInfo);
    this.#queued.delete(pInfo.pod.metadata.name);
    if (pInfo === first) return undefined;
    return `pop gave ${pInfo.pod.metadata.name}, and ${first.pod.metadata.name} was first`;
  }

  /** As the scheduler does it: the pod as it is now, if it is still there, and only if it is not queued already. */
  #putBack(cyclesAgo: number): void {
    const pInfo = this.#inHand.shift();
    const now = pInfo && this.#existing.get(pInfo.pod.metadata.name);
    if (!pInfo || !now) return;
    pInfo.pod = now;
    const err = this.q.addUnschedulableIfNotPresent(pInfo, this.q.schedulingCycle() - cyclesAgo);
    if (!err) this.#queued.set(now.metadata.name, now);
  }

  #change(kind: 'add' | 'delete' | 'touch' | 'relabel' | 'nominate', i: number): void {
    const name = `p${i}`;
    const old = this.#existing.get(name);
    if (kind === 'nominate') {
      if (old) this.q.addNominatedPod(old, `n${i % 2}`);
    } else if (kind === 'delete') {
      if (!old) return;
      this.q.delete(old);
      this.#existing.delete(name);
      this.#queued.delete(name);
    } else if (kind === 'add') {
      if (old) return;
      const made = podOf(`ns/${name}`, specOf(i));
      this.#existing.set(name, made);
      this.#queued.set(name, made);
      this.q.add(made);
    } else if (old) {
      const resourceVersion = String(++this.#versions);
      const labels = kind === 'relabel' ? { version: resourceVersion } : old.metadata.labels;
      const next: Pod = { ...old, metadata: { ...old.metadata, resourceVersion, ...(labels && { labels }) } };
      this.#existing.set(name, next);
      this.#queued.set(name, next);
      this.q.update(old, next);
    }
  }

  /** Each pod is in exactly one part, and each nomination in exactly one list. */
  wrong(): string | undefined {
    const { activeQ, podBackoffQ, unschedulableQ } = this.q;
    const found = [...activeQ.list(), ...podBackoffQ.list(), ...unschedulableQ.podInfoMap.values()];
    const names = found.map(({ pod: { metadata } }) => metadata.name).sort();
    const wanted = [...this.#queued.keys()].sort();
    if (names.join() !== wanted.join()) return `the queue has [${names}], and should have [${wanted}]`;
    const stale = found.find(({ pod: of }) => this.#queued.get(of.metadata.name) !== of);
    if (stale) return `the queue has an old ${stale.pod.metadata.name}`;
    const nominated = [...this.#nominator.nominatedPods].flatMap(([node, list]) =>
      list.map(({ metadata }) => `${metadata.uid} to ${node}`),
    );
    const known = [...this.#nominator.nominatedPodToNode].map(([uid, node]) => `${uid} to ${node}`);
    if (nominated.sort().join() !== known.sort().join())
      return `nominated are [${nominated}], known [${known}]`;
    return undefined;
  }
}

/** A queue as the default profile has it. */
export const orderedBy = priorityFirst();

export const properties: Properties = {
  'queue of the scheduler': property(queueTurns, (turns) =>
    queueWrongs(turns, (sim, podNominator) => new PriorityQueue(sim, orderedBy, { podNominator })),
  ),
};
