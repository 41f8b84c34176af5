import { describe, expect, test } from 'vitest';
import type {
  Signal,
  Threshold,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/eviction/api/types.ts';
import {
  byEvictionPriority,
  getReclaimableThreshold,
  hasNodeCondition,
  nodeConditions,
  nodeConditionsLastObservedAt,
  nodeConditionsObservedSince,
  parseThresholdConfig,
  thresholdsFirstObservedAt,
  thresholdsMet,
  thresholdsMetGracePeriod,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/eviction/helpers.ts';
import { mustParse } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';

type Statements = Readonly<Record<string, string>>;

/** In words such as `memory.available<150Mi 30s +1Gi`: what is left, for how long, and how much is to be freed beyond. */
const told = ({ signal, value, gracePeriodMs, minReclaim }: Threshold): string => {
  const amount = ({ quantity, percentage }: Threshold['value']): string =>
    quantity ? String(quantity) : `${Math.round(percentage * 1000) / 10}%`;
  const grace = gracePeriodMs > 0 ? ` ${gracePeriodMs / 1000}s` : '';
  return `${signal}<${amount(value)}${grace}${minReclaim ? ` +${amount(minReclaim)}` : ''}`;
};

const parse = (
  hard: Statements = {},
  soft: Statements = {},
  grace: Statements = {},
  min: Statements = {},
  of: string[] = [],
) => parseThresholdConfig(of, hard, soft, grace, min);

describe('TestParseThresholdConfig', () => {
  const memory = { 'memory.available': '150Mi' };
  const soft = { 'memory.available': '300Mi' };
  const grace = { 'memory.available': '30s' };
  const none = { 'memory.available': '0' };

  test.each<[string, ReturnType<typeof parse>, string[]]>([
    ['nothing', parse(), []],
    [
      'memory, of pods too',
      parse(memory, soft, grace, none, ['pods']),
      ['allocatableMemory.available<150Mi +0', 'memory.available<150Mi +0', 'memory.available<300Mi 30s +0'],
    ],
    [
      'parts of memory',
      parse({ 'memory.available': '10%' }, { 'memory.available': '30%' }, grace, {
        'memory.available': '5%',
      }),
      ['memory.available<10% +5%', 'memory.available<30% 30s +5%'],
    ],
    [
      'disks',
      parse({ 'imagefs.available': '15%', 'nodefs.available': '10.5%' }),
      ['imagefs.available<15%', 'nodefs.available<10.5%'],
    ],
    [
      'inodes and processes',
      parse({ 'nodefs.inodesFree': '5Mi', 'pid.available': '10' }),
      ['nodefs.inodesFree<5Mi', 'pid.available<10'],
    ],
    [
      'a part of nothing or of all is no threshold',
      parse({ 'memory.available': '0%', 'nodefs.available': '100%' }),
      [],
    ],
  ])('%s', (_, [thresholds, err], want) => {
    expect(err).toBe(undefined);
    expect(thresholds!.map(told).sort()).toEqual(want.toSorted());
  });

  test.each<[string, ReturnType<typeof parse>]>([
    ['a signal that there is not', parse({ 'mem.available': '150Mi' })],
    ['no amount', parse({ 'memory.available': 'much' })],
    ['a negative amount', parse({ 'memory.available': '-150Mi' })],
    ['more than a hundred times all', parse({ 'memory.available': '10001%' })],
    ['a negative part', parse({ 'memory.available': '-15%' })],
    ['no number before the sign', parse({ 'memory.available': 'foo%' })],
    ['a soft threshold without its grace', parse({}, soft)],
    ['a grace that is none', parse({}, soft, { 'memory.available': '30' })],
    ['a negative grace', parse({}, soft, { 'memory.available': '-30s' })],
    ['to free a negative amount', parse(memory, {}, {}, { 'memory.available': '-300Mi' })],
  ])('fails for %s', (_, [thresholds, err]) => {
    expect(thresholds).toBe(undefined);
    expect(err).toBeInstanceOf(Error);
  });
});

function threshold(signal: Signal, value: string, more: { graceS?: number; min?: string } = {}): Threshold {
  const amount = (text: string): Threshold['value'] =>
    text.endsWith('%')
      ? { percentage: Number(text.slice(0, -1)) / 100 }
      : { quantity: mustParse(text), percentage: 0 };
  const { graceS = 0, min } = more;
  const minReclaim = min === undefined ? {} : { minReclaim: amount(min) };
  return { signal, operator: 'LessThan', value: amount(value), gracePeriodMs: graceS * 1000, ...minReclaim };
}

/** Of each signal, what is left of how much. */
const observed = (of: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries(of).map(([signal, words]) => {
      const [available = '', capacity = '1000Gi'] = words.split('/');
      return [signal as Signal, { available: mustParse(available), capacity: mustParse(capacity), time: 0 }];
    }),
  );

test('what all pods have left is a signal that can be named, though never met as such', () => {
  const [thresholds] = parse({ 'allocatableMemory.available': '1Gi' });
  expect(thresholds).toMatchObject([{ signal: 'allocatableMemory.available', operator: '' }]);
  expect(thresholdsMet(thresholds!, observed({ 'allocatableMemory.available': '1' }), false)).toEqual([]);
  const [ofPods] = parse({ 'memory.available': '1Gi' }, {}, {}, {}, ['pods']);
  expect(thresholdsMet(ofPods!, observed({ 'allocatableMemory.available': '1' }), false)).toHaveLength(1);
});

describe('TestThresholdsMet', () => {
  const hard = threshold('memory.available', '1Gi', { min: '500Mi' });

  test.each([
    [false, '500Mi', true],
    [false, '2Gi', false],
    [false, '1.05Gi', false],
    [true, '1.05Gi', true],
    [true, '2Gi', false],
  ])('with what is to be freed beyond counted (%j), %s left', (enforce, left, want) => {
    const observations = observed({ 'memory.available': left });
    expect(thresholdsMet([hard], observations, enforce)).toEqual(want ? [hard] : []);
  });

  test('without an observation none is met', () => {
    expect(thresholdsMet([hard], new Map(), false)).toEqual([]);
  });

  const memory = threshold('memory.available', '20%', { min: '5%' });
  const disk = threshold('nodefs.available', '30%');

  test.each<[boolean, string, string, Threshold[]]>([
    [false, '100Mi/1000Mi', '100Gi', [memory, disk]],
    [false, '300Mi/1000Mi', '400Gi', []],
    [false, '300Mi/1000Mi', '100Gi', [disk]],
    [false, '100Mi/1000Mi', '400Gi', [memory]],
    [true, '225Mi/1000Mi', '400Gi', [memory]],
    [true, '300Mi/1000Mi', '400Gi', []],
  ])('parts (%j): %s of memory and %s of the disk left', (enforce, left, leftOfDisk, want) => {
    const observations = observed({ 'memory.available': left, 'nodefs.available': leftOfDisk });
    expect(thresholdsMet([memory, disk], observations, enforce)).toEqual(want);
  });
});

test('a threshold counts once its grace is over, from when it was first met', () => {
  const hard = threshold('memory.available', '1Gi');
  const soft = threshold('memory.available', '2Gi', { graceS: 60 });
  const first = thresholdsFirstObservedAt([hard, soft], new Map(), 1000);
  expect(thresholdsMetGracePeriod(first, 1000)).toEqual([hard]);
  const later = thresholdsFirstObservedAt([soft], first, 61_000);
  expect([...later]).toEqual([[soft, 1000]]);
  expect(thresholdsMetGracePeriod(later, 60_999)).toEqual([]);
  expect(thresholdsMetGracePeriod(later, 61_000)).toEqual([soft]);
});

test('node conditions are those of the signals, each once, and stay for a while', () => {
  const met = [
    threshold('memory.available', '1Gi'),
    threshold('allocatableMemory.available', '1Gi'),
    threshold('imagefs.available', '1Gi'),
    threshold('nodefs.inodesFree', '1'),
    threshold('pid.available', '1'),
  ];
  expect(nodeConditions(met)).toEqual(['MemoryPressure', 'DiskPressure', 'PIDPressure']);
  const at = nodeConditionsLastObservedAt(['MemoryPressure'], new Map([['DiskPressure', 0]]), 60_000);
  expect(nodeConditionsObservedSince(at, 120_000, 60_000).toSorted()).toEqual([
    'DiskPressure',
    'MemoryPressure',
  ]);
  expect(nodeConditionsObservedSince(at, 30_000, 60_000)).toEqual(['MemoryPressure']);
  expect([
    hasNodeCondition(['MemoryPressure'], 'MemoryPressure'),
    hasNodeCondition([], 'DiskPressure'),
  ]).toEqual([true, false]);
});

test('memory goes before all else, and the first that can be freed is taken', () => {
  const [disk, memory] = [threshold('nodefs.available', '1Gi'), threshold('memory.available', '1Gi')];
  expect(byEvictionPriority([disk, memory])).toEqual([memory, disk]);
  expect(getReclaimableThreshold(byEvictionPriority([disk, memory]))).toMatchObject([memory, 'memory']);
});
