import { knownOf } from '../../../../../../accelerator/fast.ts';
import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newCycleState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import {
  type FilterPlugin,
  newStatus,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import {
  errReasonConflict,
  newPlugin,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/volumezone/volume_zone.ts';
import { type Labels, newPluginOf, node } from '../handle.ts';
import { type Volumes, claim, nodeInfoOf, podWith, pv, pvc, storageClass, volumeHandle } from '../volumes.ts';

const betaZone = 'failure-domain.beta.kubernetes.io/zone';
const betaRegion = 'failure-domain.beta.kubernetes.io/region';
const zone = 'topology.kubernetes.io/zone';
const region = 'topology.kubernetes.io/region';
const conflict = newStatus('UnschedulableAndUnresolvable', errReasonConflict);

const answer = (volumes: Volumes, pod: Pod, labels: Labels | undefined) =>
  newPluginOf<FilterPlugin>(newPlugin, undefined, volumeHandle(volumes)).filter(
    newCycleState(),
    pod,
    nodeInfoOf(node('host1', labels)),
  );

const boundTo = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([name, volumeName]) => pvc(name, { volumeName }));
const claims = boundTo({
  PVC_1: 'Vol_1',
  PVC_2: 'Vol_2',
  PVC_3: 'Vol_3',
  PVC_4: 'Vol_not_exist',
  PVC_Stable_1: 'Vol_Stable_1',
  PVC_Stable_2: 'Vol_Stable_2',
});
const labelled = (all: Readonly<Record<string, Labels>>) =>
  Object.entries(all).map(([name, labels]) => pv(name, {}, { labels }));
const useless = { uselessLabel: 'none' };

// Upstream's TestSingleZone.
describe('volumes in one zone', () => {
  const volumes = {
    pvcs: claims,
    pvs: labelled({
      Vol_1: { [betaZone]: 'us-west1-a' },
      Vol_2: { [betaRegion]: 'us-west1', ...useless },
      Vol_3: { [betaRegion]: 'us-west1' },
      Vol_Stable_1: { [zone]: 'us-west1-a' },
      Vol_Stable_2: { [region]: 'us-west1', ...useless },
    }),
  };
  test.each([
    ['pod without volume', podWith(), { [betaZone]: 'us-west1-a' }, undefined],
    ['node without labels', podWith(claim('PVC_1')), undefined, undefined],
    ['beta zone label matched', podWith(claim('PVC_1')), { [betaZone]: 'us-west1-a', ...useless }, undefined],
    [
      'beta region label matched',
      podWith(claim('PVC_2')),
      { [betaRegion]: 'us-west1', ...useless },
      undefined,
    ],
    [
      "beta region label doesn't match",
      podWith(claim('PVC_2')),
      { [betaRegion]: 'no_us-west1', ...useless },
      conflict,
    ],
    ["beta zone label doesn't match", podWith(claim('PVC_1')), { [betaZone]: 'no_us-west1-a' }, conflict],
    ['zone label matched', podWith(claim('PVC_Stable_1')), { [zone]: 'us-west1-a', ...useless }, undefined],
    ['region label matched', podWith(claim('PVC_Stable_2')), { [region]: 'us-west1' }, undefined],
    ["region label doesn't match", podWith(claim('PVC_Stable_2')), { [region]: 'no_us-west1' }, conflict],
    ["zone label doesn't match", podWith(claim('PVC_Stable_1')), { [zone]: 'no_us-west1-a' }, conflict],
  ])('%s', (_name, pod, labels, want) => {
    expect(answer(volumes, pod, labels as Labels | undefined)).toEqual(want);
  });

  test('a claim or a volume that is not there is an error', () => {
    const labels = { [zone]: 'us-west1-a' };
    const lost = newStatus('Error', 'persistentvolumeclaim "PVC_5" not found');
    expect(answer(volumes, podWith(claim('PVC_5')), labels)).toEqual(lost);
    const without = newStatus('Error', 'persistentvolume "Vol_not_exist" not found');
    expect(answer(volumes, podWith(claim('PVC_4')), labels)).toEqual(without);
  });
});

// Upstream's TestMultiZone.
describe('volumes in more than one zone', () => {
  const volumes = {
    pvcs: claims,
    pvs: labelled({
      Vol_1: { [betaZone]: 'us-west1-a' },
      Vol_2: { [betaZone]: 'us-west1-b', ...useless },
      Vol_3: { [betaZone]: 'us-west1-c__us-west1-a' },
      Vol_Stable_1: { [zone]: 'us-west1-a' },
      Vol_Stable_2: { [zone]: 'us-west1-c__us-west1-a' },
    }),
  };
  test.each([
    ['node without labels', 'PVC_3', undefined, undefined],
    ['beta zone label matched', 'PVC_3', { [betaZone]: 'us-west1-a', ...useless }, undefined],
    ["beta zone label doesn't match", 'PVC_1', { [betaZone]: 'us-west1-b', ...useless }, conflict],
    ['zone label matched', 'PVC_Stable_2', { [zone]: 'us-west1-a', ...useless }, undefined],
    ["zone label doesn't match", 'PVC_Stable_1', { [zone]: 'us-west1-b', ...useless }, conflict],
  ])('%s', (_name, claimName, labels, want) => {
    expect(answer(volumes, podWith(claim(claimName)), labels as Labels | undefined)).toEqual(want);
  });

  test('a label that cannot be read says nothing', () => {
    const odd = { pvcs: claims, pvs: labelled({ Vol_1: { [zone]: 'us-west1-c__' } }) };
    expect(answer(odd, podWith(claim('PVC_1')), { [zone]: 'us-west1-a' })).toBeUndefined();
  });
});

// Upstream's TestWithBinding.
describe('claims without a volume', () => {
  const volumes = {
    classes: [
      storageClass('Class_Immediate'),
      storageClass('Class_Now', { volumeBindingMode: 'Immediate' }),
      storageClass('Class_Wait', { volumeBindingMode: 'WaitForFirstConsumer' }),
    ],
    pvs: labelled({ Vol_1: { [betaZone]: 'us-west1-a' } }),
    pvcs: [
      pvc('PVC_1', { volumeName: 'Vol_1' }),
      pvc('PVC_NoSC', { storageClassName: 'Class_0' }),
      pvc('PVC_EmptySC'),
      pvc('PVC_WaitSC', { storageClassName: 'Class_Wait' }),
      pvc('PVC_ImmediateSC', { storageClassName: 'Class_Immediate' }),
      pvc('PVC_NowSC', { storageClassName: 'Class_Now' }),
    ],
  };
  test.each([
    ['label zone failure domain matched', 'PVC_1', undefined],
    [
      'unbound volume empty storage class',
      'PVC_EmptySC',
      'PersistentVolumeClaim had no pv name and storageClass name',
    ],
    [
      'unbound volume no storage class',
      'PVC_NoSC',
      'StorageClass "Class_0" claimed by PersistentVolumeClaim "PVC_NoSC" not found',
    ],
    [
      'unbound volume immediate binding mode',
      'PVC_ImmediateSC',
      'VolumeBindingMode not set for StorageClass "Class_Immediate"',
    ],
    ['unbound volume wait binding mode', 'PVC_WaitSC', undefined],
    ['unbound volume of a class that does not wait', 'PVC_NowSC', 'PersistentVolume had no name'],
    ['claim without a name', '', 'PersistentVolumeClaim had no name'],
  ])('%s', (_name, claimName, message) => {
    const status = answer(volumes, podWith(claim(claimName)), { [betaZone]: 'us-west1-a', ...useless });
    expect(status).toEqual(message === undefined ? undefined : newStatus('Error', message));
  });
});

// What upstream's tables leave out.
describe('several volumes', () => {
  const volumes = {
    classes: [storageClass('wait', { volumeBindingMode: 'WaitForFirstConsumer' })],
    pvcs: [...boundTo({ here: 'Vol_here', there: 'Vol_there' }), pvc('later', { storageClassName: 'wait' })],
    pvs: labelled({ Vol_here: { [zone]: 'a', [region]: 'r' }, Vol_there: { [zone]: 'b' } }),
  };
  test.each([
    ['all are looked at', [claim('here'), claim('there')], { [zone]: 'a', [region]: 'r' }, conflict],
    ['also behind one that is to be chosen yet', [claim('later'), claim('there')], { [zone]: 'a' }, conflict],
    ['those without a claim are not', [{ emptyDir: {} }, claim('there')], { [zone]: 'b' }, undefined],
    [
      'those that come first do not count for all',
      [{ emptyDir: {} }, claim('there')],
      { [zone]: 'a' },
      conflict,
    ],
    ['a node that does not tell its zone has none', [claim('here')], { [region]: 'r' }, conflict],
    ['nor its region', [claim('here')], { [zone]: 'a' }, conflict],
  ])('%s', (_what, of, labels, want) => {
    expect(answer(volumes, podWith(...of), labels as Labels)).toEqual(want);
  });
});

test('a pod without claims is ignored', () => {
  const plugin = newPluginOf<FilterPlugin>(newPlugin, undefined, volumeHandle({}));
  const pods = [podWith(), podWith({ emptyDir: {} }), podWith({ emptyDir: {} }, claim('x'))];
  expect(pods.map((of) => knownOf(plugin).ignores?.(of))).toEqual([true, true, false]);
});
