import { renderToString } from 'preact-render-to-string';
import { beforeAll, describe, expect, test } from 'vitest';
import { scenarios } from '../../../../playground/scenarios/scheduler.ts';
import { attemptChanges } from '../../../../src/subjects/scheduler/pane/attempt-changes.ts';
import { ClusterView } from '../../../../src/subjects/scheduler/pane/ClusterView.tsx';
import { SchedulerPane } from '../../../../src/subjects/scheduler/pane/SchedulerPane.tsx';
import { amountText, whyNot } from '../../../../src/subjects/scheduler/pane/scheduler-words.ts';
import { record } from '../../../../src/recording/record.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import { select } from '../../../../src/recording/select.ts';
import type { Scenario } from '../../../../src/runtime/stage/scenario.ts';
import type { Attempt, SchedulerState } from '../../../../src/runtime/subjects/scheduler/world.ts';
import { mapGet } from '../../../../src/runtime/sim/pmap.ts';

let run: Recording;
beforeAll(async () => {
  run = await record(scenarios[0] as Scenario);
});

function stateAt(selector: string): SchedulerState {
  const [index, problem] = select(run, selector);
  if (problem) throw problem;
  const state = run.entries[index] && mapGet(run.entries[index].world.schedulers, 'kube-scheduler');
  if (!state) throw new Error('expected a scheduler');
  return state;
}

const attemptOf = (state: SchedulerState, pod: string, number: number): Attempt =>
  mapGet(state.attempts, pod)?.[number - 1] as Attempt;

const why = (selector: string, pod: string, node: string): string => {
  const state = stateAt(selector);
  return whyNot(attemptOf(state, pod, 1), node, mapGet(state.nodes, node));
};

describe('why a pod is not on a node', () => {
  test('that a filter refused: with the sums', () => {
    expect(why('sched.choose either', 'default/either', 'node-a')).toBe(
      'node-a cannot run default/either. NodeResourcesFit: Insufficient cpu. Of cpu it has 2, 0 is taken, and the pod asks for 3.',
    );
    expect(why('sched.choose on-ssd', 'default/on-ssd', 'node-b')).toBe(
      "node-b cannot run default/on-ssd. NodeAffinity: node(s) didn't match Pod's node affinity. Taking other pods away would not change that.",
    );
  });

  test('that is as good as the one that was drawn', () => {
    const state = stateAt('sched.choose either');
    const { node: drawn } = attemptOf(state, 'default/either', 1);
    const other = drawn === 'node-b' ? 'node-c' : 'node-b';
    expect(why('sched.choose either', 'default/either', other)).toMatch(
      new RegExp(
        `^${other} can run default/either as well as ${drawn}: both have \\d+, and ${drawn} was drawn\\.$`,
      ),
    );
    expect(why('sched.choose either', 'default/either', drawn)).toMatch(/one of 2 nodes .* and was drawn\.$/);
  });

  test('that is not there', () => {
    expect(why('sched.choose either', 'default/either', 'node-z')).toMatch(/^node-z is not in the snapshot/);
  });
});

test('an attempt says what changed since the one before', () => {
  const state = stateAt('last sched.*');
  const freed = attemptOf(state, 'default/waits', 3).node;
  const changes = [1, 2, 3].map((number) =>
    attemptChanges(
      mapGet(state.attempts, 'default/waits')?.[number - 2],
      attemptOf(state, 'default/waits', number),
    ),
  );
  expect(changes).toEqual([
    '',
    'It came back because of PodUpdate. All nodes say what they said before.',
    `It came back because of AssignedPodDelete. ${freed} passes now, and did not before: NodeResourcesFit: Insufficient cpu.`,
  ]);
});

test('amounts are said as manifests write them', () => {
  expect(
    ['cpu', 'cpu', 'memory', 'memory', 'pods'].map((name, i) =>
      amountText(name, [1500, 2000, 2 ** 32, 1.5 * 2 ** 20, 7][i] ?? 0),
    ),
  ).toEqual(['1500m', '2', '4Gi', '1.5Mi', '7']);
});

describe('the pane', () => {
  const htmlAt = (selector: string): string =>
    renderToString(<SchedulerPane state={stateAt(selector)} most={3} onOpen={() => {}} />);
  // A sign has its words as its label.
  const text = (html: string): string =>
    html
      .replaceAll(
        /aria-label="([^"]*)" title="[^>]*>(?:<span class="sched-bar"[^>]*><\/span>)?([^<]*)/g,
        '>$2 $1',
      )
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ');

  test('has a row a node and a column a filter, in roles that are read out', () => {
    const html = htmlAt('sched.fail waits');
    expect(html).toContain('role="grid"');
    expect(html.match(/role="rowheader"/g)).toHaveLength(3);
    const columns = html.match(/role="columnheader"/g) ?? [];
    const { filters } = attemptOf(stateAt('sched.fail waits'), 'default/waits', 1);
    expect(columns).toHaveLength((filters?.plugins.length ?? 0) + 2);
    expect(text(html)).toContain('✕ refuses: Unschedulable');
    expect(text(html)).toContain('NodeResourcesFit: Insufficient cpu');
  });

  test('goes on to the scores, once there are some', () => {
    const html = htmlAt('sched.choose either');
    expect(html).toMatch(/data-tab="scores" aria-selected="true"/);
    expect(text(html)).toMatch(/raw \d+, normalized 100, weighted 1000000/);
    expect(text(html)).toContain('attempt 1 on its way to node-');
  });

  test('shows on each node what the pod that is tried would add, until it has a node', () => {
    const nodesAt = (selector: string, pod: string): string => {
      const state = stateAt(selector);
      const attempt = attemptOf(state, pod, 1);
      return text(renderToString(<ClusterView state={state} attempt={attempt} />));
    };
    expect(nodesAt('sched.filter either', 'default/either')).toMatch(
      /node-a 0\/2 \+3 0\/2 \+3: 0 of 2 is taken, the pod asks for 3 0\/4Gi 0\/110 \+1/,
    );
    expect(nodesAt('sched.confirm either', 'default/either')).not.toContain('+3');
  });
});
