import { describe, expect, test } from 'vitest';
import { newCycleState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type { ScorePlugin } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { newBalancedAllocation } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/noderesources/balanced_allocation.ts';
import { newLeastAllocated } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/noderesources/least_allocated.ts';
import { newMostAllocated } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/noderesources/most_allocated.ts';
import { newRequestedToCapacityRatio } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/noderesources/requested_to_capacity_ratio.ts';
import { handleOf, newPluginOf, node, pod, scoresOf } from '../handle.ts';

type Requests = readonly (readonly [cpu: number, memory: number])[];

const spec = (nodeName: string, requests: Requests) => ({
  nodeName,
  containers: requests.map(([cpu, memory]) => ({
    resources: { requests: { cpu: `${cpu}m`, memory: `${memory}` } },
  })),
});

const noResources = spec('', []);
const cpuOnly = spec('machine1', [
  [1000, 0],
  [2000, 0],
]);
const cpuOnly2 = { ...cpuOnly, nodeName: 'machine2' };
const cpuAndMemory = spec('machine2', [
  [1000, 2000],
  [2000, 3000],
]);
const bigCPUAndMemory = spec('machine1', [
  [2000, 4000],
  [3000, 5000],
]);
const empty1 = spec('machine1', []);
const empty2 = spec('machine2', []);

type Sizes = readonly (readonly [cpu: number, memory: number])[];
const sized = (sizes: Sizes) =>
  sizes.map(([cpu, memory], i) =>
    node(`machine${i + 1}`, {}, { allocatable: { cpu: `${cpu}m`, memory: `${memory}` } }),
  );
const cpuAnd = (memory: number, cpu = 1) => ({
  resources: [
    { name: 'memory', weight: memory },
    { name: 'cpu', weight: cpu },
  ],
});

interface Case {
  readonly name: string;
  readonly of: object;
  readonly sizes: Sizes;
  readonly pods?: readonly object[];
  readonly args?: object;
  readonly least?: readonly number[];
  readonly most?: readonly number[];
  readonly balanced?: readonly number[];
}

const small: Sizes = [
  [4000, 10000],
  [4000, 10000],
];
const differing: Sizes = [
  [4000, 10000],
  [6000, 10000],
];
const large: Sizes = [
  [10000, 20000],
  [10000, 20000],
];

// Upstream's TestNodeResourcesLeastAllocated, TestNodeResourcesMostAllocated and TestNodeResourcesBalancedAllocation.
describe('nodes are ranked by what is requested of them', () => {
  const cases: readonly Case[] = [
    {
      name: 'nothing scheduled, nothing requested',
      of: noResources,
      sizes: small,
      least: [100, 100],
      most: [0, 0],
      balanced: [100, 100],
    },
    {
      name: 'nothing scheduled, resources requested, differently sized machines',
      of: cpuAndMemory,
      sizes: differing,
      least: [37, 50],
      most: [62, 50],
      balanced: [75, 100],
    },
    {
      name: 'no resources requested, pods scheduled',
      of: noResources,
      sizes: small,
      pods: [empty1, empty1, empty2, empty2],
      least: [100, 100],
      balanced: [100, 100],
    },
    {
      name: 'no resources requested, pods scheduled with resources',
      of: noResources,
      sizes: large,
      pods: [cpuOnly, cpuOnly, cpuOnly2, cpuAndMemory],
      least: [70, 57],
      most: [30, 42],
      balanced: [40, 65],
    },
    {
      name: 'resources requested, pods scheduled with resources',
      of: cpuAndMemory,
      sizes: large,
      pods: [cpuOnly, cpuAndMemory],
      least: [57, 45],
      most: [42, 55],
      balanced: [65, 90],
    },
    {
      name: 'resources requested, pods scheduled with resources, differently sized machines',
      of: cpuAndMemory,
      sizes: [
        [10000, 20000],
        [10000, 50000],
      ],
      pods: [cpuOnly, cpuAndMemory],
      least: [57, 60],
      balanced: [65, 60],
    },
    {
      name: 'requested resources exceed node capacity',
      of: cpuOnly,
      sizes: small,
      pods: [cpuOnly, cpuAndMemory],
      least: [50, 25],
      balanced: [0, 0],
    },
    {
      name: 'resources requested with more than the node',
      of: bigCPUAndMemory,
      sizes: [
        [4000, 10000],
        [10000, 8000],
      ],
      most: [45, 25],
    },
    {
      name: 'zero node resources, pods scheduled with resources',
      of: noResources,
      sizes: [
        [0, 0],
        [0, 0],
      ],
      pods: [cpuOnly, cpuAndMemory],
      least: [0, 0],
      balanced: [0, 0],
    },
    {
      name: 'different weight on CPU and memory, differently sized machines',
      of: cpuAndMemory,
      sizes: differing,
      args: cpuAnd(2),
      least: [41, 50],
      most: [58, 50],
    },
  ];
  test.each(cases)('$name', ({ of, sizes, pods = [], args = cpuAnd(1), least, most, balanced }) => {
    const world = { nodes: sized(sizes), pods: pods.map((running) => pod({}, running)) };
    const asked = pod({}, of);
    if (least) expect(scoresOf(newLeastAllocated, args, world, asked)).toEqual(least);
    if (most) expect(scoresOf(newMostAllocated, args, world, asked)).toEqual(most);
    if (balanced) expect(scoresOf(newBalancedAllocation, undefined, world, asked)).toEqual(balanced);
  });

  test.each([
    [cpuAnd(-1), 'resource Weight of memory should be a positive value, got -1'],
    [cpuAnd(1, 0), 'resource Weight of cpu should be a positive value, got 0'],
    [cpuAnd(120), 'resource Weight of memory should be less than 100, got 120'],
  ])('%j', (args, message) => {
    const world = { nodes: sized(small) };
    expect(() => scoresOf(newLeastAllocated, args, world, pod({}, cpuAndMemory))).toThrow(message);
    expect(() => scoresOf(newMostAllocated, args, world, pod({}, cpuAndMemory))).toThrow(message);
  });
});

// Reasoned from upstream's text: what Go does with unusual amounts.
describe('unusual amounts', () => {
  const scored = (capacity: object, requests: object, more: object = {}, args: object = cpuAnd(1)) => {
    const world = { nodes: [node('n', {}, { allocatable: capacity })] };
    const asked = pod({}, { containers: [{ resources: { requests } }], ...more });
    return [
      scoresOf(newLeastAllocated, args, world, asked)[0],
      scoresOf(newMostAllocated, args, world, asked)[0],
      scoresOf(newBalancedAllocation, undefined, world, asked)[0],
    ];
  };
  test.each([
    [
      'a request of nothing counts as nothing',
      { cpu: '2', memory: '1Gi' },
      { cpu: '0', memory: '0' },
      [100, 0, 100],
    ],
    ['none counts as a tenth of a processor and 200 MiB', { cpu: '1', memory: '400Mi' }, {}, [70, 30, 60]],
    [
      'less than a thousandth is a thousandth',
      { cpu: '10m', memory: '10' },
      { cpu: '100n', memory: '100m' },
      [90, 10, 100],
    ],
    [
      'exponents, and fractions of binary suffixes',
      { cpu: '2e0', memory: '1.5Gi' },
      { cpu: '5E-1', memory: '0.75Gi' },
      [62, 37, 75],
    ],
    [
      'a product beyond 2^53 is exact',
      { cpu: '1', memory: '3000000000000001' },
      { cpu: '0', memory: '2999999999999999' },
      [50, 49, 0],
    ],
    [
      'a product beyond 2^63 wraps round, as in Go',
      { cpu: '1', memory: '1Ei' },
      { cpu: '0', memory: '0' },
      // 100 × 2^60 is 4 × 2^60 in 64 bits: 4 of 100, and half of the sum of both.
      [52, 0, 100],
    ],
  ])('%s', (_what, capacity, requests, expected) => {
    expect(scored(capacity, requests)).toEqual(expected);
  });

  test('overhead counts in whole processors, as upstream has it in v1.20', () => {
    // 100m and one more thousandth, since 250m is taken as 1.
    const more = { overhead: { cpu: '250m', memory: '100Mi' } };
    const [, most] = scored({ cpu: '1010m', memory: '1000Mi' }, { cpu: '100m', memory: '0' }, more);
    expect(most).toBe(10);
  });

  test('an init container counts where it asks for more', () => {
    const init = (cpu: string) => ({ initContainers: [{ resources: { requests: { cpu, memory: '0' } } }] });
    const requests = { cpu: '300m', memory: '500' };
    expect(scored({ cpu: '1', memory: '1000' }, requests, init('900m'))[1]).toBe(70);
    expect(scored({ cpu: '1', memory: '1000' }, requests, init('200m'))[1]).toBe(40);
  });

  test('a node that would be full is the best to be packed, and the worst to be balanced', () => {
    const full = { cpu: '1', memory: '1000' };
    expect(scored(full, full)).toEqual([0, 100, 0]);
  });

  test('a node without resources is full even if nothing runs on it', () => {
    const world = { nodes: [node('n', {}, { allocatable: {} })] };
    expect(scoresOf(newBalancedAllocation, undefined, world, pod())).toEqual([0]);
  });

  test('a container that says nothing counts as one that asks for nothing in particular', () => {
    const silent = { containers: [{ name: 'c' }], initContainers: [{ name: 'i' }] };
    const world = { nodes: [node('n', {}, { allocatable: { cpu: '1', memory: '400Mi' } })] };
    expect(scoresOf(newMostAllocated, cpuAnd(1), world, pod({}, silent))).toEqual([30]);
  });

  test.each([
    ['ephemeral-storage', '100Gi', '20Gi', '30Gi'],
    ['example.com/gpu', '10', '2', '3'],
    ['hugepages-2Mi', '20Mi', '4Mi', '6Mi'],
  ])('%s counts with what pods on the node have of it', (resource, capacity, used, wanted) => {
    const containers = (amount: string) => [{ resources: { requests: { [resource]: amount } } }];
    const world = {
      nodes: [node('n', {}, { allocatable: { [resource]: capacity } })],
      pods: [pod({}, { nodeName: 'n', containers: containers(used) })],
    };
    const args = { resources: [{ name: resource, weight: 1 }] };
    const asked = pod({}, { containers: containers(wanted) });
    expect(scoresOf(newMostAllocated, args, world, asked)).toEqual([50]);
    expect(scoresOf(newLeastAllocated, args, world, asked)).toEqual([50]);
  });

  test('a pod is scored by what it asks for itself, whichever came before', () => {
    const nodes = [node('n', {}, { allocatable: { cpu: '1', memory: '1000' } })];
    const plugin = newPluginOf<ScorePlugin>(newMostAllocated, cpuAnd(1), handleOf({ nodes }));
    const asked = (cpu: string) =>
      pod({}, { containers: [{ resources: { requests: { cpu, memory: '0' } } }] });
    const scores = ['200m', '400m', '200m'].map((cpu) => plugin.score(newCycleState(), asked(cpu), 'n')[0]);
    expect(scores).toEqual([10, 20, 10]);
  });

  test('a resource that is not counted scores as one that a node has not', () => {
    const args = { resources: [{ name: 'requests.nothing', weight: 1 }] };
    expect(scored({ cpu: '1', memory: '1' }, {}, {}, args).slice(0, 2)).toEqual([0, 0]);
    const shape = [
      { utilization: 0, score: 0 },
      { utilization: 100, score: 10 },
    ];
    const world = { nodes: [node('n', {}, { allocatable: {} })] };
    expect(scoresOf(newRequestedToCapacityRatio, { ...args, shape }, world, pod())).toEqual([100]);
  });
});
