import { describe, expect, test } from 'vitest';
import type { Node } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  newGenericScheduler,
  podPassesFiltersOnNode,
} from '../../../../../../src/runtime/kubernetes/pkg/scheduler/core/generic_scheduler.ts';
import { newCycleState } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import {
  type BindPlugin,
  type FilterPlugin,
  type Plugin,
  type QueueSortPlugin,
  newStatus,
} from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { newFramework } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import { Registry } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import type { NodeInfo } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { SchedulerCache } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/cache.ts';
import {
  newEmptySnapshot,
  newSnapshot,
} from '../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { newPodNominator } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/queue/scheduling_queue.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';
import { node } from '../framework/plugins/handle.ts';
import { type Fakes, fakeFramework } from '../framework/runtime/fake.ts';
import { podOf } from '../internal/queue/pods.ts';

const sort: QueueSortPlugin = { name: () => 'sort', less: () => false };
const bind: BindPlugin = {
  name: () => 'bind',
  *bind() {
    return undefined;
  },
};

/** A scheduler of one node, with one filter, and what that filter was shown: the names of the pods on the node. */
function schedulerWith(refuses: (names: readonly string[]) => boolean = () => false) {
  const sim = new Sim();
  const shown: string[][] = [];
  const filter: FilterPlugin = {
    name: () => 'filter',
    filter: (_state, _pod, { pods }) => {
      const names = pods.map(({ pod }) => pod.metadata.name);
      shown.push(names);
      return refuses(names) ? newStatus('Unschedulable', `no room beside ${names.join()}`) : undefined;
    },
  };
  const registry = new Registry(
    Object.fromEntries([sort, bind, filter].map((plugin) => [plugin.name(), () => [plugin, undefined]])),
  );
  const only = (plugin: Plugin) => ({ enabled: [{ name: plugin.name() }] });
  const snapshot = newEmptySnapshot();
  const podNominator = newPodNominator();
  const config = { queueSort: only(sort), filter: only(filter), bind: only(bind) };
  const [fwk, err] = newFramework(registry, config, [], {
    sim,
    snapshotSharedLister: snapshot,
    podNominator,
  });
  if (err) throw err;
  const cache = new SchedulerCache(sim, 30_000, 1000, undefined);
  const metadata = { name: 'n1', uid: 'n1', resourceVersion: '1' };
  cache.addNode({ kind: 'Node', apiVersion: 'v1', metadata, status: {} } as Node);
  cache.updateSnapshot(snapshot);
  const algorithm = newGenericScheduler(sim, cache, snapshot, [], 0);
  return { fwk, algorithm, podNominator, shown, info: snapshot.get('n1')[0] as NodeInfo };
}

describe('nodes to which pods are nominated', () => {
  const nominated = podOf('ns/nominated', { priority: 100 });

  test.each([
    ['of lower priority: the filters run once', 1000, [[]]],
    ['of higher priority: they run twice, with it and without it', 0, [['nominated'], []]],
    ['of the same priority: they run twice', 100, [['nominated'], []]],
  ])('PRE-09 TestFindFitPredicateCallCounts: a pod is nominated %s', (_what, priority, want) => {
    const { fwk, algorithm, podNominator, shown } = schedulerWith();
    podNominator.addNominatedPod(nominated, 'n1');
    const pod = podOf('ns/asked', { priority });
    const { value } = algorithm.findNodesThatFitPod(fwk, newCycleState(), pod).next();
    expect(shown).toEqual(want);
    expect(value).toMatchObject([{ feasibleNodes: [{ metadata: { name: 'n1' } }] }, undefined]);
  });

  test('PRE-09 the room of a nominated pod is not given away, and a pod does not stand in its own way', () => {
    const beside = schedulerWith((names) => names.includes('nominated'));
    beside.podNominator.addNominatedPod(nominated, 'n1');
    const ask = (name: string) =>
      podPassesFiltersOnNode(
        beside.fwk.preemptHandle(),
        newCycleState(),
        podOf(`ns/${name}`, { priority: 0 }),
        beside.info,
      );
    const [fits, status] = ask('asked');
    expect([fits, status?.message()]).toEqual([false, 'no room beside nominated']);
    expect(ask('nominated')[0]).toBe(true);
    // What was tried with the nominated pod was tried on a copy.
    expect(beside.info.pods).toEqual([]);
  });

  test('PRE-09 a nominated pod may go elsewhere: what fits only beside it does not fit', () => {
    const { fwk, podNominator, info, shown } = schedulerWith((names) => !names.includes('nominated'));
    podNominator.addNominatedPod(nominated, 'n1');
    const asked = podOf('ns/asked', { priority: 0 });
    const [fits] = podPassesFiltersOnNode(fwk.preemptHandle(), newCycleState(), asked, info);
    expect(fits).toBe(false);
    expect(shown).toEqual([['nominated'], []]);
  });
});

describe('what goes wrong while a nominated pod is tried', () => {
  const nominated = podOf('ns/nominated', { priority: 100 });
  const asked = podOf('ns/asked', { priority: 0 });
  const error = () => newStatus('Error', 'injected');
  const passes = (fakes: Fakes) => {
    const snapshot = newSnapshot([], [node('n1')]);
    const podNominator = newPodNominator();
    podNominator.addNominatedPod(nominated, 'n1');
    const framework = fakeFramework(fakes, { snapshotSharedLister: snapshot, podNominator });
    const [info] = snapshot.list() as [NodeInfo];
    const [fits, status, err] = podPassesFiltersOnNode(
      framework.preemptHandle(),
      newCycleState(),
      asked,
      info,
    );
    return [fits, status?.message(), err?.message];
  };

  test('the filters are not asked if it cannot be added', () => {
    const failing = {
      preFilter() {},
      preFilterExtensions: () => ({ addPod: error }),
      filter: () => undefined,
    };
    const message = 'running AddPod on PreFilter plugin "failing": injected';
    expect(passes({ failing })).toEqual([false, undefined, message]);
  });

  test('an error of a filter is an error, and no reason against the node alone', () => {
    const message = 'running "failing" filter plugin for pod "asked": injected';
    expect(passes({ failing: { filter: error } })).toEqual([false, message, message]);
  });

  test('a node that is refused twice for the same reason is refused for it, with no error', () => {
    const refusing = newStatus('Unschedulable', 'full');
    const fakes = { one: { filter: () => refusing } };
    for (let i = 0; i < 2; i++) expect(passes(fakes)).toEqual([false, 'full', undefined]);
  });
});
