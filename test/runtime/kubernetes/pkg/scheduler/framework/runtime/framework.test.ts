import { fastSim, forSums } from '../../../../../accelerator/fast.ts';
import { describe, expect, test } from 'vitest';
import type { Node, Pod } from '../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newCycleState } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import {
  type Handle,
  type NodeScoreList,
  newStatus,
} from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { newFramework } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import { Registry } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import type { NodeInfo } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import {
  newEmptySnapshot,
  newSnapshot,
} from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { newPodNominator } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/queue/scheduling_queue.ts';
import { Sim } from '../../../../../../../src/runtime/sim/sim.ts';
import { node, pod } from '../plugins/handle.ts';
import { type Fakes, fakeFramework } from './fake.ts';

const state = newCycleState();
const asked = pod({ name: 'asked' });
const failing = (why = 'injected') => newStatus('Error', why);
const success = newStatus('Success', '');

test('a framework without plugins says so, and has no order', () => {
  const bare = fakeFramework({});
  expect([bare.hasFilterPlugins(), bare.hasPostFilterPlugins(), bare.hasScorePlugins()]).toEqual([
    false,
    false,
    false,
  ]);
  const full = fakeFramework({ all: { filter() {}, *postFilter() {}, score: () => [0] } });
  expect([full.hasFilterPlugins(), full.hasPostFilterPlugins(), full.hasScorePlugins()]).toEqual([
    true,
    true,
    true,
  ]);
});

test('what was reserved last is given back first', () => {
  const calls: string[] = [];
  const noting = (name: string) => ({
    reserve: () => void calls.push(`reserve ${name}`),
    unreserve: (_state: unknown, of: Pod, on: string) =>
      void calls.push(`unreserve ${name} ${of.metadata.name} ${on}`),
  });
  const framework = fakeFramework({ one: noting('one'), two: noting('two') });
  expect(framework.runReservePluginsReserve(state, asked, 'n')).toBeUndefined();
  framework.runReservePluginsUnreserve(state, asked, 'n');
  expect(calls).toEqual(['reserve one', 'reserve two', 'unreserve two asked n', 'unreserve one asked n']);
});

describe('the order of the queue', () => {
  test('is that of the plugin', () => {
    const framework = fakeFramework({
      sort: { less: (a: { attempts: number }, b: { attempts: number }) => a.attempts < b.attempts },
    });
    const queued = (attempts: number) => ({ pod: asked, timestamp: 0, attempts, initialAttemptTimestamp: 0 });
    const less = framework.queueSortFunc();
    expect([less(queued(1), queued(2)), less(queued(2), queued(1))]).toEqual([true, false]);
  });
});

describe('PreFilter extensions', () => {
  const extending = (addPod: unknown, removePod: unknown) => ({
    preFilter() {},
    preFilterExtensions: () => ({ addPod: () => addPod, removePod: () => removePod }),
  });
  const info = newSnapshot([], [node('n')]).list()[0] as NodeInfo;
  const both = (fakes: Fakes) => {
    const framework = fakeFramework(fakes);
    return [
      framework.runPreFilterExtensionAddPod(state, asked, asked, info)?.asError()?.message,
      framework.runPreFilterExtensionRemovePod(state, asked, asked, info)?.asError()?.message,
    ];
  };

  test.each<[string, Fakes, readonly (string | undefined)[]]>([
    ['none of them', { plain: { preFilter() {} } }, [undefined, undefined]],
    ['that succeed', { one: extending(undefined, success) }, [undefined, undefined]],
    [
      'that fail to add',
      { one: extending(undefined, undefined), two: extending(failing(), undefined) },
      ['running AddPod on PreFilter plugin "two": injected', undefined],
    ],
    [
      'that fail to remove',
      { one: extending(undefined, failing('first')), two: extending(undefined, failing()) },
      [undefined, 'running RemovePod on PreFilter plugin "one": first'],
    ],
  ])('%s', (_what, fakes, expected) => expect(both(fakes)).toEqual(expected));
});

// Upstream's TestRunScorePlugins; the weight of each plugin is 1.
describe('TestRunScorePlugins', () => {
  const nodes = [node('a'), node('bb')];
  const scoring = (score: number, normalized?: number | ReturnType<typeof failing>) => ({
    score: () => [score, undefined],
    ...(normalized !== undefined && {
      scoreExtensions: () => ({
        normalizeScore(_state: unknown, _pod: unknown, scores: NodeScoreList) {
          if (typeof normalized !== 'number') return normalized;
          for (const each of scores) each.score = normalized;
          return undefined;
        },
      }),
    }),
  });
  const invalid = (name: string, score: number) =>
    `applying score defaultWeights on Score plugins: plugin "${name}" returns an invalid score ${score}, it should in the range of [0, 100] after normalizing`;

  test.each<[string, Fakes, Readonly<Record<string, number>> | string]>([
    ['no Score plugins', {}, {}],
    ['single Score plugin', { one: scoring(1) }, { one: 1 }],
    ['single ScoreWithNormalize plugin', { one: scoring(10, 5) }, { one: 5 }],
    ['several', { one: scoring(1), two: scoring(3, 4), three: scoring(4) }, { one: 1, two: 4, three: 4 }],
    ['the least and the greatest', { one: scoring(0), two: scoring(100) }, { one: 0, two: 100 }],
    [
      'score fails',
      { one: { score: () => [0, failing()] } },
      'running Score plugins: plugin "one" failed with: injected',
    ],
    ['a success that is said', { one: { score: () => [7, success] } }, { one: 7 }],
    [
      'normalize fails',
      { zero: scoring(1), one: scoring(1, failing()) },
      'running Normalize on Score plugins: plugin "one" failed with: injected',
    ],
    ['score greater than MaxNodeScore', { one: scoring(101) }, invalid('one', 101)],
    ['score less than MinNodeScore', { one: scoring(-1) }, invalid('one', -1)],
    ['normalized greater than MaxNodeScore', { one: scoring(1, 101) }, invalid('one', 101)],
    ['normalized less than MinNodeScore', { one: scoring(1, -1) }, invalid('one', -1)],
  ])('%s', (_what, fakes, expected) => {
    const sim = fastSim();
    const framework = fakeFramework(fakes, { sim, snapshotSharedLister: newSnapshot([], nodes) });
    // Pods of a kind after the first are scored in another way; an error is one there too.
    for (const name of ['first', 'second', 'third', 'fourth']) {
      const fwk = name === 'first' ? framework : forSums(sim, framework);
      const said = fwk.runScorePlugins(state, pod({ name }), nodes);
      const sum = (i: number) =>
        [...(said[0]?.values() ?? [])].reduce((total, list) => total + (list[i]?.score ?? 0), 0);
      if (typeof expected === 'string') expect(said[1]?.message()).toBe(expected);
      else
        expect([sum(0), sum(1)]).toEqual(Array(2).fill(Object.values(expected).reduce((a, b) => a + b, 0)));
    }
    const [scores] = framework.runScorePlugins(state, asked, nodes);
    if (typeof expected !== 'string') expect([...(scores?.keys() ?? [])]).toEqual(Object.keys(expected));
  });

  test('what is done once for all nodes comes before, and may fail', () => {
    const seen: string[] = [];
    const noting = {
      preScore: (_state: unknown, _pod: unknown, of: readonly Node[]) =>
        void seen.push(...of.map(({ metadata }) => metadata.name)),
    };
    expect(fakeFramework({ noting }).runPreScorePlugins(state, asked, nodes)).toBeUndefined();
    expect(seen).toEqual(['a', 'bb']);
    const said = fakeFramework({
      one: { preScore: () => success },
      two: { preScore: () => failing() },
    }).runPreScorePlugins(state, asked, nodes);
    expect(said?.message()).toBe('running PreScore plugin "two": injected');
  });
});

describe('what a framework gives its plugins', () => {
  test('is what it was given', () => {
    const [sim, snapshot] = [new Sim(), newEmptySnapshot()];
    const [clientSet, eventRecorder, informerFactory, metrics] = [{}, {}, {}, {}] as never[];
    const featureGate = { enabled: () => true };
    const parts = {
      clientSet,
      eventRecorder,
      informerFactory,
      metrics,
      featureGate,
      env: { A: 'b' },
      profileName: 'mine',
    };
    const handle = fakeFramework({}, { sim, snapshotSharedLister: snapshot, ...parts } as never);
    expect(handle.clientSet()).toBe(clientSet);
    expect(handle.eventRecorder()).toBe(eventRecorder);
    expect(handle.sharedInformerFactory()).toBe(informerFactory);
    expect(handle.metrics?.()).toBe(metrics);
    expect(handle.featureGate()).toBe(featureGate);
    expect([handle.env(), handle.profileName()]).toEqual([{ A: 'b' }, 'mine']);
    expect([handle.sim(), handle.snapshotSharedLister()]).toEqual([sim, snapshot]);
  });

  test('or an error that names what it lacks; and features as they are shipped', () => {
    const handle: Handle = fakeFramework({});
    expect(() => handle.clientSet()).toThrow(
      'a plugin asks for the client, and the framework was given none',
    );
    expect(() => handle.eventRecorder()).toThrow('a plugin asks for the event recorder, and');
    expect(() => handle.sharedInformerFactory()).toThrow('a plugin asks for the informer factory, and');
    expect([handle.env(), handle.metrics?.()]).toEqual([{}, undefined]);
    expect(handle.featureGate().enabled('DefaultPodTopologySpread')).toBe(true);
  });

  test('for preemption is itself, the extenders, and the pods that are nominated', () => {
    const podNominator = newPodNominator();
    const extenders = [{}] as never[];
    const nodes = [node('a')];
    const fakes = {
      one: {
        preFilter() {},
        preFilterExtensions: () => ({ addPod: () => failing('add'), removePod: () => failing('remove') }),
        filter: () => failing('filter'),
        preScore: () => failing('preScore'),
        score: () => [3, undefined],
      },
    };
    const ph = fakeFramework(fakes, {
      podNominator,
      extenders,
      snapshotSharedLister: newSnapshot([], nodes),
    }).preemptHandle();
    expect(ph.extenders()).toBe(extenders);
    ph.addNominatedPod(asked, 'a');
    expect(ph.nominatedPodsForNode('a')).toEqual([asked]);
    const touched = { ...asked, spec: { ...asked.spec, priority: 1 } };
    ph.updateNominatedPod(asked, touched);
    expect(podNominator.nominatedPodsForNode('a')).toEqual([touched]);
    ph.deleteNominatedPodIfExists(asked);
    expect(ph.nominatedPodsForNode('a')).toEqual([]);
    const info = newSnapshot([], nodes).list()[0] as NodeInfo;
    expect(ph.runPreScorePlugins(state, asked, nodes)?.message()).toContain('preScore');
    expect(ph.runScorePlugins(state, asked, nodes)[0]?.get('one')).toEqual([{ name: 'a', score: 3 }]);
    expect(ph.runFilterPlugins(state, asked, info).get('one')?.message()).toContain('filter');
    expect(ph.runPreFilterExtensionAddPod(state, asked, asked, info)?.message()).toContain('add');
    expect(ph.runPreFilterExtensionRemovePod(state, asked, asked, info)?.message()).toContain('remove');
  });

  test('for preemption is none of these where there is no queue', () => {
    const ph = fakeFramework({}).preemptHandle();
    ph.addNominatedPod(asked, 'a');
    ph.updateNominatedPod(asked, asked);
    ph.deleteNominatedPodIfExists(asked);
    expect([ph.nominatedPodsForNode('a'), ph.extenders()]).toEqual([[], []]);
  });
});

describe('plugins are made', () => {
  const made = (config: object, registry: Registry, args: readonly { name: string; args?: object }[] = []) =>
    newFramework(registry, config, args, { sim: new Sim(), snapshotSharedLister: newEmptySnapshot() });
  const factory = (log: unknown[], rest: object) => (configuration: object | undefined) => {
    log.push(configuration);
    return [{ name: () => 'own', ...rest } as never, undefined] as [never, undefined];
  };
  const own = { queueSort: { enabled: [{ name: 'own' }] }, bind: { enabled: [{ name: 'own' }] } };
  const whole = { less: () => false, *bind() {} };

  test('once, with the arguments of the profile, though they are named at several points', () => {
    const log: unknown[] = [];
    const registry = new Registry({ own: factory(log, whole), unused: factory(log, {}) });
    const [framework, err] = made(own, registry, [{ name: 'own', args: { a: 1 } }]);
    expect(err).toBeUndefined();
    expect(log).toEqual([{ a: 1 }]);
    expect(framework?.listPlugins()).toBe(own);
  });

  test.each<[string, object, object, string]>([
    ['nothing to order by', { ...own, queueSort: {} }, whole, 'no queue sort plugin is enabled'],
    ['nothing that binds', { queueSort: own.queueSort }, whole, 'at least one bind plugin is needed'],
    [
      'the same twice',
      { ...own, bind: { enabled: [{ name: 'own' }, { name: 'own' }] } },
      whole,
      'plugin "own" already registered as "BindPlugin"',
    ],
    [
      'what is not there',
      { ...own, score: { enabled: [{ name: 'lost' }] } },
      whole,
      'ScorePlugin "lost" does not exist',
    ],
    [
      'what cannot score',
      { ...own, score: { enabled: [{ name: 'own' }] } },
      whole,
      'plugin "own" does not extend ScorePlugin plugin',
    ],
  ])('but not with %s', (_what, config, rest, message) => {
    expect(made(config, new Registry({ own: factory([], rest) }))[1]?.message).toBe(message);
  });

  test('by their weights; none is one', () => {
    const weights = [undefined, 0, 3];
    const factories = weights.map((_, i) => [
      `p${i}`,
      () => [{ name: () => `p${i}`, score: () => [2], scoreExtensions: () => undefined }, undefined],
    ]);
    const registry = new Registry({ own: factory([], whole), ...Object.fromEntries(factories) });
    const enabled = weights.map((weight, i) => ({ name: `p${i}`, ...(weight !== undefined && { weight }) }));
    const [framework] = made({ ...own, score: { enabled } }, registry);
    const [scores] = framework?.runScorePlugins(state, asked, [node('a')]) ?? [];
    expect([...(scores?.values() ?? [])].map((list) => list[0]?.score)).toEqual([2, 2, 6]);
  });
});
