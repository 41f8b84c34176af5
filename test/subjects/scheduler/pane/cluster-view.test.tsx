import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { scenarios as filtering } from '../../../../content/scheduler/filtering/scenario.ts';
import { ClusterView } from '../../../../src/subjects/scheduler/pane/ClusterView.tsx';
import { record } from '../../../../src/recording/record.ts';
import type { Scenario } from '../../../../src/runtime/stage/scenario.ts';
import { mapGet } from '../../../../src/runtime/sim/pmap.ts';

test('of many nodes those that differ are marked on the map and in the table', async () => {
  const scenario = filtering.find(({ id }) => id === 'scheduler/filtering#many') as Scenario;
  const { entries } = await record(scenario, { lines: false });
  const state = mapGet(entries.at(-1)!.world.schedulers, 'kube-scheduler')!;
  const html = renderToString(<ClusterView state={state} marked={new Set(['pool-0001', 'pool-0002'])} />);
  expect(html).toMatch(/aria-label="[^"]* Different in the other run: 2\."/);
  expect(html).toContain('≠ marks those that differ in the other run.');
  expect(renderToString(<ClusterView state={state} />)).not.toContain('≠');
});
