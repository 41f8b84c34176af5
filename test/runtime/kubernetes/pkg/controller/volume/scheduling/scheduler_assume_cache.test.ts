import { describe, expect, test } from 'vitest';
import type {
  PersistentVolume,
  PersistentVolumeClaim,
} from '../../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import { DeletedFinalStateUnknown } from '../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import {
  PVAssumeCache,
  PVCAssumeCache,
} from '../../../../../../../src/runtime/kubernetes/pkg/controller/volume/scheduling/scheduler_assume_cache.ts';

const makePV = (name: string, resourceVersion: string, storageClassName: string, claimRef?: object) =>
  ({
    kind: 'PersistentVolume',
    apiVersion: 'v1',
    metadata: { name, resourceVersion },
    spec: { storageClassName, ...(claimRef && { claimRef }) },
    status: {},
  }) as unknown as PersistentVolume;

const makeClaim = (name: string, resourceVersion: string, namespace: string, annotations: object = {}) =>
  ({
    kind: 'PersistentVolumeClaim',
    apiVersion: 'v1',
    metadata: { name, namespace, resourceVersion, annotations },
    spec: {},
    status: {},
  }) as unknown as PersistentVolumeClaim;

const isOutOfSync = 'is out of sync (stored: 5, assume: 4)';
const unreadable = 'strconv.ParseInt: parsing "a": invalid syntax';

// Upstream's TestAssumePV.
describe('assuming a volume', () => {
  test.each([
    ['success-same-version', makePV('pv1', '5', ''), makePV('pv1', '5', ''), undefined],
    [
      'success-storageclass-same-version',
      makePV('pv1', '5', 'class1'),
      makePV('pv1', '5', 'class1'),
      undefined,
    ],
    ['success-new-higher-version', makePV('pv1', '5', ''), makePV('pv1', '6', ''), undefined],
    [
      'fail-old-not-found',
      makePV('pv2', '5', ''),
      makePV('pv1', '5', ''),
      'could not find v1.PersistentVolume "pv1"',
    ],
    [
      'fail-new-lower-version',
      makePV('pv1', '5', ''),
      makePV('pv1', '4', ''),
      `v1.PersistentVolume "pv1" ${isOutOfSync}`,
    ],
    [
      'fail-new-bad-version',
      makePV('pv1', '5', ''),
      makePV('pv1', 'a', ''),
      `error parsing ResourceVersion "a" for v1.PersistentVolume "pv1": ${unreadable}`,
    ],
    [
      'fail-old-bad-version',
      makePV('pv1', 'a', ''),
      makePV('pv1', '5', ''),
      `error parsing ResourceVersion "a" for v1.PersistentVolume "pv1": ${unreadable}`,
    ],
  ])('%s', (_name, oldPV, newPV, message) => {
    const cache = new PVAssumeCache();
    cache.add(oldPV);
    expect(cache.get(oldPV.metadata.name)[0]).toBe(oldPV);
    expect(cache.assume(newPV)?.message).toBe(message);
    expect(cache.get(oldPV.metadata.name)[0]).toBe(message === undefined ? newPV : oldPV);
  });
});

// Upstream's TestAssumePVC.
describe('assuming a claim', () => {
  test.each([
    ['success-same-version', makeClaim('pvc1', '5', 'ns1'), makeClaim('pvc1', '5', 'ns1'), true],
    ['success-new-higher-version', makeClaim('pvc1', '5', 'ns1'), makeClaim('pvc1', '6', 'ns1'), true],
    ['fail-old-not-found', makeClaim('pvc2', '5', 'ns1'), makeClaim('pvc1', '5', 'ns1'), false],
    ['fail-new-lower-version', makeClaim('pvc1', '5', 'ns1'), makeClaim('pvc1', '4', 'ns1'), false],
    ['fail-new-bad-version', makeClaim('pvc1', '5', 'ns1'), makeClaim('pvc1', 'a', 'ns1'), false],
    ['fail-old-bad-version', makeClaim('pvc1', 'a', 'ns1'), makeClaim('pvc1', '5', 'ns1'), false],
  ])('%s', (_name, oldPVC, newPVC, shouldSucceed) => {
    const cache = new PVCAssumeCache();
    const key = `ns1/${oldPVC.metadata.name}`;
    cache.add(oldPVC);
    expect(cache.get(key)[0]).toBe(oldPVC);
    expect(cache.assume(newPVC) === undefined).toBe(shouldSucceed);
    expect(cache.get(key)[0]).toBe(shouldSucceed ? newPVC : oldPVC);
  });
});

// Upstream's TestRestorePV and TestRestorePVC.
describe('going back to what the informer told', () => {
  test.each([
    [new PVAssumeCache(), 'pv1', makePV('pv1', '5', ''), makePV('pv1', '5', '')],
    [new PVCAssumeCache(), 'ns1/pvc1', makeClaim('pvc1', '5', 'ns1'), makeClaim('pvc1', '5', 'ns1')],
  ])('%s', (cache, key, old, assumed) => {
    cache.restore('nothing');
    cache.add(old as never);
    cache.restore(key);
    expect(cache.get(key)[0]).toBe(old);
    expect(cache.assume(assumed as never)).toBeUndefined();
    expect(cache.get(key)[0]).toBe(assumed);
    expect(cache.getAPIObj(key)[0]).toBe(old);
    cache.restore(key);
    expect(cache.get(key)[0]).toBe(old);
  });
});

/** Ten volumes of a class, by name. */
function ten(prefix: string, storageClassName: string): Map<string, PersistentVolume> {
  const names = Array.from({ length: 10 }, (_, i) => `${prefix}${i}`);
  return new Map(names.map((name) => [name, makePV(name, '1', storageClassName)]));
}

const sorted = (pvs: Iterable<PersistentVolume>) =>
  [...pvs].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));

// Upstream's TestBasicPVCache and TestPVCacheWithStorageClasses.
describe.each([[['']], [['class1', 'class2']]])('volumes of the classes %j', (classes) => {
  test('are listed by class, as they change and go', () => {
    const cache = new PVAssumeCache();
    expect(cache.get('nothere')[1]?.message).toBe('could not find v1.PersistentVolume "nothere"');
    const of = new Map(classes.map((name, i) => [name, ten(`test${i}-pv`, name)]));
    for (const pvs of of.values()) for (const pv of pvs.values()) cache.add(pv);
    const asExpected = () => {
      for (const [name, pvs] of of) expect(sorted(cache.list(name))).toEqual(sorted(pvs.values()));
    };
    asExpected();

    const [first = ''] = classes;
    const updated = makePV('test0-pv3', '2', first);
    of.get(first)?.set('test0-pv3', updated);
    cache.add(updated);
    asExpected();
    expect(cache.get('test0-pv3')[0]).toBe(updated);

    cache.delete(of.get(first)?.get('test0-pv7'));
    of.get(first)?.delete('test0-pv7');
    asExpected();
  });
});

describe('what is assumed', () => {
  // Upstream's TestAssumeUpdatePVCache.
  test('outlasts a volume that is told of again', () => {
    const cache = new PVAssumeCache();
    const pv = makePV('test-pv0', '1', '');
    cache.add(pv);
    const newPV = makePV('test-pv0', '1', '', { name: 'test-claim' });
    expect(cache.assume(newPV)).toBeUndefined();
    cache.add(pv);
    expect(cache.get('test-pv0')[0]).toBe(newPV);
  });

  // Upstream's TestAssumeUpdatePVCCache.
  test('outlasts a claim that is told of again, and no newer one', () => {
    const cache = new PVCAssumeCache();
    const pvc = makeClaim('test-pvc0', '1', 'test-ns');
    cache.add(pvc);
    const newPVC = makeClaim('test-pvc0', '1', 'test-ns', { node: 'test-node' });
    expect(cache.assume(newPVC)).toBeUndefined();
    cache.add(pvc);
    expect(cache.get('test-ns/test-pvc0')[0]).toBe(newPVC);
    const newer = makeClaim('test-pvc0', '2', 'test-ns');
    cache.add(newer);
    expect(cache.get('test-ns/test-pvc0')[0]).toBe(newer);
  });

  test('stays where only the key of what was deleted is known, as upstream', () => {
    const cache = new PVAssumeCache();
    const pv = makePV('pv1', '1', '');
    cache.add(pv);
    cache.delete(new DeletedFinalStateUnknown('pv1', pv));
    expect(cache.get('pv1')[0]).toBe(pv);
    cache.delete(pv);
    expect(cache.get('pv1')[0]).toBeUndefined();
  });
});
