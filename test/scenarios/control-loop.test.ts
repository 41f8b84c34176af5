import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/controllers/the-control-loop/scenario.ts';
import { scenarios as replicaSets } from '../../content/controllers/replicaset/scenario.ts';
import type { Pod } from '../../src/runtime/apimachinery/pkg/runtime/object.ts';
import { replicaSet, pod } from '../../src/runtime/cluster/objects.ts';
import type { Scenario } from '../../src/runtime/cluster/scenario.ts';
import { mapGet } from '../../src/runtime/sim/pmap.ts';
import { Played, chapter, controllerOf, podsOf, setOf } from './played.ts';

const [loop] = scenarios as [Scenario];
const key = 'default/web';

describe('the control loop', () => {
  const played = new Played(loop);

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
    const actual = (n: number): number =>
      podsOf(played.before(n)).filter(({ metadata }) => !metadata.deletionTimestamp).length;
    expect([2, 3, 99].map((n) => [setOf(played.before(n))?.spec?.replicas, actual(n)])).toEqual([
      [2, 2],
      [2, 2],
      [3, 3],
    ]);
    const short = podsOf(deleted.world).length;
    expect(short).toBe(2);
  });

  test('CTL-02 the chapter names as many loops as v1.20.2 has, and says that some resources share or lack one', () => {
    const text = chapter('controllers/the-control-loop');
    const known = JSON.parse(
      readFileSync(new URL('../golden/controller-names.json', import.meta.url), 'utf8'),
    ) as string[];
    expect(text).toContain(`knows ${known.length} names`);
    expect(text).toMatch(/Several loops serve\s+one resource/);
    expect(text).toMatch(/some\s+resources have none/);
    expect(text).toContain('/#map');
  });

  test('CTL-03 a worker takes a key, reads the cache, acts, and forgets it or sends it back with a growing delay', () => {
    const conflicted = played.act(3).index;
    const later = played.all('workqueue.addAfter', { key }, conflicted);
    expect(later[0]?.event).toMatchObject({ failures: 1, delayMs: 5 });
    const back = played.all('workqueue.add', { key }).find(({ cause }) => cause === later[0]!.index);
    expect(back?.at).toBe(later[0]!.at + 5);
    const forgotten = played.first('workqueue.forget', { key }, later[0]!.index);
    expect(mapGet(mapGet(forgotten.world.queues, 'replicaset')!.failures, key)).toBeUndefined();
    for (const got of played.all('workqueue.get', { key })) {
      const done = played.all('workqueue.done', { key }, got.index)[0];
      expect(done?.process).toBe(got.process);
    }
    const lists = played.all('api.request', { program: 'kube-controller-manager', verb: 'list' });
    expect(lists.every(({ at }) => at < 100)).toBe(true);
  });

  test('CTL-04 a matching orphan is adopted, an owned pod that matches no longer is released, others are ignored', () => {
    const story: Scenario = {
      ...loop,
      *story(user) {
        user.act({ kind: 'apply', object: pod('lone', { app: 'web' }) });
        user.act({ kind: 'apply', object: replicaSet('other', 1) });
        yield* user.settle();
        user.act({ kind: 'apply', object: replicaSet('web', 2) });
        yield* user.settle();
        const [others] = user.list('pods', 'default').filter((each) => controllerOf(each as Pod) === 'other');
        const name = others?.metadata.name ?? '';
        user.act({
          kind: 'relabel',
          resource: 'pods',
          namespace: 'default',
          name: 'lone',
          labels: { app: 'free' },
        });
        user.act({
          kind: 'relabel',
          resource: 'pods',
          namespace: 'default',
          name,
          labels: { app: 'web', was: 'other' },
        });
        yield* user.settle();
      },
    };
    const claimed = new Played(story);
    const lone = (world: (typeof claimed.entries)[number]['world']): Pod | undefined =>
      podsOf(world).find(({ metadata }) => metadata.name === 'lone');
    expect(controllerOf(lone(claimed.before(4))!)).toBe('web');
    expect(controllerOf(lone(claimed.before(99))!)).toBeUndefined();
    const before = claimed.first('api.request', {
      verb: 'get',
      resource: 'replicasets',
      program: 'kube-controller-manager',
    });
    const adoption = claimed.first('api.request', {
      verb: 'patch',
      resource: 'pods',
      program: 'kube-controller-manager',
    });
    expect(before.index).toBeLessThan(adoption.index);
    const stolen = podsOf(claimed.before(99)).find(({ metadata }) => metadata.labels?.['was'] === 'other');
    expect(stolen && controllerOf(stolen)).not.toBe('other');
  });

  test('every chain of causes ends with an act or the start of a program', () => {
    const ends = new Set(played.entries.map((entry) => played.chain(entry).at(-1)));
    expect([...ends].sort()).toEqual(['act', 'program.start', 'store.write']);
    const bound = played.first('stand-in', { program: 'scheduler-stand-in' });
    expect(played.chain(bound).at(-1)).toBe('act');
  });

  test('played twice it is the same, to the last entry', () => {
    expect(JSON.stringify(new Played(loop).entries)).toBe(JSON.stringify(played.entries));
  });
});

test('the chapters play scenarios that exist', () => {
  for (const [path, known] of [
    ['controllers/the-control-loop', scenarios],
    ['controllers/replicaset', replicaSets],
  ] as const) {
    const asked = [...chapter(path).matchAll(/<ScopeFrame scenario="([^"]+)"/g)].map(([, id]) => id);
    expect(asked.length).toBeGreaterThan(0);
    for (const id of asked) expect(known.map((scenario) => scenario.id)).toContain(id);
  }
});
