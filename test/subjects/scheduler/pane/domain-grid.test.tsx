import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { scenarios } from '../../../../content/scheduler/pod-affinity/scenario.ts';
import { scenarios as spreading } from '../../../../content/scheduler/spreading/scenario.ts';
import { SchedulerPane } from '../../../../src/subjects/scheduler/pane/SchedulerPane.tsx';
import { DomainGrid, domainWords } from '../../../../src/subjects/scheduler/pane/DomainGrid.tsx';
import { record } from '../../../../src/recording/record.ts';
import { select } from '../../../../src/recording/select.ts';
import type { SchedulerState } from '../../../../src/runtime/subjects/scheduler/world.ts';
import { mapGet } from '../../../../src/runtime/sim/pmap.ts';

async function stateAt(variant: string, selector: string, among = scenarios): Promise<SchedulerState> {
  const scenario = among.find(({ id }) => (id.split('#')[1] ?? '') === variant)!;
  const run = await record(scenario, { lines: false });
  const [index, problem] = select(run, selector);
  if (problem) throw problem;
  return mapGet(run.entries[index]!.world.schedulers, 'kube-scheduler')!;
}

const plain = (html: string): string => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

async function gridAt(variant: string, selector: string, among = scenarios): Promise<string> {
  const state = await stateAt(variant, selector, among);
  const attempt = mapGet(state.attempts, state.pod)!.at(-1)!;
  return plain(renderToString(<DomainGrid attempt={attempt} nodes={state.nodes} />));
}

test('a domain a row, with its count and its nodes, and behind them the nodes that are in none', async () => {
  expect(await gridAt('', 'sched.prefilter web')).toBe(
    ' Domain Affinity Nodes zone=east 1 node-a, node-b zone=west 0 node-c, node-d no zone – node-e ',
  );
});

test('counts of others stand beside those of the pod, and weights have their signs', async () => {
  expect(await gridAt('grudge', 'sched.prefilter batch')).toContain(
    'Domain Anti-affinity of others Nodes zone=east 1',
  );
  const wishes = await gridAt('prefer', 'sched.score web');
  expect(wishes).toContain('zone=east +50');
  expect(wishes).toContain('hostname=node-d −80');
});

test('the pane shows them until the filters have spoken, and says how many pods were compared', async () => {
  const htmlAt = async (selector: string) =>
    renderToString(<SchedulerPane state={await stateAt('', selector)} most={5} />);
  const prepared = await htmlAt('sched.prefilter web');
  expect(prepared).toMatch(/data-tab="domains" aria-selected="true"/);
  expect(prepared).toContain('2 pods compared with terms of affinity for default/web.');
  expect(await htmlAt('sched.filter web')).toMatch(/data-tab="domains" aria-selected="false"/);
  expect(await htmlAt('first sched.pop')).not.toContain('data-tab="domains"');
});

test('without terms of anybody there is nothing to say', async () => {
  const state = await stateAt('cost', 'sched.filter batch-1');
  const attempt = mapGet(state.attempts, state.pod)!.at(-1)!;
  expect(attempt.domains).toBeUndefined();
  expect(domainWords(attempt).trim()).toBe('');
});

test('a constraint on spreading shows what the skew of each domain would be with the pod', async () => {
  expect(await gridAt('', 'sched.prefilter web-5', spreading)).toBe(
    ' Domain Skew, at most 1 Nodes zone=zone-1 ✕ 2 + 1 − 1 = 2 node-a, node-b zone=zone-2 1 + 1 − 1 = 1 node-c zone=zone-3 1 + 1 − 1 = 1 node-d no zone – node-e ',
  );
  const state = await stateAt('', 'sched.prefilter web-5', spreading);
  const html = renderToString(<SchedulerPane state={state} most={5} />);
  expect(html).toMatch(/data-tab="domains" aria-selected="true"/);
  expect(html).toContain(
    'Skew: the pods of the domain, with default/web-5 if it counts, less the fewest of any domain.',
  );
});
