import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/machinery/list-and-watch/scenario.ts';
import type { EventKind, EventOf } from '../../src/runtime/stage/events.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';
import { mapGet } from '../../src/runtime/sim/pmap.ts';
import { Played, chapter, podsOf } from './played.ts';

const [cuts] = scenarios as [Scenario];
const played = await Played.of(cuts);
const pods = 'kube-controller-manager/pods';

const of = <K extends EventKind>(kind: K): (EventOf<K> & { readonly at: number })[] =>
  played.entries.flatMap(({ event, at }) => (event.kind === kind ? [{ ...(event as EventOf<K>), at }] : []));
const lists = of('reflector.list').filter(({ informer }) => informer === pods);
const opened = of('watch.open').filter(({ watch }) => watch === pods);
const [, shortCut, , longCut] = of('act');

describe('list and watch', () => {
  test('the story is told to its end, and leaves two pods that run', () => {
    expect(played.recording.outcome.ended).toBe('story');
    const left = podsOf(played.entries.at(-1)!.world);
    expect(left.map(({ status }) => status?.phase)).toEqual(['Running', 'Running']);
  });

  test('INF-12 the watch begins at the version of the list', () => {
    expect(lists[0]).toMatchObject({ count: 0, revision: 3, at: 4 });
    expect(opened[0]).toMatchObject({ revision: 3 });
  });

  test('INF-12 after a short cut the watch goes on from the last version, and there is no list', () => {
    const deleted = of('watch.event').find(
      ({ watch, type, at }) => watch === pods && type === 'DELETED' && at > shortCut!.at,
    );
    expect(opened[1]).toMatchObject({ revision: 18 });
    expect(deleted!.at).toBeLessThan(longCut!.at);
    expect(lists.filter(({ at }) => at > 4 && at < longCut!.at)).toEqual([]);
  });

  test('INF-12 asks again after 0.8 to 1.6 s, and then after twice as long', () => {
    const asked = of('api.request')
      .filter(
        ({ verb, resource, program, at }) =>
          verb === 'watch' &&
          resource === 'pods' &&
          program.startsWith('kube-controller-manager') &&
          at >= shortCut!.at,
      )
      .map(({ at }) => at);
    const [first, second] = [asked[1]! - asked[0]!, asked[2]! - asked[1]!];
    expect(first).toBeGreaterThanOrEqual(800);
    expect(first).toBeLessThan(1604);
    expect(second).toBeGreaterThanOrEqual(1600);
    expect(second).toBeLessThan(3208);
  });

  test('INF-12 a list, an event and a bookmark each set the version from which the watch would go on', () => {
    for (const informer of [pods, 'kube-controller-manager/replicasets']) {
      const told: { readonly kind: string; readonly revision: number }[] = [];
      for (const { event, world } of played.entries) {
        const ofIt =
          (event.kind === 'reflector.list' && event.informer === informer) ||
          (event.kind === 'watch.event' && event.watch === informer && event.type !== 'ERROR');
        if (!ofIt) continue;
        // It is taken over when the entry is done with, so each shows what the one before it set.
        const [before] = told.slice(-1);
        const { resourceVersion } = mapGet(world.informers, informer)!;
        expect(resourceVersion).toBe(before ? String(before.revision) : '');
        told.push({ kind: event.kind === 'watch.event' ? event.type : 'list', revision: event.revision });
      }
      const kinds = new Set(told.map(({ kind }) => kind));
      expect(kinds).toContain('list');
      expect(kinds).toContain('BOOKMARK');
    }
    const moved = of('watch.event').find(
      ({ type, revision, at }) => type === 'BOOKMARK' && revision > 32 && at < 61_000,
    );
    expect(moved).toMatchObject({ watch: 'kube-controller-manager/replicasets', revision: 35 });
  });

  test('INF-12 a watch ends after five to ten minutes, here 6 min 54 s, and bookmarks come every minute', () => {
    const sets = 'kube-controller-manager/replicasets';
    const [end] = of('watch.close').filter(({ watch }) => watch === sets);
    expect(end).toMatchObject({ reason: 'the server ended it' });
    expect(Math.round((end!.at - 4) / 1000)).toBe(6 * 60 + 54);
    const bookmarks = of('watch.event').filter(({ watch, type }) => watch === sets && type === 'BOOKMARK');
    expect(bookmarks.slice(0, 3).map(({ at }) => Math.round(at / 60_000))).toEqual([1, 2, 3]);
  });

  test('INF-12 when its version is expired it lists again, and the deletion is worked out 12 min 38 s late', () => {
    expect(of('reflector.error').filter(({ informer }) => informer === pods)).toHaveLength(1);
    expect(lists).toHaveLength(2);
    expect(lists[1]).toMatchObject({ count: 1 });
    expect(Math.round((lists[1]!.at - longCut!.at) / 1000)).toBe(12 * 60 + 38);
    const gone = of('fifo.add').find(
      ({ informer, delta, at }) => informer === pods && delta === 'Deleted' && at >= lists[1]!.at,
    );
    const made = of('store.write').find(
      ({ verb, resource, at }) => verb === 'create' && resource === 'pods' && at > lists[1]!.at,
    );
    expect(made!.at - gone!.at).toBe(2);
    expect(chapter('machinery/list-and-watch')).toContain(
      'it would ask at once for the newest, with no version',
    );
  });
});
