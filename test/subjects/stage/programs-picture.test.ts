import { describe, expect, test } from 'vitest';
import { scenarios as replicaSets } from '../../../content/controllers/replicaset/scenario.ts';
import { scenarios as commandLines } from '../../../playground/scenarios/command-line.ts';
import { frameAt } from '../../../src/components/picture/description.ts';
import { picture } from '../../../src/subjects/stage/pictures/programs.ts';
import { blockOf, framesOf } from '../picture-scenes.ts';

describe('the picture of any run', () => {
  test('says of each program how it stands', async () => {
    const at = await framesOf(commandLines, '');
    const frame = at('first program.output');
    const { cells } = blockOf(picture.scene(frame), 'programs', 'board');
    expect(cells.filter(({ means }) => means === 'runs').map(({ text }) => text)).toEqual([
      'kube-controller-manager',
    ]);
    expect(picture.scene(frame).says).toBe(`1 of ${cells.length} programs run.`);
    expect(picture.path(frame)).toEqual(['programs']);
    // Without an API server nothing is stored.
    const alone = { ...frame.recording, subjects: ['command-line'] };
    expect(Object.keys(picture.plan(alone).parts)).toEqual(['programs']);
    expect(Object.keys(picture.scene({ ...frame, recording: alone }).parts)).toEqual(['programs']);
  });

  test('has what is stored by its kind, and keys by their queues', async () => {
    const at = await framesOf(replicaSets, 'controllers/replicaset');
    const waits = at('workqueue.add default/web');
    const lit = blockOf(picture.scene(waits), 'queues', 'groups').groups.find((group) => group.lit);
    expect(lit).toMatchObject({ title: 'replicaset', chips: [{ text: 'web', hue: 'queue' }] });
    const works = picture.scene(at('workqueue.get default/web'));
    expect(blockOf(works, 'queues', 'groups').groups.find((group) => group.lit)?.chips).toMatchObject([
      { text: 'web', tone: 'busy' },
    ]);
    const stored = blockOf(picture.scene(at('store.write create pods')), 'store', 'groups').groups;
    expect(stored.find(({ title }) => title === 'pod')).toMatchObject({ note: '1' });
  });

  test('tells requests from what is watched', async () => {
    const at = await framesOf(replicaSets, 'controllers/replicaset');
    expect(picture.path(at('api.request create pods'))).toEqual([
      'programs',
      { pipe: 'asks', text: 'create' },
      'store',
    ]);
    const watched = at('watch.event kube-controller-manager/replicasets');
    expect(picture.path(watched)).toEqual(['store', { pipe: 'tells', text: 'web' }, 'programs']);
    expect(picture.path(frameAt(watched.recording, 0))).toEqual(['store']);
  });
});
