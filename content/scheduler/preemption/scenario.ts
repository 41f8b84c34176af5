import type { Scenario, User } from '../../../src/runtime/stage/scenario.ts';
import type { Blocking } from '../../../src/runtime/sim/process.ts';
import { type Manifest, apply, node, pod, priorityClass, usedUpBudget } from './manifests.ts';

const preemption = 'kubernetes/pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.ts';
const fourCores = { allocatable: { cpu: '4' } };
/** It would take pods from tainted nodes, and has nothing to do in these stories. */
const idle = ['kube-controller-manager'];

const low = priorityClass('low-priority', 100);
const middle = priorityClass('medium-priority', 500);
const high = priorityClass('high-priority', 1000);
const web = pod('web', { cpu: 3, of: high });

const common: Omit<Scenario, 'id' | 'title' | 'summary' | 'story'> = {
  seed: 1,
  plane: 'scheduler/scheduler',
  settings: { nodes: ['node-a'], nodeShapes: { 'node-a': fourCores }, readyMs: 0, idle },
  offers: ['delete', 'cut-watch', 'delay-watch', 'crash', 'start'],
  shows: [preemption],
  endsAtMs: 20_000,
};

const fourNodes: typeof common = {
  ...common,
  settings: {
    nodes: ['node-a', 'node-b', 'node-c', 'node-d'],
    nodeShapes: {
      'node-a': fourCores,
      'node-b': fourCores,
      'node-c': fourCores,
      'node-d': { ...fourCores, taints: [{ key: 'dedicated', value: 'db', effect: 'NoSchedule' }] },
    },
    readyMs: 0,
    idle,
  },
};

/** Three nodes that are full, each in a way of its own; the fourth has room, and a taint. */
function* full(user: User, of: Manifest = high): Blocking<void> {
  yield* user.sleep(300);
  apply(user, low, middle, of, usedUpBudget('index'));
  apply(
    user,
    pod('batch-1', { cpu: 2, of: low, on: 'node-a' }),
    pod('batch-2', { cpu: 2, of: low, on: 'node-a', endsInMs: 4000 }),
    pod('report', { cpu: 3, of: middle, on: 'node-b' }),
    pod('note', { cpu: 1, on: 'node-b' }),
    pod('index', { cpu: 3, of: low, on: 'node-c' }),
    pod('agent', { cpu: 1, of: 'system-node-critical', on: 'node-c' }),
  );
  yield* user.sleep(2700);
}

/** A pod of high priority comes, two have to go, and two more come before it has its place. */
const room: Scenario = {
  ...fourNodes,
  id: 'scheduler/preemption',
  title: 'Room for web',
  summary:
    'The nodes are full when web comes, a pod of high priority. Others have to go, and while they do, two pods of low priority look for a place.',
  *story(user) {
    yield* full(user);
    apply(user, web);
    yield* user.sleep(1500);
    apply(user, pod('mailer', { cpu: 2, of: low }));
    yield* user.sleep(3000);
    apply(user, pod('ping', { cpu: 1, of: low }));
    yield* user.settle(3000);
  },
};

/** The same, and the next to come matters more. */
const overtaken: Scenario = {
  ...fourNodes,
  id: 'scheduler/preemption#overtaken',
  title: 'The room that was made for another',
  summary:
    'While the victims of web end, a pod comes that matters more than web. It takes the room, and web has to begin again.',
  *story(user) {
    yield* full(user);
    apply(user, web);
    yield* user.sleep(1500);
    apply(user, priorityClass('top-priority', 5000), pod('alert', { cpu: 2, of: 'top-priority' }));
    yield* user.settle(5000);
  },
};

/** Two need the same room, one after the other, and the second matters more. */
const displaced: Scenario = {
  ...common,
  id: 'scheduler/preemption#displaced',
  title: 'A promise that is taken back',
  summary:
    'The scheduler nominates a node for api. Before the victim there has ended, web comes, which matters more.',
  endsAtMs: 14_000,
  *story(user) {
    yield* user.sleep(300);
    apply(user, low, middle, high, pod('batch', { cpu: 4, of: low, on: 'node-a', endsInMs: 4000 }));
    yield* user.sleep(1700);
    apply(user, pod('api', { cpu: 3, of: middle }));
    yield* user.sleep(1000);
    apply(user, web);
    yield* user.settle(4000);
  },
};

const never: Scenario = {
  ...fourNodes,
  id: 'scheduler/preemption#never',
  title: 'A class that preempts no pod',
  summary: 'The class of web has a high value, and says that its pods preempt no others. The nodes are full.',
  *story(user) {
    yield* full(user, priorityClass('high-priority', 1000, { preemptionPolicy: 'Never' }));
    apply(user, web);
    yield* user.settle(4000);
  },
};

const numbers: Scenario = {
  ...common,
  id: 'scheduler/preemption#numbers',
  title: 'Where the number comes from',
  summary: 'Pods are made before and after a class becomes the default one, with a class, and without.',
  shows: ['kubernetes/plugin/pkg/admission/priority/admission.ts'],
  endsAtMs: 8000,
  *story(user) {
    yield* user.sleep(300);
    apply(user, high, pod('cron-1', { cpu: 1 }), pod('web', { cpu: 1, of: high }));
    yield* user.sleep(1000);
    apply(user, priorityClass('default-priority', 50, { globalDefault: true }), pod('cron-2', { cpu: 1 }));
    apply(user, pod('web-2', { cpu: 1, of: 'hihg' }));
    apply(user, priorityClass('huge-priority', 1_000_000_001));
    yield* user.settle();
  },
};

/** One node, a pod that a budget protects, and one that matters more and has none. */
const budget: Scenario = {
  ...common,
  id: 'scheduler/preemption#budget',
  title: 'What a budget protects from',
  summary:
    'A pod is protected by a budget, and another on the same node matters more. Twice there has to be room.',
  endsAtMs: 14_000,
  *story(user) {
    yield* user.sleep(300);
    apply(user, low, middle, high, usedUpBudget('ledger'));
    apply(
      user,
      pod('ledger', { cpu: 2, of: low, on: 'node-a' }),
      pod('shop', { cpu: 2, of: middle, on: 'node-a' }),
    );
    yield* user.sleep(1700);
    apply(user, pod('web-1', { cpu: 2, of: high }));
    yield* user.settle();
    apply(user, pod('web-2', { cpu: 2, of: high }));
    yield* user.settle();
  },
};

/** Two kubelets start pods at different times; the other nodes are only there to be looked at. */
const choice: Scenario = {
  ...common,
  id: 'scheduler/preemption#choice',
  title: 'Six candidates',
  summary: 'On each of six nodes preemption would make room. All but one lose by one measure of the choice.',
  settings: {
    ...common.settings,
    nodes: ['node-e', 'node-f'],
    nodeShapes: { 'node-e': fourCores, 'node-f': fourCores },
  },
  endsAtMs: 12_000,
  *story(user) {
    yield* user.sleep(300);
    // Two of it and one of low weigh as much as two of low.
    const bulk = priorityClass('bulk-priority', (100 - 2 ** 31) / 2);
    apply(user, bulk, low, middle, high, usedUpBudget('ledger'));
    apply(user, ...['node-a', 'node-b', 'node-c', 'node-d'].map(node));
    const pair = (name: string, on: string): Manifest[] =>
      [1, 2].map((n) => pod(`${name}-${n}`, { cpu: 2, of: low, on }));
    apply(user, pod('ledger', { cpu: 4, of: low, on: 'node-a' }));
    apply(user, pod('report', { cpu: 4, of: middle, on: 'node-b' }));
    apply(user, ...[2, 1, 1].map((cpu, n) => pod(`shop-${n + 1}`, { cpu, of: low, on: 'node-c' })));
    apply(user, pod('cron', { cpu: 2, of: low, on: 'node-d' }));
    apply(user, ...[1, 2].map((n) => pod(`trace-${n}`, { cpu: 1, of: bulk, on: 'node-d' })));
    apply(user, ...pair('etl', 'node-e'));
    yield* user.sleep(3000);
    apply(user, ...pair('mail', 'node-f'));
    yield* user.sleep(2000);
    apply(user, pod('web', { cpu: 4, of: high }));
    yield* user.settle();
  },
};

const equal: Scenario = {
  ...common,
  id: 'scheduler/preemption#equal',
  title: 'Three alike',
  summary: 'Three nodes are alike, and so are the pods on them. One of these has to go.',
  settings: { ...common.settings, nodes: [] },
  endsAtMs: 6000,
  *story(user) {
    yield* user.sleep(300);
    apply(user, low, high);
    for (const letter of ['a', 'b', 'c']) {
      apply(user, node(`node-${letter}`));
      apply(user, pod(`batch-${letter}`, { cpu: 3, of: low, on: `node-${letter}` }));
    }
    yield* user.sleep(700);
    apply(user, web);
    yield* user.settle();
  },
};

const equalAgain: Scenario = {
  ...equal,
  id: 'scheduler/preemption#equal-again',
  title: 'Three alike, and another draw',
  seed: 2,
};

/** The pod wants to be where its victim is. */
const affinity: Scenario = {
  ...common,
  id: 'scheduler/preemption#affinity',
  title: 'A place beside its victim',
  summary:
    'The pod has to be where a pod of db is. That one is in its way, and with it the reason to be there goes.',
  settings: {
    ...common.settings,
    nodes: ['node-a', 'node-b'],
    nodeShapes: { 'node-a': fourCores, 'node-b': fourCores },
  },
  endsAtMs: 8000,
  *story(user) {
    yield* user.sleep(300);
    apply(user, low, high);
    apply(
      user,
      pod('db', { cpu: 3, of: low, on: 'node-a' }),
      pod('batch', { cpu: 3, of: low, on: 'node-b' }),
    );
    yield* user.sleep(1700);
    const near = { labelSelector: { matchLabels: { app: 'db' } }, topologyKey: 'kubernetes.io/hostname' };
    const podAffinity = { requiredDuringSchedulingIgnoredDuringExecution: [near] };
    apply(user, pod('web', { cpu: 3, of: high, spec: { affinity: { podAffinity } } }));
    yield* user.settle();
  },
};

/** Three nodes, each with pods of which some must go, and one that matters more for each; then one that may not. For the exercise. */
const fewest: Scenario = {
  ...common,
  id: 'scheduler/preemption#fewest',
  title: 'Three nodes, four that matter more',
  summary:
    'On each of three nodes some pods have to go, and which ones differs. The last one finds only pods of its own priority in its way.',
  order: 'seeded',
  settings: {
    ...common.settings,
    nodes: ['node-a', 'node-b', 'node-c'],
    nodeShapes: { 'node-a': fourCores, 'node-b': fourCores, 'node-c': fourCores },
  },
  endsAtMs: 14_000,
  *story(user) {
    yield* user.sleep(300);
    apply(user, low, middle, high, usedUpBudget('ledger'));
    apply(
      user,
      pod('etl', { cpu: 3, of: low, on: 'node-a' }),
      pod('cron', { cpu: 1, on: 'node-a' }),
      pod('ledger', { cpu: 2, of: low, on: 'node-b' }),
      pod('shop', { cpu: 2, of: middle, on: 'node-b' }),
      pod('mail', { cpu: 2, of: low, on: 'node-c' }),
      pod('api', { cpu: 2, of: middle, on: 'node-c' }),
    );
    yield* user.sleep(1700);
    const onlyOn = (letter: string, name: string, cpu: number): Manifest =>
      pod(name, { cpu, of: high, spec: { nodeSelector: { 'kubernetes.io/hostname': `node-${letter}` } } });
    apply(user, onlyOn('a', 'web-a', 3), onlyOn('b', 'web-b', 2), onlyOn('c', 'web-c', 2));
    yield* user.sleep(3000);
    apply(user, onlyOn('a', 'web-d', 3));
    yield* user.settle(5000);
  },
};

export const scenarios: readonly Scenario[] = [
  room,
  overtaken,
  displaced,
  never,
  numbers,
  budget,
  choice,
  equal,
  equalAgain,
  affinity,
  fewest,
];
