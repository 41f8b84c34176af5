import { describe, expect, test } from 'vitest';
import {
  type Code,
  type Status,
  asStatus,
  codeOf,
  failed,
  isSuccess,
  isUnschedulable,
  mergeStatuses,
  newStatus,
} from '../../../../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';

const bug = new Error('bug');

describe('TestStatus', () => {
  test.each<[Status | undefined, Code, boolean, boolean, string | undefined]>([
    [undefined, 'Success', true, false, undefined],
    [newStatus('Success', ''), 'Success', true, false, undefined],
    [newStatus('Error', 'unknown error'), 'Error', false, false, 'unknown error'],
    [newStatus('Unschedulable', 'no', 'not at all'), 'Unschedulable', false, true, 'no, not at all'],
    [newStatus('UnschedulableAndUnresolvable', 'no'), 'UnschedulableAndUnresolvable', false, true, 'no'],
    [newStatus('Wait', 'later'), 'Wait', false, false, 'later'],
    [newStatus('Skip'), 'Skip', false, false, ''],
  ])('%j', (status, code, success, unschedulable, message) => {
    expect([codeOf(status), isSuccess(status), isUnschedulable(status)]).toEqual([
      code,
      success,
      unschedulable,
    ]);
    expect(status?.asError()?.message).toBe(message);
  });

  test('an error stays the same error, also with one reason more', () => {
    expect(asStatus(bug).asError()).toBe(bug);
    const more = asStatus(bug).appendReason('and more');
    expect([more.asError(), more.reasons, more.code]).toEqual([bug, ['bug', 'and more'], 'Error']);
  });

  test('a reason more makes another status: many nodes may have the one that there is', () => {
    const status = newStatus('Unschedulable', 'full');
    expect(status.appendReason('slow').message()).toBe('full, slow');
    expect(status.message()).toBe('full');
  });

  test('an error says what was being done, and knows its cause', () => {
    const err = failed('binding', bug).asError();
    expect([err?.message, err?.cause]).toEqual(['binding: bug', bug]);
  });
});

describe('TestPluginToStatusMerge', () => {
  const both = ['UnschedulableAndUnresolvable', 'Unschedulable'] as const;
  test.each<[readonly Code[], Code]>([
    [[], 'Success'],
    [['Error'], 'Error'],
    [['Error', 'Unschedulable'], 'Error'],
    [['Unschedulable', 'Error'], 'Error'],
    [['Success', 'Unschedulable'], 'Unschedulable'],
    [['Unschedulable', 'Success'], 'Unschedulable'],
    [['Error', ...both], 'Error'],
    [[...both, 'Error'], 'Error'],
    [both, 'UnschedulableAndUnresolvable'],
    [[...both].reverse(), 'UnschedulableAndUnresolvable'],
    [['Unschedulable', 'Unschedulable'], 'Unschedulable'],
    [['Success', 'Success'], 'Success'],
  ])('%j come to %s', (codes, merged) => {
    const statuses = new Map(codes.map((code, i) => [`p${i}`, newStatus(code, `reason ${i}`)]));
    const status = mergeStatuses(statuses);
    expect(codeOf(status)).toBe(merged);
    expect(status?.reasons ?? []).toEqual(codes.map((_, i) => `reason ${i}`));
  });

  test('of errors the last is the error, and one alone is what it was', () => {
    const other = asStatus(new Error('other'));
    const statuses = new Map([
      ['p1', other],
      ['p2', asStatus(bug)],
      ['p3', newStatus('Unschedulable', 'no')],
    ]);
    expect(mergeStatuses(statuses)?.asError()).toBe(bug);
    expect(mergeStatuses(new Map([['p1', other]]))).toBe(other);
  });
});
