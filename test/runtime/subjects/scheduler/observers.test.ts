import { describe, expect, test } from 'vitest';
import { tell } from '../../../../src/recording/tell.ts';
import type { Node, Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { APIServer } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import { newSharedInformerFactory } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import { newForConfig } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { directTransport } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import { overriding } from '../../../../src/runtime/stage/overriding.ts';
import { newObserver } from '../../../../src/runtime/stage/observer.ts';
import {
  type Attempt,
  nodeAt,
  numberAt,
  placeOf,
  verdictOf,
} from '../../../../src/runtime/subjects/scheduler/world.ts';
import type { Trace } from '../../../../src/runtime/stage/world.ts';
import { emptyWorld } from '../../empty-world.ts';
import { coreKinds } from '../../../../src/runtime/kubernetes/pkg/registry/kinds.ts';
import { defaultConfig } from '../../../../src/runtime/kubernetes/pkg/scheduler/algorithmprovider/registry.ts';
import type { PluginsConfig } from '../../../../src/runtime/kubernetes/pkg/scheduler/apis/config/types.ts';
import { newGenericScheduler } from '../../../../src/runtime/kubernetes/pkg/scheduler/core/generic_scheduler.ts';
import { newCycleState } from '../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import { newInTreeRegistry } from '../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/registry.ts';
import type { FilterPlugin } from '../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import type { PluginFactory } from '../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import { newFramework } from '../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import { newSnapshot } from '../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { mapGet } from '../../../../src/runtime/sim/pmap.ts';
import { Sim } from '../../../../src/runtime/sim/sim.ts';
import { Trace as SimTrace } from '../../../../src/runtime/sim/trace.ts';
import { api } from '../../../../src/runtime/subjects/api/subject.ts';
import { controlLoop } from '../../../../src/runtime/subjects/control-loop/subject.ts';
import { scheduler as scheduling } from '../../../../src/runtime/subjects/scheduler/subject.ts';

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

const line = { kind: 'line', file: 'fit.ts', line: 0, function: 'filter', depth: 0, locals: {} } as const;

/** Schedules a pod among nodes, observed. */
function scheduled(pending: Pod, nodes: readonly Node[], traced = true) {
  const sim = new Sim({ seed: 1 });
  const trace: Trace = new SimTrace(sim, emptyWorld());
  if (traced) sim.observe = newObserver(sim, trace, [api, controlLoop, scheduling]).observe;
  const transport = directTransport(new APIServer(sim, { kinds: coreKinds }));
  const client = newForConfig(sim, { transport, userAgent: 'kube-scheduler', qps: -1 });
  const informerFactory = newSharedInformerFactory(sim, client, { program: 'kube-scheduler' });
  const registry = newInTreeRegistry();
  const fit = new Map(registry.entries()).get('NodeResourcesFit') as PluginFactory;
  registry.unregister('NodeResourcesFit');
  // As if the lines of one plugin were recorded.
  registry.register('NodeResourcesFit', (args, handle) => {
    const [plugin, problem] = fit(args, handle);
    if (problem) return [undefined, problem];
    const filter: FilterPlugin['filter'] = (...asked) => {
      trace.record({ ...line, line: 7 + trace.entries.length });
      return (plugin as FilterPlugin).filter(...asked);
    };
    return [overriding(plugin as FilterPlugin, { filter }), undefined];
  });
  const snapshot = newSnapshot([], nodes);
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
  const attempts = state && mapGet(state.attempts, `default/${pending.metadata.name}`);
  const attempt = attempts?.[0] as Attempt;
  return { result: value, attempt, trace, said: entries.map(({ event }) => tell(event)) };
}

describe('an attempt', () => {
  const tainted = { spec: { taints: [{ key: 'k', value: 'v', effect: 'NoSchedule' }] } };
  const nodes = [node('a', '500m'), node('b', '4'), node('c', '4', tainted), node('d', '8')];

  test('has an entry a phase, not one a node', () => {
    const { said } = scheduled(pod('web', '1'), nodes);
    expect(said).toEqual([
      'The PreFilter plugins prepare what the filters need for default/web',
      "The filters look at 4 nodes for default/web: 2 can run it; 1 Insufficient cpu, 1 node(s) had taint {k: v}, that the pod didn't tolerate",
      'The scheduler scores 2 nodes for default/web: d has the most, 1000481',
      'The scheduler chooses d for default/web: no other has a score as high',
    ]);
  });

  test('keeps what was said of each node, in the order in which they were looked at', () => {
    const { filters } = scheduled(pod('web', '1'), nodes).attempt;
    if (!filters) throw new Error('expected filters');
    expect([0, 1, 2, 3].map((i) => nodeAt(filters, i))).toEqual(['a', 'b', 'c', 'd']);
    expect(verdictOf(filters, placeOf(filters, 'a'))).toEqual([
      { plugin: 'NodeResourcesFit', code: 'Unschedulable', reasons: ['Insufficient cpu'] },
    ]);
    expect(verdictOf(filters, placeOf(filters, 'b'))).toEqual([]);
    expect(verdictOf(filters, placeOf(filters, 'c'))[0]?.plugin).toBe('TaintToleration');
    expect(placeOf(filters, 'nowhere')).toBe(-1);
  });

  test('keeps scores as plugins gave them, normalized, and weighted up to the sums', () => {
    const { scores } = scheduled(pod('web', '1'), nodes).attempt;
    if (!scores) throw new Error('expected scores');
    const least = scores.columns.find(({ plugin }) => plugin === 'NodeResourcesLeastAllocated');
    expect([0, 1].map((i) => numberAt(least?.raw ?? 0, i))).toEqual([86, 92]);
    const taints = scores.columns.find(({ plugin }) => plugin === 'TaintToleration');
    expect([taints?.raw, taints?.normalized]).toEqual([0, 100]);
    for (const place of scores.nodes.keys()) {
      const sum = scores.columns.reduce(
        (all, { normalized, weight }) => all + numberAt(normalized, place) * weight,
        0,
      );
      expect(numberAt(scores.total, place)).toBe(sum);
    }
  });

  test('tells the draw: each node as good as the best, and the number that was drawn', () => {
    const equal = ['a', 'b', 'c'].map((name) => node(name, '4'));
    const { choice, node: chosen } = scheduled(pod('web', '1'), equal).attempt;
    expect(choice?.how).toBe('drawn');
    expect(choice?.best).toEqual(['a', 'b', 'c']);
    expect(choice?.draws.map(({ node: name, of }) => [name, of])).toEqual([
      ['b', 2],
      ['c', 3],
    ]);
    expect(chosen).toBe(choice?.draws.findLast(({ drawn }) => drawn === 0)?.node ?? 'a');
  });

  test('that has one node left gives it no score', () => {
    const { attempt, said } = scheduled(pod('web', '6'), nodes);
    expect(attempt.scores).toBeUndefined();
    expect(attempt.choice?.how).toBe('only');
    expect(said.at(-1)).toBe('The scheduler chooses d for default/web, the only node that can run it');
  });

  test('that finds none says why', () => {
    const { attempt, said } = scheduled(pod('web', '60'), nodes);
    expect(attempt.result).toBe('unschedulable');
    const why =
      "0/4 nodes are available: 1 node(s) had taint {k: v}, that the pod didn't tolerate, 3 Insufficient cpu";
    expect(attempt.message).toBe(`${why}.`);
    expect(said.at(-1)).toBe(`The scheduler finds no node for default/web: ${why}`);
  });

  test('leads from a cell to the last line of the plugin that ran for the node', () => {
    const { attempt, trace } = scheduled(pod('web', '1'), nodes);
    const { filters } = attempt;
    if (!filters) throw new Error('expected filters');
    const cell = (name: string): number =>
      placeOf(filters, name) * filters.plugins.length + filters.plugins.indexOf('NodeResourcesFit');
    const entries = ['a', 'b', 'd'].map((name) => filters.lines?.[cell(name)] ?? -1);
    expect(entries.map((entry) => trace.entries[entry]?.event.kind)).toEqual(['line', 'line', 'line']);
    expect(new Set(entries).size).toBe(3);
    // Its taint kept the plugin from being asked.
    expect(filters.lines?.[cell('c')]).toBeUndefined();
  });

  test('is the same without a trace', () => {
    const { result } = scheduled(pod('web', '1'), nodes);
    expect(scheduled(pod('web', '1'), nodes, false).result).toEqual(result);
  });
});
