import { describe, expect, test } from 'vitest';
import { type Rect, offsetsOf, pathOf } from '../../../../src/components/scope/machine/machine-geometry.ts';
import { machineLayout, shapeFor } from '../../../../src/components/scope/machine/machine-layout.ts';
import type { Shape } from '../../../../src/components/scope/machine/machine-parts.ts';
import {
  type MachineModel,
  machineModel,
  nodeNames,
  shortName,
} from '../../../../src/components/scope/machine/machine-model.ts';
import { placeTokens } from '../../../../src/components/scope/machine/machine-place.ts';
import { activityOf, hopsBetween, litIn } from '../../../../src/components/scope/machine/machine-tokens.ts';
import { machineRows, machineWords } from '../../../../src/components/scope/machine/machine-words.ts';
import { indexOf, runOf } from '../sample-recording.ts';

const shapes: readonly Shape[] = ['wide', 'middle', 'narrow'];
const nodes = ['node-a', 'node-b', 'node-c'];
const life = 'controllers/replicaset';
const slow = 'controllers/replicaset#no-expectations';

function apart(a: Rect, b: Rect): boolean {
  return a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
}

describe.each(shapes)('the %s layout', (shape) => {
  test.each([[nodes], [['only']], [['a', 'b', 'c', 'd', 'e', 'f', 'g']], [[]]])(
    'with nodes %j keeps its boxes apart and inside',
    (these) => {
      const layout = machineLayout(shape, these);
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
    },
  );

  test('every hop of a run has a pipe to travel', () => {
    const recording = runOf(life);
    const layout = machineLayout(shape, nodeNames(recording));
    const pipes = new Set(layout.pipes.map(({ id }) => id));
    recording.entries.forEach((_entry, index) => {
      const activity = activityOf(recording, index);
      for (const id of [...activity.pipes, ...(activity.hop ? [activity.hop.pipe] : [])])
        expect(pipes).toContain(id);
    });
  });

  test('tokens stand inside the drawing, and no two are the same', () => {
    const recording = runOf(slow);
    const layout = machineLayout(shape, nodeNames(recording));
    for (let index = 0; index < recording.entries.length; index += 7) {
      const { tokens } = placeTokens(layout, machineModel(recording, index));
      expect(new Set(tokens.map(({ id }) => id)).size).toBe(tokens.length);
      for (const { x, y } of tokens)
        expect(x >= 0 && x <= layout.width && y >= 0 && y <= layout.height).toBe(true);
    }
  });

  test('hundreds of pods become dots and a count', () => {
    const recording = runOf(life);
    const layout = machineLayout(shape, nodes);
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
    expect(model.sets[0]).toMatchObject({ name: 'web', desired: 3 });
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
    const layout = machineLayout('wide', ['a', 'b', 'c', 'd', 'e']);
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
