import type { Scenario, User } from '../../../src/runtime/stage/scenario.ts';
import { configurationOf, podOf } from '../../../src/runtime/subjects/scheduler/objects.ts';

const room = (cpu: string) => ({ allocatable: { cpu, memory: '8Gi' } });
const kubeconfig = '--kubeconfig=/etc/kubernetes/scheduler.conf';

function make(user: User, ...pods: readonly Parameters<typeof podOf>[]): void {
  for (const pod of pods) user.act({ kind: 'apply', object: podOf(...pod) });
}

/** The whole program, and a pod for each way that a pod can go past it or through it. */
const ways: Scenario = {
  id: 'scheduler/three-layers',
  title: 'Three pods, and one is for the scheduler',
  summary:
    'For one pod a node is found. One has a node already, and one names another scheduler. The second one fails later.',
  seed: 5,
  plane: 'scheduler/scheduler-command',
  view: 'scheduler/layers',
  settings: {
    nodes: ['node-a', 'node-b', 'node-c'],
    nodeShapes: { 'node-a': room('1'), 'node-b': room('4'), 'node-c': room('4') },
    readyMs: 0,
  },
  offers: ['delete', 'fail', 'cordon', 'label-node', 'partition', 'cut-watch', 'send-usr2', 'crash', 'start'],
  shows: ['kubernetes/pkg/scheduler/scheduler.ts'],
  endsAtMs: 3700,
  *story(user) {
    yield* user.sleep(500);
    make(user, ['web', { cpu: '2' }]);
    yield* user.sleep(1000);
    make(user, ['db-0', { cpu: '1' }, { nodeName: 'node-b' }]);
    make(user, ['batch-1', { cpu: '1' }, { schedulerName: 'another-scheduler' }]);
    yield* user.sleep(1500);
    user.act({ kind: 'fail', namespace: 'default', name: 'db-0' });
    yield* user.sleep(600);
  },
};

/** One cycle, and a node that is not as empty as the other. */
const cycle: Scenario = {
  ...ways,
  id: 'scheduler/three-layers#cycle',
  title: 'One pod, one cycle',
  summary: 'A pod is taken from the queue, a node is found, its room is kept, and the pod is bound.',
  endsAtMs: 2000,
  *story(user) {
    yield* user.sleep(500);
    make(user, ['db-0', { cpu: '1' }, { nodeName: 'node-b' }]);
    yield* user.sleep(500);
    make(user, ['web', { cpu: '2' }]);
    yield* user.sleep(900);
  },
};

/** The same, with a profile that fills nodes up. */
const packed: Scenario = {
  ...cycle,
  id: 'scheduler/three-layers#packed',
  title: 'A profile that fills nodes up',
  summary: 'One Score plugin is exchanged for another in the profile. The code is the same.',
  settings: {
    ...ways.settings,
    schedulerConfig: configurationOf({
      plugins: {
        score: {
          disabled: [{ name: 'NodeResourcesLeastAllocated' }],
          enabled: [{ name: 'NodeResourcesMostAllocated', weight: 5 }],
        },
      },
    }),
  },
};

/** The same program, seen from its command line to the first pod. */
const start: Scenario = {
  ...ways,
  id: 'scheduler/three-layers#start',
  title: 'From a command line to a bound pod',
  summary:
    'The scheduler reads its command line, fills its caches, is elected, and finds a node for one pod.',
  offers: ['start-with', 'crash', 'start'],
  shows: ['kubernetes/pkg/scheduler/core/generic_scheduler.ts'],
  endsAtMs: 1600,
  *story(user) {
    yield* user.sleep(500);
    make(user, ['web', { cpu: '2' }]);
    yield* user.sleep(1000);
  },
};

/** Two of them at once, and no election. */
const two: Scenario = {
  ...ways,
  id: 'scheduler/three-layers#two',
  title: 'Two schedulers, and no election',
  summary: 'Two schedulers hear of the same pod, and each finds a node for it.',
  settings: {
    ...ways.settings,
    replicas: 2,
    args: Object.fromEntries(
      ['kube-scheduler-0', 'kube-scheduler-1'].map((name) => [name, [kubeconfig, '--leader-elect=false']]),
    ),
  },
  endsAtMs: 1500,
  *story(user) {
    yield* user.sleep(500);
    make(user, ['web', { cpu: '2' }]);
    yield* user.sleep(800);
  },
};

const elected: Scenario = {
  ...two,
  id: 'scheduler/three-layers#elected',
  title: 'Two schedulers, and one leads',
  summary: 'Two schedulers hear of the same pod, and one of them has the lease.',
  settings: { ...ways.settings, replicas: 2 },
};

/** Room that is taken, pods that fit in several places, in one, and in none. For the exercise. */
const orchestrate: Scenario = {
  ...ways,
  id: 'scheduler/three-layers#orchestrate',
  title: 'Seven pods, three nodes',
  summary: 'Pods come one after the other, until one fits nowhere and one has to have the room of others.',
  plane: 'scheduler/scheduler',
  order: 'seeded',
  settings: {
    ...ways.settings,
    nodeShapes: { 'node-a': room('2'), 'node-b': room('4'), 'node-c': room('4') },
    idle: ['kube-controller-manager'],
  },
  shows: ['kubernetes/pkg/scheduler/core/generic_scheduler.ts'],
  endsAtMs: 9000,
  *story(user) {
    yield* user.sleep(300);
    user.act({
      kind: 'apply',
      object: {
        apiVersion: 'scheduling.k8s.io/v1',
        kind: 'PriorityClass',
        metadata: { name: 'high' },
        value: 1000,
      },
    });
    make(user, ['web-1', { cpu: '2' }], ['web-2', { cpu: '2' }], ['web-3', { cpu: '2' }]);
    yield* user.sleep(1000);
    make(user, ['db-1', { cpu: '1' }], ['db-2', { cpu: '1' }]);
    yield* user.sleep(1000);
    make(user, ['etl-1', { cpu: '9' }]);
    yield* user.sleep(1000);
    make(user, ['pay-1', { cpu: '4' }, { priorityClassName: 'high' }]);
    yield* user.sleep(5000);
  },
};

export const scenarios: readonly Scenario[] = [ways, cycle, packed, start, two, elected, orchestrate];
