import type { Affinity, PodSpec } from 'kubernetes-types/core/v1';
import type { Scenario, User } from '../../../src/runtime/stage/scenario.ts';
import { weightOf } from '../../../src/runtime/subjects/scheduler/numbers.ts';
import { configurationOf, podOf } from '../../../src/runtime/subjects/scheduler/objects.ts';

type Manifest = Readonly<Record<string, unknown>>;

/** Applies objects, one after the other. */
function apply(user: User, ...objects: readonly Manifest[]): void {
  for (const object of objects) user.act({ kind: 'apply', object });
}

const mebibyte = 1024 * 1024;

/** In what a node of these stories may differ from the others. */
interface Shape {
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly string[];
  /** Size in MiB of the image of the pods, where it is there already. */
  readonly image?: number;
}

/** A node with 4 CPUs and 8 GiB, and no kubelet there to start pods. */
function node(name: string, { labels, taints = [], image }: Shape = {}): Manifest {
  const room = { cpu: '4', memory: '8Gi', pods: '110' };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } },
    spec: { taints: taints.map((key) => ({ key, value: 'yes', effect: 'PreferNoSchedule' })) },
    status: {
      allocatable: room,
      capacity: room,
      images: image === undefined ? [] : [{ names: ['app:v1'], sizeBytes: image * mebibyte }],
    },
  };
}

/** What a pod would rather have: labels of a node, and how much it would. */
function rather(...wishes: readonly (readonly [label: string, value: string, weight: number])[]): Affinity {
  return {
    nodeAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: wishes.map(([key, value, weight]) => ({
        weight,
        preference: { matchExpressions: [{ key, operator: 'In', values: [value] }] },
      })),
    },
  };
}

const pod = (name: string, cpu: string, memory: string, spec: Partial<PodSpec> = {}): Manifest =>
  podOf(name, { cpu, memory }, spec);

const common: Omit<Scenario, 'id' | 'title' | 'summary' | 'story'> = {
  seed: 1,
  plane: 'scheduler/scheduler',
  settings: { nodes: [], idle: ['kube-controller-manager'] },
  offers: ['profile', 'label-node', 'taint', 'cordon', 'node-pool', 'delete-node', 'delete'],
  shows: [
    'kubernetes/pkg/scheduler/framework/plugins/noderesources/least_allocated.ts',
    'kubernetes/pkg/scheduler/framework/plugins/helper/normalize_score.ts',
  ],
  endsAtMs: 12_000,
};

const db = { app: 'db' };
const near = { labelSelector: { matchLabels: db }, topologyKey: 'kubernetes.io/hostname' };
const web: Manifest = pod('web', '1', '1Gi', {
  affinity: {
    ...rather(['disk', 'ssd', 1]),
    podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 10, podAffinityTerm: near }] },
  },
});

/** Five nodes that can take web, each better than the others in something, and one more pod that only one of them can take. */
const fiveNodes: Scenario = {
  ...common,
  id: 'scheduler/scoring',
  title: 'Five nodes that would do',
  summary:
    'All five nodes can take web, and each is better in something: room, an image, a label, a neighbour. Then a pod comes that has no choice.',
  numbers: [
    'NodeResourcesLeastAllocated',
    'NodeResourcesBalancedAllocation',
    'ImageLocality',
    'InterPodAffinity',
    'NodeAffinity',
    'TaintToleration',
  ].map((plugin) => weightOf(plugin)),
  *story(user) {
    apply(
      user,
      node('node-a', { taints: ['old'] }),
      node('node-b', { image: 900 }),
      node('node-c', { labels: { disk: 'ssd' } }),
      node('node-d'),
      node('node-e'),
    );
    apply(
      user,
      pod('batch', '1', '2Gi', { nodeName: 'node-b' }),
      pod('cache', '1', '6Gi', { nodeName: 'node-c' }),
      podOf('db', { cpu: '2', memory: '4Gi' }, { nodeName: 'node-d' }, db),
    );
    yield* user.sleep(1000);
    apply(user, web);
    yield* user.sleep(2000);
    apply(user, pod('index', '1', '1Gi', { nodeSelector: { disk: 'ssd' } }));
    yield* user.settle();
  },
};

/** Four nodes that are alike, and three pods, one after the other. */
const equal: Scenario = {
  ...common,
  id: 'scheduler/scoring#equal',
  title: 'Four alike',
  summary:
    'Four empty nodes are alike, and three pods come, one after the other. Watch the numbers that are drawn.',
  shows: [],
  endsAtMs: 8000,
  *story(user) {
    apply(user, ...['a', 'b', 'c', 'd'].map((letter) => node(`node-${letter}`)));
    for (const name of ['shop-1', 'shop-2', 'shop-3']) {
      yield* user.sleep(1000);
      apply(user, pod(name, '1', '2Gi'));
    }
    yield* user.settle();
  },
};

const equalAgain: Scenario = {
  ...equal,
  id: 'scheduler/scoring#equal-again',
  title: 'Four alike, and another draw',
  seed: 2,
};

/** A profile in which nodes that are fuller already get more. */
const packed: Scenario = {
  ...equal,
  id: 'scheduler/scoring#packed',
  title: 'Four alike, and the fullest first',
  settings: {
    ...equal.settings,
    schedulerConfig: configurationOf({
      plugins: {
        score: {
          disabled: [{ name: 'NodeResourcesLeastAllocated' }],
          enabled: [{ name: 'NodeResourcesMostAllocated', weight: 1 }],
        },
      },
    }),
  },
};

/** Nodes that differ in taints and in labels, and pods that care. For the exercise. */
const stretched: Scenario = {
  ...common,
  id: 'scheduler/scoring#stretched',
  title: 'From what is counted to a hundred',
  summary: 'Three pods come to three nodes. Their scores depend on the taints and labels of these.',
  order: 'seeded',
  endsAtMs: 8000,
  *story(user) {
    apply(
      user,
      node('node-a', { taints: ['old', 'slow'], labels: { disk: 'ssd', size: 'large' } }),
      node('node-b', { taints: ['old'], labels: { zone: 'z1' } }),
      node('node-c', { labels: { disk: 'ssd' } }),
      pod('batch', '2', '4Gi', { nodeName: 'node-b' }),
    );
    const tolerations = [{ operator: 'Exists' }];
    const small = (name: string, spec: Partial<PodSpec> = {}): Manifest => pod(name, '100m', '200Mi', spec);
    yield* user.sleep(1000);
    apply(user, small('web'));
    yield* user.sleep(1000);
    const wishes = rather(['disk', 'ssd', 100], ['size', 'large', 70], ['zone', 'z1', 10]);
    apply(user, pod('cron', '400m', '800Mi', { nodeName: 'node-a' }));
    apply(user, small('db', { tolerations, affinity: wishes }));
    yield* user.sleep(1000);
    apply(user, small('etl', { tolerations, affinity: rather(['zone', 'z1', 1]) }));
    yield* user.settle();
  },
};

export const scenarios: readonly Scenario[] = [fiveNodes, equal, equalAgain, packed, stretched];
