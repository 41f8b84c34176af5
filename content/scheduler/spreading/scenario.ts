import type { TopologySpreadConstraint } from 'kubernetes-types/core/v1';
import type { Scenario, User } from '../../../src/runtime/stage/scenario.ts';
import type { NodeShape } from '../../../src/runtime/subjects/nodes/stand-ins/kubelet-node.ts';
import type { Blocking } from '../../../src/runtime/sim/process.ts';
import { deployment, node, pod, service, setOf, settings, spread, zoneKey } from './manifests.ts';
import { configurationOf } from '../../../src/runtime/subjects/scheduler/objects.ts';

const filtering = 'kubernetes/pkg/scheduler/framework/plugins/podtopologyspread/filtering.ts';
const scoring = 'kubernetes/pkg/scheduler/framework/plugins/podtopologyspread/scoring.ts';
/** It would evict pods, and has nothing to do where there are no ReplicaSets. */
const idle = ['kube-controller-manager'];

const common: Omit<Scenario, 'id' | 'title' | 'summary' | 'story'> = {
  seed: 1,
  plane: 'scheduler/scheduler',
  view: 'scheduler/zones',
  offers: ['label-node', 'taint', 'cordon', 'add-node', 'delete'],
  shows: [filtering],
  endsAtMs: 14_000,
};

/** Two nodes in the first zone, one in each of the others, and one that has no zone. */
const fiveNodes: Readonly<Record<string, NodeShape>> = {
  'node-a': node(8, 'zone-1'),
  'node-b': node(8, 'zone-1'),
  'node-c': node(8, 'zone-2'),
  'node-d': node(2, 'zone-3'),
  'node-e': node(32),
};

/** Four pods stand, and two more come that say how they are to be spread. */
const twoMore = (constraint: TopologySpreadConstraint) =>
  function* story(user: User): Blocking<void> {
    yield* user.sleep(500);
    for (const on of ['node-a', 'node-b', 'node-c', 'node-d']) {
      const name = `web-${'abcd'.indexOf(on.slice(-1)) + 1}`;
      user.act({ kind: 'apply', object: pod(name, 1.5, 'web', { nodeName: on }) });
    }
    yield* user.sleep(1500);
    for (const name of ['web-5', 'web-6']) {
      const spec = { topologySpreadConstraints: [constraint] };
      user.act({ kind: 'apply', object: pod(name, 1.5, 'web', spec) });
      yield* user.settle();
    }
  };

/** A pod gets the one node that keeps the balance, and the next gets none. */
const zones: Scenario = {
  ...common,
  id: 'scheduler/spreading',
  title: 'Even over three zones',
  summary:
    'Four pods stand in three zones. Two more come, which may be spread by no more than one pod of difference.',
  settings: { ...settings(fiveNodes), idle },
  story: twoMore(spread('web', zoneKey, 1)),
};

/** The same as a preference. */
const anyway: Scenario = {
  ...zones,
  id: 'scheduler/spreading#anyway',
  title: 'Even, as far as it goes',
  shows: [scoring],
  story: twoMore(spread('web', zoneKey, 1, 'ScheduleAnyway')),
};

/** One large node, and two small ones; pods that no Service selects, and pods of one. */
const threeNodes = (...labels: readonly [string, string, string]): Readonly<Record<string, NodeShape>> => ({
  'node-a': node(64, labels[0]),
  'node-b': node(8, labels[1]),
  'node-c': node(8, labels[2]),
});

function* ofAService(user: User): Blocking<void> {
  yield* user.sleep(500);
  for (const name of ['lone-1', 'lone-2']) {
    user.act({ kind: 'apply', object: pod(name, 1, 'lone') });
    yield* user.sleep(500);
  }
  user.act({ kind: 'apply', object: service('web') });
  yield* user.sleep(500);
  for (const name of ['web-1', 'web-2', 'web-3']) {
    user.act({ kind: 'apply', object: pod(name, 1, 'web') });
    yield* user.sleep(500);
  }
  yield* user.settle();
}

const defaults: Scenario = {
  ...common,
  id: 'scheduler/spreading#defaults',
  title: 'Pods without constraints',
  summary:
    'Two pods come that belong to no Service, and three that belong to one. None of them says how it is to be spread.',
  settings: { ...settings(threeNodes('zone-1', 'zone-1', 'zone-2')), idle },
  shows: [scoring],
  story: ofAService,
};

const noZones: Scenario = {
  ...defaults,
  id: 'scheduler/spreading#no-zones',
  title: 'Nodes without zones',
  settings: { ...settings(threeNodes('', '', '')), idle },
};

const selectorSpread: Scenario = {
  ...noZones,
  id: 'scheduler/spreading#selector-spread',
  title: 'The earlier plugin',
  settings: {
    ...noZones.settings,
    schedulerConfig: configurationOf({
      plugins: {
        preScore: { enabled: [{ name: 'SelectorSpread' }] },
        score: { enabled: [{ name: 'SelectorSpread', weight: 1 }] },
      },
      pluginConfig: [{ name: 'PodTopologySpread', args: { defaultingType: 'List' } }],
    }),
  },
};

const web = { namespace: 'default', name: 'web' } as const;

/** A set is scaled down, and up by one. */
const scaled: Scenario = {
  ...common,
  id: 'scheduler/spreading#scaled',
  title: 'Down by two, and up by one',
  summary: 'A ReplicaSet with four pods in two zones is scaled down to two, and later up to three.',
  plane: 'scheduler/scheduler-replicasets',
  settings: settings({
    'node-a': node(8, 'zone-1'),
    'node-b': node(8, 'zone-1'),
    'node-c': node(8, 'zone-2'),
  }),
  offers: ['scale', 'delete', 'label-node', 'cordon', 'add-node'],
  endsAtMs: 24_000,
  *story(user) {
    yield* user.sleep(500);
    user.act({ kind: 'apply', object: deployment('web') });
    const [owner] = user.list('deployments', 'default');
    user.act({ kind: 'apply', object: setOf(owner, 4, spread('web', zoneKey, 1)) });
    yield* user.settle();
    user.act({ kind: 'scale', ...web, replicas: 2 });
    yield* user.settle(5000);
    user.act({ kind: 'scale', ...web, replicas: 3 });
    yield* user.settle();
  },
};

/** Four pods stand, and six come: three that are to be spread, and three for which it matters how that is counted. */
const balance: Scenario = {
  ...zones,
  id: 'scheduler/spreading#balance',
  title: 'Keep the balance',
  summary:
    'Pods of web are to be spread over three zones. Of two others, one is to come where few of them are, and one names a node without a zone.',
  order: 'seeded',
  settings: {
    ...settings({
      'node-a': node(64, 'zone-1'),
      'node-b': node(6, 'zone-2'),
      'node-c': node(6, 'zone-3'),
      'node-d': node(8),
    }),
    idle,
  },
  endsAtMs: 10_000,
  *story(user) {
    yield* user.sleep(500);
    for (const [i, nodeName] of ['node-a', 'node-a', 'node-b', 'node-c'].entries())
      user.act({ kind: 'apply', object: pod(`web-${i + 1}`, 1, 'web', { nodeName }) });
    yield* user.sleep(1500);
    const spec = { topologySpreadConstraints: [spread('web', zoneKey, 1)] };
    user.act({ kind: 'apply', object: pod('batch-1', 20, 'batch-1', spec) });
    yield* user.sleep(500);
    const nodeSelector = { 'kubernetes.io/hostname': 'node-d' };
    user.act({ kind: 'apply', object: pod('batch-2', 1, 'batch-2', { ...spec, nodeSelector }) });
    // The first of the two refuses nothing, and the second does.
    const both = {
      topologySpreadConstraints: [spread('web', 'kubernetes.io/hostname', 9), spread('web', zoneKey, 1)],
    };
    for (const name of ['web-5', 'web-6', 'web-7', 'web-8']) {
      user.act({ kind: 'apply', object: pod(name, 1, 'web', both) });
      yield* user.sleep(500);
    }
    yield* user.settle(1500);
  },
};

export const scenarios: readonly Scenario[] = [
  zones,
  anyway,
  defaults,
  noZones,
  selectorSpread,
  scaled,
  balance,
];
