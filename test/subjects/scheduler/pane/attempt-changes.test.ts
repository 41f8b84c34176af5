import { expect, test } from 'vitest';
import { attemptChanges } from '../../../../src/subjects/scheduler/pane/attempt-changes.ts';
import type {
  Attempt,
  FilterTable,
  Refusal,
  ScoreTable,
} from '../../../../src/runtime/subjects/scheduler/world.ts';

const full: Refusal = {
  plugin: 'NodeResourcesFit',
  code: 'Unschedulable',
  reasons: ['Insufficient cpu', 'Too many pods'],
};

/** An attempt that looked at the first nodes of some, and refused those that are named. */
function attempt(order: readonly string[], refused: readonly string[], more: Partial<Attempt> = {}): Attempt {
  const filters: FilterTable = {
    plugins: ['NodeResourcesFit'],
    order,
    start: 0,
    count: order.length,
    enough: order.length,
    verdict: Uint8Array.from(order, (node) => Number(refused.includes(node))),
    verdicts: [[], [full]],
    feasible: order.length - refused.length,
    twice: [],
  };
  return {
    pod: 'default/web',
    uid: 'u',
    number: 1,
    profile: 'default-scheduler',
    priority: 0,
    asks: {},
    why: '',
    at: 0,
    entry: 0,
    phase: 'done',
    result: 'unschedulable',
    message: '',
    node: '',
    entries: {},
    filters,
    ...more,
  };
}

const scores = (nodes: readonly string[], least: number[], image: number, extra = 0): ScoreTable => ({
  nodes,
  columns: [
    { plugin: 'LeastAllocated', weight: 2, raw: 0, normalized: Uint8Array.from(least) },
    { plugin: 'ImageLocality', weight: 1, raw: 0, normalized: image },
  ],
  total: Float64Array.from(least, (one) => 2 * one + image + extra),
});

test('the first attempt has nothing to be compared with', () => {
  expect(attemptChanges(undefined, attempt(['a'], ['a']))).toBe('');
});

test('a node that says otherwise is told, and what came and went', () => {
  expect(attemptChanges(attempt(['a', 'b'], ['a', 'b']), attempt(['b', 'c'], [], { why: 'NodeAdd' }))).toBe(
    'It came back because of NodeAdd. ' +
      'b passes now, and did not before: NodeResourcesFit: Insufficient cpu, Too many pods. ' +
      'c is new: it passes. a went away.',
  );
});

test('a node whose turn did not come is not new when it comes', () => {
  const { filters, ...rest } = attempt(['a', 'b'], []);
  const half: Attempt = { ...rest, filters: { ...(filters as FilterTable), count: 1 } };
  expect(attemptChanges(half, attempt(['a', 'b'], []))).toBe('All nodes say what they said before.');
});

test('scores that are otherwise are told plugin by plugin, those of extenders among them', () => {
  const before = attempt(['a', 'b'], [], { scores: scores(['a', 'b'], [50, 60], 3) });
  const now = (least: number[], extra?: number): Attempt =>
    attempt(['a', 'b'], [], { scores: scores(['a', 'b'], least, 3, extra) });
  expect(attemptChanges(before, now([50, 60]))).toBe('All nodes say what they said before.');
  expect(attemptChanges(before, now([40, 60]))).toBe(
    'a has 83, and had 103: LeastAllocated 80 in place of 100.',
  );
  expect(attemptChanges(before, now([50, 50], 10))).toBe(
    'a has 113, and had 103: the extenders 10 in place of 0. ' +
      'b has 113, and had 123: LeastAllocated 100 in place of 120, the extenders 10 in place of 0.',
  );
});

test('a pod that a plugin refuses before any node is looked at', () => {
  const { filters: _none, ...refused } = attempt(['a'], []);
  const before: Attempt = { ...refused, preFilter: full };
  expect(attemptChanges(attempt(['a'], []), before)).toBe('It was refused before any node was looked at.');
  expect(attemptChanges(before, attempt(['a'], []))).toBe('Nodes are looked at now, and were not before.');
  expect(attemptChanges(before, before)).toBe('All nodes say what they said before.');
});
