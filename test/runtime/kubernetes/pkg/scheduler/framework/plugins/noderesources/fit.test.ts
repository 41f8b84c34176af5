import { describe, expect, test } from 'vitest';
import { newCycleState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type {
  FilterPlugin,
  PreFilterPlugin,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import {
  fits,
  newFit,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/noderesources/fit.ts';
import { newNodeInfo } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { handleOf, newPluginOf, node, pod } from '../handle.ts';

const a = 'example.com/aaa';
const b = 'example.com/bbb';
const kubernetesIO = 'kubernetes.io/something';
const huge = 'hugepages-2Mi';

/** Thousandths of a processor, bytes of memory, and others by name. */
type Asked = readonly [cpu: number, memory: number, more?: Readonly<Record<string, number>>];

const containersOf = (asked: readonly Asked[]) =>
  asked.map(([cpu, memory, more = {}]) => {
    const others = Object.entries(more).map(([name, amount]) => [name, String(amount)]);
    const requests = { cpu: `${cpu}m`, memory: String(memory), ...Object.fromEntries(others) };
    return { resources: { requests } };
  });

interface Case {
  readonly name: string;
  readonly asked?: readonly Asked[];
  readonly init?: readonly Asked[];
  readonly overhead?: object;
  readonly used: Asked;
  readonly args?: object;
  /** What is short. */
  readonly short?: readonly string[];
}

/** What the filter says of a node that has 10m, 20 bytes, and 5 of most other things. */
function reasonsOf(
  { asked = [], init = [], overhead, used, args = {} }: Case,
  pods = '32',
): readonly string[] {
  const allocatable = { cpu: '10m', memory: '20', pods, [a]: '5', 'ephemeral-storage': '20', [huge]: '5' };
  const info = newNodeInfo(pod({}, { containers: containersOf([used]) }));
  info.setNode(node('n', {}, { allocatable }));
  const plugin = newPluginOf<PreFilterPlugin & FilterPlugin>(newFit, args, handleOf({}));
  const spec = {
    containers: containersOf(asked),
    initContainers: containersOf(init),
    ...(overhead && { overhead }),
  };
  const state = newCycleState();
  expect(plugin.preFilter(state, pod({}, spec))).toBeUndefined();
  const status = plugin.filter(state, pod({}, spec), info);
  expect(status?.code ?? 'Unschedulable').toBe('Unschedulable');
  return status?.reasons ?? [];
}

// Upstream's TestEnoughRequests and TestStorageRequests.
describe('what a node has not enough of', () => {
  const cases: readonly Case[] = [
    { name: 'no resources requested always fits', used: [10, 20] },
    { name: 'too many resources fails', asked: [[1, 1]], used: [10, 20], short: ['cpu', 'memory'] },
    {
      name: 'fails due to init container cpu',
      asked: [[1, 1]],
      init: [[3, 1]],
      used: [8, 19],
      short: ['cpu'],
    },
    {
      name: 'fails due to highest init container cpu',
      asked: [[1, 1]],
      init: [
        [3, 1],
        [2, 1],
      ],
      used: [8, 19],
      short: ['cpu'],
    },
    {
      name: 'fails due to init container memory',
      asked: [[1, 1]],
      init: [[1, 3]],
      used: [9, 19],
      short: ['memory'],
    },
    {
      name: 'fails due to highest init container memory',
      asked: [[1, 1]],
      init: [
        [1, 3],
        [1, 2],
      ],
      used: [9, 19],
      short: ['memory'],
    },
    {
      name: 'the max, not sum, of containers and init containers',
      asked: [[1, 1]],
      init: [[1, 1]],
      used: [9, 19],
    },
    {
      name: 'the max of multiple init containers',
      asked: [[1, 1]],
      init: [
        [1, 1],
        [1, 1],
      ],
      used: [9, 19],
    },
    { name: 'both resources fit', asked: [[1, 1]], used: [5, 5] },
    { name: 'one resource memory fits', asked: [[2, 1]], used: [9, 5], short: ['cpu'] },
    { name: 'one resource cpu fits', asked: [[1, 2]], used: [5, 19], short: ['memory'] },
    { name: 'equal edge case', asked: [[5, 1]], used: [5, 19] },
    { name: 'equal edge case for init container', asked: [[4, 1]], init: [[5, 1]], used: [5, 19] },
    { name: 'extended resource fits', asked: [[0, 0, { [a]: 1 }]], used: [0, 0] },
    { name: 'extended resource fits for init container', init: [[0, 0, { [a]: 1 }]], used: [0, 0] },
    {
      name: 'extended resource capacity enforced',
      asked: [[1, 1, { [a]: 10 }]],
      used: [0, 0, { [a]: 0 }],
      short: [a],
    },
    {
      name: 'extended resource capacity enforced for init container',
      init: [[1, 1, { [a]: 10 }]],
      used: [0, 0, { [a]: 0 }],
      short: [a],
    },
    {
      name: 'extended resource allocatable enforced',
      asked: [[1, 1, { [a]: 1 }]],
      used: [0, 0, { [a]: 5 }],
      short: [a],
    },
    {
      name: 'extended resource allocatable enforced for init container',
      init: [[1, 1, { [a]: 1 }]],
      used: [0, 0, { [a]: 5 }],
      short: [a],
    },
    {
      name: 'extended resource allocatable enforced for multiple containers',
      asked: [
        [1, 1, { [a]: 3 }],
        [1, 1, { [a]: 3 }],
      ],
      used: [0, 0, { [a]: 2 }],
      short: [a],
    },
    {
      name: 'extended resource allocatable admits multiple init containers',
      init: [
        [1, 1, { [a]: 3 }],
        [1, 1, { [a]: 3 }],
      ],
      used: [0, 0, { [a]: 2 }],
    },
    {
      name: 'extended resource allocatable enforced for multiple init containers',
      init: [
        [1, 1, { [a]: 6 }],
        [1, 1, { [a]: 3 }],
      ],
      used: [0, 0, { [a]: 2 }],
      short: [a],
    },
    { name: 'unknown extended resource', asked: [[1, 1, { [b]: 1 }]], used: [0, 0], short: [b] },
    {
      name: 'unknown extended resource for init container',
      init: [[1, 1, { [b]: 1 }]],
      used: [0, 0],
      short: [b],
    },
    {
      name: 'kubernetes.io resource capacity enforced',
      asked: [[1, 1, { [kubernetesIO]: 10 }]],
      used: [0, 0],
      short: [kubernetesIO],
    },
    {
      name: 'kubernetes.io resource capacity enforced for init container',
      init: [[1, 1, { [`subdomain.${kubernetesIO}`]: 10 }]],
      used: [0, 0],
      short: [`subdomain.${kubernetesIO}`],
    },
    {
      name: 'hugepages resource capacity enforced',
      asked: [[1, 1, { [huge]: 10 }]],
      used: [0, 0, { [huge]: 0 }],
      short: [huge],
    },
    {
      name: 'hugepages resource capacity enforced for init container',
      init: [[1, 1, { [huge]: 10 }]],
      used: [0, 0, { [huge]: 0 }],
      short: [huge],
    },
    {
      name: 'hugepages resource allocatable enforced for multiple containers',
      asked: [
        [1, 1, { [huge]: 3 }],
        [1, 1, { [huge]: 3 }],
      ],
      used: [0, 0, { [huge]: 2 }],
      short: [huge],
    },
    {
      name: 'skip checking ignored extended resource',
      asked: [[1, 1, { [b]: 1 }]],
      used: [0, 0],
      args: { ignoredResources: [b] },
    },
    {
      name: 'skip checking ignored extended resource via resource groups',
      asked: [[1, 1, { [b]: 1, [kubernetesIO]: 1 }]],
      used: [0, 0],
      args: { ignoredResourceGroups: ['example.com'] },
      short: [kubernetesIO],
    },
    {
      name: 'resources + pod overhead fits',
      asked: [[1, 1]],
      overhead: { cpu: '3m', memory: '13' },
      used: [5, 5],
    },
    {
      name: 'requests + overhead does not fit for memory',
      asked: [[1, 1]],
      overhead: { cpu: '1m', memory: '15' },
      used: [5, 5],
      short: ['memory'],
    },
    {
      name: 'ephemeral storage',
      asked: [[0, 0, { 'ephemeral-storage': 25 }]],
      used: [2, 2],
      short: ['ephemeral-storage'],
    },
    { name: 'ephemeral storage fits', asked: [[0, 0, { 'ephemeral-storage': 10 }]], used: [2, 2] },
    {
      name: 'ephemeral storage that is used already',
      asked: [[0, 0, { 'ephemeral-storage': 10 }]],
      used: [2, 2, { 'ephemeral-storage': 11 }],
      short: ['ephemeral-storage'],
    },
    {
      name: 'huge pages are no extended resource, so they cannot be left to others',
      asked: [[0, 0, { [huge]: 10 }]],
      used: [0, 0],
      args: { ignoredResources: [huge], ignoredResourceGroups: [huge] },
      short: [huge],
    },
    {
      name: 'an extended resource of which nothing is asked still counts as asked for',
      asked: [[0, 0, { [b]: 0 }]],
      used: [11, 0],
      short: ['cpu'],
    },
    {
      name: 'what is no resource of a node is not looked at',
      asked: [[0, 0, { 'requests.cpu': 9 }]],
      used: [11, 0],
    },
  ];
  test.each(cases)('$name', (asked) => {
    expect(reasonsOf(asked)).toEqual((asked.short ?? []).map((name) => `Insufficient ${name}`));
  });

  // Upstream's TestNotEnoughRequests.
  test.each<Case>([
    { name: 'even without specified resources', used: [10, 20] },
    { name: 'even if both resources fit', asked: [[1, 1]], used: [5, 5] },
    { name: 'even for equal edge case', asked: [[5, 1]], used: [5, 19] },
    {
      name: 'even for equal edge case due to init container',
      asked: [[5, 1]],
      init: [[5, 1]],
      used: [5, 19],
    },
  ])('no space for additional pod, $name', (asked) => {
    expect(reasonsOf(asked, '1')).toEqual(['Too many pods']);
  });

  test('a container that says nothing of resources asks for none', () => {
    const silent = pod({}, { containers: [{ name: 'c' }], initContainers: [{ name: 'i' }] });
    const info = newNodeInfo();
    info.setNode(node('n', {}, { allocatable: { pods: '1' } }));
    expect(fits(silent, info)).toEqual([]);
  });

  // Upstream's TestEnoughRequests looks at these, too.
  test('is told with what is asked for, what is used and what there is', () => {
    const info = newNodeInfo(
      pod({}, { containers: containersOf([[8, 16, { 'ephemeral-storage': 3, [a]: 1 }]]) }),
    );
    const allocatable = { cpu: '10m', memory: '20', pods: '1', 'ephemeral-storage': '4', [a]: '2' };
    info.setNode(node('n', {}, { allocatable }));
    const asked = pod({}, { containers: containersOf([[4, 6, { 'ephemeral-storage': 2, [a]: 3 }]]) });
    const short = (
      resourceName: string,
      reason: string,
      requested: number,
      used: number,
      capacity: number,
    ) => ({
      resourceName,
      reason,
      requested,
      used,
      capacity,
    });
    expect(fits(asked, info)).toEqual([
      short('pods', 'Too many pods', 1, 1, 1),
      short('cpu', 'Insufficient cpu', 4, 8, 10),
      short('memory', 'Insufficient memory', 6, 16, 20),
      short('ephemeral-storage', 'Insufficient ephemeral-storage', 2, 3, 4),
      short(a, `Insufficient ${a}`, 3, 1, 2),
    ]);
  });

  test('is one and the same answer for all nodes that lack the same', () => {
    const plugin = newPluginOf<PreFilterPlugin & FilterPlugin>(newFit, {}, handleOf({}));
    const state = newCycleState();
    const asked = pod({}, { containers: containersOf([[1, 1]]) });
    plugin.preFilter(state, asked);
    const lacking = (allocatable: object) => {
      const info = newNodeInfo();
      info.setNode(node('n', {}, { allocatable: { pods: '1', ...allocatable } }));
      return plugin.filter(state, asked, info);
    };
    expect(lacking({ memory: '1' })).toBe(lacking({ memory: '2' }));
    expect(lacking({ cpu: '1' })?.reasons).toEqual(['Insufficient memory']);
    expect(lacking({})?.reasons).toEqual(['Insufficient cpu', 'Insufficient memory']);
  });

  // Upstream's TestPreFilterDisabled.
  test('a filter without its pre-filter fails', () => {
    const plugin = newPluginOf<FilterPlugin>(newFit, {}, handleOf({}));
    const info = newNodeInfo();
    info.setNode(node('n'));
    const reasons = ['error reading "PreFilterNodeResourcesFit" from cycleState: not found'];
    expect(plugin.filter(newCycleState(), pod(), info)).toMatchObject({ code: 'Error', reasons });
  });
});
