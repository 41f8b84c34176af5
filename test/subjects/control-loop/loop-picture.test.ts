import { describe, expect, test } from 'vitest';
import { type Frame, type Scene, frameAt } from '../../../src/components/picture/description.ts';
import { kindOf } from '../../../src/components/picture/kinds.ts';
import { fill, groundOf } from '../../../src/components/picture/layout.ts';
import { loopModel, nodeNames, shortName } from '../../../src/subjects/control-loop/loop/model.ts';
import { loopWords } from '../../../src/subjects/control-loop/loop/words.ts';
import { picture } from '../../../src/subjects/control-loop/pictures/control-loop.ts';
import { record } from '../../../src/recording/record.ts';
import type { Recording } from '../../../src/recording/recording.ts';
import { type PMap, mapFrom } from '../../../src/runtime/sim/pmap.ts';
import type { StoredObject } from '../../../src/runtime/subjects/api/world.ts';
import { replicaSetLoop } from '../../../src/runtime/subjects/control-loop/loop.ts';
import { scenarios as customResource } from '../../../content/your-own/custom-resource/scenario.ts';
import { emptyWorld } from '../../runtime/empty-world.ts';
import { entriesOf, pod, recordingOf, worldWith } from '../../components/scope/panes/worlds.ts';
import { indexOf, runOf } from '../../components/scope/sample-recording.ts';

const life = 'controllers/replicaset';
const slow = 'controllers/replicaset#no-expectations';

const at = (recording: Recording, selector: string): Frame =>
  frameAt(recording, indexOf(recording, selector));
const modelAt = (recording: Recording, index: number) => loopModel(frameAt(recording, index));

/** What a part says, a line a row. */
const told = ({ parts }: Scene, part: string): string[] =>
  (parts[part]?.blocks ?? []).flatMap((block) =>
    kindOf(block)
      .rows(block)
      .map((row) => row.filter(Boolean).join(': ')),
  );

const hopsOf = (frame: Frame): string[] =>
  picture
    .path(frame)
    .flatMap((step) =>
      typeof step === 'string' ? [] : [`${step.pipe} ${step.text}${step.reverse ? ' back' : ''}`],
    );

describe('the scene', () => {
  test('when a pod is written, the informer does not know of it yet', () => {
    const scene = picture.scene(at(runOf(), 'store.write create pods'));
    expect(scene.says).toBe(
      'ReplicaSet web wants 2 and has 1 pod, 0 ready. The cache of pods is 1 behind. worker-1 works on default/web.',
    );
    expect(Object.keys(scene.parts).map((part) => [part, told(scene, part)])).toMatchInlineSnapshot(`
      [
        [
          "clients",
          [
            "kubectl, garbage-collector, kubelet a, kubelet b, scheduler",
          ],
        ],
        [
          "store",
          [
            "ReplicaSet web: 1 of 2 pods",
            "no node: tggnc (pending)",
            "node-a: nothing",
            "node-b: nothing",
          ],
        ],
        [
          "informers",
          [
            "replicasets: watching",
            "Reflector: nothing",
            "DeltaFIFO: nothing",
            "Indexer: web",
            "pods: 1 behind",
            "Reflector: nothing",
            "DeltaFIFO: nothing",
            "Indexer: nothing",
          ],
        ],
        [
          "queue",
          [
            "empty",
            "later: nothing",
          ],
        ],
        [
          "workers",
          [
            "worker-1: web (now)",
            "worker-1: waits for the batch",
            "expects: +2 −0 of web",
          ],
        ],
      ]
    `);
  });

  test('when the watch has told of it, the cache has it', () => {
    const scene = picture.scene(at(runOf(), 'indexer.write add kube-controller-manager/pods'));
    expect(told(scene, 'informers')).toContain('Indexer: tggnc');
  });

  test('a key is in the queue, then in the hands of a worker, then nowhere', () => {
    const recording = runOf();
    const [queued, held, done] = ['add', 'get', 'done'].map((verb) =>
      picture.scene(at(recording, `workqueue.${verb} default/web`)),
    );
    expect([told(queued!, 'queue')[0], told(queued!, 'workers')[0]]).toEqual(['1. web', 'worker-1: nothing']);
    expect([told(held!, 'queue')[0], told(held!, 'workers')[0]]).toEqual(['empty', 'worker-1: web (now)']);
    expect(told(done!, 'workers')[0]).toBe('worker-1: nothing');
    const chipIn = (scene: Scene, part: string): string | undefined => {
      const parts = fill(groundOf(picture.plan(recording), 'wide'), scene);
      return parts.find(({ id }) => id === part)?.chips[0]?.chip.id;
    };
    // It is one thing, which moves.
    expect([chipIn(queued!, 'queue'), chipIn(held!, 'workers')]).toEqual([
      'key:default/web',
      'key:default/web',
    ]);
  });

  test('hundreds of pods become a number beside those that have room', () => {
    const names = Array.from({ length: 900 }, (_, i) => `web-${i}`);
    const world = worldWith(
      Object.fromEntries(
        names.map((name, i) => [`pods/default/${name}`, pod(name, i + 1, { node: `n${i % 3}` })]),
      ),
    );
    const recording = recordingOf(entriesOf([{ event: { kind: 'store.compact', revision: 1 }, world }]));
    for (const shape of ['wide', 'narrow'] as const) {
      const parts = fill(groundOf(picture.plan(recording), shape), picture.scene(frameAt(recording, 0)));
      const { at: box, chips } = parts.find(({ id }) => id === 'store')!;
      expect(chips.length).toBeGreaterThan(2);
      expect(chips.length).toBeLessThan(100);
      const outside = chips.filter(
        ({ x, y, w, h }) => x < box.x || y < box.y || x + w > box.x + box.w || y + h > box.y + box.h,
      );
      expect(outside).toEqual([]);
    }
  });
});

describe('the model', () => {
  test('a pod goes from nowhere to ready', () => {
    const recording = runOf();
    const phases: string[] = [];
    const created = indexOf(recording, 'store.write create pods');
    const key = modelAt(recording, created).pods[0]?.key;
    for (let index = created; index < recording.entries.length; index++) {
      const found = modelAt(recording, index).pods.find((one) => one.key === key);
      const words = found ? `${found.phase} ${found.node}`.trim() : 'gone';
      if (phases.at(-1) !== words) phases.push(words);
      if (phases.length === 4) break;
    }
    expect(phases).toEqual(['pending', 'pending node-a', 'running node-a', 'ready node-a']);
  });

  test('the cache is behind until the watch has told it', () => {
    const recording = runOf();
    const written = indexOf(recording, 'store.write create pods');
    expect(modelAt(recording, written).lanes[1]).toMatchObject({ behind: 1, flights: [], cached: [] });
    const settled = indexOf(recording, 'act delete') - 1;
    const lanes = modelAt(recording, settled).lanes;
    expect(lanes.map(({ behind, cached }) => [behind, cached.map(({ stale }) => stale)])).toEqual([
      [0, [false]],
      [0, [false, false]],
    ]);
  });

  test('a delayed watch holds its events back', () => {
    const model = loopModel(at(runOf(slow), 'act relabel'));
    expect(model.lanes[1]?.delayMs).toBe(800);
    expect(model.lanes[1]?.flights.length).toBeGreaterThan(3);
    expect(model.owners[0]).toMatchObject({ name: 'web', desired: 3 });
    expect(loopWords(model)).toMatch(
      /^ReplicaSet web wants 3 and has \d+ pods, 0 ready\. The cache of pods is \d+ behind\./,
    );
  });

  test('names are short, and nodes are those that ever have a kubelet', () => {
    const keys = ['pods/default/web-x7k2p', 'default/web', 'pods/default/a-very-long-name'];
    expect(keys.map(shortName)).toEqual(['x7k2p', 'web', 'a-very-…']);
    expect(nodeNames(runOf(life))).toEqual(['node-a', 'node-b', 'node-c']);
  });

  test('the controller of a reader is drawn from what its plane says', async () => {
    const recording = await record(customResource[0]!, { lines: false });
    const words = recording.entries.map((_entry, index) => loopWords(modelAt(recording, index)));
    expect([...new Set(words.map((says) => says.split(/\.( |$)/)[0]))]).toEqual([
      'The store holds no PodPool yet',
      'PodPool red wants 2 and has 0 pods, 0 ready',
      'PodPool red wants 2 and has 1 pod, 0 ready',
      'PodPool red wants 2 and has 2 pods, 0 ready',
      'PodPool red wants 2 and has 2 pods, 1 ready',
      'PodPool red wants 2 and has 2 pods, 2 ready',
      'PodPool red wants 1 and has 2 pods, 2 ready',
      'PodPool red wants 1 and has 1 pod, 1 ready',
    ]);
    expect(recording.entries.flatMap(({ index }) => hopsOf(frameAt(recording, index)))).toContain('wake red');
  });

  test('an object has the pods of what it controls', () => {
    const ownedBy = (name: string) => [{ apiVersion: 'v1', kind: 'X', name, uid: name, controller: true }];
    const meta = (name: string, owner?: string) => ({
      name,
      namespace: 'default',
      uid: name,
      resourceVersion: '1',
      ...(owner && { ownerReferences: ownedBy(owner) }),
    });
    const spec: object = { spec: { replicas: 3 } };
    const of = (kind: string, name: string, owner?: string) => ({
      apiVersion: 'v1',
      kind,
      metadata: meta(name, owner),
    });
    const objects = mapFrom([
      ['deployments/default/web', { ...of('Deployment', 'web'), ...spec }],
      ['replicasets/default/web-1', of('ReplicaSet', 'web-1', 'web')],
      ['pods/default/a', of('Pod', 'a', 'web-1')],
      ['pods/default/b', of('Pod', 'b', 'web-1')],
      ['pods/default/round', of('Pod', 'round', 'round')],
    ]);
    const store = { ...emptyWorld().store, objects: objects as PMap<StoredObject> };
    const world = { ...emptyWorld(), store };
    const informers = ['deployments', 'replicasets', 'pods'];
    const loop = { ...replicaSetLoop, queue: 'deployment', resource: 'deployments', kind: 'Deployment' };
    const event = { kind: 'program.start', program: 'kube-controller-manager' } as const;
    const draws = { loop: { ...loop, informers } };
    const recording = recordingOf(entriesOf([{ event, world }]), { draws });
    expect(loopWords({ ...modelAt(recording, 0), up: true })).toBe(
      'Deployment web wants 3 and has 2 pods, 0 ready. The cache of deployments is 1 behind. The cache of replicasets is 1 behind. The cache of pods is 3 behind.',
    );
  });

  test('a plane that says no loop is told of', () => {
    expect(() => modelAt({ ...runOf(life), draws: {} }, 0)).toThrow(
      'expected the plane of controllers/replicaset to say in its "draws" which loop is drawn, found none.',
    );
  });
});

describe('what travels', () => {
  const recording = runOf();

  test('round the loop, part by part', () => {
    const from = indexOf(recording, 'first act');
    const to = indexOf(recording, 'workqueue.get default/web');
    const trip = recording.entries
      .slice(from, to + 1)
      .flatMap(({ index }) => hopsOf(frameAt(recording, index)));
    expect(trip).toEqual(['acts apply', 'watch web', 'wake web', 'take web']);
  });

  test('what is refused comes back, and so does what was added meanwhile', () => {
    expect(hopsOf(at(recording, 'first api.error Conflict'))).toEqual(['requests 409 back']);
    expect(hopsOf(at(recording, 'workqueue.done again=true'))).toEqual(['take web back']);
  });
});
