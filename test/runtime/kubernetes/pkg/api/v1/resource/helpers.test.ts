import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  type Quantities,
  extractResourceValueByContainerName,
  getResourceRequest,
  mergeContainerResourceLimits,
  podRequestsAndLimits,
} from '../../../../../../../src/runtime/kubernetes/pkg/api/v1/resource/helpers.ts';

type Amounts = Readonly<Record<string, string>>;

function podOf(requests: Amounts = {}, limits: Amounts = {}, overhead: Amounts = {}): Pod {
  const resources = { requests, limits };
  const spec = {
    containers: [{ name: 'foo', resources }],
    initContainers: [{ name: 'init-foo', resources }],
    overhead,
  };
  return { metadata: { name: 'p' }, spec } as unknown as Pod;
}

const five = { cpu: '5', memory: '5' };

test.each<[string, Pod, string, number]>([
  ['processors in thousandths', podOf({ cpu: '9' }), 'cpu', 9000],
  ['memory', podOf({ memory: '90Mi' }), 'memory', 94371840],
  ['nothing but overhead', podOf({}, {}, five), 'cpu', 0],
  ['nothing but overhead', podOf({}, {}, five), 'memory', 0],
  ['overhead and a request', podOf({ cpu: '2' }, {}, five), 'cpu', 7000],
  ['overhead and a request', podOf({ cpu: '2', memory: '1024' }, {}, five), 'memory', 1029],
  ['a pod is one pod', podOf(), 'pods', 1],
])('TestGetResourceRequest: %s', (_, pod, resource, want) => {
  expect(getResourceRequest(pod, resource)).toBe(want);
});

describe('TestExtractResourceValue', () => {
  const mixed = podOf({ memory: '100Mi' }, { memory: '1Gi' });
  const cases: readonly [string, string | undefined, Pod, string][] = [
    ['limits.cpu', undefined, podOf({}, { cpu: '9' }), '9'],
    ['requests.cpu', undefined, podOf(), '0'],
    ['requests.cpu', undefined, podOf({ cpu: '8' }), '8'],
    ['requests.cpu', undefined, podOf({ cpu: '100m' }), '1'],
    ['requests.cpu', '100m', podOf({ cpu: '1200m' }), '12'],
    ['requests.memory', undefined, podOf({ memory: '100Mi' }), '104857600'],
    ['requests.memory', '1Mi', mixed, '100'],
    ['limits.memory', '0', mixed, '1073741824'],
    ['limits.ephemeral-storage', '1Mi', podOf({}, { 'ephemeral-storage': '1' }), '1'],
    ['requests.hugepages-2Mi', '2Mi', podOf({ 'hugepages-2Mi': '8Mi' }), '4'],
  ];

  describe.each(['foo', 'init-foo'])('of the container %s', (name) => {
    test.each(cases)('%s by %s', (resource, divisor, pod, want) => {
      const got = extractResourceValueByContainerName({ resource, divisor }, pod, name);
      expect(got).toEqual([want, undefined]);
    });
  });

  test.each([
    ['nobody', 'limits.cpu', 'container nobody not found'],
    ['foo', 'limits.gpu', 'unsupported container resource : limits.gpu'],
    ['foo', 'cpu', 'unsupported container resource : cpu'],
  ])('of the container %s: %s', (name, resource, message) => {
    const [, err] = extractResourceValueByContainerName({ resource }, podOf(), name);
    expect(err?.message).toBe(message);
  });
});

const text = (amounts: Quantities): Amounts =>
  Object.fromEntries([...amounts].map(([name, quantity]) => [name, String(quantity)]));

test.each<[string, Pod, Amounts, Amounts]>([
  ['a limit alone', podOf({}, { cpu: '9' }), {}, { cpu: '9' }],
  ['overhead alone', podOf({}, {}, five), five, {}],
  ['requests and overhead', podOf({ cpu: '1', memory: '10' }, {}, five), { cpu: '6', memory: '15' }, {}],
  [
    'all',
    podOf({ cpu: '1', memory: '10' }, { cpu: '2', memory: '12' }, five),
    { cpu: '6', memory: '15' },
    { cpu: '7', memory: '17' },
  ],
  [
    'a limit of one',
    podOf({ cpu: '1', memory: '10' }, { cpu: '2' }, five),
    { cpu: '6', memory: '15' },
    { cpu: '7' },
  ],
])('TestPodRequestsAndLimits: %s', (_, pod, wantReqs, wantLimits) => {
  const { reqs, limits } = podRequestsAndLimits(pod);
  expect([text(reqs), text(limits)]).toEqual([wantReqs, wantLimits]);
});

test('a container without a limit may have all that the node has, and the given one stays as it was', () => {
  const container = { name: 'c', resources: { limits: { cpu: '1', memory: '0' } } };
  const merged = mergeContainerResourceLimits(container, { cpu: '4', memory: '4Gi', pods: '10' });
  expect(merged.resources?.limits).toEqual({ cpu: '1', memory: '4Gi' });
  expect(container.resources.limits).toEqual({ cpu: '1', memory: '0' });
});
