import { replicaSet } from '../../src/runtime/subjects/api/objects.ts';
import type { Scenario, User } from '../../src/runtime/stage/scenario.ts';
import type { Blocking } from '../../src/runtime/sim/process.ts';

/** The n-th pod of an application that the store holds now, by name. */
function podOf(user: User, app: string, n = 0): string {
  const pods = user.list('pods', 'default').filter(({ metadata }) => metadata.labels?.app === app);
  return pods[n]?.metadata.name ?? '';
}

/** A set asked for `replicas`, and the time it takes until all is quiet. */
function* scaled(user: User, name: string, replicas: number): Blocking<void> {
  user.act({ kind: 'scale', namespace: 'default', name, replicas });
  yield* user.settle();
}

/** Three applications, a peak, a row of mishaps and an evening: long enough to search in. */
const longRun: Scenario = {
  id: 'playground/long-run',
  title: 'A busy day',
  summary:
    'Three ReplicaSets grow at a peak, lose pods, a watch and the controller itself, and shrink again; more than 10,000 steps to search with breakpoints.',
  seed: 13,
  shows: ['kubernetes/pkg/controller/replicaset/replica_set.ts'],
  endsAtMs: 120_000,
  *story(user) {
    yield* user.sleep(300);
    for (const [name, replicas] of [
      ['web', 3],
      ['api', 4],
      ['jobs', 2],
    ] as const) {
      user.act({ kind: 'apply', object: replicaSet(name, replicas) });
      yield* user.sleep(200);
    }
    yield* user.settle();

    // The peak: all three are scaled while the others are still busy.
    user.act({ kind: 'scale', namespace: 'default', name: 'web', replicas: 7 });
    user.act({ kind: 'scale', namespace: 'default', name: 'jobs', replicas: 4 });
    yield* scaled(user, 'api', 5);

    // What goes wrong on such a day.
    user.act({ kind: 'fail', namespace: 'default', name: podOf(user, 'jobs') });
    user.act({ kind: 'delete', resource: 'pods', namespace: 'default', name: podOf(user, 'web', 2) });
    yield* user.settle();
    user.act({ kind: 'cut-watch', program: 'kube-controller-manager', resource: 'pods', forMs: 800 });
    user.act({ kind: 'delete', resource: 'pods', namespace: 'default', name: podOf(user, 'api', 1) });
    yield* user.settle();
    user.act({ kind: 'crash', program: 'kube-controller-manager' });
    user.act({ kind: 'delete', resource: 'pods', namespace: 'default', name: podOf(user, 'web') });
    yield* user.sleep(2000);
    user.act({ kind: 'start', program: 'kube-controller-manager' });
    yield* user.settle();

    // The evening.
    yield* scaled(user, 'jobs', 1);
    yield* scaled(user, 'web', 4);
    yield* scaled(user, 'api', 2);
  },
};

export const scenarios: readonly Scenario[] = [longRun];
