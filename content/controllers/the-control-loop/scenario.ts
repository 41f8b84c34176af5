import { replicaSet } from '../../../src/runtime/cluster/objects.ts';
import type { Scenario } from '../../../src/runtime/cluster/scenario.ts';

/**
 * Two pods are asked for; one is then taken away; then status writes meet conflicts. The last change is one that
 * needs a status and no pod, so that no news of a pod brings the key back before its delay is over.
 */
const loop: Scenario = {
  id: 'controllers/the-control-loop',
  title: 'One loop, three times round',
  summary:
    'A ReplicaSet asks for two pods, loses one, and gets it back. Then a status write is refused six times.',
  seed: 5,
  settings: { nodes: ['node-a', 'node-b'], workers: 1 },
  shows: ['controllers/replicaset/replica_set.ts'],
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

export const scenarios: readonly Scenario[] = [loop];
