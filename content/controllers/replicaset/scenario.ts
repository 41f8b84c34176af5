import { watchDelay } from '../../../src/runtime/subjects/api/numbers.ts';
import { pod, replicaSet } from '../../../src/runtime/subjects/api/objects.ts';
import {
  burstReplicas,
  slowStartInitialBatchSize,
} from '../../../src/runtime/subjects/control-loop/numbers.ts';
import type { Scenario } from '../../../src/runtime/stage/scenario.ts';

const web = { namespace: 'default', name: 'web' } as const;
const shows = ['kubernetes/pkg/controller/replicaset/replica_set.ts'];

/**
 * The whole life of a set in one run: made, grown, shrunk, a pod released and taken back, and the end. The chapter tells it in the
 * shorter runs below; links that were shared before that lead into this one.
 */
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

/** Three pods are asked for, and made. */
const made: Scenario = {
  id: 'controllers/replicaset#made',
  title: 'Three pods',
  summary:
    'A set is applied that asks for three pods. The controller makes them, and counts until all are ready.',
  seed: 3,
  numbers: [burstReplicas, slowStartInitialBatchSize],
  shows,
  endsAtMs: 5000,
  *story(user) {
    yield* user.sleep(300);
    user.act({ kind: 'apply', object: replicaSet('web', 3) });
    yield* user.settle();
  },
};

/** Grown and shrunk where there is no node, so that nothing happens to a pod but its creation and its deletion. */
const scaled: Scenario = {
  id: 'controllers/replicaset#scale',
  title: 'Three, eight, four',
  summary:
    'A set with three pods is scaled to eight, and then to four. There is no node, so all pods wait for one.',
  seed: 3,
  settings: { nodes: [] },
  numbers: [burstReplicas, slowStartInitialBatchSize],
  shows,
  endsAtMs: 12_000,
  *story(user) {
    yield* user.sleep(300);
    user.act({ kind: 'apply', object: replicaSet('web', 3) });
    yield* user.settle();
    user.act({ kind: 'scale', ...web, replicas: 8 });
    yield* user.settle();
    user.act({ kind: 'scale', ...web, replicas: 4 });
    yield* user.settle();
  },
};

/** A pod is taken out of service by its label, and put back. */
const relabelled: Scenario = {
  id: 'controllers/replicaset#relabel',
  title: 'Let go, and taken back',
  summary:
    'The label of the only pod of a set is changed, and later set back. The set releases the pod, and adopts it.',
  seed: 3,
  shows,
  endsAtMs: 12_000,
  *story(user) {
    yield* user.sleep(300);
    user.act({ kind: 'apply', object: replicaSet('web', 1) });
    yield* user.settle();
    const [leaver] = user.list('pods', 'default');
    const pod = {
      kind: 'relabel',
      resource: 'pods',
      namespace: 'default',
      name: leaver?.metadata.name ?? '',
    } as const;
    user.act({ ...pod, labels: { app: 'debug' } });
    yield* user.settle();
    user.act({ ...pod, labels: { app: 'web' } });
    yield* user.settle();
  },
};

/** The set is deleted, and its pods go. */
const deleted: Scenario = {
  id: 'controllers/replicaset#delete',
  title: 'The end of a ReplicaSet',
  summary:
    'A set with two pods is deleted. Its controller forgets it, and the garbage collector removes the pods.',
  seed: 3,
  shows,
  endsAtMs: 8000,
  *story(user) {
    yield* user.sleep(300);
    user.act({ kind: 'apply', object: replicaSet('web', 2) });
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
  numbers: [watchDelay('kube-controller-manager', 'pods')],
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

/** A pod without an owner matches the selector; a failed pod is replaced, not removed. */
const orphan: Scenario = {
  id: 'controllers/replicaset#orphan',
  title: 'Adopted, failed, replaced',
  summary:
    'A pod without an owner is adopted by a new set. Then it fails: the set replaces it and leaves it where it is.',
  seed: 3,
  shows,
  endsAtMs: 12_000,
  *story(user) {
    user.act({ kind: 'apply', object: pod('web-by-hand', { app: 'web' }) });
    yield* user.settle();
    user.act({ kind: 'apply', object: replicaSet('web', 2) });
    yield* user.settle();
    user.act({ kind: 'fail', namespace: 'default', name: 'web-by-hand' });
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
    'Three pods with a cache that is on time; then its events of pods come late, while six are asked for, and then two.',
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
  made,
  slowCache,
  noExpectations,
  scaled,
  relabelled,
  orphan,
  minReady,
  endingNamespace,
  deleted,
  lateNews,
  life,
];
