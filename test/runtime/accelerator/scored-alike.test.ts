import { fastSim, forSums } from './fast.ts';
import type { Pod } from '../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { expect, test } from 'vitest';
import { newCycleState } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type {
  NodeScoreList,
  Plugin,
} from '../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { newFramework } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import { Registry } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import { newSnapshot } from '../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { node, pod } from '../kubernetes/pkg/scheduler/framework/plugins/handle.ts';

const set = (name: string) => ({ enabled: [{ name, weight: 2 }] });
const answering = (name: string, rest: object) => () =>
  [{ name: () => name, ...rest } as unknown as Plugin, undefined] as [Plugin, undefined];

test('a pod that scores the same on all nodes is scored once, and its scores are normalized and weighted', () => {
  const calls: string[] = [];
  const registry = new Registry({
    sort: answering('sort', { less: () => true }),
    bind: answering('bind', { *bind() {} }),
    even: answering('even', {
      scoresAlike: (_state: unknown, { metadata }: Pod) => metadata.name === 'even',
      score(_state: unknown, { metadata }: Pod, nodeName: string) {
        calls.push(nodeName);
        return [metadata.name === 'even' ? 3 : nodeName.length, undefined];
      },
      scoreExtensions: () => ({
        normalizeScore(_state: unknown, _pod: unknown, scores: NodeScoreList) {
          for (const score of scores) score.score *= 10;
        },
      }),
    }),
  });
  const sim = fastSim();
  const options = { sim, snapshotSharedLister: newSnapshot([], []) };
  const profile = { queueSort: set('sort'), bind: set('bind'), score: set('even') };
  const [framework, err] = newFramework(registry, profile, [], options);
  if (err) throw err;
  const scored = (name: string) => {
    calls.length = 0;
    const [lists] = forSums(sim, framework).runScorePlugins(newCycleState(), pod({ name }), [
      node('a'),
      node('bb'),
    ]);
    const sum = (i: number) =>
      [...(lists?.values() ?? [])].reduce((all, list) => all + (list[i]?.score ?? 0), 0);
    return [sum(0), sum(1)];
  };
  expect(scored('even')).toEqual([60, 60]);
  expect(calls).toEqual(['a']);
  expect(scored('other')).toEqual([20, 40]);
  expect(calls).toEqual(['a', 'bb']);
});
