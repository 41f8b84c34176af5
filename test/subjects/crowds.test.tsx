import { render } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { scenarios as filtering } from '../../content/scheduler/filtering/scenario.ts';
import { type Frame, type Picture, frameAt } from '../../src/components/picture/description.ts';
import { Drawing } from '../../src/components/picture/Drawing.tsx';
import { viewOf } from '../../src/components/picture/pictures.ts';
import { readScenarios } from '../../src/chapters/scenarios.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';
import type { World } from '../../src/runtime/stage/world.ts';
import { kindOf } from '../../src/components/picture/kinds.ts';
import { type PlacedPart, fill, groundOf } from '../../src/components/picture/layout.ts';
import { textSize } from '../../src/components/picture/sizes.ts';
import { textWidth } from '../../src/components/picture/text-width.ts';
import { record } from '../../src/recording/record.ts';
import { type PMap, emptyMap, mapEntries, mapFrom } from '../../src/runtime/sim/pmap.ts';
import { podOf } from '../../src/runtime/subjects/scheduler/objects.ts';
import { nowOf } from '../../src/subjects/scheduler/scheduler-now.ts';
import { picture as loop } from '../../src/subjects/control-loop/pictures/control-loop.ts';
import { picture as scheduler } from '../../src/subjects/scheduler/pictures/scheduler.ts';
import { entriesOf, pod, recordingOf, worldWith } from '../components/scope/panes/worlds.ts';

const names = Array.from({ length: 500 }, (_, i) => `web-${i}`);

/** The numbers of what has no room, "+487", with the boxes in which they stand. */
function numbersIn({ blocks }: PlacedPart): { readonly count: number; x: number; y: number; w: number }[] {
  return blocks.flatMap(({ block, at }) => {
    const drawn = render(<svg>{kindOf(block).draw?.(block, at)}</svg>);
    return [...drawn.matchAll(/<text class="(picture-more[^"]*)" x="([\d.]+)" y="([\d.]+)">\s*\+(\d+)/g)].map(
      ([, kind, x, y, count]) => {
        const w = textWidth(`+${count}`, textSize);
        return { count: Number(count), x: Number(x) - (kind!.includes('is-end') ? w : 0), y: Number(y), w };
      },
    );
  });
}

/** What stands in each part of a picture: names, and the sum of the numbers. Fails where a chip or a number leaves its part. */
function crowdsOf(
  picture: Picture,
  frame: Frame,
  shape: 'wide' | 'narrow',
): ReadonlyMap<string, [number, number]> {
  const parts = fill(groundOf(picture.plan(frame.recording), shape), picture.scene(frame));
  return new Map(
    parts.map((part) => {
      const { id, at, chips } = part;
      const numbers = numbersIn(part);
      const boxes = [...chips, ...numbers.map(({ x, y, w }) => ({ x, y: y - 9, w, h: 9 }))];
      const outside = boxes.filter(
        ({ x, y, w, h }) => x < at.x || y < at.y || x + w > at.x + at.w || y + h > at.y + at.h,
      );
      expect(outside, `${id} in the ${shape} shape`).toEqual([]);
      return [id, [chips.length, numbers.reduce((sum, { count }) => sum + count, 0)]];
    }),
  );
}

test.each(['wide', 'narrow'] as const)('500 pods and 500 keys in a control loop, %s', (shape) => {
  const pods = names.map((name, i) => [name, pod(name, i + 1, { node: `node-${i % 4}` })] as const);
  const base = worldWith(Object.fromEntries(pods.map(([name, one]) => [`pods/default/${name}`, one])));
  const cached = mapFrom(pods.map(([name, one]) => [`default/${name}`, one] as const));
  const keys = names.map((name) => `default/${name}`);
  const world = {
    ...base,
    indexers: mapFrom([['kube-controller-manager/pods', cached] as const]),
    queues: mapFrom([
      [
        'replicaset',
        {
          queue: keys,
          dirty: keys,
          processing: emptyMap<string>(),
          waiting: emptyMap<number>(),
          failures: emptyMap<number>(),
        },
      ] as const,
    ]),
  };
  const recording = recordingOf(entriesOf([{ event: { kind: 'store.compact', revision: 1 }, world }]));
  const crowds = crowdsOf(loop, frameAt(recording, 0), shape);
  for (const part of ['store', 'informers', 'queue']) {
    const [shown, more] = crowds.get(part)!;
    expect([part, shown + more]).toEqual([part, 500]);
    expect(more).toBeGreaterThan(400);
  }
});

test('500 pods for 120 nodes in a scheduler', async () => {
  const many = filtering.find(({ id }) => id.endsWith('#many'))!;
  const recording = await record(
    {
      ...many,
      endsAtMs: 2000,
      *story(user) {
        user.act({ kind: 'node-pool', nodes: 120 });
        yield* user.sleep(500);
        for (const name of names) user.act({ kind: 'apply', object: podOf(name, { cpu: '1' }) });
        yield* user.sleep(1000);
      },
    },
    { lines: false },
  );
  const activeAt = (index: number): number => nowOf(frameAt(recording, index))?.state.queue.active ?? 0;
  const most = Math.max(...recording.entries.map(({ index }) => activeAt(index)));
  expect(most).toBeGreaterThan(100);
  const full = recording.entries.findIndex(({ index }) => activeAt(index) === most);
  const frame = frameAt(recording, full);
  for (const shape of ['wide', 'narrow'] as const) {
    const crowds = crowdsOf(scheduler, frame, shape);
    const [shown, more] = crowds.get('active')!;
    expect(shown + more).toBe(most);
    expect(crowds.get('nodes')![1]).toBeGreaterThan(80);
  }
});

/** Each value of a map changed. */
const eachOf = <V,>(map: PMap<V>, change: (value: V) => V): PMap<V> =>
  mapFrom(mapEntries(map).map(([key, value]) => [key, change(value)] as const));

const plus = <V,>(map: PMap<V>, value: (name: string, i: number) => V, key = 'default/'): PMap<V> =>
  mapFrom([...mapEntries(map), ...names.map((name, i) => [`${key}${name}`, value(name, i)] as const)]);

/** The same world with 500 more of whatever it has some of. */
function crowded(world: World, at: number): World {
  const one = (name: string, i: number) => pod(name, i + 1, { node: 'node-a' });
  const keys = names.map((name) => `default/${name}`);
  return {
    ...world,
    store: { ...world.store, objects: plus(world.store.objects, one, 'pods/default/') },
    indexers: eachOf(world.indexers ?? emptyMap(), (index) => plus(index, one)),
    informers: eachOf(world.informers ?? emptyMap(), (informer) => ({
      ...informer,
      queue: [...informer.queue, ...keys],
      deltas: plus(informer.deltas, () => ['Updated', 'Updated'] as const),
    })),
    watches: eachOf(world.watches ?? emptyMap(), (watch) => ({
      ...watch,
      inFlight: [
        ...watch.inFlight,
        ...keys.map((key, i) => ({ type: 'ADDED' as const, key, revision: 1000 + i })),
      ],
    })),
    queues: eachOf(world.queues ?? emptyMap(), (queue) => ({
      ...queue,
      queue: [...queue.queue, ...keys],
      dirty: [...queue.dirty, ...keys],
      waiting: plus(queue.waiting, (_, i) => at + i),
      failures: plus(queue.failures, (_, i) => 1 + (i % 9)),
    })),
    tables: eachOf(world.tables, (table) => {
      const [row] = table.rows;
      const more = row ? names.map((name) => ({ ...row, name: `${row.name} ${name}` })) : [];
      return { ...table, rows: [...table.rows, ...more] };
    }),
    schedulers: eachOf(world.schedulers ?? emptyMap(), (state) => {
      const [node] = mapEntries(state.nodes).map(([, each]) => each);
      const [queued] = mapEntries(state.queue.pods).map(([, each]) => each);
      const nodes = node ? plus(state.nodes, (name) => ({ ...node, name, pods: [] }), '') : state.nodes;
      const pods = queued
        ? plus(state.queue.pods, (name) => ({ ...queued, pod: `default/${name}` }))
        : state.queue.pods;
      return { ...state, nodes, queue: { ...state.queue, pods } };
    }),
  };
}

const pictures = import.meta.glob<Picture>('../../src/subjects/*/pictures/*.ts', {
  import: 'picture',
  eager: true,
});

/** A run for each picture that a chapter shows: the first. */
const shown = new Map<string, Scenario>();
for (const { scenarios } of await readScenarios('.'))
  for (const scenario of scenarios) if (!shown.has(viewOf(scenario))) shown.set(viewOf(scenario), scenario);

/** What is drawn at most, however much there is: more would be neither read nor drawn in time. */
const mostElements = 1200;

test.each([...shown])('500 more of everything in %s', async (view, scenario) => {
  const picture = pictures[`../../src/subjects/${view.replace('/', '/pictures/')}.ts`]!;
  const recording = await record(scenario, { lines: false });
  for (const part of [0.35, 0.7, 1]) {
    const { entry } = frameAt(recording, Math.floor((recording.entries.length - 1) * part));
    const frame: Frame = { recording, entry, world: crowded(entry.world, entry.at) };
    const scene = picture.scene(frame);
    for (const shape of ['wide', 'narrow'] as const) {
      crowdsOf(picture, frame, shape);
      const ground = groundOf(picture.plan(recording), shape);
      const parts = fill(ground, scene);
      const below = parts.flatMap(({ id, at, blocks }) =>
        blocks
          .filter((block) => block.at.y + block.at.h > at.y + at.h + 1)
          .map(({ block }) => `${id} ${block.kind}`),
      );
      expect(below, `${view}, ${shape}`).toEqual([]);
      const drawn = render(<Drawing ground={ground} parts={parts} lit={new Set()} says={scene.says} />);
      expect(drawn.match(/<[a-z]/g)!.length, `${view}, ${shape}`).toBeLessThan(mostElements);
    }
  }
});
