import type { Scenario, User } from '../../../src/runtime/stage/scenario.ts';
import type { Blocking } from '../../../src/runtime/sim/process.ts';
import {
  type Manifest,
  apply,
  away,
  host,
  namespace,
  near,
  node,
  pod,
  rather,
  term,
  weighted,
  zone,
} from './manifests.ts';
import { configurationOf } from '../../../src/runtime/subjects/scheduler/objects.ts';

const filtering = 'kubernetes/pkg/scheduler/framework/plugins/interpodaffinity/filtering.ts';
const scoring = 'kubernetes/pkg/scheduler/framework/plugins/interpodaffinity/scoring.ts';

/** A zone each, and none for those that are not named. */
const inZones = (zones: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(zones).map(([name, value]) => [name, { labels: { [zone]: value } }]));

const common: Omit<Scenario, 'id' | 'title' | 'summary' | 'story'> = {
  seed: 1,
  plane: 'scheduler/scheduler',
  view: 'scheduler/zones',
  settings: {
    nodes: ['node-a', 'node-b', 'node-c', 'node-d', 'node-e'],
    nodeShapes: inZones({ 'node-a': 'east', 'node-b': 'east', 'node-c': 'west', 'node-d': 'west' }),
    readyMs: 0,
    // It would take pods from tainted nodes, and has nothing to do in these stories.
    idle: ['kube-controller-manager'],
  },
  offers: ['label-node', 'delete', 'relabel', 'add-node', 'delete-node'],
  shows: [filtering],
  endsAtMs: 12_000,
};

/** Some pods are there already, and then others come, one after the other. */
function* come(user: User, there: readonly Manifest[], ...then: readonly Manifest[]): Blocking<void> {
  yield* user.sleep(300);
  apply(user, ...there);
  yield* user.sleep(1700);
  for (const next of then) {
    apply(user, next);
    yield* user.settle(500);
  }
}

/** It takes its time to end. */
const db = pod('db', { on: 'node-a', annotations: { 'fake/term-ms': '2500' } });
/** Its image cannot be pulled. */
const cache = pod('cache', { on: 'node-c', annotations: { 'fake/pull': 'fail' } });
/** It ends soon. */
const imported = pod('import-1', { app: 'import', on: 'node-d', annotations: { 'fake/exit-ms': '200' } });
const nearDb = (key: string) => near(term('db', key));

/** Three pods have to be near others: near one that runs, one that does not, and one that has ended. */
const beside: Scenario = {
  ...common,
  id: 'scheduler/pod-affinity',
  title: 'Beside which pod?',
  summary:
    'Each of three pods has to be in the zone of another. One of those runs, one has not started, one has ended.',
  *story(user) {
    yield* come(
      user,
      [db, cache, imported],
      pod('web', { affinity: nearDb(zone) }),
      pod('api', { affinity: near(term('cache', zone)) }),
      pod('report', { affinity: near(term('import', zone)) }),
    );
  },
};

const byHost: Scenario = {
  ...common,
  id: 'scheduler/pod-affinity#host',
  title: 'On the same host',
  summary: 'The same cluster, and web has to be on the host of db, not in its zone.',
  *story(user) {
    yield* come(user, [db, cache, imported], pod('web', { affinity: nearDb(host) }));
  },
};

/** The key may be any label, and not empty. */
const keys: Scenario = {
  ...common,
  id: 'scheduler/pod-affinity#keys',
  title: 'Any key, but not none',
  summary: 'Pods keep away from others by rack, by zone, and by nothing.',
  *story(user) {
    yield* come(user, [db, cache], ...keepAway);
  },
};
const keepAway = [
  pod('by-rack', { affinity: away(term('db', 'example.com/rack')) }),
  pod('by-zone', { affinity: away(term('db', zone)) }),
  pod('by-nothing', { affinity: away(term('db', '')) }),
];

const limited: Scenario = {
  ...keys,
  id: 'scheduler/pod-affinity#limited',
  title: 'By host only',
  summary: 'The same pods, and an admission plugin that lets pods keep away from others by host only.',
  settings: { ...common.settings, enableAdmissionPlugins: ['LimitPodHardAntiAffinityTopology'] },
};

const namespaces: Scenario = {
  ...common,
  id: 'scheduler/pod-affinity#namespaces',
  title: 'A db in another namespace',
  summary:
    'Two pods have to be near db, which is in the namespace team-data. One names that namespace, the other names none.',
  *story(user) {
    yield* come(
      user,
      [namespace('team-data'), pod('db', { on: 'node-a', namespace: 'team-data' })],
      pod('web', { affinity: nearDb(zone) }),
      pod('api', { affinity: near(term('db', zone, 'team-data')) }),
    );
  },
};

/** Two terms, and for each a pod that matches it; then one that matches both. */
const terms: Scenario = {
  ...common,
  id: 'scheduler/pod-affinity#terms',
  title: 'Two terms',
  summary: 'A pod has to be near a db, and near what has a cache. Both are in the zone east.',
  *story(user) {
    const cached = { cache: 'yes' };
    yield* come(
      user,
      [db, pod('memcached', { on: 'node-b', labels: cached })],
      pod('web', { affinity: near(term('db', zone), term(cached, zone)) }),
      pod('db-2', { app: 'db', on: 'node-c', labels: cached }),
    );
  },
};

/** Pods that belong together, and one that looks for a pod that is not there. */
const group: Scenario = {
  ...common,
  id: 'scheduler/pod-affinity#group',
  title: 'The first of its group',
  summary:
    'Three pods want to be where one of their own is. Another wants to be near a pod that does not exist.',
  *story(user) {
    const together = { app: 'web', affinity: near(term('web', zone)) };
    yield* come(
      user,
      [],
      pod('web-1', together),
      pod('web-2', together),
      pod('web-3', together),
      pod('api', { affinity: nearDb(zone) }),
    );
  },
};

/** One pod a zone, and then two more of the same app. */
const apart: Scenario = {
  ...common,
  id: 'scheduler/pod-affinity#apart',
  title: 'One pod a zone',
  summary:
    'Pods of web keep away from one another, by zone. There are two zones, a node without one, and four pods.',
  *story(user) {
    const alone = { app: 'web', affinity: away(term('web', zone)) };
    yield* come(
      user,
      [pod('web-1', { ...alone, on: 'node-a' }), pod('web-2', { ...alone, on: 'node-c' })],
      pod('web-3', alone),
      pod('web-4', alone),
    );
  },
};

/** A pod that is there refuses another. */
const grudge: Scenario = {
  ...common,
  id: 'scheduler/pod-affinity#grudge',
  title: 'A pod that is there says no',
  summary: 'A pod without any affinity comes. Another pod, which is there already, has to keep away from it.',
  *story(user) {
    yield* come(user, [pod('db', { on: 'node-a', affinity: away(term('batch', zone)) })], pod('batch'));
  },
};

/** All that is said of web comes to 50, 40, 30, 0 and -50. */
const prefer: Scenario = {
  ...common,
  id: 'scheduler/pod-affinity#prefer',
  title: 'What pods prefer',
  summary:
    'web has preferences, and others have preferences about web. All are added up, by zone and by host.',
  shows: [scoring],
  *story(user) {
    const wishes = rather([weighted(50, term('cache', zone))], [weighted(10, term('batch', host))]);
    yield* come(
      user,
      [
        pod('cache', { on: 'node-a' }),
        pod('batch', { on: 'node-b' }),
        pod('api', { on: 'node-c', affinity: rather([weighted(29, term('web', zone))]) }),
        pod('proxy', { on: 'node-c', affinity: near(term('web', zone)) }),
        pod('etl', { on: 'node-d', affinity: rather([], [weighted(80, term('web', host))]) }),
      ],
      pod('web', { affinity: wishes }),
    );
  },
};

/** What counts for the score of what pods require that are there already. */
const hardWeight = (hardPodAffinityWeight: number) =>
  configurationOf({ pluginConfig: [{ name: 'InterPodAffinity', args: { hardPodAffinityWeight } }] });

const preferHard: Scenario = {
  ...prefer,
  id: 'scheduler/pod-affinity#prefer-hard',
  title: 'What others require weighs more',
  summary: 'The same pods. What a pod that is there requires weighs 100 in place of 1.',
  settings: {
    ...common.settings,
    schedulerConfig: hardWeight(100),
  },
};

const nodes = ['node-a', 'node-b', 'node-c'];

/** Many pods, one after another: some with affinity, some without, and some that make all others pay. */
const cost: Scenario = {
  ...common,
  id: 'scheduler/pod-affinity#cost',
  title: 'What it costs',
  summary:
    'Twelve pods are there. Others come, with affinity and without, and the run counts how many pods the scheduler looks at for each.',
  settings: { ...common.settings, nodes: [] },
  *story(user) {
    const there = Array.from({ length: 12 }, (_, i) => pod(`app-${i + 1}`, { app: 'app', on: nodes[i % 3] }));
    yield* come(
      user,
      [...nodes.map((name, i) => node(name, i < 2 ? 'east' : 'west')), ...there],
      pod('batch-1'),
      pod('api-1', { affinity: near(term('app', zone)) }),
      pod('api-2', { affinity: rather([weighted(1, term('app', zone))]) }),
    );
    apply(
      user,
      ...nodes.map((on, i) => pod(`db-${i + 1}`, { app: 'db', on, affinity: away(term('db', host)) })),
    );
    yield* user.settle(500);
    apply(user, pod('batch-2'));
    yield* user.settle(500);
  },
};

/** For the exercise: a group, a pod that looks for one that is not there, and a pod that has to be near the group by two keys. */
const together: Scenario = {
  ...common,
  id: 'scheduler/pod-affinity#together',
  title: 'A group, and two pods that look for others',
  summary:
    'Three pods want to be in the zone of their own kind. A fourth wants to be on the same host as one of them. A fifth looks for a pod that does not exist.',
  order: 'seeded',
  // Otherwise scores would keep a group together that the filter lets apart.
  settings: { ...common.settings, schedulerConfig: hardWeight(0) },
  *story(user) {
    const kin = { app: 'web', affinity: near(term('web', zone)) };
    yield* come(
      user,
      [],
      pod('api', { affinity: nearDb(zone) }),
      ...[1, 2, 3].map((n) => pod(`web-${n}`, kin)),
      pod('proxy', { affinity: near(term('web', zone), term('web', host)) }),
    );
  },
};

export const scenarios: readonly Scenario[] = [
  beside,
  byHost,
  keys,
  limited,
  namespaces,
  terms,
  group,
  apart,
  grudge,
  prefer,
  preferHard,
  cost,
  together,
];
