import { describe, expect, test } from 'vitest';
import { newCycleState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import {
  type FilterPlugin,
  type ScorePlugin,
  codeOf,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { newPlugin } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/nodelabel/node_label.ts';
import { newNodeInfo } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { handleOf, newPluginOf, node, pod, scoresOf } from '../handle.ts';

// Upstream's TestNodeLabelFilter.
describe('the labels that a node must and must not have', () => {
  const no = 'UnschedulableAndUnresolvable';
  test.each([
    ['present label does not match', ['baz'], [], no],
    ['absent label does not match', [], ['baz'], 'Success'],
    ['one of two present labels matches', ['foo', 'baz'], [], no],
    ['one of two absent labels matches', [], ['foo', 'baz'], no],
    ['all present labels match', ['foo', 'bar'], [], 'Success'],
    ['all absent labels match', [], ['foo', 'bar'], no],
    ['both present and absent label matches', ['foo'], ['bar'], no],
    ['neither present nor absent label matches', ['foz'], ['baz'], no],
    ["present label matches and absent label doesn't match", ['foo'], ['baz'], 'Success'],
    ["present label doesn't match and absent label matches", ['foz'], ['bar'], no],
    ['a name that every object of JavaScript has is no label', ['constructor'], [], no],
  ])('%s', (_what, presentLabels, absentLabels, code) => {
    const info = newNodeInfo();
    info.setNode(node('n', { foo: 'any value', bar: 'any value' }));
    const plugin = newPluginOf<FilterPlugin>(newPlugin, { presentLabels, absentLabels }, handleOf({}));
    expect(codeOf(plugin.filter(newCycleState(), pod(), info))).toBe(code);
  });

  test('a node that is gone is an error', () => {
    const plugin = newPluginOf<FilterPlugin>(newPlugin, {}, handleOf({}));
    expect(codeOf(plugin.filter(newCycleState(), pod(), newNodeInfo()))).toBe('Error');
  });
});

// Upstream's TestNodeLabelScore.
describe('the labels that are preferred', () => {
  const missing = ['somelabel1', 'somelabel2'];
  test.each([
    ['one present label match', ['foo'], [], 100],
    ['one present label mismatch', ['somelabel'], [], 0],
    ['two present labels match', ['foo', 'bar'], [], 100],
    ['two present labels mismatch', missing, [], 0],
    ['two present labels only one matches', ['foo', 'somelabel'], [], 50],
    ['one absent label match', [], ['foo'], 0],
    ['one absent label mismatch', [], ['somelabel'], 100],
    ['two absent labels match', [], ['foo', 'bar'], 0],
    ['two absent labels mismatch', [], missing, 100],
    ['two absent labels only one matches', [], ['foo', 'somelabel'], 50],
    ['two present labels match, two absent labels mismatch', ['foo', 'bar'], missing, 100],
    ['two present labels both mismatch, two absent labels both match', missing, ['foo', 'bar'], 0],
    ['two present labels one matches, two absent labels mismatch', ['foo', 'somelabel'], missing, 75],
    ['one of three: Go cuts off what is behind the point', ['foo', 'x', 'y'], [], 33],
  ])('%s', (_what, presentLabelsPreference, absentLabelsPreference, score) => {
    const args = { presentLabelsPreference, absentLabelsPreference };
    const nodes = [node('machine1', { foo: '', bar: '' })];
    expect(scoresOf(newPlugin, args, { nodes }, pod())).toEqual([score]);
  });

  test('a node that is not in the snapshot is an error', () => {
    const plugin = newPluginOf<ScorePlugin>(newPlugin, {}, handleOf({}));
    expect(codeOf(plugin.score(newCycleState(), pod(), '')[1])).toBe('Error');
  });

  test('without any preference Kubernetes panics', () => {
    expect(() => scoresOf(newPlugin, {}, { nodes: [node('n')] }, pod())).toThrow('integer divide by zero');
  });

  test('a profile that is silent of labels takes every node', () => {
    const info = newNodeInfo();
    info.setNode(node('n', { foo: '' }));
    const plugin = newPluginOf<FilterPlugin>(newPlugin, {}, handleOf({}));
    expect(plugin.filter(newCycleState(), pod(), info)).toBeUndefined();
  });

  test.each([
    [{ presentLabels: ['a'], absentLabels: ['a'] }, 'detecting at least one label'],
    [{ presentLabelsPreference: ['a'], absentLabelsPreference: ['a'] }, 'detecting at least one label'],
  ])('%j contradicts itself, and is refused', (args, message) => {
    expect(newPlugin(args, handleOf({}))[1]?.message).toContain(message);
  });
});
