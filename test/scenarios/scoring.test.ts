import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/scheduler/scoring/scenario.ts';
import { record } from '../../src/recording/record.ts';
import {
  type Attempt,
  type Choice,
  type ScoreTable,
  numberAt,
} from '../../src/runtime/subjects/scheduler/world.ts';
import type { Entry } from '../../src/runtime/stage/world.ts';
import { mapGet } from '../../src/runtime/sim/pmap.ts';
import { Played, chapter } from './played.ts';

const text = chapter('scheduler/scoring').replaceAll(/\s+/g, ' ');
const played = new Map<string, Played>();
for (const scenario of scenarios) {
  const [, variant = ''] = scenario.id.split('#');
  played.set(variant, await Played.of(scenario));
}
const run = (variant = ''): Played => played.get(variant)!;

function attemptAt({ world }: Entry, name: string): Attempt {
  return mapGet(mapGet(world.schedulers, 'kube-scheduler')!.attempts, `default/${name}`)!.at(-1)!;
}
/** How a pod came to its node. */
const chosen = (variant: string, name: string): Attempt =>
  attemptAt(run(variant).first('sched.choose', { pod: `default/${name}` }), name);
const choiceOf = (variant: string, name: string): Choice => chosen(variant, name).choice!;
/** What a plugin gave to the nodes, in their order: raw, normalized or the weight. */
function given({ columns, nodes }: ScoreTable, plugin: string, kind: 'raw' | 'normalized'): number[] {
  const column = columns.find((one) => one.plugin === plugin)!;
  return nodes.map((_node, i) => numberAt(column[kind], i));
}
const totals = ({ nodes, total }: ScoreTable): number[] => nodes.map((_node, i) => numberAt(total, i));

test('SCH-15 with three times the weight the ssd wins, as the experiment says', async () => {
  const weights = { NodeAffinity: 3 };
  const profile = 'default-scheduler';
  const act = { kind: 'profile', program: 'kube-scheduler', profile, weights, without: [] } as const;
  const step = 200;
  const heavier = await record(scenarios[0]!, { lines: false, acts: [{ step, act }] });
  const { event, world } = heavier.entries.find(
    ({ event: one }) => one.kind === 'sched.score' && one.pod === 'default/web',
  )!;
  expect(event).toMatchObject({ best: ['node-c'], score: 1_000_200 + 493 });
  const { scores } = mapGet(mapGet(world.schedulers, 'kube-scheduler')!.attempts, 'default/web')!.at(-1)!;
  expect(numberAt(scores!.total, scores!.nodes.indexOf('node-d'))).toBe(1_000_200 + 318);
});

describe('five nodes that would do', () => {
  const web = chosen('', 'web');
  const scores = web.scores!;

  test('SCH-15 what is counted becomes 0 to 100, and is weighted and added up', () => {
    expect(scores.nodes).toEqual(['node-a', 'node-b', 'node-c', 'node-d', 'node-e']);
    expect(given(scores, 'NodeAffinity', 'raw')).toEqual([0, 0, 1, 0, 0]);
    expect(given(scores, 'NodeAffinity', 'normalized')).toEqual([0, 0, 100, 0, 0]);
    expect(given(scores, 'InterPodAffinity', 'raw')).toEqual([0, 0, 0, 10, 0]);
    expect(given(scores, 'InterPodAffinity', 'normalized')).toEqual([0, 0, 0, 100, 0]);
    expect(given(scores, 'TaintToleration', 'raw')).toEqual([1, 0, 0, 0, 0]);
    expect(given(scores, 'TaintToleration', 'normalized')).toEqual([0, 100, 100, 100, 100]);
    const sums = scores.nodes.map((_node, i) =>
      scores.columns.reduce((sum, { normalized, weight }) => sum + numberAt(normalized, i) * weight, 0),
    );
    expect(totals(scores)).toEqual(sums);
    for (const { normalized } of scores.columns)
      for (const i of scores.nodes.keys()) {
        expect(numberAt(normalized, i)).toBeGreaterThanOrEqual(0);
        expect(numberAt(normalized, i)).toBeLessThanOrEqual(100);
      }
  });

  test('SCH-15 the table in the text is what the plugins gave', () => {
    const rows = [...text.matchAll(/\| `(\w+)`(?: \([a-z `]+\))? ((?:\| \d+ ){5})\|/g)];
    expect(rows.map(([, plugin]) => plugin).sort()).toEqual(
      scores.columns
        .map(({ plugin }) => plugin)
        .filter((plugin) => !['NodePreferAvoidPods', 'PodTopologySpread'].includes(plugin))
        .sort(),
    );
    for (const [, plugin = '', numbers = ''] of rows)
      expect([...numbers.matchAll(/\d+/g)].map(Number)).toEqual(given(scores, plugin, 'normalized'));
    const together = /\| together ((?:\| \d+ ){5})\|/.exec(text)?.[1] ?? '';
    expect([...together.matchAll(/\d+/g)].map((sum) => Number(sum) + 1_000_200)).toEqual(totals(scores));
    const weights = Object.fromEntries(scores.columns.map(({ plugin, weight }) => [plugin, weight]));
    expect(weights).toMatchObject({ NodePreferAvoidPods: 10_000, PodTopologySpread: 2, NodeAffinity: 1 });
  });

  test('SCH-15 the only node that is left gets no score', () => {
    const index = chosen('', 'index');
    expect(index.scores).toBeUndefined();
    expect(index.choice).toMatchObject({ how: 'only', node: 'node-c' });
    expect(run().all('sched.score', { pod: 'default/index' })).toEqual([]);
  });

  test('SCH-16 the highest sum wins', () => {
    expect(web.choice).toMatchObject({ how: 'best', node: 'node-d', score: 1_000_518, draws: [] });
    expect(Math.max(...totals(scores))).toBe(1_000_518);
  });
});

describe('four alike', () => {
  test('SCH-17 each further node that is as good takes the place if it draws 0 of as many as there were', () => {
    expect(choiceOf('equal', 'shop-1')).toEqual({
      node: 'node-c',
      how: 'drawn',
      best: ['node-a', 'node-b', 'node-c', 'node-d'],
      score: 1_000_475,
      draws: [
        { node: 'node-b', of: 2, drawn: 0 },
        { node: 'node-c', of: 3, drawn: 0 },
        { node: 'node-d', of: 4, drawn: 2 },
      ],
    });
    expect(choiceOf('equal', 'shop-2')).toMatchObject({
      node: 'node-a',
      best: ['node-a', 'node-b', 'node-d'],
      draws: [
        { node: 'node-b', of: 2, drawn: 1 },
        { node: 'node-d', of: 3, drawn: 2 },
      ],
    });
    expect(totals(chosen('equal', 'shop-2').scores!)).toEqual([1_000_475, 1_000_475, 1_000_450, 1_000_475]);
  });

  test('SCH-17 another seed draws other numbers, and no node gets two pods', () => {
    const nodes = ['shop-1', 'shop-2', 'shop-3'].map((name) => choiceOf('equal-again', name).node);
    expect(nodes).toEqual(['node-b', 'node-c', 'node-d']);
  });

  test('SCH-18 what has no plugin does not count: with another plugin the fullest node wins', () => {
    const scoring = chosen('equal', 'shop-1').scores!.columns.map(({ plugin }) => plugin);
    // The table of factors names each of them.
    for (const plugin of scoring) expect(text).toContain(`\`${plugin}\``);
    expect(scoring).toHaveLength(8);
    const nodes = ['shop-1', 'shop-2', 'shop-3'].map((name) => choiceOf('packed', name).node);
    expect(nodes).toEqual(['node-c', 'node-c', 'node-c']);
    const most = ['shop-1', 'shop-2', 'shop-3'].map(
      (name) => given(chosen('packed', name).scores!, 'NodeResourcesMostAllocated', 'raw')[2],
    );
    expect(most).toEqual([25, 50, 75]);
  });
});
