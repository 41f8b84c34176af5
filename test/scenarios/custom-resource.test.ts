import { describe, expect, test } from 'vitest';
import type { ConfigMap } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { type PodPool, registerFinalizer } from '../../src/runtime/demo/pool/types.ts';
import type { World } from '../../src/runtime/stage/world.ts';
import { mapGet } from '../../src/runtime/sim/pmap.ts';
import { Played, chapter, controllerOf, podsOf } from './played.ts';
import { life, pool, pooled, red, scenarios } from '../../content/your-own/custom-resource/scenario.ts';

const program = 'pool-manager';
const poolOf = (world: World): PodPool | undefined =>
  mapGet(world.store.objects, 'podpools/default/red') as PodPool | undefined;
const entryOf = (world: World): string | undefined =>
  (mapGet(world.store.objects, 'configmaps/kube-system/pod-pools') as ConfigMap | undefined)?.data?.[
    'default.red'
  ];
const namesOf = (world: World): string[] => podsOf(world).map(({ metadata }) => metadata.name!);
const atEnd = (played: Played): World => played.entries.at(-1)!.world;

describe('a kind of one’s own', async () => {
  const played = await Played.of(pooled('life'));

  test('its controller makes the pods that the spec asks for, each with the pool as its owner', () => {
    const made = played.before(2);
    expect(namesOf(made).sort()).toEqual(['red-0', 'red-1', 'red-2']);
    for (const pod of podsOf(made)) expect(controllerOf(pod)).toBe('red');
    expect(namesOf(played.before(3))).toEqual(['red-0']);
  });

  test('the finalizer is there before anything is made outside', () => {
    const finalizer = played.entries.find(({ world }) =>
      poolOf(world)?.metadata.finalizers?.includes(registerFinalizer),
    )!;
    const entry = played.entries.find(({ world }) => entryOf(world) !== undefined)!;
    expect(finalizer.index).toBeLessThan(entry.index);
    expect(entryOf(played.before(2))).toBe('3');
    expect(entryOf(played.before(3))).toBe('1');
  });

  test('the status says of which generation it speaks, and its condition since when it holds', () => {
    const status = poolOf(played.before(2))?.status;
    expect(status).toMatchObject({ observedGeneration: 1, ready: 3 });
    const [ready] = status!.conditions;
    expect(ready).toMatchObject({ type: 'Ready', status: 'True', reason: 'AllReady' });
    const seen = played.entries.flatMap(({ world }) => poolOf(world)?.status?.conditions ?? []);
    const messages = [...new Set(seen.map(({ message }) => message))];
    expect(messages[0]).toBe('0/3 pods ready');
    expect(messages).toContain('3/3 pods ready');
    // While one after the other became ready, the status was False, and its time stayed.
    const waiting = seen.filter(
      ({ status: is, message }) => is === 'False' && message.endsWith('/3 pods ready'),
    );
    expect(new Set(waiting.map(({ lastTransitionTime }) => lastTransitionTime)).size).toBe(1);
    expect(poolOf(played.before(3))?.status).toMatchObject({ observedGeneration: 2, ready: 1 });
  });

  test('a write of the status is no new generation, and cannot change the spec', () => {
    const writes = played.all('store.write', { program, resource: 'podpools' });
    expect(new Set(writes.map(({ event }) => event.object.metadata.generation))).toEqual(new Set([1, 2, 3]));
    for (const { event } of writes.filter(({ event }) => event.previous)) {
      const [now, before] = [event.object, event.previous] as [PodPool, PodPool];
      if (now.status !== before.status) expect(now.spec).toEqual(before.spec);
    }
  });

  test('deleted, it stays until it is out of the register; its pods are left to the garbage collector', () => {
    const going = played.entries.find(
      ({ world }) => poolOf(world)?.metadata.deletionTimestamp !== undefined,
    )!;
    expect(entryOf(going.world)).toBe('1');
    const gone = played.first('store.write', { verb: 'delete', resource: 'podpools' });
    expect(entryOf(gone.world)).toBeUndefined();
    expect(gone.event.program).toBe(program);
    expect(namesOf(gone.world)).toEqual(['red-0']);
    const collected = played.first('api.request', { verb: 'delete', resource: 'pods' }, gone.index);
    expect(collected.event.program).toBe('kube-controller-manager');
    expect(namesOf(atEnd(played))).toEqual([]);
  });

  test('POD-03 without its controller it is data: stored, and nobody does anything', async () => {
    const run = await Played.of(
      pooled(
        'alone',
        function* (user) {
          yield* user.sleep(300);
          user.act({ kind: 'apply', object: pool('red', { size: 2 }) });
          yield* user.sleep(20_000);
          user.act({ kind: 'start', program });
          yield* user.settle();
        },
        { idle: [program] },
      ),
    );
    expect(poolOf(run.before(2))).toMatchObject({ spec: { size: 2, image: 'app:v1' } });
    expect(poolOf(run.before(2))?.status).toBeUndefined();
    expect(namesOf(run.before(2))).toEqual([]);
    // Any program will do: it is started late, and catches up from what is stored.
    expect(namesOf(atEnd(run))).toEqual(['red-0', 'red-1']);
  });

  test('deleted while its controller is away, it waits for it', async () => {
    const run = await Played.of(
      pooled('away', function* (user) {
        yield* user.sleep(300);
        user.act({ kind: 'apply', object: pool('red', { size: 1 }) });
        yield* user.settle();
        user.act({ kind: 'crash', program });
        user.act({ kind: 'delete', resource: 'podpools', ...red });
        yield* user.sleep(10_000);
        user.act({ kind: 'start', program });
        yield* user.settle();
      }),
    );
    expect(poolOf(run.before(4))?.metadata.deletionTimestamp).toBeDefined();
    expect(entryOf(run.before(4))).toBe('1');
    expect(poolOf(atEnd(run))).toBeUndefined();
    expect(entryOf(atEnd(run))).toBeUndefined();
  });

  test('a cache of pods that is behind leads to a refusal, and never to a pod too many', async () => {
    const run = await Played.of(pooled('behind', life, { watchDelayMs: { 'pool-manager/pods': 800 } }));
    const made = run.all('store.write', { verb: 'create', resource: 'pods' });
    expect(made.map(({ event }) => event.key)).toEqual(
      ['red-0', 'red-1', 'red-2'].map((name) => `pods/default/${name}`),
    );
    expect(run.all('api.error', { program, reason: 'AlreadyExists' }).length).toBeGreaterThan(0);
    expect(namesOf(atEnd(run))).toEqual([]);
  });

  test.each([
    ['three', 'spec.size: Invalid value: "string": spec.size in body must be of type integer: "string"'],
    [-1, 'spec.size: Invalid value: -1: spec.size in body should be greater than or equal to 0'],
    [21, 'spec.size: Invalid value: 21: spec.size in body should be less than or equal to 20'],
    [undefined, 'spec.size: Required value'],
  ])('its schema refuses a size of %s', async (size, says) => {
    const run = await Played.of(
      pooled('schema', function* (user) {
        yield* user.sleep(300);
        user.act({ kind: 'apply', object: pool('red', { size }) });
      }),
    );
    expect(run.act(1).event.error).toContain(says);
    expect(poolOf(atEnd(run))).toBeUndefined();
  });
});

describe('the story of the chapter', async () => {
  const text = chapter('your-own/custom-resource').replaceAll(/\s+/g, ' ');
  const played = await Played.of(scenarios[0]!);
  const tableOf = (world: World, key: string): Record<string, readonly string[]> =>
    Object.fromEntries((mapGet(world.tables, key)?.rows ?? []).map(({ name, cells }) => [name, cells]));

  test('two is no number; the pool that is stored has generation 1 and no status', () => {
    expect(played.act(1).event.error).toContain('must be of type integer');
    const made = played.first('store.write', { verb: 'create', resource: 'podpools' });
    expect(made.event.object.metadata.generation).toBe(1);
    expect(tableOf(made.world, 'kube-apiserver/pool red')['status.ready']).toEqual(['no status yet']);
  });

  test('each write of the pool is what the text says of it', () => {
    const writes = played.all('store.write', { program, verb: 'update', resource: 'podpools' });
    const said = writes.map(({ world }) => {
      const rows = tableOf(world, 'kube-apiserver/pool red');
      return [
        rows['metadata.finalizers'],
        rows['status.observedGeneration'],
        rows['Ready, a condition'],
      ].flat();
    });
    expect(said).toEqual([
      [registerFinalizer, 'no status yet', 'no status yet'],
      [registerFinalizer, '1', 'False, PodsMissing: 0/2 pods ready'],
      [registerFinalizer, '1', 'True, AllReady: 2/2 pods ready'],
      [registerFinalizer, '2', 'False, PodsTooMany: 2/1 pods ready'],
      [registerFinalizer, '2', 'True, AllReady: 1/1 pods ready'],
    ]);
    expect(writes[3]!.at - played.act(3).at).toBe(12);
    expect(writes[2]!.at - played.act(2).at).toBeLessThan(1500);
  });

  test('the register is filled after the promise, and empty before it is taken back', () => {
    expect(tableOf(played.before(4), 'kube-apiserver/register')).toEqual({ 'default.red': ['1'] });
    const gone = played.first('store.write', { verb: 'delete', resource: 'podpools' });
    expect(tableOf(gone.world, 'kube-apiserver/register')).toEqual({});
  });

  test('POD-03 nothing of the manager of Kubernetes runs until the pool is gone', () => {
    const asked = played
      .all('api.request')
      .filter(({ event }) => event.program === 'kube-controller-manager');
    expect(asked[0]!.index).toBeGreaterThan(played.act(5).index);
    expect(text).toMatch(/Such a controller is a program with a client\. .*of Kubernetes cannot start it/);
  });
});
