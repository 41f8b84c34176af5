import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/scheduler/spreading/scenario.ts';
import type { Pod } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { defaultKubernetesFeatureGates } from '../../src/runtime/kubernetes/pkg/features/kube_features.ts';
import { type Attempt, numberAt, placeOf, verdictOf } from '../../src/runtime/subjects/scheduler/world.ts';
import type { Entry, World } from '../../src/runtime/stage/world.ts';
import { defaultConfig } from '../../src/runtime/kubernetes/pkg/scheduler/algorithmprovider/registry.ts';
import { mapGet } from '../../src/runtime/sim/pmap.ts';
import { Played, chapter, podsOf } from './played.ts';

const text = chapter('scheduler/spreading').replaceAll(/\s+/g, ' ');
const played = new Map<string, Played>();
for (const scenario of scenarios) {
  const [, variant = ''] = scenario.id.split('#');
  played.set(variant, await Played.of(scenario));
}
const run = (variant = ''): Played => played.get(variant)!;
const attemptAt = ({ world }: Entry, name: string): Attempt =>
  mapGet(mapGet(world.schedulers, 'kube-scheduler')!.attempts, `default/${name}`)!.at(-1)!;

/** The pods on each node that has any, by what their names begin with. */
function standing(world: World, prefix = 'web'): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { metadata, spec } of podsOf(world))
    if (spec?.nodeName && metadata.name?.startsWith(prefix))
      counts[spec.nodeName] = (counts[spec.nodeName] ?? 0) + 1;
  return counts;
}
const end = (variant = ''): Record<string, number> => standing(run(variant).entries.at(-1)!.world);

/** What the first attempt of a pod said against each node. */
function said(name: string): Record<string, string> {
  const { filters } = attemptAt(run().first('sched.filter', { pod: `default/${name}` }), name);
  const nodes = ['a', 'b', 'c', 'd', 'e'].map((letter) => `node-${letter}`);
  return Object.fromEntries(
    nodes.map((node) => [node, verdictOf(filters!, placeOf(filters!, node))[0]?.reasons.join() ?? '']),
  );
}

/** What PodTopologySpread gave to each node, normalised. */
function points(name: string, variant: string, plugin = 'PodTopologySpread'): Record<string, number> {
  const { scores } = attemptAt(run(variant).first('sched.score', { pod: `default/${name}` }), name);
  const column = scores!.columns.find((one) => one.plugin === plugin)!;
  return Object.fromEntries(scores!.nodes.map((node, i) => [node, numberAt(column.normalized, i)]));
}

const uneven = "node(s) didn't match pod topology spread constraints";
const noZone = `${uneven} (missing required label)`;

describe('even over three zones', () => {
  test('a zone that would have two more than another is refused, and a node without a zone', () => {
    expect(said('web-5')).toEqual({
      'node-a': uneven,
      'node-b': uneven,
      'node-c': '',
      'node-d': 'Insufficient cpu',
      'node-e': noZone,
    });
    expect(run().first('sched.choose', { pod: 'default/web-5' }).event.node).toBe('node-c');
  });

  test('a full zone with the fewest pods holds all others down', () => {
    expect(said('web-6')).toMatchObject({ 'node-a': uneven, 'node-c': uneven, 'node-e': noZone });
    expect(run().all('sched.choose', { pod: 'default/web-6' })).toEqual([]);
    const { message } = run().first('sched.fail', { pod: 'default/web-6' }).event;
    for (const part of ['1 Insufficient cpu', '1 node(s)', '3 node(s)']) expect(message).toContain(part);
    const { nodes } = mapGet(run().entries.at(-1)!.world.schedulers, 'kube-scheduler')!;
    const free = ['a', 'b', 'c', 'd', 'e'].map((letter) => {
      const { allocatable, requested } = mapGet(nodes, `node-${letter}`)!;
      return ((allocatable['cpu'] ?? 0) - (requested['cpu'] ?? 0)) / 1000;
    });
    expect(free.reduce((sum, cpu) => sum + cpu, 0)).toBe(50.5);
    expect(text).toContain('More than 50 CPUs are free');
  });

  test('as a wish the same counts are points, and nobody waits', () => {
    expect(points('web-5', 'anyway')).toEqual({ 'node-a': 50, 'node-b': 50, 'node-c': 100, 'node-e': 0 });
    expect(['node-a', 'node-b']).toContain(
      run('anyway').first('sched.choose', { pod: 'default/web-6' }).event.node,
    );
  });
});

describe('pods that say nothing', () => {
  test('at v1.20.2 the gate is on, and SelectorSpread is not in the default profile', () => {
    expect(defaultKubernetesFeatureGates['DefaultPodTopologySpread']).toMatchObject({ default: true });
    const score = (defaultConfig.score?.enabled ?? []).map(({ name, weight }) => [name, weight]);
    expect(score).toContainEqual(['PodTopologySpread', 2]);
    expect(score.map(([name]) => name)).not.toContain('SelectorSpread');
  });

  test('those of a Service are spread, those of nobody are not', () => {
    expect(points('lone-2', 'defaults')).toEqual({ 'node-a': 100, 'node-b': 100, 'node-c': 100 });
    expect(standing(run('defaults').entries.at(-1)!.world, 'lone')).toEqual({ 'node-a': 2 });
    expect(points('web-2', 'defaults')).toEqual({ 'node-a': 75, 'node-b': 87, 'node-c': 100 });
    expect(end('defaults')).toEqual({ 'node-a': 1, 'node-b': 1, 'node-c': 1 });
  });

  test('without zones no node has all labels, and nothing is spread', () => {
    expect(points('web-2', 'no-zones')).toEqual({ 'node-a': 0, 'node-b': 0, 'node-c': 0 });
    expect(end('no-zones')).toEqual({ 'node-a': 3 });
  });

  test('SelectorSpread needs no zones', () => {
    expect(points('web-2', 'selector-spread', 'SelectorSpread')).toEqual({
      'node-a': 0,
      'node-b': 100,
      'node-c': 100,
    });
    expect(end('selector-spread')).toEqual({ 'node-a': 1, 'node-b': 1, 'node-c': 1 });
  });
});

describe('a set that is scaled', () => {
  test.each([1, 2, 3])('seed %i: who goes is a matter of nodes, not of zones', async (seed) => {
    const scaled = await Played.of(
      scenarios.find(({ id }) => id.endsWith('#scaled'))!,
      { seed },
    );
    expect(standing(scaled.before(3))).toEqual({ 'node-a': 1, 'node-b': 1, 'node-c': 2 });
    // Ten seconds later nobody has moved.
    expect(scaled.act(4).at - scaled.act(3).at).toBe(10_000);
    expect(standing(scaled.before(4))).toEqual({ 'node-a': 1, 'node-b': 1 });
    expect(standing(scaled.entries.at(-1)!.world)).toEqual({ 'node-a': 1, 'node-b': 1, 'node-c': 1 });
  });

  test('none of its pods was moved: each has one node in its life', () => {
    const nodes = new Map<string, Set<string>>();
    for (const { event } of run('scaled').all('store.write', { resource: 'pods' })) {
      const { metadata, spec } = event.object as Pod;
      const known = nodes.get(metadata.name ?? '') ?? new Set();
      nodes.set(metadata.name ?? '', spec?.nodeName ? known.add(spec.nodeName) : known);
    }
    expect([...nodes.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1, 1]);
  });
});
