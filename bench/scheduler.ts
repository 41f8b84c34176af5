import type { Node, Pod } from '../src/runtime/kubernetes/pkg/api/objects.ts';
import { APIServer } from '../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import { newSharedInformerFactory } from '../src/runtime/kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import { newForConfig } from '../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { directTransport } from '../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import { newObserver } from '../src/runtime/stage/observer.ts';
import { type Trace, initialWorld } from '../src/runtime/stage/world.ts';
import { coreKinds } from '../src/runtime/kubernetes/pkg/registry/kinds.ts';
import { defaultConfig } from '../src/runtime/kubernetes/pkg/scheduler/algorithmprovider/registry.ts';
import { newGenericScheduler } from '../src/runtime/kubernetes/pkg/scheduler/core/generic_scheduler.ts';
import { newCycleState } from '../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import { newInTreeRegistry } from '../src/runtime/kubernetes/pkg/scheduler/framework/plugins/registry.ts';
import { newFramework } from '../src/runtime/kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import { newCache } from '../src/runtime/kubernetes/pkg/scheduler/internal/cache/cache.ts';
import { newEmptySnapshot } from '../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { Chan } from '../src/runtime/sim/chan.ts';
import { Sim } from '../src/runtime/sim/sim.ts';
import { Trace as SimTrace } from '../src/runtime/sim/trace.ts';
import { perSecond, secondsOf } from './handoffs.ts';
import { api } from '../src/runtime/subjects/api/subject.ts';
import { controlLoop } from '../src/runtime/subjects/control-loop/subject.ts';
import { scheduler } from '../src/runtime/subjects/scheduler/subject.ts';

const sizes = [100, 1000, 5000];
const pending = 500;

/** Pods find their nodes, ten pods a node being there, with and without a trace: the algorithm and the cache, without an API. */
export function measureSchedulerTrace(): void {
  console.log('  nodes   pods/s traced   pods/s   MB of the trace');
  for (const nodes of sizes) {
    scheduleAll(nodes, false);
    const off = scheduleAll(nodes, false);
    globalThis.gc?.();
    const before = process.memoryUsage();
    const on = scheduleAll(nodes, true);
    globalThis.gc?.();
    const after = process.memoryUsage();
    const held = after.heapUsed - before.heapUsed + (after.arrayBuffers - before.arrayBuffers);
    const cells = [
      String(nodes).padStart(5),
      perSecond(pending, on.seconds).padStart(14),
      perSecond(pending, off.seconds).padStart(8),
      (held / 1e6).toFixed(0).padStart(8),
    ];
    console.log(`  ${cells.join('  ')}`);
    if ((on.trace?.entries.length ?? 0) < pending) throw new Error('the trace is not there');
  }
}

/** Schedules the pods that wait, one after the other, and assumes each on its node. */
export function scheduleAll(
  nodes: number,
  traced: boolean,
): { readonly seconds: number; readonly trace?: Trace } {
  const sim = new Sim({ seed: 1, limits: { entries: 1_000_000 } });
  const trace: Trace | undefined = traced
    ? new SimTrace(sim, initialWorld([api, controlLoop, scheduler]))
    : undefined;
  if (trace) sim.observe = newObserver(sim, trace, [api, controlLoop, scheduler]).observe;
  const cache = newCache(sim, 30_000, new Chan<never>('stop'));
  for (let i = 0; i < nodes; i++) cache.addNode(nodeOf(i));
  for (let i = 0; i < nodes * 10; i++) cache.addPod(podOf(`old-${i}`, `node-${i % nodes}`));
  const snapshot = newEmptySnapshot();
  const transport = directTransport(new APIServer(sim, { kinds: coreKinds }));
  const clientSet = newForConfig(sim, { transport, userAgent: 'kube-scheduler', qps: -1 });
  const [framework, err] = newFramework(newInTreeRegistry(), defaultConfig, [], {
    sim,
    snapshotSharedLister: snapshot,
    clientSet,
    informerFactory: newSharedInformerFactory(sim, clientSet, { program: 'kube-scheduler' }),
    profileName: 'default-scheduler',
  });
  if (err) throw err;
  const algorithm = newGenericScheduler(sim, cache, snapshot, [], 0);
  const seconds = secondsOf(() => {
    for (let i = 0; i < pending; i++) {
      const pod = podOf(`new-${i}`);
      const { value, done } = algorithm.schedule(framework, newCycleState(), pod).next();
      if (!done) throw new Error('expected no request');
      const [found, unscheduled] = value;
      if (unscheduled) throw unscheduled;
      cache.assumePod({ ...pod, spec: { ...pod.spec, nodeName: found.suggestedHost } });
    }
  });
  return trace ? { seconds, trace } : { seconds };
}

function nodeOf(i: number): Node {
  const labels = {
    'kubernetes.io/hostname': `node-${i}`,
    'topology.kubernetes.io/zone': `zone-${i % 3}`,
  };
  const allocatable = { cpu: '16', memory: '64Gi', pods: '110' };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: `node-${i}`, labels },
    spec: {},
    status: { allocatable },
  } as unknown as Node;
}

function podOf(name: string, nodeName?: string): Pod {
  const requests = { cpu: `${100 + (name.length % 3) * 50}m`, memory: '256Mi' };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', uid: `uid-${name}`, labels: { app: 'web' } },
    spec: { ...(nodeName && { nodeName }), containers: [{ name: 'c', image: 'i', resources: { requests } }] },
    status: {},
  } as unknown as Pod;
}
