import { describe, expect, test } from 'vitest';
import type { PodStatus } from 'kubernetes-types/core/v1';
import type { Pod } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newForbidden } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { newForConfig } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { Transport } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import {
  byImportance,
  clearNominatedNodeName,
  getEarliestPodStartTime,
  getPodFullName,
  isScalarResourceName,
} from '../../../../../../src/runtime/kubernetes/pkg/scheduler/util/utils.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';
import { finished } from '../framework/runtime/fake.ts';
import { podOf } from '../internal/queue/pods.ts';

test('TestGetPodFullName', () => expect(getPodFullName(podOf('test/pod'))).toBe('pod_test'));

test.each([
  ['cpu', false],
  ['memory', false],
  ['ephemeral-storage', false],
  ['pods', false],
  ['example.com/gpu', true],
  ['requests.example.com/gpu', false],
  ['kubernetes.io/anything', true],
  ['hugepages-2Mi', true],
  ['attachable-volumes-aws-ebs', true],
])('%s is counted by its name: %s', (name, expected) => expect(isScalarResourceName(name)).toBe(expected));

const now = 100_000;
/** Started so many seconds after the beginning of time; never, if left out. */
const started = (name: string, priority: number, second?: number): Pod => {
  const startTime = second === undefined ? undefined : new Date(second * 1000).toISOString();
  return podOf(`ns/${name}`, { priority }, { startTime } as PodStatus);
};

describe('of several pods', () => {
  test.each<[string, readonly Pod[], number]>([
    ['of the highest priority', [started('a', 1, 11), started('b', 2, 11), started('c', 2, 10)], 10_000],
    [
      'whatever came before it in the list',
      [started('a', 2, 10), started('b', 2, 11), started('c', 2, 12)],
      10_000,
    ],
    ['though one of less priority started earlier', [started('a', 2, 12), started('b', 1, 10)], 12_000],
    ['or now, if none of them has started', [started('a', 2), started('b', 1, 10)], now],
  ])('TestGetEarliestPodStartTime: the first start counts %s', (_what, pods, expected) => {
    expect(getEarliestPodStartTime(pods, now)).toBe(expected);
  });

  test('TestMoreImportantPod: priority first, then how long they have run; and those that have not started, last', () => {
    const pods = [started('never', 2), started('low', 1, 1), started('late', 2, 11), started('early', 2, 10)];
    const names = (list: readonly Pod[]) => list.map(({ metadata }) => metadata.name);
    const ordered = ['early', 'late', 'never', 'low'];
    expect(names([...pods].sort(byImportance(now)))).toEqual(ordered);
    expect(names(pods.reverse().sort(byImportance(now)))).toEqual(ordered);
    expect(byImportance(now)(started('a', 2, 10), started('b', 2, 10))).toBe(0);
    expect(byImportance(now)(started('a', 2), started('b', 2))).toBe(0);
  });
});

test('TestRemoveNominatedNodeName: the nominations that there are end, and an error does not keep it from the others', () => {
  const sim = new Sim();
  const asked: unknown[] = [];
  const transport = {
    *do(request: {
      readonly verb: string;
      readonly name: string;
      readonly subresource: string;
      readonly body: unknown;
    }) {
      asked.push([request.verb, request.name, request.subresource, request.body]);
      return request.name === 'first'
        ? [undefined, newForbidden({ group: '', resource: 'pods' }, 'first', new Error('refused'))]
        : [{}, undefined];
    },
  } as unknown as Transport;
  const client = newForConfig(sim, { transport, userAgent: 'kube-scheduler', qps: -1 });
  const nominated = { nominatedNodeName: 'node1' };
  const pods = [podOf('ns/first', {}, nominated), podOf('ns/none'), podOf('ns/second', {}, nominated)];
  const err = finished(clearNominatedNodeName(client, ...pods));
  const patch = { status: { nominatedNodeName: null } };
  expect(asked).toEqual([
    ['patch', 'first', 'status', patch],
    ['patch', 'second', 'status', patch],
  ]);
  expect(err?.message).toBe('pods "first" is forbidden: refused');
  expect(finished(clearNominatedNodeName(client, podOf('ns/none')))).toBeUndefined();
});
