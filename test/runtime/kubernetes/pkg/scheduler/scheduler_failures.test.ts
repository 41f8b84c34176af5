import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import type { RoundTripper } from '../../../../../src/runtime/go/http-client.ts';
import {
  type Plugin,
  newStatus,
} from '../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { Registry } from '../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import type { SchedulerOptions } from '../../../../../src/runtime/kubernetes/pkg/scheduler/scheduler.ts';
import { SchedulerStage } from './stage.ts';

/** The default profile with one more plugin, called for what it has. */
function withPlugin(does: object): SchedulerOptions {
  const plugin = { name: () => 'Fake', ...does } as Plugin;
  const plugins = Object.fromEntries(
    Object.keys(does).map((point) => [point, { enabled: [{ name: 'Fake' }] }]),
  );
  return {
    profiles: [{ schedulerName: 'default-scheduler', plugins }],
    frameworkOutOfTreeRegistry: new Registry({ Fake: () => [plugin, undefined] }),
  };
}

/** How often attempts ended in each way, and how many attempts a pod took that was bound. */
function counted(stage: SchedulerStage, name: string, label: string): Readonly<Record<string, number>> {
  const metric = stage.sched.parts.metrics.list().find((each) => each.name === `scheduler_${name}`);
  const samples = metric?.samples().filter(({ suffix = '_count' }) => suffix === '_count') ?? [];
  return Object.fromEntries(samples.map(({ labels, value }) => [labels[label] ?? '', value]));
}

describe('a pod that fails on its way', () => {
  test('is counted as an error, if something went wrong; as one that fits nowhere, if nothing did', () => {
    const broken = new SchedulerStage(withPlugin({ filter: () => newStatus('Error', 'bug') }));
    broken.node('n');
    broken.pod('web', '1', {}, 2);
    expect(counted(broken, 'schedule_attempts_total', 'result')).toEqual({ error: 1 });
    expect(broken.recorder.events).toEqual([
      'Warning FailedScheduling running "Fake" filter plugin for pod "web": bug',
    ]);
    const empty = new SchedulerStage();
    empty.pod('web', '1', {}, 2);
    expect(counted(empty, 'schedule_attempts_total', 'result')).toEqual({ unschedulable: 1 });
  });

  test('is not assumed a second time, if it came onto a node meanwhile', () => {
    const at: { stage?: SchedulerStage } = {};
    const preFilter = (_state: unknown, pod: Pod): void => {
      const there = { ...pod, spec: { ...pod.spec, nodeName: 'n' } };
      at.stage?.sched.parts.schedulerCache.addPod(there);
    };
    const plugin = { preFilter, preFilterExtensions: () => undefined };
    const options = withPlugin({ preFilter });
    const stage = (at.stage = new SchedulerStage({
      ...options,
      frameworkOutOfTreeRegistry: new Registry({
        Fake: () => [{ name: () => 'Fake', ...plugin } as Plugin, undefined],
      }),
    }));
    stage.node('n');
    stage.pod('web', '1', {}, 2);
    const uid = stage.pods().get('web')?.metadata.uid;
    expect(stage.recorder.events).toEqual([
      `Warning FailedScheduling pod ${uid} is in the cache, so can't be assumed`,
    ]);
    expect(counted(stage, 'schedule_attempts_total', 'result')).toEqual({ error: 1 });
    expect(stage.requests).not.toContain('create pods/binding web');
  });

  test('gives back what plugins hold for it', () => {
    const calls: string[] = [];
    const does = {
      reserve: () => void calls.push('reserve'),
      permit: () => [newStatus('Unschedulable', 'no'), 0],
    };
    const options = withPlugin(does);
    const plugin = {
      name: () => 'Fake',
      ...does,
      unreserve: (_s: unknown, { metadata }: Pod, on: string) =>
        void calls.push(`unreserve ${metadata.name} ${on}`),
    };
    const stage = new SchedulerStage({
      ...options,
      frameworkOutOfTreeRegistry: new Registry({ Fake: () => [plugin as unknown as Plugin, undefined] }),
    });
    stage.node('n');
    stage.pod('web', '1', {}, 2);
    expect(calls).toEqual(['reserve', 'unreserve web n']);
    expect(stage.sched.parts.schedulerCache.podCount()).toBe(0);
  });
});

test('the room that is made for a pod is its own before the API server knows of it', () => {
  const stage = new SchedulerStage();
  stage.node('n', { cpu: '1' });
  stage.pod('small', '1', { priority: 1, nodeName: 'n', terminationGracePeriodSeconds: 5 });
  stage.pod('large', '1', { priority: 9 }, 0);
  const seen: string[] = [];
  for (let ms = 0; ms < 20; ms++) {
    stage.sim.runFor(1);
    const queue = stage.sched.parts.schedulingQueue
      .nominatedPodsForNode('n')
      .map(({ metadata }) => metadata.name);
    const stored = stage.pods().get('large')?.status.nominatedNodeName;
    const told = `queue ${queue}, API ${stored ?? ''}`;
    if (seen.at(-1) !== told) seen.push(told);
  }
  expect(seen).toEqual(['queue , API ', 'queue large, API ', 'queue large, API n']);
});

test('a pod whose binding nobody confirms is counted on its node for half a minute', () => {
  const roundTripper: RoundTripper = {
    *post() {
      return [{ statusCode: 200, body: '{}' }, undefined];
    },
  };
  // It says that it has bound the pod, and does nothing.
  const stage = new SchedulerStage({
    extenders: [{ urlPrefix: 'http://x', bindVerb: 'bind' }],
    roundTripper,
  });
  stage.node('n');
  stage.pod('web', '1');
  const { schedulerCache } = stage.sched.parts;
  expect([schedulerCache.podCount(), stage.on('web')]).toEqual([1, undefined]);
  stage.sim.runFor(29_000);
  expect(schedulerCache.podCount()).toBe(1);
  stage.sim.runFor(2000);
  expect(schedulerCache.podCount()).toBe(0);
});

test.each([
  [11, '14'],
  [12, '15+'],
  [13, '15+'],
])('after %i changes that did not help, a pod that is bound took %s attempts', (changes, label) => {
  const stage = new SchedulerStage();
  stage.pod('web', '1');
  for (let i = 0; i < changes; i++) {
    stage.do({
      verb: 'create',
      resource: 'services',
      namespace: 'default',
      body: { metadata: { name: `s${i}` }, spec: { ports: [{ port: 80 }] } },
    });
    stage.sim.runFor(11_000);
  }
  stage.node('n');
  stage.sim.runFor(11_000);
  expect(stage.on('web')).toBe('n');
  expect(counted(stage, 'pod_scheduling_duration_seconds', 'attempts')).toEqual({ [label]: 1 });
});
