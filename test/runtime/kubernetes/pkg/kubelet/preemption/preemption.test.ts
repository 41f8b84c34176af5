import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  InsufficientResourceError,
  PredicateFailureError,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/lifecycle/predicate.ts';
import { newCriticalPodAdmissionHandler } from '../../../../../../src/runtime/kubernetes/pkg/kubelet/preemption/preemption.ts';
import { ended } from '../../../../../golden/kubelet/ended.ts';
import { recorderOf } from '../../../../../golden/kubelet/recorder.ts';

const Mi = 1024 * 1024;
const system = 2_000_000_000;

/** A pod that asks for so much, in thousandths of a processor and MiB, and has no more if it is guaranteed. */
function podOf(name: string, amount: number, more: { guaranteed?: boolean; priority?: number } = {}): Pod {
  const requests = amount > 0 ? { cpu: `${amount}m`, memory: `${amount}Mi` } : {};
  const resources = { requests, ...(more.guaranteed ? { limits: requests } : {}) };
  const spec = { containers: [{ name: 'c', resources }], priority: more.priority };
  return { metadata: { name, namespace: 'ns', uid: name, annotations: {} }, spec } as unknown as Pod;
}

const pods: Readonly<Record<string, Pod>> = {
  bestEffort: podOf('bestEffort', 0),
  burstable: podOf('burstable', 100),
  highBurstable: podOf('highBurstable', 300),
  guaranteed: podOf('guaranteed', 100, { guaranteed: true }),
  highGuaranteed: podOf('highGuaranteed', 300, { guaranteed: true }),
  clusterCritical: podOf('clusterCritical', 100, { priority: system }),
  nodeCritical: podOf('nodeCritical', 100, { priority: system + 100 }),
};

/** Whom the preemptor ends, with so much short: thousandths of a processor, MiB and pods. */
function preempt(
  preemptor: string,
  running: string,
  short: readonly [number, number, number],
  others: PredicateFailureError[] = [],
) {
  const [cpu, memory, count] = short;
  const killed: string[] = [];
  const handler = newCriticalPodAdmissionHandler(
    () =>
      running
        .split(' ')
        .filter(Boolean)
        .map((name) => pods[name]!),
    function* ({ metadata }) {
      killed.push(metadata.name);
      return undefined;
    },
    recorderOf(() => undefined),
  );
  const reasons = [
    new InsufficientResourceError('cpu', cpu, 0, 0),
    new InsufficientResourceError('memory', memory * Mi, 0, 0),
    new InsufficientResourceError('pods', count, 0, 0),
  ].filter((reason) => reason.getInsufficientAmount() > 0);
  const [left, err] = ended(handler.handleAdmissionFailure(pods[preemptor]!, [...reasons, ...others]));
  return { killed: killed.join(' '), left: left.map((reason) => reason.getReason()), err: err?.message };
}

const all = 'bestEffort burstable highBurstable guaranteed highGuaranteed';

describe('TestGetPodsToPreempt', () => {
  test.each<[string, string, [number, number, number], string]>([
    ['nothing is short', '', [0, 0, 0], ''],
    ['as much as one asks for', 'burstable', [100, 100, 1], 'burstable'],
    ['one that asked for nothing first', 'burstable bestEffort', [0, 0, 1], 'bestEffort'],
    ['a burstable one before a guaranteed one', 'burstable guaranteed', [0, 0, 1], 'burstable'],
    ['the smaller one if it does', 'bestEffort highBurstable burstable', [100, 100, 0], 'burstable'],
    ['the larger one if it must be', 'bestEffort burstable highBurstable', [150, 150, 0], 'highBurstable'],
    ['two', all, [350, 350, 0], 'highBurstable burstable'],
    ['a guaranteed one, and no more than needed besides', all, [0, 550, 0], 'highBurstable highGuaranteed'],
    ['no critical one besides', `clusterCritical ${all}`, [0, 550, 0], 'highBurstable highGuaranteed'],
  ])('%s', (_, running, short, want) => {
    const { killed, err } = preempt('clusterCritical', running, short);
    expect([killed.split(' ').toSorted(), err]).toEqual([want.split(' ').toSorted(), undefined]);
  });

  test('a critical pod gives way to one of greater priority', () => {
    expect(preempt('nodeCritical', 'clusterCritical', [100, 0, 0]).killed).toBe('clusterCritical');
  });

  test.each<[string, string, [number, number, number], string]>([
    ['no pods', '', [0, 0, 1], '(res: pods, q: 1), '],
    [
      'more than there is',
      'burstable',
      [200, 200, 2],
      `(res: cpu, q: 100), (res: memory, q: ${100 * Mi}), (res: pods, q: 1), `,
    ],
    ['a greater priority', 'nodeCritical', [100, 0, 0], '(res: cpu, q: 100), '],
    ['one that asked for nothing brings nothing', 'bestEffort', [0, 1, 0], `(res: memory, q: ${Mi}), `],
  ])('ends none: %s', (_, running, short, missing) => {
    const found = 'no set of running pods found to reclaim resources';
    expect(preempt('clusterCritical', running, short)).toEqual({
      killed: '',
      left: [],
      err: `preemption: error finding a set of pods to preempt: ${found}: [${missing}]`,
    });
  });
});

test('where something else keeps the pod off, that is told and nothing is ended', () => {
  const ports = new PredicateFailureError('NodePorts', 'ports');
  expect(preempt('clusterCritical', all, [100, 0, 0], [ports])).toEqual({
    killed: '',
    left: ['ports'],
    err: undefined,
  });
});

test('a pod that is not critical ends none', () => {
  expect(preempt('burstable', all, [100, 0, 0])).toEqual({
    killed: '',
    left: ['Insufficient cpu'],
    err: undefined,
  });
});
