import { describe, expect, test } from 'vitest';
import {
  buildBrokenLinearFunction,
  newRequestedToCapacityRatio,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/noderesources/requested_to_capacity_ratio.ts';
import { handleOf, node, pod, scoresOf } from '../handle.ts';

const podOf = (nodeName: string, requests: Record<string, string> | undefined) =>
  pod({}, { nodeName, containers: requests ? [{ name: 'c', resources: { requests } }] : [] });

const cpuAndMemory = (nodeName: string, cpu: number, memory: number) =>
  podOf(nodeName, { cpu: `${cpu}m`, memory: `${memory}` });

// Upstream's TestRequestedToCapacityRatio.
describe('the less is requested, the more', () => {
  const args = {
    shape: [
      { utilization: 0, score: 10 },
      { utilization: 100, score: 0 },
    ],
    resources: [
      { name: 'memory', weight: 1 },
      { name: 'cpu', weight: 1 },
    ],
  };
  const sized = (...cpus: readonly number[]) =>
    cpus.map((cpu, i) => node(`node${i + 1}`, {}, { allocatable: { cpu: `${cpu}m`, memory: '10000' } }));
  test.each([
    ['nothing scheduled, nothing requested', [0, 0], sized(4000, 4000), [0, 0], [100, 100]],
    [
      'nothing scheduled, resources requested, differently sized machines',
      [3000, 5000],
      sized(4000, 6000),
      [0, 0],
      [38, 50],
    ],
    [
      'no resources requested, pods scheduled with resources',
      [0, 0],
      sized(4000, 6000),
      [3000, 5000],
      [38, 50],
    ],
  ] as const)('%s', (_what, [cpu, memory], nodes, [usedCpu, usedMemory], scores) => {
    const pods = nodes.map(({ metadata }) => cpuAndMemory(metadata.name, usedCpu, usedMemory));
    const asked = cpuAndMemory('', cpu, memory);
    expect(scoresOf(newRequestedToCapacityRatio, args, { nodes, pods }, asked)).toEqual(scores);
  });
});

// Upstream's TestBrokenLinearFunction.
describe('a line through points', () => {
  test.each([
    [
      [
        [10, 1],
        [90, 9],
      ],
      { '-10': 1, 0: 1, 9: 1, 10: 1, 15: 1, 19: 1, 20: 2, 89: 8, 90: 9, 99: 9, 100: 9, 110: 9 },
    ],
    [
      [
        [0, 2],
        [40, 10],
        [100, 0],
      ],
      { '-10': 2, 0: 2, 20: 6, 30: 8, 40: 10, 70: 5, 100: 0, 110: 0 },
    ],
    [
      [
        [0, 2],
        [40, 2],
        [100, 2],
      ],
      { '-10': 2, 0: 2, 20: 2, 30: 2, 40: 2, 70: 2, 100: 2, 110: 2 },
    ],
  ])('%j', (points, expected) => {
    const line = buildBrokenLinearFunction(
      points.map(([utilization = 0, score = 0]) => ({ utilization, score })),
    );
    const found = Object.fromEntries(Object.keys(expected).map((p) => [p, line(Number(p))]));
    expect(found).toEqual(expected);
  });
});

// Upstream's TestResourceBinPackingSingleExtended and TestResourceBinPackingMultipleExtended.
describe('extended resources are packed', () => {
  const shape = [
    { utilization: 0, score: 0 },
    { utilization: 100, score: 1 },
  ];
  const foo = 'intel.com/foo';
  const bar = 'intel.com/bar';
  const nodesOf = (...resources: readonly Record<string, string>[]) =>
    resources.map((more, i) =>
      node(`machine${i + 1}`, {}, { allocatable: { cpu: '4', memory: '10000Mi', ...more } }),
    );
  const one = nodesOf({ [foo]: '8' }, { [foo]: '4' });
  const two = nodesOf({ [foo]: '8', [bar]: '4' }, { [foo]: '4', [bar]: '8' });
  const ask = (foos: string, bars?: string) => ({ [foo]: foos, ...(bars && { [bar]: bars }) });
  test.each([
    ['nothing scheduled, nothing requested', one, undefined, undefined, [0, 0]],
    ['resources requested, pods scheduled with less resources', one, ask('2'), undefined, [2, 5]],
    ['resources requested, on node with existing pod running', one, ask('2'), ask('2'), [2, 10]],
    ['resources requested, pods scheduled with more resources', one, ask('4'), undefined, [5, 10]],
    ['two: nothing scheduled, nothing requested', two, undefined, undefined, [0, 0]],
    ['two: pods scheduled with less resources', two, ask('2', '2'), undefined, [4, 3]],
    ['two: on node with existing pod running', two, ask('2', '2'), ask('2', '2'), [4, 7]],
    ['two: pods scheduled with more resources', two, ask('4', '2'), undefined, [5, 5]],
  ])('%s', (_what, nodes, asked, running, scores) => {
    const resources = [
      { name: foo, weight: 3 },
      { name: bar, weight: 5 },
    ].slice(0, nodes === one ? 1 : 2);
    const pods = running ? [podOf('machine2', running)] : [];
    const args = { shape, resources };
    expect(scoresOf(newRequestedToCapacityRatio, args, { nodes, pods }, podOf('', asked))).toEqual(scores);
  });
});

// Lines of upstream's buildRequestedToCapacityRatioScorerFunction and NewRequestedToCapacityRatio that its tables leave out.
describe('what a resource is worth', () => {
  const rising = [
    { utilization: 0, score: 0 },
    { utilization: 100, score: 10 },
  ];
  const nodes = [node('n', {}, { allocatable: { cpu: '1', memory: '1000' } })];
  const scored = (cpu: string, memory: string, shape: readonly object[], resources?: readonly object[]) =>
    scoresOf(newRequestedToCapacityRatio, { shape, resources }, { nodes }, podOf('', { cpu, memory }));
  const both = [
    { name: 'cpu', weight: 1 },
    { name: 'memory', weight: 3 },
  ];

  test('counts by its weight, and one that scores 0 not at all', () => {
    expect(scored('400m', '800', rising, both)).toEqual([70]);
    expect(scored('400m', '0', rising, both)).toEqual([40]);
    expect(scored('0', '0', rising, both)).toEqual([0]);
  });

  test('is that of a full node where more is asked for than there is', () => {
    const falling = [
      { utilization: 0, score: 10 },
      { utilization: 100, score: 2 },
    ];
    expect(scored('2', '2000', falling, both)).toEqual([20]);
    expect(scored('1', '1000', falling, both)).toEqual([20]);
  });

  test('is nothing if no resource is named', () => {
    expect(scored('400m', '800', rising, [])).toEqual([0]);
    expect(scored('400m', '800', rising)).toEqual([0]);
  });

  test('cannot be told without a shape', () => {
    const [, err] = newRequestedToCapacityRatio({ shape: [], resources: both }, handleOf({}));
    expect(err?.message).toBe('at least one point must be specified');
  });

  test('is 0 along a line without points', () => {
    expect(buildBrokenLinearFunction([])(50)).toBe(0);
  });
});
