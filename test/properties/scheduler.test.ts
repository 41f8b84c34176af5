import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { overriding } from '../../src/runtime/observe/overriding.ts';
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

  test('property: what is remembered of nodes decides as what is computed anew', () => {
    // What is observed is computed anew each time: each call of a plugin is to be seen.
    const observed: Observe = (kind, _name, component) =>
      kind === 'scheduler-plugin' ? overriding(component, {}) : component;
    fc.assert(
      fc.property(weathers, (each) => {
        expect(weather(each)).toEqual(weather(each, observed));
      }),
      { numRuns: 60 },
    );
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
