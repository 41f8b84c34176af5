import { replicaSet } from '../../src/runtime/subjects/api/objects.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';

/** One pod fails, another is deleted: two ways to lose a pod, and one answer to both. */
const podFailure: Scenario = {
  id: 'playground/pod-failure',
  title: 'A pod fails, a pod is deleted',
  summary:
    'Three pods run; one fails and one is deleted. Watch each being replaced, and which of the two stays in the store.',
  seed: 12,
  shows: ['kubernetes/pkg/controller/replicaset/replica_set.ts'],
  endsAtMs: 20_000,
  *story(user) {
    yield* user.sleep(300);
    user.act({ kind: 'apply', object: replicaSet('web', 3) });
    yield* user.settle();
    const [failing, leaving] = user.list('pods', 'default');
    user.act({ kind: 'fail', namespace: 'default', name: failing?.metadata.name ?? '' });
    yield* user.settle();
    user.act({ kind: 'delete', resource: 'pods', namespace: 'default', name: leaving?.metadata.name ?? '' });
    yield* user.settle();
  },
};

/** The controller is away while a pod is deleted, and finds out when it lists. */
const whileAway: Scenario = {
  ...podFailure,
  id: 'playground/pod-failure#while-away',
  title: 'Lost while nobody looked',
  summary:
    'The controller-manager crashes, a pod is deleted, the controller-manager starts again; watch it catch up by listing.',
  *story(user) {
    yield* user.sleep(300);
    user.act({ kind: 'apply', object: replicaSet('web', 3) });
    yield* user.settle();
    user.act({ kind: 'crash', program: 'kube-controller-manager' });
    const [leaving] = user.list('pods', 'default');
    user.act({ kind: 'delete', resource: 'pods', namespace: 'default', name: leaving?.metadata.name ?? '' });
    yield* user.settle();
    user.act({ kind: 'start', program: 'kube-controller-manager' });
    yield* user.settle();
  },
};

export const scenarios: readonly Scenario[] = [podFailure, whileAway];
