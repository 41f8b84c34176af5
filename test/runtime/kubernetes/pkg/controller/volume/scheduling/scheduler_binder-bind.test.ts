import { describe, expect, test } from 'vitest';
import type {
  CSINode,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
} from '../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { annBindCompleted } from '../../../../../../../src/runtime/kubernetes/pkg/controller/volume/persistentvolume/util/util.ts';
import {
  bindAPIUpdate,
  type BindingInfo,
  checkBindings,
} from '../../../../../../../src/runtime/kubernetes/pkg/controller/volume/scheduling/scheduler_binder.ts';
import { BinderBed } from './binder-bed.ts';
import {
  addProvisionAnn,
  annotated,
  boundPVCNode1a,
  csiNode1Migrated,
  csiNode1NotMigrated,
  fullyBound,
  makeBinding,
  makePod,
  makeTestPV,
  migrationPVBound,
  migrationPVBoundToUnbound,
  node1,
  node1NoLabels,
  node1Zone1,
  node1Zone2,
  node2,
  preboundPVCNode1a,
  provMigrationPVCBound,
  provisionedPVC,
  provisionedPVC2,
  provisionedPVCBound,
  provisionedPVCHigherVersion,
  pvBound,
  pvNode1a,
  pvNode1aBound,
  pvNode1b,
  pvNode1bBound,
  pvNode1bBoundHigherVersion,
  pvNode2,
  pvRemoveClaimUID,
  selectedNodePVC,
  unboundPVC,
  unboundPVC2,
  waitClass,
} from './binder-objects.ts';

type PVs = readonly PersistentVolume[];
type PVCs = readonly PersistentVolumeClaim[];

const listsOf = (bindings?: readonly BindingInfo[], provisioned?: PVCs) => ({
  // Binding changes the entries, and the tables are shared.
  staticBindings: bindings?.map((binding) => ({ ...binding })),
  dynamicProvisions: provisioned && [...provisioned],
});

/** Without their versions, which binding changes. */
const bare = (objects: Iterable<PersistentVolume | PersistentVolumeClaim>) =>
  [...objects].map((object) => ({ ...object, metadata: { ...object.metadata, resourceVersion: '' } }));

/** Runs what parks at most for a write that is answered at once. */
function atOnce<T>(run: Generator<unknown, T>): T {
  const { done, value } = run.next();
  if (!done) throw new Error('expected no parking');
  return value;
}

interface Writing {
  readonly bindings?: readonly BindingInfo[];
  readonly provisioned?: PVCs;
  readonly cachedPVs?: PVs;
  readonly apiPVs?: PVs;
  readonly cachedPVCs?: PVCs;
  readonly apiPVCs?: PVCs;
  readonly fails?: string;
  readonly expectedPVs?: PVs;
  readonly expectedAPIPVs?: PVs;
  readonly expectedPVCs?: PVCs;
  readonly expectedAPIPVCs?: PVCs;
}

const noBindings = 'failed to get cached bindings for pod "test-pod"';
const noClaims = 'failed to get cached claims to provision for pod "test-pod"';
const conflict = 'Operation cannot be fulfilled on volumes';

const writing: Readonly<Record<string, Writing>> = {
  'nothing-to-bind-nil': { fails: noBindings },
  'nothing-to-bind-bindings-nil': { provisioned: [], fails: noBindings },
  'nothing-to-bind-provisionings-nil': { bindings: [], fails: noClaims },
  'nothing-to-bind-empty': { bindings: [], provisioned: [] },
  'one-binding': {
    bindings: [makeBinding(unboundPVC, pvNode1aBound)],
    cachedPVs: [pvNode1a],
    expectedPVs: [pvNode1aBound],
    provisioned: [],
  },
  'two-bindings': {
    bindings: [makeBinding(unboundPVC, pvNode1aBound), makeBinding(unboundPVC2, pvNode1bBound)],
    cachedPVs: [pvNode1a, pvNode1b],
    expectedPVs: [pvNode1aBound, pvNode1bBound],
    provisioned: [],
  },
  'api-already-updated': {
    bindings: [makeBinding(unboundPVC, pvNode1aBound)],
    cachedPVs: [pvNode1aBound],
    expectedPVs: [pvNode1aBound],
    provisioned: [],
  },
  'api-update-failed': {
    bindings: [makeBinding(unboundPVC, pvNode1aBound), makeBinding(unboundPVC2, pvNode1bBound)],
    cachedPVs: [pvNode1a, pvNode1b],
    apiPVs: [pvNode1a, pvNode1bBoundHigherVersion],
    expectedPVs: [pvNode1aBound, pvNode1b],
    expectedAPIPVs: [pvNode1aBound, pvNode1bBoundHigherVersion],
    provisioned: [],
    fails: conflict,
  },
  'one-provisioned-pvc': {
    bindings: [],
    provisioned: [addProvisionAnn(provisionedPVC)],
    cachedPVCs: [provisionedPVC],
    expectedPVCs: [addProvisionAnn(provisionedPVC)],
  },
  'provision-api-update-failed': {
    bindings: [],
    provisioned: [addProvisionAnn(provisionedPVC), addProvisionAnn(provisionedPVC2)],
    cachedPVCs: [provisionedPVC, provisionedPVC2],
    apiPVCs: [provisionedPVC, provisionedPVCHigherVersion],
    expectedPVCs: [addProvisionAnn(provisionedPVC), provisionedPVC2],
    expectedAPIPVCs: [addProvisionAnn(provisionedPVC), provisionedPVCHigherVersion],
    fails: conflict,
  },
  'binding-succeed, provision-api-update-failed': {
    bindings: [makeBinding(unboundPVC, pvNode1aBound)],
    cachedPVs: [pvNode1a],
    expectedPVs: [pvNode1aBound],
    provisioned: [addProvisionAnn(provisionedPVC), addProvisionAnn(provisionedPVC2)],
    cachedPVCs: [provisionedPVC, provisionedPVC2],
    apiPVCs: [provisionedPVC, provisionedPVCHigherVersion],
    expectedPVCs: [addProvisionAnn(provisionedPVC), provisionedPVC2],
    expectedAPIPVCs: [addProvisionAnn(provisionedPVC), provisionedPVCHigherVersion],
    fails: conflict,
  },
};

// Upstream's TestBindAPIUpdate.
describe('writing what is assumed', () => {
  test.each(Object.entries(writing))('%s', (_name, scenario) => {
    const { bindings, provisioned, cachedPVs = [], cachedPVCs = [] } = scenario;
    const bed = new BinderBed();
    bed.initVolumes(cachedPVs, scenario.apiPVs);
    bed.initClaims(cachedPVCs, scenario.apiPVCs);
    bed.assume(bindings, provisioned);
    const err = atOnce(bindAPIUpdate(bed.parts, 'test-pod', listsOf(bindings, provisioned)));
    if (scenario.fails === undefined) expect(err).toBeUndefined();
    else expect(err?.message).toContain(scenario.fails);
    const { expectedPVs = [], expectedPVCs = [] } = scenario;
    const { expectedAPIPVs = expectedPVs, expectedAPIPVCs = expectedPVCs } = scenario;
    const cached = expectedPVs.map(({ metadata }) => bed.pvCache.get(metadata.name)[0] as PersistentVolume);
    expect(bare(cached)).toEqual(bare(expectedPVs));
    expect(bare(bed.apiPVs.objects.values())).toEqual(bare(expectedAPIPVs));
    const claims = expectedPVCs.map(
      ({ metadata }) => bed.pvcCache.get(`testns/${metadata.name}`)[0] as PersistentVolumeClaim,
    );
    expect(bare(claims)).toEqual(bare(expectedPVCs));
    expect(bare(bed.apiPVCs.objects.values())).toEqual(bare(expectedAPIPVCs));
  });
});

interface Checking {
  readonly bindings?: readonly BindingInfo[];
  readonly provisioned?: PVCs;
  readonly initPVs?: PVs;
  readonly initPVCs?: PVCs;
  readonly apiPVs?: PVs;
  readonly apiPVCs?: PVCs;
  readonly deletePVs?: boolean;
  readonly deletePVCs?: boolean;
  /** False where it is still waited for. */
  readonly bound?: boolean;
  readonly fails?: string;
}

const oneBinding = [makeBinding(unboundPVC, pvNode1aBound)];
const toProvision = [addProvisionAnn(provisionedPVC)];
const forPod = (message: string): string => message.replace('"test-pod"', '"testns/test-pod"');

const checking: Readonly<Record<string, Checking>> = {
  'nothing-to-bind-nil': { fails: forPod(noBindings) },
  'nothing-to-bind-bindings-nil': { provisioned: [], fails: forPod(noBindings) },
  'nothing-to-bind-provisionings-nil': { bindings: [], fails: forPod(noClaims) },
  'nothing-to-bind': { bindings: [], provisioned: [], bound: true },
  'binding-bound': {
    bindings: oneBinding,
    provisioned: [],
    initPVs: [pvNode1aBound],
    initPVCs: [boundPVCNode1a],
    bound: true,
  },
  'binding-prebound': {
    bindings: oneBinding,
    provisioned: [],
    initPVs: [pvNode1aBound],
    initPVCs: [preboundPVCNode1a],
  },
  'binding-unbound': {
    bindings: oneBinding,
    provisioned: [],
    initPVs: [pvNode1aBound],
    initPVCs: [unboundPVC],
  },
  'binding-pvc-not-exists': {
    bindings: oneBinding,
    provisioned: [],
    initPVs: [pvNode1aBound],
    fails: 'failed to check binding: could not find v1.PersistentVolumeClaim "testns/unbound-pvc"',
  },
  'binding-pv-not-exists': {
    bindings: oneBinding,
    provisioned: [],
    initPVs: [pvNode1aBound],
    initPVCs: [boundPVCNode1a],
    deletePVs: true,
    fails: 'failed to check binding: could not find v1.PersistentVolume "pv-node1a"',
  },
  'binding-claimref-nil': {
    bindings: oneBinding,
    provisioned: [],
    initPVs: [pvNode1a],
    initPVCs: [boundPVCNode1a],
    apiPVs: [pvNode1a],
    apiPVCs: [boundPVCNode1a],
    fails: 'ClaimRef got reset for pv "pv-node1a"',
  },
  'binding-claimref-uid-empty': {
    bindings: oneBinding,
    provisioned: [],
    initPVs: [pvNode1aBound],
    initPVCs: [boundPVCNode1a],
    apiPVs: [pvRemoveClaimUID(pvNode1aBound)],
    apiPVCs: [boundPVCNode1a],
    fails: 'ClaimRef got reset for pv "pv-node1a"',
  },
  'binding-one-bound,one-unbound': {
    bindings: [...oneBinding, makeBinding(unboundPVC2, pvNode1bBound)],
    provisioned: [],
    initPVs: [pvNode1aBound, pvNode1bBound],
    initPVCs: [boundPVCNode1a, unboundPVC2],
  },
  'provisioning-pvc-bound': {
    bindings: [],
    provisioned: toProvision,
    initPVs: [pvBound],
    initPVCs: [provisionedPVCBound],
    apiPVCs: [addProvisionAnn(provisionedPVCBound)],
    bound: true,
  },
  'provisioning-pvc-unbound': {
    bindings: [],
    provisioned: toProvision,
    initPVCs: [addProvisionAnn(provisionedPVC)],
  },
  'provisioning-pvc-not-exists': {
    bindings: [],
    provisioned: toProvision,
    initPVCs: [provisionedPVC],
    deletePVCs: true,
    fails:
      'failed to check provisioning pvc: could not find v1.PersistentVolumeClaim "testns/provisioned-pvc"',
  },
  'provisioning-pvc-annotations-nil': {
    bindings: [],
    provisioned: toProvision,
    initPVCs: [provisionedPVC],
    apiPVCs: [provisionedPVC],
    fails: 'selectedNode annotation reset for PVC "provisioned-pvc"',
  },
  'provisioning-pvc-selected-node-dropped': {
    bindings: [],
    provisioned: toProvision,
    initPVCs: [provisionedPVC],
    apiPVCs: [annotated(provisionedPVC, {})],
    fails: 'selectedNode annotation reset for PVC "provisioned-pvc"',
  },
  'provisioning-pvc-selected-node-wrong-node': {
    bindings: [],
    provisioned: toProvision,
    initPVCs: [provisionedPVC],
    apiPVCs: [annotated(provisionedPVC, { 'volume.kubernetes.io/selected-node': 'wrong-node' })],
    fails: 'provisioning failed for PVC "provisioned-pvc"',
  },
  'binding-bound-provisioning-unbound': {
    bindings: oneBinding,
    provisioned: toProvision,
    initPVs: [pvNode1aBound],
    initPVCs: [boundPVCNode1a, addProvisionAnn(provisionedPVC)],
  },
  'tolerate-provisioning-pvc-bound-pv-not-found': {
    bindings: [],
    provisioned: toProvision,
    initPVs: [pvNode1a],
    initPVCs: [provisionedPVC],
    apiPVCs: [addProvisionAnn(provisionedPVCBound)],
    deletePVs: true,
  },
};

function check(
  scenario: Checking,
  nodes: readonly Node[] = [node1],
  csiNodes: readonly CSINode[] = [],
  features: readonly string[] = [],
) {
  const bed = new BinderBed({ nodes, csiNodes, features });
  const pod = makePod();
  bed.pods.set('test-pod', pod);
  bed.initVolumes(scenario.initPVs);
  bed.initClaims(scenario.initPVCs);
  bed.assume(scenario.bindings, scenario.provisioned);
  if (scenario.deletePVs) for (const pv of scenario.initPVs ?? []) bed.pvCache.delete(pv);
  else bed.write(scenario.apiPVs);
  if (scenario.deletePVCs) for (const pvc of scenario.initPVCs ?? []) bed.pvcCache.delete(pvc);
  else bed.write([], scenario.apiPVCs);
  return checkBindings(bed.parts, pod, listsOf(scenario.bindings, scenario.provisioned));
}

// Upstream's TestCheckBindings.
describe('whether all are bound', () => {
  test.each(Object.entries(checking))('%s', (_name, scenario) => {
    const [bound, err] = check(scenario);
    expect(err?.message).toBe(scenario.fails);
    expect(bound).toBe(scenario.bound ?? false);
  });

  test('a node that is gone, or a pod, ends it', () => {
    const nothing: Checking = { bindings: [], provisioned: [] };
    expect(check(nothing, [])[1]?.message).toBe('failed to get node "node1": object "node1" not found');
    const bed = new BinderBed({ nodes: [node1] });
    const [, err] = checkBindings(bed.parts, makePod(), listsOf([], []));
    expect(err?.message).toBe('pod does not exist any more: object "test-pod" not found');
  });
});

// Upstream's TestCheckBindingsWithCSIMigration.
describe('whether volumes are bound that a CSI driver took over', () => {
  const binding: Checking = {
    bindings: [makeBinding(unboundPVC, migrationPVBoundToUnbound)],
    provisioned: [],
    initPVs: [migrationPVBoundToUnbound],
    initPVCs: [unboundPVC],
  };
  const provisioning: Checking = {
    bindings: [],
    provisioned: [addProvisionAnn(provMigrationPVCBound)],
    initPVs: [migrationPVBound],
    initPVCs: [provMigrationPVCBound],
    apiPVCs: [addProvisionAnn(provMigrationPVCBound)],
  };
  const elsewhere =
    'pv "pv-migration-bound" node affinity doesn\'t match node "node1": no matching NodeSelectorTerms';
  test.each([
    ['provisioning-pvc-bound', provisioning, node1Zone1, csiNode1Migrated, false, true, undefined],
    ['binding-node-pv-same-zone', binding, node1Zone1, csiNode1Migrated, true, false, undefined],
    ['binding-without-csinode', binding, node1Zone1, undefined, true, false, undefined],
    ['binding-non-migrated-plugin', binding, node1Zone1, csiNode1NotMigrated, true, false, undefined],
    ['binding-node-pv-in-different-zones', binding, node1Zone2, csiNode1Migrated, true, false, elsewhere],
    [
      'binding-node-pv-different-zones-migration-off',
      binding,
      node1Zone2,
      csiNode1Migrated,
      false,
      false,
      undefined,
    ],
  ])('%s', (_name, scenario, node, csiNode, migrated, bound, fails) => {
    const features = migrated ? ['CSIMigration', 'CSIMigrationGCE'] : [];
    const [gotBound, err] = check(scenario, [node], csiNode ? [csiNode] : [], features);
    expect(err?.message).toBe(fails);
    expect(gotBound).toBe(bound);
  });
});

interface Waiting {
  readonly nil?: boolean;
  readonly nodes?: readonly Node[];
  readonly initPVs?: PVs;
  readonly initPVCs?: PVCs;
  readonly binding?: BindingInfo;
  readonly claim?: PersistentVolumeClaim;
  readonly apiPV?: PersistentVolume;
  readonly apiPVC?: PersistentVolumeClaim;
  /** What happens after four seconds and a half. */
  readonly later?: (bed: BinderBed) => void;
  readonly fails?: string;
  /** When it is over, in ms. */
  readonly at: number;
}

const stored = (bed: BinderBed, name: string): PersistentVolumeClaim =>
  bed.apiPVCs.objects.get(`testns/${name}`) as PersistentVolumeClaim;

const timedOut = 'binding volumes: timed out waiting for the condition';
const misplaced = (pv: string): string =>
  `binding volumes: pv "${pv}" node affinity doesn't match node "node1": no matching NodeSelectorTerms`;

const waiting: Readonly<Record<string, Waiting>> = {
  'nothing-to-bind-nil': {
    nil: true,
    at: 1000,
    fails: 'binding volumes: failed to get node "node1": object "node1" not found',
  },
  'nothing-to-bind-empty': { at: 1000 },
  'already-bound': {
    binding: makeBinding(unboundPVC, pvNode1aBound),
    initPVs: [pvNode1aBound],
    initPVCs: [boundPVCNode1a],
    at: 1000,
  },
  'binding-static-pv-succeeds-after-time': {
    initPVs: [pvNode1a],
    initPVCs: [unboundPVC],
    binding: makeBinding(unboundPVC, pvNode1aBound),
    later: (bed) => bed.write([], [fullyBound(unboundPVC, 'pv-node1a')]),
    at: 5000,
  },
  'binding-dynamic-pv-succeeds-after-time': {
    claim: addProvisionAnn(provisionedPVC),
    initPVCs: [provisionedPVC],
    later(bed) {
      const pvc = stored(bed, 'provisioned-pvc');
      bed.apiPVs.put(makeTestPV('dynamic-pv', 'node1', '1G', waitClass, pvc));
      bed.write([], [fullyBound(pvc, 'dynamic-pv')]);
    },
    at: 5000,
  },
  'bound-by-pv-controller-before-bind': {
    initPVs: [pvNode1a],
    initPVCs: [unboundPVC],
    binding: makeBinding(unboundPVC, pvNode1aBound),
    apiPV: pvNode1aBound,
    apiPVC: boundPVCNode1a,
    fails: 'Operation cannot be fulfilled on volumes "pv-node1a": VersionError',
    at: 0,
  },
  'pod-deleted-after-time': {
    binding: makeBinding(unboundPVC, pvNode1aBound),
    initPVs: [pvNode1a],
    initPVCs: [unboundPVC],
    later: (bed) => bed.pods.clear(),
    fails: 'binding volumes: pod does not exist any more: object "test-pod" not found',
    at: 5000,
  },
  'binding-times-out': {
    binding: makeBinding(unboundPVC, pvNode1aBound),
    initPVs: [pvNode1a],
    initPVCs: [unboundPVC],
    fails: timedOut,
    at: 10_000,
  },
  'binding-fails': {
    binding: makeBinding(unboundPVC2, pvNode1bBound),
    initPVs: [pvNode1b],
    initPVCs: [unboundPVC2],
    fails: timedOut,
    at: 10_000,
  },
  'check-fails': {
    binding: makeBinding(unboundPVC, pvNode1aBound),
    initPVs: [pvNode1a],
    initPVCs: [unboundPVC],
    later: (bed) => bed.apiPVCs.delete(unboundPVC),
    fails:
      'binding volumes: failed to check binding: could not find v1.PersistentVolumeClaim "testns/unbound-pvc"',
    at: 5000,
  },
  'node-affinity-fails': {
    binding: makeBinding(unboundPVC, pvNode1aBound),
    initPVs: [pvNode1aBound],
    initPVCs: [boundPVCNode1a],
    nodes: [node1NoLabels],
    fails: misplaced('pv-node1a'),
    at: 1000,
  },
  'node-affinity-fails-dynamic-provisioning': {
    initPVs: [pvNode1a, pvNode2],
    initPVCs: [selectedNodePVC],
    claim: selectedNodePVC,
    nodes: [node1, node2],
    later: (bed) => bed.write([], [fullyBound(selectedNodePVC, 'pv-node2')]),
    fails: misplaced('pv-node2'),
    at: 5000,
  },
};

// Upstream's TestBindPodVolumes.
describe('waiting until the volumes of a pod are bound', () => {
  test.each(Object.entries(waiting))('%s', (_name, scenario) => {
    const { binding, claim, nodes = [node1], later } = scenario;
    const bed = new BinderBed({ nodes: scenario.nil ? [] : nodes });
    const pod = makePod();
    bed.pods.set('test-pod', pod);
    const volumes = listsOf(binding ? [binding] : [], claim ? [claim] : []);
    bed.initVolumes(scenario.initPVs);
    bed.initClaims(scenario.initPVCs);
    bed.assume(volumes.staticBindings, volumes.dynamicProvisions);
    if (scenario.apiPV) bed.write([scenario.apiPV]);
    if (scenario.apiPVC) bed.write([], [scenario.apiPVC]);
    if (later) bed.sim.after(4500, () => later(bed));
    let over: { readonly err: Error | undefined; readonly at: number } | undefined;
    bed.sim.go(
      'bind',
      (function* () {
        const err = yield* bed.binder.bindPodVolumes(pod, volumes);
        over = { err, at: bed.sim.now };
      })(),
    );
    bed.sim.runFor(20_000);
    expect(over?.err?.message).toBe(scenario.fails);
    expect(bed.failed()).toEqual(scenario.fails ? { bind: 1 } : {});
    expect(over?.at).toBe(scenario.at);
  });

  test('a claim is bound wholly when its annotation says so, not before', () => {
    const half = { ...boundPVCNode1a, metadata: { ...boundPVCNode1a.metadata, annotations: {} } };
    const [bound] = check({
      bindings: oneBinding,
      provisioned: [],
      initPVs: [pvNode1aBound],
      initPVCs: [half],
    });
    expect(bound).toBe(false);
    expect(boundPVCNode1a.metadata.annotations?.[annBindCompleted]).toBe('yes');
  });
});
