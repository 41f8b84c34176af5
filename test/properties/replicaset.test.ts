import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wrongs } from './replicaset.ts';
import { storms, weather } from './storm.ts';

describe('a ReplicaSet in a storm', () => {
  test('property: what must hold holds, in any order of processes and whatever fails', () => {
    fc.assert(
      fc.property(storms, (storm) => {
        expect(wrongs(weather(storm))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test('a pod that fails as it becomes Running stays Failed, and is replaced', () => {
    const blows = [{ waitMs: 1108, blow: { kind: 'fail', which: 2 } }] as const;
    expect(wrongs(weather({ seed: -622962194, blows }))).toEqual([]);
  });

  test('a pod that comes and goes while no watch tells of it is replaced when its expectation is too old', () => {
    const blows = [
      { waitMs: 6, blow: { kind: 'cut', resource: 'pods', ms: 0 } },
      { waitMs: 419, blow: { kind: 'delete', which: 0 } },
      { waitMs: 1090, blow: { kind: 'conflict', times: 0 } },
    ] as const;
    expect(wrongs(weather({ seed: 0, blows }))).toEqual([]);
  });

  test('the same storm leaves the same traces', () => {
    const [storm] = fc.sample(storms, { numRuns: 1, seed: 7 });
    const events = (): unknown[] =>
      weather(storm!).entries.map(({ at, process, cause, event }) => [at, process, cause, event]);
    expect(events()).toEqual(events());
  });

  test('RS-08 without expectations and with a slow cache there are too many pods, so the bound can fail', () => {
    const delay = { kind: 'delay', resource: 'pods', ms: 2000 } as const;
    const storm = {
      seed: 1,
      blows: [
        { waitMs: 500, blow: delay },
        { waitMs: 100, blow: { kind: 'scale', replicas: 6 } },
        { waitMs: 300, blow: { kind: 'scale', replicas: 7 } },
      ],
    } as const;
    expect(wrongs(weather(storm))).toEqual([]);
    expect(wrongs(weather(storm, false)).join()).toContain('never more pods than were asked for');
  });
});
