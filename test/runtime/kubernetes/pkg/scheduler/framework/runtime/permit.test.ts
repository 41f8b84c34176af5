import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newCycleState } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import {
  type Answer,
  type BindPlugin,
  type Code,
  type Framework,
  type PermitPlugin,
  type Plugin,
  type QueueSortPlugin,
  codeOf,
  newStatus,
} from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { newFramework } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import { Registry } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import { newEmptySnapshot } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { background } from '../../../../../../../src/runtime/sim/context.ts';
import { Sim } from '../../../../../../../src/runtime/sim/sim.ts';
import { podOf } from '../../internal/queue/pods.ts';

const pod: Pod = podOf('ns/pod');
const state = newCycleState();

const sort: QueueSortPlugin = { name: () => 'sort', less: () => false };
const binding = (name: string, code: Code): BindPlugin => ({
  name: () => name,
  *bind() {
    return code === 'Success' ? undefined : newStatus(code, 'injected status');
  },
});
const permitting = (name: string, code: Code, timeoutMs = 0): PermitPlugin => ({
  name: () => name,
  permit: () => [code === 'Success' ? undefined : newStatus(code, 'injected status'), timeoutMs],
});

function frameworkOf(permit: readonly Plugin[], bind: readonly Plugin[] = [binding('bind', 'Success')]) {
  const sim = new Sim();
  const plugins = [sort, ...permit, ...bind];
  const registry = new Registry(
    Object.fromEntries(plugins.map((plugin) => [plugin.name(), () => [plugin, undefined]])),
  );
  const enabled = (list: readonly Plugin[]) => ({ enabled: list.map((plugin) => ({ name: plugin.name() })) });
  const config = { queueSort: enabled([sort]), permit: enabled(permit), bind: enabled(bind) };
  const options = { sim, snapshotSharedLister: newEmptySnapshot() };
  const [framework, err] = newFramework(registry, config, [], options);
  if (err) throw err;
  return { sim, framework };
}

const told = (status: Answer) => [codeOf(status), status?.message()];

describe('TestPermitPlugins', () => {
  const refused = 'rejected pod "pod" by permit plugin "TestPlugin": injected status';
  const failed = 'running Permit plugin "TestPlugin": injected status';
  const waits = 'one or more plugins asked to wait and no plugin rejected pod "pod"';
  test.each([
    ['NilPermitPlugin', [], ['Success', undefined]],
    ['SuccessPermitPlugin', ['Success'], ['Success', undefined]],
    ['UnschedulablePermitPlugin', ['Unschedulable'], ['Unschedulable', refused]],
    ['ErrorPermitPlugin', ['Error'], ['Error', failed]],
    [
      'UnschedulableAndUnresolvablePermitPlugin',
      ['UnschedulableAndUnresolvable'],
      ['UnschedulableAndUnresolvable', refused],
    ],
    ['WaitPermitPlugin', ['Wait'], ['Wait', waits]],
    ['SuccessSuccessPermitPlugin', ['Success', 'Success'], ['Success', undefined]],
    ['ErrorAndErrorPlugins', ['Error', 'Error'], ['Error', failed]],
  ] as [string, Code[], [Code, string | undefined]][])('%s', (_what, codes, want) => {
    const plugins = codes.map((code, i) => permitting(`TestPlugin${i === 0 ? '' : ` ${i}`}`, code));
    const { framework } = frameworkOf(plugins);
    expect(told(framework.runPermitPlugins(state, pod, 'node'))).toEqual(want);
  });

  test('a pod that one plugin would have wait, and a later one refuses, does not wait', () => {
    const { framework } = frameworkOf([
      permitting('patient', 'Wait', 1000),
      permitting('strict', 'Unschedulable'),
    ]);
    expect(codeOf(framework.runPermitPlugins(state, pod, 'node'))).toBe('Unschedulable');
    expect(framework.getWaitingPod(pod.metadata.uid)).toBeUndefined();
  });
});

describe('TestWaitOnPermit', () => {
  /** Runs the act while the pod waits, and gives when the wait ended, and how. */
  function waited(framework: Framework, sim: Sim, act: () => void): unknown[] {
    const ended: unknown[] = [];
    expect(codeOf(framework.runPermitPlugins(state, pod, 'node'))).toBe('Wait');
    sim.go(
      'binding',
      (function* () {
        const status = yield* framework.waitOnPermit(background, pod);
        ended.push(sim.now, ...told(status));
      })(),
    );
    sim.runFor(0);
    expect(ended).toEqual([]);
    act();
    sim.runUntilIdle();
    expect(framework.getWaitingPod(pod.metadata.uid)).toBeUndefined();
    return ended;
  }

  test('Reject Waiting Pod', () => {
    const { framework, sim } = frameworkOf([permitting('patient', 'Wait', 1000)]);
    const ended = waited(framework, sim, () =>
      framework.getWaitingPod(pod.metadata.uid)?.reject('reject message'),
    );
    expect(ended).toEqual([0, 'Unschedulable', 'pod "pod" rejected while waiting on permit: reject message']);
    // Its time does not run on.
    expect(sim.now).toBe(0);
  });

  test('Allow Waiting Pod: all plugins have to', () => {
    const { framework, sim } = frameworkOf([
      permitting('one', 'Wait', 1000),
      permitting('other', 'Wait', 2000),
    ]);
    const ended = waited(framework, sim, () => {
      const wp = framework.getWaitingPod(pod.metadata.uid);
      wp?.allow('nobody');
      expect(wp?.getPendingPlugins()).toEqual(['one', 'other']);
      wp?.allow('one');
      wp?.allow('one');
      expect(wp?.getPendingPlugins()).toEqual(['other']);
      sim.runFor(1500);
      wp?.allow('other');
    });
    expect(ended).toEqual([1500, 'Success', undefined]);
  });

  test('an answer that comes before somebody waits for it is not lost', () => {
    const { framework } = frameworkOf([permitting('patient', 'Wait', 1000)]);
    framework.runPermitPlugins(state, pod, 'node');
    framework.rejectWaitingPod(pod.metadata.uid);
    const { done, value } = framework.waitOnPermit(background, pod).next();
    expect(done).toBe(true);
    expect(told(value as Answer)).toEqual([
      'Unschedulable',
      'pod "pod" rejected while waiting on permit: removed',
    ]);
  });

  test('when the time of the first plugin is over, the pod is refused', () => {
    const { framework, sim } = frameworkOf([
      permitting('long', 'Wait', 9e9),
      permitting('short', 'Wait', 1500),
    ]);
    expect(waited(framework, sim, () => {})).toEqual([
      1500,
      'Unschedulable',
      'pod "pod" rejected while waiting on permit: rejected due to timeout after waiting 1.5s at plugin short',
    ]);
  });

  test('no plugin holds a pod back for more than a quarter of an hour', () => {
    const { framework, sim } = frameworkOf([permitting('endless', 'Wait', 9e9)]);
    expect(waited(framework, sim, () => {})).toEqual([
      900_000,
      'Unschedulable',
      'pod "pod" rejected while waiting on permit: rejected due to timeout after waiting 15m0s at plugin endless',
    ]);
  });

  test('a pod that no plugin holds back goes on, and all that wait can be looked at', () => {
    const { framework } = frameworkOf([permitting('patient', 'Wait', 1000)]);
    expect(framework.waitOnPermit(background, pod).next()).toEqual({ done: true, value: undefined });
    framework.runPermitPlugins(state, pod, 'node');
    const waiting: Pod[] = [];
    framework.iterateOverWaitingPods((wp) => waiting.push(wp.getPod()));
    expect(waiting).toEqual([pod]);
  });
});

describe('TestRunBindPlugins', () => {
  test.each([
    ['simple success', ['Success'], 'Success'],
    ['error on second', ['Skip', 'Error', 'Success'], 'Error'],
    ['all skip', ['Skip', 'Skip', 'Skip'], 'Skip'],
    ['error on third, but not reached', ['Skip', 'Success', 'Error'], 'Success'],
    ['invalid status', ['Unschedulable'], 'Error'],
    ['simple error', ['Error'], 'Error'],
    ['success on second, returns success', ['Skip', 'Success'], 'Success'],
    ['invalid status, returns error', ['Skip', 'UnschedulableAndUnresolvable'], 'Error'],
    ['error after success status, returns success', ['Success', 'Error'], 'Success'],
    ['success before invalid status, returns success', ['Success', 'Error'], 'Success'],
    ['success after error status, returns error', ['Error', 'Success'], 'Error'],
  ] as [string, Code[], Code][])('%s', (_what, codes, want) => {
    const { framework } = frameworkOf(
      [],
      codes.map((code, i) => binding(`bind-${i}`, code)),
    );
    const { value } = framework.runBindPlugins(background, state, pod, '').next();
    expect(codeOf(value as Answer)).toBe(want);
  });
});
