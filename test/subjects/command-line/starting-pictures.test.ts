import { describe, expect, test } from 'vitest';
import { scenarios as contexts } from '../../../content/controller-manager/controller-context/scenario.ts';
import { scenarios as starts } from '../../../content/controller-manager/starting-controllers/scenario.ts';
import { picture as context } from '../../../src/subjects/command-line/pictures/controller-context.ts';
import { picture as starting } from '../../../src/subjects/command-line/pictures/starting-controllers.ts';
import { blockOf, framesOf } from '../picture-scenes.ts';

describe('the picture of a start of controllers', () => {
  test('each of 38 names stands in its place, and has one outcome', async () => {
    const at = await framesOf(starts, '/starting-controllers');
    const early = blockOf(starting.scene(at('startup skipped ephemeral-volume')), 'board', 'board').cells;
    expect(early).toHaveLength(38);
    expect(early.slice(6, 10).map(({ text, tone, lit }) => [text, tone, lit ?? false])).toEqual([
      ['bootstrapsigner', 'off', false],
      ['deployment', 'good', false],
      ['ephemeral-volume', 'over', true],
      ['horizontalpodautoscaling', undefined, false],
    ]);
    const scene = starting.scene(at('startup informers InformersStarted'));
    expect(scene.says).toBe(
      '38 of 38 controllers have had their turn: 30 started, 6 skipped, 2 disabled, 0 failed.',
    );
    const { cells } = blockOf(scene, 'board', 'board');
    expect(cells.map(({ text }) => text)).toEqual(early.map(({ text }) => text));
    expect(cells.filter(({ note }) => note === 'gated').map(({ text }) => text)).toEqual([
      'ephemeral-volume',
      'ttl-after-finished',
    ]);
    expect(cells.filter(({ means }) => means === 'off by default').map(({ text }) => text)).toEqual([
      'bootstrapsigner',
      'tokencleaner',
    ]);
  });

  test('starts with pauses are apart, and one that fails is the last', async () => {
    const paused = await framesOf(starts, '#pauses');
    const [lane] = blockOf(
      starting.scene(paused('startup factory kube-controller-manager #2')),
      'loop',
      'lanes',
    ).lanes;
    const times = lane?.ticks?.map(({ at }) => at) ?? [];
    expect(times).toHaveLength(5);
    expect(times.slice(1).every((time, i) => time - times[i]! >= 2000 && time - times[i]! <= 4000)).toBe(
      true,
    );
    const before = blockOf(starting.scene(paused('startup starting ttl')), 'board', 'board').cells;
    expect(new Set(before.flatMap(({ tone, means }) => (tone === 'off' ? [means] : [])))).toEqual(
      new Set(['not asked for']),
    );
    const failing = await framesOf(starts, '#fails');
    const fails = failing('startup failed attachdetach');
    expect(starting.scene(fails).says).toContain('1 failed');
    expect(starting.path(fails)).toEqual([
      'board',
      { pipe: 'answers', text: 'failed', tone: 'bad' },
      'outcome',
    ]);
    // Why stands where the loop ends.
    expect(blockOf(starting.scene(fails), 'loop', 'lines').lines[1]).toMatchObject({
      text: 'duration time must be greater than one second as set via command line option reconcile-sync-loop-period',
      tone: 'bad',
    });
  });
});

describe('the picture of a controller context', () => {
  test('an informer that two ask for is made once', async () => {
    const at = await framesOf(starts, '/starting-controllers');
    const wires = blockOf(context.scene(at('startup informers InformersStarted')), 'factories', 'wires');
    const pods = wires.wires.filter(({ to }) => to === 'v1 Pod').map(({ from }) => from);
    expect(pods).toContain('replicaset');
    expect(pods).toHaveLength(16);
    expect(wires.right.filter(({ id }) => id === 'v1 Pod')).toEqual([
      { id: 'v1 Pod', text: '✓ Pod ×16', tone: 'good' },
    ]);
  });

  test('fields fill one by one, and informers run when the factory starts', async () => {
    const at = await framesOf(contexts, '/controller-context');
    expect(context.scene(at('startup context InformerFactory')).parts['fields']?.note).toBe('2 fields');
    const asked = at('startup informer "v1 Pod"');
    expect(blockOf(context.scene(asked), 'factories', 'wires').wires.filter(({ lit }) => lit)).toEqual([
      { from: 'replicaset', to: 'v1 Pod', lit: true },
    ]);
    expect(context.path(asked)).toEqual(['fields', { pipe: 'shares', text: 'Pod' }, 'factories']);
  });

  test('with accounts, a client asks by a name of its own', async () => {
    const at = await framesOf(contexts, '#accounts');
    const scene = context.scene(at('startup client replicaset-controller'));
    const { left, wires } = blockOf(scene, 'clients', 'wires');
    const lit = wires.find((wire) => wire.lit);
    expect(left.find(({ id }) => id === lit?.from)?.text).toBe('replicaset-controller');
    expect(lit?.to).toBe('kube-system:replicaset-controller');
    // Those of the informers and of discovery ask by the one name.
    expect(wires.slice(0, 4).map(({ to }) => to)).toEqual(Array(4).fill('system:kube-controller-manager'));
  });
});
