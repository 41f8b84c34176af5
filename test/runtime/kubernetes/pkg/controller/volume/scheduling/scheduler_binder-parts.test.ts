import { describe, expect, test } from 'vitest';
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
import {
  byPVCSize,
  hasEnoughCapacity,
  tryTranslatePVToCSI,
} from '../../../../../../../src/runtime/kubernetes/pkg/controller/volume/scheduling/scheduler_binder.ts';
import {
  newNotFound,
  newServiceUnavailable,
} from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { BinderBed } from './binder-bed.ts';

const no = newServiceUnavailable('not now');
const claimOf = (storage: string | undefined): PersistentVolumeClaim =>
  ({
    metadata: { name: storage ?? 'none', namespace: 'testns' },
    spec: storage === undefined ? {} : { resources: { requests: { storage } } },
  }) as unknown as PersistentVolumeClaim;

describe('whether a driver has room', () => {
  const storageClass = { metadata: { name: 'fast' }, provisioner: 'csi.example.com' } as StorageClass;
  const node = { metadata: { name: 'a', labels: { zone: 'x' } } } as unknown as Node;
  const capacity = (more: object = {}): CSIStorageCapacity =>
    ({
      metadata: { name: 'c' },
      storageClassName: 'fast',
      capacity: '1Gi',
      nodeTopology: { matchLabels: { zone: 'x' } },
      ...more,
    }) as unknown as CSIStorageCapacity;
  const driver = (storageCapacity: boolean): [CSIDriver, undefined] => [
    { metadata: { name: 'csi.example.com' }, spec: { storageCapacity } } as CSIDriver,
    undefined,
  ];
  const missing = [undefined, newNotFound({ group: '', resource: 'csidrivers' }, 'x')] as const;

  type Found = ReturnType<typeof driver> | readonly [undefined, Error];
  const room = (
    found: Found,
    capacities: CSIStorageCapacity[] | Error,
    storage: string | undefined,
    of = node,
  ) =>
    hasEnoughCapacity(
      {
        csiDriverLister: { get: () => found as never },
        csiStorageCapacityLister: {
          list: () => (capacities instanceof Error ? [undefined, capacities] : [capacities, undefined]),
        },
      },
      claimOf(storage),
      storageClass,
      of,
    );

  test.each<[string, Found, CSIStorageCapacity[] | Error, string | undefined, [boolean, Error | undefined]]>([
    ['the claim says no size', driver(true), [], undefined, [true, undefined]],
    ['no driver is known', missing, [], '1Gi', [true, undefined]],
    ['drivers cannot be asked for', [undefined, no], [], '1Gi', [false, no]],
    ['the driver does not say how much it has', driver(false), [], '1Gi', [true, undefined]],
    ['what it says cannot be read', driver(true), no, '1Gi', [false, no]],
    ['it has as much', driver(true), [capacity()], '1Gi', [true, undefined]],
    ['it has a byte less', driver(true), [capacity()], '1073741825', [false, undefined]],
    ['it says no size', driver(true), [capacity({ capacity: undefined })], '1Gi', [false, undefined]],
    [
      'it has that elsewhere',
      driver(true),
      [capacity({ nodeTopology: undefined })],
      '1Gi',
      [false, undefined],
    ],
    [
      'it has that for another class',
      driver(true),
      [capacity({ storageClassName: 'slow' })],
      '1Gi',
      [false, undefined],
    ],
    [
      'it has that in another zone',
      driver(true),
      [capacity({ nodeTopology: { matchLabels: { zone: 'y' } } })],
      '1Gi',
      [false, undefined],
    ],
    [
      'where it has that cannot be understood',
      driver(true),
      [capacity({ nodeTopology: { matchExpressions: [{ key: 'zone', operator: 'Odd' }] } })],
      '1Gi',
      [false, undefined],
    ],
  ])('%s', (_name, found, capacities, storage, answer) => {
    expect(room(found, capacities, storage)).toEqual(answer);
  });

  test('is not asked without the feature, and a node without labels is in no zone', () => {
    expect(hasEnoughCapacity(undefined, claimOf('1Gi'), storageClass, node)).toEqual([true, undefined]);
    const bare = { metadata: { name: 'b' } } as unknown as Node;
    expect(room(driver(true), [capacity()], '1Gi', bare)).toEqual([false, undefined]);
  });
});

test('of claims the smaller come first, and those without a size before all', () => {
  const claims = ['2Gi', '500Mi', undefined, '1Gi', '1024Mi'].map(claimOf);
  const sizes = claims.toSorted(byPVCSize).map(({ metadata }) => metadata.name);
  expect(sizes).toEqual(['none', '500Mi', '1Gi', '1024Mi', '2Gi']);
  expect(byPVCSize(claimOf('1Gi'), claimOf('1024Mi'))).toBe(0);
});

describe('a volume as a CSI driver knows it', () => {
  const gce = {
    metadata: { name: 'pv', labels: {} },
    spec: { gcePersistentDisk: { pdName: 'disk' }, accessModes: ['ReadWriteOnce'] },
  } as unknown as PersistentVolume;
  const nfs = {
    metadata: { name: 'pv' },
    spec: { nfs: { server: 's', path: '/' } },
  } as unknown as PersistentVolume;
  const both = ['CSIMigration', 'CSIMigrationGCE'];
  const nodeOf = (plugins: string | undefined): CSINode =>
    ({
      metadata: plugins
        ? { annotations: { 'storage.alpha.kubernetes.io/migrated-plugins': plugins } }
        : { annotations: {} },
    }) as unknown as CSINode;
  const migrated = nodeOf('kubernetes.io/aws-ebs,kubernetes.io/gce-pd');

  test.each<[string, PersistentVolume, string[], CSINode | undefined, boolean]>([
    ['is translated', gce, both, migrated, true],
    ['is of a kind that no driver takes over', nfs, both, migrated, false],
    ['migration is off', gce, ['CSIMigrationGCE'], migrated, false],
    ['migration is off for its kind', gce, ['CSIMigration', 'CSIMigrationAWS'], migrated, false],
    ['the node says nothing', gce, both, nodeOf(undefined), false],
    ['the node has no annotations', gce, both, { metadata: {} } as CSINode, false],
    ['the node has taken over others only', gce, both, nodeOf('kubernetes.io/aws-ebs'), false],
    ['the node is not known', gce, both, undefined, false],
  ])('%s', (_name, pv, features, csiNode, translated) => {
    const enabled = (feature: string): boolean => features.includes(feature);
    const [got, err] = tryTranslatePVToCSI({ enabled }, pv, () => csiNode);
    expect(err).toBeUndefined();
    if (translated) expect(got?.spec.csi?.driver).toBe('pd.csi.storage.gke.io');
    else expect(got).toBe(pv);
  });
});

describe('a volume that lives with its pod', () => {
  const volumes = [{ name: 'scratch', ephemeral: { volumeClaimTemplate: { spec: {} } } }];
  const pod = {
    metadata: { name: 'web', namespace: 'testns', uid: 'uid-of-web' },
    spec: { volumes },
  } as unknown as Pod;
  const claim = (uid: string | undefined): PersistentVolumeClaim =>
    ({
      metadata: {
        name: 'web-scratch',
        namespace: 'testns',
        uid: 'c',
        resourceVersion: '1',
        ...(uid
          ? { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'web', uid, controller: true }] }
          : {}),
      },
      spec: { storageClassName: 'waitClass' },
      status: {},
    }) as unknown as PersistentVolumeClaim;

  test.each<[string, string[], PersistentVolumeClaim | undefined, string | undefined, number]>([
    ['needs nothing without the feature', [], undefined, undefined, 0],
    ['needs its claim', ['GenericEphemeralVolume'], undefined, 'error getting PVC "testns/web-scratch"', 0],
    ['is that of its claim', ['GenericEphemeralVolume'], claim('uid-of-web'), undefined, 1],
    [
      'is not that of the claim of another pod',
      ['GenericEphemeralVolume'],
      claim('another'),
      'PVC testns/web-scratch is not owned by pod',
      0,
    ],
    [
      'is not that of a claim of nobody',
      ['GenericEphemeralVolume'],
      claim(undefined),
      'PVC testns/web-scratch is not owned by pod',
      0,
    ],
  ])('%s', (_name, features, known, fails, toBind) => {
    const bed = new BinderBed({ features });
    bed.initClaims(known ? [known] : []);
    const [claims, err] = bed.binder.getPodVolumes(pod);
    if (fails) expect(err?.message).toContain(fails);
    else expect([err, claims?.unboundClaimsDelayBinding.length]).toEqual([undefined, toBind]);
  });
});
