import { describe, expect, test } from 'vitest';
import type {
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
} from '../../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newNotFound } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import {
  type SchedulerVolumeBinder,
  errReasonBindConflict,
  errReasonNodeConflict,
} from '../../../../../../../../src/runtime/kubernetes/pkg/controller/volume/scheduling/scheduler_binder.ts';
import { newCycleState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import { newStatus } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import {
  VolumeBinding,
  newPlugin,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/volumebinding/volume_binding.ts';
import { background } from '../../../../../../../../src/runtime/sim/context.ts';
import { BinderBed } from '../../../../controller/volume/scheduling/binder-bed.ts';
import {
  immediateClass,
  makePod,
  makeTestPV,
  makeTestPVC,
  node1,
  node2,
  waitClass,
} from '../../../../controller/volume/scheduling/binder-objects.ts';
import { nodeInfoOf, volumeHandle } from '../volumes.ts';

/** The plugin over a binder that knows these. */
function pluginOf(
  pvcs: readonly PersistentVolumeClaim[],
  pvs: readonly PersistentVolume[],
  { ephemeral = false, broken = {} }: { ephemeral?: boolean; broken?: Partial<SchedulerVolumeBinder> } = {},
) {
  const bed = new BinderBed({ nodes: [node1] });
  bed.initVolumes(pvs);
  bed.initClaims(pvcs);
  const binder = Object.assign(bed.binder, broken);
  const resource = { group: '', resource: 'persistentvolumeclaim' };
  const get = (name: string) => {
    const found = pvcs.find(({ metadata }) => metadata.name === name);
    return found ? ([found, undefined] as const) : ([undefined, newNotFound(resource, name)] as const);
  };
  const lister = { persistentVolumeClaims: () => ({ get }) } as never;
  return { bed, plugin: new VolumeBinding(binder, lister, ephemeral) };
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

// What upstream's table leaves out.
describe('what goes wrong', () => {
  const waiting = unbound('pvc-a');
  const free = makeTestPV('pv-a', 'node1', '1G', waitClass);
  const err = new Error('broken');
  const ran = (broken: Partial<SchedulerVolumeBinder>) => {
    const { plugin } = pluginOf([waiting], [free], { broken });
    const [state, pod] = [newCycleState(), podOf(['pvc-a'])];
    const told = [plugin.preFilter(state, pod)];
    if (!told[0]) told.push(plugin.filter(state, pod, nodeInfoOf(node1)));
    if (!told[1]) told.push(plugin.reserve(state, pod, 'node1'));
    const { value } = plugin.preBind(background, state, pod, 'node1').next();
    told.push(value as (typeof told)[number]);
    return told.map((status) => status && `${status.code}: ${status.message()}`);
  };
  const bound = {
    *bindPodVolumes() {
      return undefined;
    },
  };

  test.each<[string, Partial<SchedulerVolumeBinder>, readonly (string | undefined)[]]>([
    ['nothing', bound, [undefined, undefined, undefined, undefined]],
    [
      'claims cannot be read',
      { getPodVolumes: () => [undefined, err] },
      ['Error: broken', 'Error: not found', 'Error: not found'],
    ],
    [
      'volumes cannot be looked for',
      { findPodVolumes: () => [undefined, [], err] },
      [undefined, 'Error: broken', 'Error: no pod volumes found for node "node1"'],
    ],
    [
      'volumes cannot be reserved',
      { ...bound, assumePodVolumes: () => [true, err] },
      [undefined, undefined, 'Error: broken', undefined],
    ],
    [
      'volumes cannot be bound',
      {
        *bindPodVolumes() {
          return err;
        },
      },
      [undefined, undefined, undefined, 'Error: broken'],
    ],
  ])('%s', (_what, broken, expected) => {
    expect(ran(broken)).toEqual(expected);
  });

  test('a pod that was not filtered can be neither reserved for nor bound, and nothing is given back', () => {
    const { plugin } = pluginOf([waiting], [free]);
    const [state, pod] = [newCycleState(), podOf(['pvc-a'])];
    const notFound = newStatus('Error', 'not found');
    expect(plugin.filter(state, pod, nodeInfoOf(node1))).toEqual(notFound);
    expect(plugin.reserve(state, pod, 'node1')).toEqual(notFound);
    expect(plugin.preBind(background, state, pod, 'node1').next().value).toEqual(notFound);
    expect(plugin.unreserve(state, pod, 'node1')).toBeUndefined();
  });
});

// What upstream's podHasPVCs says of volumes for which a claim is made from a template.
describe('a volume that is made for the pod alone', () => {
  const claimed = (ownerReferences?: object) => {
    const claim = makeTestPVC('test-pod-scratch', '1G', waitClass);
    return {
      ...claim,
      metadata: { ...claim.metadata, ...(ownerReferences && { ownerReferences }) },
    } as never;
  };
  const owner = (uid: string) => [{ apiVersion: 'v1', kind: 'Pod', name: 'test-pod', uid, controller: true }];
  const volumes = [
    { name: 'config', configMap: { name: 'c' } },
    { name: 'scratch', ephemeral: {} },
  ];
  const told = (pvcs: readonly PersistentVolumeClaim[], ephemeral: boolean) => {
    const plain = makePod();
    const pod = { ...plain, spec: { ...plain.spec, volumes } } as never;
    const { plugin } = pluginOf(pvcs, [], { ephemeral, broken: { getPodVolumes: () => [none, undefined] } });
    const state = newCycleState();
    const status = plugin.preFilter(state, pod);
    return status?.message() ?? (state.read('VolumeBinding')[0] as unknown as { skip: boolean }).skip;
  };
  const none = { boundClaims: [], unboundClaimsDelayBinding: [], unboundClaimsImmediate: [] };

  test.each([
    ['is not looked at without the feature', [], false, true],
    ['needs its claim', [], true, 'persistentvolumeclaim "test-pod-scratch" not found'],
    [
      'needs a claim that was made for the pod',
      [claimed()],
      true,
      'persistentvolumeclaim "test-pod-scratch" was not created for the pod',
    ],
    [
      'and not for another of its name',
      [claimed(owner('other'))],
      true,
      'persistentvolumeclaim "test-pod-scratch" was not created for the pod',
    ],
    ['counts as any other then', [claimed(owner('pod-uid'))], true, false],
  ])('%s', (_what, pvcs, ephemeral, expected) => {
    expect(told(pvcs, ephemeral)).toBe(expected);
  });
});

test('a pod has no volumes to bind if it says nothing of volumes', () => {
  const { plugin } = pluginOf([], []);
  const plain = makePod();
  const state = newCycleState();
  const { volumes: _volumes, ...spec } = plain.spec;
  expect(plugin.preFilter(state, { ...plain, spec } as never)).toBeUndefined();
  expect(state.read('VolumeBinding')[0]).toMatchObject({ skip: true, boundClaims: [], claimsToBind: [] });
});

describe('the arguments of the plugin', () => {
  test.each([0, -1])('a timeout of %i is refused', (bindTimeoutSeconds) => {
    const [, err] = newPlugin({ bindTimeoutSeconds }, volumeHandle({}));
    expect(err?.message).toBe(`invalid BindTimeoutSeconds: ${bindTimeoutSeconds}, must be positive integer`);
  });
});
