import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  type SyncPodOptions,
  killPodNow,
  newPodWorkers,
} from '../../../../../src/runtime/kubernetes/pkg/kubelet/pod_workers.ts';
import type { SyncPodType } from '../../../../../src/runtime/kubernetes/pkg/kubelet/types/pod_update.ts';
import { newBasicWorkQueue } from '../../../../../src/runtime/kubernetes/pkg/kubelet/util/queue/work_queue.ts';
import { Sim } from '../../../../../src/runtime/sim/sim.ts';
import { recorderOf } from '../../../../golden/kubelet/recorder.ts';

const podOf = (uid: string, name = uid): Pod =>
  ({ metadata: { name, namespace: 'ns', uid }, spec: { containers: [] }, status: {} }) as unknown as Pod;

/** Workers that take so long for each pod, and what they did, in words such as `0 create`. */
function workersOf(takesMs = 0) {
  const sim = new Sim();
  const done = new Map<string, string[]>();
  const options: SyncPodOptions[] = [];
  const events: string[] = [];
  const runtime: { syncErr: Error | undefined; statusErr: Error | undefined } = {
    syncErr: undefined,
    statusErr: undefined,
  };
  const recorder = recorderOf(({ reason, message }) => events.push(`${reason}: ${message}`));
  const workQueue = newBasicWorkQueue(sim);
  const workers = newPodWorkers({
    sim,
    *syncPodFn(given) {
      options.push(given);
      if (takesMs > 0) yield* sim.sleep(takesMs);
      const { name, uid } = given.pod.metadata;
      done.set(uid, [...(done.get(uid) ?? []), `${name} ${given.updateType}`]);
      return runtime.syncErr;
    },
    recorder,
    workQueue,
    resyncIntervalMs: 60_000,
    backOffPeriodMs: 10_000,
    podCache: {
      *getNewerThan(id) {
        if (runtime.statusErr) return [undefined, runtime.statusErr];
        return [
          { id, name: id, namespace: 'ns', ips: [], containerStatuses: [], sandboxStatuses: [] },
          undefined,
        ];
      },
    },
  });
  return { sim, done, options, events, runtime, recorder, workQueue, workers };
}

test('TestUpdatePod: the first and the last update are worked on', () => {
  const { sim, done, workers } = workersOf(1);
  for (let i = 0; i < 20; i++)
    for (let j = i; j < 20; j++) workers.updatePod({ pod: podOf(`${j}`, `${i}`), updateType: 'create' });
  sim.runUntilIdle();
  expect(done.size).toBe(20);
  for (let i = 0; i < 20; i++)
    expect(done.get(`${i}`)).toEqual(i === 0 ? ['0 create'] : ['0 create', `${i} create`]);
});

test('TestUpdatePodDoesNotForgetSyncPodKill: an end gives way to nothing', () => {
  const { sim, done, workers } = workersOf(1);
  for (const updateType of ['create', 'sync', 'kill', 'update'] as const)
    workers.updatePod({ pod: podOf('0'), updateType });
  sim.runUntilIdle();
  expect(done.get('0')).toEqual(['0 create', '0 kill']);
});

test('TestForgetNonExistingPodWorkers', () => {
  const { sim, done, workers } = workersOf();
  for (let i = 0; i < 20; i++) workers.updatePod({ pod: podOf(`${i}`), updateType: 'update' });
  sim.runUntilIdle();
  expect(workers.podUpdates.size).toBe(20);
  workers.forgetNonExistingPodWorkers(new Set(['2', '14', 'nobody']));
  expect([...workers.podUpdates.keys()]).toEqual(['2', '14']);
  workers.forgetWorker('14');
  workers.forgetWorker('14');
  expect([...workers.podUpdates.keys()]).toEqual(['2']);
  workers.updatePod({ pod: podOf('14'), updateType: 'update' });
  sim.runUntilIdle();
  expect(done.get('14')).toEqual(['14 update', '14 update']);
});

test('a worker that is forgotten does no more than it has begun', () => {
  const { sim, done, workers } = workersOf(10);
  workers.updatePod({ pod: podOf('0'), updateType: 'create' });
  sim.runFor(1);
  workers.updatePod({ pod: podOf('0'), updateType: 'update' });
  workers.forgetWorker('0');
  sim.runUntilIdle();
  expect(done.get('0')).toEqual(['0 create']);
});

test('a worker is given the mirror and what the runtime says', () => {
  const { sim, options, workers } = workersOf();
  workers.updatePod({ pod: podOf('1'), mirrorPod: podOf('1', 'mirror'), updateType: 'update' });
  sim.runUntilIdle();
  expect(options).toMatchObject([
    { pod: { metadata: { uid: '1' } }, mirrorPod: { metadata: { name: 'mirror' } }, podStatus: { id: '1' } },
  ]);
});

describe('when the pod is looked at again', () => {
  test.each<[string, Error | undefined, number, number]>([
    ['all went well', undefined, 60_000, 90_000],
    ['the network is not ready', new Error('network is not ready: no plugin'), 1000, 1500],
    ['something else failed', new Error('no image'), 10_000, 15_000],
  ])('%s', (_, err, earliest, latest) => {
    const { sim, runtime, workQueue, workers } = workersOf();
    runtime.syncErr = err;
    workers.updatePod({ pod: podOf('0'), updateType: 'create' });
    sim.runFor(earliest - 1);
    expect(workQueue.getWork()).toEqual([]);
    sim.runFor(latest - earliest + 2);
    expect(workQueue.getWork()).toEqual(['0']);
  });

  test('where nothing is known of the pod, that is told and nothing done', () => {
    const { sim, done, events, runtime, workers } = workersOf();
    runtime.statusErr = new Error('no runtime');
    let told: Error | undefined;
    workers.updatePod({ pod: podOf('0'), updateType: 'create', onCompleteFunc: (err) => void (told = err) });
    sim.runFor(1);
    expect([done.size, events, told?.message]).toEqual([
      0,
      ['FailedSync: error determining status: no runtime'],
      'no runtime',
    ]);
  });
});

describe('TestKillPodNowFunc', () => {
  const status = { phase: 'Failed' as const, reason: 'reason', message: 'message' };

  /** How ending a pod goes that has so much grace, by a worker that takes so long. */
  function kill(takesMs: number, graceSeconds: number, override?: number) {
    const { sim, done, options, events, recorder, workers } = workersOf(takesMs);
    const pod = podOf('test');
    const given = { ...pod, spec: { ...pod.spec, terminationGracePeriodSeconds: graceSeconds } };
    const outcome: { err?: Error | undefined; endedAt: number } = { endedAt: -1 };
    const killing = function* () {
      outcome.err = yield* killPodNow(sim, workers, recorder)(given, status, override);
      outcome.endedAt = sim.now;
    };
    sim.go('killer', killing());
    sim.runFor(100_000);
    const { err, endedAt } = outcome;
    return { did: done.get('test'), options, events, err: err?.message, endedAt };
  }

  test('waits for the worker, which says how the pod ends', () => {
    const { did, options, err, endedAt } = kill(5000, 30, 0);
    expect([did, err, endedAt]).toEqual([['test kill'], undefined, 5000]);
    const [{ killPodOptions, pod, podStatus } = {} as SyncPodOptions] = options;
    expect(killPodOptions?.podTerminationGracePeriodSecondsOverride).toBe(0);
    expect(killPodOptions?.podStatusFunc(pod, podStatus)).toEqual(status);
  });

  test.each<[string, number, number | undefined, number]>([
    ['at least ten seconds', 1, undefined, 10_000],
    ['half as long again as the pod has', 31, undefined, 46_000],
    ['half as long again as it is given', 31, 20, 30_000],
  ])('waits no longer than %s', (_, graceSeconds, override, want) => {
    const { events, err, endedAt } = kill(90_000, graceSeconds, override);
    expect([err, endedAt]).toEqual(['timeout waiting to kill pod', want]);
    expect(events).toEqual([
      'ExceededGracePeriod: Container runtime did not kill the pod within specified grace period.',
    ]);
  });
});

test('each kind of update comes to the worker as it was', () => {
  const kinds: SyncPodType[] = ['create', 'update', 'sync', 'kill'];
  const { sim, done, workers } = workersOf();
  for (const updateType of kinds) {
    workers.updatePod({ pod: podOf('0'), updateType });
    sim.runUntilIdle();
  }
  expect(done.get('0')).toEqual(kinds.map((kind) => `0 ${kind}`));
});
