import { describe, expect, test } from 'vitest';
import type {
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
} from '../../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  checkAccessModes,
  checkVolumeModeMismatches,
  findMatchingVolume,
  getBindVolumeToClaim,
  getVolumeNodeAffinity,
} from '../../../../../../../../src/runtime/kubernetes/pkg/controller/volume/persistentvolume/util/util.ts';

const [once, many, read] = ['ReadWriteOnce', 'ReadWriteMany', 'ReadOnlyMany'];

function volume(
  uid: string,
  storage: string,
  { name = uid, phase = 'Available', ...spec }: Record<string, unknown> = {},
): PersistentVolume {
  return {
    kind: 'PersistentVolume',
    apiVersion: 'v1',
    metadata: { uid, name, resourceVersion: '1' },
    spec: { capacity: { storage }, accessModes: [once, read], volumeMode: 'Filesystem', ...spec },
    status: { phase },
  } as never;
}

function claimOf(storage: string, spec: object = {}, name = 'claim01'): PersistentVolumeClaim {
  return {
    kind: 'PersistentVolumeClaim',
    apiVersion: 'v1',
    metadata: { name, namespace: 'myns', uid: `uid-${name}` },
    spec: { accessModes: [once], resources: { requests: { storage } }, volumeMode: 'Filesystem', ...spec },
    status: {},
  } as never;
}

const nodeWith = (value: string): Node => ({ metadata: { name: 'node', labels: { key1: value } } }) as never;

// Upstream's TestFindMatchVolumeWithNode.
describe('the volume for a claim on a node', () => {
  const wait = { storageClassName: 'wait' };
  const on = (value: string) => ({ ...wait, nodeAffinity: getVolumeNodeAffinity('key1', value) });
  const claimRef = { name: 'claim02', namespace: 'myns' };
  const volumes = [
    volume('affinity-pv', '100G', { name: 'affinity001', ...on('value1') }),
    volume('affinity-pv2', '150G', { name: 'affinity002', ...on('value1') }),
    volume('affinity-prebound', '100G', { name: 'affinity003', claimRef, ...on('value1') }),
    volume('affinity-pv3', '200G', { name: 'affinity003', ...on('value3') }),
    ...['Pending', 'Failed', 'Released', ''].map((phase) =>
      volume(`affinity-pv4-${phase}`, '200G', { phase, ...on('value4') }),
    ),
  ];
  test.each([
    ['success-match', claimOf('100G', wait), 'value1', [], 'affinity-pv'],
    ['success-prebound', claimOf('100G', wait, 'claim02'), 'value1', [], 'affinity-prebound'],
    ['success-exclusion', claimOf('100G', wait), 'value1', ['affinity001'], 'affinity-pv2'],
    ['fail-exclusion', claimOf('100G', wait), 'value1', ['affinity001', 'affinity002'], undefined],
    ['fail-accessmode', claimOf('100G', { ...wait, accessModes: [many] }), 'value1', [], undefined],
    ['fail-nodeaffinity', claimOf('100G', wait), 'value2', [], undefined],
    ['fail-prebound-node-affinity', claimOf('100G', wait, 'claim02'), 'value3', [], undefined],
    ['fail-nonavaiable', claimOf('100G', wait, 'claim04'), 'value4', [], undefined],
    ['success-bad-and-good-node-affinity', claimOf('100G', wait, 'claim03'), 'value3', [], 'affinity-pv3'],
  ])('%s', (_name, claim, value, excluded, expected) => {
    const [found] = findMatchingVolume(claim, volumes, nodeWith(value), new Set(excluded), true);
    expect(found?.metadata.uid).toBe(expected);
  });
});

// Upstream's TestFindingPreboundVolumes and TestBestMatchDelayed, without the index by access modes.
describe('the volume for a claim on no node', () => {
  const claim = claimOf('1Gi');
  const claimRef = { name: 'claim01', namespace: 'myns', uid: 'uid-claim01' };
  const find = (bound: Readonly<Record<string, object>>, delayed = false) => {
    const sizes: Readonly<Record<string, string>> = { pv1: '1Gi', pv5: '5Gi', pv8: '8Gi', small: '1Mi' };
    const volumes = Object.entries(sizes).map(([name, size]) =>
      volume(name, size, bound[name] ? { claimRef: bound[name] } : {}),
    );
    return findMatchingVolume(claim, volumes, undefined, new Set(), delayed)[0]?.metadata.name;
  };

  test('is the smallest that fits', () => expect(find({})).toBe('pv1'));
  test('is none that another claim has', () =>
    expect(find({ pv1: { name: 'foo', namespace: 'bar' } })).toBe('pv5'));
  test('is the one that the claim has', () => expect(find({ pv8: claimRef })).toBe('pv8'));
  test('is not too small, whoever has it', () => expect(find({ small: claimRef })).toBe('pv1'));
  test('is left to the scheduler, if the claim waits for a pod', () => {
    expect(find({}, true)).toBeUndefined();
    expect(find({ pv8: claimRef }, true)).toBe('pv8');
  });

  // Upstream's TestStorageObjectInUseProtectionFiltering, with the feature on.
  test('is none that is being deleted', () => {
    const pv = volume('pv1', '1Gi');
    const going = { ...pv, metadata: { ...pv.metadata, deletionTimestamp: '2021-01-01T00:00:00Z' } };
    expect(findMatchingVolume(claim, [going], undefined, new Set(), false)[0]).toBeUndefined();
  });

  test('has the labels that the claim selects', () => {
    const selecting = claimOf('1Gi', { selector: { matchLabels: { disk: 'ssd' } } });
    const pv = volume('pv1', '1Gi');
    const ssd = { ...pv, metadata: { ...pv.metadata, labels: { disk: 'ssd' } } };
    expect(findMatchingVolume(selecting, [pv], undefined, new Set(), false)[0]).toBeUndefined();
    expect(findMatchingVolume(selecting, [pv, ssd], undefined, new Set(), false)[0]).toBe(ssd);
  });
});

// Upstream's TestVolumeModeCheck.
describe('file systems and devices', () => {
  test.each([
    ['Block', 'Filesystem', true],
    ['Filesystem', 'Block', true],
    ['Block', 'Block', false],
    ['Filesystem', 'Filesystem', false],
    ['Filesystem', undefined, false],
    [undefined, 'Filesystem', false],
    [undefined, undefined, false],
    [undefined, 'Block', true],
    ['Block', undefined, true],
  ])('claim %s and volume %s: mismatch %s', (claimed, had, mismatch) => {
    const modes = [{ volumeMode: claimed }, { volumeMode: had }] as never as [
      PersistentVolumeClaim['spec'],
      PersistentVolume['spec'],
    ];
    expect(checkVolumeModeMismatches(...modes)).toBe(mismatch);
  });
});

// Upstream's TestCheckAccessModes.
describe('ways of using a volume', () => {
  const pv = volume('pv', '1G', { accessModes: [once, many] });
  test.each([
    ['success-single-mode', [many], true],
    ['success-many-modes', [many, once], true],
    ['fail-single-mode', [read], false],
    ['fail-many-modes', [many, read], false],
  ])('%s', (_name, accessModes, fits) => {
    expect(checkAccessModes(claimOf('100G', { accessModes }), pv)).toBe(fits);
  });
});

describe('binding a volume to a claim', () => {
  const claim = claimOf('1G');

  test('names the claim, and says that no user did', () => {
    const [bound, dirty] = getBindVolumeToClaim(volume('pv', '1G'), claim);
    expect(dirty).toBe(true);
    expect(bound?.spec.claimRef).toMatchObject({ name: 'claim01', namespace: 'myns', uid: 'uid-claim01' });
    expect(bound?.metadata.annotations).toEqual({ 'pv.kubernetes.io/bound-by-controller': 'yes' });
    expect(Object.isFrozen(bound)).toBe(true);
    if (bound) expect(getBindVolumeToClaim(bound, claim)).toEqual([bound, false, undefined]);
  });

  test('adds the uid where a user bound it, and nothing else', () => {
    const byUser = volume('pv', '1G', { claimRef: { name: 'claim01', namespace: 'myns' } });
    const [bound, dirty] = getBindVolumeToClaim(byUser, claim);
    expect(dirty).toBe(true);
    expect(bound?.spec.claimRef?.uid).toBe('uid-claim01');
    expect(bound?.metadata.annotations).toBeUndefined();
  });
});
