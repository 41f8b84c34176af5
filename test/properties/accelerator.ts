import fc from 'fast-check';
import { Accelerator } from '../../src/runtime/accelerator/accelerator.ts';
import type { TraitsOf } from '../../src/runtime/accelerator/traits.ts';
import type { Node, Pod } from '../../src/runtime/kubernetes/pkg/api/objects.ts';
import { coreKinds } from '../../src/runtime/kubernetes/pkg/registry/kinds.ts';
import { defaultConfig } from '../../src/runtime/kubernetes/pkg/scheduler/algorithmprovider/registry.ts';
import type { DefaultPreemptionArgs } from '../../src/runtime/kubernetes/pkg/scheduler/apis/config/types_pluginargs.ts';
import { pluginArgsWithDefaults } from '../../src/runtime/kubernetes/pkg/scheduler/apis/config/v1beta1/zz_generated.defaults.ts';
import {
  type GenericScheduler,
  FitError,
  newGenericScheduler,
} from '../../src/runtime/kubernetes/pkg/scheduler/core/generic_scheduler.ts';
import { newCycleState } from '../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type { Framework } from '../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { DefaultPreemption } from '../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.ts';
import { newInTreeRegistry } from '../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/registry.ts';
import { newFramework } from '../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import { type Cache } from '../../src/runtime/kubernetes/pkg/scheduler/internal/cache/interface.ts';
import { newCache } from '../../src/runtime/kubernetes/pkg/scheduler/internal/cache/cache.ts';
import { newEmptySnapshot } from '../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import {
  type NominatedPodMap,
  newPodNominator,
} from '../../src/runtime/kubernetes/pkg/scheduler/internal/queue/scheduling_queue.ts';
import { APIServer } from '../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import { newSharedInformerFactory } from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import { newForConfig } from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { directTransport } from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import { overriding } from '../../src/runtime/stage/overriding.ts';
import { Chan } from '../../src/runtime/sim/chan.ts';
import type { Observe } from '../../src/runtime/sim/observe.ts';
import { Sim } from '../../src/runtime/sim/sim.ts';
import { finished } from '../runtime/kubernetes/pkg/scheduler/framework/runtime/fake.ts';

const zoneKey = 'topology.kubernetes.io/zone';
const hostKey = 'kubernetes.io/hostname';

const term = (app: string, topologyKey: string) => ({ topologyKey, labelSelector: { matchLabels: { app } } });
const spread = (app: string, topologyKey: string, whenUnsatisfiable: string) => ({
  ...term(app, topologyKey),
  maxSkew: 1,
  whenUnsatisfiable,
});
const required = (app: string, key: string) => ({
  requiredDuringSchedulingIgnoredDuringExecution: [term(app, key)],
});
const preferred = (app: string, key: string) => ({
  preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 7, podAffinityTerm: term(app, key) }],
});
const zoneX = { matchExpressions: [{ key: zoneKey, operator: 'In', values: ['x'] }] };

/** What pods may ask for beside room. */
const wishes: readonly object[] = [
  {},
  { affinity: { podAntiAffinity: required('a', hostKey) } },
  { affinity: { podAffinity: required('a', zoneKey) } },
  { affinity: { podAffinity: preferred('a', zoneKey), podAntiAffinity: preferred('b', hostKey) } },
  {
    affinity: {
      nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 3, preference: zoneX }] },
    },
  },
  {
    topologySpreadConstraints: [
      spread('a', zoneKey, 'DoNotSchedule'),
      spread('a', hostKey, 'ScheduleAnyway'),
    ],
  },
  { topologySpreadConstraints: [spread('b', zoneKey, 'ScheduleAnyway')], nodeSelector: { [zoneKey]: 'x' } },
  { tolerations: [{ key: 'kept', operator: 'Exists' }] },
  { volumes: [{ name: 'disk', gcePersistentDisk: { pdName: 'one' } }] },
];

const some = (max: number) => fc.integer({ min: 0, max });

/** What may happen to a cluster. Pods are of few kinds, so that many are alike. */
const turn = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('schedule' as const),
      wish: some(wishes.length - 1),
      app: fc.constantFrom('a', 'b'),
      milli: fc.constantFrom(200, 700),
      priority: fc.constantFrom(0, 0, 5),
      port: fc.constantFrom(undefined, undefined, 80),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('node' as const),
      at: some(5),
      zone: fc.constantFrom(undefined, 'x', 'y'),
      milli: fc.constantFrom(1000, 2000),
      taint: fc.constantFrom(undefined, undefined, 'PreferNoSchedule', 'NoSchedule'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove node' as const), at: some(5) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove pod' as const), which: some(99) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('nominate' as const), at: some(5), priority: some(6) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('withdraw' as const) }) },
);

export type AcceleratorTurn = typeof turn extends fc.Arbitrary<infer T> ? T : never;

export const acceleratorTurns = fc.array(turn, { minLength: 4, maxLength: 40 });

/** All that the scheduler said on the way: statuses of nodes, sums of scores, nodes, and victims. */
export function answers(turns: readonly AcceleratorTurn[], traits?: TraitsOf): string[] {
  const run = new Run(traits);
  for (const each of turns) run.take(each);
  return run.said;
}

class Run {
  readonly said: string[] = [];
  readonly #cache: Cache;
  readonly #nominator: NominatedPodMap;
  readonly #framework: Framework;
  readonly #algorithm: GenericScheduler;
  readonly #preemption: DefaultPreemption;
  readonly #nodes = new Map<number, Node>();
  readonly #pods: Pod[] = [];
  readonly #nominated: Pod[] = [];
  #made = 0;

  /** Without traits, the scheduler is the plain one. */
  constructor(traits: TraitsOf | undefined) {
    const sim = new Sim({ seed: 1 });
    const noting: Observe = (kind, _name, component) =>
      kind === 'generic-scheduler' ? (this.#noting(component as never) as typeof component) : component;
    sim.observe = traits ? new Accelerator(traits).observe(noting) : noting;
    const transport = directTransport(new APIServer(sim, { kinds: coreKinds }));
    const clientSet = newForConfig(sim, { transport, userAgent: 'kube-scheduler', qps: -1 });
    const informerFactory = newSharedInformerFactory(sim, clientSet, { program: 'kube-scheduler' });
    const snapshot = newEmptySnapshot();
    this.#nominator = sim.observe('pod-nominator', 'scheduler', newPodNominator());
    this.#cache = newCache(sim, 30_000, new Chan<never>('stop'));
    const options = {
      sim,
      snapshotSharedLister: snapshot,
      clientSet,
      informerFactory,
      podNominator: this.#nominator,
    };
    const [framework, err] = newFramework(newInTreeRegistry(), defaultConfig, [], options);
    if (err) throw err;
    this.#framework = framework;
    this.#algorithm = newGenericScheduler(sim, this.#cache, snapshot, [], 0);
    const args = pluginArgsWithDefaults('DefaultPreemption') as DefaultPreemptionArgs;
    this.#preemption = new DefaultPreemption(framework, args);
  }

  #noting(g: GenericScheduler): GenericScheduler {
    return overriding(g, {
      selectHost: (scores) => {
        this.said.push(`scores ${scores.map(({ name, score }) => `${name} ${score}`).join()}`);
        return g.selectHost(scores);
      },
    });
  }

  take(each: AcceleratorTurn): void {
    if (each.kind === 'schedule') {
      for (let i = 0; i < each.times; i++) this.#schedule(each);
    } else if (each.kind === 'node') {
      const [before, node] = [this.#nodes.get(each.at), nodeOf(each)];
      if (before) this.#cache.updateNode(before, node);
      else this.#cache.addNode(node);
      this.#nodes.set(each.at, node);
    } else if (each.kind === 'remove node') {
      const node = this.#nodes.get(each.at);
      if (node) this.#cache.removeNode(node);
      this.#nodes.delete(each.at);
    } else if (each.kind === 'remove pod') {
      const [pod] = this.#pods.splice(each.which % Math.max(this.#pods.length, 1), 1);
      if (pod) this.#cache.removePod(pod);
    } else if (each.kind === 'nominate') {
      const pod = this.#podOf({ wish: 0, app: 'b', milli: 700, priority: each.priority, port: undefined });
      this.#nominated.push(pod);
      this.#nominator.addNominatedPod(pod, `n${each.at}`);
    } else {
      const pod = this.#nominated.shift();
      if (pod) this.#nominator.deleteNominatedPodIfExists(pod);
    }
  }

  #schedule(asked: PodAsked): void {
    const pod = this.#podOf(asked);
    const state = newCycleState();
    const [result, err] = finished(this.#algorithm.schedule(this.#framework, state, pod));
    if (!err) {
      this.said.push(`${pod.metadata.name} ${JSON.stringify(result)}`);
      const bound = { ...pod, spec: { ...pod.spec, nodeName: result.suggestedHost } };
      this.#cache.addPod(bound);
      this.#pods.push(bound);
      return;
    }
    this.said.push(`${pod.metadata.name} ${err.message}`);
    if (!(err instanceof FitError)) return;
    const statuses = err.filteredNodesStatuses;
    for (const { metadata } of this.#nodes.values()) {
      const status = statuses.get(metadata.name);
      this.said.push(`${metadata.name} ${status?.code} ${status?.reasons.join()}`);
    }
    const [candidates = []] = finished(this.#preemption.findCandidates(state, pod, statuses));
    for (const { name, victims } of candidates)
      this.said.push(`${name} without ${victims.pods.map(({ metadata }) => metadata.name).join()}`);
  }

  #podOf({ wish, app, milli, priority, port }: PodAsked): Pod {
    const name = `p${++this.#made}`;
    const ports = port === undefined ? {} : { ports: [{ containerPort: port, hostPort: port }] };
    const container = { name: 'c', image: 'i', resources: { requests: { cpu: `${milli}m` } }, ...ports };
    return {
      kind: 'Pod',
      apiVersion: 'v1',
      metadata: { name, namespace: 'default', uid: name, resourceVersion: '1', labels: { app } },
      spec: { priority, containers: [container], ...wishes[wish] },
      status: {},
    };
  }
}

interface PodAsked {
  readonly wish: number;
  readonly app: string;
  readonly milli: number;
  readonly priority: number;
  readonly port: number | undefined;
}

function nodeOf({ at, zone, milli, taint }: Extract<AcceleratorTurn, { kind: 'node' }>): Node {
  const name = `n${at}`;
  const labels = { [hostKey]: name, ...(zone && { [zoneKey]: zone }) };
  const spec = taint ? { taints: [{ key: 'kept', value: 'free', effect: taint }] } : {};
  const allocatable = { cpu: `${milli}m`, memory: '8Gi', pods: '10' };
  return {
    kind: 'Node',
    apiVersion: 'v1',
    metadata: { name, uid: name, resourceVersion: '1', labels },
    spec,
    status: { allocatable },
  } as Node;
}
