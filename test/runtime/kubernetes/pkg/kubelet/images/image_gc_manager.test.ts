import { describe, expect, test } from 'vitest';
import {
  ContainerID,
  type ImageSpec,
  type Pod,
} from '../../../../../../src/runtime/kubernetes/pkg/kubelet/container/runtime.ts';
import { newImageGCManager } from '../../../../../../src/runtime/kubernetes/pkg/kubelet/images/image_gc_manager.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';
import { epoch, recorderOf, run } from '../../../../../golden/kubelet/runtime-manager.ts';

const minute = 60_000;

/** A node with images of some sizes, of which some are in use. */
function node({ minAgeMs = 0, high = 90, low = 80, sandbox = '' } = {}) {
  const sim = new Sim({ epoch });
  const runtime = {
    images: new Map<string, number>(),
    inUse: [] as string[],
    *getImageRef({ image }: ImageSpec): Generator<never, [string, undefined]> {
      return [this.images.has(image) ? image : '', undefined];
    },
    *listImages(): Generator<never, [{ id: string; size: number }[], undefined]> {
      return [[...this.images].map(([id, size]) => ({ id, size })), undefined];
    },
    *getPods(): Generator<never, [Pod[], undefined]> {
      const containers = this.inUse.map((imageID) => ({
        id: new ContainerID('fake', imageID),
        name: 'c',
        image: imageID,
        imageID,
        hash: 0,
        state: 'running' as const,
      }));
      return [[{ id: 'u', name: 'p', namespace: 'ns', containers, sandboxes: [] }], undefined];
    },
    *removeImage({ image }: ImageSpec): Generator<never, undefined> {
      this.images.delete(image);
      return undefined;
    },
  };
  const disk: { capacityBytes?: number; availableBytes?: number; err?: Error } = {};
  const stats = {
    *imageFsStats(): Generator<never, [{ time: string }, undefined] | [undefined, Error]> {
      return disk.err ? [undefined, disk.err] : [{ time: '', ...disk }, undefined];
    },
  };
  const policy = { highThresholdPercent: high, lowThresholdPercent: low, minAgeMs };
  const recorder = recorderOf(() => undefined);
  const [manager] = newImageGCManager(sim, runtime, stats, recorder, { kind: 'Node' }, policy, sandbox);
  return { sim, runtime, disk, manager: manager! };
}

describe('what is known of images', () => {
  test('those that are there at first have been there for ever, later ones since they were seen', () => {
    const { sim, runtime, manager } = node();
    runtime.images.set('old', 1).set('used', 1);
    runtime.inUse = ['used'];
    manager.start();
    sim.runFor(0);
    runtime.images.set('new', 1);
    sim.runFor(5 * minute);
    const { imageRecords } = manager;
    expect(imageRecords.get('old')).toEqual({ firstDetected: -Infinity, lastUsed: -Infinity, size: 1 });
    expect(imageRecords.get('used')).toEqual({ firstDetected: -Infinity, lastUsed: 5 * minute, size: 1 });
    expect(imageRecords.get('new')).toEqual({ firstDetected: 5 * minute, lastUsed: -Infinity, size: 1 });
  });

  test('a used one keeps the time when its container stopped, and one that is gone is forgotten', () => {
    const { sim, runtime, manager } = node();
    runtime.images.set('a', 1).set('b', 1);
    runtime.inUse = ['a'];
    run(sim, manager.detectImages(0));
    runtime.inUse = [];
    runtime.images.delete('b');
    sim.runFor(minute);
    run(sim, manager.detectImages(sim.now));
    expect([...manager.imageRecords]).toEqual([['a', { firstDetected: 0, lastUsed: 0, size: 1 }]]);
  });

  test('the list is read anew twice a minute, the largest first', () => {
    const { sim, runtime, manager } = node();
    manager.start();
    sim.runFor(0);
    runtime.images.set('small', 1).set('large', 3).set('b', 2).set('c', 2);
    expect(manager.getImageList()).toEqual([]);
    sim.runFor(30_000);
    expect(manager.getImageList().map(({ id }) => id)).toEqual(['large', 'c', 'b', 'small']);
  });
});

describe('unused images', () => {
  test('all are deleted but that of sandboxes', () => {
    const { sim, runtime, manager } = node({ sandbox: 'pause' });
    runtime.images.set('pause', 1).set('a', 1).set('used', 1);
    runtime.inUse = ['used'];
    sim.runFor(minute);
    expect(run(sim, manager.deleteUnusedImages())).toBeUndefined();
    expect([...runtime.images.keys()]).toEqual(['pause', 'used']);
  });

  test.each([
    ['below the threshold none goes', 400, ['a', 'b'], undefined],
    ['above it they go until it is reached', 60, ['b'], undefined],
    ['it may not be reached', 0, ['b'], 'Wanted to free 200 bytes, but freed 150 bytes'],
  ])('%s', (_title, availableBytes, left, text) => {
    const { sim, runtime, disk, manager } = node();
    Object.assign(disk, { capacityBytes: 1000, availableBytes });
    runtime.images.set('a', 150).set('b', 500);
    runtime.inUse = ['b'];
    sim.runFor(minute);
    const err = run(sim, manager.garbageCollect());
    expect([...runtime.images.keys()]).toEqual(left);
    expect(err?.message).toBe(text && `failed to garbage collect required amount of images. ${text}`);
  });

  test('young ones stay', () => {
    const { sim, runtime, disk, manager } = node({ minAgeMs: minute });
    Object.assign(disk, { capacityBytes: 1000, availableBytes: 0 });
    runtime.images.set('a', 1000);
    run(sim, manager.detectImages(0));
    expect(run(sim, manager.garbageCollect())).toBeDefined();
    sim.runFor(minute);
    expect(run(sim, manager.garbageCollect())).toBeUndefined();
  });

  test('what the disk says, and what it does not', () => {
    const { sim, disk, manager } = node();
    expect(run(sim, manager.garbageCollect())?.message).toBe('invalid capacity 0 on image filesystem');
    disk.err = new Error('no stats');
    expect(run(sim, manager.garbageCollect())).toBe(disk.err);
  });
});

test.each([
  [90, 80, undefined],
  [-1, 80, 'invalid HighThresholdPercent -1, must be in range [0-100]'],
  [101, 80, 'invalid HighThresholdPercent 101, must be in range [0-100]'],
  [90, -1, 'invalid LowThresholdPercent -1, must be in range [0-100]'],
  [90, 101, 'invalid LowThresholdPercent 101, must be in range [0-100]'],
  [1, 2, 'LowThresholdPercent 2 can not be higher than HighThresholdPercent 1'],
])('a policy of %i and %i', (high, low, text) => {
  const sim = new Sim({ epoch });
  const { runtime } = node();
  const stats = {
    *imageFsStats(): Generator<never, [undefined, Error]> {
      return [undefined, new Error('none')];
    },
  };
  const policy = { highThresholdPercent: high, lowThresholdPercent: low, minAgeMs: 0 };
  const recorder = recorderOf(() => undefined);
  const [, err] = newImageGCManager(sim, runtime, stats, recorder, { kind: 'Node' }, policy, '');
  expect(err?.message).toBe(text);
});
