import { knownOf } from '../../../../../../accelerator/fast.ts';
import type { Taint, Toleration } from 'kubernetes-types/core/v1';
import { describe, expect, test } from 'vitest';
import type { Node } from '../../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newCycleState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import type {
  FilterPlugin,
  PreScorePlugin,
  ScorePlugin,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { newPlugin } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.ts';
import { handleOf, newPluginOf, node, pod, scoresOf } from '../handle.ts';
import { nodeInfoOf } from '../volumes.ts';

/** Written as `key=value:effect`. */
const taint = (text: string): Taint => {
  const [, key = '', value = '', effect = ''] = /^(.*)=(.*):(.*)$/.exec(text) ?? [];
  return { key, value, effect };
};
const tainted = (name: string, ...taints: readonly string[]): Node =>
  ({ ...node(name), spec: { taints: taints.map(taint) } }) as Node;
/** As a taint, with `*` for the operator Exists, and without an effect for all effects. */
const toleration = (text: string): Toleration => {
  const { key, value, effect } = taint(text);
  const how = value === '*' ? { operator: 'Exists' } : { operator: 'Equal', value };
  return { key, ...how, ...(effect && { effect }) };
};
const tolerating = (...texts: readonly string[]) => pod({}, { tolerations: texts.map(toleration) });

describe('TestTaintTolerationScore', () => {
  const cpu = 'cpu-type=arm64:PreferNoSchedule';
  const disk = 'disk-type=ssd:PreferNoSchedule';
  test.each<[string, string[], string[][], number[]]>([
    [
      'a taint that is tolerated is better than one that is not',
      ['foo=bar:PreferNoSchedule'],
      [['foo=bar:PreferNoSchedule'], ['foo=blah:PreferNoSchedule']],
      [100, 0],
    ],
    ['taints that are tolerated do not count', [cpu, disk], [[], [cpu], [cpu, disk]], [100, 100, 100]],
    ['those that are not count each', ['foo=bar:PreferNoSchedule'], [[], [cpu], [cpu, disk]], [100, 50, 0]],
    [
      'other effects do not count, neither of taints nor of tolerations',
      ['cpu-type=arm64:NoSchedule', 'disk-type=ssd:NoSchedule'],
      [[], ['cpu-type=arm64:NoSchedule'], [cpu, disk]],
      [100, 100, 0],
    ],
    ['no toleration', [], [[], [cpu]], [100, 0]],
    ['no toleration, and a taint without a value', [], [[], ['gone=:PreferNoSchedule']], [100, 0]],
    [
      'a toleration of the key, but of another effect',
      ['cpu-type=arm64:NoSchedule', 'disk-type=*:NoExecute'],
      [[cpu], [disk], []],
      [0, 0, 100],
    ],
    ['a toleration of all effects', ['cpu-type=arm64:'], [[cpu], [disk]], [100, 0]],
  ])('%s', (_what, tolerations, taints, scores) => {
    const nodes = taints.map((each, i) => tainted(`node-${i}`, ...each));
    expect(scoresOf(newPlugin, undefined, { nodes }, tolerating(...tolerations))).toEqual(scores);
  });
});

test.each<[string, boolean, ...Node[]]>([
  ['no taints', true, tainted('a'), node('b')],
  ['taints that keep off', true, tainted('a', 'foo=bar:NoSchedule'), tainted('b', 'foo=bar:NoExecute')],
  ['one that only asks', false, node('a'), tainted('b', 'foo=bar:NoSchedule', 'foo=bar:PreferNoSchedule')],
])('with %s, all nodes score the same: %s', (_what, alike, ...nodes) => {
  const handle = handleOf({ nodes });
  const plugin = newPluginOf<ScorePlugin>(newPlugin, undefined, handle);
  const known = knownOf(plugin, handle.snapshotSharedLister());
  expect(known.scoresAlike?.(newCycleState(), pod())).toBe(alike);
});

describe('TestTaintTolerationFilter', () => {
  const refused = (text: string) => `node(s) had taint {${text}}, that the pod didn't tolerate`;
  test.each<[string, string[], string[], string | undefined]>([
    ['no toleration', [], ['dedicated=user1:NoSchedule'], 'dedicated: user1'],
    ['the same', ['dedicated=user1:NoSchedule'], ['dedicated=user1:NoSchedule'], undefined],
    ['another value', ['dedicated=user2:NoSchedule'], ['dedicated=user1:NoSchedule'], 'dedicated: user1'],
    ['any value', ['foo=*:NoSchedule'], ['foo=bar:NoSchedule'], undefined],
    [
      'all of several taints',
      ['dedicated=user2:NoSchedule', 'foo=*:NoSchedule'],
      ['dedicated=user2:NoSchedule', 'foo=bar:NoSchedule'],
      undefined,
    ],
    [
      'the first that is not',
      ['a=1:NoSchedule'],
      ['a=1:NoSchedule', 'b=2:NoExecute', 'c=3:NoSchedule'],
      'b: 2',
    ],
    ['another effect', ['foo=bar:PreferNoSchedule'], ['foo=bar:NoSchedule'], 'foo: bar'],
    ['no effect is all effects', ['foo=bar:'], ['foo=bar:NoSchedule'], undefined],
    [
      'a taint that only asks',
      ['dedicated=user2:NoSchedule'],
      ['dedicated=user1:PreferNoSchedule'],
      undefined,
    ],
    ['such a taint, and no toleration', [], ['dedicated=user1:PreferNoSchedule'], undefined],
    ['a taint that drives pods away', [], ['gone=:NoExecute'], 'gone: '],
  ])('%s', (_what, tolerations, taints, why) => {
    const plugin = newPluginOf<FilterPlugin>(newPlugin, undefined, handleOf({}));
    const info = nodeInfoOf(tainted('node', ...taints));
    const status = plugin.filter(newCycleState(), tolerating(...tolerations), info);
    expect(status?.reasons).toEqual(why === undefined ? undefined : [refused(why)]);
    expect(status?.code).toBe(why === undefined ? undefined : 'UnschedulableAndUnresolvable');
  });
});

test('nothing is computed if no node passed the filters', () => {
  const plugin = newPluginOf<PreScorePlugin>(newPlugin, undefined, handleOf({}));
  const state = newCycleState();
  expect(plugin.preScore(state, pod(), [])).toBeUndefined();
  expect(state.read('PreScoreTaintToleration')[1]?.message).toBe('not found');
});
