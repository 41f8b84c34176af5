import { describe, expect, test } from 'vitest';
import type { KubeSchedulerProfile } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/apis/config/types.ts';
import type { Plugin } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { Registry } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import { newEmptySnapshot } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { newMap } from '../../../../../../src/runtime/kubernetes/pkg/scheduler/profile/profile.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';
import { newFakeRecorder } from '../stage.ts';

const fake = (name: string) => {
  const plugin = { name: () => name, less: () => false, *bind() {} } as unknown as Plugin;
  return [name, () => [plugin, undefined] as [Plugin, undefined]] as const;
};
const registry = new Registry(Object.fromEntries(['QueueSort', 'Another', 'Bind1', 'Bind2'].map(fake)));

const set = (...names: readonly string[]) => ({ enabled: names.map((name) => ({ name })) });
const profile = (
  schedulerName: string,
  sort: string,
  bind?: string,
  more: object = {},
): KubeSchedulerProfile => ({
  schedulerName,
  plugins: { queueSort: set(sort), ...(bind ? { bind: set(bind) } : {}) },
  ...more,
});
const args = (name: string) => ({ pluginConfig: [{ name, args: { some: 'thing' } }] });

// Upstream's TestNewMap.
describe('profiles', () => {
  test.each<readonly [string, readonly KubeSchedulerProfile[], string]>([
    [
      'valid',
      [profile('profile-1', 'QueueSort', 'Bind1'), profile('profile-2', 'QueueSort', 'Bind2', args('Bind2'))],
      '',
    ],
    [
      'different queue sort',
      [profile('profile-1', 'QueueSort', 'Bind1'), profile('profile-2', 'Another', 'Bind2')],
      'different queue sort plugins for profile "profile-2": "Another", first: "QueueSort"',
    ],
    [
      'different queue sort args',
      [
        profile('profile-1', 'QueueSort', 'Bind1', args('QueueSort')),
        profile('profile-2', 'QueueSort', 'Bind2'),
      ],
      'different queue sort plugin args for profile "profile-2"',
    ],
    [
      'duplicate scheduler name',
      [profile('profile-1', 'QueueSort', 'Bind1'), profile('profile-1', 'QueueSort', 'Bind2')],
      'duplicate profile with scheduler name "profile-1"',
    ],
    ['scheduler name is needed', [profile('', 'QueueSort', 'Bind1')], 'scheduler name is needed'],
    [
      'plugins required for profile',
      [{ schedulerName: 'profile-1' }],
      'plugins required for profile with scheduler name "profile-1"',
    ],
    [
      'invalid framework configuration',
      [profile('invalid-profile', 'QueueSort')],
      'creating profile for scheduler name invalid-profile: at least one bind plugin is needed',
    ],
  ])('%s', (_name, cfgs, why) => {
    const sim = new Sim();
    const options = { sim, snapshotSharedLister: newEmptySnapshot() };
    const [m, err] = newMap(cfgs, registry, () => newFakeRecorder(), options);
    expect(err?.message ?? '').toBe(why);
    if (why === '') expect([...(m?.keys() ?? [])]).toEqual(cfgs.map(({ schedulerName }) => schedulerName));
  });
});
