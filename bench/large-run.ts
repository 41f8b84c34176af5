import type { Pod } from '../src/runtime/kubernetes/pkg/api/objects.ts';
import { APIServer } from '../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import { newForConfig } from '../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { directTransport } from '../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import { ResourceEventHandlerFuncs } from '../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/controller.ts';
import { newEventBroadcasterAdapter } from '../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/events/event_broadcaster.ts';
import type { Recording } from '../src/recording/recording.ts';
import { newObserver } from '../src/runtime/stage/observer.ts';
import { schedulerObservers } from '../src/runtime/subjects/scheduler/observers.ts';
import { type Trace, initialWorld } from '../src/runtime/stage/world.ts';
import type { Kind } from '../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { coreKinds } from '../src/runtime/kubernetes/pkg/registry/kinds.ts';
import { schedulerKinds } from '../src/runtime/kubernetes/pkg/registry/scheduler-kinds.ts';
import { newInformerFactory, newScheduler } from '../src/runtime/kubernetes/pkg/scheduler/scheduler.ts';
import { Chan } from '../src/runtime/sim/chan.ts';
import { background } from '../src/runtime/sim/context.ts';
import type { Blocking } from '../src/runtime/sim/process.ts';
import { Sim } from '../src/runtime/sim/sim.ts';
import { Trace as SimTrace } from '../src/runtime/sim/trace.ts';
import { asNew, nodesOf, pendingPodsOf } from './scheduling-world.ts';
import { api } from '../src/runtime/subjects/api/subject.ts';
import { controlLoop } from '../src/runtime/subjects/control-loop/subject.ts';
import { scheduler } from '../src/runtime/subjects/scheduler/subject.ts';

export interface LargeSize {
  readonly nodes: number;
  /** Those that run from the start, and those that come then and wait for a node. */
  readonly running: number;
  readonly waiting: number;
}

/**
 * A scheduler with its API server at work in a large cluster, recorded: the store, the queue, the cache and each attempt. Informers
 * are not recorded: they would be most of it, and the picture does not show them.
 */
export function largeRun({ nodes, running, waiting }: LargeSize): Recording {
  const sim = new Sim({ seed: 1, limits: { steps: Infinity, processes: Infinity, entries: Infinity } });
  const trace: Trace = new SimTrace(sim, initialWorld([api, controlLoop, scheduler]));
  sim.trace = trace as unknown as SimTrace;
  const { observe } = newObserver(sim, trace, [api, controlLoop, scheduler]);
  sim.observe = (kind, name, component) =>
    kind === 'store' || kind in schedulerObservers ? observe(kind, name, component) : component;
  const kinds = [...coreKinds, ...schedulerKinds] as readonly unknown[] as readonly Kind[];
  const server = new APIServer(sim, { kinds });
  const clientOf = (userAgent: string) =>
    newForConfig(sim, { transport: directTransport(server), userAgent, qps: -1 });
  const client = clientOf('kube-scheduler');
  const inProcess = (group: string, work: () => Blocking<void>): void => {
    const process = sim.go('bench', work(), group);
    sim.runUntil(() => process.state === 'done');
  };
  const create = function* (pods: readonly Pod[]): Blocking<void> {
    for (const pod of pods) {
      const [, err] = yield* client.coreV1().pods('default').create(asNew(pod));
      if (err) throw err;
    }
  };
  const all = pendingPodsOf('plain', running + waiting);
  inProcess('kubectl', function* () {
    for (const node of nodesOf('plain', nodes)) {
      const [, err] = yield* client.coreV1().nodes().create(asNew(node));
      if (err) throw err;
    }
    yield* create(
      all
        .slice(0, running)
        .map((pod, i) => ({ ...pod, spec: { ...pod.spec, nodeName: `node-${i % nodes}` } })),
    );
  });
  const stop = new Chan<never>('stop');
  let bound = 0;
  inProcess('kube-scheduler', function* () {
    const informers = newInformerFactory(sim, client, 'kube-scheduler', 0);
    const events = yield* newEventBroadcasterAdapter(sim, clientOf('events'), 'kube-scheduler');
    const [scheduler, err] = newScheduler(sim, client, informers, (name) => events.newRecorder(name), stop);
    if (err) throw err;
    const handler = new ResourceEventHandlerFuncs<Pod>({
      updateFunc: (old, pod) => void (!old.spec.nodeName && pod.spec.nodeName && bound++),
    });
    informers.core().v1().pods().informer().addEventHandler(handler);
    informers.start(stop);
    yield* informers.waitForCacheSync(stop);
    sim.go('scheduler', scheduler.run(background));
  });
  inProcess('kubectl', () => create(all.slice(running)));
  if (!sim.runUntil(() => bound === waiting))
    throw new Error(`expected ${waiting} pods bound, found ${bound}`);
  const { entries, processes } = trace;
  const subjects = ['api', 'control-loop', 'scheduler'];
  return {
    scenario: 'bench/picture',
    seed: 1,
    subjects,
    draws: {},
    standIns: [],
    acts: [],
    entries,
    processes,
    outcome: { ended: 'story' },
  };
}
