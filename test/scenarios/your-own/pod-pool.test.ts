import { describe, expect, test } from 'vitest';
import type { ConfigMap } from '../../../src/runtime/apimachinery/pkg/runtime/object.ts';
import { type PodPool, registerFinalizer } from '../../../src/runtime/demo/pool/types.ts';
import type { World } from '../../../src/runtime/observe/world.ts';
import { mapGet } from '../../../src/runtime/sim/pmap.ts';
import { Played, controllerOf, podsOf } from '../played.ts';
import { life, pool, pooled, red } from './pod-pool.ts';

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
    expect(messages[0]).toBe('0 of 3 pods are ready');
    expect(messages).toContain('3 of 3 pods are ready');
    // While one after the other became ready, the status was False, and its time stayed.
    const waiting = seen.filter(
      ({ status: is, message }) => is === 'False' && message.endsWith('of 3 pods are ready'),
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
