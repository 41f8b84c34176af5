import { fastSim, forSums } from './fast.ts';
import { describe, expect, test } from 'vitest';
import { newCycleState } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type {
  Framework,
  NodeScoreList,
  Plugin,
} from '../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { newFramework } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import { Registry } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import { newSnapshot } from '../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { node, pod } from '../kubernetes/pkg/scheduler/framework/plugins/handle.ts';
import { fakeFramework } from '../kubernetes/pkg/scheduler/framework/runtime/fake.ts';

const nodes = [node('a'), node('bb')];
const made = (name: string, rest: object) => () =>
  [{ name: () => name, scoreExtensions: () => undefined, ...rest } as unknown as Plugin, undefined] as [
    Plugin,
    undefined,
  ];

/** A plugin that looks at one node alone, one that normalizes, and one that scores all nodes the same. */
function stage(length: (name: string) => number) {
  const calls: string[] = [];
  const score =
    (by: string, of: (name: string) => number) => (_state: unknown, _pod: unknown, name: string) => {
      calls.push(`${by} ${name}`);
      return [of(name), undefined];
    };
  const registry = new Registry({
    sort: made('sort', { less: () => true }),
    bind: made('bind', { *bind() {} }),
    local: made('local', { local: true, score: score('local', length) }),
    tenfold: made('tenfold', {
      local: true,
      score: score('tenfold', (name) => name.length),
      scoreExtensions: () => ({
        normalizeScore(_state: unknown, _pod: unknown, scores: NodeScoreList) {
          for (const each of scores) each.score *= 10;
        },
      }),
    }),
    even: made('even', { scoresAlike: () => true, score: score('even', () => 4) }),
  });
  const sim = fastSim();
  const [framework, err] = newFramework(
    registry,
    {
      queueSort: { enabled: [{ name: 'sort' }] },
      bind: { enabled: [{ name: 'bind' }] },
      score: { enabled: ['local', 'tenfold', 'even'].map((name) => ({ name, weight: 3 })) },
    },
    [],
    { sim, snapshotSharedLister: newSnapshot([], nodes) },
  );
  if (err) throw err;
  const asked = (name: string, sumsSuffice: boolean) =>
    (sumsSuffice ? forSums(sim, framework) : framework).runScorePlugins(
      newCycleState(),
      pod({ name }),
      nodes,
    );
  const sums = (name: string, sumsSuffice: boolean) =>
    nodes.map((_, i) =>
      [...(asked(name, sumsSuffice)[0]?.values() ?? [])].reduce(
        (sum, list) => sum + (list[i]?.score ?? 0),
        0,
      ),
    );
  return { calls, asked, sums };
}

test('who needs the sums gets them from what is known, and who needs each plugin gets each', () => {
  const { calls, asked, sums } = stage((name) => name.length);
  for (const name of ['first', 'second', 'third']) expect(sums(name, true)).toEqual([45, 78]);
  calls.length = 0;
  expect(sums('fourth', true)).toEqual([45, 78]);
  expect(new Set(calls)).toEqual(new Set(['even a', 'tenfold a', 'tenfold bb']));
  expect(sums('fourth', false)).toEqual([45, 78]);
  expect([...(asked('fourth', false)[0]?.keys() ?? [])]).toEqual(['local', 'tenfold', 'even']);
});

test('a score that is none is refused, of pods of a kind as of the first', () => {
  const { asked } = stage(() => 101);
  const says = (name: string) => asked(name, true)[1]?.message();
  const first = says('first');
  expect(first).toContain('plugin "local" returns an invalid score 101');
  expect([says('second'), says('third')]).toEqual([first, first]);
});

describe('of the nodes that passed the filters', () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map((name) => node(name));
  const calls: string[] = [];
  const snapshot = newSnapshot([], all);
  const score = (by: string) => (_state: unknown, _pod: unknown, name: string) => {
    calls.push(`${by} ${name}`);
    return [name.charCodeAt(0) - 96, undefined];
  };
  const framework = () => {
    const sim = fastSim();
    const plugins = { local: { local: true, score: score('local') }, other: { score: score('other') } };
    return forSums(sim, fakeFramework(plugins, { sim, snapshotSharedLister: snapshot }));
  };
  const scored = (of: Framework, name: string, passed: string) => {
    calls.length = 0;
    const nodes = all.filter(({ metadata }) => passed.includes(metadata.name));
    const [lists] = of.runScorePlugins(newCycleState(), pod({ name }), nodes);
    const [first = [], ...others] = [...(lists?.values() ?? [])];
    return first.map(
      ({ name: of, score: sum }, i) =>
        `${of} ${sum + others.reduce((more, list) => more + (list[i]?.score ?? 0), 0)}`,
    );
  };
  const expected = (passed: string) => [...passed].map((name) => `${name} ${2 * (name.charCodeAt(0) - 96)}`);

  test.each(['abcdefghij', 'a', 'j', 'aj', 'af', 'fghij', 'bdfhj', 'abij'])(
    '%s, whichever were scored before',
    (passed) => {
      const of = framework();
      expect(scored(of, 'first', passed)).toEqual(expected(passed));
      expect(scored(of, 'second', 'acegi')).toEqual(expected('acegi'));
      expect(scored(of, 'third', passed)).toEqual(expected(passed));
      expect(calls.filter((call) => call.startsWith('local'))).toEqual(
        [...passed].filter((name) => !'acegi'.includes(name)).map((name) => `local ${name}`),
      );
      expect(scored(of, 'fourth', passed)).toEqual(expected(passed));
      expect(calls.filter((call) => call.startsWith('local'))).toEqual([]);
      expect(calls).toHaveLength(passed.length);
    },
  );

  test('one that changes is scored anew, and one that is in no snapshot each time', () => {
    const of = framework();
    for (const name of ['first', 'second', 'third']) scored(of, name, 'ab');
    expect(calls).toEqual(['other a', 'other b']);
    snapshot.list()[1]?.addPod(pod());
    expect(scored(of, 'fourth', 'ab')).toEqual(expected('ab'));
    expect(calls).toEqual(['other a', 'other b', 'local b']);
    for (const name of ['fifth', 'sixth']) {
      calls.length = 0;
      const [lists] = of.runScorePlugins(newCycleState(), pod({ name }), [node('x')]);
      expect([...(lists?.values() ?? [])].map((list) => list)).toEqual([
        [{ name: 'x', score: 24 }],
        [{ name: 'x', score: 24 }],
      ]);
      expect(calls).toEqual(['other x', 'local x']);
    }
  });
});
