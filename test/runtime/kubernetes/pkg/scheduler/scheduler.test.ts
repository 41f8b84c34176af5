import { describe, expect, test } from 'vitest';
import { newConflict } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { Clientset } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { PluginsConfig } from '../../../../../src/runtime/kubernetes/pkg/scheduler/apis/config/types.ts';
import {
  type Plugin,
  type Status,
  newStatus,
} from '../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { Registry } from '../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import {
  Scheduler,
  type SchedulerParts,
  initPolicy,
} from '../../../../../src/runtime/kubernetes/pkg/scheduler/scheduler.ts';
import { background, withCancel } from '../../../../../src/runtime/sim/context.ts';
import { Sim } from '../../../../../src/runtime/sim/sim.ts';
import { OS } from '../../../../../src/runtime/go/os.ts';
import type { Result } from '../../../../../src/runtime/go/result.ts';
import { SchedulerStage } from './stage.ts';

const defaultName = 'default-scheduler';

/** A profile that has one more plugin, at the points named. */
function withPlugin(plugin: Plugin, ...points: readonly (keyof PluginsConfig)[]) {
  const enabled = [{ name: plugin.name() }];
  const plugins = Object.fromEntries(points.map((point) => [point, { enabled }])) as PluginsConfig;
  return {
    profiles: [{ schedulerName: defaultName, plugins }],
    frameworkOutOfTreeRegistry: new Registry({ [plugin.name()]: () => [plugin, undefined] }),
  };
}

const fail = (why: string): Status => newStatus('Error', why);

// Upstream's TestSchedulerScheduleOne, whose fakes are plugins here and refused requests.
describe('what goes wrong on the way of a pod takes it off its node again', () => {
  const reserve = { name: () => 'FakeReserve', reserve: () => fail('reserve error'), unreserve() {} };
  const permit = { name: () => 'FakePermit', permit: () => [fail('permit error'), 60_000] };
  const preBind = {
    name: () => 'FakePreBind',
    // oxlint-disable-next-line require-yield
    *preBind() {
      return fail('on PreBind');
    },
  };

  test.each([
    [
      'error reserve pod',
      withPlugin(reserve, 'reserve'),
      'running Reserve plugin "FakeReserve": reserve error',
    ],
    ['error permit pod', withPlugin(permit, 'permit'), 'running Permit plugin "FakePermit": permit error'],
    ['error prebind pod', withPlugin(preBind, 'preBind'), 'running PreBind plugin "FakePreBind": on PreBind'],
  ])('%s', (_name, options, why) => {
    const stage = new SchedulerStage(options);
    stage.node('machine1');
    stage.pod('foo', '1', {}, 20);
    expect(stage.recorder.events[0]).toBe(`Warning FailedScheduling ${why}`);
    expect(stage.on('foo')).toBeUndefined();
    const [condition] = stage.pods().get('foo')?.status.conditions ?? [];
    expect(condition).toMatchObject({
      type: 'PodScheduled',
      status: 'False',
      reason: 'SchedulerError',
      message: why,
    });
    expect(stage.sched.parts.schedulerCache.dump().assumedPods.size).toBe(0);
    expect(stage.requests).not.toContain('create pods/binding foo');
  });

  test('bind assumed pod scheduled', () => {
    const stage = new SchedulerStage();
    stage.node('machine1');
    stage.pod('foo', '1');
    expect(stage.requests).toEqual(['create pods/binding foo']);
    expect(stage.recorder.events).toEqual(['Normal Scheduled Successfully assigned default/foo to machine1']);
  });

  test('SCH-03 error bind forget pod failed scheduling: a binding that is refused is forgotten, and tried again', () => {
    const stage = new SchedulerStage();
    stage.node('machine1');
    const conflict = newConflict({ group: '', resource: 'pods/binding' }, 'foo', new Error('binder'));
    stage.refuse.set('create pods/binding', conflict);
    stage.pod('foo', '1', {}, 15);
    const why = `binding rejected: running Bind plugin "DefaultBinder": ${conflict.message}`;
    expect(stage.recorder.events[0]).toBe(`Warning FailedScheduling ${why}`);
    expect(stage.pods().get('foo')?.status.conditions).toMatchObject([
      { reason: 'SchedulerError', message: why },
    ]);
    stage.refuse.clear();
    // Nothing happens that would bring it back earlier than the flush.
    stage.sim.runFor(95_000);
    expect(stage.on('foo')).toBe('machine1');
  });

  test('a pod that no plugin binds is not bound', () => {
    const skips = {
      name: () => 'Skips',
      // oxlint-disable-next-line require-yield
      *bind() {
        return newStatus('Skip', 'not mine');
      },
    };
    const { frameworkOutOfTreeRegistry } = withPlugin(skips);
    const bind = { enabled: [{ name: 'Skips' }], disabled: [{ name: '*' }] };
    const stage = new SchedulerStage({
      frameworkOutOfTreeRegistry,
      profiles: [{ schedulerName: defaultName, plugins: { bind } }],
    });
    stage.node('machine1');
    stage.pod('foo', '1', {}, 20);
    expect(stage.recorder.events[0]).toBe(
      'Warning FailedScheduling binding rejected: bind status: Skip, not mine',
    );
    expect(stage.sched.parts.schedulerCache.podCount()).toBe(0);
  });

  test('error pod failed scheduling', () => {
    const stage = new SchedulerStage();
    stage.pod('foo');
    expect(stage.recorder.events[0]).toBe('Warning FailedScheduling no nodes available to schedule pods');
  });

  test('SCH-09 deleting pod: it is taken from the queue, and nothing is done for it', () => {
    const stage = new SchedulerStage();
    const finalizers = ['example.com/held'];
    const metadata = { name: 'foo', finalizers };
    const body = {
      kind: 'Pod',
      apiVersion: 'v1',
      metadata,
      spec: { containers: [{ name: 'c', image: 'i' }] },
    };
    stage.do({ verb: 'create', resource: 'pods', namespace: 'default', body });
    stage.sim.runFor(100);
    stage.requests.length = 0;
    stage.delete('foo');
    stage.sim.runFor(100);
    expect(stage.recorder.events.at(-1)).toBe(
      'Warning FailedScheduling skip schedule deleting pod: default/foo',
    );
    expect(stage.requests).toEqual([]);
  });
});

// Upstream's TestSchedulerCreation and TestSchedulerMultipleProfilesScheduling.
describe('a scheduler', () => {
  const profilesOf = (...names: readonly string[]) => ({
    profiles: names.map((schedulerName) => ({ schedulerName })),
  });

  test.each([
    ['default scheduler', {}, [defaultName]],
    ['multiple profiles', profilesOf('foo', 'bar'), ['foo', 'bar']],
  ])('%s', (_name, options, expected) => {
    expect([...new SchedulerStage(options).sched.parts.profiles.keys()]).toEqual(expected);
  });

  test.each([
    ['Repeated profiles', profilesOf('foo', 'bar', 'foo'), 'duplicate profile with scheduler name "foo"'],
    ['no profile', profilesOf(), 'at least one profile is required'],
    ['an unknown provider', { provider: 'Mine' }, 'algorithm provider "Mine" is not registered'],
    [
      'a plugin of a name that is taken',
      {
        frameworkOutOfTreeRegistry: new Registry({ NodeName: () => [{ name: () => 'NodeName' }, undefined] }),
      },
      'a plugin named NodeName already exists',
    ],
  ])('cannot be made with %s', (_name, options, why) => {
    expect(() => new SchedulerStage(options)).toThrow(why);
  });

  test('SCH-02 takes the pods that name one of its profiles and have no node, each by its profile', () => {
    const only = (node: string): Plugin =>
      ({
        name: () => `Only-${node}`,
        filter: (_state: unknown, _pod: unknown, info: { node(): { metadata: { name: string } } }) =>
          info.node().metadata.name === node
            ? undefined
            : newStatus('UnschedulableAndUnresolvable', 'not mine'),
      }) as unknown as Plugin;
    const [a, b] = [only('node-a'), only('node-b')];
    const profileOf = (schedulerName: string, plugin: Plugin) => ({
      schedulerName,
      plugins: { filter: { enabled: [{ name: plugin.name() }] } },
    });
    const stage = new SchedulerStage({
      profiles: [profileOf('to-a', a), profileOf('to-b', b)],
      frameworkOutOfTreeRegistry: new Registry({
        [a.name()]: () => [a, undefined],
        [b.name()]: () => [b, undefined],
      }),
    });
    for (const node of ['node-a', 'node-b', 'node-c']) stage.node(node);
    stage.pod('one', '1', { schedulerName: 'to-a' });
    stage.pod('two', '1', { schedulerName: 'to-b' });
    stage.pod('three', '1', { schedulerName: defaultName });
    stage.pod('four', '1', { schedulerName: 'to-a', nodeName: 'node-c' });
    expect([...stage.pods().keys()].map((name) => [name, stage.on(name)])).toEqual([
      ['four', 'node-c'],
      ['one', 'node-a'],
      ['three', undefined],
      ['two', 'node-b'],
    ]);
    expect(stage.requests.filter((request) => request.includes('binding'))).toHaveLength(2);
    expect(stage.recorder.events.filter((event) => event.includes('three'))).toEqual([]);
    // The pod with a node is counted on it, though nobody scheduled it.
    expect(stage.sched.parts.schedulerCache.podCount()).toBe(3);
  });

  test('SCH-02 does not see pods that have ended: their room is free', () => {
    const stage = new SchedulerStage();
    stage.node('node-a');
    stage.pod('first', '3');
    stage.pod('second', '3');
    expect(stage.on('second')).toBeUndefined();
    const body = { status: { phase: 'Succeeded' } };
    const asked = { resource: 'pods', namespace: 'default', name: 'first', subresource: 'status' } as const;
    stage.do({ ...asked, verb: 'patch', body });
    stage.sim.runFor(5000);
    expect(stage.on('second')).toBe('node-a');
  });
});

describe('one pod after the other', () => {
  test('SCH-05 SCH-19 a cycle has its points in this order, and binding goes on beside the next cycle', () => {
    const points: string[] = [];
    const stage: { now?: SchedulerStage } = {};
    const at = (point: string, pod: { metadata: { name: string } }): undefined => {
      points.push(`${pod.metadata.name} ${point}`);
    };
    const named = (point: string) => (_state: unknown, pod: { metadata: { name: string } }) => at(point, pod);
    const plugin = {
      name: () => 'Noting',
      preFilter: named('preFilter'),
      preFilterExtensions: () => undefined,
      filter: named('filter'),
      preScore: named('preScore'),
      score: (_state: unknown, pod: { metadata: { name: string } }) => [0, at('score', pod)],
      scoreExtensions: () => undefined,
      reserve: named('reserve'),
      unreserve() {},
      permit: (_state: unknown, pod: { metadata: { name: string } }) => [at('permit', pod), 0],
      *preBind(_ctx: unknown, _state: unknown, pod: { metadata: { name: string } }) {
        at('preBind', pod);
        if (pod.metadata.name === 'slow') yield* stage.now?.sim.sleep(1000) ?? [];
        at('preBound', pod);
        return undefined;
      },
      postBind: named('postBind'),
    };
    const pointNames = [
      'preFilter', 'filter', 'preScore', 'score', 'reserve', 'permit', 'preBind', 'postBind',
    ] as const; // prettier-ignore
    const s = new SchedulerStage(withPlugin(plugin as unknown as Plugin, ...pointNames));
    stage.now = s;
    s.node('node-a');
    s.node('node-b');
    s.pod('slow', '3');
    expect(points).toEqual(
      ['preFilter', 'filter', 'filter', 'preScore', 'score', 'score', 'reserve', 'permit', 'preBind'].map(
        (point) => `slow ${point}`,
      ),
    );
    // Its room is taken already: the next pod goes to the other node, and is bound before the first is.
    const node = [...s.sched.parts.schedulerCache.dump().nodes].find(([, { pods }]) => pods.length > 0)?.[0];
    s.pod('quick', '3');
    expect(s.on('slow')).toBeUndefined();
    expect(s.on('quick')).toBe(node === 'node-a' ? 'node-b' : 'node-a');
    s.sim.runFor(2000);
    expect(s.on('slow')).toBe(node);
    expect(points.slice(-2)).toEqual(['slow preBound', 'slow postBind']);
  });

  test('a scheduler runs its queue, takes one pod after the other until its context ends, and closes the queue', () => {
    const sim = new Sim();
    const [ctx, cancel] = withCancel(background);
    const calls: string[] = [];
    const schedulingQueue = { run: () => calls.push('run'), close: () => calls.push('close') };
    const nextPod = function* () {
      calls.push('next');
      yield* sim.sleep(1);
      if (calls.length > 3) cancel();
      return undefined;
    };
    sim.go(
      'scheduler',
      new Scheduler(sim, { schedulingQueue, nextPod } as unknown as SchedulerParts).run(ctx),
    );
    sim.runUntilIdle();
    expect(calls).toEqual(['run', 'next', 'next', 'next', 'close']);
  });

  test('a pod that has its room waits for none: its nomination ends before it is bound', () => {
    const patient = {
      name: () => 'Patient',
      permit: () => [newStatus('Wait', 'later'), 60_000],
    } as unknown as Plugin;
    const stage = new SchedulerStage(withPlugin(patient, 'permit'));
    stage.node('node-a', { cpu: '1' });
    const { schedulingQueue, schedulerCache } = stage.sched.parts;
    stage.pod('first', '1', { priority: 1, nodeName: 'node-a', terminationGracePeriodSeconds: 5 });
    stage.pod('large', '1', { priority: 10 });
    expect(schedulingQueue.nominatedPodsForNode('node-a').map(({ metadata }) => metadata.name)).toEqual([
      'large',
    ]);
    stage.delete('first');
    stage.sim.runFor(20_000);
    expect([...schedulerCache.dump().assumedPods].length).toBe(1);
    expect(schedulingQueue.nominatedPodsForNode('node-a')).toEqual([]);
    expect(stage.on('large')).toBeUndefined();
  });

  test('SCH-41 the pod of the highest priority goes first, and of the same the one that came first', () => {
    const stage = new SchedulerStage({ profiles: [{ schedulerName: defaultName }] });
    for (const [name, priority] of [
      ['low', 1],
      ['high', 9],
      ['first', 5],
      ['second', 5],
    ] as const)
      stage.pod(name, '1', { priority }, 30);
    // Without nodes all wait; a node brings them back at once.
    stage.sim.runFor(20_000);
    stage.requests.length = 0;
    stage.node('node-a');
    stage.sim.runFor(100);
    const bound = stage.requests.filter((request) => request.includes('binding'));
    expect(bound).toEqual(['high', 'first', 'second', 'low'].map((name) => `create pods/binding ${name}`));
  });

  test('SCH-14 a pod that no node takes waits until something changes', () => {
    const stage = new SchedulerStage();
    stage.node('node-a', { cpu: '1' });
    stage.pod('web', '2');
    const message = '0/1 nodes are available: 1 Insufficient cpu.';
    expect(stage.recorder.events).toEqual(Array(2).fill(`Warning FailedScheduling ${message}`));
    stage.sim.runFor(50_000);
    expect(stage.recorder.events).toHaveLength(2);
    stage.node('node-b', { cpu: '2' });
    stage.sim.runFor(100);
    expect(stage.on('web')).toBe('node-b');
  });
});

describe('preemption', () => {
  test('PRE-08 deletes the victims, notes the node, and puts the pod back: it is scheduled when they are gone', () => {
    const stage = new SchedulerStage();
    stage.node('node-a', { cpu: '2' });
    stage.pod('small', '1', { priority: 1, terminationGracePeriodSeconds: 5 });
    stage.pod('other', '1', { priority: 2, terminationGracePeriodSeconds: 5 });
    stage.pod('middle', '1', { priority: 3 });
    expect(stage.pods().get('middle')?.status.nominatedNodeName).toBe('node-a');
    stage.requests.length = 0;
    stage.recorder.events.length = 0;
    stage.pod('large', '2', { priority: 10 });
    expect(stage.requests).toContain('delete pods other');
    expect(stage.recorder.events).toContain('Normal Preempted Preempted by default/large on node node-a');
    const { small, other, middle, large } = Object.fromEntries(stage.pods());
    expect(small?.metadata.deletionTimestamp).toBeDefined();
    expect(other?.metadata.deletionTimestamp).toBeDefined();
    // One of less priority has no claim to the node any more.
    expect(middle?.status.nominatedNodeName).toBeUndefined();
    expect(large?.status.nominatedNodeName).toBe('node-a');
    expect(large?.spec.nodeName).toBeUndefined();
    stage.delete('small');
    stage.delete('other');
    stage.sim.runFor(15_000);
    expect(stage.on('large')).toBe('node-a');
    expect(stage.on('middle')).toBeUndefined();
    // What is counted of it: for middle one victim, for large both pods; a pod that waits for its victims tries, too.
    const { preemptionAttempts, preemptionVictims, deprecatedPreemptionEvaluationDuration } =
      stage.sched.parts.metrics;
    const value = (samples: readonly { suffix?: string; value: number }[], suffix?: string) =>
      samples.find((sample) => sample.suffix === suffix)?.value;
    expect(value(preemptionVictims.samples(), '_count')).toBe(2);
    const attempts = value(preemptionAttempts.samples());
    expect(attempts).toBe(6);
    // Only requests take time: three victims that are deleted, and middle, which loses its nomination.
    const durations = deprecatedPreemptionEvaluationDuration.samples();
    expect(value(durations, '_count')).toBe(attempts);
    expect(value(durations, '_sum')).toBeCloseTo(4 * 0.004);
  });
});

const extender = { urlPrefix: 'http://x', enableHttps: true, httpTimeout: 2_000_000_000, weight: 1 };
const text = JSON.stringify({ kind: 'Policy', apiVersion: 'v1', predicates: [], extenders: [extender] });
const read = {
  predicates: [],
  extenders: [{ urlPrefix: 'http://x', enableHTTPS: true, httpTimeout: 2000, weight: 1 }],
};

/** What is read from a file with this text, or from a ConfigMap with these data. */
function policyOf(file?: string, data?: object) {
  const os = new OS(new Sim(), {
    args: ['kube-scheduler'],
    files: file === undefined ? {} : { '/policy': file },
  });
  const answer = data ? [{ data }, undefined] : [undefined, new Error('configmaps "p" not found')];
  const client = {
    coreV1: () => ({
      configMaps: (namespace: string) => ({
        *get(name: string) {
          return namespace === 'ns' && name === 'p' ? answer : [undefined, new Error('no such')];
        },
      }),
    }),
  } as unknown as Clientset;
  const source = data || file === undefined ? { configMap: { namespace: 'ns', name: 'p' } } : undefined;
  const { value } = initPolicy(os, client, source ?? { file: { path: '/policy' } }).next();
  const [policy, err] = value as Result<object>;
  return policy ?? err?.message;
}

describe('a policy', () => {
  test('is read from a file, or from a ConfigMap', () => {
    expect(policyOf(text)).toEqual(read);
    expect(policyOf(undefined, { 'policy.cfg': text })).toEqual(read);
  });

  test.each([
    ['{', undefined, "invalid policy: couldn't get version/kind; json parse error: "],
    [
      '{"apiVersion":"v1"}',
      undefined,
      'invalid policy: Object \'Kind\' is missing in \'{"apiVersion":"v1"}\'',
    ],
    [
      '{"apiVersion":"v2","kind":"Policy"}',
      undefined,
      'invalid policy: no kind "Policy" is registered for version "v2"',
    ],
    [undefined, { other: text }, 'missing policy config map value at key "policy.cfg"'],
    [undefined, undefined, 'couldn\'t get policy config map ns/p: configmaps "p" not found'],
  ])('%s %j is refused', (file, data, why) => {
    expect(policyOf(file, data)).toContain(why);
  });

  test('is missed where there is no such file', () => {
    const os = new OS(new Sim(), { args: ['kube-scheduler'] });
    const { value } = initPolicy(os, {} as Clientset, { file: { path: '/nowhere' } }).next();
    expect((value as [undefined, Error])[1].message).toBe('missing policy config file /nowhere');
  });
});
