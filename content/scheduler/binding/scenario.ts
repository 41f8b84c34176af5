import type { Scenario, User } from '../../../src/runtime/stage/scenario.ts';
import { configurationOf, podOf } from '../../../src/runtime/subjects/scheduler/objects.ts';
import type { Blocking } from '../../../src/runtime/sim/process.ts';

/** A node with so many CPUs. */
const cpus = (cpu: number) => ({ allocatable: { cpu: String(cpu) } });

/** A pod that asks for one CPU. */
const web = (name: string, labels?: Readonly<Record<string, string>>) =>
  podOf(name, { cpu: '1' }, {}, labels);

function apply(user: User, ...objects: readonly Readonly<Record<string, unknown>>[]): void {
  for (const object of objects) user.act({ kind: 'apply', object });
}

const common: Omit<Scenario, 'id' | 'title' | 'summary' | 'story'> = {
  seed: 1,
  plane: 'scheduler/own-scheduler',
  settings: { nodes: ['node-a'], nodeShapes: { 'node-a': cpus(2) }, readyMs: 0 },
  offers: ['delete', 'delay-watch', 'lose-event', 'refuse', 'partition', 'crash', 'start', 'add-node'],
  shows: ['kubernetes/pkg/scheduler/scheduler.ts'],
  endsAtMs: 5000,
};

/** Three pods find their nodes within one millisecond, and a fourth does not. */
const ahead: Scenario = {
  ...common,
  id: 'scheduler/binding',
  title: 'Four pods, and a long way to the API server',
  summary: 'Four pods come at once, and there is room for three. Each way to the API server takes 50 ms.',
  settings: {
    ...common.settings,
    nodes: ['node-a', 'node-b'],
    nodeShapes: { 'node-a': cpus(2), 'node-b': cpus(1) },
    latencyMs: 50,
  },
  *story(user) {
    yield* user.sleep(1000);
    apply(user, ...[1, 2, 3, 4].map((n) => web(`web-${n}`)));
    yield* user.settle();
  },
};

/** The same, and further away. */
const far: Scenario = {
  ...ahead,
  id: 'scheduler/binding#far',
  title: 'Four pods, and a longer way',
  summary: 'The same four pods, and each way to the API server takes two seconds.',
  settings: { ...ahead.settings, latencyMs: 2000 },
  endsAtMs: 20_000,
  *story(user) {
    yield* user.sleep(10_000);
    apply(user, ...[1, 2, 3, 4].map((n) => web(`web-${n}`)));
    yield* user.settle();
  },
};

/** The API server refuses everything about pods for a while. */
const refused: Scenario = {
  ...common,
  id: 'scheduler/binding#refused',
  title: 'A binding that is refused',
  summary:
    'The API server refuses to write pods for half a second, when web-1 and web-2 come. There is room for one of them.',
  settings: { ...common.settings, nodeShapes: { 'node-a': cpus(1) } },
  endsAtMs: 120_000,
  *story(user) {
    yield* user.sleep(1000);
    apply(user, web('web-1'));
    user.act({ kind: 'refuse', path: 'pods', forMs: 300 });
    yield* user.sleep(1);
    apply(user, web('web-2'));
    yield* user.settle();
  },
};

/** Two schedulers, and no election. */
const two: Scenario = {
  ...common,
  id: 'scheduler/binding#two',
  // With this one the two draw different nodes.
  seed: 3,
  title: 'Two schedulers and one pod',
  summary: 'Two schedulers run without an election, and both find a node for the same pod.',
  settings: {
    ...common.settings,
    nodes: ['node-a', 'node-b'],
    nodeShapes: { 'node-a': cpus(1), 'node-b': cpus(1) },
    replicas: 2,
  },
  *story(user) {
    yield* user.sleep(1000);
    apply(user, web('web-1'));
    yield* user.sleep(3);
    user.act({ kind: 'delay-watch', program: 'kube-scheduler-1', resource: 'pods', delayMs: 500 });
    yield* user.settle();
  },
};

/** The binding is written, and the watch of the scheduler brings it too late. */
const late: Scenario = {
  ...common,
  id: 'scheduler/binding#late',
  title: 'A binding that is not confirmed',
  summary:
    'There is room for one of two pods. It is bound, and the watch of the scheduler falls behind by 100 seconds.',
  settings: { ...common.settings, nodeShapes: { 'node-a': cpus(1) } },
  shows: ['kubernetes/pkg/scheduler/internal/cache/cache.ts'],
  endsAtMs: 110_000,
  *story(user) {
    yield* user.sleep(1000);
    apply(user, web('web-1'), web('web-2'));
    yield* user.sleep(3);
    user.act({ kind: 'delay-watch', program: 'kube-scheduler', resource: 'pods', delayMs: 100_000 });
    yield* user.settle(100_000);
  },
};

const together = (name: string) => web(name, { 'demo.example/group': 'crew', 'demo.example/size': '3' });

const profile = configurationOf({
  plugins: { reserve: { enabled: [{ name: 'Together' }] }, permit: { enabled: [{ name: 'Together' }] } },
});

const held: typeof common = {
  ...common,
  settings: { ...common.settings, nodeShapes: { 'node-a': cpus(3) }, schedulerConfig: profile },
  shows: ['demo/scheduling/together.ts'],
  endsAtMs: 20_000,
};

function* twoOfThree(user: User): Blocking<void> {
  yield* user.sleep(1000);
  apply(user, together('crew-1'));
  yield* user.sleep(1000);
  apply(user, together('crew-2'));
  yield* user.sleep(1000);
}

const permit: Scenario = {
  ...held,
  id: 'scheduler/binding#permit',
  title: 'Three that go together',
  summary:
    'Three pods of a group come one after the other. Each is held back until there is a place for the last.',
  *story(user) {
    yield* twoOfThree(user);
    apply(user, together('crew-3'));
    yield* user.settle();
  },
};

const alone: Scenario = {
  ...held,
  id: 'scheduler/binding#alone',
  title: 'Two of three',
  summary: 'The last pod of a group never comes, and a pod of no group needs the room that the others hold.',
  *story(user) {
    yield* twoOfThree(user);
    apply(user, podOf('db-0', { cpu: '2' }));
    yield* user.settle(10_000);
  },
};

/** Bindings are refused for a moment. For the exercise. */
const back: Scenario = {
  ...common,
  id: 'scheduler/binding#give-back',
  title: 'Refused, and tried again',
  summary: 'The API server refuses the bindings of two pods. A third comes later.',
  order: 'seeded',
  settings: { ...common.settings, nodeShapes: { 'node-a': cpus(3) } },
  endsAtMs: 20_000,
  *story(user) {
    yield* user.sleep(1000);
    apply(user, web('web-1'), web('web-2'));
    user.act({ kind: 'refuse', path: 'pods', forMs: 6 });
    yield* user.sleep(3000);
    apply(user, web('web-3'));
    yield* user.settle(10_000);
  },
};

const member = (group: string, size: number, n: number) =>
  web(`${group}-${n}`, { 'demo.example/group': group, 'demo.example/size': String(size) });

/** A group that is soon complete, one that never is, and a pod without any. For the exercise. */
const groups: Scenario = {
  ...held,
  id: 'scheduler/binding#groups',
  title: 'Two groups and a pod of none',
  summary:
    'A group of two is complete after a second. Of a group of three, two come. One pod belongs to no group.',
  order: 'seeded',
  settings: { ...held.settings, nodeShapes: { 'node-a': cpus(8) } },
  endsAtMs: 15_000,
  *story(user) {
    yield* user.sleep(1000);
    apply(user, member('mpi', 3, 1), member('spark', 2, 1));
    yield* user.sleep(1000);
    apply(user, member('spark', 2, 2), web('web-1'));
    yield* user.sleep(1000);
    apply(user, member('mpi', 3, 2));
    yield* user.settle(10_000);
  },
};

export const scenarios: readonly Scenario[] = [ahead, far, permit, alone, refused, two, late, back, groups];
