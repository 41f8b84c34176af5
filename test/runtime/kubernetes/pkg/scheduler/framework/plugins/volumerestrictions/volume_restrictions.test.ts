import { describe, expect, test } from 'vitest';
import { newCycleState } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import {
  type FilterPlugin,
  type Handle,
  newStatus,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import {
  errReasonDiskConflict,
  newPlugin,
} from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/volumerestrictions/volume_restrictions.ts';
import { newNodeInfo } from '../../../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { podWith } from '../volumes.ts';

const conflict = newStatus('Unschedulable', errReasonDiskConflict);
const answer = (volume: object | undefined, existing: object | undefined) => {
  const [plugin] = newPlugin(undefined, {} as Handle);
  const pods = existing ? [podWith(existing)] : [];
  const pod = volume ? podWith(volume) : podWith();
  return (plugin as unknown as FilterPlugin).filter(newCycleState(), pod, newNodeInfo(...pods));
};

const rbd = (...monitors: string[]) => ({ rbd: { monitors, pool: 'foo', image: 'bar', fsType: 'ext4' } });
const iscsi = (iqn: string) => ({ iscsi: { targetPortal: '127.0.0.1:3260', iqn, fsType: 'ext4', lun: 0 } });

// Upstream's TestGCEDiskConflicts, TestAWSDiskConflicts, TestRBDDiskConflicts and TestISCSIDiskConflicts.
describe.each([
  ['GCE', { gcePersistentDisk: { pdName: 'foo' } }, { gcePersistentDisk: { pdName: 'bar' } }],
  ['AWS', { awsElasticBlockStore: { volumeID: 'foo' } }, { awsElasticBlockStore: { volumeID: 'bar' } }],
  ['RBD', rbd('a', 'b'), rbd('c', 'd')],
  ['ISCSI', iscsi('iqn.2016-12.server:storage.target01'), iscsi('iqn.2017-12.server:storage.target01')],
])('disks of %s', (_kind, volState, volState2) => {
  test('nothing', () => expect(answer(undefined, undefined)).toBeUndefined());
  test('one state', () => expect(answer(undefined, volState)).toBeUndefined());
  test('same state', () => expect(answer(volState, volState)).toEqual(conflict));
  test('different state', () => expect(answer(volState2, volState)).toBeUndefined());
});

// What the doc comment of upstream's filter says, and its tables leave out.
describe('disks that are only read', () => {
  const read = (readOnly: boolean) => ({ gcePersistentDisk: { pdName: 'foo', readOnly } });
  test('GCE lets many read', () => {
    expect(answer(read(true), read(true))).toBeUndefined();
    expect(answer(read(true), read(false))).toEqual(conflict);
  });

  test('AWS does not', () => {
    const ebs = { awsElasticBlockStore: { volumeID: 'foo', readOnly: true } };
    expect(answer(ebs, ebs)).toEqual(conflict);
  });

  test('of RBD one monitor in common is enough', () => {
    expect(answer(rbd('b', 'c'), rbd('a', 'b'))).toEqual(conflict);
    const other = { rbd: { ...rbd('a').rbd, pool: 'other' } };
    expect(answer(other, rbd('a'))).toBeUndefined();
  });

  test.each([
    ['ISCSI', (readOnly: boolean) => ({ iscsi: { ...iscsi('iqn').iscsi, readOnly } })],
    ['RBD', (readOnly: boolean) => ({ rbd: { ...rbd('a').rbd, readOnly } })],
    ['GCE', read],
  ])('%s lets many read, and none write beside them', (_kind, of) => {
    expect(answer(of(true), of(true))).toBeUndefined();
    for (const [asked, existing] of [
      [true, false],
      [false, true],
      [false, false],
    ] as const)
      expect(answer(of(asked), of(existing))).toEqual(conflict);
  });

  test('images of RBD differ by their name, and without a pool are of one', () => {
    const of = (more: object) => ({ rbd: { monitors: ['a'], image: 'bar', ...more } });
    expect(answer(of({ image: 'other' }), of({}))).toBeUndefined();
    expect(answer(of({}), of({ pool: '' }))).toEqual(conflict);
    expect(answer(of({ pool: '' }), of({}))).toEqual(conflict);
    expect(answer(of({}), of({ pool: 'foo' }))).toBeUndefined();
    expect(answer(of({ monitors: undefined }), of({ monitors: undefined }))).toBeUndefined();
  });

  test('only disks of one kind are compared', () => {
    const disks = [read(false), { awsElasticBlockStore: { volumeID: 'foo' } }, rbd('a'), iscsi('iqn')];
    for (const asked of disks)
      for (const existing of disks)
        expect(answer(asked, existing)).toEqual(asked === existing ? conflict : undefined);
    expect(answer({ emptyDir: {} }, read(false))).toBeUndefined();
    expect(answer(read(false), { emptyDir: {} })).toBeUndefined();
  });
});
