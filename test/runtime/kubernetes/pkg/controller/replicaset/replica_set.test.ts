import { describe, expect, test } from 'vitest';
import type { Pod, ReplicaSet } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  newConflict,
  newForbidden,
  newNotFound,
  withCause,
} from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { DeletedFinalStateUnknown } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import { ControllerExpectations } from '../../../../../../src/runtime/kubernetes/pkg/controller/controller_utils.ts';
import { AlwaysSatisfiedExpectations } from '../../../../../../src/runtime/kubernetes/pkg/controller/always-satisfied-expectations.ts';
import {
  getPodsToDelete,
  slowStartBatch,
} from '../../../../../../src/runtime/kubernetes/pkg/controller/replicaset/replica_set.ts';
import type { Blocking } from '../../../../../../src/runtime/sim/process.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';
import { names, newPod, newPods, newReplicaSet } from '../objects.ts';
import { newFixture } from './fixture.ts';

const labels = { foo: 'bar' };
const key = 'default/foobar';
const deletionTimestamp = '2021-01-16T12:00:00Z';
const ownedBy = (uid: string) => ({
  ownerReferences: [{ uid, kind: 'Deployment', name: uid, controller: true }],
});

/** The set with another number of replicas, as a new version of it. */
const scaled = (rs: ReplicaSet, replicas: number): ReplicaSet => ({ ...rs, spec: { ...rs.spec, replicas } });

const changed = (pod: Pod, metadata: object): Pod => ({ ...pod, metadata: { ...pod.metadata, ...metadata } });

describe('syncReplicaSet', () => {
  test('RS-02: does nothing about pods if there are as many as there should be', () => {
    const rs = newReplicaSet(2, labels);
    const { sync, podControl } = newFixture(rs, newPods(2, 'Running', rs));
    expect(sync()).toBeUndefined();
    expect(podControl.take()).toEqual({ creates: 0, deletes: [], patches: [] });
  });

  test('RS-02, RS-10: creates what is missing, from the template and owned by the set', () => {
    const rs = newReplicaSet(3, labels);
    const { sync, podControl } = newFixture(rs, newPods(1, 'Running', rs));
    sync();
    expect(podControl.templates).toEqual([rs.spec.template, rs.spec.template]);
    expect(podControl.controllerRefs[1]).toEqual({
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      name: 'foobar',
      uid: 'uid-of-foobar',
      controller: true,
      blockOwnerDeletion: true,
    });
  });

  test('RS-02: deletes what is too many', () => {
    const rs = newReplicaSet(1, labels);
    const { sync, podControl } = newFixture(rs, [
      newPod('ready', rs, 'Running'),
      newPod('new', rs, 'Pending'),
    ]);
    sync();
    expect(podControl.take()).toEqual({ creates: 0, deletes: ['new'], patches: [] });
  });

  test('RS-02: replaces pods that failed, ended or terminate, and does not delete them', () => {
    const rs = newReplicaSet(3, labels);
    const terminating = newPod('terminating', rs, 'Running', { metadata: { deletionTimestamp } });
    const { sync, podControl } = newFixture(rs, [
      newPod('a', rs, 'Failed'),
      newPod('b', rs, 'Succeeded'),
      terminating,
    ]);
    sync();
    expect(podControl.take()).toEqual({ creates: 3, deletes: [], patches: [] });
  });

  test.each([
    ['RS-03: at most burstReplicas are created', 30, 0, 5, 0],
    ['RS-03: at most burstReplicas are deleted', 0, 30, 0, 5],
    ['RS-03: fewer are created if fewer are missing', 12, 8, 4, 0],
  ])('%s', (_name, want, have, creates, deletes) => {
    const rs = newReplicaSet(want, labels);
    const { sync, podControl } = newFixture(rs, newPods(have, 'Running', rs), { burst: 5 });
    sync();
    const taken = podControl.take();
    expect([taken.creates, taken.deletes.length]).toEqual([creates, deletes]);
  });

  test('RS-05, RS-07: a failing batch stops the rest, and what was not created is not expected', () => {
    const rs = newReplicaSet(100, labels);
    const { sync, podControl, expected } = newFixture(rs);
    podControl.createLimit = 10;
    expect(sync()?.message).toBe('not creating pod, limit 10 already reached (create call 11)');
    // 1 + 2 + 4 went well, then 3 of 8.
    expect(podControl.createCallCount).toBe(15);
    expect(podControl.take().creates).toBe(10);
    expect(expected()).toEqual([10, 0]);
  });

  test('RS-01, RS-04, RS-11: while it waits it manages no pods but still writes the status', () => {
    const rs = newReplicaSet(2, labels);
    const { sync, podControl, expectations, expected, server } = newFixture(rs, newPods(1, 'Running', rs));
    sync();
    expect(podControl.take().creates).toBe(1);
    expect(expected()).toEqual([1, 0]);

    sync();
    expect(podControl.take().creates).toBe(0);
    expect(server.requests).toEqual(['update replicasets/status foobar', 'update replicasets/status foobar']);

    // Once the pod was seen, but is gone from the cache again, another is created; that fails, and nothing is expected.
    expectations.creationObserved(key);
    podControl.err = new Error('fake error');
    expect(sync()?.message).toBe('fake error');
    expect(podControl.take().creates).toBe(1);
    expect(expected()).toEqual([0, 0]);

    podControl.err = undefined;
    expect(sync()).toBeUndefined();
    expect(podControl.take().creates).toBe(1);
  });

  test('RS-01: expectations that were never met hold it up for five minutes', () => {
    const rs = newReplicaSet(1, labels);
    const { sim, sync, podControl } = newFixture(rs);
    sync();
    sim.runFor(5 * 60 * 1000);
    sync();
    expect(podControl.take().creates).toBe(1);
    sim.runFor(1);
    sync();
    expect(podControl.take().creates).toBe(1);
  });

  test('RS-08: without expectations each sync over a stale cache creates the same pods again', () => {
    const rs = newReplicaSet(3, labels);
    const withThem = newFixture(rs);
    const without = newFixture(rs, [], { expectations: (sim) => new AlwaysSatisfiedExpectations(sim) });
    for (const { sync } of [withThem, without]) for (let i = 0; i < 3; i++) sync();
    expect(withThem.podControl.take().creates).toBe(3);
    expect(without.podControl.take().creates).toBe(9);
  });

  test('RS-01: looks at its expectations before it looks at the pods, so that none slips in between', () => {
    const rs = newReplicaSet(2, labels);
    const [first, second] = newPods(2, 'Pending', rs) as [Pod, Pod];
    class Late extends ControllerExpectations {
      onCheck: () => void = () => {};
      override satisfiedExpectations(): boolean {
        this.onCheck();
        return true;
      }
    }
    let late: Late | undefined;
    const fixture = newFixture(rs, [first], { expectations: (sim) => (late = new Late(sim)) });
    if (late) late.onCheck = () => void fixture.pods.add(second);
    fixture.sync();
    expect(fixture.podControl.take().creates).toBe(0);
  });

  test('RS-10: a creation refused because the namespace is ending counts as a success', () => {
    const rs = newReplicaSet(3, labels);
    const { sync, podControl, expected } = newFixture(rs);
    const ending = new Error('because it is being terminated');
    const forbidden = newForbidden({ group: '', resource: 'pods' }, '', ending);
    podControl.err = withCause(forbidden, {
      reason: 'NamespaceTerminating',
      message: '',
      field: 'metadata.namespace',
    });
    expect(sync()).toBeUndefined();
    expect(podControl.createCallCount).toBe(3);
    expect(expected()).toEqual([3, 0]);
  });

  test('RS-07: a deletion that fails is no longer expected; that of a pod that is gone is no error', () => {
    const rs = newReplicaSet(0, labels);
    const { sync, podControl, expected } = newFixture(rs, newPods(3, 'Running', rs));
    podControl.err = newNotFound({ group: '', resource: 'pods' }, 'pod0');
    expect(sync()).toBeUndefined();
    expect(expected()).toEqual([0, 0]);

    podControl.err = new Error('unable to delete pods: no');
    expect(sync()?.message).toBe('unable to delete pods: no');
    expect(expected()).toEqual([0, 0]);
  });

  test('RS-12: looks again after minReadySeconds if all are ready and some are not available', () => {
    const rs = newReplicaSet(1, labels, { spec: { minReadySeconds: 5 } });
    const { sim, sync, queue } = newFixture(rs, [
      newPod('pod', rs, 'Running', { readySince: deletionTimestamp }),
    ]);
    sync();
    sim.runFor(4999);
    expect(queue.len()).toBe(0);
    sim.runFor(1);
    expect(queue.peek().queue).toEqual([key]);
  });

  test('RS-13: a key that is gone takes its expectations along, and the next of that name starts with none', () => {
    const rs = newReplicaSet(1, labels);
    const { sync, rss, rsc, pods, podControl, expectations, queue } = newFixture(rs);
    sync();
    expect(podControl.take().creates).toBe(1);
    const [held] = expectations.getExpectations(key);

    rss.delete(rs);
    rsc.deleteRS(rs);
    expect(queue.peek().queue).toEqual([key]);
    expect(sync()).toBeUndefined();
    expect(expectations.getExpectations(key)).toEqual([undefined, false]);

    // An event that was being handled meanwhile changes nothing.
    held?.add(-1, 0);
    pods.replace([], '0');
    sync();
    expect(podControl.take().creates).toBe(0);
  });

  test('a key of no known form is an error', () => {
    expect(newFixture().sync('a/b/c')?.message).toBe('unexpected key format: "a/b/c"');
  });

  test('a selector that is not valid ends the sync without an error', () => {
    const selector = { matchExpressions: [{ key: 'a', operator: 'Near', values: [] }] };
    const rs = newReplicaSet(1, labels, { spec: { selector } });
    const { sync, podControl, server } = newFixture(rs);
    expect(sync()).toBeUndefined();
    expect(podControl.take().creates).toBe(0);
    expect(server.requests).toEqual([]);
  });
});

describe('claiming in a sync', () => {
  const rs = newReplicaSet(2, labels);
  const orphans = () => [
    newPod('pod1', rs, 'Running', { owned: false }),
    newPod('pod2', rs, 'Running', { owned: false }),
  ];

  test('leaves the pod of another controller alone', () => {
    const pod = newPod('pod', rs, 'Running', { owned: false, metadata: ownedBy('another') });
    const { sync, podControl } = newFixture(rs, [pod]);
    expect(sync()).toBeUndefined();
    expect(podControl.take()).toEqual({ creates: 2, deletes: [], patches: [] });
  });

  test('adopts orphans after it has asked the API server whether it is still there', () => {
    const { sync, podControl, server } = newFixture(rs, orphans());
    expect(sync()).toBeUndefined();
    expect(podControl.take().patches).toHaveLength(2);
    expect(server.requests).toEqual(['get replicasets foobar', 'update replicasets/status foobar']);
  });

  test('an adoption that fails brings the key back, with a delay', () => {
    const { rsc, run, podControl, queue, sim } = newFixture(rs, orphans());
    podControl.err = new Error('fake error');
    queue.add(key);
    expect(run(rsc.processNextWorkItem())).toBe(true);
    expect(podControl.take()).toMatchObject({ creates: 0, deletes: [] });
    expect(queue.len()).toBe(0);
    sim.runFor(5);
    expect(queue.peek().queue).toEqual([key]);
  });

  test('neither adopts nor creates while it is being deleted', () => {
    const dying = newReplicaSet(2, labels, { metadata: { deletionTimestamp } });
    const { sync, podControl } = newFixture(dying, orphans());
    expect(sync()).toBeUndefined();
    expect(podControl.take()).toEqual({ creates: 0, deletes: [], patches: [] });
  });

  test('nor if only the API server knows that yet', () => {
    const dying = newReplicaSet(2, labels, { metadata: { deletionTimestamp } });
    const { sync, rss, podControl } = newFixture(dying, orphans());
    rss.update(rs);
    expect(sync()?.message).toContain('default/foobar has just been deleted at');
    expect(podControl.take()).toEqual({ creates: 0, deletes: [], patches: [] });
  });

  test('nor if another set of the same name has taken its place', () => {
    const { sync, rss, podControl } = newFixture(newReplicaSet(2, labels, { uid: 'new' }), orphans());
    rss.update(rs);
    expect(sync()?.message).toContain(
      'original ReplicaSet default/foobar is gone: got uid new, wanted uid-of-foobar',
    );
    expect(podControl.take()).toEqual({ creates: 0, deletes: [], patches: [] });
  });
});

describe('RS-03, RS-04, RS-07: growing and shrinking by bursts', () => {
  test.each([
    [5, 30],
    [5, 12],
    [3, 2],
  ])('%i at a time, up to %i and down to none', (burst, count) => {
    const rs = newReplicaSet(count, labels);
    const f = newFixture(rs, [], { burst });
    const add = (pod: Pod | undefined): void => {
      if (!pod) return;
      f.pods.add(pod);
      f.rsc.addPod(pod);
    };
    const remove = (podKey: string | undefined): void => {
      const [pod] = f.pods.getByKey(podKey ?? '');
      if (!pod) return;
      f.pods.delete(pod);
      f.rsc.deletePod(pod);
    };
    /** All but the last event change nothing; after the last, the next sync goes on. */
    const quiet = (): void => {
      f.sync();
      expect(f.podControl.take()).toEqual({ creates: 0, deletes: [], patches: [] });
    };

    const coming = newPods(count, 'Pending', rs);
    while (coming.length > 0) {
      f.sync();
      const { creates } = f.podControl.take();
      expect(creates).toBe(Math.min(burst, coming.length));
      for (let i = 0; i < creates - 1; i++) add(coming.shift());
      expect(f.expected()).toEqual([1, 0]);
      quiet();
      add(coming.shift());
    }
    expect(f.pods.list()).toHaveLength(count);

    f.rss.update(scaled(rs, 0));
    while (f.pods.list().length > 0) {
      f.sync();
      const { deletes } = f.podControl.take();
      expect(deletes).toHaveLength(Math.min(burst, f.pods.list().length));
      const [last, ...others] = f.expectations.getUIDs(key) ?? [];
      for (const other of others) remove(other);
      expect(f.expected()).toEqual([0, 1]);
      quiet();
      remove(last);
    }
  });
});

describe('RS-07, RS-09: handlers', () => {
  const rs1 = newReplicaSet(1, labels);
  const rs2 = newReplicaSet(1, { bar: 'foo' }, { name: 'barfoo' });
  const pod = newPod('pod', rs1, 'Running');
  const refs = (rs: ReplicaSet) => newPod('any', rs, 'Running').metadata.ownerReferences;

  test.each([
    ['new labels wake the owner', { labels }, { labels: { bar: 'foo' } }, ['foobar']],
    [
      'an orphan wakes the set that owned it, if that matches it too',
      { labels: { bar: 'foo' }, ownerReferences: refs(rs2) },
      { labels: { bar: 'foo' }, ownerReferences: undefined },
      ['barfoo'],
    ],
    [
      'an orphan wakes the set that owned it and the one that matches it',
      { labels: { bar: 'foo' } },
      { labels: { bar: 'foo' }, ownerReferences: undefined },
      ['foobar', 'barfoo'],
    ],
    [
      'the owner is woken, whatever the labels say',
      { labels, ownerReferences: refs(rs2) },
      { labels: { bar: 'foo' }, ownerReferences: refs(rs2) },
      ['barfoo'],
    ],
    ['a resync wakes nobody', {}, { resourceVersion: '1' }, []],
    [
      'an orphan whose labels stay the same wakes nobody',
      { ownerReferences: undefined },
      { ownerReferences: undefined },
      [],
    ],
  ])('updatePod: %s', (_name, before, after, woken) => {
    const { rsc, rss, queue } = newFixture(rs1);
    rss.add(rs2);
    rsc.updatePod(changed(pod, before), changed(pod, { resourceVersion: '2', ...after }));
    expect(queue.peek().queue).toEqual(woken.map((name) => `default/${name}`));
  });

  test('addPod: of nine sets that match only the owner is woken, and waits for one less', () => {
    const { rsc, rss, queue, expectations, expected } = newFixture();
    const sets = Array.from({ length: 9 }, (_, i) => newReplicaSet(1, labels, { name: `rs${i + 1}` }));
    for (const rs of sets) {
      rss.add(rs);
      expectations.expectCreations(`default/${rs.metadata.name}`, 1);
    }
    rsc.addPod(newPod('pod', sets[3], 'Pending'));
    expect(queue.peek().queue).toEqual(['default/rs4']);
    expect(expected('default/rs4')).toEqual([0, 0]);
    expect(expected('default/rs5')).toEqual([1, 0]);
  });

  test('addPod: an orphan wakes all sets that match, and nobody waited for it', () => {
    const { rsc, rss, queue, expectations, expected } = newFixture(rs1);
    rss.add(newReplicaSet(1, labels, { name: 'twin' }));
    expectations.expectCreations(key, 1);
    rsc.addPod(newPod('pod', rs1, 'Pending', { owned: false }));
    expect(queue.peek().queue).toEqual([key, 'default/twin']);
    expect(expected()).toEqual([1, 0]);
  });

  test.each([
    ['of another kind', { kind: 'Deployment', name: 'foobar', uid: 'uid-of-foobar' }],
    ['of another uid', { kind: 'ReplicaSet', name: 'foobar', uid: 'another' }],
    ['that is not there', { kind: 'ReplicaSet', name: 'gone', uid: 'uid-of-gone' }],
  ])('addPod, updatePod, deletePod: an owner %s is nobody of ours', (_name, ref) => {
    const { rsc, queue } = newFixture(rs1);
    const owned = changed(pod, { ownerReferences: [{ apiVersion: 'apps/v1', controller: true, ...ref }] });
    rsc.addPod(owned);
    rsc.updatePod(owned, changed(owned, { resourceVersion: '2' }));
    rsc.deletePod(owned);
    expect(queue.len()).toBe(0);
  });

  test('RS-12: updatePod: a pod that became ready brings its set back a second after minReadySeconds', () => {
    const patient = newReplicaSet(1, labels, { spec: { minReadySeconds: 5 } });
    const { sim, rsc, queue, run } = newFixture(patient);
    rsc.syncHandler = function* () {
      return undefined;
    };
    rsc.updatePod(
      newPod('pod', patient, 'Pending'),
      newPod('pod', patient, 'Running', { metadata: { resourceVersion: '2' } }),
    );
    run(rsc.processNextWorkItem());
    sim.runFor(5999);
    expect(queue.len()).toBe(0);
    sim.runFor(1);
    expect(queue.len()).toBe(1);
  });

  test('a deletion timestamp counts as the deletion, and the end of the pod no second time', () => {
    const { rsc, queue, run, expectations, expected } = newFixture(rs1);
    rsc.syncHandler = function* () {
      return undefined;
    };
    const woken = (): void => {
      expect(queue.peek().queue).toEqual([key]);
      run(rsc.processNextWorkItem());
    };
    const terminating = newPod('pod', rs1, 'Pending', { metadata: { deletionTimestamp } });
    const alive = newPod('pod', rs1, 'Pending', { metadata: { resourceVersion: '2' } });

    expectations.expectDeletions(key, ['default/pod']);
    rsc.addPod(terminating);
    woken();
    expect(expected()).toEqual([0, 0]);

    expectations.expectDeletions(key, ['default/pod']);
    rsc.updatePod(alive, terminating);
    woken();
    expect(expected()).toEqual([0, 0]);

    expectations.expectDeletions(key, ['default/second']);
    rsc.updatePod(changed(alive, { deletionTimestamp }), terminating);
    expect(expected()).toEqual([0, 1]);
    rsc.deletePod(terminating);
    expect(expected()).toEqual([0, 1]);
    woken();

    rsc.deletePod(newPod('second', rs1, 'Pending'));
    woken();
    expect(expected()).toEqual([0, 0]);
  });

  test('deletePod, deleteRS: a deletion that the watch missed comes wrapped', () => {
    const { rsc, queue } = newFixture(rs1);
    rsc.deletePod(new DeletedFinalStateUnknown('default/pod', pod));
    expect(queue.peek().queue).toEqual([key]);
    rsc.deleteRS(new DeletedFinalStateUnknown('default/barfoo', rs2));
    expect(queue.peek().queue).toEqual([key, 'default/barfoo']);
    rsc.deletePod(new DeletedFinalStateUnknown<never>('default/unknown', undefined));
    rsc.deleteRS(new DeletedFinalStateUnknown<never>('default/unknown', undefined));
    expect(queue.len()).toBe(2);
  });

  test('RS-13: updateRS: a set made again under its name starts with no expectations', () => {
    const { rsc, queue, expectations } = newFixture(rs1);
    expectations.expectCreations(key, 1);
    rsc.updateRS(rs1, scaled(rs1, 2));
    expect(expectations.satisfiedExpectations(key)).toBe(false);
    rsc.updateRS(rs1, newReplicaSet(1, labels, { uid: 'new' }));
    expect(expectations.getExpectations(key)).toEqual([undefined, false]);
    expect(queue.peek().queue).toEqual([key]);
  });
});

describe('look-ups', () => {
  const someRS = newReplicaSet(1, { foo: 'bar' }, { name: 'rs1', metadata: ownedBy('123') });
  const relatedRS = newReplicaSet(1, { foo: 'baz' }, { name: 'rs2', metadata: ownedBy('123') });
  const unrelatedRS = newReplicaSet(1, { foo: 'quux' }, { name: 'rs3', metadata: ownedBy('456') });
  const dyingRS = newReplicaSet(
    1,
    { foo: 'xyzzy' },
    { name: 'rs4', metadata: { ...ownedBy('789'), deletionTimestamp } },
  );
  const ownerless = newReplicaSet(1, { foo: 'bar' }, { name: 'rs5' });
  const pods = [
    newPod('pod1', someRS, 'Running'),
    newPod('pod2', someRS, 'Running'),
    newPod('pod3', relatedRS, 'Running'),
    newPod('pod4', unrelatedRS, 'Running'),
    newPod('pod5', dyingRS, 'Running'),
  ];

  test.each([
    ['one that is being deleted', dyingRS, [dyingRS, unrelatedRS], ['rs4'], ['pod5']],
    ['one without relatives', someRS, [someRS, unrelatedRS], ['rs1'], ['pod1', 'pod2']],
    [
      'one with a relative',
      someRS,
      [someRS, relatedRS, unrelatedRS],
      ['rs1', 'rs2'],
      ['pod1', 'pod2', 'pod3'],
    ],
    ['one without an owner', ownerless, [ownerless, someRS], [], []],
  ])(
    'RS-06: the sets of the same controller and their pods, for %s',
    (_name, rs, all, expectedSets, expectedPods) => {
      const { rsc, rss } = newFixture(undefined, pods);
      for (const each of all) rss.add(each);
      expect(names(rsc.getReplicaSetsWithSameController(rs))).toEqual(expectedSets);
      expect(names(rsc.getIndirectlyRelatedPods(rs)[0] ?? [])).toEqual(expectedPods);
    },
  );

  test.each([
    ['no labels', { labels: {} }, []],
    ['another namespace', { labels: { foo: 'bar' }, namespace: 'ns' }, []],
    ['other labels', { labels: { foo: 'no' } }, []],
    ['the labels', { labels: { foo: 'bar' } }, ['rs1']],
  ])('the sets that match a pod with %s', (_name, metadata, expected) => {
    const { rsc } = newFixture(someRS);
    expect(names(rsc.getPodReplicaSets(newPod('pod', undefined, 'Running', { metadata })))).toEqual(expected);
  });
});

describe('RS-05: slowStartBatch', () => {
  test.each([
    ['all calls fail', 10, 0, 0, [1], 'fake error'],
    ['all calls go well', 10, 10, 10, [1, 2, 4, 3], undefined],
    ['some calls go well', 10, 5, 5, [1, 2, 4], 'fake error'],
    ['there is nothing to do', 0, 0, 0, [], undefined],
  ])('%s', (_name, count, limit, successes, batches, message) => {
    const sim = new Sim();
    const startedAt: number[] = [];
    const call = function* (): Blocking<Error | undefined> {
      startedAt.push(sim.now);
      const refused = startedAt.length > limit;
      yield* sim.sleep(10);
      return refused ? new Error('fake error') : undefined;
    };
    let result: unknown;
    const body = function* (): Blocking<void> {
      const [done, err] = yield* slowStartBatch(sim, count, 1, call);
      result = [done, err?.message];
    };
    sim.go('test', body());
    sim.runUntilIdle();
    expect(result).toEqual([successes, message]);
    // The calls of a batch run at once, and the next batch waits for the slowest of them.
    expect(batches.flatMap((size, i) => Array<number>(size).fill(i * 10))).toEqual(startedAt);
  });
});

describe('RS-06: getPodsToDelete', () => {
  const rs = newReplicaSet(1, { name: 'foo' });
  const at = (name: string, phase: string, nodeName?: string, ready = true): Pod => {
    const pod = newPod(name, rs, phase, { spec: { nodeName } });
    return ready
      ? pod
      : { ...pod, status: { ...pod.status, conditions: [{ type: 'Ready', status: 'False' }] } };
  };
  const unscheduled = at('unscheduled', 'Pending');
  const pending = at('pending', 'Pending', 'node');
  const notReady = at('not ready', 'Running', 'node', false);
  const on1 = at('ready on 1', 'Running', 'node-1');
  const on2 = at('ready on 2', 'Running', 'node-2');
  const all = [on1, on1, on2, notReady, pending, unscheduled];

  test.each([
    { name: 'none of none', pods: [], diff: 0, expected: [] },
    { name: 'all, as they are', pods: [notReady, on1], diff: 2, expected: [notReady, on1] },
    { name: 'not ready before ready', pods: [on1, notReady], diff: 1, expected: [notReady] },
    { name: 'all of many', pods: all, diff: 6, expected: all },
    { name: 'all of many without relatives', pods: all, related: [], diff: 6, expected: all },
    { name: 'unscheduled before scheduled', pods: [pending, unscheduled], diff: 1, expected: [unscheduled] },
    {
      name: 'two that are not ready',
      pods: [on1, notReady, notReady],
      diff: 2,
      expected: [notReady, notReady],
    },
    {
      name: 'the one on a fuller node',
      pods: [on1, on2],
      related: [on1, on2, on2],
      diff: 1,
      expected: [on2],
    },
    { name: 'pending before running', pods: [pending, notReady], diff: 1, expected: [pending] },
    {
      name: 'three of many',
      pods: [on1, on2, notReady, pending, unscheduled],
      diff: 3,
      expected: [unscheduled, pending, notReady],
    },
  ])('$name', ({ pods, related = pods, diff, expected }) => {
    expect(names(getPodsToDelete([...pods], related, diff))).toEqual(names(expected));
  });

  test('pods that ended do not make a node full', () => {
    const ended = at('ended', 'Failed', 'node-1');
    expect(names(getPodsToDelete([on1, on2], [on1, on2, on2, ended, ended], 1))).toEqual(names([on2]));
  });
});

describe('processNextWorkItem', () => {
  test('CTL-03: forgets a key that went well, and brings one that failed back later and later', () => {
    const { rsc, run, queue, sim } = newFixture();
    const conflict = newConflict({ group: 'apps', resource: 'replicasets' }, 'foobar', new Error('changed'));
    const outcomes = [conflict, conflict, conflict, undefined, conflict];
    const at: number[] = [];
    rsc.syncHandler = function* () {
      at.push(sim.now);
      return outcomes.shift();
    };
    queue.add(key);
    while (outcomes.length > 0) {
      run(rsc.processNextWorkItem());
      if (queue.len() === 0 && outcomes.length === 1) queue.add(key);
    }
    run(rsc.processNextWorkItem());
    expect(at).toEqual([0, 5, 15, 35, 35, 40]);
  });

  test('CTL-03: ends when the queue shuts down', () => {
    const { rsc, run, queue } = newFixture();
    queue.shutDown();
    expect(run(rsc.processNextWorkItem())).toBe(false);
  });
});
