import { expect, test } from 'vitest';
import type { Pod } from '../../../../../src/runtime/api/objects.ts';
import { podPassesFiltersOnNode } from '../../../../../src/runtime/scheduler/core/generic_scheduler_nominated.ts';
import { newCycleState } from '../../../../../src/runtime/scheduler/framework/cycle_state.ts';
import type { Plugin } from '../../../../../src/runtime/scheduler/framework/interface.ts';
import { newStatus } from '../../../../../src/runtime/scheduler/framework/interface_status.ts';
import { dryRunPreemption } from '../../../../../src/runtime/scheduler/framework/plugins/defaultpreemption/default_preemption_candidates.ts';
import { newFramework } from '../../../../../src/runtime/scheduler/framework/runtime/framework.ts';
import { Registry } from '../../../../../src/runtime/scheduler/framework/runtime/registry.ts';
import type { NodeInfo } from '../../../../../src/runtime/scheduler/framework/types.ts';
import { newPodNominator } from '../../../../../src/runtime/scheduler/internal/queue/scheduling_queue_nominator.ts';
import { newSnapshot } from '../../../../../src/runtime/scheduler/internal/cache/snapshot.ts';
import { Sim } from '../../../../../src/runtime/sim/sim.ts';
import { node } from '../plugins/handle.ts';

const set = (name: string) => ({ enabled: [{ name }] });
const made = (name: string, rest: object) => () =>
  [{ name: () => name, ...rest } as unknown as Plugin, undefined] as [Plugin, undefined];

/** One node, and a filter that has room for so many pods there, and notes each call. */
function stage(room: number, filter: object = { local: true }) {
  const calls: string[] = [];
  const podNominator = newPodNominator();
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
  const options = { sim: new Sim(), snapshotSharedLister: snapshot, podNominator };
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
    info,
    nominate(pod: Pod): void {
      podNominator.addNominatedPod(pod, 'a');
    },
    withdraw(pod: Pod): void {
      podNominator.deleteNominatedPodIfExists(pod);
    },
    fits(name: string): boolean {
      const { asking, state } = cycle(name);
      return podPassesFiltersOnNode(framework.preemptHandle(), state, asking, info)[0];
    },
    victims(name: string): string[] {
      const { asking, state } = cycle(name);
      const among = { offset: 0, numCandidates: 1, now: 0 };
      const found = dryRunPreemption(framework.preemptHandle(), state, asking, [info], [], among);
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
