import { describe, expect, test } from 'vitest';
import type { Pod, PodDisruptionBudget } from '../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newCycleState } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import { type Plugin, newStatus } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { dryRunPreemption } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.ts';
import {
  EquivalenceCache,
  EquivalenceClass,
  Remembered,
  RememberedWithNominated,
} from '../../../src/runtime/accelerator/equivalence-cache.ts';
import { newFramework } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import { Registry } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import type { NodeInfo } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { newPodNominator } from '../../../src/runtime/kubernetes/pkg/scheduler/internal/queue/scheduling_queue.ts';
import { newSnapshot } from '../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { node } from '../kubernetes/pkg/scheduler/framework/plugins/handle.ts';
import { checkNodeOf, fastSim, stepsOf } from './fast.ts';

const set = (name: string) => ({ enabled: [{ name }] });
const made = (name: string, rest: object) => () =>
  [{ name: () => name, ...rest } as unknown as Plugin, undefined] as [Plugin, undefined];

/** One node, and a filter that has room for so many pods there, and notes each call. */
function stage(room: number, filter: object = { local: true }) {
  const calls: string[] = [];
  const sim = fastSim();
  const podNominator = sim.observe('pod-nominator', 'scheduler', newPodNominator());
  const lookUps: string[] = [];
  const { nominatedPodsForNode } = podNominator;
  podNominator.nominatedPodsForNode = (name) => {
    lookUps.push(name);
    return nominatedPodsForNode.call(podNominator, name);
  };
  const registry = new Registry({
    sort: made('sort', { less: () => true }),
    bind: made('bind', { *bind() {} }),
    room: made('room', {
      ...filter,
      filter(_state: unknown, { metadata }: Pod, info: NodeInfo) {
        calls.push(`${metadata.name} beside ${info.pods.length}`);
        return info.pods.length < room ? undefined : newStatus('Unschedulable', 'full');
      },
    }),
  });
  const snapshot = newSnapshot([podOf('old', { nodeName: 'a' })], [node('a')]);
  const options = { sim, snapshotSharedLister: snapshot, podNominator };
  const profile = { queueSort: set('sort'), bind: set('bind'), filter: set('room') };
  const [framework, err] = newFramework(registry, profile, [], options);
  if (err) throw err;
  const info = snapshot.list()[0] as NodeInfo;
  const cycle = (name: string) => {
    const asking = like(name);
    const state = newCycleState();
    framework.runPreFilterPlugins(state, asking);
    return { asking, state };
  };
  return {
    calls,
    lookUps,
    info,
    nominate(pod: Pod): void {
      podNominator.addNominatedPod(pod, 'a');
    },
    withdraw(pod: Pod): void {
      podNominator.deleteNominatedPodIfExists(pod);
    },
    fits(name: string): boolean {
      const { asking, state } = cycle(name);
      return stepsOf(sim).podPassesFiltersOnNode(framework.preemptHandle(), state, asking, info)[0];
    },
    victims(name: string): string[] {
      const { asking, state } = cycle(name);
      const among = { offset: 0, numCandidates: 1, now: 0 };
      const found = dryRunPreemption(
        framework.preemptHandle(),
        state,
        asking,
        [info],
        [],
        among,
        checkNodeOf(sim),
      );
      return found.flatMap(({ victims }) => victims.pods.map(({ metadata }) => metadata.name));
    },
  };
}

const podOf = (name: string, spec: object): Pod => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name, namespace: 'default', uid: name, resourceVersion: '1', labels: { app: 'web' } },
  spec: { containers: [], priority: 0, ...spec },
  status: {},
});

const like = (name: string): Pod => podOf(name, { priority: 5 });

test('from the third pod of a kind on, a node that is as it was is not asked about again', () => {
  const { calls, info, fits } = stage(2);
  expect([fits('a'), fits('b'), fits('c')]).toEqual([true, true, true]);
  expect(calls).toEqual(['a beside 1', 'b beside 1']);
  info.addPod(podOf('new', {}));
  expect([fits('d'), fits('e')]).toEqual([false, false]);
  expect(calls.slice(2)).toEqual(['d beside 2']);
});

test('a filter that does not say that it looks at one node alone is asked each time', () => {
  const { calls, fits } = stage(2, {});
  expect([fits('a'), fits('b'), fits('c')]).toEqual([true, true, true]);
  expect(calls).toEqual(['a beside 1', 'b beside 1', 'c beside 1']);
});

test('other nominated pods are another question, and a pod is not kept out by its own nomination', () => {
  const { nominate, withdraw, fits } = stage(2);
  nominate(like('first'));
  expect([fits('a'), fits('b'), fits('c')]).toEqual([false, false, false]);
  expect(fits('first')).toBe(true);
  expect(fits('d')).toBe(false);
  withdraw(like('first'));
  expect(fits('e')).toBe(true);
});

test('no node is looked up by its name that is as it was', () => {
  const { nominate, lookUps, fits } = stage(2);
  nominate(like('first'));
  expect([fits('a'), fits('b')]).toEqual([false, false]);
  const before = lookUps.length;
  expect([fits('c'), fits('d')]).toEqual([false, false]);
  expect(lookUps).toHaveLength(before);
});

test('with a nominated pod that has affinity, everything is asked each time', () => {
  const { nominate, calls, fits } = stage(3);
  nominate(podOf('first', { priority: 5, affinity: { podAntiAffinity: {} } }));
  expect([fits('a'), fits('b'), fits('c')]).toEqual([true, true, true]);
  expect(calls.filter((call) => call.endsWith('beside 2'))).toHaveLength(3);
});

test('whose room is taken is found once for pods of a kind, until the node or its nominations change', () => {
  const { nominate, calls, victims } = stage(1);
  expect([victims('a'), victims('b')]).toEqual([['old'], ['old']]);
  const before = calls.length;
  expect(victims('c')).toEqual(['old']);
  expect(calls).toHaveLength(before);
  nominate(like('first'));
  expect(victims('d')).toEqual([]);
  expect(victims('first')).toEqual(['old']);
});

test('what is said of several nodes is kept once', () => {
  const sim = fastSim();
  const full = newStatus('Unschedulable', 'full');
  const registry = new Registry({
    sort: made('sort', { less: () => true }),
    bind: made('bind', { *bind() {} }),
    room: made('room', {
      local: true,
      filter: (_s: unknown, _p: Pod, { name }: NodeInfo) => (name < 'c' ? full : undefined),
    }),
  });
  const snapshot = newSnapshot(
    [],
    ['a', 'b', 'c', 'd'].map((name) => node(name)),
  );
  const podNominator = sim.observe('pod-nominator', 'scheduler', newPodNominator());
  const profile = { queueSort: set('sort'), bind: set('bind'), filter: set('room') };
  const [framework, err] = newFramework(registry, profile, [], {
    sim,
    snapshotSharedLister: snapshot,
    podNominator,
  });
  if (err) throw err;
  const { podPassesFiltersOnNode } = stepsOf(sim);
  const ask = (name: string) => {
    const [asking, state] = [like(name), newCycleState()];
    framework.runPreFilterPlugins(state, asking);
    const ofNodes = snapshot
      .list()
      .map((info) => podPassesFiltersOnNode(framework.preemptHandle(), state, asking, info));
    return {
      ofNodes,
      byFilters: snapshot.list().map((info) => framework.runFilterPlugins(state, asking, info)),
    };
  };
  ask('first');
  ask('second');
  const { ofNodes, byFilters } = ask('third');
  expect(ofNodes.map(([fits]) => fits)).toEqual([false, false, true, true]);
  expect([new Set(ofNodes).size, new Set(byFilters).size]).toEqual([2, 2]);
});

const three = () => {
  const snapshot = newSnapshot(
    [],
    ['a', 'b', 'c'].map((name) => node(name)),
  );
  return { snapshot, infos: snapshot.list() as readonly [NodeInfo, NodeInfo, NodeInfo] };
};

describe('what is remembered of a node', () => {
  test('holds until the node changes, and is not taken for that of another node', () => {
    const { infos } = three();
    const [a, b, c] = infos;
    const remembered = new Remembered<string>(3);
    expect(infos.map((info) => remembered.get(info))).toEqual([undefined, undefined, undefined]);
    remembered.set(a, 'of a');
    remembered.set(b, 'of b');
    expect(infos.map((info) => remembered.get(info))).toEqual(['of a', 'of b', undefined]);
    b.addPod(like('new'));
    expect(remembered.get(b)).toBeUndefined();
    remembered.set(b, 'of b again');
    remembered.set(c, 'of c');
    expect(infos.map((info) => remembered.get(info))).toEqual(['of a', 'of b again', 'of c']);
  });

  test('is not what was tried on a copy, though the copy is as the node', () => {
    const { infos } = three();
    const remembered = new Remembered<string>(3);
    const copy = infos[0].clone();
    remembered.set(copy, 'tried');
    expect([remembered.get(copy), remembered.get(infos[0])]).toEqual([undefined, undefined]);
  });

  test('with nominated pods holds for the same of them, and for a pod that is not one of them', () => {
    const {
      infos: [a],
    } = three();
    const nominatedPods = [like('nominated'), like('other')];
    const remembered = new RememberedWithNominated<string>(3);
    remembered.set(like('other'), a, nominatedPods, 'for one of them');
    expect(remembered.get(like('asking'), a, nominatedPods)).toBeUndefined();
    remembered.set(like('asking'), a, nominatedPods, 'kept');
    expect(remembered.get(like('next'), a, nominatedPods)).toBe('kept');
    expect(remembered.get(like('nominated'), a, nominatedPods)).toBeUndefined();
    expect(remembered.get(like('next'), a, [...nominatedPods])).toBeUndefined();
    const far = [podOf('plain', {}), podOf('far', { affinity: {} })];
    remembered.set(like('asking'), a, far, 'with affinity');
    expect(remembered.get(like('next'), a, far)).toBeUndefined();
  });
});

describe('the classes of pods', () => {
  const cached = () => {
    const { snapshot } = three();
    return { snapshot, cache: new EquivalenceCache(snapshot) };
  };
  const kind = (app: string, name = app): Pod => {
    const { metadata, ...rest } = podOf(name, {});
    return { ...rest, metadata: { ...metadata, labels: { app } } };
  };

  test('begin with the second pod, which may be told from the first by nothing but name, uid and status', () => {
    const { cache } = cached();
    const first = kind('web', 'first');
    expect(cache.classOf(first)).toBeUndefined();
    // The same pod is the first of its class still.
    expect(cache.classOf(first)).toBeUndefined();
    const found = cache.classOf(kind('web', 'second'));
    expect(found).toBeInstanceOf(EquivalenceClass);
    expect(cache.classOf({ ...kind('web', 'third'), status: { phase: 'Pending' } })).toBe(found);
    const { metadata, spec } = first;
    const others: readonly Pod[] = [
      { ...first, metadata: { ...metadata, namespace: 'other' } },
      { ...first, metadata: { ...metadata, labels: {} } },
      { ...first, metadata: { ...metadata, annotations: { a: 'b' } } },
      {
        ...first,
        metadata: { ...metadata, ownerReferences: [{ apiVersion: 'v1', kind: 'RC', name: 'rc', uid: 'u' }] },
      },
      { ...first, spec: { ...spec, priority: 1 } },
    ];
    for (const other of others) expect(cache.classOf(other)).toBeUndefined();
    expect(cache.classOf(kind('web', 'fourth'))).toBe(found);
  });

  test('are 64: that which was not asked for the longest goes', () => {
    const { cache } = cached();
    for (let i = 0; i < 64; i++) cache.classOf(kind(`app-${i}`));
    const zero = cache.classOf(kind('app-0', 'again'));
    expect(zero).toBeDefined();
    cache.classOf(kind('one-more'));
    expect(cache.classOf(kind('app-0', 'still'))).toBe(zero);
    expect(cache.classOf(kind('app-1', 'again'))).toBeUndefined();
    expect(cache.classOf(kind('app-3', 'again'))).toBeDefined();
  });

  test('are forgotten when nodes come or go', () => {
    const { cache, snapshot } = cached();
    const [first, second] = [kind('web', 'first'), kind('web', 'second')];
    cache.classOf(first);
    const before = cache.classOf(second);
    const infos = [...snapshot.list()];
    snapshot.clearList();
    for (const info of infos.slice(1)) snapshot.append(info);
    expect(cache.classOf(second)).toBeUndefined();
    expect(cache.classOf(first)).not.toBe(before);
  });

  test('know no scores of the first pod, and the same sums of all others', () => {
    const { cache } = cached();
    expect(cache.scoresOf(kind('web', 'first'))).toBeUndefined();
    const second = cache.scoresOf(kind('web', 'second'));
    const third = cache.scoresOf(kind('web', 'third'));
    expect(second?.sums).toBeDefined();
    expect(third?.sums).toBe(second?.sums);
  });

  test('know whose room would be taken for the same budgets only', () => {
    const found = new EquivalenceClass(3);
    const budget = (name: string) => ({ metadata: { name } }) as PodDisruptionBudget;
    const [one, two] = [budget('one'), budget('two')];
    const none = found.victims([]);
    expect(found.victims([])).toBe(none);
    const ofBoth = found.victims([one, two]);
    expect(ofBoth).not.toBe(none);
    expect(found.victims([one, two])).toBe(ofBoth);
    for (const others of [[two, one], [one], [one, budget('two')], [one, two, one]]) {
      const again = found.victims([one, two]);
      expect(found.victims(others)).not.toBe(again);
    }
  });
});
