import type { Scenario, User } from '../../../src/runtime/stage/scenario.ts';
import { configurationOf, podOf } from '../../../src/runtime/subjects/scheduler/objects.ts';

const zone = (name: string) => ({
  allocatable: { cpu: '8' },
  labels: { 'topology.kubernetes.io/zone': name },
});

const cad = (name: string, priorityClassName?: string) =>
  podOf(name, { cpu: '1' }, priorityClassName === undefined ? {} : { priorityClassName }, {
    'demo.example/licence': 'yes',
  });

function apply(user: User, ...objects: readonly Readonly<Record<string, unknown>>[]): void {
  for (const object of objects) user.act({ kind: 'apply', object });
}

const urgent = {
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name: 'urgent' },
  value: 1000,
};

/** A profile with the plugin, at these extension points. */
function profile(...points: readonly string[]): Readonly<Record<string, unknown>> {
  const enabled = [{ name: 'Licences' }];
  return configurationOf({
    plugins: Object.fromEntries(points.map((point) => [point, { enabled }])),
    pluginConfig: [{ name: 'Licences', args: { licences: { north: 2, south: 1 } } }],
  });
}

const settings: Scenario['settings'] = {
  nodes: ['node-a', 'node-b', 'node-c', 'node-d'],
  nodeShapes: {
    'node-a': zone('north'),
    'node-b': zone('north'),
    'node-c': zone('south'),
    'node-d': zone('west'),
  },
  readyMs: 0,
  schedulerConfig: profile('preFilter', 'filter', 'score'),
};

const common: Omit<Scenario, 'id' | 'title' | 'summary'> = {
  seed: 1,
  plane: 'scheduler/own-scheduler',
  settings,
  offers: ['delete', 'label-node', 'add-node', 'delay-watch', 'crash', 'start'],
  shows: ['demo/scheduling/licences.ts'],
  endsAtMs: 10_000,
  *story(user) {
    yield* user.sleep(1000);
    apply(user, podOf('web', { cpu: '1' }));
    yield* user.sleep(1000);
    apply(user, ...[1, 2, 3, 4].map((n) => cad(`cad-${n}`)));
    yield* user.sleep(1000);
    user.act({
      kind: 'delete',
      resource: 'pods',
      namespace: 'default',
      name: 'cad-4',
      gracePeriodSeconds: 0,
    });
    yield* user.sleep(1000);
    apply(user, urgent, cad('sim-1', 'urgent'));
    yield* user.settle();
  },
};

function variant(name: string, title: string, summary: string, changed: Scenario['settings'] = {}): Scenario {
  const id = `scheduler/writing-a-plugin${name && `#${name}`}`;
  const { shows } = common;
  return {
    ...common,
    id,
    title,
    summary,
    settings: { ...settings, ...changed },
    shows: changed.demo ? ['demo/scheduling/licence-mistakes.ts', ...shows] : shows,
  };
}

const mistake = (name: string): Scenario['settings'] => ({ demo: { mistake: name } });

/** Pods without licences run beside the others when a more important one comes. For the exercises. */
const rush: Scenario = {
  ...common,
  id: 'scheduler/writing-a-plugin#rush',
  title: 'A licence for a more important pod',
  summary:
    'All licences are in use, and other pods run beside the ones that have them. Then a more important pod comes.',
  order: 'seeded',
  endsAtMs: 12_000,
  *story(user) {
    yield* user.sleep(1000);
    apply(user, ...[1, 2, 3].map((n) => cad(`cad-${n}`)));
    yield* user.sleep(1500);
    for (const letter of ['a', 'b', 'c'])
      apply(user, podOf(`web-${letter}`, { cpu: '1' }, { nodeName: `node-${letter}` }));
    apply(user, podOf('web', { cpu: '1' }));
    yield* user.sleep(1500);
    apply(user, urgent, cad('sim-1', 'urgent'));
    yield* user.settle(5000);
  },
};

export const scenarios: readonly Scenario[] = [
  variant(
    '',
    'Three licences, and five pods that want one',
    'North has two licences, south has one. A pod comes that needs none, then four that need one each, then a more important one.',
  ),
  variant('without', 'Without the plugin', 'The same pods, and a profile that does not name the plugin.', {
    schedulerConfig: profile(),
  }),
  variant(
    'forgotten',
    'Not registered',
    'The profile names a plugin that the program does not have.',
    mistake('forgotten'),
  ),
  variant(
    'half',
    'Enabled at half of its points',
    'The plugin is enabled at Filter and Score, and not at PreFilter.',
    {
      schedulerConfig: profile('filter', 'score'),
    },
  ),
  variant(
    'hopeless',
    'Nothing can help',
    'The plugin says of each refusal that nothing can help.',
    mistake('hopeless'),
  ),
  variant(
    'live',
    'Counting in another cache',
    'The plugin counts the pods that the informer knows.',
    mistake('live'),
  ),
  variant(
    'unbounded',
    'A score above 100',
    'The plugin gives 60 points for each free licence.',
    mistake('unbounded'),
  ),
  variant(
    'sharing',
    'The original as the copy',
    'The plugin returns its state itself in place of a copy.',
    mistake('sharing'),
  ),
  rush,
];
