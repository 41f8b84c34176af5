import { describe, expect, test } from 'vitest';
import {
  type Rect,
  offsetsOf,
  pathOf,
} from '../../../../src/subjects/control-loop/machine/machine-geometry.ts';
import { machineLayout, shapeFor } from '../../../../src/subjects/control-loop/machine/machine-layout.ts';
import type { MachineShape } from '../../../../src/subjects/control-loop/machine/machine-parts.ts';
import {
  type MachineModel,
  loopOf,
  machineModel,
  nodeNames,
  shortName,
} from '../../../../src/subjects/control-loop/machine/machine-model.ts';
import { placeTokens } from '../../../../src/subjects/control-loop/machine/machine-place.ts';
import {
  activityOf,
  hopsBetween,
  litIn,
} from '../../../../src/subjects/control-loop/machine/machine-tokens.ts';
import { machineRows, machineWords } from '../../../../src/subjects/control-loop/machine/machine-words.ts';
import { scenarios as customResource } from '../../../../content/your-own/custom-resource/scenario.ts';
import { record } from '../../../../src/recording/record.ts';
import { type PMap, mapFrom } from '../../../../src/runtime/sim/pmap.ts';
import type { StoredObject } from '../../../../src/runtime/subjects/api/world.ts';
import { replicaSetLoop } from '../../../../src/runtime/subjects/control-loop/loop.ts';
import { emptyWorld } from '../../../runtime/empty-world.ts';
import { entriesOf, recordingOf } from '../../../components/scope/panes/worlds.ts';
import { indexOf, runOf } from '../../../components/scope/sample-recording.ts';

const shapes: readonly MachineShape[] = ['wide', 'middle', 'narrow'];
const nodes = ['node-a', 'node-b', 'node-c'];
const life = 'controllers/replicaset';
/** The resources whose informers feed the loop of a ReplicaSet. */
const two = ['replicasets', 'pods'];
const slow = 'controllers/replicaset#no-expectations';

function apart(a: Rect, b: Rect): boolean {
  return a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
}

describe.each(shapes)('the %s layout', (shape) => {
  test.each([
    [nodes, two],
    [['only'], two],
    [['a', 'b', 'c', 'd', 'e', 'f', 'g'], two],
    [[], two],
    [nodes, ['pods']],
    [nodes, ['deployments', 'replicasets', 'pods']],
  ])('with nodes %j and informers of %j keeps its boxes apart and inside', (these, informers) => {
    const layout = machineLayout(shape, these, informers);
    const boxes = [
      layout.user,
      layout.store,
      layout.queue,
      layout.workers,
      ...layout.standIns,
      ...layout.lanes.flatMap(({ reflector, fifo, indexer, handlers }) => [
        reflector,
        fifo,
        indexer,
        handlers,
      ]),
    ];
    boxes.forEach((box, i) => {
      expect(
        box.x >= 0 && box.y >= 0 && box.x + box.w <= layout.width && box.y + box.h <= layout.height,
      ).toBe(true);
      for (const other of boxes.slice(i + 1)) expect(apart(box, other)).toBe(true);
    });
    for (const pipe of layout.pipes) {
      for (const { x, y } of pipe.points)
        expect(x >= 0 && x <= layout.width && y >= 0 && y <= layout.height).toBe(true);
    }
  });

  test('every hop of a run has a pipe to travel', () => {
    const recording = runOf(life);
    const layout = machineLayout(shape, nodeNames(recording), two);
    const pipes = new Set(layout.pipes.map(({ id }) => id));
    recording.entries.forEach((_entry, index) => {
      const activity = activityOf(recording, index);
      for (const id of [...activity.pipes, ...(activity.hop ? [activity.hop.pipe] : [])])
        expect(pipes).toContain(id);
    });
  });

  test('tokens stand inside the drawing, and no two are the same', () => {
    const recording = runOf(slow);
    const layout = machineLayout(shape, nodeNames(recording), two);
    for (let index = 0; index < recording.entries.length; index += 7) {
      const { tokens } = placeTokens(layout, machineModel(recording, index));
      expect(new Set(tokens.map(({ id }) => id)).size).toBe(tokens.length);
      for (const { x, y } of tokens)
        expect(x >= 0 && x <= layout.width && y >= 0 && y <= layout.height).toBe(true);
    }
  });

  test('hundreds of pods become dots and a count', () => {
    const recording = runOf(life);
    const layout = machineLayout(shape, nodes, two);
    const model: MachineModel = {
      ...machineModel(recording, recording.entries.length - 1),
      pods: Array.from({ length: 900 }, (_, i) => ({
        key: `pods/default/web-${i}`,
        short: String(i),
        phase: 'ready',
        node: nodes[i % 3] as string,
        revision: i,
      })),
    };
    const { tokens, more } = placeTokens(layout, model);
    const dots = tokens.filter(({ look }) => look === 'dot').length;
    expect(dots).toBeLessThan(500);
    expect(dots + more.reduce((sum, { count }) => sum + count, 0)).toBe(900);
  });
});

describe('the model', () => {
  test('a pod goes from nowhere to ready', () => {
    const recording = runOf();
    const phases: string[] = [];
    const created = indexOf(recording, 'store.write create pods');
    const key = machineModel(recording, created).pods[0]?.key;
    for (let index = created; index < recording.entries.length; index++) {
      const pod = machineModel(recording, index).pods.find((one) => one.key === key);
      const told = pod ? `${pod.phase} ${pod.node}`.trim() : 'gone';
      if (phases.at(-1) !== told) phases.push(told);
      if (phases.length === 4) break;
    }
    expect(phases).toEqual(['pending', 'pending node-a', 'running node-a', 'ready node-a']);
  });

  test('the cache is behind until the watch has told it', () => {
    const recording = runOf();
    const written = indexOf(recording, 'store.write create pods');
    const cached = indexOf(recording, 'indexer.write add kube-controller-manager/pods');
    expect(machineModel(recording, written).lanes[1]).toMatchObject({ behind: 1, flights: [], cached: [] });
    expect(machineModel(recording, cached).lanes[1]?.cached.map(({ short, phase }) => `${short} ${phase}`))
      .toMatchInlineSnapshot(`
      [
        "tggnc pending",
      ]
    `);
    const settled = indexOf(recording, 'act delete') - 1;
    expect(
      machineModel(recording, settled).lanes.map(({ behind, cached: all }) => [
        behind,
        all.map(({ stale }) => stale),
      ]),
    ).toEqual([
      [0, [false]],
      [0, [false, false]],
    ]);
  });

  test('a delayed watch holds its events back', () => {
    const recording = runOf(slow);
    const model = machineModel(recording, indexOf(recording, 'act relabel'));
    const lane = model.lanes[1];
    expect(lane?.delayMs).toBe(800);
    expect(lane?.flights.length).toBeGreaterThan(3);
    expect(model.owners[0]).toMatchObject({ name: 'web', desired: 3 });
    expect(machineWords(model)).toMatch(
      /^ReplicaSet web wants 3 and has \d+ pods, 0 ready\. The cache of pods is \d+ behind\./,
    );
  });

  test('a worker holds the key that the queue gave it', () => {
    const recording = runOf();
    const queued = machineModel(recording, indexOf(recording, 'workqueue.add default/web'));
    expect([queued.queue, queued.workers[0]?.key]).toEqual([['default/web'], undefined]);
    const held = machineModel(recording, indexOf(recording, 'workqueue.get default/web'));
    expect([held.queue, held.workers[0]?.key]).toEqual([[], 'default/web']);
    const done = machineModel(recording, indexOf(recording, 'workqueue.done default/web'));
    expect(done.workers[0]?.key).toBeUndefined();
  });

  test('the table says what the drawing shows', () => {
    const recording = runOf();
    const rows = machineRows(machineModel(recording, indexOf(recording, 'store.write create pods')));
    expect(rows.map(({ part, holds }) => `${part}: ${holds}`)).toMatchInlineSnapshot(`
      [
        "API store: revision 6",
        "ReplicaSet web: wants 2 pods, has 1, 0 ready",
        "Pod default/web-tggnc: pending, on no node yet",
        "Watch of replicasets: open; on its way: nothing",
        "Reflector of replicasets: watching",
        "DeltaFIFO of replicasets: nothing",
        "Indexer of replicasets: web; up to date",
        "Watch of pods: open; on its way: nothing",
        "Reflector of pods: watching",
        "DeltaFIFO of pods: nothing",
        "Indexer of pods: nothing; 1 object behind the store",
        "Workqueue: nothing",
        "Keys that come later: nothing",
        "worker-1: default/web; waits for the batch",
        "Expectations of default/web: 2 creations and 0 deletions still to be seen",
      ]
    `);
  });

  test('names are short', () => {
    expect(['pods/default/web-x7k2p', 'default/web', 'pods/default/a-very-long-name'].map(shortName)).toEqual(
      ['x7k2p', 'web', 'a-very-…'],
    );
  });
});

describe('what travels', () => {
  const recording = runOf();

  test('round the loop, box by box', () => {
    const from = indexOf(recording, 'first act');
    const to = indexOf(recording, 'workqueue.get default/web');
    const trip = [];
    for (let i = from; i <= to; i++) {
      const hop = activityOf(recording, i).hop;
      if (hop) trip.push(`${hop.pipe} ${hop.text}`);
    }
    expect(trip).toMatchInlineSnapshot(`
      [
        "act apply",
        "watch:replicasets web",
        "reflector:replicasets-fifo:replicasets web",
        "fifo:replicasets-indexer:replicasets web",
        "indexer:replicasets-handlers:replicasets web",
        "wake:replicasets web",
        "take web",
      ]
    `);
  });

  test('back is the same way in reverse', () => {
    const a = indexOf(recording, 'workqueue.add default/web');
    const b = indexOf(recording, 'workqueue.get default/web');
    const forward = hopsBetween(recording, a, b);
    expect(forward.map(({ pipe, reverse }) => [pipe, reverse])).toEqual([['take', false]]);
    expect(hopsBetween(recording, b, a).map(({ pipe, reverse }) => [pipe, reverse])).toEqual([
      ['take', true],
    ]);
  });

  test('a jump moves nothing, and a long step no more than ten', () => {
    expect(hopsBetween(recording, 0, recording.entries.length - 1)).toEqual([]);
    expect(hopsBetween(recording, 10, 300).length).toBe(10);
  });

  test('a kubelet without a column of its own glows as the last one', () => {
    const layout = machineLayout('wide', ['a', 'b', 'c', 'd', 'e'], two);
    expect([...litIn(layout, { spots: ['kubelet:e'], pipes: [], touched: [] })]).toEqual([
      'kubelet:other nodes',
    ]);
  });
});

test('corners are rounded, and lengths are shared out along a line', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 30, y: 0 },
    { x: 30, y: 10 },
  ];
  expect(pathOf(points, 4)).toBe('M0 0H26Q30 0 30 4V10');
  expect(offsetsOf(points)).toEqual([0, 0.75, 1]);
});

test('the shape follows the width', () => {
  expect([320, 559, 560, 879, 880].map(shapeFor)).toEqual(['narrow', 'narrow', 'middle', 'middle', 'wide']);
});

test('the controller of a reader is drawn from what its plane says', async () => {
  const recording = await record(customResource[0]!, { lines: false });
  const words = recording.entries.map((_entry, index) => machineWords(machineModel(recording, index)));
  const wants = [...new Set(words.map((told) => told.split(/\.( |$)/)[0]))];
  expect(wants).toEqual([
    'The store holds no PodPool yet',
    'PodPool red wants 1 and has 0 pods, 0 ready',
    'PodPool red wants 1 and has 1 pod, 0 ready',
    'PodPool red wants 1 and has 2 pods, 0 ready',
    'PodPool red wants 1 and has 2 pods, 1 ready',
    'PodPool red wants 1 and has 2 pods, 2 ready',
    'PodPool red wants 1 and has 1 pod, 1 ready',
  ]);
  const layout = machineLayout('wide', nodeNames(recording), loopOf(recording).informers);
  const pipes = new Set(layout.pipes.map(({ id }) => id));
  const hops = recording.entries.flatMap((_entry, index) => activityOf(recording, index).hop ?? []);
  expect(hops.filter(({ pipe }) => !pipes.has(pipe))).toEqual([]);
  expect(new Set(hops.map(({ pipe }) => pipe))).toContain('wake:podpools');
});

test('an object has the pods of what it controls', () => {
  const meta = (name: string, owner?: string) => ({
    name,
    namespace: 'default',
    uid: name,
    resourceVersion: '1',
    ...(owner && {
      ownerReferences: [{ apiVersion: 'v1', kind: 'X', name: owner, uid: owner, controller: true }],
    }),
  });
  const objects = mapFrom([
    [
      'deployments/default/web',
      { apiVersion: 'apps/v1', kind: 'Deployment', metadata: meta('web'), spec: { replicas: 3 } },
    ],
    [
      'replicasets/default/web-1',
      { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: meta('web-1', 'web') },
    ],
    ['pods/default/a', { apiVersion: 'v1', kind: 'Pod', metadata: meta('a', 'web-1') }],
    ['pods/default/b', { apiVersion: 'v1', kind: 'Pod', metadata: meta('b', 'web-1') }],
    ['pods/default/round', { apiVersion: 'v1', kind: 'Pod', metadata: meta('round', 'round') }],
  ]);
  const store = { ...emptyWorld().store, objects: objects as PMap<StoredObject> };
  const world = { ...emptyWorld(), store };
  const informers = ['deployments', 'replicasets', 'pods'];
  const loop = {
    ...replicaSetLoop,
    queue: 'deployment',
    resource: 'deployments',
    kind: 'Deployment',
    informers,
  };
  const entries = entriesOf([
    { event: { kind: 'program.start', program: 'kube-controller-manager' }, world },
  ]);
  const model = machineModel(recordingOf(entries, { draws: { loop } }), 0);
  expect(machineWords(model)).toBe(
    'Deployment web wants 3 and has 2 pods, 0 ready. The cache of deployments is 1 behind. The cache of replicasets is 1 behind. The cache of pods is 3 behind.',
  );
});

test('a plane that says no loop is told of', () => {
  expect(() => machineModel({ ...runOf(life), draws: {} }, 0)).toThrow(
    'expected the plane of controllers/replicaset to say in its "draws" which loop is drawn, found none.',
  );
});
