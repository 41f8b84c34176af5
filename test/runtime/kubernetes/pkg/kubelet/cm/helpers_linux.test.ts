import { expect, test } from 'vitest';
import type { Pod } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  hugePageLimits,
  milliCPUToQuota,
  milliCPUToShares,
  resourceConfigForPod,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/cm/helpers_linux.ts';

const gates = (...on: string[]) => ({ enabled: (name: string) => on.includes(name) });

test.each([
  [0, 0],
  [5, 1000],
  [9, 1000],
  [10, 1000],
  [200, 20_000],
  [500, 50_000],
  [1000, 100_000],
  [1500, 150_000],
])('%i thousandths of a processor are %i µs of every 100 ms', (milliCPU, quota) => {
  expect(milliCPUToQuota(gates(), milliCPU, 5000)).toBe(quota);
  expect(milliCPUToQuota(gates('CPUCFSQuotaPeriod'), milliCPU, 100_000)).toBe(quota);
});

test('by a period of its own, it is never less than 1 ms', () => {
  expect(milliCPUToQuota(gates('CPUCFSQuotaPeriod'), 1500, 5000)).toBe(7500);
  expect(milliCPUToQuota(gates('CPUCFSQuotaPeriod'), 100, 5000)).toBe(1000);
});

test.each([
  [0, 2],
  [1, 2],
  [100, 102],
  [1000, 1024],
  [300_000, 262_144],
])('%i thousandths of a processor are %i shares', (milliCPU, shares) => {
  expect(milliCPUToShares(milliCPU)).toBe(shares);
});

const Mi = 1024 * 1024;

test.each<[Record<string, string>, [number, number][]]>([
  [{ '2Mi': '128' }, []],
  [{ 'hugepages-2Mi': '128' }, [[2 * Mi, 128]]],
  [
    { 'hugepages-2Mi': '128', [`hugepages-${2 * Mi}`]: '256', 'hugepages-4Mi': '512', '4Mi': '1024' },
    [
      [2 * Mi, 384],
      [4 * Mi, 512],
    ],
  ],
])('TestHugePageLimits: %j', (resources, want) => {
  expect([...hugePageLimits(resources)]).toEqual(want);
});

/** Containers are words such as `100m/200m 100Mi/200Mi`: requests and limits of processors and memory. */
const podOf = (...containers: string[]): Pod =>
  ({
    metadata: { name: 'p' },
    spec: {
      containers: containers.map((words) => {
        const [cpu = '', memory = ''] = words.split(' ');
        const at = (i: number) =>
          Object.fromEntries(
            [
              ['cpu', cpu.split('/')[i]],
              ['memory', memory.split('/')[i]],
            ].filter(([, value]) => value),
          );
        return { name: words, resources: { requests: at(0), limits: at(1) } };
      }),
    },
  }) as unknown as Pod;

test.each<[string, Pod, boolean, object]>([
  ['best effort', podOf(''), true, { cpuShares: 2 }],
  ['burstable without limits', podOf('100m 100Mi'), true, { cpuShares: 102 }],
  [
    'burstable with limits',
    podOf('100m/200m 100Mi/200Mi'),
    true,
    { cpuShares: 102, cpuQuota: 20_000, cpuPeriodUs: 100_000, memory: 200 * Mi },
  ],
  ['burstable with limits that do not hold', podOf('100m/200m 100Mi/200Mi'), false, { cpuQuota: -1 }],
  ['burstable with limits of one', podOf('100m/200m 100Mi/200Mi', '100m 100Mi'), true, { cpuShares: 204 }],
  [
    'guaranteed',
    podOf('100m/100m 100Mi/100Mi'),
    true,
    { cpuShares: 102, cpuQuota: 10_000, cpuPeriodUs: 100_000, memory: 100 * Mi },
  ],
])('TestResourceConfigForPod: %s', (_, pod, enforce, want) => {
  expect(resourceConfigForPod(gates(), pod, enforce, 100_000)).toMatchObject(want);
});

test('one that has no limits has none of the pod', () => {
  const { memory, cpuQuota } = resourceConfigForPod(gates(), podOf('100m 100Mi'), true, 100_000);
  expect([memory, cpuQuota]).toEqual([undefined, undefined]);
});
