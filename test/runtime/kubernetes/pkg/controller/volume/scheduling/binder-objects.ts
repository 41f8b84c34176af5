import type {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  StorageClass,
} from '../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { deepFreeze } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/deep-copy.ts';
import {
  annBindCompleted,
  annBoundByController,
  annSelectedNode,
  getVolumeNodeAffinity,
} from '../../../../../../../src/runtime/kubernetes/pkg/controller/volume/persistentvolume/util/util.ts';
import type { BindingInfo } from '../../../../../../../src/runtime/kubernetes/pkg/controller/volume/scheduling/scheduler_binder.ts';

// The objects of upstream's tests, under the names that they have there.

const provisioner = 'test-provisioner';
export const waitClass = 'waitClass';
export const immediateClass = 'immediateClass';
export const waitClassWithProvisioner = 'waitClassWithProvisioner';
const topoMismatchClass = 'topoMismatchClass';
const nodeLabelKey = 'nodeKey';

const classOf = (
  name: string,
  volumeBindingMode: string,
  by: string,
  ...values: readonly string[]
): StorageClass =>
  deepFreeze({
    kind: 'StorageClass',
    apiVersion: 'storage.k8s.io/v1',
    metadata: { name, uid: name, resourceVersion: '1' },
    volumeBindingMode,
    provisioner: by,
    ...(values.length > 0 && {
      allowedTopologies: [{ matchLabelExpressions: [{ key: nodeLabelKey, values: [...values] }] }],
    }),
  }) as StorageClass;

export const storageClasses: readonly StorageClass[] = [
  classOf(waitClassWithProvisioner, 'WaitForFirstConsumer', provisioner, 'node1', 'reference-value'),
  classOf(immediateClass, 'Immediate', ''),
  classOf(waitClass, 'WaitForFirstConsumer', 'kubernetes.io/no-provisioner'),
  classOf(topoMismatchClass, 'WaitForFirstConsumer', provisioner, 'reference-value'),
];

/** Unbound, bound by the one who made it, bound wholly, or to be made for a node. */
type Bound = 'unbound' | 'prebound' | 'bound' | 'selected-node';

export function makeTestPVC(
  name: string,
  size: string,
  storageClassName: string,
  bound: Bound = 'unbound',
  volume = '',
  resourceVersion = '1',
): PersistentVolumeClaim {
  const annotations = {
    ...(bound === 'bound' && { [annBindCompleted]: 'yes' }),
    ...(bound === 'selected-node' && { [annSelectedNode]: volume }),
  };
  const metadata = { name, namespace: 'testns', uid: 'pvc-uid', resourceVersion };
  return deepFreeze({
    kind: 'PersistentVolumeClaim',
    apiVersion: 'v1',
    metadata: { ...metadata, ...(Object.keys(annotations).length > 0 && { annotations }) },
    spec: {
      resources: { requests: { storage: size } },
      storageClassName,
      volumeMode: 'Filesystem',
      ...((bound === 'bound' || bound === 'prebound') && { volumeName: volume }),
    },
    status: {},
  }) as PersistentVolumeClaim;
}

export function makeTestPV(
  name: string,
  node: string,
  storage: string,
  storageClassName: string,
  boundTo?: PersistentVolumeClaim,
  resourceVersion = '1',
): PersistentVolume {
  const metadata = { name, uid: name, resourceVersion };
  const { kind, apiVersion, metadata: claim } = boundTo ?? {};
  const claimRef = boundTo && {
    kind,
    apiVersion,
    name: claim?.name,
    namespace: claim?.namespace,
    uid: claim?.uid,
    resourceVersion: claim?.resourceVersion,
  };
  return deepFreeze({
    kind: 'PersistentVolume',
    apiVersion: 'v1',
    metadata: { ...metadata, ...(boundTo && { annotations: { [annBoundByController]: 'yes' } }) },
    spec: {
      capacity: { storage },
      storageClassName,
      volumeMode: 'Filesystem',
      ...(node && { nodeAffinity: getVolumeNodeAffinity(nodeLabelKey, node) }),
      ...(claimRef && { claimRef }),
    },
    status: { phase: 'Available' },
  }) as PersistentVolume;
}

export const unboundPVC = makeTestPVC('unbound-pvc', '1G', waitClass);
export const unboundPVC2 = makeTestPVC('unbound-pvc2', '5G', waitClass);
export const preboundPVC = makeTestPVC('prebound-pvc', '1G', waitClass, 'prebound', 'pv-node1a');
export const preboundPVCNode1a = makeTestPVC('unbound-pvc', '1G', waitClass, 'prebound', 'pv-node1a');
export const boundPVC = makeTestPVC('bound-pvc', '1G', waitClass, 'bound', 'pv-bound');
export const boundPVCNode1a = makeTestPVC('unbound-pvc', '1G', waitClass, 'bound', 'pv-node1a');
export const immediateUnboundPVC = makeTestPVC('immediate-unbound-pvc', '1G', immediateClass);
export const immediateBoundPVC = makeTestPVC(
  'immediate-bound-pvc',
  '1G',
  immediateClass,
  'bound',
  'pv-bound-immediate',
);

const withProvisioner = waitClassWithProvisioner;
export const provisionedPVC = makeTestPVC('provisioned-pvc', '1Gi', withProvisioner);
export const provisionedPVC2 = makeTestPVC('provisioned-pvc2', '1Gi', withProvisioner);
export const provisionedPVCHigherVersion = makeTestPVC(
  'provisioned-pvc2',
  '1Gi',
  withProvisioner,
  'unbound',
  '',
  '2',
);
export const provisionedPVCBound = makeTestPVC(
  'provisioned-pvc',
  '1Gi',
  withProvisioner,
  'bound',
  'pv-bound',
);
export const noProvisionerPVC = makeTestPVC('no-provisioner-pvc', '1Gi', waitClass);
export const topoMismatchPVC = makeTestPVC('topo-mismatch-pvc', '1Gi', topoMismatchClass);
export const selectedNodePVC = makeTestPVC(
  'provisioned-pvc',
  '1Gi',
  withProvisioner,
  'selected-node',
  'node1',
);

export const boundMigrationPVC = makeTestPVC(
  'pvc-migration-bound',
  '1G',
  waitClass,
  'bound',
  'pv-migration-bound',
);
export const provMigrationPVCBound = makeTestPVC(
  'pvc-migration-provisioned',
  '1Gi',
  withProvisioner,
  'bound',
  'pv-migration-bound',
);

export const pvNode1a = makeTestPV('pv-node1a', 'node1', '5G', waitClass);
export const pvNode1b = makeTestPV('pv-node1b', 'node1', '10G', waitClass);
export const pvNode1c = makeTestPV('pv-node1b', 'node1', '5G', waitClass);
export const pvNode2 = makeTestPV('pv-node2', 'node2', '1G', waitClass);
export const pvBound = makeTestPV('pv-bound', 'node1', '1G', waitClass, boundPVC);
export const pvNode1aBound = makeTestPV('pv-node1a', 'node1', '5G', waitClass, unboundPVC);
export const pvNode1bBound = makeTestPV('pv-node1b', 'node1', '10G', waitClass, unboundPVC2);
export const pvNode1bBoundHigherVersion = makeTestPV(
  'pv-node1b',
  'node1',
  '10G',
  waitClass,
  unboundPVC2,
  '2',
);
export const pvBoundImmediate = makeTestPV(
  'pv-bound-immediate',
  'node1',
  '1G',
  immediateClass,
  immediateBoundPVC,
);
export const pvBoundImmediateNode2 = makeTestPV(
  'pv-bound-immediate',
  'node2',
  '1G',
  immediateClass,
  immediateBoundPVC,
);

function makeTestPVForCSIMigration(pvc: PersistentVolumeClaim): PersistentVolume {
  const pv = makeTestPV('pv-migration-bound', '', '1G', waitClass, pvc);
  const labels = {
    'failure-domain.beta.kubernetes.io/zone': 'us-east-1',
    'failure-domain.beta.kubernetes.io/region': 'us-east-1a',
  };
  const gcePersistentDisk = { pdName: 'test-disk', fsType: 'ext4' };
  return deepFreeze({
    ...pv,
    metadata: { ...pv.metadata, labels },
    spec: { ...pv.spec, gcePersistentDisk },
  });
}

export const migrationPVBound = makeTestPVForCSIMigration(boundMigrationPVC);
export const migrationPVBoundToUnbound = makeTestPVForCSIMigration(unboundPVC);

const makeNode = (name: string, labels?: object): Node =>
  deepFreeze({ kind: 'Node', apiVersion: 'v1', metadata: { name, labels } }) as Node;

export const node1 = makeNode('node1', { [nodeLabelKey]: 'node1' });
export const node2 = makeNode('node2', { [nodeLabelKey]: 'node2' });
export const node1NoLabels = makeNode('node1');
export const node1Zone1 = makeNode('node1', { 'topology.gke.io/zone': 'us-east-1' });
export const node1Zone2 = makeNode('node1', { 'topology.gke.io/zone': 'us-east-2' });

const makeCSINode = (name: string, migrated: string): CSINode =>
  deepFreeze({
    kind: 'CSINode',
    apiVersion: 'storage.k8s.io/v1',
    metadata: { name, annotations: { 'storage.alpha.kubernetes.io/migrated-plugins': migrated } },
    spec: { drivers: [] },
  }) as unknown as CSINode;

export const csiNode1Migrated = makeCSINode('node1', 'kubernetes.io/gce-pd');
export const csiNode1NotMigrated = makeCSINode('node1', '');

export const makeCSIDriver = (storageCapacity: boolean): CSIDriver =>
  deepFreeze({
    kind: 'CSIDriver',
    apiVersion: 'storage.k8s.io/v1',
    metadata: { name: provisioner },
    spec: { storageCapacity },
  }) as CSIDriver;

export const makeCapacity = (storageClassName: string, node?: Node, capacity?: string): CSIStorageCapacity =>
  deepFreeze({
    kind: 'CSIStorageCapacity',
    apiVersion: 'storage.k8s.io/v1alpha1',
    metadata: { name: 'net' },
    storageClassName,
    nodeTopology: node ? { matchLabels: node.metadata.labels } : {},
    ...(capacity !== undefined && { capacity }),
  }) as CSIStorageCapacity;

/** A pod on node1 with these claims. */
export const makePod = (pvcs: readonly PersistentVolumeClaim[] = []): Pod =>
  deepFreeze({
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name: 'test-pod', namespace: 'testns', uid: 'pod-uid' },
    spec: {
      nodeName: 'node1',
      containers: [],
      volumes: pvcs.map(({ metadata }, i) => ({
        name: `vol${i}`,
        persistentVolumeClaim: { claimName: metadata.name },
      })),
    },
    status: {},
  }) as unknown as Pod;

export const makeBinding = (pvc: PersistentVolumeClaim, pv: PersistentVolume): BindingInfo => ({ pvc, pv });

export function annotated(
  pvc: PersistentVolumeClaim,
  more: Readonly<Record<string, string>>,
): PersistentVolumeClaim {
  const annotations = { ...pvc.metadata.annotations, ...more };
  return deepFreeze({ ...pvc, metadata: { ...pvc.metadata, annotations } });
}

/** The claim as it asks for a volume on node1. */
export const addProvisionAnn = (pvc: PersistentVolumeClaim): PersistentVolumeClaim =>
  annotated(pvc, { [annSelectedNode]: 'node1' });

/** The claim as it is when it has the volume. */
export const fullyBound = (pvc: PersistentVolumeClaim, volumeName: string): PersistentVolumeClaim => {
  const bound = annotated(pvc, { [annBindCompleted]: 'yes' });
  return deepFreeze({ ...bound, spec: { ...bound.spec, volumeName } });
};

export const pvRemoveClaimUID = (pv: PersistentVolume): PersistentVolume =>
  deepFreeze({ ...pv, spec: { ...pv.spec, claimRef: { ...pv.spec.claimRef, uid: '' } } });
