import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { scenarios } from '../../../playground/scenarios/scheduler.ts';
import { scenarios as filtering } from '../../../content/scheduler/filtering/scenario.ts';
import { ClusterView } from '../../../src/components/scheduler/ClusterView.tsx';
import { runDifferences } from '../../../src/components/scheduler/run-differences.ts';
import { Player } from '../../../src/components/scope/player/player.ts';
import { SchedulerPicture } from '../../../src/components/scheduler/SchedulerPicture.tsx';
import { record } from '../../../src/recording/record.ts';
import { select } from '../../../src/recording/select.ts';
import type { Scenario } from '../../../src/runtime/stage/scenario.ts';
import type { SchedulerState } from '../../../src/runtime/subjects/scheduler/world.ts';
import { emptyMap, mapGet } from '../../../src/runtime/sim/pmap.ts';

test('two runs stand side by side at the same moment, with what fares otherwise marked', async () => {
  const scenario = scenarios[0] as Scenario;
  const story = await record(scenario, { lines: false });
  const player = new Player(story, { runAgain: (inputs) => record(scenario, { lines: false, ...inputs }) });
  expect(renderToString(<SchedulerPicture player={player} />)).not.toContain('sched-runs');
  const [before] = select(story, 'sched.choose either');
  player.seek(before ?? 0);
  await player.act({ kind: 'cordon', node: 'node-a', unschedulable: true });
  expect(player.problem.value).toBeUndefined();
  expect(renderToString(<SchedulerPicture player={player} />)).toContain(
    'every pod fares as in the other run',
  );
  player.toEnd();
  const html = renderToString(<SchedulerPicture player={player} />);
  expect(html).toContain('The story<span> at the same moment</span>');
  expect(html.match(/class="sched"/g)).toHaveLength(2);
  expect(html).toContain('default/on-ssd: node-a in the story, no node in yours.');
  expect(html).toContain('differs:');
});

test('of many nodes those with other pods are marked on the map and in the table', async () => {
  const [a, b] = await Promise.all(
    ['many', 'all'].map(async (variant) => {
      const scenario = filtering.find(({ id }) => id === `scheduler/filtering#${variant}`) as Scenario;
      const { entries } = await record(scenario, { lines: false });
      return mapGet(entries.at(-1)?.world.schedulers ?? emptyMap(), 'kube-scheduler') as SchedulerState;
    }),
  );
  if (!a || !b) throw new Error('both runs have a scheduler');
  const marked = runDifferences(a, b).nodes;
  expect(marked.size).toBeGreaterThan(0);
  const html = renderToString(<ClusterView state={a} marked={marked} />);
  expect(html).toMatch(new RegExp(`aria-label="[^"]* Different in the other run: ${marked.size}\\."`));
  expect(html).toContain('≠ marks those that differ in the other run.');
  expect(renderToString(<ClusterView state={a} />)).not.toContain('≠');
});
