import { describe, expect, test } from 'vitest';
import {
  type PluginsConfig,
  appendPlugins,
  applyPlugins,
  extensionPoints,
} from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/apis/config/types.ts';

const refs = (...names: string[]) => names.map((name) => ({ name }));
const filter = (enabled: string[], disabled: string[] = []): PluginsConfig => ({
  filter: { enabled: refs(...enabled), disabled: refs(...disabled) },
});
const defaults = filter(['DefaultPlugin1', 'DefaultPlugin2']);

/** The plugins of filter, and that no other point has any. */
function filtersOf(plugins: PluginsConfig): string[] {
  for (const point of extensionPoints) if (point !== 'filter') expect(plugins[point]?.enabled).toEqual([]);
  return (plugins.filter?.enabled ?? []).map(({ name }) => name);
}

// Upstream's TestPluginsAppend.
describe('append', () => {
  test('puts plugins behind', () => {
    const both = appendPlugins(defaults, filter(['CustomPlugin']));
    expect(filtersOf(both)).toEqual(['DefaultPlugin1', 'DefaultPlugin2', 'CustomPlugin']);
  });
  test('joins what is disabled, and of no plugins makes an empty list', () => {
    const { filter: joined, score } = appendPlugins(filter([], ['A']), filter([], ['B']));
    expect([joined, score]).toEqual([
      { enabled: [], disabled: refs('A', 'B') },
      { enabled: [], disabled: [] },
    ]);
  });
  test('of nothing changes nothing', () => {
    expect(appendPlugins({}, undefined)).toEqual({});
  });
});

// Upstream's TestPluginsApply.
describe('apply', () => {
  test.each([
    ['AppendCustomPlugin', ['CustomPlugin'], [], 'DefaultPlugin1 DefaultPlugin2 CustomPlugin'],
    [
      'InsertAfterDefaultPlugins2',
      ['CustomPlugin', 'DefaultPlugin2'],
      ['DefaultPlugin2'],
      'DefaultPlugin1 CustomPlugin DefaultPlugin2',
    ],
    [
      'InsertBeforeAllPlugins',
      ['CustomPlugin', 'DefaultPlugin1', 'DefaultPlugin2'],
      ['*'],
      'CustomPlugin DefaultPlugin1 DefaultPlugin2',
    ],
    ['ReorderDefaultPlugins', ['DefaultPlugin2', 'DefaultPlugin1'], ['*'], 'DefaultPlugin2 DefaultPlugin1'],
  ])('%s', (_what, enabled, disabled, expected) => {
    expect(filtersOf(applyPlugins(defaults, filter(enabled, disabled))).join(' ')).toBe(expected);
  });
  test('ApplyNilCustomPlugin', () => {
    expect(applyPlugins(defaults, undefined)).toBe(defaults);
  });
  test('a weight is changed by disabling and enabling again', () => {
    const score = { score: { enabled: [{ name: 'A', weight: 1 }] } };
    const custom = { score: { enabled: [{ name: 'A', weight: 7 }], disabled: refs('A') } };
    expect(applyPlugins(score, custom).score?.enabled).toEqual([{ name: 'A', weight: 7 }]);
  });
});
