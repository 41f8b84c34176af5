import { pod, replicaSet } from '../../../src/runtime/subjects/api/objects.ts';
import type { Scenario } from '../../../src/runtime/stage/scenario.ts';

const web = { namespace: 'default', name: 'web' } as const;
const shows = ['kubernetes/pkg/controller/replicaset/replica_set.ts'];

/** The whole life of a set: made, grown, shrunk, a pod released and taken back, and the end. */
const life: Scenario = {
  id: 'controllers/replicaset',
  title: 'The life of a ReplicaSet',
  summary: 'Three pods are asked for, then eight, then four; a pod leaves and returns; the set is deleted.',
  seed: 3,
  shows,
  endsAtMs: 40_000,
  *story(user) {
    yield* user.sleep(300);
    user.act({ kind: 'apply', object: replicaSet('web', 3) });
    yield* user.settle();
    user.act({ kind: 'scale', ...web, replicas: 8 });
    yield* user.settle();
    user.act({ kind: 'scale', ...web, replicas: 4 });
    yield* user.settle();
    const [leaver] = user.list('pods', 'default');
    const relabelled = {
      kind: 'relabel',
      resource: 'pods',
      namespace: 'default',
      name: leaver?.metadata.name ?? '',
    } as const;
    user.act({ ...relabelled, labels: { app: 'debug' } });
    yield* user.settle();
    user.act({ ...relabelled, labels: { app: 'web' } });
    yield* user.settle();
    user.act({ kind: 'delete', resource: 'replicasets', ...web });
    yield* user.settle();
  },
};

/** The cache of pods runs 800 ms behind the store, and the controller knows what it is waiting for. */
const slowCache: Scenario = {
  id: 'controllers/replicaset#slow-cache',
  title: 'A slow cache, with expectations',
  summary:
    'Events about pods reach the controller 800 ms late. Three pods are asked for, and three are made.',
  seed: 3,
  settings: { watchDelayMs: { 'kube-controller-manager/pods': 800 }, startMs: 5000 },
  shows,
  endsAtMs: 6000,
  *story(user) {
    yield* user.sleep(300);
    user.act({ kind: 'apply', object: replicaSet('web', 3) });
    yield* user.sleep(200);
    user.act({ kind: 'relabel', resource: 'replicasets', ...web, labels: { touched: 'once' } });
    yield* user.sleep(200);
    user.act({ kind: 'relabel', resource: 'replicasets', ...web, labels: { touched: 'twice' } });
    yield* user.settle();
  },
};

/** The same slow cache, but nothing stops the controller from acting twice on it. */
const noExpectations: Scenario = {
  ...slowCache,
  id: 'controllers/replicaset#no-expectations',
  title: 'A slow cache, without expectations',
  summary:
    'The same acts and the same delay, but no expectations: each look at the stale cache makes three more pods.',
  settings: { ...slowCache.settings, expectations: false },
};

/** A pod counts as available only when it has been ready for three seconds. */
const minReady: Scenario = {
  id: 'controllers/replicaset#min-ready',
  title: 'Ready is not yet available',
  summary:
    'With minReadySeconds: 3 the controller asks to be called again when a pod will have been ready long enough.',
  seed: 3,
  shows,
  endsAtMs: 9000,
  *story(user) {
    yield* user.sleep(300);
    user.act({ kind: 'apply', object: replicaSet('web', 2, { minReadySeconds: 3 }) });
    yield* user.settle(4000);
  },
};

/** A pod that nobody owns matches the selector; a failed pod is replaced, not removed. */
const orphan: Scenario = {
  id: 'controllers/replicaset#orphan',
  title: 'Adopted, failed, replaced',
  summary:
    'A lone pod is adopted by a new set. Then it fails: the set replaces it and leaves it where it is.',
  seed: 3,
  shows,
  endsAtMs: 12_000,
  *story(user) {
    user.act({ kind: 'apply', object: pod('lone', { app: 'web' }) });
    yield* user.settle();
    user.act({ kind: 'apply', object: replicaSet('web', 2) });
    yield* user.settle();
    user.act({ kind: 'fail', namespace: 'default', name: 'lone' });
    yield* user.settle();
  },
};

/** A pod is missing in a namespace that is going away: no new one is let in, and the controller does not mind. */
const endingNamespace: Scenario = {
  id: 'controllers/replicaset#ending-namespace',
  title: 'A namespace that is going away',
  summary:
    'A pod is lost in a namespace that is being deleted. The new one is refused, and the expectation of it stays until it is too old.',
  seed: 3,
  shows,
  endsAtMs: 312_000,
  *story(user) {
    const shop = { namespace: 'shop', name: 'web' } as const;
    user.act({ kind: 'apply', object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } } });
    user.act({ kind: 'apply', object: replicaSet('web', 2, { namespace: 'shop' }) });
    yield* user.settle();
    user.act({ kind: 'delete', resource: 'namespaces', namespace: '', name: 'shop' });
    const [first] = user.list('pods', 'shop');
    user.act({ kind: 'delete', resource: 'pods', namespace: 'shop', name: first?.metadata.name ?? '' });
    yield* user.settle();
    user.act({ kind: 'relabel', resource: 'replicasets', ...shop, labels: { touched: 'early' } });
    yield* user.sleep(5 * 60 * 1000);
    user.act({ kind: 'relabel', resource: 'replicasets', ...shop, labels: { touched: 'late' } });
    yield* user.settle();
  },
};

/** Scaled up and down by a controller whose cache of pods is first on time and then late. */
const lateNews: Scenario = {
  id: 'controllers/replicaset#late-news',
  title: 'Up and down with a late cache',
  summary:
    'Three pods with a cache that is on time; then its news of pods come late, while six are asked for, and then two.',
  seed: 3,
  order: 'seeded',
  shows,
  endsAtMs: 12_000,
  *story(user) {
    const touch = (label: string): void =>
      void user.act({ kind: 'relabel', resource: 'replicasets', ...web, labels: { touched: label } });
    yield* user.sleep(300);
    user.act({ kind: 'apply', object: replicaSet('web', 3) });
    yield* user.settle();
    user.act({ kind: 'delay-watch', program: 'kube-controller-manager', resource: 'pods', delayMs: 800 });
    for (const replicas of [6, 2]) {
      user.act({ kind: 'scale', ...web, replicas });
      yield* user.sleep(200);
      touch(`${replicas}-once`);
      yield* user.sleep(200);
      touch(`${replicas}-twice`);
      yield* user.sleep(4000);
    }
  },
};

export const scenarios: readonly Scenario[] = [
  life,
  slowCache,
  noExpectations,
  minReady,
  orphan,
  endingNamespace,
  lateNews,
];
