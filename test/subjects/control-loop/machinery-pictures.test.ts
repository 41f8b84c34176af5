import { describe, expect, test } from 'vitest';
import {
  type Block,
  type Chip,
  type Picture,
  type Scene,
  frameAt,
} from '../../../src/components/picture/description.ts';
import { record } from '../../../src/recording/record.ts';
import type { Recording } from '../../../src/recording/recording.ts';
import { select } from '../../../src/recording/select.ts';
import type { Scenario } from '../../../src/runtime/stage/scenario.ts';
import { picture as deltaFIFO } from '../../../src/subjects/control-loop/pictures/delta-fifo.ts';
import { picture as events } from '../../../src/subjects/control-loop/pictures/events.ts';
import { picture as indexer } from '../../../src/subjects/control-loop/pictures/indexer.ts';
import { picture as listAndWatch } from '../../../src/subjects/control-loop/pictures/list-and-watch.ts';
import { picture as sharedInformers } from '../../../src/subjects/control-loop/pictures/shared-informers.ts';
import { picture as workqueues } from '../../../src/subjects/control-loop/pictures/workqueues.ts';
import { scenarios as ofDeltaFIFO } from '../../../content/machinery/delta-fifo/scenario.ts';
import { scenarios as ofEvents } from '../../../content/machinery/events/scenario.ts';
import { scenarios as ofIndexer } from '../../../content/machinery/indexer-and-lister/scenario.ts';
import { scenarios as ofListAndWatch } from '../../../content/machinery/list-and-watch/scenario.ts';
import { scenarios as ofSharedInformers } from '../../../content/machinery/shared-informers/scenario.ts';
import { scenarios as ofWorkqueues } from '../../../content/machinery/workqueues/scenario.ts';

const recordings = new Map<string, Promise<Recording>>();

/** The run of a chapter, or one of its variants, recorded once. */
function runOf(scenarios: readonly Scenario[], variant?: string): Promise<Recording> {
  const scenario = scenarios.find(({ id }) => id.split('#')[1] === variant)!;
  const recording = recordings.get(scenario.id) ?? record(scenario, { lines: false });
  recordings.set(scenario.id, recording);
  return recording;
}

function indexOf(recording: Recording, at: string): number {
  const [index, missing] = select(recording, at);
  if (missing) throw missing;
  return index;
}

/** What a picture shows at a moment, and which way its event takes. */
function lookAt(picture: Picture, recording: Recording, at: string) {
  const frame = frameAt(recording, indexOf(recording, at));
  const scene = picture.scene(frame);
  return {
    scene,
    says: scene.says,
    /** The texts of all chips in a part, with their notes. */
    chips: (part: string) => blocksOf(scene, part).flatMap(chipsOf).map(wordsOf),
    block: (part: string, kind: Block['kind']) => blocksOf(scene, part).find((block) => block.kind === kind),
    path: picture
      .path(frame)
      .map((step) => (typeof step === 'string' ? step : `${step.pipe}:${step.text ?? ''}`)),
  };
}

const blocksOf = (scene: Scene, part: string): readonly Block[] => scene.parts[part]?.blocks ?? [];

function chipsOf(block: Block): readonly Chip[] {
  if (block.kind === 'chips' || block.kind === 'queue') return block.chips;
  return block.kind === 'groups' ? block.groups.flatMap(({ chips }) => chips) : [];
}

const wordsOf = ({ text, note }: Chip): string => (note === undefined ? text : `${text} ${note}`);

describe('the picture of a DeltaFIFO', () => {
  test('shows the lock with the item that is worked on, and the reflector that waits', async () => {
    const run = await runOf(ofDeltaFIFO);
    const look = lookAt(deltaFIFO, run, 'watch.event pod-ledger/pods MODIFIED default/web-3 #2');
    expect(look.chips('process')).toEqual(['web-1', 'lock held', 'Replaced']);
    expect(look.block('reflector', 'lines')).toMatchObject({ lines: [{ text: 'waits for the lock' }] });
    expect(look.chips('reflector')).toEqual(['web-3 MODIFIED', 'web-3 MODIFIED']);
    expect(look.chips('fifo')).toEqual(['web-2', 'web-3', 'web-4', 'Replaced', 'Replaced', 'Replaced']);
    expect(look.path).toEqual(['server', 'watch:MODIFIED web-3', 'reflector']);
  });

  test('gives all deltas of a key at once, and keeps those of the others', async () => {
    const look = lookAt(deltaFIFO, await runOf(ofDeltaFIFO), 'fifo.pop pod-ledger/pods default/web-3');
    expect(look.chips('process')).toEqual(['web-3', 'lock held', 'Replaced', 'Updated', 'Updated']);
    expect(look.path).toEqual(['fifo', 'pop:web-3', 'process']);
  });

  test('compares a list with what the consumer knows, and has one Deleted of two', async () => {
    const look = lookAt(
      deltaFIFO,
      await runOf(ofDeltaFIFO),
      '#2 fifo.add pod-ledger/pods Deleted default/web-2',
    );
    // Of what a list brings one delta is told after the other: no key is queued without a delta.
    expect(look.chips('fifo')).toEqual(['lock free', 'web-4', 'web-2', 'Deleted', 'Replaced', 'Replaced']);
    expect(look.path).toEqual(['reflector', 'add:Deleted web-2', 'known', 'compare:', 'fifo']);
  });

  test('has one delta after the other where the queue keeps the order, and no lock where work needs none', async () => {
    const inOrder = lookAt(
      deltaFIFO,
      await runOf(ofDeltaFIFO, 'in-order'),
      'fifo.add pod-ledger/pods Deleted default/web-3',
    );
    expect(inOrder.chips('fifo').slice(-2)).toEqual(['web-3 Updated', 'web-3 Deleted']);
    const atomic = lookAt(
      deltaFIFO,
      await runOf(ofDeltaFIFO, 'atomic'),
      'fifo.add pod-ledger/pods Updated default/web-3',
    );
    expect(atomic.chips('fifo')).toEqual(['lock free', 'web-3 Updated']);
    expect(atomic.chips('process')).toEqual(['ReplacedAll']);
  });
});

describe('the picture of list and watch', () => {
  const pods = 'kube-controller-manager/pods';

  test('shows a watch that is cut, and a reflector that has not noticed', async () => {
    const { scene, path } = lookAt(listAndWatch, await runOf(ofListAndWatch), '#2 act');
    expect(scene.parts['watchA']).toMatchObject({ note: 'cut', tone: 'bad' });
    expect(scene.parts['a']).toMatchObject({ note: 'watches' });
    expect(path).toEqual(['server', 'sendA:', 'watchA']);
  });

  test('fills what is compacted beyond the mark of the reflector', async () => {
    const look = lookAt(listAndWatch, await runOf(ofListAndWatch), 'store.compact');
    const gauge = look.block('server', 'gauge');
    expect(gauge).toMatchObject({
      label: 'compacted up to 36',
      value: 36 / 37,
      marks: [
        { at: 31 / 37, text: 'pods at 31' },
        { at: 1, text: 'replicasets at 37' },
      ],
    });
    expect(look.says).toContain('The reflector is at 31, and the API server has compacted all up to 36.');
  });

  test('lets a list find what went unseen', async () => {
    const run = await runOf(ofListAndWatch);
    expect(lookAt(listAndWatch, run, `reflector.error ${pods}`).scene.parts['a']?.note).toBe('backs off');
    expect(lookAt(listAndWatch, run, `reflector.list ${pods} #2`).path).toEqual([
      'server',
      'listA:1 objects',
      'a',
    ]);
    const look = lookAt(listAndWatch, run, `fifo.add ${pods} Deleted default/web-7dxs5`);
    expect(look.chips('a')).toContain('web-7dxs5 Deleted');
    expect(look.chips('server')).not.toContain('web-7dxs5');
  });
});

describe('the picture of a work queue', () => {
  test('has a key with a worker and dirty, and not queued', async () => {
    const look = lookAt(workqueues, await runOf(ofWorkqueues), '#2 workqueue.add default/web');
    expect([look.chips('processing'), look.chips('dirty'), look.chips('queue')]).toEqual([
      ['web', 'db'],
      ['web'],
      [],
    ]);
    expect(look.path).toEqual(['handlers', 'add:web', 'queue', 'mark:web', 'dirty']);
  });

  test('has a clock for each key that is put off, and lets it go when it is due', async () => {
    const run = await runOf(ofWorkqueues);
    const dials = lookAt(workqueues, run, 'workqueue.addAfter default/db delayMs=2000').block(
      'waiting',
      'dials',
    );
    expect(dials).toMatchObject({ dials: [{ label: 'db', value: 1 }, { label: 'web' }] });
    const put = lookAt(workqueues, run, 'workqueue.addAfter default/db delayMs=2000');
    // Who says after how long does not ask the rate limiter.
    expect(put.path).toEqual(['processing', 'after:db 2 s', 'waiting']);
    expect(put.block('waiting', 'lines')).toMatchObject({
      lines: [{ label: 'next due at', text: '3.322 s' }],
    });
    const failed = lookAt(workqueues, await runOf(ofWorkqueues, 'refused'), 'workqueue.addAfter failures=10');
    expect(failed.path).toEqual(['processing', 'limit:web', 'limiter', 'when:web 2.6 s', 'waiting']);
    const due = lookAt(workqueues, run, 'workqueue.add default/db at=2326');
    expect(due.path).toEqual(['waiting', 'due:db', 'queue', 'dirty']);
  });

  test('counts the bucket as the rate limiter does: the delay is what is owed', async () => {
    const run = await runOf(ofWorkqueues, 'hot-loop');
    const look = lookAt(workqueues, run, 'workqueue.addAfter delayMs=96');
    expect(look.block('limiter', 'gauge')).toMatchObject({ text: '0/100', tone: 'bad' });
    expect(lookAt(workqueues, run, 'workqueue.addAfter').block('limiter', 'gauge')).toMatchObject({
      text: '99/100',
    });
  });
});

describe('the picture of an indexer', () => {
  test('moves a key from bucket to bucket', async () => {
    const run = await runOf(ofIndexer);
    const buckets = (at: string) => {
      const block = lookAt(indexer, run, at).block('indices', 'groups');
      return block?.kind === 'groups'
        ? block.groups.map(({ title, chips }) => `${title}: ${chips.map(wordsOf).join(' ')}`)
        : [];
    };
    expect(buckets('indexer.write pods-per-node/pods add kube-system/dns-1')).toEqual([
      'no node: web-1 web-2 dns-1',
    ]);
    expect(buckets('indexer.write pods-per-node/pods update default/web-1')).toEqual([
      'no node: web-2 dns-1',
      'node-a: web-1',
    ]);
  });

  test('tells reads of caches from requests', async () => {
    const look = lookAt(indexer, await runOf(ofIndexer), 'first act conflict');
    const [reads, requests] = blocksOf(look.scene, 'controller').map((block) =>
      block.kind === 'gauge' ? Number(block.text) : 0,
    );
    expect(reads).toBeGreaterThan(30);
    expect(requests).toBeLessThan(reads!);
  });

  test('marks a label that is in the cache otherwise than stored', async () => {
    const look = lookAt(indexer, await runOf(ofIndexer, 'in-place'), 'last workqueue.forget');
    const table = look.block('nodes', 'table');
    const apart = table?.kind === 'table' ? table.lines.filter(({ tone }) => tone === 'bad') : [];
    expect(apart.map(({ cells }) => cells)).toEqual([['node-a', '2', '≠ 1']]);
  });
});

describe('the picture of shared informers', () => {
  test('shows what was asked for and does not run', async () => {
    const look = lookAt(sharedInformers, await runOf(ofSharedInformers, 'factory'), 'startup informers late');
    expect(look.block('factory', 'board')).toMatchObject({
      cells: [
        { id: 'pods', tone: 'wait' },
        { id: 'nodes', tone: 'off' },
      ],
    });
  });

  test('has a buffer for each handler, and only that of the slow one fills', async () => {
    const run = await runOf(ofSharedInformers, 'factory');
    const look = lookAt(sharedInformers, run, 'handler.call watcher/pods default/web-d');
    const slots = look.block('listeners', 'slots');
    const filled = slots?.kind === 'slots' ? slots.slots.map(({ id, filled }) => [id, filled]) : [];
    expect(filled).toContainEqual(['pods/listener-1', 0]);
    expect(filled).toContainEqual(['pods/listener-2', 2]);
  });

  test('has one watch for each resource, and says what came of it', async () => {
    const run = await runOf(ofSharedInformers, 'forgetful');
    const groups = lookAt(sharedInformers, run, 'api.error update nodes after act conflict').block(
      'server',
      'groups',
    );
    expect(groups?.kind === 'groups' && groups.groups.map(({ chips: [chip] }) => chip?.means)).toEqual([
      'one watch',
      'one watch',
    ]);
    const label = (at: string) => lookAt(sharedInformers, run, at).block('server', 'lines');
    expect(label('api.error update nodes after act conflict')).toMatchObject({
      lines: [{ label: 'label of node-a', text: '1' }],
    });
    expect(label('store.write update nodes after reflector.resync node-counter/nodes')).toMatchObject({
      lines: [{ label: 'label of node-a', text: '2' }],
    });
  });

  test('a resync comes from the cache, not from the server', async () => {
    const look = lookAt(
      sharedInformers,
      await runOf(ofSharedInformers),
      'fifo.add kube-controller-manager/pods Sync',
    );
    expect(look.path[0]).toBe('indexer');
    expect(look.path.at(-1)).toBe('fifo');
  });
});

describe('the picture of Events', () => {
  test('shows full queues, and what is dropped before them', async () => {
    const look = lookAt(events, await runOf(ofEvents, 'flood'), '#39 event.drop');
    expect(look.block('broadcaster', 'slots')).toMatchObject({
      slots: [{ id: 'incoming' }, { title: 'for the sink', note: '1000/1000, 39 dropped', tone: 'bad' }],
    });
    expect(look.path).toEqual(['recorder', 'action:Counted', 'broadcaster']);
  });

  test('shows the bucket of an object run dry', async () => {
    const look = lookAt(events, await runOf(ofEvents, 'every-ten-seconds'), 'first event.drop');
    expect(look.block('correlator', 'slots')).toMatchObject({
      slots: [{ title: 'web-1 Counted', filled: 0, tone: 'bad' }],
    });
    expect(look.path.at(-1)).toBe('correlator');
  });

  test('counts what is the same again, and tries again what failed', async () => {
    const run = await runOf(ofEvents);
    expect(lookAt(events, run, '#3 act request').chips('server')).toEqual(['2 pods ×3']);
    const away = await runOf(ofEvents, 'server-away');
    const look = lookAt(events, away, 'first event.retry');
    expect(look.scene.parts['sink']?.tone).toBe('wait');
    expect(look.path).toEqual(['sink', 'write:']);
    expect(lookAt(events, away, 'event.drop refused').scene.parts['sink']?.tone).toBe('bad');
  });
});
