import { expect, test } from 'vitest';
import { tell } from '../../../src/recording/tell.ts';
import type { Node, Pod } from '../../../src/runtime/api/objects.ts';
import { APIServer } from '../../../src/runtime/apiserver/server.ts';
import { newSharedInformerFactory } from '../../../src/runtime/client-go/informers/factory.ts';
import { newForConfig } from '../../../src/runtime/client-go/kubernetes/clientset.ts';
import { directTransport } from '../../../src/runtime/client-go/rest/transport.ts';
import { newObserver } from '../../../src/runtime/observe/observe.ts';
import { nodeAt, numberAt, placeOf, verdictOf } from '../../../src/runtime/observe/scheduler-world.ts';
import { schedulerObservers } from '../../../src/runtime/observe/scheduler.ts';
import { type Trace, initialWorld } from '../../../src/runtime/observe/world.ts';
import { coreKinds } from '../../../src/runtime/registry/kinds.ts';
import { defaultConfig } from '../../../src/runtime/scheduler/algorithmprovider/registry.ts';
import type { PluginsConfig } from '../../../src/runtime/scheduler/apis/config/types.ts';
import { newGenericScheduler } from '../../../src/runtime/scheduler/core/generic_scheduler.ts';
import { newCycleState } from '../../../src/runtime/scheduler/framework/cycle_state.ts';
import { newInTreeRegistry } from '../../../src/runtime/scheduler/framework/plugins/registry.ts';
import { newFramework } from '../../../src/runtime/scheduler/framework/runtime/framework.ts';
import { newSnapshot } from '../../../src/runtime/scheduler/internal/cache/snapshot.ts';
import { mapGet } from '../../../src/runtime/sim/pmap.ts';
import { Sim } from '../../../src/runtime/sim/sim.ts';
import { Trace as SimTrace } from '../../../src/runtime/sim/trace.ts';

const node = (name: string, cpu: string, more: object = {}): Node =>
  ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name } },
    spec: {},
    status: { allocatable: { cpu, memory: '8Gi', pods: '110' } },
    ...more,
  }) as unknown as Node;

const pod = (name: string, cpu: string, more: object = {}): Pod =>
  ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', uid: `uid-${name}` },
    spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu } } }], ...more },
    status: {},
  }) as unknown as Pod;

/** Schedules a pod among nodes, observed. */
function scheduled(pending: Pod, nodes: readonly Node[], pods: readonly Pod[] = []) {
  const sim = new Sim({ seed: 1 });
  const trace: Trace = new SimTrace(sim, initialWorld());
  sim.observe = newObserver(sim, trace, schedulerObservers).observe;
  const transport = directTransport(new APIServer(sim, { kinds: coreKinds }));
  const client = newForConfig(sim, { transport, userAgent: 'kube-scheduler', qps: -1 });
  const informerFactory = newSharedInformerFactory(sim, client, { program: 'kube-scheduler' });
  const registry = newInTreeRegistry();
  const snapshot = newSnapshot(pods, nodes);
  const profile = Object.fromEntries(
    Object.entries(defaultConfig).map(([point, { enabled }]) => [
      point,
      { enabled: enabled.filter(({ name }) => registry.has(name)) },
    ]),
  ) as PluginsConfig;
  const [framework, err] = newFramework(registry, profile, [], {
    sim,
    snapshotSharedLister: snapshot,
    clientSet: client,
    informerFactory,
    profileName: 'default-scheduler',
  });
  if (err) throw err;
  const cache = { updateSnapshot: () => undefined };
  const algorithm = newGenericScheduler(sim, cache, snapshot, [], 0);
  const { value } = algorithm.schedule(framework, newCycleState(), pending).next();
  const entries = trace.entries.filter(({ event }) => event.kind.startsWith('sched.'));
  const state = mapGet(trace.world.schedulers, 'kube-scheduler');
  const attempt = mapGet(state?.attempts ?? { size: 0, root: undefined }, `default/${pending.metadata.name}`)?.[0];
  if (!attempt || !state) throw new Error('expected an attempt');
  return { result: value, attempt, state, said: entries.map(({ event }) => tell(event)) };
}

test('an attempt has a phase an entry, and each verdict of each node', () => {
  const tainted = { spec: { taints: [{ key: 'k', value: 'v', effect: 'NoSchedule' }] } };
  const { said, attempt } = scheduled(pod('web', '1'), [
    node('a', '500m'),
    node('b', '4'),
    node('c', '4', tainted),
    node('d', '4'),
  ]);
  const { filters, scores, choice } = attempt;
  console.log(said, JSON.stringify(attempt, undefined, 1));
  if (!filters || !scores || !choice) throw new Error('expected filters, scores and a choice');
  expect([0, 1, 2, 3].map((i) => nodeAt(filters, i))).toEqual(['a', 'b', 'c', 'd']);
  expect(verdictOf(filters, placeOf(filters, 'a'))).toEqual([
    { plugin: 'NodeResourcesFit', code: 'Unschedulable', reasons: ['Insufficient cpu'] },
  ]);
  expect(numberAt(scores.total, 0)).toBe(0);
});
