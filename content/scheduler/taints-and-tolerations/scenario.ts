import type { Toleration } from 'kubernetes-types/core/v1';
import type { Scenario, User } from '../../../src/runtime/stage/scenario.ts';
import type { Blocking } from '../../../src/runtime/sim/process.ts';
import { dedicated, node, ofDb, onHost, pod, quiet, settings, taint } from './manifests.ts';
import { configurationOf } from '../../../src/runtime/subjects/scheduler/objects.ts';

const plugin = 'kubernetes/pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.ts';
const helpers = 'kubernetes/pkg/apis/core/v1/helper/helpers.ts';
const toleration = 'kubernetes/staging/src/k8s.io/api/core/v1/toleration.ts';
const manager = 'kubernetes/pkg/controller/nodelifecycle/scheduler/taint_manager.ts';

const common: Omit<Scenario, 'id' | 'title' | 'summary' | 'story'> = {
  seed: 1,
  plane: 'scheduler/scheduler',
  offers: ['taint', 'cordon', 'label-node', 'add-node', 'delete'],
  shows: [plugin, helpers, toleration],
  endsAtMs: 12_000,
};

/** One node without a taint, and one for each effect. */
const effects: Scenario = {
  ...common,
  id: 'scheduler/taints-and-tolerations',
  title: 'A node for the database',
  summary:
    'Three of four nodes have a taint, each with another effect. A pod comes that tolerates nothing, then two that tolerate the taint.',
  settings: settings({
    'node-a': node('16'),
    'node-b': { ...node('4', 'NoSchedule'), labels: { dedicated: 'db' } },
    'node-c': node('4', 'PreferNoSchedule'),
    'node-d': node('4', 'NoExecute'),
  }),
  *story(user) {
    yield* user.sleep(1000);
    pod(user, 'web', 1);
    yield* user.settle();
    pod(user, 'db-0', 1, [ofDb]);
    yield* user.settle();
    pod(user, 'db-1', 1, [ofDb], { nodeSelector: { dedicated: 'db' } });
    yield* user.settle();
  },
};

/** Pods that say in different ways what they tolerate, one after the other, and a node with a taint. */
const cases: Scenario = {
  ...common,
  id: 'scheduler/taints-and-tolerations#cases',
  title: 'What tolerates what',
  summary:
    'A node has the taint dedicated=db:NoSchedule. Pods come that say in different ways what they tolerate.',
  settings: quiet({ 'node-a': node('16', 'NoSchedule') }),
  endsAtMs: 20_000,
  *story(user) {
    yield* user.sleep(1000);
    const key = 'dedicated';
    const said: readonly (readonly [name: string, ...tolerations: Toleration[]])[] = [
      ['db-exact', { key, operator: 'Equal', value: 'db', effect: 'NoSchedule' }],
      ['db-no-effect', ofDb],
      ['db-no-operator', { key, value: 'db' }],
      ['db-other-value', { key, operator: 'Equal', value: 'web' }],
      ['db-other-effect', { key, operator: 'Equal', value: 'db', effect: 'NoExecute' }],
      ['db-exists', { key, operator: 'Exists' }],
      ['db-key-only', { key }],
      ['db-all', { operator: 'Exists' }],
      ['db-both', { key, operator: 'Exists', value: 'db' }],
    ];
    for (const [name, ...tolerations] of said) {
      pod(user, name, 1, tolerations);
      yield* user.sleep(300);
    }
    taint(user, 'node-a', 'disk=slow:NoSchedule');
    yield* user.sleep(300);
    pod(user, 'db-one-taint', 1, [ofDb]);
    yield* user.settle();
  },
};

/** One node is nearly full, the others are empty and ask to be left alone. */
function* wishes(user: User): Blocking<void> {
  yield* user.sleep(1000);
  pod(user, 'proxy', 2, [], onHost('node-a'));
  yield* user.settle();
  pod(user, 'web', 2);
  yield* user.settle();
  pod(user, 'batch', 4);
  yield* user.settle();
}

const prefer: Scenario = {
  ...common,
  id: 'scheduler/taints-and-tolerations#prefer',
  title: 'A taint that only asks',
  summary:
    'One node has no taint and little room. The others are empty, with one and with two taints of the effect PreferNoSchedule.',
  settings: quiet({
    'node-a': node('4'),
    'node-b': node('4', 'PreferNoSchedule'),
    'node-c': {
      ...node('4'),
      taints: [dedicated('PreferNoSchedule'), { key: 'disk', value: 'slow', effect: 'PreferNoSchedule' }],
    },
  }),
  story: wishes,
};

/** The same, and the plugin has the weight that it has today. */
const heavier: Scenario = {
  ...prefer,
  id: 'scheduler/taints-and-tolerations#heavier',
  title: 'A taint that asks three times',
  settings: {
    ...prefer.settings,
    schedulerConfig: configurationOf({
      plugins: {
        score: {
          disabled: [{ name: 'TaintToleration' }],
          enabled: [{ name: 'TaintToleration', weight: 3 }],
        },
      },
    }),
  },
};

const noExecute = (tolerationSeconds?: number): Toleration => ({
  ...ofDb,
  effect: 'NoExecute',
  ...(tolerationSeconds !== undefined && { tolerationSeconds }),
});

/** Pods run on a node, and it gets a taint that they tolerate for a while, for ever, or not at all. */
const evict: Scenario = {
  ...common,
  id: 'scheduler/taints-and-tolerations#evict',
  title: 'Pods that run already',
  summary:
    'Five pods run on a node when it gets a taint. One of them does not tolerate it, and three do so for some seconds.',
  settings: settings({ 'node-a': node('8') }),
  shows: [manager],
  endsAtMs: 24_000,
  *story(user) {
    yield* user.sleep(1000);
    pod(user, 'web', 1);
    pod(user, 'cache', 1, [noExecute(6)]);
    pod(user, 'etl', 1, [noExecute(8), noExecute(2)]);
    pod(user, 'batch', 1, [noExecute(10)]);
    pod(user, 'db', 1, [noExecute()]);
    yield* user.sleep(2000);
    taint(user, 'node-a', 'dedicated=db:NoSchedule');
    yield* user.sleep(2000);
    taint(user, 'node-a', 'dedicated=db:NoExecute');
    yield* user.sleep(9000);
    taint(user, 'node-a', 'dedicated:NoExecute-');
    yield* user.settle();
  },
};

/** A node cannot be reached any more: what the node lifecycle controller does then is done by hand. */
const silent: Scenario = {
  ...common,
  id: 'scheduler/taints-and-tolerations#silent',
  title: 'Five minutes that no manifest asks for',
  summary:
    'A pod runs that says nothing of tolerations. Its node gets the taint of nodes that cannot be reached.',
  settings: settings({ 'node-a': node('4') }),
  shows: [manager],
  endsAtMs: 320_000,
  *story(user) {
    yield* user.sleep(1000);
    pod(user, 'web', 1);
    yield* user.sleep(2000);
    taint(user, 'node-a', 'node.kubernetes.io/unreachable:NoExecute');
    yield* user.sleep(300_000);
    yield* user.settle();
  },
};

const withoutDefault: Scenario = {
  ...silent,
  id: 'scheduler/taints-and-tolerations#without-default',
  title: 'Without the five minutes',
  settings: { ...silent.settings, disableAdmissionPlugins: ['DefaultTolerationSeconds'] },
};

const cordon: Scenario = {
  ...common,
  id: 'scheduler/taints-and-tolerations#cordon',
  title: 'A node that is cordoned',
  summary: 'A node with a pod is cordoned. Two more pods come for it, and one of them tolerates that.',
  settings: quiet({ 'node-a': node('4') }),
  shows: [
    'kubernetes/pkg/scheduler/framework/plugins/nodeunschedulable/node_unschedulable.ts',
    helpers,
    toleration,
  ],
  *story(user) {
    yield* user.sleep(1000);
    pod(user, 'web', 1);
    yield* user.settle();
    user.act({ kind: 'cordon', node: 'node-a', unschedulable: true });
    yield* user.sleep(500);
    // As the other half of the node lifecycle controller does it, which this cluster has not.
    taint(user, 'node-a', 'node.kubernetes.io/unschedulable:NoSchedule');
    yield* user.sleep(500);
    pod(user, 'web-2', 1);
    yield* user.settle();
    pod(user, 'agent', 1, [
      { key: 'node.kubernetes.io/unschedulable', operator: 'Exists', effect: 'NoSchedule' },
    ]);
    yield* user.settle();
  },
};

const notGpu = {
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchExpressions: [{ key: 'gpu', operator: 'NotIn', values: ['yes'] }] }],
    },
  },
};

const notIn: Scenario = {
  ...common,
  id: 'scheduler/taints-and-tolerations#not-in',
  title: 'A rule of the pod, or a taint',
  summary:
    'The large node has a GPU, and says so in a label. One pod has a rule that keeps it off, and the other says nothing.',
  settings: quiet({
    'node-a': node('4'),
    'node-gpu': { ...node('16'), labels: { gpu: 'yes' } },
  }),
  shows: [plugin],
  *story(user) {
    yield* user.sleep(1000);
    pod(user, 'web', 1, [], { affinity: notGpu });
    yield* user.settle();
    pod(user, 'cron', 1);
    yield* user.settle();
  },
};

/** Four nodes, each tainted in its own way, and pods that want one of them. For the exercise. */
const guests: Scenario = {
  ...common,
  id: 'scheduler/taints-and-tolerations#guests',
  title: 'Which pods get in',
  summary: 'Four nodes are tainted in different ways. Pods come, each of which wants one of them.',
  order: 'seeded',
  settings: quiet({
    'node-a': node('16', 'NoSchedule'),
    'node-b': node('16', 'NoExecute'),
    'node-c': node('16', 'PreferNoSchedule'),
    'node-d': {
      ...node('16'),
      taints: [dedicated('NoSchedule'), { key: 'disk', value: 'slow', effect: 'NoSchedule' }],
    },
  }),
  shows: [plugin],
  endsAtMs: 8000,
  *story(user) {
    yield* user.sleep(1000);
    for (const letter of ['a', 'b', 'c', 'd']) pod(user, `web-${letter}`, 1, [], onHost(`node-${letter}`));
    pod(user, 'db-a', 1, [ofDb], onHost('node-a'));
    pod(user, 'db-d', 1, [ofDb], onHost('node-d'));
    pod(user, 'agent-d', 1, [{ operator: 'Exists' }], onHost('node-d'));
    yield* user.settle(1500);
  },
};

export const scenarios: readonly Scenario[] = [
  effects,
  cases,
  prefer,
  heavier,
  evict,
  silent,
  withoutDefault,
  cordon,
  notIn,
  guests,
];
