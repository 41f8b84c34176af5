import { expect, test } from 'vitest';
import { newCycleState } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type { Plugin } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import type { NodeScoreList } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface_status.ts';
import { newFramework } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import { Registry } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import { newSnapshot } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { Sim } from '../../../../../../../src/runtime/sim/sim.ts';
import { node, pod } from '../plugins/handle.ts';

const set = (name: string) => ({ enabled: [{ name, weight: 2 }] });
const answering = (name: string, rest: object) => () =>
  [{ name: () => name, ...rest } as unknown as Plugin, undefined] as [Plugin, undefined];

test('a pod that scores the same on all nodes is scored once, and its scores are normalized and weighted', () => {
  const calls: string[] = [];
  const registry = new Registry({
    sort: answering('sort', { less: () => true }),
    bind: answering('bind', { *bind() {} }),
    even: answering('even', {
      scoreOnAll: (_state: unknown, { metadata }: { metadata: { name: string } }) =>
        metadata.name === 'even' ? 3 : undefined,
      score(_state: unknown, _pod: unknown, nodeName: string) {
        calls.push(nodeName);
        return [nodeName.length, undefined];
      },
      scoreExtensions: () => ({
        normalizeScore(_state: unknown, _pod: unknown, scores: NodeScoreList) {
          for (const score of scores) score.score *= 10;
        },
      }),
    }),
  });
  const options = { sim: new Sim(), snapshotSharedLister: newSnapshot([], []) };
  const profile = { queueSort: set('sort'), bind: set('bind'), score: set('even') };
  const [framework, err] = newFramework(registry, profile, [], options);
  if (err) throw err;
  const scored = (name: string) =>
    framework.runScorePlugins(newCycleState(), pod({ name }), [node('a'), node('bb')])[0]?.get('even');
  expect(scored('even')).toEqual([
    { name: 'a', score: 60 },
    { name: 'bb', score: 60 },
  ]);
  expect(calls).toEqual([]);
  expect(scored('other')).toEqual([
    { name: 'a', score: 20 },
    { name: 'bb', score: 40 },
  ]);
  expect(calls).toEqual(['a', 'bb']);
});
