import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/controllers/the-control-loop/scenario.ts';
import { replicaSet, pod } from '../../src/runtime/subjects/api/objects.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';
import type { World } from '../../src/runtime/stage/world.ts';
import { mapGet } from '../../src/runtime/sim/pmap.ts';
import { type EntryOf, Played, chapter, controllerOf, podsOf, setOf } from './played.ts';

const [loop] = scenarios as [Scenario];
const key = 'default/web';

describe('the control loop', async () => {
  const played = await Played.of(loop);

  test('CTL-01 observe, compare, act, and again until actual is desired', () => {
    const deleted = played.act(2);
    const replacement = played.first('store.write', { verb: 'create', resource: 'pods' }, deleted.index);
    expect(played.chain(replacement)).toEqual([
      'store.write',
      'api.request',
      'workqueue.get',
      'workqueue.add',
      'handler.call',
      'fifo.pop',
      'fifo.add',
      'watch.event',
      'store.write',
      'act',
    ]);
    const columns = (world: World): [number | undefined, number] => [
      setOf(world)?.spec?.replicas,
      podsOf(world).filter(({ metadata }) => !metadata.deletionTimestamp).length,
    ];
    const seen = played.entries.slice(played.act(1).index).map(({ world }) => JSON.stringify(columns(world)));
    const changes = seen.filter((text, i) => text !== seen[i - 1]).map((text) => JSON.parse(text) as unknown);
    expect(changes).toEqual([
      [null, 0],
      [2, 0],
      [2, 1],
      [2, 2],
      [2, 1],
      [2, 2],
    ]);
    // The replacement does not wait until the old pod is gone.
    expect(podsOf(replacement.world)).toHaveLength(3);
  });

  test('CTL-02 the chapter names as many loops as v1.20.2 has, and says that they do not map to resources', () => {
    const text = chapter('controllers/the-control-loop');
    const known = JSON.parse(
      readFileSync(new URL('../golden/controller-names.json', import.meta.url), 'utf8'),
    ) as string[];
    expect(text).toContain(`knows ${known.length} names`);
    expect(known).toHaveLength(37);
    expect(text).toMatch(/Several loops serve\s+one\s+resource/);
    expect(text).toMatch(/some\s+resources\s+have\s+none/);
    expect(text).toContain('controllermanager.go#NewControllerInitializers');
    expect(text).toContain('/#map');
  });

  test('CTL-03 a worker takes a key, reads the cache, acts, and forgets it or sends it back with a growing delay', () => {
    const conflicted = played.act(3).index;
    const later = played.all('workqueue.addAfter', { key }, conflicted);
    expect(later.map(({ event: { failures, delayMs } }) => [failures, delayMs])).toEqual([
      [1, 5],
      [2, 10],
      [3, 20],
    ]);
    for (const { index, at, event } of later) {
      const back = played.all('workqueue.add', { key }).find(({ cause }) => cause === index);
      expect(back?.at).toBe(at + event.delayMs);
      expect(played.first('workqueue.get', { key }, index).index).toBeGreaterThan(back!.index);
    }
    // Each failing sync has tried twice, with the set fetched anew in between.
    const tried = played
      .all('api.request', { program: 'kube-controller-manager', resource: 'replicasets' }, conflicted)
      .map(({ event: { verb } }) => verb);
    expect(tried.slice(0, 10)).toEqual([
      ...Array.from({ length: 3 }, () => ['update', 'get', 'update']).flat(),
      'update',
    ]);
    const forgotten = played.first('workqueue.forget', { key }, later[2]!.index);
    expect(mapGet(mapGet(later[2]!.world.queues, 'replicaset')!.failures, key)).toBe(3);
    expect(mapGet(mapGet(forgotten.world.queues, 'replicaset')!.failures, key)).toBeUndefined();
    expect(played.all('workqueue.addAfter', { key }, forgotten.index)).toEqual([]);
    for (const got of played.all('workqueue.get', { key })) {
      const done = played.all('workqueue.done', { key }, got.index)[0];
      expect(done?.process).toBe(got.process);
    }
    const lists = played.all('api.request', { program: 'kube-controller-manager', verb: 'list' });
    expect(lists.filter(({ at }) => at >= 100)).toEqual([]);
  });

  test('CTL-04 a matching orphan is adopted, an owned pod that matches no longer is released, others are ignored', async () => {
    const other = replicaSet('other', 1) as { spec: object };
    const story: Scenario = {
      ...loop,
      *story(user) {
        user.act({ kind: 'apply', object: pod('lone', { app: 'web' }) });
        // Its pod matches the selector of web as well.
        const labels = { app: 'web', team: 'a' };
        const template = { metadata: { labels }, spec: { containers: [{ name: 'app', image: 'app:v1' }] } };
        const selector = { matchLabels: { team: 'a' } };
        user.act({ kind: 'apply', object: { ...other, spec: { replicas: 1, selector, template } } });
        yield* user.settle();
        user.act({ kind: 'apply', object: replicaSet('web', 2) });
        yield* user.settle();
        const lone = { kind: 'relabel', resource: 'pods', namespace: 'default', name: 'lone' } as const;
        user.act({ ...lone, labels: { app: 'free' } });
        yield* user.settle();
      },
    };
    const claimed = await Played.of(story);
    const owners = (world: World): (string | undefined)[] => podsOf(world).map(controllerOf).sort();
    expect(owners(claimed.before(3))).toEqual(['other', undefined]);
    // One of the two of web is the orphan; the pod of other matches too, and is left alone.
    expect(owners(claimed.before(4))).toEqual(['other', 'web', 'web']);
    expect(owners(claimed.before(99))).toEqual(['other', 'web', 'web', undefined]);
    const lone = podsOf(claimed.before(99)).find(({ metadata }) => metadata.name === 'lone');
    expect(controllerOf(lone!)).toBeUndefined();
    const patches = claimed.all('api.request', {
      verb: 'patch',
      resource: 'pods',
      program: 'kube-controller-manager',
    });
    expect(patches.map(({ event }) => event.key)).toEqual(['pods/default/lone', 'pods/default/lone']);
    const [adoption, release] = patches as [EntryOf<'api.request'>, EntryOf<'api.request'>];
    /** What a worker asked of the API server about the set in the sync of this entry, before it. */
    const asked = ({ index, process }: EntryOf<'api.request'>): string[] => {
      const got = claimed.all('workqueue.get', {}).findLast((entry) => entry.index < index)!;
      const requests = claimed.all('api.request', { resource: 'replicasets' }, got.index);
      return requests
        .filter((entry) => entry.index < index && entry.process === process)
        .map(({ event }) => `${event.verb} ${event.key}`);
    };
    expect(asked(adoption)).toEqual(['get replicasets/default/web']);
    expect(asked(release)).toEqual([]);
  });

  test('played twice it is the same, to the last entry', async () => {
    expect(JSON.stringify((await Played.of(loop)).entries)).toBe(JSON.stringify(played.entries));
  });
});
