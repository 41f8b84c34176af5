import fc from 'fast-check';
import { newServiceUnavailable } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { Pod } from '../../src/runtime/kubernetes/pkg/api/objects.ts';
import { type Observe, unobserved } from '../../src/runtime/sim/observe.ts';
import { SchedulerStage } from '../runtime/kubernetes/pkg/scheduler/stage.ts';
import { type Properties, property } from './property.ts';

type Effect = 'PreferNoSchedule' | 'NoSchedule';

/** What a pod asks of its node: no other such pod on it, or no more of them in its zone than in others, or some nearby. */
type Rule = 'apart' | 'spread' | 'near';

/** What may happen to a cluster with a scheduler. */
export type Turn =
  | { readonly kind: 'pod'; readonly milli: number; readonly priority: number; readonly rule?: Rule }
  | { readonly kind: 'node'; readonly milli: number; readonly taint?: Effect; readonly zone?: string }
  | { readonly kind: 'delete'; readonly which: number }
  | { readonly kind: 'finish'; readonly which: number }
  | { readonly kind: 'wait'; readonly ms: number }
  /** Bindings are refused for so long. */
  | { readonly kind: 'refuse'; readonly ms: number }
  | { readonly kind: 'restart' };

export interface Weather {
  readonly seed: number;
  readonly turns: readonly Turn[];
}

const zones = ['x', 'y', 'z'] as const;

const some = (max: number): fc.Arbitrary<number> => fc.integer({ min: 0, max });

const turn: fc.Arbitrary<Turn> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('pod' as const),
      // Few amounts, so that there are pods that are alike.
      milli: fc.constantFrom(100, 300, 500, 800, 1200),
      priority: some(3),
      rule: fc.constantFrom(undefined, 'apart' as const, 'spread' as const, 'near' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('node' as const),
      milli: fc.integer({ min: 5, max: 20 }).map((tenths) => tenths * 100),
      taint: fc.constantFrom(undefined, 'PreferNoSchedule' as const, 'NoSchedule' as const),
      zone: fc.constantFrom(undefined, ...zones),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), which: some(99) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('finish' as const), which: some(99) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: some(3000) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refuse' as const), ms: some(500) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
);

export const weathers: fc.Arbitrary<Weather> = fc.record({
  seed: fc.nat(),
  turns: fc.array(turn, { minLength: 5, maxLength: 40 }),
});

/** What a run came to: all that was wrong on its way, and where its pods went, in the order of the writes. */
export interface Outcome {
  readonly wrongs: readonly string[];
  readonly decisions: readonly string[];
  /** What was said of pods for which there was no node. */
  readonly refusals: readonly string[];
}

const unavailable = newServiceUnavailable('not now');

/** Plays the turns on a cluster, looks after each, and in the end gives every pod room. */
export function weather({ seed, turns }: Weather, observe: Observe = unobserved): Outcome {
  const run = new Run(seed, observe);
  for (const each of turns) run.take(each);
  return run.end();
}

class Run {
  readonly #stage: SchedulerStage;
  readonly #wrongs: string[] = [];
  readonly #decisions: string[] = [];
  readonly #refusals: string[] = [];
  /** Where each pod was bound, by uid. */
  readonly #boundTo = new Map<string, string>();
  #pods = 0;
  #nodes = 0;

  constructor(seed: number, observe: Observe) {
    this.#stage = new SchedulerStage({}, { seed, order: 'seeded', observe });
    this.#stage.node('node-0', { cpu: '1500m' });
    const [watch, err] = this.#stage.server.watch({
      verb: 'watch',
      resource: 'pods',
      namespace: 'default',
      userAgent: 'test',
    });
    if (err) throw err;
    const see = (pod: Pod): void => this.#see(pod);
    this.#stage.sim.go(
      'test/watch',
      (function* () {
        for (;;) {
          const [event, open] = yield* watch.resultChan().receive();
          if (!open) return;
          see(event.object as Pod);
        }
      })(),
    );
  }

  /** A binding is for ever: nothing may move a pod. */
  #see({ metadata: { name, uid }, spec: { nodeName }, status }: Pod): void {
    for (const { message } of status.conditions ?? [])
      if (message) this.#refusals.push(`${name}: ${message}`);
    const before = this.#boundTo.get(uid);
    if (before !== undefined && nodeName !== before)
      this.#wrongs.push(`${name} was bound to ${before}, and then to ${nodeName}`);
    if (before !== undefined || !nodeName) return;
    this.#boundTo.set(uid, nodeName);
    this.#decisions.push(`${name} ${nodeName}`);
  }

  take(each: Turn): void {
    const stage = this.#stage;
    switch (each.kind) {
      case 'pod':
        this.#pod(each);
        break;
      case 'node':
        stage.node(
          `node-${++this.#nodes}`,
          { cpu: `${each.milli}m` },
          taintsOf(each.taint),
          zoneLabel(each.zone),
        );
        break;
      case 'delete':
        this.#delete(each.which);
        break;
      case 'finish':
        this.#finish(each.which);
        break;
      case 'wait':
        stage.sim.runFor(each.ms);
        break;
      case 'refuse':
        stage.refuse.set('create pods/binding', unavailable);
        stage.sim.runFor(each.ms);
        stage.refuse.clear();
        break;
      case 'restart':
        stage.restart();
        break;
    }
    this.#look(JSON.stringify(each));
  }

  #pod({ milli, priority, rule }: Extract<Turn, { kind: 'pod' }>): void {
    const spec = { priority, ...(rule ? specs[rule] : {}) };
    this.#stage.pod(`pod-${++this.#pods}`, `${milli}m`, spec, 3, rule && { rule });
  }

  /** Of the pods that there are, in their order; graceful, so that one on a node stays for a while. */
  #delete(which: number): void {
    const names = [...this.#stage.pods().keys()];
    const name = names[which % names.length];
    if (name !== undefined) this.#stage.delete(name, 30);
  }

  /** What a kubelet does with a pod that is to go, or whose work is done. */
  #finish(which: number): void {
    const going = [...this.#stage.pods().values()].filter(({ metadata }) => metadata.deletionTimestamp);
    const pod = going[which % going.length];
    if (pod) this.#stage.delete(pod.metadata.name, 0);
  }

  /** No node may be over its room, by those that are bound, and by those that the scheduler assumes to be there. */
  #look(after: string): void {
    const wrong = (text: string): void => void this.#wrongs.push(`${text}, after ${after}`);
    for (const [name, info] of this.#stage.sched.parts.schedulerCache.dump().nodes) {
      const { requested, allocatable } = info;
      if (requested.milliCPU > allocatable.milliCPU)
        wrong(`${name} has ${allocatable.milliCPU}m, and ${requested.milliCPU}m are assumed or bound`);
    }
    const bound = new Map<string, number>();
    for (const { spec } of this.#stage.pods().values()) {
      const milli = Number(spec.containers[0]?.resources?.requests?.['cpu']?.slice(0, -1));
      if (spec.nodeName) bound.set(spec.nodeName, (bound.get(spec.nodeName) ?? 0) + milli);
    }
    const { nodes } = this.#stage.sched.parts.schedulerCache.dump();
    for (const [node, milli] of bound) {
      const room = nodes.get(node)?.allocatable.milliCPU ?? Infinity;
      if (milli > room) wrong(`${node} has ${room}m, and ${milli}m are bound to it`);
    }
  }

  /**
   * With room for all, every pod finds its place: none is lost on its way. Room is a large node in each zone, and one for
   * each of the pods that may not be on a node together.
   */
  end(): Outcome {
    const stage = this.#stage;
    const apart = [...stage.pods().values()].filter(({ metadata }) => metadata.labels?.['rule'] === 'apart');
    for (let i = 0; i < Math.max(zones.length, apart.length); i++)
      stage.node(`large-${i}`, { cpu: '100' }, {}, zoneLabel(zones[i % zones.length]));
    for (let i = 0; i < 10; i++) {
      stage.sim.runFor(20_000);
      for (const { metadata } of stage.pods().values())
        if (metadata.deletionTimestamp) stage.delete(metadata.name, 0);
    }
    this.#look('the end');
    for (const { metadata, spec } of stage.pods().values()) {
      if (spec.nodeName) continue;
      const waiting = stage.sched.parts.schedulingQueue.pendingPods().length;
      this.#wrongs.push(`${metadata.name} has no node in the end; ${waiting} pods are in the queue`);
    }
    const assumed = stage.sched.parts.schedulerCache.dump().assumedPods.size;
    if (assumed > 0) this.#wrongs.push(`${assumed} pods are assumed in the end`);
    return { wrongs: this.#wrongs, decisions: this.#decisions, refusals: this.#refusals };
  }
}

const taintsOf = (effect: string | undefined): object =>
  effect ? { taints: [{ key: 'kept', value: 'free', effect }] } : {};

const zoneKey = 'topology.kubernetes.io/zone';

const zoneLabel = (zone: string | undefined): Readonly<Record<string, string>> =>
  zone ? { [zoneKey]: zone } : {};

const labelSelector = (rule: Rule): object => ({ labelSelector: { matchLabels: { rule } } });

const required = (rule: Rule, topologyKey: string): object => ({
  requiredDuringSchedulingIgnoredDuringExecution: [{ ...labelSelector(rule), topologyKey }],
});

const specs: Readonly<Record<Rule, object>> = {
  apart: { affinity: { podAntiAffinity: required('apart', 'kubernetes.io/hostname') } },
  near: { affinity: { podAffinity: required('near', zoneKey) } },
  spread: {
    topologySpreadConstraints: [
      { ...labelSelector('spread'), topologyKey: zoneKey, maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' },
    ],
  },
};

export const properties: Properties = {
  scheduler: property(weathers, (each) => weather(each).wrongs),
};
