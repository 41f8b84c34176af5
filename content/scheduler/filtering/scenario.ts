import type { PodSpec } from 'kubernetes-types/core/v1';
import type { Scenario, User } from '../../../src/runtime/stage/scenario.ts';
import { podOf } from '../../../src/runtime/subjects/scheduler/objects.ts';

type Manifest = Readonly<Record<string, unknown>>;

const gpu = 'example.com/gpu';
const fit = 'kubernetes/pkg/scheduler/framework/plugins/noderesources/fit.ts';
const plugins = [
  'nodeunschedulable/node_unschedulable',
  'tainttoleration/taint_toleration',
  'nodeaffinity/node_affinity',
  'nodeports/node_ports',
  'noderesources/fit',
];
/** It would take pods from tainted nodes, and has nothing to do here. */
const idle = ['kube-controller-manager'];

/** Applies objects, one after the other. */
function apply(user: User, ...objects: readonly Manifest[]): void {
  for (const object of objects) user.act({ kind: 'apply', object });
}

/** A pod of one container that asks for so much, and may want a port of its node. */
function pod(
  name: string,
  requests: Readonly<Record<string, string>>,
  spec: Partial<PodSpec> = {},
  hostPort?: number,
): Manifest {
  const made = podOf(name, requests, spec);
  if (hostPort === undefined) return made;
  const container = {
    name: 'app',
    image: 'app:v1',
    resources: { requests },
    ports: [{ containerPort: 80, hostPort }],
  };
  return { ...made, spec: { ...(made.spec as object), containers: [container] } };
}

const common: Omit<Scenario, 'id' | 'title' | 'summary' | 'story'> = {
  seed: 1,
  plane: 'scheduler/scheduler',
  settings: { nodes: ['node-a'], readyMs: 0, idle },
  offers: ['label-node', 'taint', 'cordon', 'add-node', 'delete-node', 'delete'],
  shows: plugins.map((file) => `kubernetes/pkg/scheduler/framework/plugins/${file}.ts`),
  endsAtMs: 12_000,
};

const room = { allocatable: { cpu: '4', memory: '8Gi' } };
const ssd = { ...room, labels: { disk: 'ssd' } };
const web = (name: string): Manifest =>
  pod(name, { cpu: '2', memory: '4Gi' }, { nodeSelector: { disk: 'ssd' } }, 80);

/** Six nodes, each but one out for a reason of its own, and what is copied between one pod and the next. */
const sixNodes: Scenario = {
  ...common,
  id: 'scheduler/filtering',
  title: 'Six nodes for one pod',
  summary:
    'Five of six nodes cannot take web-1, each for another reason. Then a label changes, and a second pod of the same kind comes.',
  settings: {
    ...common.settings,
    nodes: ['node-a', 'node-b', 'node-c', 'node-d', 'node-e', 'node-f'],
    nodeShapes: {
      'node-a': ssd,
      'node-b': { ...ssd, taints: [{ key: 'dedicated', value: 'db', effect: 'NoSchedule' }] },
      'node-c': room,
      'node-d': ssd,
      'node-e': ssd,
      'node-f': ssd,
    },
  },
  *story(user) {
    yield* user.sleep(300);
    user.act({ kind: 'cordon', node: 'node-a', unschedulable: true });
    apply(
      user,
      pod('db', { cpu: '3', memory: '2Gi' }, { nodeName: 'node-b' }),
      pod('proxy', { cpu: '500m' }, { nodeName: 'node-d' }, 80),
      pod('batch', { cpu: '3', memory: '6Gi' }, { nodeName: 'node-e' }),
    );
    yield* user.sleep(1700);
    apply(user, web('web-1'));
    yield* user.sleep(1500);
    user.act({ kind: 'label-node', node: 'node-c', labels: { rack: 'r7' } });
    yield* user.sleep(500);
    apply(user, web('web-2'));
    yield* user.settle();
  },
};

/** Each pod would rather have the one node with an ssd, and does not need it. */
const ratherOnSsd: Partial<PodSpec> = {
  affinity: {
    nodeAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 100, preference: { matchExpressions: [{ key: 'disk', operator: 'In', values: ['ssd'] }] } },
      ],
    },
  },
};

/** A pool of nodes, of which the last has what all pods prefer, and three pods one after the other. */
const many: Scenario = {
  ...common,
  id: 'scheduler/filtering#many',
  title: 'A hundred and twenty nodes',
  summary:
    'Three pods come to 120 nodes and would rather have the last, which has an ssd. Watch where each search begins, and where it ends.',
  settings: { ...common.settings, nodes: [] },
  offers: ['node-pool', 'label-node', 'taint', 'cordon', 'delete-node', 'delete'],
  shows: [],
  *story(user) {
    user.act({ kind: 'node-pool', nodes: 120 });
    user.act({ kind: 'label-node', node: 'pool-0120', labels: { disk: 'ssd' } });
    for (const name of ['etl-1', 'etl-2', 'etl-3']) {
      yield* user.sleep(1000);
      apply(user, pod(name, { cpu: '1', memory: '1Gi' }, ratherOnSsd));
    }
    yield* user.settle();
  },
};

const all: Scenario = {
  ...many,
  id: 'scheduler/filtering#all',
  title: 'A hundred and twenty nodes, and all are looked at',
  settings: {
    ...many.settings,
    schedulerConfig: {
      apiVersion: 'kubescheduler.config.k8s.io/v1beta1',
      kind: 'KubeSchedulerConfiguration',
      percentageOfNodesToScore: 100,
    },
  },
};

/** What a pod asks for, resource by resource. */
const asked: Scenario = {
  ...common,
  id: 'scheduler/filtering#room',
  title: 'Is there room?',
  summary:
    'Two nodes, and pods with init containers, with overhead, with a graphics processor, and one that asks for nothing.',
  settings: {
    ...common.settings,
    nodes: ['node-a', 'node-b'],
    nodeShapes: {
      'node-a': { allocatable: { cpu: '4', memory: '8Gi', [gpu]: '1' } },
      'node-b': { allocatable: { cpu: '4', memory: '8Gi', pods: '1' } },
    },
  },
  shows: [fit],
  *story(user) {
    yield* user.sleep(300);
    apply(user, pod('db', { cpu: '2', memory: '4Gi' }, { nodeName: 'node-a' }));
    yield* user.sleep(1200);
    apply(user, withInit('shop', ['1', '1'], ['2', '3']));
    yield* user.sleep(1500);
    apply(user, pod('sandbox', { cpu: '1750m' }, { overhead: { cpu: '500m' } }));
    yield* user.sleep(1500);
    apply(user, pod('train-1', { cpu: '2', [gpu]: '1' }));
    yield* user.sleep(1500);
    apply(user, pod('train-2', { cpu: '1', [gpu]: '1' }));
    yield* user.sleep(1500);
    apply(user, pod('debug', {}));
    yield* user.settle();
  },
};

/** A pod whose containers ask for so many processors each, and so do containers that run one by one before. */
function withInit(
  name: string,
  containers: readonly string[],
  before: readonly string[],
  spec: Partial<PodSpec> = {},
): Manifest {
  const of = (kind: string, all: readonly string[]) =>
    all.map((cpu, i) => ({ name: `${kind}-${i + 1}`, image: 'app:v1', resources: { requests: { cpu } } }));
  return podOf(name, {}, { ...spec, containers: of('app', containers), initContainers: of('init', before) });
}

/** Pods that fit, or do not, by what counts of what they ask for. For the exercise. */
const asks: Scenario = {
  ...common,
  id: 'scheduler/filtering#asks',
  title: 'What does a pod ask for?',
  summary: 'Two nodes, and pods that come to one of them only if what they ask for is added up well.',
  order: 'seeded',
  settings: {
    ...common.settings,
    nodes: ['node-a', 'node-b'],
    nodeShapes: {
      'node-a': { allocatable: { cpu: '4', [gpu]: '2' } },
      'node-b': { allocatable: { cpu: '4' } },
    },
  },
  shows: [fit],
  *story(user) {
    const on = (letter: string) => ({ nodeSelector: { 'kubernetes.io/hostname': `node-${letter}` } });
    const later = [
      withInit('shop', ['1', '1'], ['2', '3'], on('a')),
      pod('train-1', { [gpu]: '1' }, on('a')),
      pod('cron', { cpu: '0.75' }, on('b')),
      withInit('sandbox', ['1.5', '1.5'], [], { ...on('b'), overhead: { cpu: '0.5' } }),
      needsTwo('train-2', on('a')),
      withInit('vm', ['2'], ['3'], { ...on('b'), overhead: { cpu: '0.5' } }),
    ];
    yield* user.sleep(300);
    for (const manifest of later) {
      apply(user, manifest);
      yield* user.sleep(1500);
    }
    yield* user.settle();
  },
};

/** A pod that runs on one graphics processor, and needs two before that. */
function needsTwo(name: string, spec: Partial<PodSpec>): Manifest {
  const of = (amount: string, container: string) => [
    { name: container, image: 'app:v1', resources: { requests: { [gpu]: amount } } },
  ];
  return podOf(name, {}, { ...spec, containers: of('1', 'app'), initContainers: of('2', 'init') });
}

export const scenarios: readonly Scenario[] = [sixNodes, many, all, asked, asks];
