import { describe, expect, test } from 'vitest';
import {
  expectationsTimeout,
  filterActivePods,
  keyFunc,
  newControllerExpectations,
  newUIDTrackingControllerExpectations,
  podKey,
} from '../../../../../src/runtime/kubernetes/pkg/controller/controller_utils.ts';
import { AlwaysSatisfiedExpectations } from '../../../../../src/runtime/kubernetes/pkg/controller/always-satisfied-expectations.ts';
import { DeletedFinalStateUnknown } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import { Sim } from '../../../../../src/runtime/sim/sim.ts';
import { names, newPod, newPods, newReplicaSet } from './objects.ts';

const rs = newReplicaSet(1, { name: 'foo' });

describe('expectations', () => {
  test('RS-01, RS-07: they fall with each event, may be surpassed, and are replaced by the next sync', () => {
    const e = newControllerExpectations(new Sim());
    e.setExpectations('default/web', 10, 30);

    for (let i = 0; i < 11; i++) e.creationObserved('default/web');
    expect(e.satisfiedExpectations('default/web')).toBe(false);

    for (let i = 0; i < 31; i++) e.deletionObserved('default/web');
    expect(e.getExpectations('default/web')[0]?.getExpectations()).toEqual([-1, -1]);
    expect(e.satisfiedExpectations('default/web')).toBe(true);

    e.setExpectations('default/web', 1, 2);
    expect(e.getExpectations('default/web')[0]?.getExpectations()).toEqual([1, 2]);
    expect(e.satisfiedExpectations('default/web')).toBe(false);
  });

  test('RS-01: none recorded, fulfilled or older than five minutes count as satisfied', () => {
    const sim = new Sim();
    const e = newControllerExpectations(sim);
    expect(e.satisfiedExpectations('default/web')).toBe(true);

    e.expectCreations('default/web', 1);
    expect(e.satisfiedExpectations('default/web')).toBe(false);
    sim.runFor(expectationsTimeout);
    expect(e.satisfiedExpectations('default/web')).toBe(false);
    sim.runFor(1);
    expect(e.satisfiedExpectations('default/web')).toBe(true);

    e.expectDeletions('default/web', 1);
    expect(e.satisfiedExpectations('default/web')).toBe(false);
    e.deletionObserved('default/web');
    expect(e.satisfiedExpectations('default/web')).toBe(true);
  });

  test('raising and lowering an unknown key does nothing', () => {
    const e = newControllerExpectations(new Sim());
    e.raiseExpectations('default/web', 1, 1);
    e.lowerExpectations('default/web', 1, 1);
    expect(e.getExpectations('default/web')).toEqual([undefined, false]);

    e.expectCreations('default/web', 1);
    e.raiseExpectations('default/web', 2, 3);
    expect(e.getExpectations('default/web')[0]?.getExpectations()).toEqual([3, 3]);
    e.lowerExpectations('default/web', 1, 2);
    expect(e.getExpectations('default/web')[0]?.getExpectations()).toEqual([2, 1]);
  });

  test('RS-04: deletions are awaited by key, for each controller apart', () => {
    const e = newUIDTrackingControllerExpectations(newControllerExpectations(new Sim()));
    const keysOf = (name: string): string[] => newPods(5, 'Running', rs, name).map(podKey);
    const sets = ['rc-3', 'rc-0', 'rc-2', 'rc-1'];
    for (const name of sets) e.expectDeletions(`default/${name}`, keysOf(name));
    for (const name of sets) {
      const key = `default/${name}`;
      expect(e.satisfiedExpectations(key)).toBe(false);
      for (const pod of keysOf(name)) e.deletionObserved(key, pod);
      expect(e.satisfiedExpectations(key)).toBe(true);
      e.deleteExpectations(key);
      expect(e.getUIDs(key)).toBeUndefined();
      expect(e.getExpectations(key)).toEqual([undefined, false]);
    }
  });

  test('RS-07: the two events of one deletion count once, and those of a stranger not at all', () => {
    const e = newUIDTrackingControllerExpectations(newControllerExpectations(new Sim()));
    e.expectDeletions('default/web', ['default/a', 'default/b']);
    e.deletionObserved('default/web', 'default/a');
    e.deletionObserved('default/web', 'default/a');
    e.deletionObserved('default/web', 'default/stranger');
    expect([...(e.getUIDs('default/web') ?? [])]).toEqual(['default/b']);
    expect(e.satisfiedExpectations('default/web')).toBe(false);
    e.deletionObserved('default/web', 'default/b');
    expect(e.satisfiedExpectations('default/web')).toBe(true);
  });

  test('RS-08: the ones of the experiment are counted and never waited for', () => {
    const e = newUIDTrackingControllerExpectations(new AlwaysSatisfiedExpectations(new Sim()));
    e.expectCreations('default/web', 3);
    expect(e.satisfiedExpectations('default/web')).toBe(true);
    expect(e.getExpectations('default/web')[0]?.getExpectations()).toEqual([3, 0]);
  });
});

describe('keys', () => {
  test('an object, and one that is known only to be gone', () => {
    expect(keyFunc(rs)).toEqual(['default/foobar', undefined]);
    expect(keyFunc(new DeletedFinalStateUnknown('default/gone', undefined))).toEqual([
      'default/gone',
      undefined,
    ]);
    expect(podKey(newPod('pod0', rs, 'Running'))).toBe('default/pod0');
  });
});

describe('filterActivePods', () => {
  test('RS-02: leaves out pods that ended and pods that terminate', () => {
    const pods = [
      newPod('succeeded', rs, 'Succeeded'),
      newPod('failed', rs, 'Failed'),
      newPod('terminating', rs, 'Running', { metadata: { deletionTimestamp: '2021-01-16T12:00:00Z' } }),
      newPod('pending', rs, 'Pending'),
      newPod('unknown', rs, 'Unknown'),
      newPod('running', rs, 'Running'),
    ];
    expect(names(filterActivePods(pods))).toEqual(['pending', 'unknown', 'running']);
  });
});
