import { replicaSet } from '../../src/runtime/subjects/api/objects.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';

const web = { namespace: 'default', name: 'web' } as const;

/** Enough steps up and down to see both halves of manageReplicas, and the slow start of a larger batch. */
const scaling: Scenario = {
  id: 'playground/scaling',
  title: 'Up and down',
  summary:
    'A ReplicaSet of two grows to nine and shrinks to one; watch batches double, and who is deleted first.',
  seed: 11,
  shows: ['kubernetes/pkg/controller/replicaset/replica_set.ts'],
  endsAtMs: 20_000,
  *story(user) {
    yield* user.sleep(300);
    user.act({ kind: 'apply', object: replicaSet('web', 2) });
    yield* user.settle();
    user.act({ kind: 'scale', ...web, replicas: 9 });
    yield* user.settle();
    user.act({ kind: 'scale', ...web, replicas: 1 });
    yield* user.settle();
  },
};

/** Both orders arrive while the controller is still busy with the first. */
const changeOfMind: Scenario = {
  ...scaling,
  id: 'playground/scaling#change-of-mind',
  title: 'A change of mind',
  summary:
    'Six replicas are asked for, and ten milliseconds later only two; watch what was begun, and what is undone.',
  endsAtMs: 12_000,
  *story(user) {
    yield* user.sleep(300);
    user.act({ kind: 'apply', object: replicaSet('web', 6) });
    yield* user.sleep(10);
    user.act({ kind: 'scale', ...web, replicas: 2 });
    yield* user.settle();
  },
};

export const scenarios: readonly Scenario[] = [scaling, changeOfMind];
