import type { Scenario, User } from '../../../src/runtime/stage/scenario.ts';
import { podOf } from '../../../src/runtime/subjects/scheduler/objects.ts';

/** A pod that asks for so many CPUs, and names its node if `on` is given. */
const pod = (name: string, cpu: number, on?: string): ReturnType<typeof podOf> =>
  podOf(name, { cpu: String(cpu) }, on === undefined ? {} : { nodeName: on });

/** Applies pods, one after the other. */
function apply(user: User, ...pods: readonly ReturnType<typeof pod>[]): void {
  for (const object of pods) user.act({ kind: 'apply', object });
}

const collector = 'kubernetes/pkg/controller/podgc/gc_controller.ts';

const common: Omit<Scenario, 'id' | 'title' | 'summary' | 'story'> = {
  seed: 1,
  plane: 'scheduler/scheduler',
  settings: {
    nodes: ['node-a', 'node-b'],
    nodeShapes: { 'node-a': { allocatable: { cpu: '4' } }, 'node-b': { allocatable: { cpu: '2' } } },
    readyMs: 0,
    // It collects pods of nodes that are gone, and this run is about others.
    idle: ['kube-controller-manager'],
  },
  offers: ['delete', 'cordon', 'taint', 'add-node', 'delete-node', 'delay-watch', 'crash', 'start'],
  shows: ['kubernetes/pkg/kubelet/lifecycle/predicate.ts'],
  endsAtMs: 14_000,
};

/** Two pods ask for room on a node that is full: one names the node, the other asks the scheduler. */
const straight: Scenario = {
  ...common,
  id: 'scheduler/node-name',
  title: 'Straight to the kubelet',
  summary:
    'Some pods name their node, and others leave it to the scheduler. Then node-b is full, and gets room again.',
  *story(user) {
    yield* user.sleep(300);
    apply(user, pod('web', 3));
    yield* user.sleep(1200);
    apply(user, pod('etl', 2, 'node-b'));
    yield* user.sleep(1500);
    apply(user, pod('batch', 2, 'node-b'));
    yield* user.sleep(500);
    apply(user, pod('db', 2));
    yield* user.sleep(2500);
    user.act({ kind: 'delete', resource: 'pods', namespace: 'default', name: 'etl' });
    yield* user.settle();
  },
};

/** A pod names the node in the moment in which the scheduler gives it to another pod. */
const crossed: Scenario = {
  ...common,
  id: 'scheduler/node-name#crossed',
  title: 'Two for one place',
  summary: 'The scheduler gives node-b to one pod, and in the same moment another comes that names node-b.',
  endsAtMs: 8000,
  *story(user) {
    yield* user.sleep(300);
    apply(user, pod('db', 4));
    yield* user.sleep(1200);
    apply(user, pod('web', 2), pod('etl', 2, 'node-b'));
    yield* user.settle();
  },
};

/** A pod names a node that does not exist. */
const ghost: Scenario = {
  ...common,
  id: 'scheduler/node-name#ghost',
  title: 'A node that is not there',
  summary: 'A pod names a node that has never been there. The collector of pods looks round every 20 s.',
  settings: { ...common.settings, idle: [] },
  shows: [collector],
  endsAtMs: 110_000,
  *story(user) {
    yield* user.sleep(3000);
    apply(user, pod('report', 1, 'node-9'));
    yield* user.sleep(100_000);
  },
};

/** A node that comes late, a node that the collector does not hear of, and a node that never comes. For the exercise. */
const missed: Scenario = {
  ...ghost,
  id: 'scheduler/node-name#missed',
  title: 'Three nodes that the collector misses',
  summary:
    'Three pods name nodes that the collector does not know. The first node comes while the collector waits, it does not hear of the second, and the third never comes.',
  order: 'seeded',
  endsAtMs: 160_000,
  *story(user) {
    yield* user.sleep(5000);
    apply(user, pod('report', 1, 'node-9'), pod('web', 1, 'node-c'));
    yield* user.sleep(25_000);
    user.act({ kind: 'add-node', node: 'node-c' });
    yield* user.sleep(15_000);
    const program = 'kube-controller-manager';
    user.act({ kind: 'delay-watch', program, resource: 'nodes', delayMs: 300_000 });
    user.act({ kind: 'add-node', node: 'node-d' });
    apply(user, pod('db', 1, 'node-d'));
    yield* user.sleep(13_000);
    user.act({ kind: 'refuse', path: 'nodes', forMs: 23_000 });
    yield* user.sleep(92_000);
  },
};

export const scenarios: readonly Scenario[] = [straight, crossed, ghost, missed];
