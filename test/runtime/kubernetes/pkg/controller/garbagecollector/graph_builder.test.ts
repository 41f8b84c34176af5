import { describe, expect, test } from 'vitest';
import type {
  Node,
  ObjectReference,
} from '../../../../../../src/runtime/kubernetes/pkg/controller/garbagecollector/graph.ts';
import { getAlternateOwnerIdentity } from '../../../../../../src/runtime/kubernetes/pkg/controller/garbagecollector/graph_builder.ts';
import { Bench, id, node, object } from './fixture.ts';

describe('another identity of an owner that is not there', () => {
  const child1 = id('v1', 'Child', 'ns1', 'child1', 'childuid11');
  const child2 = id('v1', 'Child', 'ns1', 'child2', 'childuid12');
  const elsewhere = id('v1', 'Child', 'ns2', 'child1', 'childuid21');
  const clusterChild = id('v1', 'Child', '', 'child1', 'childuid1');
  const inNS1 = id('v1', 'Parent', 'ns1', 'name', 'uid');
  const inNS2 = { ...inNS1, namespace: 'ns2' };
  const root = { ...inNS1, namespace: '' };
  const version = <T extends ObjectReference>(of: T) => ({ ...of, apiVersion: 'v2' });
  const kind = <T extends ObjectReference>(of: T) => ({ ...of, kind: 'Parent2' });
  const name = <T extends ObjectReference>(of: T) => ({ ...of, name: 'name2' });
  const ordered = (namespace: string) =>
    ['a', 'b', 'v4', 'v5'].map((apiVersion) => id(apiVersion, 'kind', namespace, 'name', 'uid'));

  const cases: readonly [string, Node[], ObjectReference, ObjectReference | undefined][] = [
    ['another version', [node(child1, inNS1), node(child2, version(inNS1))], inNS1, version(inNS1)],
    ['another kind', [node(child1, inNS1), node(child2, kind(inNS1))], inNS1, kind(inNS1)],
    ['another namespace', [node(child1, inNS1), node(elsewhere, inNS2)], inNS1, inNS2],
    ['another name', [node(child1, inNS1), node(child1, name(inNS1))], inNS1, name(inNS1)],
    // Whether the other version or kind has namespaces is not known, so it gets the one of the dependent.
    [
      'another version of a root kind',
      [node(child1, root), node(child2, version(root))],
      root,
      version(inNS1),
    ],
    ['another root kind', [node(child1, root), node(child2, kind(root))], root, kind(inNS1)],
    ['a root kind has no other namespace', [node(child1, root), node(elsewhere, root)], root, undefined],
    ['another name of a root kind', [node(child1, root), node(child1, name(root))], root, name(root)],
    [
      'the first, if it was the last',
      [node(child1, ...ordered('ns1'))],
      ordered('ns1')[3]!,
      ordered('ns1')[0],
    ],
    ['the next one', [node(child1, ...ordered('ns1'))], ordered('ns1')[2]!, ordered('ns1')[3]],
    ['the first without namespace', [node(clusterChild, ...ordered(''))], ordered('')[3]!, ordered('')[0]],
    ['the next without namespace', [node(clusterChild, ...ordered(''))], ordered('')[2]!, ordered('')[3]],
    ['no one else', [node(child1, root, { ...inNS1, uid: 'anotheruid' })], root, undefined],
    ['the same twice is no other', [node(child1, root, root)], root, undefined],
    ['another one twice is one', [node(clusterChild, root, kind(root), kind(root))], root, kind(root)],
  ];
  test.each(cases)('%s', (_name, deps, absent, wanted) => {
    expect(getAlternateOwnerIdentity(deps, absent)).toEqual(wanted);
  });
});

describe('the graph', () => {
  const owner = id('apps/v1', 'ReplicaSet', 'ns', 'web', 'uid-web');
  const pod = id('v1', 'Pod', 'ns', 'web-1', 'uid-1');

  test('makes a virtual node for an owner that it does not know, and wants it looked at', () => {
    const bench = new Bench();
    bench.observe('add', object(pod, [owner]));
    expect(bench.graph).toEqual(['apps/v1 ReplicaSet/ns/web?', 'v1 Pod/ns/web-1 of ReplicaSet/web']);
    expect(bench.collector.attemptToDelete.len()).toBe(1);
    bench.observe('add', object(owner));
    expect(bench.graph).toEqual(['apps/v1 ReplicaSet/ns/web', 'v1 Pod/ns/web-1 of ReplicaSet/web']);
  });

  test.each([
    ['add', undefined],
    ['update', object(owner)],
  ] as const)(
    'an owner that begins to wait puts itself and its dependents in line, at an %s',
    (verb, before) => {
      const bench = new Bench();
      if (before) bench.observe('add', before);
      bench.observe('add', object(pod, [owner]));
      const queued = bench.collector.attemptToDelete.len();
      const more = { deletionTimestamp: '2021-01-16T12:00:00Z', finalizers: ['foregroundDeletion'] };
      bench.observe(verb, object(owner, [], more), before);
      const graph = bench.collector.dependencyGraphBuilder.uidToNode;
      expect(graph.read(owner.uid)?.isDeletingDependents()).toBe(true);
      expect(bench.collector.attemptToDelete.len()).toBeGreaterThan(queued);
    },
  );

  test('an owner that begins to let go is put in the other line', () => {
    const bench = new Bench();
    const more = { deletionTimestamp: '2021-01-16T12:00:00Z', finalizers: ['orphan'] };
    bench.observe('add', object(owner, [], more));
    expect([bench.collector.attemptToOrphan.len(), bench.collector.attemptToDelete.len()]).toEqual([1, 0]);
  });

  test.each([
    ['is taken off', []],
    ['no longer holds it back', [{ ...owner, blockOwnerDeletion: false }]],
  ])('an owner is looked at again when the reference of a dependent %s', (_what, owners) => {
    const bench = new Bench();
    bench.observe('add', object(owner));
    const before = object(pod, [{ ...owner, blockOwnerDeletion: true }]);
    bench.observe('add', before);
    expect(bench.collector.attemptToDelete.len()).toBe(0);
    bench.observe('update', object(pod, owners), before);
    expect(bench.collector.attemptToDelete.len()).toBe(1);
  });

  test('an owner that goes has its dependents looked at, and is remembered as absent', () => {
    const bench = new Bench();
    bench.observe('add', object(owner));
    bench.observe('add', object(pod, [owner]));
    bench.observe('delete', object(owner));
    expect(bench.graph).toEqual(['v1 Pod/ns/web-1 of ReplicaSet/web']);
    expect(bench.collector.absentOwnerCache.has(owner)).toBe(true);
    expect(bench.collector.attemptToDelete.len()).toBe(1);
  });

  test('does not look again at a reference that changes its name and keeps its uid, as upstream does not', () => {
    const bench = new Bench();
    bench.observe('add', object(owner));
    bench.observe('add', object(pod, [owner]));
    bench.observe('update', object(pod, [{ ...owner, name: 'nobody' }]), object(pod, [owner]));
    expect(bench.graph).toContain('v1 Pod/ns/web-1 of ReplicaSet/nobody');
    expect(bench.collector.attemptToDelete.len()).toBe(0);
  });

  const now = '2021-01-16T12:00:00Z';
  const states = {
    plain: {},
    waits: { finalizers: ['foregroundDeletion'] },
    'lets go': { finalizers: ['orphan'] },
    ends: { deletionTimestamp: now },
    'ends and waits': { deletionTimestamp: now, finalizers: ['foregroundDeletion'] },
    'ends and lets go': { deletionTimestamp: now, finalizers: ['orphan'] },
  } as const;
  type State = keyof typeof states;

  test.each<[State | undefined, State, string[]]>([
    [undefined, 'plain', []],
    [undefined, 'waits', []],
    [undefined, 'ends', []],
    [undefined, 'ends and waits', ['delete']],
    [undefined, 'ends and lets go', ['orphan']],
    ['plain', 'waits', []],
    ['plain', 'ends', []],
    ['plain', 'ends and waits', ['delete']],
    ['plain', 'ends and lets go', ['orphan']],
    ['waits', 'ends and waits', ['delete']],
    ['ends', 'ends and waits', ['delete']],
    ['ends and waits', 'ends and waits', []],
    ['lets go', 'ends and lets go', ['orphan']],
    ['ends', 'ends and lets go', ['orphan']],
    ['ends and lets go', 'ends and lets go', []],
    ['ends and lets go', 'ends and waits', ['delete']],
  ])('an owner that was %s and is %s stands in the lines %j', (before, after, lines) => {
    const bench = new Bench();
    const { attemptToDelete, attemptToOrphan, dependencyGraphBuilder } = bench.collector;
    const old = before && object(owner, [], states[before]);
    if (old) {
      bench.observe('add', object(owner));
      expect([attemptToDelete.len(), attemptToOrphan.len()]).toEqual([0, 0]);
    }
    bench.observe(old ? 'update' : 'add', object(owner, [], states[after]), old);
    const stood = [
      ...(attemptToDelete.len() ? ['delete'] : []),
      ...(attemptToOrphan.len() ? ['orphan'] : []),
    ];
    expect(stood).toEqual(lines);
    const known = dependencyGraphBuilder.uidToNode.read(owner.uid);
    expect(known?.isBeingDeleted()).toBe(after.startsWith('ends'));
    const waits = after === 'ends and waits' && (before === undefined || lines.length > 0);
    expect(known?.isDeletingDependents()).toBe(waits);
  });

  test.each<[string, boolean | undefined, boolean | undefined, number]>([
    ['held back and does not', true, false, 1],
    ['held back and does not say', true, undefined, 1],
    ['did not hold back and does', false, true, 0],
    ['did not hold back and does not say', false, undefined, 0],
    ['holds back still', true, true, 0],
  ])('a dependent that %s has its owner looked at or not', (_what, before, after, looks) => {
    const bench = new Bench();
    bench.observe('add', object(owner));
    const old = object(pod, [{ ...owner, blockOwnerDeletion: before }]);
    bench.observe('add', old);
    bench.observe('update', object(pod, [{ ...owner, blockOwnerDeletion: after }]), old);
    expect(bench.collector.attemptToDelete.len()).toBe(looks);
  });

  test('an owner that waits is looked at when a dependent goes, and another is not', () => {
    for (const more of [{}, states['ends and waits']]) {
      const bench = new Bench();
      const { attemptToDelete } = bench.collector;
      bench.observe('add', object(owner, [], more));
      bench.observe('add', object(pod, [owner]));
      bench.store(object(owner, [], more));
      bench.store(object(pod, [owner]));
      bench.settle(5);
      const before = attemptToDelete.len();
      bench.observe('delete', object(pod, [owner]));
      expect(attemptToDelete.len() - before).toBe(more === states['ends and waits'] ? 1 : 0);
      expect(bench.graph).toEqual(['apps/v1 ReplicaSet/ns/web']);
    }
  });

  test('a dependent that changes its owner is no longer one of the old', () => {
    const bench = new Bench();
    const other = { ...owner, name: 'other', uid: 'uid-other' };
    bench.observe('add', object(owner));
    bench.observe('add', object(other));
    bench.observe('add', object(pod, [owner]));
    bench.observe('update', object(pod, [other]), object(pod, [owner]));
    const { uidToNode } = bench.collector.dependencyGraphBuilder;
    const dependents = [owner, other].map(({ uid }) => uidToNode.read(uid)?.dependentsLength());
    expect(dependents).toEqual([0, 1]);
    // And of what goes, nothing that it owned no more is looked at.
    bench.observe('delete', object(owner));
    expect(bench.collector.attemptToDelete.len()).toBe(0);
    expect(bench.collector.absentOwnerCache.has(owner)).toBe(false);
  });

  test('the deletion of what it does not know changes nothing', () => {
    const bench = new Bench();
    bench.observe('delete', object(pod));
    expect(bench.graph).toEqual([]);
  });
});
