import { describe, expect, test } from 'vitest';
import { newCycleState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import { newStatus } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import {
  dryRunPreemption,
  nodesWherePreemptionMightHelp,
  selectCandidate,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.ts';
import { newNodeInfo } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import type { Victims } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/kube-scheduler/extender/v1/types.ts';
import {
  frameworkOf,
  high,
  large,
  low,
  medium,
  mid,
  negative,
  nodeOf,
  podOf,
  small,
  veryHigh,
  veryLarge,
} from './preemption.ts';

/** Of a pod that runs: its priority, its size, and the second in which it was started. */
type Told = readonly [priority: number, size: number, start?: number];

// Upstream's TestSelectBestCandidate.
describe('of the candidates, that one is taken', () => {
  const asked = { at: '', priority: high, size: veryLarge };
  test.each<[string, typeof asked, readonly (readonly Told[])[], string]>([
    ['where none has to go', { ...asked, size: large }, [[[mid, small]]], 'node1'],
    ['that is first, among equals', { ...asked, size: large }, [[[mid, large]], [[mid, large]]], 'node1'],
    [
      'whose most important victim is the least important',
      asked,
      [
        [
          [mid, medium],
          [mid, large],
        ],
        [
          [mid, medium],
          [low, medium],
        ],
        [
          [low, medium],
          [low, medium],
        ],
      ],
      'node3',
    ],
    [
      'then, whose priorities sum up to the least',
      asked,
      [
        [
          [mid, medium],
          [mid, large],
        ],
        [
          [mid, large],
          [low, medium],
        ],
        [
          [mid, medium],
          [mid, medium],
        ],
      ],
      'node2',
    ],
    [
      'then, whose victims are the fewest, though those of negative priority make a sum less',
      asked,
      [
        [
          [mid, small],
          [negative, small],
          [mid, small],
          [negative, small],
        ],
        [
          [mid, large],
          [negative, medium],
        ],
        [
          [mid, medium],
          [negative, small],
          [low, small],
        ],
      ],
      'node2',
    ],
    [
      'with more of negative priority weighing more',
      asked,
      [
        [
          [mid, small],
          [negative, small],
          [negative, small],
        ],
        [
          [mid, large],
          [negative, medium],
        ],
        [
          [mid, medium],
          [negative, small],
          [low, small],
        ],
      ],
      'node2',
    ],
    [
      'by the highest, then the sum, then the number, and not by the number first',
      { ...asked, priority: veryHigh },
      [
        [
          [mid, small],
          [low, small],
          [low, small],
        ],
        [[high, large]],
        [
          [mid, medium],
          [low, small],
          [low, small],
          [low, medium],
        ],
        [
          [mid, medium],
          [mid, small],
          [mid, small],
          [negative, small],
        ],
      ],
      'node1',
    ],
    [
      'then, whose victims were started last',
      asked,
      [
        [
          [mid, medium, 2],
          [mid, medium, 2],
        ],
        [
          [mid, medium, 3],
          [mid, medium, 3],
        ],
        [
          [mid, medium, 1],
          [mid, medium, 1],
        ],
      ],
      'node2',
    ],
    [
      'the one of them that was started first counts',
      asked,
      [
        [
          [mid, medium, 4],
          [mid, medium, 2],
        ],
        [
          [mid, medium, 5],
          [mid, medium, 1],
        ],
        [
          [mid, medium, 3],
          [mid, medium, 6],
        ],
      ],
      'node3',
    ],
    [
      'among those of the highest priority',
      asked,
      [
        [
          [low, medium, 4],
          [mid, medium, 2],
        ],
        [
          [mid, medium, 6],
          [low, medium, 1],
        ],
        [
          [low, medium, 3],
          [mid, medium, 5],
        ],
      ],
      'node2',
    ],
  ])('%s', (_what, of, running, expected) => {
    const pods = running.flatMap((told, i) =>
      told.map(([priority, size, start = 0], j) =>
        podOf(`p${i + 1}.${j + 1}`, { at: `node${i + 1}`, priority, size, start }),
      ),
    );
    const nodes = running.map((_told, i) => nodeOf(`node${i + 1}`));
    const framework = frameworkOf({ nodes, pods }, ['NodeResourcesFit']);
    const pending = podOf('p', of);
    const state = newCycleState();
    expect(framework.runPreFilterPlugins(state, pending)).toBeUndefined();
    const infos = framework.snapshotSharedLister().nodeInfos().list();
    const all = { offset: 0, numCandidates: infos.length, now: 0 };
    const candidates = dryRunPreemption(framework.preemptHandle(), state, pending, infos, [], all);
    expect(candidates).toHaveLength(nodes.length);
    expect(selectCandidate(candidates, 0)?.name).toBe(expected);
  });

  const victims = (priority: number, numPDBViolations = 0): Victims => ({
    pods: [podOf('v', { at: '', priority })],
    numPDBViolations,
  });
  test('that goes against the fewest budgets, however important its victims are', () => {
    const candidates = [
      { name: 'a', victims: victims(low, 2) },
      { name: 'b', victims: victims(high, 1) },
      { name: 'c', victims: victims(mid, 1) },
    ];
    expect(selectCandidate(candidates, 0)?.name).toBe('c');
  });

  test('where no pod has to go counts as a victim of priority 0', () => {
    const none = { name: 'none', victims: { pods: [], numPDBViolations: 0 } };
    const of = (priority: number) => ({ name: 'one', victims: victims(priority) });
    expect(selectCandidate([of(mid), none], 0)?.name).toBe('none');
    expect(selectCandidate([none, of(negative)], 0)?.name).toBe('one');
  });

  test('without candidates none', () => {
    expect(selectCandidate([], 0)).toBeUndefined();
  });
});

// Upstream's TestNodesWherePreemptionMightHelp.
describe('preemption is tried on all nodes but those that were refused for good', () => {
  const yes = newStatus('Unschedulable', 'any reason');
  const no = newStatus('UnschedulableAndUnresolvable', 'any reason');
  test.each([
    ['all are', [no, no, no, no], []],
    ['two are', [yes, no, no], ['node1', 'node4']],
    ['one is', [yes, no], ['node1', 'node3', 'node4']],
    ['the first is', [no, yes], ['node2', 'node3', 'node4']],
    ['one is, and nothing is said of others', [no], ['node2', 'node3', 'node4']],
    ['one is left', [no, no, no], ['node4']],
    ['one of three is', [yes, no, yes], ['node1', 'node3', 'node4']],
    ['nothing is said of the first', [undefined, no, yes, no], ['node1', 'node3']],
    ['nothing is said of any', [], ['node1', 'node2', 'node3', 'node4']],
  ])('%s', (_what, statuses, expected) => {
    const infos = [1, 2, 3, 4].map((i) => {
      const info = newNodeInfo();
      info.setNode(nodeOf(`node${i}`));
      return info;
    });
    const known = statuses.flatMap((status, i) => (status ? [[`node${i + 1}`, status] as const] : []));
    expect(nodesWherePreemptionMightHelp(infos, new Map(known)).map(({ name }) => name)).toEqual(expected);
  });
});
