import { describe, expect, test } from 'vitest';
import type {
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
} from '../../../../../../src/runtime/api/objects.ts';
import { newNotFound } from '../../../../../../src/runtime/apimachinery/pkg/api/errors/errors.ts';
import {
  errReasonBindConflict,
  errReasonNodeConflict,
} from '../../../../../../src/runtime/controllers/volume/scheduling/scheduler_binder_types.ts';
import { newCycleState } from '../../../../../../src/runtime/scheduler/framework/cycle_state.ts';
import { newStatus } from '../../../../../../src/runtime/scheduler/framework/interface_status.ts';
import {
  VolumeBinding,
  newPlugin,
} from '../../../../../../src/runtime/scheduler/framework/plugins/volumebinding/volume_binding.ts';
import { background } from '../../../../../../src/runtime/sim/context.ts';
import { BinderBed } from '../../../../controllers/volume/scheduling/binder-bed.ts';
import {
  immediateClass,
  makePod,
  makeTestPV,
  makeTestPVC,
  node1,
  node2,
  waitClass,
} from '../../../../controllers/volume/scheduling/binder-objects.ts';
import { nodeInfoOf, volumeHandle } from '../volumes.ts';

/** The plugin over a binder that knows these. */
function pluginOf(pvcs: readonly PersistentVolumeClaim[], pvs: readonly PersistentVolume[]) {
  const bed = new BinderBed({ nodes: [node1] });
  bed.initVolumes(pvs);
  bed.initClaims(pvcs);
  const resource = { group: '', resource: 'persistentvolumeclaim' };
  const get = (name: string) => {
    const found = pvcs.find(({ metadata }) => metadata.name === name);
    return found ? ([found, undefined] as const) : ([undefined, newNotFound(resource, name)] as const);
  };
  const lister = { persistentVolumeClaims: () => ({ get }) } as never;
  return { bed, plugin: new VolumeBinding(bed.binder, lister, false) };
}

const bound = makeTestPVC('pvc-a', '1G', waitClass, 'bound', 'pv-a');
const unbound = (name: string) => makeTestPVC(name, '1G', waitClass);
const immediate = makeTestPVC('pvc-a', '1G', immediateClass);
const unresolvable = (...reasons: readonly string[]) => newStatus('UnschedulableAndUnresolvable', ...reasons);

interface Case {
  readonly podPVCs?: readonly string[];
  readonly node?: Node;
  readonly pvcs?: readonly PersistentVolumeClaim[];
  readonly pvs?: readonly PersistentVolume[];
  readonly preFilter?: ReturnType<typeof unresolvable>;
  readonly state?: object;
  readonly filter?: ReturnType<typeof unresolvable>;
}

const cases: Readonly<Record<string, Case>> = {
  'pod has not pvcs': { podPVCs: [], state: { skip: true } },
  'all bound': {
    pvcs: [bound],
    pvs: [makeTestPV('pv-a', '', '1G', waitClass)],
    state: { skip: false, boundClaims: [bound], claimsToBind: [] },
  },
  'PVC does not exist': { preFilter: unresolvable('persistentvolumeclaim "pvc-a" not found') },
  'Part of PVCs do not exist': {
    podPVCs: ['pvc-a', 'pvc-b'],
    pvcs: [bound],
    preFilter: unresolvable('persistentvolumeclaim "pvc-b" not found'),
  },
  'immediate claims not bound': {
    pvcs: [immediate],
    preFilter: unresolvable('pod has unbound immediate PersistentVolumeClaims'),
  },
  'unbound claims no matches': {
    pvcs: [unbound('pvc-a')],
    state: { boundClaims: [], claimsToBind: [unbound('pvc-a')] },
    filter: unresolvable(errReasonBindConflict),
  },
  'bound and unbound unsatisfied': {
    podPVCs: ['pvc-a', 'pvc-b'],
    node: node2,
    pvcs: [bound, unbound('pvc-b')],
    pvs: [makeTestPV('pv-a', 'node1', '1G', waitClass)],
    state: { boundClaims: [bound], claimsToBind: [unbound('pvc-b')] },
    filter: unresolvable(errReasonNodeConflict, errReasonBindConflict),
  },
  'pvc not found': { preFilter: unresolvable('persistentvolumeclaim "pvc-a" not found') },
  'pv not found': {
    pvcs: [bound],
    state: { boundClaims: [bound], claimsToBind: [] },
    filter: unresolvable('pvc(s) bound to non-existent pv(s)'),
  },
  'a claim that is being deleted': {
    pvcs: [{ ...bound, metadata: { ...bound.metadata, deletionTimestamp: '2021-01-01T00:00:00Z' } }],
    preFilter: unresolvable('persistentvolumeclaim "pvc-a" is being deleted'),
  },
};

const podOf = (names: readonly string[]) => makePod(names.map((name) => unbound(name)));

// Upstream's TestVolumeBinding, and one case more.
describe('the volumes of a pod', () => {
  test.each(Object.entries(cases))('%s', (_name, asked) => {
    const { podPVCs = ['pvc-a'], node = node1, pvcs = [], pvs = [] } = asked;
    const { plugin } = pluginOf(pvcs, pvs);
    const pod = podOf(podPVCs);
    const state = newCycleState();
    expect(plugin.preFilter(state, pod)).toEqual(asked.preFilter);
    if (asked.preFilter) return;
    expect(state.read('VolumeBinding')[0]).toMatchObject(asked.state ?? {});
    expect(plugin.filter(state, pod, nodeInfoOf(node))).toEqual(asked.filter);
  });
});

describe('from reserving to binding', () => {
  const find = (pvcs: readonly PersistentVolumeClaim[], pvs: readonly PersistentVolume[]) => {
    const made = pluginOf(pvcs, pvs);
    const pod = podOf(pvcs.map(({ metadata }) => metadata.name));
    const state = newCycleState();
    expect(made.plugin.preFilter(state, pod)).toBeUndefined();
    expect(made.plugin.filter(state, pod, nodeInfoOf(node1))).toBeUndefined();
    return { ...made, pod, state };
  };

  test('a pod without claims has nothing to wait for', () => {
    const { plugin, pod, state } = find([], []);
    expect(plugin.reserve(state, pod, 'node1')).toBeUndefined();
    const { done, value } = plugin.preBind(background, state, pod, 'node1').next();
    expect([done, value]).toEqual([true, undefined]);
  });

  test('one whose claims are all bound has not either', () => {
    const { plugin, pod, state } = find([bound], [makeTestPV('pv-a', 'node1', '1G', waitClass)]);
    expect(plugin.reserve(state, pod, 'node1')).toBeUndefined();
    expect(plugin.preBind(background, state, pod, 'node1').next().done).toBe(true);
  });

  test('a volume that is reserved is no longer to be had, until it is given back', () => {
    const { bed, plugin, pod, state } = find(
      [unbound('pvc-a')],
      [makeTestPV('pv-a', 'node1', '1G', waitClass)],
    );
    expect(plugin.reserve(state, pod, 'node1')).toBeUndefined();
    expect(bed.pvCache.get('pv-a')[0]?.spec.claimRef?.name).toBe('pvc-a');
    plugin.unreserve(state, pod, 'node1');
    plugin.unreserve(state, pod, 'node1');
    expect(bed.pvCache.get('pv-a')[0]?.spec.claimRef).toBeUndefined();
  });

  test('binding a pod elsewhere than it was reserved is an error', () => {
    const { plugin, pod, state } = find([unbound('pvc-a')], [makeTestPV('pv-a', 'node1', '1G', waitClass)]);
    const { value } = plugin.preBind(background, state, pod, 'node2').next();
    expect((value as ReturnType<typeof unresolvable>).message()).toBe(
      'no pod volumes found for node "node2"',
    );
  });
});

describe('the arguments of the plugin', () => {
  test.each([0, -1])('a timeout of %i is refused', (bindTimeoutSeconds) => {
    const [, err] = newPlugin({ bindTimeoutSeconds }, volumeHandle({}));
    expect(err?.message).toBe(`invalid BindTimeoutSeconds: ${bindTimeoutSeconds}, must be positive integer`);
  });
});
