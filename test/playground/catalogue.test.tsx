import { renderToString } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { ScenarioList } from '../../playground/ScenarioList.tsx';
import { groupsOf, hasWords, playgroundLink } from '../../playground/catalogue.ts';
import { scenarios as podFailure } from '../../playground/scenarios/pod-failure.ts';
import { scenarios as scaling } from '../../playground/scenarios/scaling.ts';
import { fileOf } from '../../src/components/scope/recorder/scenarios.ts';

const all = [...scaling, ...podFailure];

describe('the list of scenarios', () => {
  test("keeps the playground's own apart from those of the chapters, each in order of id", () => {
    const [first] = all;
    if (!first) throw new Error('there is a first scenario');
    const groups = groupsOf([...all, { ...first, id: 'controllers/replicaset' }]);
    expect(groups.map(({ title, scenarios }) => [title, ...scenarios.map(({ id }) => id)])).toEqual([
      [
        'To begin with',
        'playground/pod-failure',
        'playground/pod-failure#while-away',
        'playground/scaling',
        'playground/scaling#change-of-mind',
      ],
      ['From the chapters', 'controllers/replicaset'],
    ]);
    expect(groupsOf(all)).toHaveLength(1);
  });

  test('each id says in which file it is', () => {
    expect(all.map(({ id }) => fileOf(id))).toEqual([
      '/playground/scenarios/scaling.ts',
      '/playground/scenarios/scaling.ts',
      '/playground/scenarios/pod-failure.ts',
      '/playground/scenarios/pod-failure.ts',
    ]);
  });

  test('is drawn as links, of which one is current', () => {
    const html = renderToString(<ScenarioList groups={groupsOf(all)} chosen="playground/scaling" />);
    expect(html.match(/data-scenario=/g)).toHaveLength(4);
    expect(html).toContain('data-scenario="playground/scaling" aria-current="true"');
    expect(html.match(/aria-current/g)).toHaveLength(1);
    expect(playgroundLink('playground/scaling#change-of-mind')).toBe(
      '?scenario=playground%2Fscaling%23change-of-mind',
    );
  });
});

test.each([
  ['DELETED pod', true],
  ['', true],
  ['pod node', false],
])('a text about a deleted pod has the words of %j: %s', (query, found) => {
  expect(hasWords('A pod fails, a pod is deleted', query)).toBe(found);
});
