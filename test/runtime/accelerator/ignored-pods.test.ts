import { fastSim, knownOf } from './fast.ts';
import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newCycleState } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import {
  type FilterPlugin,
  type Plugin,
  newStatus,
} from '../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { newInTreeRegistry } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/registry.ts';
import { newFramework } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import { Registry } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/registry.ts';
import { newSnapshot } from '../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { node, pod } from '../kubernetes/pkg/scheduler/framework/plugins/handle.ts';
import {
  claim,
  nodeInfoOf,
  podWith,
  volumeHandle,
} from '../kubernetes/pkg/scheduler/framework/plugins/volumes.ts';

const set = (...names: readonly string[]) => ({ enabled: names.map((name) => ({ name })) });
const answering = (name: string, rest: object) => () =>
  [{ name: () => name, ...rest } as unknown as Plugin, undefined] as [Plugin, undefined];

describe('a filter that ignores a pod', () => {
  test('is asked that once a pod, and not called for its nodes', () => {
    const calls: string[] = [];
    const registry = new Registry({
      sort: answering('sort', { less: () => true }),
      bind: answering('bind', { *bind() {} }),
      picky: answering('picky', {
        ignores(of: Pod) {
          calls.push(`ignores ${of.metadata.name}`);
          return of.metadata.name === 'small';
        },
        filter(_state: unknown, of: Pod) {
          calls.push(`filter ${of.metadata.name}`);
          return newStatus('Unschedulable', 'picky');
        },
      }),
    });
    const options = { sim: fastSim(), snapshotSharedLister: newSnapshot([], []) };
    const profile = { queueSort: set('sort'), bind: set('bind'), filter: set('picky') };
    const [framework, err] = newFramework(registry, profile, [], options);
    if (err) throw err;
    const [small, large] = [pod({ name: 'small' }), pod({ name: 'large' })];
    const refused = [small, large, small].map((of) =>
      ['a', 'b'].map((name) => framework.runFilterPlugins(newCycleState(), of, nodeInfoOf(node(name))).size),
    );
    expect(refused).toEqual([
      [0, 0],
      [1, 1],
      [0, 0],
    ]);
    const asked = ['ignores small', 'ignores large', 'filter large', 'filter large', 'ignores small'];
    expect(calls).toEqual(asked);
  });

  const handle = volumeHandle({});
  const pods: Readonly<Record<string, Pod>> = {
    'without volumes': podWith(),
    'with a secret and a directory': podWith(
      { secret: { secretName: 'token' } },
      { hostPath: { path: '/' } },
    ),
    'with a claim': podWith(claim('missing')),
    'with a disk of its own': podWith({ gcePersistentDisk: { pdName: 'disk' } }),
  };
  const filters = [...newInTreeRegistry().entries()].flatMap(([name, factory]) => {
    if (!/Volume|EBS|GCEPD|AzureDisk|Cinder/.test(name)) return [];
    const [plugin, err] = factory({ bindTimeoutSeconds: 600 }, handle);
    if (err) throw err;
    return [
      [name, plugin as unknown as FilterPlugin & { preFilter?: (...args: unknown[]) => unknown }] as const,
    ];
  });

  test('there are eight of them', () => expect(filters).toHaveLength(8));

  test.each(filters)('%s lets pass whatever it ignores', (_name, plugin) => {
    for (const of of Object.values(pods)) {
      if (!knownOf(plugin).ignores?.(of)) continue;
      const state = newCycleState();
      plugin.preFilter?.(state, of);
      expect(
        plugin.filter(state, of, nodeInfoOf(node('a'), [podWith({ gcePersistentDisk: { pdName: 'disk' } })])),
      ).toBeUndefined();
    }
    const [none, secret] = Object.values(pods) as [Pod, Pod];
    expect([none, secret].map((of) => knownOf(plugin).ignores?.(of))).toEqual([true, true]);
  });
});
