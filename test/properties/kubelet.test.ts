import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PodCondition } from 'kubernetes-types/core/v1';
import type { Entry } from '../../src/runtime/stage/world.ts';
import { type Trouble, type Troubles, kubeletWrongs, statusFaults, troubles } from './kubelet.ts';

type Plan = Extract<Trouble, { kind: 'pod' }>['plan'];

const start = (plan: Plan, waitMs: number): Troubles['steps'][number] => ({
  waitMs,
  trouble: { kind: 'pod', pod: 0, plan },
});

const fail: Trouble = { kind: 'fail', pod: 0 };

describe('the kubelet stand-in in trouble', () => {
  test('property: no pod comes back from its end, and no status contradicts itself', () => {
    fc.assert(
      fc.property(troubles, (each) => {
        expect(kubeletWrongs(each)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test.each<[string, Troubles['steps']]>([
    ['it fails as its first report is under way', [start('runs', 10), { waitMs: 398, trouble: fail }]],
    ['it fails as the second one is', [start('runs', 10), { waitMs: 1002, trouble: fail }]],
    [
      'somebody else writes that it failed, as it ends well',
      [start('ends well', 10), { waitMs: 704, trouble: { kind: 'write', pod: 0, what: 'failed' } }],
    ],
    [
      'somebody else writes why it is not ready, before it is',
      [start('runs', 10), { waitMs: 600, trouble: { kind: 'write', pod: 0, what: 'unready' } }],
    ],
    [
      'it ends while its kubelet hears of nothing',
      [
        start('ends badly', 10),
        { waitMs: 100, trouble: { kind: 'delay', ms: 1500 } },
        { waitMs: 500, trouble: fail },
        { waitMs: 500, trouble: { kind: 'restart', afterMs: 0 } },
      ],
    ],
  ])('a pod holds out: %s', (_name, steps) => {
    for (let seed = 0; seed < 20; seed++) expect(kubeletWrongs({ seed, steps })).toEqual([]);
  });

  test('a pod that comes back, and one that is ready for a reason, are found', () => {
    const at = (index: number, phase: string, conditions: PodCondition[]): Entry => {
      const object = { metadata: { name: 'web', uid: 'u' }, status: { phase, conditions } };
      return { index, event: { kind: 'store.write', resource: 'pods', object } } as unknown as Entry;
    };
    const ready = { type: 'Ready', status: 'True', reason: 'ContainersNotReady' };
    expect(statusFaults([at(1, 'Running', []), at(2, 'Failed', []), at(3, 'Running', [ready])])).toEqual([
      'web was Failed and is Running at entry 3',
      'web has Ready=True for the reason ContainersNotReady at entry 3',
    ]);
  });
});
