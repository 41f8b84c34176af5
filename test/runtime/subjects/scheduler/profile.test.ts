import { describe, expect, test } from 'vitest';
import { scenarios } from '../../../../content/scheduler/scoring/scenario.ts';
import { record } from '../../../../src/recording/record.ts';
import { select } from '../../../../src/recording/select.ts';
import type { Act } from '../../../../src/runtime/stage/acts.ts';
import type { Scenario } from '../../../../src/runtime/stage/scenario.ts';
import { changeProfile } from '../../../../src/runtime/subjects/scheduler/profile.ts';

const story = (id: string): Scenario => scenarios.find((one) => one.id === id) as Scenario;
const profile = (weights: Readonly<Record<string, number>>, without: readonly string[] = []): Act => ({
  kind: 'profile',
  program: 'kube-scheduler',
  profile: 'default-scheduler',
  weights,
  without,
});

/** Where each pod went, by its name; what a reader does, they do once the scheduler waits for pods. */
async function placesIn(id: string, ...acts: readonly Act[]): Promise<Record<string, string>> {
  const { entries } = await record(story(id), {
    lines: false,
    acts: acts.map((act, i) => ({ step: 200 + i, act })),
  });
  const refused = entries.flatMap(({ event }) => (event.kind === 'act' && event.error ? [event.error] : []));
  expect(refused).toEqual([]);
  return Object.fromEntries(
    entries.flatMap(({ event }) =>
      event.kind === 'sched.choose' ? [[event.pod.slice('default/'.length), event.node]] : [],
    ),
  );
}

const packing = { NodeResourcesLeastAllocated: 0, NodeResourcesMostAllocated: 1 };

describe('a scheduler that is started with another profile', () => {
  test('decides as one that had it from the start', async () => {
    const packed = Object.values(await placesIn('scheduler/scoring#packed'));
    expect(packed).toHaveLength(3);
    expect(new Set(packed).size).toBe(1);
    const before = await placesIn('scheduler/scoring#equal');
    expect(new Set(Object.values(before)).size).toBe(3);
    const after = await placesIn('scheduler/scoring#equal', profile(packing));
    expect(new Set(Object.values(after)).size).toBe(1);
  });

  test('weighs and filters as it says, also the second time', async () => {
    expect((await placesIn('scheduler/scoring')).web).toBe('node-d');
    const ssd = profile({ NodeAffinity: 3 });
    expect((await placesIn('scheduler/scoring', ssd)).web).toBe('node-c');
    expect((await placesIn('scheduler/scoring', ssd, profile({ InterPodAffinity: 9 }))).web).toBe('node-d');
    const anywhere = await placesIn(
      'scheduler/scoring',
      profile({ NodePreferAvoidPods: 0 }, ['NodeAffinity']),
    );
    expect(anywhere.index).not.toBe('node-c');
  });

  test('ends where there can be none, as it would with such a file', async () => {
    const wrong = profile({ NoSuchPlugin: 1 });
    const recording = await record(story('scheduler/scoring'), { acts: [{ step: 200, act: wrong }] });
    const [end] = select(recording, 'program.exit');
    expect(recording.entries[end ?? 0]?.event).toMatchObject({ program: 'kube-scheduler' });
  });
});

describe('a configuration with another profile', () => {
  const change = { profile: 'mine', weights: { A: 2, B: 0 }, without: ['F'] };

  test('has all else as it was', () => {
    const others = { schedulerName: 'other' };
    const mine = {
      schedulerName: 'mine',
      pluginConfig: [{ name: 'A' }],
      plugins: {
        filter: { disabled: [{ name: '*' }], enabled: [{ name: 'F' }, { name: 'G' }] },
        score: { disabled: [{ name: 'C' }], enabled: [{ name: 'B', weight: 7 }] },
        bind: { enabled: [{ name: 'H' }] },
      },
    };
    const before = { percentageOfNodesToScore: 50, profiles: [others, mine] };
    expect(changeProfile(before, change)[0]).toEqual({
      percentageOfNodesToScore: 50,
      profiles: [
        others,
        {
          schedulerName: 'mine',
          pluginConfig: [{ name: 'A' }],
          plugins: {
            filter: { disabled: [{ name: '*' }, { name: 'F' }], enabled: [{ name: 'G' }] },
            score: {
              disabled: [{ name: 'C' }, { name: 'A' }, { name: 'B' }],
              enabled: [{ name: 'A', weight: 2 }],
            },
            bind: { enabled: [{ name: 'H' }] },
          },
        },
      ],
    });
  });

  test('there is none without a profile of that name', () => {
    expect(changeProfile(undefined, change)[1]?.message).toBe(
      'expected the name of a profile, found "mine"; there are default-scheduler',
    );
  });
});
