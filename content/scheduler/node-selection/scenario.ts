import type { NodeSelectorRequirement, NodeSelectorTerm, PodSpec } from 'kubernetes-types/core/v1';
import type { Scenario, User } from '../../../src/runtime/stage/scenario.ts';
import { podOf } from '../../../src/runtime/subjects/scheduler/objects.ts';

type Manifest = ReturnType<typeof podOf>;

/** A pod of one CPU. */
const pod = (name: string, spec: Partial<PodSpec> = {}): Manifest => podOf(name, { cpu: '1' }, spec);

/** One condition, such as `is('disk', 'In', 'ssd')`. */
const is = (key: string, operator: string, ...values: readonly string[]): NodeSelectorRequirement => ({
  key,
  operator: operator as NodeSelectorRequirement['operator'],
  ...(values.length > 0 && { values: [...values] }),
});

const all = (...matchExpressions: NodeSelectorRequirement[]): NodeSelectorTerm => ({ matchExpressions });

type Weighed = readonly [weight: number, term: NodeSelectorTerm];

/** An affinity: one of the terms is required, if there are any, and others are preferred. */
function affinity(required: readonly NodeSelectorTerm[], ...preferred: readonly Weighed[]): Partial<PodSpec> {
  const terms = preferred.map(([weight, preference]) => ({ weight, preference }));
  return {
    affinity: {
      nodeAffinity: {
        ...(required.length > 0 && {
          requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [...required] },
        }),
        ...(terms.length > 0 && { preferredDuringSchedulingIgnoredDuringExecution: terms }),
      },
    },
  };
}

/** Applies pods, one after the other, with time between. */
function* apply(user: User, ...pods: readonly Manifest[]) {
  for (const object of pods) {
    user.act({ kind: 'apply', object });
    yield* user.sleep(1000);
  }
}

const common: Omit<Scenario, 'id' | 'title' | 'summary' | 'story'> = {
  seed: 1,
  plane: 'scheduler/scheduler',
  settings: {
    nodes: ['node-a', 'node-b', 'node-c', 'node-d'],
    nodeShapes: {
      'node-a': { labels: { type: 'compute', disk: 'ssd', cores: '8' } },
      'node-b': { labels: { type: 'compute', disk: 'hdd', cores: '16' } },
      'node-c': { labels: { type: 'storage', disk: 'ssd', cores: 'many' } },
      'node-d': { labels: { type: 'gpu' } },
    },
    readyMs: 0,
    // It would take pods from tainted nodes, and has nothing to do in these stories.
    idle: ['kube-controller-manager'],
  },
  offers: ['label-node', 'add-node', 'delete-node', 'cordon', 'delete', 'crash', 'start'],
  shows: ['kubernetes/pkg/scheduler/framework/plugins/helper/node_affinity.ts'],
  endsAtMs: 14_000,
};

const label = (user: User, node: string, disk: string | null, overwrite = false): void => {
  user.act({ kind: 'label-node', node, labels: { disk }, ...(overwrite && { overwrite }) });
};

/** Pairs of a selector, and labels that change. */
const selector: Scenario = {
  ...common,
  id: 'scheduler/node-selection',
  title: 'Every pair',
  summary: 'Three pods ask for labels. Two find their nodes. For the third, the user has to change a label.',
  *story(user) {
    yield* user.sleep(300);
    yield* apply(user, pod('web', { nodeSelector: { type: 'compute', disk: 'ssd' } }));
    yield* apply(user, pod('batch', { nodeSelector: { disk: 'hdd' } }));
    yield* apply(user, pod('db', { nodeSelector: { type: 'compute', disk: 'nvme' } }));
    yield* user.sleep(1000);
    label(user, 'node-b', 'nvme');
    yield* user.sleep(1000);
    label(user, 'node-b', 'nvme', true);
    yield* user.settle();
  },
};

/** Alternatives, and what stands beside them. */
const terms: Scenario = {
  ...common,
  id: 'scheduler/node-selection#terms',
  title: 'One of the terms, all of its conditions',
  summary:
    'Four pods with a required affinity: two terms, the name of a node, a term that is empty, and a selector besides.',
  shows: [
    'kubernetes/staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity.ts',
    ...common.shows,
  ],
  *story(user) {
    yield* user.sleep(300);
    yield* apply(
      user,
      pod(
        'web',
        affinity([
          all(is('type', 'In', 'compute'), is('cores', 'Gt', '10')),
          all(is('type', 'NotIn', 'compute'), is('disk', 'In', 'ssd')),
        ]),
      ),
      pod('agent', affinity([{ matchFields: [is('metadata.name', 'In', 'node-d')] }])),
      pod('api', affinity([{}])),
      pod('db', {
        nodeSelector: { disk: 'ssd' },
        ...affinity([all(is('type', 'In', 'compute', 'gpu'))]),
      }),
    );
    yield* user.settle();
  },
};

/** Each operator as a term of its own, so that the table has all of them. */
const operators: Scenario = {
  ...common,
  id: 'scheduler/node-selection#operators',
  title: 'Six operators',
  summary: 'A pod has a term for each operator. Others ask for what cannot be.',
  shows: ['kubernetes/staging/src/k8s.io/apimachinery/pkg/labels/selector.ts'],
  *story(user) {
    yield* user.sleep(300);
    yield* apply(
      user,
      pod(
        'web',
        affinity([
          all(is('disk', 'In', 'ssd')),
          all(is('disk', 'NotIn', 'ssd')),
          all(is('disk', 'Exists')),
          all(is('disk', 'DoesNotExist')),
          all(is('cores', 'Gt', '8')),
          all(is('cores', 'Lt', '16')),
        ]),
      ),
      pod('api-1', affinity([all(is('cores', 'Gt', '8', '16'))])),
      pod('api-2', affinity([all(is('cores', 'Gt', '7.5'))])),
    );
    yield* user.settle();
  },
};

/** Two types of nodes will do, and a fast disk is preferred. */
const preferred: Scenario = {
  ...common,
  id: 'scheduler/node-selection#preferred',
  title: 'Two types will do, ssd preferred',
  summary:
    'A pod may run on nodes of two types, and prefers some of them. Two others prefer an hdd, with the weights 1 and 100.',
  shows: ['kubernetes/pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.ts'],
  *story(user) {
    yield* user.sleep(300);
    const types = all(is('type', 'In', 'compute', 'storage'));
    yield* apply(
      user,
      pod(
        'web',
        affinity([types], [40, all(is('disk', 'In', 'ssd'))], [20, all(is('type', 'In', 'storage'))]),
      ),
      pod('etl-1', affinity([], [1, all(is('disk', 'In', 'hdd'))])),
      pod('etl-2', affinity([], [100, all(is('disk', 'In', 'hdd'))])),
    );
    yield* user.settle();
  },
};

/** A label goes from under a pod that runs. */
const later: Scenario = {
  ...common,
  id: 'scheduler/node-selection#later',
  title: 'Ignored during execution',
  summary:
    'A pod runs on the node it asked for. Then the label goes, and a while later the kubelet starts again.',
  shows: ['kubernetes/pkg/kubelet/lifecycle/predicate.ts'],
  endsAtMs: 40_000,
  *story(user) {
    yield* user.sleep(300);
    yield* apply(user, pod('web', affinity([all(is('type', 'In', 'compute'), is('disk', 'In', 'ssd'))])));
    yield* user.sleep(1000);
    label(user, 'node-a', null);
    yield* user.sleep(30_000);
    user.act({ kind: 'crash', program: 'kubelet-stand-in/node-a' });
    yield* user.sleep(500);
    user.act({ kind: 'start', program: 'kubelet-stand-in/node-a' });
    yield* user.settle();
  },
};

/** A pod for each way to ask. For the exercise. */
const ways: Scenario = {
  ...common,
  id: 'scheduler/node-selection#ways',
  title: 'Five ways to ask',
  summary:
    'Five pods ask for nodes: for nothing, for pairs, for one of two terms, for nothing that there is, and in both ways.',
  order: 'seeded',
  endsAtMs: 9000,
  *story(user) {
    yield* user.sleep(300);
    yield* apply(
      user,
      pod('cron'),
      pod('web', { nodeSelector: { type: 'compute', disk: 'ssd' } }),
      pod('etl', affinity([all(is('disk', 'In', 'hdd')), all(is('type', 'In', 'gpu'))])),
      pod('api', affinity([{}])),
      pod('db', {
        nodeSelector: { disk: 'ssd' },
        ...affinity([all(is('type', 'In', 'gpu')), all(is('type', 'In', 'storage'), is('cores', 'Exists'))]),
      }),
    );
    yield* user.settle();
  },
};

/** Five nodes that wait for the pod of the reader. For the exercise. */
const twoTypes: Scenario = {
  ...common,
  id: 'scheduler/node-selection#two-types',
  title: 'Five nodes and no pod',
  summary: 'Nodes of three types, and one of none, wait for a pod.',
  order: 'seeded',
  settings: {
    ...common.settings,
    nodes: [...(common.settings?.nodes ?? []), 'node-e'],
    nodeShapes: { ...common.settings?.nodeShapes, 'node-e': { labels: { disk: 'ssd' } } },
  },
  shows: ['kubernetes/pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.ts'],
  endsAtMs: 6000,
  *story(user) {
    yield* user.sleep(5000);
  },
};

export const scenarios: readonly Scenario[] = [selector, terms, operators, preferred, later, ways, twoTypes];
