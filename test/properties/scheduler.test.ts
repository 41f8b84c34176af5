import { Accelerator } from '../../src/runtime/accelerator/accelerator.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { overriding } from '../../src/runtime/stage/overriding.ts';
import {
  type Plugin,
  type Status,
  newStatus,
} from '../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import type { Observe } from '../../src/runtime/sim/observe.ts';
import { type Turn, weather, weathers } from './scheduler.ts';

describe('a scheduler in any weather', () => {
  test('property: no node over its room, no pod bound twice, and none lost', () => {
    fc.assert(
      fc.property(weathers, (each) => {
        expect(weather(each).wrongs).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('property: the same seed gives the same decisions', () => {
    fc.assert(
      fc.property(weathers, (each) => {
        expect(weather(each).decisions).toEqual(weather(each).decisions);
      }),
      { numRuns: 15 },
    );
  });

  test('property: the accelerated scheduler decides as the plain one, and says the same of pods that find no node', () => {
    fc.assert(
      fc.property(weathers, (each) => {
        expect(weather(each, new Accelerator().observe())).toEqual(weather(each));
      }),
      { numRuns: 60 },
    );
  });

  const pod = (rule?: 'apart'): Turn => ({ kind: 'pod', milli: 800, priority: 0, rule });

  test('five pods that may not be on a node together find nodes in the end', () => {
    const turns = Array.from({ length: 5 }, () => pod('apart'));
    expect(weather({ seed: 7, turns })).toMatchObject({ wrongs: [], decisions: { length: 5 } });
  });

  test('a node over its room and a pod without a node are found', () => {
    const answering = (name: string, status: Status | undefined): Observe => {
      const filter = { filter: () => status } as object;
      return (kind, _name, component) =>
        kind === 'scheduler-plugin' && (component as Plugin).name() === name
          ? overriding(component, filter)
          : component;
    };
    const turns = [pod(), pod(), pod('apart')];
    expect(weather({ seed: 7, turns }, answering('NodeResourcesFit', undefined)).wrongs[0]).toMatch(
      'node-0 has 1500m, and 1600m are assumed or bound',
    );
    const refusal = newStatus('Unschedulable', 'no');
    expect(weather({ seed: 7, turns }, answering('NodeName', refusal)).wrongs).toEqual([
      'pod-1 has no node in the end; 3 pods are in the queue',
      'pod-2 has no node in the end; 3 pods are in the queue',
      'pod-3 has no node in the end; 3 pods are in the queue',
    ]);
  });

  test('another seed may draw other nodes, and no pod less finds one', () => {
    const pod: Turn = { kind: 'pod', milli: 100, priority: 0 };
    const nodes = Array.from({ length: 5 }, (): Turn => ({ kind: 'node', milli: 1500 }));
    const turns = [...nodes, ...Array.from({ length: 12 }, () => pod)];
    const runs = [1, 2, 3].map((seed) => weather({ seed, turns }));
    expect(runs.map(({ decisions }) => decisions.length)).toEqual([12, 12, 12]);
    expect(new Set(runs.map(({ decisions }) => decisions.join())).size).toBeGreaterThan(1);
  });
});
