import { describe, expect, test } from 'vitest';
import { type Picture, type Scene, frameAt } from '../../../src/components/picture/description.ts';
import { kindOf } from '../../../src/components/picture/kinds.ts';
import { picture } from '../../../src/subjects/own/pictures/own.ts';
import { record } from '../../../src/recording/record.ts';
import type { Recording } from '../../../src/recording/recording.ts';
import { readScenarios } from '../../../src/chapters/scenarios.ts';
import { indexOf } from '../../components/scope/sample-recording.ts';

const all = (await readScenarios('.')).flatMap(({ scenarios }) => scenarios);

const runOf = (id: string): Promise<Recording> =>
  record(
    all.find((scenario) => scenario.id === id)!,
    { lines: false },
  );

const told = ({ parts }: Scene, part: string): string[] =>
  (parts[part]?.blocks ?? []).flatMap((block) =>
    kindOf(block)
      .rows(block)
      .map((row) => row.filter(Boolean).join(': ')),
  );

const sceneAt = (recording: Recording, selector: string): Scene =>
  picture.scene(frameAt(recording, indexOf(recording, selector)));
const pathAt = (recording: Recording, selector: string): ReturnType<Picture['path']> =>
  picture.path(frameAt(recording, indexOf(recording, selector)));

describe('a controller by the clock', async () => {
  const recording = await runOf('your-own/first-controller');

  test('has no queue: it reads its cache, and writes', () => {
    expect(Object.keys(picture.plan(recording).pipes ?? {})).toEqual(['acts', 'watch', 'reads', 'requests']);
    const scene = sceneAt(recording, 'store.write update nodes pod-manager');
    expect(told(scene, 'store')[0]).toBe('node-a: Label: 3, Rev.: 21');
    expect(told(scene, 'informers')).toContain('Indexer: web-a, web-b, web-c');
    expect(told(scene, 'manager')).toContain('controllers: pod (runs)');
    expect(pathAt(recording, 'api.request update nodes pod-manager')).toEqual([
      'manager',
      { pipe: 'requests', text: 'update node-a', reverse: false },
      'store',
    ]);
  });

  test('of an update the version that was read and the one that is stored stand side by side', () => {
    expect(told(sceneAt(recording, 'api.request update nodes pod-manager'), 'manager')).toContain(
      'node-a: read at (5), stored (5)',
    );
    expect(told(sceneAt(recording, 'store.write update nodes pod-manager'), 'manager')).toContain(
      'node-a: read at (5), wrote (21)',
    );
    expect(told(sceneAt(recording, 'api.error nodes pod-manager'), 'manager')).toContain(
      'node-a: read at (21), stored (30), Conflict',
    );
  });
});

describe('the standard shape', async () => {
  const recording = await runOf('your-own/standard-shape');

  test('a pod that comes puts the key of a node into the queue', () => {
    expect(pathAt(recording, 'workqueue.add node-a after act apply web-d')).toEqual([
      'informers',
      { pipe: 'wake', text: 'node-a' },
      'queue',
    ]);
    const scene = sceneAt(recording, 'workqueue.get node-a after act apply web-d');
    expect(scene.says).toBe('node-counter runs. worker-1 works on node-a.');
    expect(told(scene, 'manager')).toContain('worker-1: node-a (now)');
  });

  test('a key that failed comes later', () => {
    const scene = sceneAt(recording, '#2 workqueue.addAfter node-a');
    expect(told(scene, 'queue')).toContain('later: node-a (failed, 5 ms)');
  });

  test('gives up, and says so', () => {
    const scene = sceneAt(recording, 'program.output text=Dropping*');
    expect(told(scene, 'manager').at(-1)).toMatch(/^>: Dropping node-a out of the queue/);
  });
});

test('of two replicas the one that leads is drawn at work', async () => {
  const recording = await runOf('your-own/first-controller#two');
  const scene = sceneAt(recording, 'program.crash');
  expect(scene.says).toMatch(/^pod-manager-0 has ended\. pod-manager-1 runs\./);
  const last = picture.scene(frameAt(recording, recording.entries.length - 1));
  expect(told(last, 'manager')).toContain('pod-manager-1: pod (runs)');
});

test('a ledger shows what it wrote down, and who has its lock', async () => {
  const recording = await runOf('machinery/delta-fifo');
  const scene = picture.scene(frameAt(recording, recording.entries.length - 1));
  expect(told(scene, 'manager').join()).toMatch(/web-\d/);
  expect(told(scene, 'manager').join()).toContain('Who has the lock?');
});

test('the kind of a reader is drawn with its pods and its register', async () => {
  const recording = await runOf('your-own/custom-resource');
  const scene = sceneAt(recording, 'store.write create pods');
  expect(told(scene, 'store').slice(0, 2)).toEqual([
    'default.red: Pods wanted: 2',
    'PodPool red: 1 of 2 pods',
  ]);
  expect(pathAt(recording, 'api.request delete pods kube-controller-manager')).toContain('clients');
});
