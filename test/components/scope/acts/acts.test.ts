import { describe, expect, test } from 'vitest';
import { type Field, labelsFrom, wholeNumber } from '../../../../src/components/scope/acts/fields.ts';
import { readScenarios } from '../../../../src/chapters/scenarios.ts';
import '../../../../src/recording/all-words.ts';
import { knownSubjects, offersOf } from '../../../../src/recording/subjects.ts';
import { everyOffer as offers } from '../../../subjects/every.ts';
import { takenActs } from '../../../../src/components/scope/acts/taken.ts';
import type { Act } from '../../../../src/runtime/stage/acts.ts';
import type { SchedulerState } from '../../../../src/runtime/subjects/scheduler/world.ts';
import type { World } from '../../../../src/runtime/stage/world.ts';
import { emptyWorld } from '../../../runtime/empty-world.ts';
import type { StoredObject } from '../../../../src/runtime/subjects/api/world.ts';
import { mapFrom } from '../../../../src/runtime/sim/pmap.ts';
import { entriesOf, pod, recordingOf, replicaSet, worldWith } from '../panes/worlds.ts';

function watchOf(program: string, state: 'open' | 'cut' | 'closed' = 'open') {
  return [
    `${program}/pods`,
    { program, resource: 'pods', state, delayMs: 0, inFlight: [], revision: 1 },
  ] as const;
}

const world = worldWith(
  {
    'replicasets/default/web': replicaSet('web', 2, 3),
    'pods/default/web-1': pod('web-1', 3, { node: 'node-a', phase: 'Running', ready: true }),
    'pods/default/web-2': pod('web-2', 4),
    'nodes/node-a': node('node-a'),
    'nodes/node-b': node('node-b', true),
  },
  {
    watches: mapFrom([watchOf('kubelet-stand-in/node-a', 'closed'), watchOf('kube-controller-manager')]),
    schedulers: mapFrom([
      ['kube-scheduler', schedulerWith({ NodeResourcesLeastAllocated: 1, ImageLocality: 2 })],
    ]),
    programs: mapFrom([
      ['kubelet-stand-in/node-a', { state: 'ended', args: ['--v=2', 'a b'], ports: [] }],
      ['scheduler-stand-in', { state: 'running', args: [], ports: [] }],
      ['kube-controller-manager', { state: 'paused', args: [], ports: [10_257, 10_252] }],
    ]),
  },
);

function node(name: string, unschedulable = false): StoredObject {
  const spec = unschedulable ? { unschedulable } : {};
  return { apiVersion: 'v1', kind: 'Node', metadata: { name }, spec } as unknown as StoredObject;
}

function schedulerWith(weights: Readonly<Record<string, number>>): SchedulerState {
  const score = Object.entries(weights).map(([name, weight]) => ({ name, weight }));
  const profile = { filter: ['NodeName', 'TaintToleration'], score };
  return { profiles: mapFrom([['default-scheduler', profile]]) } as unknown as SchedulerState;
}

const usual = ['api', 'control-loop', 'nodes'];
const titles = knownSubjects().flatMap(({ offers: some = [] }) => some);

function offer(id: string) {
  const found = offers.find((one) => one.id === id);
  if (!found) throw new Error(`no offer ${id}`);
  return found;
}

/** Sends the form of an offer as it is filled in, with some answers changed. */
function send(id: string, changed: Readonly<Record<string, string>> = {}, at: World = world): unknown {
  const fields = offer(id).fields(at);
  if (typeof fields === 'string') return fields;
  return offer(id).build({
    ...Object.fromEntries(fields.map(({ name, value }) => [name, value])),
    ...changed,
  });
}

describe('each form, sent as it is filled in, is an act on what exists now', () => {
  test.each<[string, Act]>([
    ['scale', { kind: 'scale', namespace: 'default', name: 'web', replicas: 4 }],
    [
      'delete',
      { kind: 'delete', resource: 'pods', namespace: 'default', name: 'web-1', gracePeriodSeconds: 30 },
    ],
    ['fail', { kind: 'fail', namespace: 'default', name: 'web-1' }],
    [
      'relabel',
      { kind: 'relabel', resource: 'pods', namespace: 'default', name: 'web-1', labels: { app: 'debug' } },
    ],
    ['cut-watch', { kind: 'cut-watch', program: 'kube-controller-manager', resource: 'pods', forMs: 5000 }],
    [
      'delay-watch',
      { kind: 'delay-watch', program: 'kube-controller-manager', resource: 'pods', delayMs: 2000 },
    ],
    ['lose-event', { kind: 'lose-event', program: 'kube-controller-manager', resource: 'pods', times: 1 }],
    ['conflict', { kind: 'conflict', resource: 'replicasets', times: 2 }],
    ['crash', { kind: 'crash', program: 'kube-controller-manager' }],
    ['start', { kind: 'start', program: 'kubelet-stand-in/node-a' }],
    ['start-with', { kind: 'start', program: 'kubelet-stand-in/node-a', args: ['--v=2', 'a b'] }],
    ['terminate', { kind: 'terminate', program: 'kube-controller-manager' }],
    ['send-usr2', { kind: 'send-usr2', program: 'kube-controller-manager' }],
    ['partition', { kind: 'partition', program: 'kube-controller-manager', forMs: 20_000 }],
    ['pause', { kind: 'pause', program: 'kube-controller-manager', forMs: 16_000 }],
    ['skew-clock', { kind: 'skew-clock', program: 'kube-controller-manager', percent: 150, aheadMs: 0 }],
    ['refuse', { kind: 'refuse', path: '/apis/apps/v1', forMs: 20_000 }],
    ['request', { kind: 'request', program: 'kube-controller-manager', path: '/healthz', port: 10_257 }],
    ['label-node', { kind: 'label-node', node: 'node-a', labels: { disk: 'ssd' } }],
    ['taint', { kind: 'taint', node: 'node-a', taints: ['dedicated=db:NoSchedule'] }],
    ['cordon', { kind: 'cordon', node: 'node-a', unschedulable: true }],
    [
      'add-node',
      {
        kind: 'add-node',
        node: 'node-3',
        allocatable: { cpu: '4', memory: '8Gi', pods: '110' },
        labels: {},
        taints: [],
      },
    ],
    ['node-pool', { kind: 'node-pool', nodes: 0 }],
    [
      'profile',
      {
        kind: 'profile',
        program: 'kube-scheduler',
        profile: 'default-scheduler',
        weights: { NodeResourcesMostAllocated: 1 },
        without: [],
      },
    ],
    ['delete-node', { kind: 'delete', resource: 'nodes', namespace: '', name: 'node-a' }],
  ])('%s', (id, act) => {
    expect(send(id)).toEqual(act);
  });

  test('every offer is tested above', () => {
    expect(offers.map(({ id }) => id).sort()).toEqual(titles.map(({ id }) => id).sort());
    expect(offers).toHaveLength(25);
  });
});

describe('what is typed about a profile', () => {
  const form = { 'NodeResourcesLeastAllocated 1': '1', 'NodeResourcesMostAllocated 0': '0' };

  test('only what is changed is in the act', () => {
    expect(
      send('profile', {
        ...form,
        'ImageLocality 2': ' 50 ',
        'kube-scheduler default-scheduler': 'TaintToleration',
      }),
    ).toMatchObject({
      weights: { ImageLocality: 50 },
      without: ['TaintToleration'],
    });
  });

  test('what is wrong is told, with what was expected', () => {
    expect(send('profile', { 'ImageLocality 2': 'much' })).toEqual([
      {
        field: 'ImageLocality 2',
        message:
          'ImageLocality: expected a whole number from 0 to 1000000, found "much". Type one in that range.',
      },
    ]);
  });
});

describe('what is typed about nodes', () => {
  test('a cordoned node is uncordoned', () => {
    expect(send('cordon', { node: 'node-b no' })).toEqual({
      kind: 'cordon',
      node: 'node-b',
      unschedulable: false,
    });
  });

  test('what is there already is overwritten only if that is chosen', () => {
    const overwrite = 'yes';
    expect(send('label-node', { labels: 'a=b c-', overwrite })).toEqual({
      kind: 'label-node',
      node: 'node-a',
      labels: { a: 'b', c: null },
      overwrite: true,
    });
    expect(send('taint', { taints: 'k=v:NoExecute x-', overwrite })).toEqual({
      kind: 'taint',
      node: 'node-a',
      taints: ['k=v:NoExecute', 'x-'],
      overwrite: true,
    });
  });

  test('what is wrong is told, with what was expected', () => {
    expect(send('taint', { taints: ' ' })).toEqual([
      {
        field: 'taints',
        message: 'Taints: expected at least one such as dedicated=db:NoSchedule, found nothing. Type one.',
      },
    ]);
    expect(send('add-node', { name: 'Node 3', room: 'cpu', labels: 'a=b=c' })).toEqual([
      {
        field: 'name',
        message:
          'Name: expected lower case letters, digits, "-" and ".", found "Node 3". Change it to that form.',
      },
      { field: 'room', message: 'Room: expected name=value, found "cpu". Write it in that form.' },
      { field: 'labels', message: 'Labels: expected name=value, found "a=b=c". Write it in that form.' },
    ]);
  });
});

test('in an empty world each form that needs something says what is missing', () => {
  const said = offers
    .map(({ fields }) => fields(emptyWorld()))
    .filter((fields) => typeof fields === 'string');
  expect(said).toEqual([
    'There is no pod at this step.',
    'There is no pod at this step.',
    'No watch is open at this step.',
    'No watch is open at this step.',
    'No watch is open at this step.',
    'There is no program.',
    'There is no workload at this step.',
    'No pod runs on a node at this step.',
    'There is no node at this step.',
    'There is no node at this step.',
    'There is no node at this step.',
    'There is no node at this step.',
    'No scheduler has begun at this step.',
    'No program runs at this step.',
    'Every program runs at this step; crash one first.',
    'Every program runs at this step; crash one first.',
    'No program runs at this step.',
    'No program runs at this step.',
    'No program runs at this step.',
    'There is no program.',
    'No program listens at this step.',
  ]);
});

test('whatever has replicas can be scaled, and is named by its kind', () => {
  const database = { ...replicaSet('db', 2, 1), kind: 'StatefulSet' };
  const both = worldWith({
    'replicasets/default/web': replicaSet('web', 2, 3),
    'statefulsets/default/db': database,
  });
  const [object] = offer('scale').fields(both) as readonly Field[];
  expect(object).toMatchObject({
    options: [
      { value: 'replicasets/default/web', label: 'ReplicaSet default/web (wants 3, counts 0, ready 0)' },
      { value: 'statefulsets/default/db', label: 'StatefulSet default/db' },
    ],
  });
  expect(send('scale', { object: 'statefulsets/default/db', replicas: '5' }, both)).toEqual({
    kind: 'scale',
    resource: 'statefulsets',
    namespace: 'default',
    name: 'db',
    replicas: 5,
  });
});

test('what a scenario does not say is offered as for a ReplicaSet', async () => {
  expect(offersOf(usual).map(({ id }) => id)).toEqual([
    'scale',
    'delete',
    'fail',
    'relabel',
    'cut-watch',
    'delay-watch',
    'conflict',
    'crash',
    'start',
  ]);
  expect(offersOf(usual, ['request', 'crash']).map(({ id }) => id)).toEqual(['crash', 'request']);
  const known = titles.map(({ id }) => id);
  for (const { scenarios } of await readScenarios('.'))
    for (const { id, offers: ids = [] } of scenarios)
      expect(
        ids.filter((one) => !known.includes(one)),
        id,
      ).toEqual([]);
});

describe('a wrong answer is told with what was expected, what was found and what to do', () => {
  test.each(['', '-1', '501', '2.5', '1e2', 'three'])('replicas %j', (replicas) => {
    expect(send('scale', { replicas })).toEqual([
      {
        field: 'replicas',
        message: `Replicas: expected a whole number from 0 to 500, found ${replicas === '' ? 'nothing' : `"${replicas}"`}. Type one in that range.`,
      },
    ]);
  });

  test.each(['', 'app', 'app=-x', '=x', 'a/b/c=1', `app=${'x'.repeat(64)}`])('labels %j', (labels) => {
    expect(labelsFrom({ labels }, 'labels')).toEqual({
      field: 'labels',
      message: expect.stringMatching(/^Labels: expected .*, found .*\. \w+/),
    });
  });

  test('a command line with a quote too many', () => {
    expect(send('start-with', { args: '--a="b' })).toEqual([
      {
        field: 'args',
        message: 'Command line: expected a closing ", found the end. Close the quotes, or leave them out.',
      },
    ]);
  });

  test.each(['healthz', '', '/a b'])('path %j', (path) => {
    expect(send('request', { path })).toEqual([
      {
        field: 'path',
        message: `Path: expected one that begins with / and has no spaces, found ${path === '' ? 'nothing' : `"${path}"`}. Type one such as /healthz.`,
      },
    ]);
  });

  test('a clock with two wrong answers is told of both', () => {
    const wrong = send('skew-clock', { percent: '0', ahead: '1.5' }) as { readonly field: string }[];
    expect(wrong.map(({ field }) => field)).toEqual(['percent', 'ahead']);
  });

  test('right answers are taken', () => {
    expect(send('start-with', { args: ' --a="b c" --d  ' })).toMatchObject({ args: ['--a=b c', '--d'] });
    expect(send('start-with', { args: '' })).toMatchObject({ args: [] });
    expect(send('skew-clock', { ahead: '-2000' })).toMatchObject({ aheadMs: -2000 });
    expect(send('request', { at: 'kube-controller-manager:10252', path: '/metrics?x=1' })).toEqual({
      kind: 'request',
      program: 'kube-controller-manager',
      path: '/metrics?x=1',
      port: 10_252,
    });
    expect(wholeNumber({ n: ' 7 ' }, 'n', 'N', 0, 10)).toBe(7);
    expect(labelsFrom({ l: 'app=web tier- example.com/part=a empty=' }, 'l')).toEqual({
      labels: { app: 'web', tier: null, 'example.com/part': 'a', empty: '' },
    });
  });
});

test('the acts of a branch are listed in the order in which they come, each with its entry and its refusal', () => {
  const scale: Act = { kind: 'scale', namespace: 'default', name: 'web', replicas: 9 };
  const crash: Act = { kind: 'crash', program: 'kube-controller-manager' };
  const start: Act = { kind: 'start', program: 'kube-controller-manager' };
  const entries = entriesOf([
    { event: { kind: 'act', act: scale, by: 'story' } },
    { event: { kind: 'act', act: crash, by: 'reader' } },
    { event: { kind: 'act', act: scale, by: 'reader', error: 'replicasets.apps "web" not found' } },
  ]);
  const acts = [
    { step: 2, act: scale },
    { step: 1, act: crash },
    { step: 900, act: start },
  ];
  expect(takenActs(recordingOf(entries, { acts }))).toEqual([
    { place: 1, act: crash, entry: 1, at: 10, error: undefined },
    { place: 0, act: scale, entry: 2, at: 20, error: 'replicasets.apps "web" not found' },
    { place: 2, act: start, entry: undefined, at: undefined, error: undefined },
  ]);
});
