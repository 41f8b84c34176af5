import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  ActivePods,
  ActivePodsWithRanks,
} from '../../../../../src/runtime/kubernetes/pkg/controller/controller_utils_active_pods.ts';
import { names } from './objects.ts';

const now = '2021-01-16T12:00:00Z';
const then = '2020-12-16T12:00:00Z';

interface Given {
  readonly node?: string;
  readonly phase?: string;
  readonly ready?: boolean;
  readonly readySince?: string;
  readonly restarts?: readonly number[];
  readonly created?: string;
}

function pod(
  name: string,
  { node, phase = 'Running', ready, readySince, restarts = [], created }: Given,
): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, creationTimestamp: created },
    spec: { nodeName: node, containers: [] },
    status: {
      phase,
      conditions: ready ? [{ type: 'Ready', status: 'True', lastTransitionTime: readySince }] : [],
      containerStatuses: restarts.map((restartCount) => ({ restartCount })),
    },
  } as unknown as Pod;
}

const node = 'foo';
const ready = true;

/** In the order in which they are to be deleted. */
const ordered = [
  pod('unscheduled', { phase: 'Pending' }),
  pod('pending', { node: 'bar', phase: 'Pending' }),
  pod('unknown', { node, phase: 'Unknown' }),
  pod('not ready', { node }),
  pod('ready, nobody knows since when', { node, ready, restarts: [3, 0] }),
  pod('ready since now', { node, ready, readySince: now, restarts: [3, 0] }),
  pod('ready for longer', { node, ready, readySince: then, restarts: [3, 0] }),
  pod('fewer restarts', { node, ready, readySince: then, restarts: [2, 1], created: now }),
  pod('older', { node, ready, readySince: then, restarts: [2, 1], created: then }),
];

const shuffled = fc.shuffledSubarray(
  ordered.map((_, i) => i),
  { minLength: ordered.length },
);

describe('ActivePods', () => {
  test('RS-06: sorts any order into the same one', () => {
    fc.assert(
      fc.property(shuffled, (order) => {
        const active = new ActivePods(order.map((i) => ordered[i] as Pod));
        active.sort();
        expect(names(active.pods)).toEqual(names(ordered));
      }),
      { seed: 1, numRuns: 50 },
    );
  });
});

/** A pod whose conditions are these: type and status, all since the same time but for the one that is marked. */
const withConditions = (name: string, since: string, ...conditions: [string, string][]): Pod => {
  const plain = pod(name, { node });
  const told = conditions.map(([type, status]) => ({ type, status, lastTransitionTime: since }));
  return { ...plain, status: { ...plain.status, conditions: told } } as unknown as Pod;
};

describe.each([
  ['ActivePods', (a: Pod, b: Pod) => new ActivePods([a, b]).less(a, b)],
  ['ActivePodsWithRanks', (a: Pod, b: Pod) => new ActivePodsWithRanks([a, b], [1, 1]).less(0, 1)],
] as const)('%s: less', (_name, less) => {
  const early = '2020-11-16T12:00:00Z';
  test.each<[string, Pod, Pod]>([
    ['no node, running', pod('a', {}), pod('b', { node, phase: 'Pending' })],
    [
      'of two that are not ready, more restarts',
      pod('a', { node, restarts: [2] }),
      pod('b', { node, restarts: [1] }),
    ],
    [
      'of two that are not ready, made later',
      pod('a', { node, created: now }),
      pod('b', { node, created: then }),
    ],
    ['made nobody knows when', pod('a', { node }), pod('b', { node, created: now })],
    [
      'the most restarts of any container',
      pod('a', { node, restarts: [0, 5] }),
      pod('b', { node, restarts: [4, 4] }),
    ],
    [
      'the time of another condition does not count',
      pod('a', { node, ready, readySince: now }),
      {
        ...withConditions('b', then, ['Ready', 'True']),
        status: {
          phase: 'Running',
          conditions: [
            { type: 'Initialized', status: 'True', lastTransitionTime: '2022-01-01T00:00:00Z' },
            { type: 'Ready', status: 'True', lastTransitionTime: then },
          ],
        },
      } as unknown as Pod,
    ],
    [
      'ready now does not make one that is not ready go later',
      withConditions('a', early, ['Ready', 'False']),
      withConditions('b', now, ['Ready', 'True']),
    ],
  ])('%s goes first', (_what, a, b) => {
    expect([less(a, b), less(b, a)]).toEqual([true, false]);
  });

  test('since when two are not ready says nothing', () => {
    const [a, b] = [
      withConditions('a', now, ['Ready', 'False']),
      withConditions('b', early, ['Ready', 'False']),
    ];
    expect([less(a, b), less(b, a)]).toEqual([false, false]);
  });
});

describe('ActivePodsWithRanks', () => {
  const unscheduled = pod('unscheduled', { phase: 'Pending' });
  const pending = pod('pending', { node, phase: 'Pending' });
  const unknown = pod('unknown', { node, phase: 'Unknown' });
  const notReady = pod('not ready', { node });
  const readySomeTime = pod('ready, nobody knows since when', { node, ready, restarts: [0] });
  const readyNow = pod('ready now', { node, ready, readySince: now, restarts: [0], created: now });
  const readyThen = pod('ready then', { node, ready, readySince: then, restarts: [0], created: then });
  const manyRestarts = pod('many restarts', { node, ready, readySince: now, restarts: [9001], created: now });
  const createdThen = pod('created then', { node, ready, readySince: now, restarts: [0], created: then });

  const less = (a: Pod, rankA: number, b: Pod, rankB: number): [boolean, boolean] => {
    const pods = new ActivePodsWithRanks([a, b], [rankA, rankB]);
    return [pods.less(0, 1), pods.less(1, 0)];
  };

  test.each([
    unscheduled,
    pending,
    unknown,
    notReady,
    readySomeTime,
    readyNow,
    readyThen,
    manyRestarts,
    createdThen,
  ])('RS-06: $metadata.name is not before itself', (same) => {
    expect(less(same, 1, same, 1)).toEqual([false, false]);
  });

  test.each([
    [unscheduled, 1, pending, 2],
    [unscheduled, 2, pending, 1],
    [pending, 1, unknown, 2],
    [unknown, 1, notReady, 2],
    [notReady, 1, readySomeTime, 1],
    [readySomeTime, 1, readyNow, 1],
    [readyNow, 2, readySomeTime, 1],
    [readyNow, 1, readyThen, 1],
    [readyNow, 2, readyThen, 1],
    [manyRestarts, 1, readyNow, 1],
    [readyNow, 2, manyRestarts, 1],
    [readyNow, 1, createdThen, 1],
    [createdThen, 2, readyNow, 1],
  ] as const)(
    'RS-06: $0.metadata.name of rank $1 goes before $2.metadata.name of rank $3',
    (a, rankA, b, rankB) => {
      expect(less(a, rankA, b, rankB)).toEqual([true, false]);
    },
  );

  test('RS-06: pods that no rule tells apart keep their order', () => {
    const twins = Array.from({ length: 20 }, (_, i) => pod(`twin ${i}`, { node, ready, readySince: now }));
    const active = new ActivePodsWithRanks(
      [...twins],
      twins.map(() => 1),
    );
    active.sort();
    expect(names(active.pods)).toEqual(names(twins));
  });

  test('ranks move with their pods', () => {
    const active = new ActivePodsWithRanks([readyThen, notReady, readyNow], [3, 1, 2]);
    active.sort();
    expect(names(active.pods)).toEqual(['not ready', 'ready then', 'ready now']);
    expect(active.rank).toEqual([1, 3, 2]);
  });
});
