/**
 * How many pods a second the scheduler takes care of, with the default profile, and nothing recorded. First the finding of
 * a node alone: queue, snapshot, filters, scores, the draw, and the pod assumed; with preemption also the search for
 * victims, who go at once. Then all of it: the API server, informers, binding, events and conditions, without limits on
 * requests. It prints pods a second by the clock, and in a second of the CPU, in which the work of the garbage collector and the
 * compiler counts too. Where KUBE_SCHEDULER and KUBE_APISERVER name the real programs, they bind the same pods, and
 * the clock there is held against the clock here.
 */
import { Accelerator } from '../src/runtime/accelerator/accelerator.ts';
import type { Node, Pod } from '../src/runtime/kubernetes/pkg/api/objects.ts';
import { APIServer } from '../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import { newSharedInformerFactory } from '../src/runtime/kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import {
  type Clientset,
  newForConfig,
} from '../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { directTransport } from '../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import { ResourceEventHandlerFuncs } from '../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/controller.ts';
import { newEventBroadcasterAdapter } from '../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/events/event_broadcaster.ts';
import type { Kind } from '../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { coreKinds } from '../src/runtime/kubernetes/pkg/registry/kinds.ts';
import { schedulerKinds } from '../src/runtime/kubernetes/pkg/registry/scheduler-kinds.ts';
import { defaultConfig } from '../src/runtime/kubernetes/pkg/scheduler/algorithmprovider/registry.ts';
import type { DefaultPreemptionArgs } from '../src/runtime/kubernetes/pkg/scheduler/apis/config/types_pluginargs.ts';
import { pluginArgsWithDefaults } from '../src/runtime/kubernetes/pkg/scheduler/apis/config/v1beta1/zz_generated.defaults.ts';
import {
  type GenericScheduler,
  FitError,
  newGenericScheduler,
} from '../src/runtime/kubernetes/pkg/scheduler/core/generic_scheduler.ts';
import { newCycleState } from '../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type { Framework } from '../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { DefaultPreemption } from '../src/runtime/kubernetes/pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.ts';
import { newInTreeRegistry } from '../src/runtime/kubernetes/pkg/scheduler/framework/plugins/registry.ts';
import { newFramework } from '../src/runtime/kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import { SchedulerCache } from '../src/runtime/kubernetes/pkg/scheduler/internal/cache/cache.ts';
import { newEmptySnapshot } from '../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import {
  PriorityQueue,
  newPodNominator,
} from '../src/runtime/kubernetes/pkg/scheduler/internal/queue/scheduling_queue.ts';
import { newInformerFactory, newScheduler } from '../src/runtime/kubernetes/pkg/scheduler/scheduler.ts';
import { Chan } from '../src/runtime/sim/chan.ts';
import { background } from '../src/runtime/sim/context.ts';
import type { Blocking } from '../src/runtime/sim/process.ts';
import { Sim } from '../src/runtime/sim/sim.ts';
import { programsNamed } from './real-cluster.ts';
import { boundByReal } from './real-scheduling.ts';
import { type Shape, asNew, boundPodsOf, nodesOf, pendingPodsOf, shapes } from './scheduling-world.ts';

const pods = 2000;
const sizes = [100, 1000, 5000];

export async function measureScheduling(): Promise<void> {
  console.log(`  ${count(pods)} pods each`);
  await table('found: pods a second by the clock (in a CPU second, MB held in the end)', (shape, size) =>
    told(scheduled(shape, size, pods)),
  );
  const here = new Map<string, number>();
  await table('bound: pods a second by the clock (in a CPU second, MB held in the end)', (shape, size) => {
    const result = bound(shape, size, pods);
    here.set(`${shape} ${size}`, result.seconds);
    return told(result);
  });
  const programs = programsNamed();
  if (!programs) {
    console.log('  nothing to hold it against: KUBE_SCHEDULER and KUBE_APISERVER name no programs');
    return;
  }
  await table('bound by kube-scheduler (a CPU second of its own), times here', async (shape, size) => {
    const { seconds, cpuSeconds } = await boundByReal(programs, shape, size, pods);
    const times = seconds / (here.get(`${shape} ${size}`) ?? NaN);
    return `${count(pods / seconds)} (${count(pods / cpuSeconds)}) ${times.toFixed(1)}`;
  });
}

async function table(
  title: string,
  cellOf: (shape: Shape, size: number) => string | Promise<string>,
): Promise<void> {
  console.log(`  ${title}\n  ${'nodes'.padStart(8)}${shapes.map((shape) => shape.padStart(20)).join('')}`);
  for (const size of sizes) {
    const cells: string[] = [];
    for (const shape of shapes) cells.push((await cellOf(shape, size)).padStart(20));
    console.log(`  ${count(size).padStart(8)}${cells.join('')}`);
  }
}

const told = ({ seconds, cpuSeconds, megabytes }: Scheduled): string =>
  `${count(pods / seconds)} (${count(pods / cpuSeconds)}, ${megabytes.toFixed(0)})`;

const count = (number: number): string => Math.round(number).toLocaleString('en');

export interface Scheduled {
  /** By the clock. */
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** What nodes, pods and the scheduler's view of them take in the end. */
  readonly megabytes: number;
}

/** Schedules so many pods of a shape on so many nodes. Throws if one finds no node. */
export function scheduled(shape: Shape, size: number, count: number): Scheduled {
  const before = heldMegabytes();
  const bench = new Bench(nodesOf(shape, size), shape);
  for (const pod of pendingPodsOf(shape, count)) bench.queue.add(pod);
  const measured = startClocks();
  for (let i = 0; i < count; i++) bench.scheduleOne();
  const times = measured();
  const megabytes = heldMegabytes() - before;
  if (bench.cache.assumedPods.size !== count)
    throw new Error(`expected ${count} pods with a node, found ${bench.cache.assumedPods.size}`);
  return { ...times, megabytes };
}

/** As `scheduled`, by a whole scheduler with an API server. */
export function bound(shape: Shape, size: number, count: number): Scheduled {
  const before = heldMegabytes();
  const sim = new Sim({ seed: 1, limits: { steps: Infinity, processes: Infinity } });
  sim.observe = new Accelerator().observe();
  const kinds = [...coreKinds, ...schedulerKinds] as readonly unknown[] as readonly Kind[];
  const server = new APIServer(sim, { kinds });
  const clientOf = (userAgent: string) =>
    newForConfig(sim, { transport: directTransport(server), userAgent, qps: -1 });
  const client = clientOf('kube-scheduler');
  const nodes = nodesOf(shape, size);
  inProcess(sim, function* () {
    for (const node of nodes) created(yield* client.coreV1().nodes().create(asNew(node)));
    yield* createPods(client, boundPodsOf(shape, nodes));
  });
  const stop = new Chan<never>('stop');
  let settled = 0;
  inProcess(sim, function* () {
    const informers = newInformerFactory(sim, client, 'kube-scheduler', 0);
    const events = yield* newEventBroadcasterAdapter(sim, clientOf('events'), 'kube-scheduler');
    const recorderFactory = (name: string) => events.newRecorder(name);
    const [scheduler, err] = newScheduler(sim, client, informers, recorderFactory, stop);
    if (err) throw err;
    const handler = new ResourceEventHandlerFuncs<Pod>({
      updateFunc: (old, pod) => void (!old.spec.nodeName && pod.spec.nodeName && settled++),
    });
    informers.core().v1().pods().informer().addEventHandler(handler);
    events.startRecordingToSink(stop);
    informers.start(stop);
    yield* informers.waitForCacheSync(stop);
    sim.go('scheduler', scheduler.run(background));
  });
  const measured = startClocks();
  inProcess(sim, function* () {
    yield* createPods(client, pendingPodsOf(shape, count));
  });
  if (!sim.runUntil(() => settled === count))
    throw new Error(`expected ${count} pods bound, found ${settled}`);
  return { ...measured(), megabytes: heldMegabytes() - before };
}

function created([, err]: readonly [unknown, Error | undefined]): void {
  if (err) throw err;
}

function* createPods(client: Clientset, list: readonly Pod[]): Blocking<void> {
  for (const pod of list) created(yield* client.coreV1().pods('default').create(asNew(pod)));
}

/** Runs until the process has ended, or can only wait for time to pass. */
function inProcess(sim: Sim, work: () => Blocking<void>): void {
  const process = sim.go('bench', work());
  sim.runUntil(() => process.state === 'done');
}

/** Gives what has passed since, by the clock and of the CPU. */
function startClocks(): () => Omit<Scheduled, 'megabytes'> {
  const [began, start] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(start);
    return { seconds: (performance.now() - began) / 1000, cpuSeconds: (user + system) / 1e6 };
  };
}

function heldMegabytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/** The parts of a scheduler that decide, put together as the program does it. */
class Bench {
  readonly cache: SchedulerCache;
  readonly queue: PriorityQueue;
  readonly #framework: Framework;
  readonly #algorithm: GenericScheduler;
  readonly #preemption: DefaultPreemption;

  constructor(nodes: readonly Node[], shape: Shape) {
    const sim = new Sim({ seed: 1 });
    sim.observe = new Accelerator().observe();
    const transport = directTransport(new APIServer(sim, { kinds: coreKinds }));
    const client = newForConfig(sim, { transport, userAgent: 'kube-scheduler', qps: -1 });
    const informerFactory = newSharedInformerFactory(sim, client, { program: 'kube-scheduler' });
    const snapshot = newEmptySnapshot();
    this.cache = sim.observe(
      'scheduler-cache',
      'scheduler',
      new SchedulerCache(sim, 30_000, 1000, undefined),
    );
    for (const node of nodes) this.cache.addNode(node);
    for (const pod of boundPodsOf(shape, nodes)) this.cache.addPod(pod);
    const podNominator = sim.observe('pod-nominator', 'scheduler', newPodNominator());
    this.queue = new PriorityQueue(sim, (a, b) => a.timestamp < b.timestamp, { podNominator });
    const options = {
      sim,
      snapshotSharedLister: snapshot,
      clientSet: client,
      informerFactory,
      podNominator,
    };
    const [framework, err] = newFramework(newInTreeRegistry(), defaultConfig, [], options);
    if (err) throw err;
    this.#framework = framework;
    this.#algorithm = newGenericScheduler(sim, this.cache, snapshot, [], 0);
    const args = pluginArgsWithDefaults('DefaultPreemption') as DefaultPreemptionArgs;
    this.#preemption = new DefaultPreemption(framework, args);
  }

  /** As the scheduler does it, except that victims go at once, and the pod is tried again right then. */
  scheduleOne(): void {
    const [queued, closed] = finished(this.queue.pop());
    if (closed) throw closed;
    const { pod } = queued;
    for (let attempt = 1; attempt <= 2; attempt++) {
      const state = newCycleState();
      const [result, err] = finished(this.#algorithm.schedule(this.#framework, state, pod));
      if (!err) {
        this.cache.assumePod({ ...pod, spec: { ...pod.spec, nodeName: result.suggestedHost } });
        this.queue.deleteNominatedPodIfExists(pod);
        return;
      }
      if (!(err instanceof FitError)) throw err;
      const [candidates, failed] = finished(
        this.#preemption.findCandidates(state, pod, err.filteredNodesStatuses),
      );
      if (failed) throw failed;
      const best = this.#preemption.selectCandidate(pod, candidates, 0);
      if (!best) throw err;
      for (const victim of best.victims.pods) this.cache.removePod(victim);
      this.queue.addNominatedPod(pod, best.name);
    }
  }
}

function finished<T>(blocking: Blocking<T>): T {
  const { done, value } = blocking.next();
  if (!done) throw new Error('expected what needs no waiting, found that it parks');
  return value;
}
