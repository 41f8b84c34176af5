import { knownOf } from '../../../../../../accelerator/fast.ts';
import { describe, expect, test } from 'vitest';
import type { CSINode, Pod } from '../../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newCycleState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import {
  type FilterPlugin,
  newStatus,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import { newCSI } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/nodevolumelimits/csi.ts';
import { errReasonMaxVolumeCountExceeded } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.ts';
import { getCSIAttachLimitKey } from '../../../../../../../../src/runtime/kubernetes/pkg/volume/util/attach_limit.ts';
import { newPluginOf, node } from '../handle.ts';
import { claim, nodeInfoOf, podWith, pv, pvc, storageClass, volumeHandle } from '../volumes.ts';

const ebs = 'ebs.csi.aws.com';
const gce = 'pd.csi.storage.gke.io';
const inTree = 'kubernetes.io/aws-ebs';
const hostpath = 'kubernetes.io/hostpath';

/** Upstream's pods. */
const pods: Readonly<Record<string, Pod>> = {
  runningPod: podWith(claim(`csi-${ebs}-3`)),
  pendingVolumePod: podWith(claim('csi-4')),
  unboundPVCPod2: podWith(claim('csi-4')),
  missingPVPod: podWith(claim('csi-6')),
  noSCPVCPod: podWith(claim('csi-5')),
  gceTwoVolPod: podWith(claim(`csi-${gce}-1`), claim(`csi-${gce}-2`)),
  inTreeOneVolPod: podWith(claim(`csi-${inTree}-0`)),
  inTreeTwoVolPod: podWith(claim(`csi-${inTree}-1`), claim(`csi-${inTree}-2`)),
  csiEBSOneVolPod: podWith(claim(`csi-${ebs}-0`)),
  csiEBSTwoVolPod: podWith(claim(`csi-${ebs}-1`), claim(`csi-${ebs}-2`)),
  inTreeNonMigratableOneVolPod: podWith(claim(`csi-${hostpath}-0`)),
};

const podOf = (name: string): Pod => {
  const found = pods[name];
  if (!found) throw new Error(`no pod ${name}`);
  return found;
};

/** Four volumes of each driver, bound to claims of the same name; and claims that have none. */
function volumesOf(drivers: readonly string[]) {
  const names = drivers.flatMap((driver) => [0, 1, 2, 3].map((j) => [driver, `csi-${driver}-${j}`] as const));
  const sourceOf = (driver: string, name: string): object => {
    if (driver === inTree) return { awsElasticBlockStore: { volumeID: name } };
    return driver === hostpath ? { hostPath: { path: '/tmp' } } : { csi: { driver, volumeHandle: name } };
  };
  return {
    classes: [storageClass('csi-sc', { provisioner: drivers[0] })],
    pvs: names.map(([driver, name]) => pv(name, sourceOf(driver, name))),
    pvcs: [
      ...names.map(([, name]) => pvc(name, { volumeName: name })),
      pvc('csi-4', { storageClassName: 'csi-sc' }),
      pvc('csi-5'),
      pvc('csi-6', { storageClassName: 'csi-sc', volumeName: 'missing-in-action' }),
    ],
  };
}

/** New pod, pods on the node, how many volumes it can have of which drivers, and who says so. */
type Row = readonly [
  name: string,
  newPod: string,
  existing: string,
  maxVols: number,
  drivers: readonly string[],
  limitSource: 'node' | 'csinode' | 'csinode-with-no-limit',
  migrated: boolean,
  exceeded: boolean,
];

function answer([, newPod, existing, limit, drivers, limitSource, migrated]: Row) {
  const allocatable =
    limitSource === 'node'
      ? Object.fromEntries(drivers.map((driver) => [getCSIAttachLimitKey(driver), String(limit)]))
      : {};
  const annotations = migrated ? { 'storage.alpha.kubernetes.io/migrated-plugins': inTree } : {};
  const csiNode = {
    kind: 'CSINode',
    apiVersion: 'storage.k8s.io/v1',
    metadata: { name: 'node-for-max-pd-test-1', annotations },
    spec: {
      drivers: drivers.map((name) => ({
        name,
        nodeID: 'node-for-max-pd-test-1',
        ...(limitSource === 'csinode' && { allocatable: { count: limit } }),
      })),
    },
  } as unknown as CSINode;
  const csiNodes = limitSource === 'node' ? [] : [csiNode];
  const handle = volumeHandle(
    { ...volumesOf(drivers), csiNodes },
    migrated ? ['CSIMigration', 'CSIMigrationAWS'] : [],
  );
  const info = nodeInfoOf(
    node('node-for-max-pd-test-1', {}, { allocatable }),
    existing.split(' ').map(podOf),
  );
  return newPluginOf<FilterPlugin>(newCSI, undefined, handle).filter(newCycleState(), podOf(newPod), info);
}

const rows: readonly Row[] = [
  [
    'fits when node volume limit >= new pods CSI volume',
    'csiEBSOneVolPod',
    'runningPod csiEBSTwoVolPod',
    4,
    [ebs],
    'node',
    false,
    false,
  ],
  [
    "doesn't when node volume limit <= pods CSI volume",
    'csiEBSOneVolPod',
    'runningPod csiEBSTwoVolPod',
    2,
    [ebs],
    'node',
    false,
    true,
  ],
  [
    'should when driver does not support volume limits',
    'csiEBSOneVolPod',
    'runningPod csiEBSTwoVolPod',
    2,
    [ebs],
    'csinode-with-no-limit',
    false,
    false,
  ],
  [
    'count pending PVCs towards volume limit <= pods CSI volume',
    'csiEBSOneVolPod',
    'pendingVolumePod csiEBSTwoVolPod',
    2,
    [ebs],
    'node',
    false,
    true,
  ],
  [
    'count multiple pending pvcs towards volume limit >= pods CSI volume',
    'csiEBSOneVolPod',
    'pendingVolumePod unboundPVCPod2 csiEBSTwoVolPod',
    4,
    [ebs],
    'node',
    false,
    false,
  ],
  [
    'should count PVCs with invalid PV name but valid SC',
    'csiEBSOneVolPod',
    'missingPVPod csiEBSTwoVolPod',
    2,
    [ebs],
    'node',
    false,
    true,
  ],
  [
    "don't count pvcs with missing SC towards volume limit",
    'csiEBSOneVolPod',
    'runningPod noSCPVCPod',
    2,
    [ebs],
    'node',
    false,
    false,
  ],
  [
    'count pvcs with the same type towards volume limit',
    'csiEBSOneVolPod',
    'gceTwoVolPod csiEBSTwoVolPod',
    2,
    [ebs, gce],
    'node',
    false,
    true,
  ],
  [
    "don't count pvcs with different type towards volume limit",
    'gceTwoVolPod',
    'csiEBSTwoVolPod runningPod',
    2,
    [ebs, gce],
    'node',
    false,
    false,
  ],
  [
    'should count in-tree volumes if migration is enabled',
    'inTreeOneVolPod',
    'inTreeTwoVolPod',
    2,
    [inTree, ebs],
    'csinode',
    true,
    true,
  ],
  [
    'should count unbound in-tree volumes if migration is enabled',
    'pendingVolumePod',
    'inTreeTwoVolPod',
    2,
    [inTree, ebs],
    'csinode',
    true,
    true,
  ],
  [
    'should not count in-tree volume if migration is disabled',
    'inTreeOneVolPod',
    'inTreeTwoVolPod',
    2,
    [inTree, ebs],
    'csinode',
    false,
    false,
  ],
  [
    'should not limit pod if volume used does not report limits',
    'inTreeOneVolPod',
    'inTreeTwoVolPod',
    2,
    [inTree, ebs],
    'csinode-with-no-limit',
    true,
    false,
  ],
  [
    'should not limit in-tree pod if migration is disabled',
    'inTreeOneVolPod',
    'inTreeTwoVolPod',
    2,
    [inTree, ebs],
    'csinode-with-no-limit',
    false,
    false,
  ],
  [
    'should not count non-migratable in-tree volumes',
    'inTreeNonMigratableOneVolPod',
    'csiEBSTwoVolPod',
    2,
    [hostpath, ebs],
    'csinode',
    true,
    false,
  ],
  [
    'should count in-tree and csi volumes if migration is enabled (when scheduling in-tree volumes)',
    'inTreeOneVolPod',
    'csiEBSTwoVolPod',
    2,
    [inTree, ebs],
    'csinode',
    true,
    true,
  ],
  [
    'should count in-tree and csi volumes if migration is enabled (when scheduling csi volumes)',
    'csiEBSOneVolPod',
    'inTreeTwoVolPod',
    2,
    [inTree, ebs],
    'csinode',
    true,
    true,
  ],
  [
    'should not count in-tree and count csi volumes if migration is disabled (when scheduling csi volumes)',
    'csiEBSOneVolPod',
    'csiEBSTwoVolPod inTreeTwoVolPod',
    3,
    [inTree, ebs],
    'csinode',
    false,
    false,
  ],
  [
    'should not count in-tree and count csi volumes if migration is disabled (when scheduling in-tree volumes)',
    'inTreeOneVolPod',
    'csiEBSTwoVolPod',
    2,
    [inTree, ebs],
    'csinode',
    false,
    false,
  ],
];

// Upstream's TestCSILimits.
describe('volumes of CSI drivers', () => {
  test.each(rows)('%s', (...row) => {
    const want = row[7] ? newStatus('Unschedulable', errReasonMaxVolumeCountExceeded) : undefined;
    expect(answer(row)).toEqual(want);
  });

  test('a claim without a name is an error', () => {
    const plugin = newPluginOf<FilterPlugin>(newCSI, undefined, volumeHandle({}));
    const status = plugin.filter(newCycleState(), podWith(claim('')), nodeInfoOf(node('a')));
    expect(status).toEqual(newStatus('Error', 'PersistentVolumeClaim had no name'));
  });

  // What upstream's table leaves out.
  test('a claim without a name is an error of pods on the node, too', () => {
    const handle = volumeHandle(volumesOf([ebs]));
    const plugin = newPluginOf<FilterPlugin>(newCSI, undefined, handle);
    const allocatable = { [getCSIAttachLimitKey(ebs)]: '2' };
    const status = plugin.filter(
      newCycleState(),
      podOf('csiEBSOneVolPod'),
      nodeInfoOf(node('a', {}, { allocatable }), [podWith(claim(''))]),
    );
    expect(status).toEqual(newStatus('Error', 'PersistentVolumeClaim had no name'));
  });

  test.each([
    ['a volume that is there already takes no more room', podWith(claim(`csi-${ebs}-1`)), 2, undefined],
    ['another does', podWith(claim(`csi-${ebs}-3`)), 2, errReasonMaxVolumeCountExceeded],
    ['one of two is there', podWith(claim(`csi-${ebs}-1`), claim(`csi-${ebs}-3`)), 3, undefined],
    ['a volume that is to be made takes room', podWith(claim('csi-4')), 2, errReasonMaxVolumeCountExceeded],
    ['once', podWith(claim('csi-4'), claim('csi-4')), 3, undefined],
    ['a volume that is not left to the driver takes none', podWith(claim('in-tree')), 2, undefined],
    ['a claim that is not there takes none', podWith(claim('nowhere')), 2, undefined],
    ['nor one of a class that is not there', podWith(claim('lost-class')), 2, undefined],
    ['nor one without a class', podWith(claim('csi-5')), 2, undefined],
    ['nor one of a driver without a limit', podWith(claim('of-other')), 2, undefined],
  ])('%s', (_what, asked, limit, why) => {
    const volumes = volumesOf([ebs]);
    const handle = volumeHandle({
      ...volumes,
      classes: [
        ...volumes.classes,
        storageClass('other', { provisioner: 'other.csi' }),
        storageClass('in-tree', { provisioner: inTree }),
      ],
      pvcs: [
        ...volumes.pvcs,
        pvc('lost-class', { storageClassName: 'lost' }),
        pvc('of-other', { storageClassName: 'other' }),
        pvc('in-tree', { storageClassName: 'in-tree' }),
      ],
    });
    const allocatable = { [getCSIAttachLimitKey(ebs)]: String(limit) };
    const info = nodeInfoOf(node('a', {}, { allocatable }), [podOf('csiEBSTwoVolPod')]);
    const plugin = newPluginOf<FilterPlugin>(newCSI, undefined, handle);
    expect(plugin.filter(newCycleState(), asked, info)).toEqual(why && newStatus('Unschedulable', why));
  });

  test('are behind claims: a pod without any is ignored', () => {
    const plugin = newPluginOf<FilterPlugin>(newCSI, undefined, volumeHandle({}));
    const pods = [podWith(), podWith({ emptyDir: {} }), podWith({ emptyDir: {} }, claim('x'))];
    expect(pods.map((of) => knownOf(plugin).ignores?.(of))).toEqual([true, true, false]);
  });
});
