import { describe, expect, test } from 'vitest';
import type {
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
} from '../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { annSelectedNode } from '../../../../../../../src/runtime/kubernetes/pkg/controller/volume/persistentvolume/util/util.ts';
import {
  type BindingInfo,
  type ConflictReasons,
  errReasonBindConflict as bindConflict,
  errReasonNodeConflict as nodeConflict,
  errReasonNotEnoughSpace as notEnoughSpace,
  errReasonPVNotExist as pvNotExist,
  type PodVolumes,
  type SchedulerVolumeBinder,
} from '../../../../../../../src/runtime/kubernetes/pkg/controller/volume/scheduling/scheduler_binder.ts';
import { type BedOptions, BinderBed } from './binder-bed.ts';
import {
  boundMigrationPVC,
  boundPVC,
  csiNode1Migrated,
  csiNode1NotMigrated,
  immediateBoundPVC,
  immediateUnboundPVC,
  makeBinding,
  makeCSIDriver,
  makeCapacity,
  makePod,
  migrationPVBound,
  noProvisionerPVC,
  node1,
  node1Zone1,
  node1Zone2,
  node2,
  preboundPVC,
  provisionedPVC,
  provisionedPVC2,
  provisionedPVCHigherVersion,
  pvBound,
  pvBoundImmediate,
  pvBoundImmediateNode2,
  pvNode1a,
  pvNode1aBound,
  pvNode1b,
  pvNode1bBound,
  pvNode1c,
  pvNode2,
  selectedNodePVC,
  topoMismatchPVC,
  unboundPVC,
  unboundPVC2,
  waitClass,
  waitClassWithProvisioner,
} from './binder-objects.ts';

type Found = ReturnType<SchedulerVolumeBinder['findPodVolumes']>;

/** What filtering does for a pod and a node, from its claims on. */
function findPodVolumes(binder: SchedulerVolumeBinder, pod: Pod, node: Node): Found {
  const [claims, err] = binder.getPodVolumes(pod);
  if (err) return [undefined, [], err];
  const { boundClaims, unboundClaimsDelayBinding, unboundClaimsImmediate } = claims;
  if (unboundClaimsImmediate.length > 0)
    return [undefined, [], new Error('pod has unbound immediate PersistentVolumeClaims')];
  return binder.findPodVolumes(pod, boundClaims, unboundClaimsDelayBinding, node);
}

interface Finding {
  readonly pvs?: readonly PersistentVolume[];
  readonly podPVCs: readonly PersistentVolumeClaim[];
  /** Those of the pod, if left out. */
  readonly cachePVCs?: readonly PersistentVolumeClaim[];
  readonly pod?: Pod;
  readonly expectedBindings?: readonly BindingInfo[];
  readonly expectedProvisions?: readonly PersistentVolumeClaim[];
  readonly reasons?: ConflictReasons;
  readonly fails?: string;
  /** Without a CSIStorageCapacity there is no room, where drivers say how much they have. */
  readonly needsCapacity?: boolean;
}

const unboundImmediate = 'pod has unbound immediate PersistentVolumeClaims';
const withoutClaim: Pod = {
  ...makePod(),
  spec: { ...makePod().spec, volumes: [{ name: 'empty', emptyDir: {} }] },
};

const withoutProvisioning: Readonly<Record<string, Finding>> = {
  'no-volumes': { podPVCs: [] },
  'no-pvcs': { podPVCs: [], pod: withoutClaim },
  'pvc-not-found': {
    podPVCs: [boundPVC],
    cachePVCs: [],
    fails: 'error getting PVC "testns/bound-pvc": could not find v1.PersistentVolumeClaim "testns/bound-pvc"',
  },
  'bound-pvc': { podPVCs: [boundPVC], pvs: [pvBound] },
  'bound-pvc,pv-not-exists': { podPVCs: [boundPVC], reasons: [pvNotExist] },
  'prebound-pvc': { podPVCs: [preboundPVC], pvs: [pvNode1aBound], fails: unboundImmediate },
  'unbound-pvc,pv-same-node': {
    podPVCs: [unboundPVC],
    pvs: [pvNode2, pvNode1a, pvNode1b],
    expectedBindings: [makeBinding(unboundPVC, pvNode1a)],
  },
  'unbound-pvc,pv-different-node': { podPVCs: [unboundPVC], pvs: [pvNode2], reasons: [bindConflict] },
  'two-unbound-pvcs': {
    podPVCs: [unboundPVC, unboundPVC2],
    pvs: [pvNode1a, pvNode1b],
    expectedBindings: [makeBinding(unboundPVC, pvNode1a), makeBinding(unboundPVC2, pvNode1b)],
  },
  'two-unbound-pvcs,order-by-size': {
    podPVCs: [unboundPVC2, unboundPVC],
    pvs: [pvNode1a, pvNode1b],
    expectedBindings: [makeBinding(unboundPVC, pvNode1a), makeBinding(unboundPVC2, pvNode1b)],
  },
  'two-unbound-pvcs,partial-match': {
    podPVCs: [unboundPVC, unboundPVC2],
    pvs: [pvNode1a],
    expectedBindings: [makeBinding(unboundPVC, pvNode1a)],
    reasons: [bindConflict],
  },
  'one-bound,one-unbound': {
    podPVCs: [unboundPVC, boundPVC],
    pvs: [pvBound, pvNode1a],
    expectedBindings: [makeBinding(unboundPVC, pvNode1a)],
  },
  'one-bound,one-unbound,no-match': {
    podPVCs: [unboundPVC, boundPVC],
    pvs: [pvBound, pvNode2],
    reasons: [bindConflict],
  },
  'one-prebound,one-unbound': {
    podPVCs: [unboundPVC, preboundPVC],
    pvs: [pvNode1a, pvNode1b],
    fails: unboundImmediate,
  },
  'immediate-bound-pvc': { podPVCs: [immediateBoundPVC], pvs: [pvBoundImmediate] },
  'immediate-bound-pvc-wrong-node': {
    podPVCs: [immediateBoundPVC],
    pvs: [pvBoundImmediateNode2],
    reasons: [nodeConflict],
  },
  'immediate-unbound-pvc': { podPVCs: [immediateUnboundPVC], fails: unboundImmediate },
  'immediate-unbound-pvc,delayed-mode-bound': {
    podPVCs: [immediateUnboundPVC, boundPVC],
    pvs: [pvBound],
    fails: unboundImmediate,
  },
  'immediate-unbound-pvc,delayed-mode-unbound': {
    podPVCs: [immediateUnboundPVC, unboundPVC],
    fails: unboundImmediate,
  },
};

const withProvisioning: Readonly<Record<string, Finding>> = {
  'one-provisioned': {
    podPVCs: [provisionedPVC],
    expectedProvisions: [provisionedPVC],
    needsCapacity: true,
  },
  'two-unbound-pvcs,one-matched,one-provisioned': {
    podPVCs: [unboundPVC, provisionedPVC],
    pvs: [pvNode1a],
    expectedBindings: [makeBinding(unboundPVC, pvNode1a)],
    expectedProvisions: [provisionedPVC],
    needsCapacity: true,
  },
  'one-bound,one-provisioned': {
    podPVCs: [boundPVC, provisionedPVC],
    pvs: [pvBound],
    expectedProvisions: [provisionedPVC],
    needsCapacity: true,
  },
  'one-binding,one-selected-node': {
    podPVCs: [boundPVC, selectedNodePVC],
    pvs: [pvBound],
    expectedProvisions: [selectedNodePVC],
    needsCapacity: true,
  },
  'immediate-unbound-pvc': { podPVCs: [immediateUnboundPVC], fails: unboundImmediate },
  'one-immediate-bound,one-provisioned': {
    podPVCs: [immediateBoundPVC, provisionedPVC],
    pvs: [pvBoundImmediate],
    expectedProvisions: [provisionedPVC],
    needsCapacity: true,
  },
  'invalid-provisioner': { podPVCs: [noProvisionerPVC], reasons: [bindConflict] },
  'volume-topology-unsatisfied': { podPVCs: [topoMismatchPVC], reasons: [bindConflict] },
};

function bedOf({ pvs = [], podPVCs, cachePVCs = podPVCs }: Finding, options: BedOptions): BinderBed {
  const bed = new BinderBed(options);
  bed.initVolumes(pvs);
  bed.initClaims(cachePVCs);
  return bed;
}

// Upstream's TestFindPodVolumesWithoutProvisioning and TestFindPodVolumesWithProvisioning.
describe.each([true, false])('CSIStorageCapacity %s', (csiStorageCapacity) => {
  describe.each([
    ['no CSIDriver', undefined],
    ['CSIDriver with capacity tracking', makeCSIDriver(true)],
    ['CSIDriver without capacity tracking', makeCSIDriver(false)],
  ])('%s', (_driver, csiDriver) => {
    const all = [...Object.entries(withoutProvisioning), ...Object.entries(withProvisioning)];
    test.each(all)('%s', (_name, scenario) => {
      const { podPVCs, pod = makePod(podPVCs), reasons = [], fails, needsCapacity = false } = scenario;
      const bed = bedOf(scenario, { csiStorageCapacity, ...(csiDriver && { csiDriver }) });
      const [podVolumes, got, err] = findPodVolumes(bed.binder, pod, node1);
      expect(err?.message).toBe(fails);
      if (fails !== undefined) return;
      const noRoom = needsCapacity && csiStorageCapacity && csiDriver?.spec.storageCapacity === true;
      expect(got).toEqual(noRoom ? [...reasons, notEnoughSpace] : reasons);
      expect(podVolumes).toEqual({
        staticBindings: scenario.expectedBindings,
        dynamicProvisions: noRoom ? undefined : scenario.expectedProvisions,
      });
    });
  });
});

// Upstream's TestFindPodVolumesWithCSIMigration.
describe('volumes that a CSI driver took over', () => {
  test.each([
    ['pvc-bound', node1Zone1, csiNode1Migrated, []],
    ['pvc-bound,csinode-not-migrated', node1Zone1, csiNode1NotMigrated, []],
    ['pvc-bound,missing-csinode', node1Zone1, undefined, []],
    ['pvc-bound,node-different-zone', node1Zone2, csiNode1Migrated, [nodeConflict]],
  ])('%s', (_name, node, csiNode, reasons) => {
    const features = ['CSIMigration', 'CSIMigrationGCE'];
    const options = { features, nodes: [node], csiNodes: csiNode ? [csiNode] : [] };
    const bed = bedOf({ podPVCs: [boundMigrationPVC], pvs: [migrationPVBound] }, options);
    const [, got, err] = findPodVolumes(bed.binder, makePod([boundMigrationPVC]), node);
    expect(err).toBeUndefined();
    expect(got).toEqual(reasons);
  });
});

describe('where a volume of a claim is to be made', () => {
  test('the claim stays with the node that was chosen, and may be on no other', () => {
    const bed = bedOf({ podPVCs: [selectedNodePVC] }, {});
    const pod = makePod([selectedNodePVC]);
    expect(findPodVolumes(bed.binder, pod, node2)[1]).toEqual([bindConflict]);
    expect(findPodVolumes(bed.binder, pod, node1)[1]).toEqual([]);
  });
});

interface Assuming {
  readonly podPVCs: readonly PersistentVolumeClaim[];
  readonly pvs: readonly PersistentVolume[];
  readonly bindings?: readonly BindingInfo[];
  readonly provisioned?: readonly PersistentVolumeClaim[];
  readonly fails?: string;
  readonly allBound?: boolean;
  readonly expectedBindings?: readonly BindingInfo[];
  readonly expectedProvisionings?: readonly PersistentVolumeClaim[];
}

const assuming: Readonly<Record<string, Assuming>> = {
  'all-bound': { podPVCs: [boundPVC], pvs: [pvBound], allBound: true },
  'one-binding': {
    podPVCs: [unboundPVC],
    bindings: [makeBinding(unboundPVC, pvNode1a)],
    pvs: [pvNode1a],
    expectedBindings: [makeBinding(unboundPVC, pvNode1aBound)],
    expectedProvisionings: [],
  },
  'two-bindings': {
    podPVCs: [unboundPVC, unboundPVC2],
    bindings: [makeBinding(unboundPVC, pvNode1a), makeBinding(unboundPVC2, pvNode1b)],
    pvs: [pvNode1a, pvNode1b],
    expectedBindings: [makeBinding(unboundPVC, pvNode1aBound), makeBinding(unboundPVC2, pvNode1bBound)],
    expectedProvisionings: [],
  },
  'pv-already-bound': {
    podPVCs: [unboundPVC],
    bindings: [makeBinding(unboundPVC, pvNode1aBound)],
    pvs: [pvNode1aBound],
    expectedBindings: [makeBinding(unboundPVC, pvNode1aBound)],
    expectedProvisionings: [],
  },
  'tmpupdate-failed': {
    podPVCs: [unboundPVC],
    bindings: [makeBinding(unboundPVC, pvNode1a), makeBinding(unboundPVC2, pvNode1b)],
    pvs: [pvNode1a],
    fails: 'could not find v1.PersistentVolume "pv-node1b"',
  },
  'one-binding, one-pvc-provisioned': {
    podPVCs: [unboundPVC, provisionedPVC],
    bindings: [makeBinding(unboundPVC, pvNode1a)],
    pvs: [pvNode1a],
    provisioned: [provisionedPVC],
    expectedBindings: [makeBinding(unboundPVC, pvNode1aBound)],
    expectedProvisionings: [selectedNodePVC],
  },
  'one-binding, one-provision-tmpupdate-failed': {
    podPVCs: [unboundPVC, provisionedPVCHigherVersion],
    bindings: [makeBinding(unboundPVC, pvNode1a)],
    pvs: [pvNode1a],
    provisioned: [provisionedPVC2],
    fails: 'v1.PersistentVolumeClaim "testns/provisioned-pvc2" is out of sync (stored: 2, assume: 1)',
  },
};

/** The lists of a pod, as filtering leaves them. */
const listsOf = (
  bindings?: readonly BindingInfo[],
  provisioned?: readonly PersistentVolumeClaim[],
): PodVolumes => ({
  staticBindings: bindings && [...bindings],
  dynamicProvisions: provisioned && [...provisioned],
});

function assumed(bed: BinderBed, volumes: PodVolumes): void {
  for (const { pv, pvc } of volumes.staticBindings ?? []) {
    const { claimRef } = bed.pvCache.get(pv.metadata.name)[0]?.spec ?? {};
    expect([claimRef?.namespace, claimRef?.name]).toEqual([pvc.metadata.namespace, pvc.metadata.name]);
  }
  for (const { metadata } of volumes.dynamicProvisions ?? []) {
    const [pvc] = bed.pvcCache.get(`testns/${metadata.name}`);
    expect(pvc?.metadata.annotations?.[annSelectedNode]).toBe('node1');
  }
}

function restored(bed: BinderBed, volumes: PodVolumes): void {
  for (const { pv } of volumes.staticBindings ?? []) {
    const { name } = pv.metadata;
    expect(bed.pvCache.get(name)[0]).toBe(bed.pvCache.getAPIObj(name)[0]);
  }
  for (const { metadata } of volumes.dynamicProvisions ?? []) {
    const [pvc] = bed.pvcCache.get(`testns/${metadata.name}`);
    expect(pvc?.metadata.annotations?.[annSelectedNode]).toBeUndefined();
  }
}

// Upstream's TestAssumePodVolumes.
describe('assuming the volumes of a pod', () => {
  test.each(Object.entries(assuming))('%s', (_name, scenario) => {
    const { podPVCs, pvs, bindings, provisioned, fails, allBound = false } = scenario;
    const bed = bedOf({ podPVCs, pvs }, {});
    const volumes = listsOf(bindings, provisioned);
    const [gotAllBound, err] = bed.binder.assumePodVolumes(makePod(podPVCs), 'node1', volumes);
    expect(err?.message).toBe(fails);
    expect(bed.failed()).toEqual(fails ? { assume: 1 } : {});
    expect(gotAllBound).toBe(allBound);
    const { expectedBindings = bindings, expectedProvisionings = provisioned } = scenario;
    expect(volumes).toEqual(listsOf(expectedBindings, expectedProvisionings));
    if (fails === undefined) assumed(bed, volumes);
    else restored(bed, volumes);
  });

  // Upstream's TestRevertAssumedPodVolumes.
  test('can be taken back', () => {
    const podPVCs = [unboundPVC, provisionedPVC];
    const bed = bedOf({ podPVCs, pvs: [pvNode1a] }, {});
    const volumes = listsOf([makeBinding(unboundPVC, pvNode1a)], [provisionedPVC]);
    expect(bed.binder.assumePodVolumes(makePod(podPVCs), 'node1', volumes)).toEqual([false, undefined]);
    expect(volumes).toEqual(listsOf([makeBinding(unboundPVC, pvNode1aBound)], [selectedNodePVC]));
    assumed(bed, volumes);
    bed.binder.revertAssumedPodVolumes(volumes);
    restored(bed, volumes);
  });

  // Upstream's TestFindAssumeVolumes.
  test('keeps the volume that was found for the pod that found it', () => {
    const bed = bedOf({ podPVCs: [unboundPVC], pvs: [pvNode2, pvNode1a, pvNode1c] }, {});
    const pod = makePod([unboundPVC]);
    const [volumes = listsOf(), reasons] = findPodVolumes(bed.binder, pod, node1);
    expect(reasons).toEqual([]);
    expect(bed.binder.assumePodVolumes(pod, 'node1', volumes)).toEqual([false, undefined]);
    assumed(bed, volumes);
    const again = findPodVolumes(bed.binder, pod, node1);
    expect(again).toEqual([{ staticBindings: volumes.staticBindings }, [], undefined]);
  });
});

// Upstream's TestCapacity.
test('what cannot be decided for a node is counted; that it has no volume is not', () => {
  const bed = bedOf({ podPVCs: [] }, {});
  const unknown = { ...unboundPVC, spec: { ...unboundPVC.spec, storageClassName: 'unknown' } };
  const [, , err] = bed.binder.findPodVolumes(makePod([unknown]), [], [unknown], node1);
  expect(err?.message).toBe('failed to find storage class "unknown"');
  bed.binder.findPodVolumes(makePod([unboundPVC]), [], [unboundPVC], node1);
  expect(bed.failed()).toEqual({ predicate: 1 });
});

describe('room for volumes', () => {
  test.each([
    ['network-attached', [makeCapacity(waitClassWithProvisioner, undefined, '1Gi')], true],
    ['local-storage', [makeCapacity(waitClassWithProvisioner, node1, '1Gi')], true],
    [
      'multiple',
      [undefined, node2, node1].map((node) => makeCapacity(waitClassWithProvisioner, node, '1Gi')),
      true,
    ],
    ['no-storage', [], false],
    ['wrong-node', [makeCapacity(waitClassWithProvisioner, node2, '1Gi')], false],
    ['wrong-storage-class', [makeCapacity(waitClass, node1, '1Gi')], false],
    ['insufficient-storage', [makeCapacity(waitClassWithProvisioner, node1, '1Mi')], false],
    ['zero-storage', [makeCapacity(waitClassWithProvisioner, node1, '0Mi')], false],
    ['nil-storage', [makeCapacity(waitClassWithProvisioner, node1)], false],
  ])('%s', (_name, capacities, enough) => {
    const options = { csiStorageCapacity: true, csiDriver: makeCSIDriver(true), capacities };
    const bed = bedOf({ podPVCs: [provisionedPVC] }, options);
    const [volumes, reasons, err] = findPodVolumes(bed.binder, makePod([provisionedPVC]), node1);
    expect(err).toBeUndefined();
    expect(reasons).toEqual(enough ? [] : [notEnoughSpace]);
    expect(volumes?.dynamicProvisions).toEqual(enough ? [provisionedPVC] : undefined);
  });
});
