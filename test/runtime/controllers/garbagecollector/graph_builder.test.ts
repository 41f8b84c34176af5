import { describe, expect, test } from 'vitest';
import type { Node, ObjectReference } from '../../../../src/runtime/controllers/garbagecollector/graph.ts';
import { getAlternateOwnerIdentity } from '../../../../src/runtime/controllers/garbagecollector/graph_builder.ts';
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

  test('the deletion of what it does not know changes nothing', () => {
    const bench = new Bench();
    bench.observe('delete', object(pod));
    expect(bench.graph).toEqual([]);
  });
});
