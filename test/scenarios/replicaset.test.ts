import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/controllers/replicaset/scenario.ts';
import { newForbidden } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { record, recordStage } from '../../src/recording/record.ts';
import { Stage } from '../../src/runtime/stage/stage.ts';
import { plane } from '../../src/runtime/subjects/control-loop/planes/replicaset.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';
import { pod, replicaSet } from '../../src/runtime/subjects/api/objects.ts';
import type {
  Pod,
  ReplicaSet,
} from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { mapEntries, mapGet } from '../../src/runtime/sim/pmap.ts';
import { Played, chapter, controllerOf, podsOf, setOf, named } from './played.ts';

const [three, threeEightFour, letGo, ended, slowCache, noExpectations, minReady, orphan, endingNamespace] =
  named(
    scenarios,
    'made',
    'scale',
    'relabel',
    'delete',
    'slow-cache',
    'no-expectations',
    'min-ready',
    'orphan',
    'ending-namespace',
  );
const manager = 'kube-controller-manager';
const web = 'default/web';
const note = 'replicaset default/web';

describe('the life of a ReplicaSet', async () => {
  const made = await Played.of(three);
  const scaled = await Played.of(threeEightFour);
  const relabelled = await Played.of(letGo);
  const deleted = await Played.of(ended);
  /** The same on nodes, so that the pods run and are ready. */
  const onNodes = await Played.of({ ...threeEightFour, settings: {} });
  const [grow, shrink] = [scaled.act(2).index, scaled.act(3).index];

  test('each story has at most 400 steps', () => {
    for (const { entries } of [made, scaled, relabelled, deleted])
      expect(entries.length).toBeLessThanOrEqual(400);
  });

  test('RS-01 with no expectations recorded the sync may act, and the table is empty', () => {
    const check = made.first('expectations.check', { key: web });
    expect(check.event).toMatchObject({ satisfied: true, why: 'none recorded' });
    expect(mapEntries(check.world.expectations)).toEqual([]);
    const after = made.first('expectations.check', { why: 'fulfilled' });
    expect(mapGet(after.world.expectations, note)).toMatchObject({ add: 0, del: 0 });
  });

  test('RS-02 the difference is that of active claimed pods to the spec', async () => {
    const created = (from: number, to: number): number =>
      scaled.all('store.write', { verb: 'create', resource: 'pods' }, from).filter(({ index }) => index < to)
        .length;
    expect(created(0, grow)).toBe(3);
    expect(created(grow, shrink)).toBe(8 - 3);
    expect(created(shrink, Infinity)).toBe(0);
    // An adopted orphan counts, a failed pod no longer does: one creation for the two asked for, and one more.
    const claimed = await Played.of(orphan);
    const sets = claimed.all('expectations.change', { why: 'set' });
    expect(sets.map(({ event: { add, del } }) => [add, del])).toEqual([
      [1, 0],
      [1, 0],
    ]);
    expect(sets[1]!.index).toBeGreaterThan(claimed.act(3).index);
  });

  test('RS-03 a missing pod is created, a surplus one deleted, at most 500 a sync', async () => {
    const sets = [scaled, relabelled].flatMap((played) => played.all('expectations.change', { why: 'set' }));
    expect(sets.map(({ event: { add, del } }) => [add, del])).toEqual([
      [3, 0],
      [5, 0],
      [0, 4],
      [1, 0],
      [1, 0],
      [0, 1],
    ]);
    const many: Scenario = {
      ...three,
      settings: { qps: 10_000, burst: 10_000, latencyMs: 0 },
      endsAtMs: 2000,
      *story(user) {
        user.act({ kind: 'apply', object: replicaSet('web', 620) });
      },
    };
    const sizes = (await Played.of(many))
      .all('expectations.change', { why: 'set' })
      .map(({ event }) => event.add);
    expect(sizes).toEqual([500, 120]);
  });

  test('RS-04 expectations are set before the first request: a number of creations, and the keys of deletions', () => {
    const set = scaled.first('expectations.change', { why: 'set' });
    const request = scaled.first('api.request', {
      verb: 'create',
      resource: 'pods',
      program: 'kube-controller-manager',
    });
    expect(set.index).toBeLessThan(request.index);
    expect(mapGet(set.world.expectations, note)).toMatchObject({ add: 3, del: 0, deleting: [] });
    const deletion = scaled.first('expectations.change', { why: 'set' }, shrink);
    const firstDelete = scaled.first('api.request', { verb: 'delete', resource: 'pods' }, shrink);
    expect(deletion.index).toBeLessThan(firstDelete.index);
    const waiting = mapGet(deletion.world.expectations, note);
    expect(waiting).toMatchObject({ add: 0, del: 4 });
    const going = podsOf(scaled.before(4)).map(({ metadata }) => `default/${metadata.name}`);
    const before = podsOf(scaled.before(3)).map(({ metadata }) => `default/${metadata.name}`);
    expect([...(waiting?.deleting ?? [])].sort()).toEqual(before.filter((key) => !going.includes(key)));
  });

  test('RS-05 creation starts slowly: batches of 1, 2 and the rest, each in parallel', () => {
    const requests = scaled
      .all('api.request', { verb: 'create', resource: 'pods', program: 'kube-controller-manager' }, grow)
      .filter(({ index }) => index < shrink);
    const batches = new Map<number, number>();
    for (const { at } of requests) batches.set(at, (batches.get(at) ?? 0) + 1);
    expect([...batches.values()]).toEqual([1, 2, 2]);
  });

  /** The pods that stayed and those that went when eight became four, and whether all requests left at once. */
  const chosen = (played: Played): { went: Pod[]; stayed: Pod[] } => {
    const requests = played.all(
      'api.request',
      { verb: 'delete', resource: 'pods', program: 'kube-controller-manager' },
      played.act(3).index,
    );
    expect(new Set(requests.map(({ at }) => at)).size).toBe(1);
    expect(requests).toHaveLength(4);
    const gone = new Set(requests.map(({ event }) => event.key.split('/').at(-1)));
    const [went, stayed] = [true, false].map((is) =>
      podsOf(played.before(3)).filter(({ metadata }) => gone.has(metadata.name) === is),
    ) as [Pod[], Pod[]];
    return { went, stayed };
  };

  test('RS-06 the pods to go are ranked, and all deletes are under way at once', () => {
    const readySince = ({ status }: Pod): string =>
      status?.conditions?.find(({ type }) => type === 'Ready')?.lastTransitionTime ?? '';
    const { went, stayed } = chosen(onNodes);
    const earliestGone = Math.min(...went.map((pod) => Date.parse(readySince(pod))));
    const latestKept = Math.max(...stayed.map((pod) => Date.parse(readySince(pod))));
    expect(latestKept).toBeLessThanOrEqual(earliestGone);
  });

  test('RS-06 pods that wait for a node differ in age alone, and four of the five younger ones go', () => {
    const { went, stayed } = chosen(scaled);
    const madeAt = ({ metadata }: Pod): number => Date.parse(metadata.creationTimestamp ?? '');
    const [oldest] = stayed.map(madeAt).sort();
    expect(went.map((pod) => madeAt(pod) - oldest!)).toEqual([3000, 3000, 3000, 3000]);
    expect(
      stayed
        .map((pod) => madeAt(pod) - oldest!)
        .sort()
        .reverse(),
    ).toEqual([3000, 0, 0, 0]);
    for (const pod of [...went, ...stayed]) {
      expect(pod.spec?.nodeName).toBeUndefined();
      expect(pod.status?.phase).toBe('Pending');
    }
  });

  test('RS-07 handlers lower the counter when the informer delivers, each pod once', () => {
    const lowered = made.all('expectations.change', { why: 'creation observed' });
    expect(lowered.map(({ event }) => event.add)).toEqual([2, 1, 0]);
    for (const entry of lowered) {
      expect(made.chain(entry).slice(0, 5)).toEqual([
        'expectations.change',
        'handler.call',
        'fifo.pop',
        'fifo.add',
        'watch.event',
      ]);
    }
    // The first is seen before the other two are stored.
    const stored = made.all('store.write', { verb: 'create', resource: 'pods' });
    expect(lowered[0]!.index).toBeGreaterThan(stored[0]!.index);
    expect(lowered[0]!.index).toBeLessThan(stored[1]!.index);
    const deletions = scaled.all('expectations.change', { why: 'deletion observed' }, shrink);
    expect(deletions.map(({ event }) => event.del)).toEqual([3, 2, 1, 0]);
    // Each of the four shows twice, changed and then gone.
    const shown = scaled.all('handler.call', { informer: 'kube-controller-manager/pods' }, shrink);
    expect(shown.map(({ event }) => event.verb)).toEqual(Array(4).fill(['update', 'delete']).flat());
  });

  test('RS-09 a change of the set and a change of a pod both end as the key of the set in the queue', () => {
    const chains = new Set(
      [relabelled, deleted].flatMap((played) =>
        played.all('workqueue.add', { key: web }).map((entry) => {
          const call = played.entries[entry.cause]?.event;
          return call?.kind === 'handler.call' ? `${call.informer} ${call.verb}` : '';
        }),
      ),
    );
    expect([...chains].sort()).toEqual([
      'kube-controller-manager/pods add',
      'kube-controller-manager/pods delete',
      'kube-controller-manager/pods update',
      'kube-controller-manager/replicasets add',
      'kube-controller-manager/replicasets delete',
      'kube-controller-manager/replicasets update',
    ]);
  });

  test('RS-10 a pod has its template, an owner reference and a generated name, and an Event tells of it', () => {
    const { object } = made.first('store.write', { verb: 'create', resource: 'pods' }).event;
    const { metadata, spec } = object as Pod;
    expect(metadata.name).toMatch(/^web-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    expect(metadata).toMatchObject({ generateName: 'web-', labels: { app: 'web' } });
    expect(metadata.ownerReferences).toEqual([
      {
        apiVersion: 'apps/v1',
        kind: 'ReplicaSet',
        name: 'web',
        uid: setOf(made.before(99))?.metadata.uid,
        controller: true,
        blockOwnerDeletion: true,
      },
    ]);
    expect(spec?.containers).toMatchObject([{ name: 'app', image: 'app:v1' }]);
    const { event } = made.first('event.record', { about: 'ReplicaSet/web' });
    expect(event).toMatchObject({
      type: 'Normal',
      reason: 'SuccessfulCreate',
      message: `Created pod: ${metadata.name}`,
    });
  });

  test('RS-11 the status counts, and one conflict is retried at once with the set fetched anew', () => {
    expect(setOf(made.before(99))?.status).toMatchObject({
      replicas: 3,
      fullyLabeledReplicas: 3,
      readyReplicas: 3,
      availableReplicas: 3,
      observedGeneration: 1,
    });
    expect(setOf(onNodes.before(3))?.status).toMatchObject({ replicas: 8, readyReplicas: 8 });
    const conflict = made.first('api.error', { reason: 'Conflict', resource: 'replicasets' });
    const next = made
      .all('api.request', { program: 'kube-controller-manager', resource: 'replicasets' }, conflict.index)
      .slice(0, 2);
    expect(next.map(({ event: { verb, subresource } }) => [verb, subresource])).toEqual([
      ['get', undefined],
      ['update', 'status'],
    ]);
  });

  test('RS-13 a deleted set leaves no expectations, and deletes no pod itself', () => {
    const end = deleted.act(2).index;
    const dropped = deleted.first('expectations.change', { why: 'deleted' }, end);
    expect(mapGet(dropped.world.expectations, note)).toBeUndefined();
    expect(deleted.chain(dropped)[1]).toBe('handler.call');
    const sync = deleted.first('workqueue.get', { key: web }, dropped.index);
    const done = deleted.first('workqueue.done', { key: web }, sync.index);
    expect(
      deleted.all('expectations.check', {}, sync.index).filter(({ index }) => index < done.index),
    ).toEqual([]);
    const deletes = deleted.all('api.request', { verb: 'delete', resource: 'pods' }, end);
    expect(new Set(deletes.map(({ event }) => event.program)).has('kube-controller-manager')).toBe(false);
    expect(deletes.length).toBeGreaterThan(0);
    expect(podsOf(deleted.before(99))).toEqual([]);
  });

  test('a released pod is replaced, and taken back when it matches again', () => {
    const leaver = relabelled.act(2).event.act as { name: string };
    const [release, restore] = [relabelled.act(2).index, relabelled.act(3).index];
    const released = relabelled.first(
      'store.write',
      { verb: 'update', key: `pods/default/${leaver.name}`, program: 'kube-controller-manager' },
      release,
    );
    expect(controllerOf(released.event.object as Pod)).toBeUndefined();
    const replacement = relabelled.first('store.write', { verb: 'create', resource: 'pods' }, release);
    expect(released.index).toBeLessThan(replacement.index);
    const adopted = relabelled.first(
      'store.write',
      { verb: 'update', key: `pods/default/${leaver.name}`, program: 'kube-controller-manager' },
      restore,
    );
    expect(controllerOf(adopted.event.object as Pod)).toBe('web');
    const left = podsOf(relabelled.before(99)).filter((pod) => controllerOf(pod) === 'web');
    // The one made in its place goes: it has been ready for the shorter time.
    expect(left.map(({ metadata }) => metadata.name)).toEqual([leaver.name]);
    const surplus = relabelled.first('api.request', { verb: 'delete', resource: 'pods' }, restore);
    expect(surplus.event.key).toBe(replacement.event.key);
  });

  test.each([three, threeEightFour, letGo, ended])(
    'played twice it is the same, to the last entry: $id',
    async (scenario) => {
      const [one, two] = [await Played.of(scenario), await Played.of(scenario)];
      expect(JSON.stringify(two.entries)).toBe(JSON.stringify(one.entries));
    },
  );
});

describe('a slow cache', () => {
  test('RS-08 with expectations three pods are made, without them fourteen, as the chapter says', async () => {
    const made = (played: Played): number =>
      played.all('store.write', { verb: 'create', resource: 'pods' }).length;
    const left = (played: Played): number => podsOf(played.before(99)).length;
    const [with_, without] = [await Played.of(slowCache), await Played.of(noExpectations)];
    expect([made(with_), left(with_)]).toEqual([3, 3]);
    expect([made(without), left(without)]).toEqual([14, 3]);
    expect(chapter('controllers/replicaset')).toContain('Fourteen are made');
    const waves = without.all('expectations.change', { why: 'set' }).filter(({ event }) => event.add > 0);
    expect(waves.map(({ event }) => event.add)).toEqual([3, 3, 3, 3, 2]);
    // The second wave is brought about by the controller's own write of the status.
    const write = without.entries.find(
      ({ event }) =>
        event.kind === 'store.write' && event.program === manager && event.resource === 'replicasets',
    )!;
    const woken = without.all('workqueue.add', { key: web })[1]!;
    expect(without.chain(woken)).toContain('store.write');
    expect(woken.index).toBeGreaterThan(write.index);
    // The late cache shows deleted pods, so some are deleted again.
    const repeated = without
      .all('api.request', { verb: 'delete', resource: 'pods', program: manager })
      .map(({ event }) => event.key);
    expect(new Set(repeated).size).toBeLessThan(repeated.length);
  });

  test('RS-01 while they are unsatisfied the sync claims and writes the status, but neither creates nor deletes', async () => {
    const late: Scenario = {
      ...slowCache,
      *story(user) {
        user.act({ kind: 'apply', object: pod('lone', { app: 'free' }) });
        yield* user.sleep(1990);
        // The cache hears of the label after the expectations are set, and before the new pods.
        const lone = { kind: 'relabel', resource: 'pods', namespace: 'default', name: 'lone' } as const;
        user.act({ ...lone, labels: { app: 'web' } });
        yield* user.sleep(10);
        user.act({ kind: 'apply', object: replicaSet('web', 3) });
        yield* user.settle();
      },
    };
    const played = await Played.of(late);
    const unmet = played.all('expectations.check', { satisfied: false });
    expect(unmet.length).toBeGreaterThan(1);
    const did = unmet.map((check) => {
      const done = played.first('workqueue.done', { key: web }, check.index);
      return played
        .all('api.request', { program: manager }, check.index)
        .filter(({ index, process }) => index < done.index && process === check.process)
        .map(({ event: { verb, resource, subresource = '' } }) =>
          `${verb} ${resource} ${subresource}`.trim(),
        );
    });
    expect(did.flat()).toContain('patch pods');
    expect(did.flat()).toContain('update replicasets status');
    expect(did.flat().filter((request) => /^(create|delete) pods/.test(request))).toEqual([]);
  });

  test('RS-01 expectations older than five minutes no longer hold', async () => {
    const lost: Scenario = {
      ...slowCache,
      settings: { watchDelayMs: { 'kube-controller-manager/pods': 20 * 60 * 1000 } },
      endsAtMs: 8 * 60 * 1000,
      *story(user) {
        user.act({ kind: 'apply', object: replicaSet('web', 1) });
        yield* user.sleep(6 * 60 * 1000);
        user.act({
          kind: 'relabel',
          resource: 'replicasets',
          namespace: 'default',
          name: 'web',
          labels: { wake: 'up' },
        });
      },
    };
    const played = await Played.of(lost);
    const checks = played.all('expectations.check');
    expect(checks.at(0)?.event.why).toBe('none recorded');
    expect(checks.map(({ event }) => event.why)).toContain('still waiting');
    expect(checks.find(({ at }) => at > 6 * 60 * 1000)?.event).toMatchObject({
      satisfied: true,
      why: 'expired',
    });
    // Nothing rings when they are too old: the set is looked at when somebody touches it.
    expect(checks.filter(({ at }) => at > 60_000 && at < 6 * 60 * 1000)).toEqual([]);
    expect(played.all('store.write', { verb: 'create', resource: 'pods' })).toHaveLength(2);
  });
});

describe('creations that are refused', () => {
  /** Lets no more than so many pods into the store, as a quota would. */
  function withQuota(most: number): Played {
    const cluster = new Stage(plane, three.settings, { seed: three.seed });
    return new Played(
      recordStage(
        cluster,
        three.id,
        function* (user) {
          const { server } = cluster.part('api');
          const allowed = server.do.bind(server);
          server.do = (request) => {
            const pods = request.verb === 'create' && request.resource === 'pods' && !request.subresource;
            if (!pods || cluster.part('api').list('pods', 'default').length < most) return allowed(request);
            return [
              undefined,
              newForbidden({ group: '', resource: 'pods' }, 'web-', new Error('exceeded quota')),
            ];
          };
          user.act({ kind: 'apply', object: replicaSet('web', 8) });
          yield* user.settle();
        },
        { seed: three.seed, endsAtMs: 1000 },
      ),
    );
  }

  const played = withQuota(2);
  const set = played.first('expectations.change', { why: 'set' });
  const done = played.first('workqueue.done', { key: web }, set.index);
  const inSync = <E extends { readonly index: number }>(entries: readonly E[]): E[] =>
    entries.filter(({ index }) => index > set.index && index < done.index);

  test('RS-05 the first batch with a failure is the last', () => {
    const requests = inSync(
      played.all('api.request', { verb: 'create', resource: 'pods', program: manager }),
    );
    const batches = new Map<number, number>();
    for (const { at } of requests) batches.set(at, (batches.get(at) ?? 0) + 1);
    // One goes well, so two follow; one of those is refused, so the other five of the eight are never sent.
    expect([...batches.values()]).toEqual([1, 2]);
  });

  test('RS-07 the sync lowers the counter itself for what failed or was skipped', () => {
    const lowered = inSync(played.all('expectations.change', { why: 'creation observed' }));
    const bySync = lowered.filter(({ process }) => process === done.process);
    expect(bySync).toHaveLength(6);
    const after = played.first('workqueue.get', { key: web }, done.index);
    expect(mapGet(after.world.expectations, note)!.add).toBeLessThanOrEqual(1);
  });

  test('RS-10 an Event tells of the refusal', () => {
    const { event } = played.first('event.record', { reason: 'FailedCreate' });
    expect(event).toMatchObject({ about: 'ReplicaSet/web', type: 'Warning' });
    expect(event.message).toMatch(/^Error creating: .*exceeded quota/);
  });

  test('RS-11 the status has the condition ReplicaFailure, and the key comes back with a delay', () => {
    expect(setOf(played.before(99))?.status?.conditions).toMatchObject([
      { type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate' },
    ]);
    const delays = played.all('workqueue.addAfter', { key: web }).map(({ event }) => event.delayMs);
    expect(delays.slice(0, 4)).toEqual([5, 10, 20, 40]);
  });

  test('RS-10 one refused because the namespace is ending counts as success, so its expectation can only expire', async () => {
    const ending = await Played.of(endingNamespace);
    const refused = ending.all('api.error', { verb: 'create', resource: 'pods', reason: 'Forbidden' });
    expect(refused).toHaveLength(2);
    const key = 'shop/web';
    expect(ending.all('event.record', { reason: 'FailedCreate' })).toEqual([]);
    expect(ending.all('workqueue.addAfter', { key })).toEqual([]);
    const checks = ending.all('expectations.check', { key }, refused[0]!.index).map(({ event }) => event.why);
    expect(checks).toEqual([...Array(checks.length - 1).fill('still waiting'), 'expired']);
    expect(refused[1]!.at - refused[0]!.at).toBeGreaterThan(5 * 60 * 1000);
  });
});

describe('ready, available, adopted, failed', () => {
  test('RS-12 the key comes back after minReadySeconds, and only then are the pods available', async () => {
    const played = await Played.of(minReady);
    const delays = played.all('workqueue.addAfter', { key: web });
    // The handler that sees a pod become ready adds a second for clocks that differ; the sync itself does not.
    const by = delays.map((entry) => [entry.event.delayMs, played.entries[entry.cause]?.event.kind]);
    expect(by.filter(([ms]) => ms === 4000)).toEqual([
      [4000, 'handler.call'],
      [4000, 'handler.call'],
    ]);
    const others = by.filter(([ms]) => ms !== 4000);
    expect(new Set(others.map(([ms]) => ms))).toEqual(new Set([3000]));
    expect(others.map(([, kind]) => kind)).not.toContain('handler.call');
    const [first] = delays;
    expect(setOf(first!.world)?.status?.availableReplicas ?? 0).toBe(0);
    const back = played
      .all('workqueue.add', { key: web })
      .filter(({ cause }) => delays.some(({ index }) => index === cause));
    expect(back.length).toBeGreaterThan(0);
    const available = played
      .all('store.write', { resource: 'replicasets' })
      .find(({ event }) => (event.object as ReplicaSet).status?.availableReplicas === 2);
    expect(available!.index).toBeGreaterThan(back[0]!.index);
    expect(available!.at).toBeGreaterThanOrEqual(1000 + 3000);
    expect(setOf(played.before(99))?.status).toMatchObject({ readyReplicas: 2, availableReplicas: 2 });
  });

  test('a pod that fails is replaced and stays', async () => {
    const played = await Played.of(orphan);
    const pods = podsOf(played.before(99));
    expect(
      pods.filter(({ status }) => status?.phase === 'Failed').map(({ metadata }) => metadata.name),
    ).toEqual(['web-by-hand']);
    expect(pods.filter(({ status }) => status?.phase === 'Running')).toHaveLength(2);
  });
});

describe.each(scenarios.map((scenario) => [scenario.id, scenario] as const))('%s', (_id, scenario) => {
  test('plays to its end without meeting a limit', async () => {
    expect(['story', 'time']).toContain((await record(scenario)).outcome.ended);
  });
});
