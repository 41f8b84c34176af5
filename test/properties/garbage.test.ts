import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Heap, heapWrongs, heaps } from './garbage.ts';
import { api } from '../../src/runtime/subjects/api/subject.ts';

test('property: once quiet no garbage is left, nothing else was deleted, and nothing waits for its end', () => {
  fc.assert(
    fc.property(heaps, (heap) => {
      expect(heapWrongs(heap)).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

const owner = (of: number) => ({ of, naming: 'right', blocks: true }) as const;

test('objects that own each other end, when one of them is deleted in the foreground', () => {
  const heap: Heap = {
    seed: 1,
    turns: [
      { waitMs: 500, turn: { kind: 'create', slot: 0, owners: [] } },
      { waitMs: 0, turn: { kind: 'create', slot: 1, owners: [owner(0)] } },
      { waitMs: 0, turn: { kind: 'create', slot: 2, owners: [owner(1)] } },
      { waitMs: 0, turn: { kind: 'own', slot: 0, owners: [owner(2)] } },
      { waitMs: 500, turn: { kind: 'delete', slot: 0, policy: 'Foreground' } },
    ],
  };
  expect(heapWrongs(heap)).toEqual([]);
});

test('an object that owns itself, and holds itself back, never ends in the foreground, as upstream', () => {
  const heap: Heap = {
    seed: 1,
    turns: [
      { waitMs: 500, turn: { kind: 'create', slot: 0, owners: [] } },
      { waitMs: 0, turn: { kind: 'own', slot: 0, owners: [owner(0)] } },
      { waitMs: 500, turn: { kind: 'delete', slot: 0, policy: 'Foreground' } },
    ],
  };
  expect(heapWrongs(heap)).toEqual([
    'configmaps/default/c0 never ends: it has the finalizers foregroundDeletion',
  ]);
});

test('without a collector garbage is left, so the property can fail', () => {
  const heap: Heap = {
    seed: 1,
    turns: [
      { waitMs: 500, turn: { kind: 'create', slot: 0, owners: [] } },
      { waitMs: 0, turn: { kind: 'create', slot: 1, owners: [owner(0)] } },
      { waitMs: 500, turn: { kind: 'delete', slot: 0, policy: 'Background' } },
    ],
  };
  const idle = { subjects: [api], kinds: [], programsOf: () => [] };
  expect(heapWrongs(heap, idle)).toEqual(['configmaps/default/c1 is left, though none of its owners is']);
  expect(heapWrongs(heap)).toEqual([]);
});
