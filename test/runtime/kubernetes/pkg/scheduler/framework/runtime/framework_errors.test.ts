import { expect, test } from 'vitest';
import type { Plugin } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { newFramework } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import { Registry } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import { newEmptySnapshot } from '../../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { Sim } from '../../../../../../../src/runtime/sim/sim.ts';

const plugins: Readonly<Record<string, object>> = {
  sort: { less: () => false },
  other: { less: () => false },
  bind: { *bind() {} },
  pick: { preFilter() {} },
};
const registry = new Registry({
  ...Object.fromEntries(
    Object.entries(plugins).map(([name, rest]) => [
      name,
      () => [{ name: () => name, ...rest } as unknown as Plugin, undefined],
    ]),
  ),
  broken: () => [undefined, new Error('no such file')],
});
const set = (...names: readonly string[]) => ({ enabled: names.map((name) => ({ name })) });
const complete = { queueSort: set('sort'), bind: set('bind') };

test.each<[string, Parameters<typeof newFramework>[1], readonly string[], string]>([
  [
    'a plugin twice at one point',
    { ...complete, preFilter: set('pick', 'pick') },
    [],
    'plugin "pick" already registered as "PreFilterPlugin"',
  ],
  ['arguments twice for one plugin', complete, ['pick', 'pick'], 'repeated config for plugin pick'],
  [
    'a plugin that is not there',
    { ...complete, score: set('best') },
    [],
    'ScorePlugin "best" does not exist',
  ],
  [
    'a plugin at a point that it does not know',
    { ...complete, filter: set('pick') },
    [],
    'plugin "pick" does not extend FilterPlugin plugin',
  ],
  [
    'a plugin that cannot be made',
    { ...complete, permit: set('broken') },
    [],
    'initializing plugin "broken": no such file',
  ],
  ['no queue sort', { bind: set('bind') }, [], 'no queue sort plugin is enabled'],
  [
    'two queue sorts',
    { ...complete, queueSort: set('sort', 'other') },
    [],
    'only one queue sort plugin can be enabled',
  ],
  ['no bind', { queueSort: set('sort') }, [], 'at least one bind plugin is needed'],
])('TestNewFrameworkErrors: %s', (_what, config, configured, message) => {
  const args = configured.map((name) => ({ name, args: {} }));
  const options = { sim: new Sim(), snapshotSharedLister: newEmptySnapshot() };
  const [framework, err] = newFramework(registry, config, args, options);
  expect(framework).toBeUndefined();
  expect(err?.message).toBe(message);
});
