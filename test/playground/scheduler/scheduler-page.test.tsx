import { renderToString } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { SchedulerPage } from '../../../playground/scheduler/SchedulerPage.tsx';
import { Answers, type Input } from '../../../playground/scheduler/answers.ts';
import { examples } from '../../../playground/scheduler/examples.ts';
import { defaultProfile } from '../../../playground/scheduler/profile.ts';
import { inputOf } from '../../../playground/scheduler/scheduler-model.ts';
import { staticModel } from '../../../playground/scheduler/static-model.ts';
import { nodesTable, podsTable } from '../../../playground/scheduler/scheduler-tables.ts';
import type { TableModel } from '../../../src/components/scope/panes/table.ts';

const exampleText = (id: string): string => examples.find((one) => one.id === id)?.text ?? '';

function run(input: Input) {
  const [result, err] = new Answers().run(input);
  if (err) throw err;
  if ('setupProblems' in result) throw new Error('expected a profile that can be set up');
  return result;
}

const rows = (table: TableModel): string[] =>
  table.rows.map(({ cells }) =>
    cells.map(({ text, before }) => (before ? `${text} (was ${before})` : text)).join(' | '),
  );

describe('the examples show what they say', () => {
  test.each(examples.map(({ id, text }) => [id, text]))('%s can be read, and is decided', (_, text) => {
    const { reading, after } = run(inputOf(text));
    expect(reading).toMatchObject({ problems: [], leftOut: [] });
    expect(after.pods.length).toBeGreaterThan(0);
  });

  test('room: two go to nodes with room, one nowhere', () => {
    expect(rows(podsTable(run(inputOf(exampleText('room'))), ''))[2]).toBe(
      "default/training | no node | 0/3 nodes are available: 1 node(s) had taint {hardware: gpu}, that the pod didn't tolerate, 2 Insufficient cpu, 2 Insufficient memory. | 3 | 0",
    );
  });

  test('zones: the third and the fourth go nowhere', () => {
    expect(run(inputOf(exampleText('zones'))).after.pods.map(({ node }) => node !== undefined)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('apart: the third database has no node; without the label of the first, it has', () => {
    const input = inputOf(exampleText('apart'));
    expect(run(input).after.pods.map(({ node }) => node)).toEqual(['n2', undefined]);
    const [text] = new Answers().edit(input, 'Pod', 'default/db-0', 'labels', '');
    const changes = [{ kind: 'Pod' as const, key: 'default/db-0', text: text ?? '' }];
    // Its own anti-affinity still keeps databases off its node.
    expect(run({ ...input, changes }).after.pods.map(({ node }) => node)).toEqual(['n2', undefined]);
  });

  test('preemption: batch goes, since a budget protects the shop', () => {
    const [payment] = run(inputOf(exampleText('preemption'))).after.pods;
    expect(payment).toMatchObject({ node: 'n2', preempted: { node: 'n2' } });
    expect(payment?.preempted?.victims).toHaveLength(1);
  });
});

describe('the tables', () => {
  const cluster = exampleText('room');

  test('say what was otherwise before', () => {
    const input = {
      ...inputOf(cluster),
      profile: { ...defaultProfile, withoutFilters: ['TaintToleration'] },
    };
    const result = run(input);
    expect(rows(podsTable(result, 'training'))[0]).toContain('gpu (was no node)');
    expect(rows(nodesTable(result, 'gpu'))[0]).toContain('7.5 of 8 (was 0 of 8 (0 %))');
  });

  test('what the API server does not take is told', () => {
    const { reading } = run(inputOf('kind: Node\napiVersion: v1\nmetadata: { name: Not_A_Name }\n'));
    expect(reading.problems[0]?.message).toContain('The API server does not take Node Not_A_Name: ');
  });
});

test('the page is drawn whole where it is built', () => {
  const model = staticModel(inputOf(exampleText('room')));
  const html = renderToString(<SchedulerPage model={model} notice="a bad link" />);
  for (const words of [
    '2 of 3 waiting pods find a node.',
    'Pod default/training',
    'Taken: 3 nodes, 1 running pod',
    'a bad link',
    "TaintToleration: node(s) had taint {hardware: gpu}, that the pod didn't tolerate",
  ])
    expect(html).toContain(words);
  // Every filter is asked about every node.
  expect(html).not.toContain('not asked');
  expect(html).toContain('allocatable: { cpu: &quot;4&quot;, memory: 8Gi');
});

test('columns have their widths ahead of the first heading, so that none moves while the page comes in', () => {
  const html = renderToString(<SchedulerPage model={staticModel(inputOf(exampleText('room')))} />);
  const tables = html.split('<table').slice(1);
  const shared = tables.filter((table) => table.includes('data-shared'));
  expect(shared.length).toBeGreaterThan(1);
  for (const table of shared) {
    const [ahead = '', headings = ''] = table.split('<thead');
    expect(ahead.match(/<col /g)).toHaveLength(headings.match(/<th /g)?.length ?? 0);
    expect(ahead).toMatch(/<col style="inline-size:\d+\.\d%"/);
  }
});

test('a node of which the changes of a reader alter what is said is marked, and told when it is picked', () => {
  const model = staticModel(inputOf(exampleText('room')));
  const shown = model.shown.value;
  const [before] = new Answers().explain(inputOf(exampleText('room')), 'after', 'default/training');
  const changes = {
    ...inputOf(exampleText('room')),
    profile: { ...defaultProfile, withoutFilters: ['TaintToleration'] },
  };
  const [after] = new Answers().explain(changes, 'after', 'default/training');
  model.shown.value = shown && { ...shown, before, after };
  const html = renderToString(<SchedulerPage model={model} />);
  expect(html).toMatch(/<th[^>]*role="rowheader"[^>]*><span[^>]*>≠ <\/span>.{0,60}gpu<\/th>/);
  expect(html).toContain('gpu passes now, and did not before: TaintToleration');
});
