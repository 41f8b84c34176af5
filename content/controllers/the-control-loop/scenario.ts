import { pod, replicaSet } from '../../../src/runtime/subjects/api/objects.ts';
import type { Scenario } from '../../../src/runtime/stage/scenario.ts';

/**
 * Two pods are asked for; one is then taken away; then status writes meet conflicts. The last change is one that
 * needs a status and no pod, so that no change of a pod brings the key back before its delay is over.
 */
const loop: Scenario = {
  id: 'controllers/the-control-loop',
  title: 'One loop, three times round',
  summary:
    'A ReplicaSet asks for two pods, loses one, and gets it back. Then a status write is refused six times.',
  seed: 5,
  settings: { nodes: ['node-a', 'node-b'], workers: 1 },
  shows: ['kubernetes/pkg/controller/replicaset/replica_set.ts'],
  endsAtMs: 12_000,
  *story(user) {
    yield* user.sleep(300);
    user.act({ kind: 'apply', object: replicaSet('web', 2) });
    yield* user.settle();
    const [first] = user.list('pods', 'default');
    user.act({ kind: 'delete', resource: 'pods', namespace: 'default', name: first?.metadata.name ?? '' });
    yield* user.settle();
    user.act({ kind: 'conflict', resource: 'replicasets', times: 6 });
    user.act({ kind: 'apply', object: replicaSet('web', 2, { minReadySeconds: 1 }) });
    yield* user.settle();
  },
};

/** Status writes are refused for a while, and then three more. Each time the set changes. */
const inVain: Scenario = {
  id: 'controllers/the-control-loop#in-vain',
  title: 'Tried in vain',
  summary:
    'Every status write is refused for six seconds, and the set is touched meanwhile. Then it is touched again, and only three more are refused.',
  seed: 5,
  order: 'seeded',
  settings: { nodes: ['node-a', 'node-b'] },
  shows: ['kubernetes/pkg/controller/replicaset/replica_set.ts'],
  endsAtMs: 14_000,
  *story(user) {
    const touch = (label: string): void =>
      void user.act({
        kind: 'relabel',
        resource: 'replicasets',
        namespace: 'default',
        name: 'web',
        labels: { touched: label },
      });
    yield* user.sleep(300);
    user.act({ kind: 'apply', object: replicaSet('web', 2) });
    yield* user.settle();
    user.act({ kind: 'conflict', resource: 'replicasets', times: 1000 });
    user.act({ kind: 'apply', object: replicaSet('web', 2, { minReadySeconds: 1 }) });
    // Right after the key was dropped: a worker waits for another key then.
    yield* user.sleep(400);
    user.act({ kind: 'apply', object: pod('guest', { app: 'other' }) });
    yield* user.sleep(2600);
    touch('in-vain');
    yield* user.sleep(3000);
    user.act({ kind: 'conflict', resource: 'replicasets', times: 3 });
    touch('and-heard');
    yield* user.settle();
  },
};

/** Pods without an owner, and one that belongs to a ReplicaSet and looks like them. */
const strays: Scenario = {
  id: 'controllers/the-control-loop#strays',
  title: 'Three pods without an owner',
  summary:
    'Three pods run without an owner. A fourth looks like them, and belongs to a ReplicaSet called legacy.',
  seed: 5,
  order: 'seeded',
  settings: { nodes: ['node-a', 'node-b'] },
  shows: ['kubernetes/pkg/controller/replicaset/replica_set.ts'],
  endsAtMs: 9000,
  *story(user) {
    yield* user.sleep(300);
    for (const [name, tier] of [
      ['cart', 'front'],
      ['pay', 'back'],
      ['debug', 'debug'],
    ] as const) {
      user.act({ kind: 'apply', object: pod(name, { app: 'shop', tier }) });
    }
    user.act({ kind: 'apply', object: legacy });
    yield* user.settle();
  },
};

const legacyLabels = { app: 'shop', tier: 'front', release: 'legacy' };
const legacy = {
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: { name: 'legacy', namespace: 'default' },
  spec: {
    replicas: 1,
    selector: { matchLabels: { release: 'legacy' } },
    template: {
      metadata: { labels: legacyLabels },
      spec: { containers: [{ name: 'app', image: 'shop:v0' }] },
    },
  },
};

export const scenarios: readonly Scenario[] = [loop, inVain, strays];
