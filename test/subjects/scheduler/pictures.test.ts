import { expect, test } from 'vitest';
import { scenarios as binding } from '../../../content/scheduler/binding/scenario.ts';
import { scenarios as filtering } from '../../../content/scheduler/filtering/scenario.ts';
import { scenarios as preemption } from '../../../content/scheduler/preemption/scenario.ts';
import { scenarios as queue } from '../../../content/scheduler/queue/scenario.ts';
import { scenarios as scoring } from '../../../content/scheduler/scoring/scenario.ts';
import { scenarios as spreading } from '../../../content/scheduler/spreading/scenario.ts';
import { scenarios as threeLayers } from '../../../content/scheduler/three-layers/scenario.ts';
import type { Card } from '../../../src/components/picture/blocks/cards.tsx';
import {
  type Chip,
  type Frame,
  type Picture,
  type Scene,
  frameAt,
} from '../../../src/components/picture/description.ts';
import { fill, groundOf } from '../../../src/components/picture/layout.ts';
import { record } from '../../../src/recording/record.ts';
import { select } from '../../../src/recording/select.ts';
import type { Scenario } from '../../../src/runtime/stage/scenario.ts';
import { picture as layers } from '../../../src/subjects/scheduler/pictures/layers.ts';
import { picture as scheduler } from '../../../src/subjects/scheduler/pictures/scheduler.ts';
import { picture as zones } from '../../../src/subjects/scheduler/pictures/zones.ts';

async function framesOf(scenarios: readonly Scenario[], variant = ''): Promise<(at: string) => Frame> {
  const scenario = scenarios.find(({ id }) => (id.split('#')[1] ?? '') === variant)!;
  const recording = await record(scenario, { lines: false });
  return (at) => {
    const [index, problem] = select(recording, at);
    if (problem) throw problem;
    return frameAt(recording, index);
  };
}

const blocksOf = (scene: Scene, part: string) => scene.parts[part]?.blocks ?? [];

/** What stands in the chips of a part, with their notes. */
const chipsIn = (scene: Scene, part: string): string[] =>
  blocksOf(scene, part).flatMap((block) => (block.kind === 'chips' ? block.chips.map(words) : []));

const words = ({ text, note }: Chip): string => (note === undefined ? text : `${text} ${note}`);

const cardsIn = (scene: Scene, part = 'nodes'): readonly Card[] =>
  blocksOf(scene, part).flatMap((block) => (block.kind === 'cards' ? block.cards : []));

const cardOf = (scene: Scene, node: string): Card => cardsIn(scene).find(({ id }) => id === node)!;

/** How the extension points stand, by name. */
const pointsOf = (scene: Scene): Readonly<Record<string, string>> =>
  Object.fromEntries(
    blocksOf(scene, 'cycle').flatMap((block) =>
      block.kind === 'road'
        ? block.stations.map(({ title, tone = '', text = '' }) => [title, `${tone} ${text}`.trim()])
        : [],
    ),
  );

/** Parts and pipes of a path, without what is written on them. */
const wayOf = (picture: Picture, frame: Frame): readonly string[] =>
  picture
    .path(frame)
    .map((step) => (typeof step === 'string' ? step : `${step.reverse ? '-' : ''}${step.pipe}`));

test('a pod goes from the queue through the points to a node, and each node says what became of it', async () => {
  const at = await framesOf(filtering);
  const waits = scheduler.scene(at('sched.queue default/web-1'));
  expect(chipsIn(waits, 'active')).toEqual(['web-1']);
  expect(chipsIn(waits, 'cycle')).toEqual([]);
  const filters = scheduler.scene(at('sched.filter default/web-1'));
  expect(chipsIn(filters, 'active')).toEqual([]);
  expect(chipsIn(filters, 'cycle')).toEqual(['web-1']);
  expect(pointsOf(filters)).toMatchObject({ PreFilter: 'good', Filter: 'busy 1/6', Score: '' });
  expect(cardsIn(filters).map(({ tone, line }) => `${tone} ${line}`)).toEqual([
    'bad NodeUnschedulable',
    'bad TaintToleration',
    'bad NodeAffinity',
    'bad NodePorts',
    'bad NodeResourcesFit',
    'good can run it',
  ]);
  const assumed = scheduler.scene(at('sched.assume default/web-1'));
  expect(chipsIn(assumed, 'cycle')).toEqual([]);
  expect(cardOf(assumed, 'node-f').chips.map(words)).toEqual(['web-1 assumed']);
  expect(cardOf(assumed, 'node-f').lit).toBe(true);
  const ways = ['sched.queue default/web-1', 'sched.pop default/web-1', 'sched.assume default/web-1'].map(
    (one) => wayOf(scheduler, at(one)),
  );
  expect(ways).toEqual([
    ['api', 'new', 'active'],
    ['active', 'pop', 'cycle'],
    ['cycle', 'assume', 'nodes'],
  ]);
});

test('while bindings are on their way, the next pod is tried', async () => {
  const at = await framesOf(binding);
  const frame = at('sched.pop default/web-4');
  const scene = scheduler.scene(frame);
  expect(chipsIn(scene, 'binding')).toEqual(['web-1 PreBind', 'web-2 PreBind', 'web-3 PreBind']);
  expect(chipsIn(scene, 'cycle')).toEqual(['web-4']);
  expect(cardOf(scene, 'node-a').meters?.[0]).toMatchObject({ value: 1, text: '2 / 2' });
  expect(wayOf(scheduler, at('api.request create pods/default/web-1 kube-scheduler'))).toEqual([
    'binding',
    'bind',
    'api',
  ]);
});

test('a pod waits in one part of the queue, and comes back through the others', async () => {
  const at = await framesOf(queue);
  const aside = at('sched.queue default/etl unschedulable');
  expect(chipsIn(scheduler.scene(aside), 'unschedulable')).toEqual(['etl']);
  expect(wayOf(scheduler, aside)).toEqual(['cycle', 'aside', 'unschedulable']);
  const clock = (place: string, when: string) =>
    blocksOf(scheduler.scene(at(when)), place).find(({ kind }) => kind === 'gauge');
  expect(clock('backoff', '#2 sched.move')).toMatchObject({
    label: 'etl',
    value: 0.75,
    text: '3 s left of 4 s',
  });
  expect(clock('unschedulable', 'store.write create events default/etl*')).toMatchObject({
    label: 'etl',
    text: '0 of 60 s',
  });
  const back = at('sched.queue default/etl unschedulable active PodUpdate');
  expect(chipsIn(scheduler.scene(back), 'active')).toEqual(['etl']);
  expect(wayOf(scheduler, back)).toEqual(['unschedulable', 'wake', 'backoff', 'retry', 'active']);
});

test('preemption shows victims on their nodes, and then for whom the room is meant', async () => {
  const at = await framesOf(preemption);
  const chosen = scheduler.scene(at('sched.preempt default/web'));
  expect(pointsOf(chosen)).toMatchObject({ Filter: 'bad 0/4', PostFilter: 'good' });
  expect(cardsIn(chosen).map(({ line }) => line)).toEqual([
    'chosen: 2 victims',
    'out by measure 2: priority 500',
    'out by measure 1: budgets violated',
    'TaintToleration',
  ]);
  expect(cardOf(chosen, 'node-a').chips.map(({ text, tone }) => `${text} ${tone}`)).toEqual([
    'batch-1 bad',
    'batch-2 bad',
  ]);
  const promised = scheduler.scene(at('sched.nominate default/web node-a'));
  expect(words(cardOf(promised, 'node-a').chips[0]!)).toBe('web nominated');
  expect(promised.says).toContain('Others have to make room for it on node-a.');
});

test('each candidate says which measure struck it out, as the chapter tells', async () => {
  const at = await framesOf(preemption, 'choice');
  expect(cardsIn(scheduler.scene(at('sched.preempt default/web'))).map(({ line }) => line)).toEqual([
    'out by measure 1: budgets violated',
    'out by measure 2: priority 500',
    'out by measure 3: sum of priorities',
    'out by measure 4: 3 victims',
    'out by measure 5: earlier start',
    'chosen: 2 victims',
  ]);
});

test('of a score what all nodes have alike stands behind what differs', async () => {
  const at = await framesOf(scoring);
  expect(cardsIn(scheduler.scene(at('sched.score default/web'))).map(({ line }) => line)).toEqual([
    '368 + 1,000,000',
    '459 + 1,000,000',
    '493 + 1,000,000',
    '518 + 1,000,000',
    '468 + 1,000,000',
  ]);
});

test('of many nodes those are shown that the attempt is about, and how many more there are', async () => {
  const at = await framesOf(filtering, 'many');
  const frame = at('sched.choose default/etl-2');
  const scene = scheduler.scene(frame);
  const parts = fill(groundOf(scheduler.plan(frame.recording), 'wide'), scene);
  expect(cardsIn(scene).filter(({ lit }) => lit)).toHaveLength(1);
  expect(scene.parts['nodes']?.note).toBe('120 nodes');
  const block = blocksOf(scene, 'nodes')[0]!;
  expect(block.kind === 'cards' && block.cards.length + (block.more ?? 0)).toBe(120);
  expect(parts.find(({ id }) => id === 'nodes')?.blocks).toHaveLength(1);
});

test('zones say what the skew would be there, and hold their nodes', async () => {
  const at = await framesOf(spreading);
  const frame = at('sched.prefilter default/web-5');
  const { parts } = zones.plan(frame.recording);
  expect(Object.values(parts).map(({ title }) => title)).toEqual(
    expect.arrayContaining(['zone-1', 'zone-2', 'zone-3', 'no zone']),
  );
  const scene = zones.scene(frame);
  const lines = blocksOf(scene, 'zone0').flatMap((block) => (block.kind === 'lines' ? block.lines : []));
  expect(lines).toEqual([{ label: '✕', text: 'skew 2+1−1 = 2 > 1', tone: 'bad' }]);
  expect(cardsIn(scene, 'zone0').map(({ title }) => title)).toEqual(['node-a', 'node-b']);
  expect(scene.says).toContain('zone-2 ✓ skew 1+1−1 = 1 ≤ 1');
  expect(wayOf(zones, at('sched.assume default/web-5'))).toEqual(['cycle', 'zone1']);
});

test('layers show what the command has made, what the third layer has called, and what goes past both', async () => {
  const at = await framesOf(threeLayers, 'start');
  const made = layers.scene(at('startup made'));
  const stations = blocksOf(made, 'command').flatMap((block) =>
    block.kind === 'road' ? block.stations : [],
  );
  expect(stations.filter(({ tone }) => tone).map(({ title }) => title)).toEqual([
    'command',
    'options',
    'config',
  ]);
  const filtered = layers.scene(at('sched.filter default/web'));
  const table = (part: string) =>
    blocksOf(filtered, part).flatMap((block) => (block.kind === 'table' ? block.lines : []));
  expect(table('generic').find(({ lit }) => lit)?.cells).toEqual(['findNodesThatFitPod', '2 of 3 nodes']);
  const cycle = (frame: Frame) =>
    blocksOf(layers.scene(frame), 'one').flatMap((block) =>
      block.kind === 'board' ? block.cells.filter(({ lit }) => lit).map(({ text }) => text) : [],
    );
  expect(cycle(at('sched.score default/web'))).toEqual(['Schedule']);
  expect(table('plugins').find(({ cells }) => cells[1] === 'VolumeZone')?.cells).toEqual([
    'Filter',
    'VolumeZone',
    '2',
  ]);
  expect(wayOf(layers, at('sched.filter default/web'))).toEqual(['generic', 'asks', 'plugins']);
  const past = await framesOf(threeLayers);
  expect(cycle(past('api.request create pods default/web binding'))).toEqual(['bind']);
  const counted = layers.scene(past('handler.call kube-scheduler/pods update default/db-0'));
  expect(chipsIn(counted, 'cache')).toContain('db-0 node-b');
  const ignored = layers.scene(past('last handler.call kube-scheduler/pods add default/batch-1'));
  expect(chipsIn(ignored, 'api')).toContain('batch-1 another-scheduler');
  expect([...chipsIn(ignored, 'queue'), ...chipsIn(ignored, 'one')]).toEqual([]);
});
