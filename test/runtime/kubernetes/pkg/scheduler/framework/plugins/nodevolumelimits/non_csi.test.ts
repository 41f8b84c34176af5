import { knownOf } from '../../../../../../accelerator/fast.ts';
import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newCycleState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import { newStatus } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import {
  azureDiskVolumeFilter,
  cinderVolumeFilter,
  ebsVolumeFilter,
  errReasonMaxVolumeCountExceeded,
  gcePDVolumeFilter,
  getMaxEBSVolume,
  getMaxVolLimitFromEnv,
  newNonCSILimits,
  type VolumeFilter,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.ts';
import { volumeListers } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/nodevolumelimits/utils.ts';
import { node } from '../handle.ts';
import { claim, nodeInfoOf, podWith, pv, pvc, storageClass, volumeHandle } from '../volumes.ts';

const ebs = (volumeID: string) => ({ awsElasticBlockStore: { volumeID } });
const hostPath = { hostPath: { path: '' } };
/** Upstream's pods, under the names that its tables have for them, without `Pod` at the end. */
const pods: Readonly<Record<string, Pod>> = {
  oneVol: podWith(ebs('ovp')),
  twoVol: podWith(ebs('tvp1'), ebs('tvp2')),
  splitVols: podWith(hostPath, ebs('svp')),
  nonApplicable: podWith(hostPath),
  deletedPVC: podWith(claim('deletedPVC')),
  twoDeletedPVC: podWith(claim('deletedPVC'), claim('anotherDeletedPVC')),
  deletedPV: podWith(claim('pvcWithDeletedPV')),
  deletedPVPod2: podWith(claim('pvcWithDeletedPV')),
  anotherDeletedPV: podWith(claim('anotherPVCWithDeletedPV')),
  empty: podWith(),
  unboundPVC: podWith(claim('unboundPVC')),
  unboundPVCPod2: podWith(claim('unboundPVC')),
  anotherUnboundPVC: podWith(claim('anotherUnboundPVC')),
  unboundPVCwithInvalidSC: podWith(claim('unboundPVCwithInvalidSCPod')),
  unboundPVCwithDefaultSC: podWith(claim('unboundPVCwithDefaultSCPod')),
  onePVC: podWith(claim('someVol')),
  splitPVC: podWith(claim('someNonVol'), claim('someVol')),
};
const cinder = (volumeID: string) => ({ cinder: { volumeID } });
const cinderPods: Readonly<Record<string, Pod>> = {
  oneVol: podWith(cinder('ovp')),
  twoVol: podWith(cinder('tvp1'), cinder('tvp2')),
};

/** Volumes behind the claims are of EBS in all of upstream's tests. */
const volumesOf = (provisioner: string) => ({
  classes: [storageClass('filter', { provisioner }), storageClass('standard-sc', { provisioner: 'other' })],
  pvs: [pv('someVol', ebs('ebsVol')), pv('someNonVol')],
  pvcs: [
    ...['someVol', 'someNonVol', 'pvcWithDeletedPV', 'anotherPVCWithDeletedPV'].map((volumeName) =>
      pvc(volumeName, { volumeName, storageClassName: 'filter' }),
    ),
    pvc('unboundPVC', { storageClassName: 'filter' }),
    pvc('anotherUnboundPVC', { storageClassName: 'filter' }),
    pvc('unboundPVCwithDefaultSCPod', { storageClassName: 'standard-sc' }),
    pvc('unboundPVCwithInvalidSCPod', { storageClassName: 'invalid-sc' }),
  ],
});

/** New pod, pods on the node, how many volumes the node can have, and whether that is exceeded. */
type Row = readonly [name: string, newPod: string, existing: string, maxVols: number, exceeded?: boolean];

function answer(
  filter: VolumeFilter,
  provisioner: string,
  named: Readonly<Record<string, Pod>>,
  [, newPod, existing, maxVols]: Row,
) {
  const of = (name: string): Pod => {
    const found = named[name];
    if (!found) throw new Error(`no pod ${name}`);
    return found;
  };
  const handle = volumeHandle(volumesOf(provisioner));
  const plugin = newNonCSILimits(filter, handle, volumeListers(handle));
  const allocatable = { [filter.volumeLimitKey]: String(maxVols) };
  const info = nodeInfoOf(node('node-for-max-pd-test-1', {}, { allocatable }), existing.split(' ').map(of));
  return plugin.filter(newCycleState(), of(newPod), info);
}

const titled = (rows: readonly Row[]) =>
  rows.map((row) => ({ row, title: `${row[0]}: ${row[1]} onto ${row[2]} with ${row[3]}` }));

const exceeded = newStatus('Unschedulable', errReasonMaxVolumeCountExceeded);

const ebsRows: readonly Row[] = [
  ["fits when node capacity >= new pod's EBS volumes", 'oneVol', 'twoVol oneVol', 4],
  ["doesn't fit when node capacity < new pod's EBS volumes", 'twoVol', 'oneVol', 2, true],
  ["new pod's count ignores non-EBS volumes", 'splitVols', 'twoVol', 3],
  ["existing pods' counts ignore non-EBS volumes", 'twoVol', 'splitVols nonApplicable empty', 3],
  ["new pod's count considers PVCs backed by EBS volumes", 'onePVC', 'splitVols nonApplicable empty', 3],
  ["new pod's count ignores PVCs not backed by EBS volumes", 'splitPVC', 'splitVols oneVol', 3],
  ["existing pods' counts considers PVCs backed by EBS volumes", 'twoVol', 'oneVol onePVC', 3, true],
  ['already-mounted EBS volumes are always ok to allow', 'twoVol', 'oneVol twoVol onePVC', 4],
  ['the same EBS volumes are not counted multiple times', 'splitVols', 'oneVol oneVol onePVC', 3],
  ['missing PVC is not counted towards the PV limit', 'onePVC', 'oneVol deletedPVC', 1, true],
  ['missing PVC is not counted towards the PV limit', 'onePVC', 'oneVol deletedPVC', 2],
  ['two missing PVCs are not counted towards the PV limit twice', 'onePVC', 'oneVol twoDeletedPVC', 2],
  ['unbound PVC with invalid SC is not counted towards the PV limit', 'unboundPVCwithInvalidSC', 'oneVol', 1],
  [
    'unbound PVC from different provisioner is not counted towards the PV limit',
    'unboundPVCwithDefaultSC',
    'oneVol',
    1,
  ],
  ['pod with missing PV is counted towards the PV limit', 'onePVC', 'oneVol deletedPV', 2, true],
  ['pod with missing PV is counted towards the PV limit', 'onePVC', 'oneVol deletedPV', 3],
  [
    'two pods missing the same PV are counted towards the PV limit only once',
    'deletedPVPod2',
    'oneVol deletedPV',
    2,
  ],
  [
    'two pods missing different PVs are counted towards the PV limit twice',
    'anotherDeletedPV',
    'oneVol deletedPV',
    2,
    true,
  ],
  ['pod with unbound PVC is counted towards the PV limit', 'onePVC', 'oneVol unboundPVC', 2, true],
  ['pod with unbound PVC is counted towards the PV limit', 'onePVC', 'oneVol unboundPVC', 3],
  [
    'the same unbound PVC in multiple pods is counted towards the PV limit only once',
    'unboundPVCPod2',
    'oneVol unboundPVC',
    2,
  ],
  [
    'two different unbound PVCs are counted towards the PV limit as two volumes',
    'anotherUnboundPVC',
    'oneVol unboundPVC',
    2,
    true,
  ],
];

// Upstream's TestEBSLimits.
describe('volumes of EBS', () => {
  test.each(titled(ebsRows))('$title', ({ row }) => {
    const status = answer(ebsVolumeFilter, 'kubernetes.io/aws-ebs', pods, row);
    expect(status).toEqual(row[4] ? exceeded : undefined);
  });
});

const azureRows: readonly Row[] = [
  ["fits when node capacity >= new pod's AzureDisk volumes", 'oneVol', 'twoVol oneVol', 4],
  ["fit when node capacity < new pod's AzureDisk volumes", 'twoVol', 'oneVol', 2],
  ["new pod's count ignores non-AzureDisk volumes", 'splitVols', 'twoVol', 3],
  ["existing pods' counts ignore non-AzureDisk volumes", 'twoVol', 'splitVols nonApplicable empty', 3],
  [
    "new pod's count considers PVCs backed by AzureDisk volumes",
    'onePVC',
    'splitVols nonApplicable empty',
    3,
  ],
  ["new pod's count ignores PVCs not backed by AzureDisk volumes", 'splitPVC', 'splitVols oneVol', 3],
  ["existing pods' counts considers PVCs backed by AzureDisk volumes", 'twoVol', 'oneVol onePVC', 3],
  ['already-mounted AzureDisk volumes are always ok to allow', 'twoVol', 'oneVol twoVol onePVC', 4],
  ['the same AzureDisk volumes are not counted multiple times', 'splitVols', 'oneVol oneVol onePVC', 3],
  ['pod with missing PVC is counted towards the PV limit', 'onePVC', 'oneVol deletedPVC', 2],
  ['pod with missing PVC is counted towards the PV limit', 'onePVC', 'oneVol deletedPVC', 3],
  ['pod with missing two PVCs is counted towards the PV limit twice', 'onePVC', 'oneVol twoDeletedPVC', 3],
  ['pod with missing PV is counted towards the PV limit', 'onePVC', 'oneVol deletedPV', 2],
  ['pod with missing PV is counted towards the PV limit', 'onePVC', 'oneVol deletedPV', 3],
  [
    'two pods missing the same PV are counted towards the PV limit only once',
    'deletedPVPod2',
    'oneVol deletedPV',
    2,
  ],
  [
    'two pods missing different PVs are counted towards the PV limit twice',
    'anotherDeletedPV',
    'oneVol deletedPV',
    2,
  ],
  ['pod with unbound PVC is counted towards the PV limit', 'onePVC', 'oneVol unboundPVC', 2],
  ['pod with unbound PVC is counted towards the PV limit', 'onePVC', 'oneVol unboundPVC', 3],
  [
    'the same unbound PVC in multiple pods is counted towards the PV limit only once',
    'unboundPVCPod2',
    'oneVol unboundPVC',
    2,
  ],
  [
    'two different unbound PVCs are counted towards the PV limit as two volumes',
    'anotherUnboundPVC',
    'oneVol unboundPVC',
    2,
  ],
];

// Upstream's TestAzureDiskLimits, in which no volume is of Azure.
describe('disks of Azure', () => {
  test.each(titled(azureRows))('$title', ({ row }) => {
    expect(answer(azureDiskVolumeFilter, '', pods, row)).toEqual(row[4] ? exceeded : undefined);
  });
});

const gceRows: readonly Row[] = [
  ["fits when node capacity >= new pod's GCE volumes", 'oneVol', 'twoVol oneVol', 4],
  ["fit when node capacity < new pod's GCE volumes", 'twoVol', 'oneVol', 2],
  ["new pod's count ignores non-GCE volumes", 'splitVols', 'twoVol', 3],
  ["existing pods' counts ignore non-GCE volumes", 'twoVol', 'splitVols nonApplicable empty', 3],
  ["new pod's count considers PVCs backed by GCE volumes", 'onePVC', 'splitVols nonApplicable empty', 3],
  ["new pod's count ignores PVCs not backed by GCE volumes", 'splitPVC', 'splitVols oneVol', 3],
  ["existing pods' counts considers PVCs backed by GCE volumes", 'twoVol', 'oneVol onePVC', 3],
  ['already-mounted EBS volumes are always ok to allow', 'twoVol', 'oneVol twoVol onePVC', 4],
  ['the same GCE volumes are not counted multiple times', 'splitVols', 'oneVol oneVol onePVC', 3],
  ['pod with missing PVC is counted towards the PV limit', 'onePVC', 'oneVol deletedPVC', 2],
  ['pod with missing PVC is counted towards the PV limit', 'onePVC', 'oneVol deletedPVC', 3],
  ['pod with missing two PVCs is counted towards the PV limit twice', 'onePVC', 'oneVol twoDeletedPVC', 3],
  ['pod with missing PV is counted towards the PV limit', 'onePVC', 'oneVol deletedPV', 2],
  ['pod with missing PV is counted towards the PV limit', 'onePVC', 'oneVol deletedPV', 3],
  [
    'two pods missing the same PV are counted towards the PV limit only once',
    'deletedPVPod2',
    'oneVol deletedPV',
    2,
  ],
  [
    'two pods missing different PVs are counted towards the PV limit twice',
    'anotherDeletedPV',
    'oneVol deletedPV',
    2,
  ],
  ['pod with unbound PVC is counted towards the PV limit', 'onePVC', 'oneVol unboundPVC', 2],
  ['pod with unbound PVC is counted towards the PV limit', 'onePVC', 'oneVol unboundPVC', 3],
  [
    'the same unbound PVC in multiple pods is counted towards the PV limit only once',
    'unboundPVCPod2',
    'oneVol unboundPVC',
    2,
  ],
  [
    'two different unbound PVCs are counted towards the PV limit as two volumes',
    'anotherUnboundPVC',
    'oneVol unboundPVC',
    2,
  ],
];

// Upstream's TestGCEPDLimits, in which no volume is of GCE.
describe('disks of GCE', () => {
  test.each(titled(gceRows))('$title', ({ row }) => {
    expect(answer(gcePDVolumeFilter, '', pods, row)).toEqual(row[4] ? exceeded : undefined);
  });
});

const cinderRows: readonly Row[] = [
  ["fits when node capacity >= new pod's Cinder volumes", 'oneVol', 'twoVol', 4],
  ["not fit when node capacity < new pod's Cinder volumes", 'oneVol', 'twoVol', 2, true],
];

// Upstream's TestCinderLimits.
describe('volumes of Cinder', () => {
  test.each(titled(cinderRows))('$title', ({ row }) => {
    expect(answer(cinderVolumeFilter, '', cinderPods, row)).toEqual(row[4] ? exceeded : undefined);
  });
});

describe('how many volumes a node can have that does not say it', () => {
  // Upstream's TestGetMaxVols.
  test.each([
    ['invalid', -1],
    ['-2', -1],
    ['40', 40],
    ['+40', 40],
    ['0', -1],
    ['40 volumes', -1],
    ['about 40', -1],
    ['', -1],
    [undefined, -1],
  ])('KUBE_MAX_PD_VOLS=%s is %i', (value, expected) => {
    expect(getMaxVolLimitFromEnv(value === undefined ? {} : { KUBE_MAX_PD_VOLS: value })).toBe(expected);
  });

  test.each([
    ['m5.large', 25],
    ['c5d.xlarge', 25],
    ['t3.micro', 25],
    ['z1d.large', 25],
    ['m4.large', 39],
    ['', 39],
  ])('a machine of type %s takes %i of EBS', (type, expected) => {
    expect(getMaxEBSVolume(type)).toBe(expected);
  });

  const most = (filter: VolumeFilter, labels: Readonly<Record<string, string>>, env = {}): number => {
    const handle = { ...volumeHandle({}), env: () => env };
    const plugin = newNonCSILimits(filter, handle, volumeListers(handle));
    const kind = {
      gcePersistentDisk: 'pdName',
      awsElasticBlockStore: 'volumeID',
      azureDisk: 'diskName',
      cinder: 'volumeID',
    };
    const some = (n: number) =>
      podWith(
        ...Array.from({ length: n }, (_, i) =>
          Object.fromEntries(Object.entries(kind).map(([field, id]) => [field, { [id]: `v${i}` }])),
        ),
      );
    let n = 0;
    while (!plugin.filter(newCycleState(), some(n + 1), nodeInfoOf(node('a', labels)))) n++;
    return n;
  };

  test('each kind has its own, and the environment wins', () => {
    const type = 'node.kubernetes.io/instance-type';
    expect(most(ebsVolumeFilter, {})).toBe(39);
    expect(most(ebsVolumeFilter, { [type]: 'm5.large' })).toBe(25);
    expect(most(ebsVolumeFilter, { 'beta.kubernetes.io/instance-type': 'm5.large' })).toBe(25);
    expect(most(ebsVolumeFilter, {}, { KUBE_MAX_PD_VOLS: '0' })).toBe(39);
    expect(most(gcePDVolumeFilter, {})).toBe(16);
    expect(most(azureDiskVolumeFilter, {})).toBe(16);
    expect(most(cinderVolumeFilter, {})).toBe(256);
    expect(most(ebsVolumeFilter, {}, { KUBE_MAX_PD_VOLS: '3' })).toBe(3);
  });
});

// What upstream's tables leave out: there all volumes behind claims are of EBS.
describe.each([
  [ebsVolumeFilter, 'kubernetes.io/aws-ebs', 'CSIMigrationAWS', { awsElasticBlockStore: { volumeID: 'v' } }],
  [gcePDVolumeFilter, 'kubernetes.io/gce-pd', 'CSIMigrationGCE', { gcePersistentDisk: { pdName: 'v' } }],
  [
    azureDiskVolumeFilter,
    'kubernetes.io/azure-disk',
    'CSIMigrationAzureDisk',
    { azureDisk: { diskName: 'v', diskURI: '' } },
  ],
  [cinderVolumeFilter, 'kubernetes.io/cinder', 'CSIMigrationOpenStack', { cinder: { volumeID: 'v' } }],
])('volumes of one kind', (filter, inTree, feature, source) => {
  const volumes = {
    classes: [
      storageClass('of-kind', { provisioner: inTree }),
      storageClass('other', { provisioner: 'other' }),
    ],
    pvs: [pv('volume', source), pv('directory', { hostPath: { path: '/' } })],
    pvcs: [
      pvc('bound', { volumeName: 'volume' }),
      pvc('elsewhere', { volumeName: 'directory', storageClassName: 'of-kind' }),
      pvc('unbound', { storageClassName: 'of-kind' }),
      pvc('of-other', { storageClassName: 'other' }),
      pvc('of-lost', { storageClassName: 'lost' }),
      pvc('classless'),
    ],
  };
  const csiNode = (annotations?: object) =>
    ({
      kind: 'CSINode',
      metadata: { name: 'a', ...(annotations && { annotations }) },
      spec: { drivers: [] },
    }) as never;
  /** On a node that can have none. */
  const refused = (
    asked: Pod,
    csiNodes: readonly never[] = [],
    features: readonly string[] = [],
    existing: readonly Pod[] = [],
  ) => {
    const handle = volumeHandle({ ...volumes, csiNodes }, features);
    const info = nodeInfoOf(node('a', {}, { allocatable: { [filter.volumeLimitKey]: '0' } }), existing);
    return newNonCSILimits(filter, handle, volumeListers(handle)).filter(newCycleState(), asked, info);
  };

  test.each([
    ['of its own', podWith(source), exceeded],
    ['of a claim', podWith(claim('bound')), exceeded],
    ['that is to be made for a claim', podWith(claim('unbound')), exceeded],
    ['of a claim, and of another kind', podWith(claim('elsewhere')), undefined],
    ['that is to be made, of another kind', podWith(claim('of-other')), undefined],
    ['of a class that is not there', podWith(claim('of-lost')), undefined],
    ['of no class', podWith(claim('classless')), undefined],
    ['of a claim that is not there', podWith(claim('lost')), undefined],
    [
      'of a claim without a name',
      podWith(claim('')),
      newStatus('Error', 'PersistentVolumeClaim had no name'),
    ],
  ])('are counted, or not: one %s', (_what, asked, want) => {
    expect(refused(asked)).toEqual(want);
  });

  test('of a pod that runs must have a name, if they have a claim', () => {
    const want = newStatus('Error', 'PersistentVolumeClaim had no name');
    expect(refused(podWith(source), [], [], [podWith(claim(''))])).toEqual(want);
    expect(refused(podWith(source), [], [], [podWith()])).toEqual(exceeded);
  });

  test('are left to a CSI driver if both features, and the node, say so', () => {
    const migrated = 'storage.alpha.kubernetes.io/migrated-plugins';
    const all = ['CSIMigration', feature];
    const asked = podWith(source);
    expect(refused(asked, [csiNode({ [migrated]: inTree })], all)).toBeUndefined();
    expect(refused(asked, [csiNode({ [migrated]: `other,${inTree}` })], all)).toBeUndefined();
    expect(refused(asked, [csiNode({ [migrated]: 'other' })], all)).toEqual(exceeded);
    expect(refused(asked, [csiNode({})], all)).toEqual(exceeded);
    expect(refused(asked, [csiNode()], all)).toEqual(exceeded);
    expect(refused(asked, [], all)).toEqual(exceeded);
    for (const some of [['CSIMigration'], [feature], []])
      expect(refused(asked, [csiNode({ [migrated]: inTree })], some)).toEqual(exceeded);
  });

  test('are what the plugin looks at, and claims; it ignores pods without', () => {
    const handle = volumeHandle(volumes);
    const plugin = newNonCSILimits(filter, handle, volumeListers(handle));
    expect(plugin.name()).toBe(filter.name);
    const ignored = [
      podWith(),
      podWith({ emptyDir: {} }),
      podWith({ emptyDir: {} }, source),
      podWith(claim('x')),
    ];
    expect(ignored.map((of) => knownOf(plugin).ignores?.(of))).toEqual([true, true, false, false]);
  });
});
