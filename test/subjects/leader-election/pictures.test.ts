import { describe, expect, test } from 'vitest';
import { scenarios } from '../../../content/controller-manager/leader-election/scenario.ts';
import type { Scene } from '../../../src/components/picture/description.ts';
import { picture } from '../../../src/subjects/leader-election/pictures/leader-election.ts';
import { blockOf, framesOf } from '../picture-scenes.ts';

const storyOf = (variant: string): ReturnType<typeof framesOf> => framesOf(scenarios, variant);

const chipsOf = (scene: Scene, part: string): readonly string[] =>
  blockOf(scene, part, 'chips').chips.map(({ text }) => text);
const dialOf = (scene: Scene, part: string, nth = 0) => blockOf(scene, part, 'dials').dials[nth];

describe('the picture of an election', () => {
  test('one replica leads, and a candidate counts from when it saw the lock change', async () => {
    const at = await storyOf('leader-election');
    const scene = picture.scene(at('first act crash'));
    expect(scene.says).toBe('Of 3 replicas only replica 0 works.');
    expect(['replica-0', 'replica-1', 'replica-2'].map((part) => chipsOf(scene, part)[0])).toEqual([
      'leads',
      'stands by',
      'stands by',
    ]);
    expect(blockOf(scene, 'lease', 'table').lines[0]?.cells[0]).toBe('replica 0');
    expect(dialOf(scene, 'replica-0')).toMatchObject({ label: 'gives up in', tone: 'good' });
    expect(dialOf(scene, 'replica-1')).toMatchObject({ label: 'expires in', text: '14.5 s' });
    expect(dialOf(scene, 'replica-0', 1)).toMatchObject({ label: 'renews in', text: '1.0 s' });
    expect(dialOf(scene, 'replica-1', 1)?.label).toBe('looks in');
  });

  test('a dial runs out between two looks, and a renewal winds it up', async () => {
    const at = await storyOf('leader-election');
    const seconds = [
      '#2 leader.renewed',
      'api.request get leases kube-system/kube-controller-manager #6',
      '#3 leader.renewed',
    ].map((moment) => dialOf(picture.scene(at(moment)), 'replica-0')?.text);
    expect(seconds).toEqual(['12.0 s', '10.0 s', '12.0 s']);
    // A retry period after it answered, the next one is due.
    expect(dialOf(picture.scene(at('#2 leader.renewed')), 'replica-0', 1)?.text).toBe('2.0 s');
  });

  test('one that was paused comes back, and two work at once', async () => {
    const at = await storyOf('leader-election');
    expect(
      chipsOf(
        picture.scene(at('leader.acquired kube-controller-manager-0 after first act pause')),
        'replica-2',
      ),
    ).toEqual(['leads', 'paused']);
    const scene = picture.scene(at('store.write configmaps kube-controller-manager-2 after program.resume'));
    expect(scene.says).toBe('2 leaders at once: replica 0, replica 2. The lease names replica 0.');
    expect(scene.parts['work']?.tone).toBe('bad');
    expect(blockOf(scene, 'work', 'chips').chips[0]).toMatchObject({
      text: 'pod-count',
      note: 'by replica 2, over replica 0’s',
      tone: 'bad',
      lit: true,
    });
    expect(['replica-0', 'replica-2'].map((part) => scene.parts[part]?.tone)).toEqual([undefined, 'bad']);
    expect(blockOf(scene, 'replica-2', 'lines').lines[0]?.text).toBe('not in the lease');
    // It has a whole renew deadline before it, as its round of renewals begins now.
    expect(dialOf(scene, 'replica-2')?.text).toBe('10.0 s');
    expect(blockOf(scene, 'work', 'lanes').lanes[2]?.ticks?.at(-1)?.tone).toBe('bad');
  });

  test('one that is cut off is marked, and gives up before anyone takes over', async () => {
    const at = await storyOf('leader-election');
    expect(
      chipsOf(
        picture.scene(at('api.request kube-controller-manager-1 after first act partition')),
        'replica-1',
      ),
    ).toEqual(['leads', 'cut off']);
    const lost = picture.scene(at('leader.lost'));
    expect(chipsOf(lost, 'replica-1')).toEqual(['gave up', 'cut off']);
    expect(dialOf(lost, 'replica-1')).toMatchObject({ label: 'deadline', text: 'over', value: 0 });
    expect(picture.scene(at('first program.exit')).says).toBe('No replica works.');
  });

  test('without an election each of them works', async () => {
    const at = await storyOf('#everybody');
    const scene = picture.scene(at('store.write configmaps kube-controller-manager-2'));
    expect(scene.says).toBe('There is no election, and all of these work: replica 0, replica 1, replica 2.');
    expect(scene.parts['lease']?.tone).toBe('off');
  });

  test('a write goes to the work, a conflict comes back from the lease', async () => {
    const at = await storyOf('leader-election');
    expect(picture.path(at('store.write configmaps kube-controller-manager-2 after program.resume'))).toEqual(
      ['replica-2', { pipe: 'work-replica-2', text: 'pod-count' }, 'work'],
    );
    expect(picture.path(at('first api.error Conflict'))).toEqual([
      'lease',
      { pipe: 'lock-replica-2', text: 'Conflict', reverse: true, tone: 'bad' },
      'replica-2',
    ]);
  });
});
