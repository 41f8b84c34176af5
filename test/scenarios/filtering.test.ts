import { describe, expect, test } from 'vitest';
import { scenarios } from '../../content/scheduler/filtering/scenario.ts';
import type { Act } from '../../src/runtime/stage/acts.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';
import {
  type Attempt,
  type FilterTable,
  type SchedulerState,
  nodeAt,
  placeOf,
  verdictOf,
} from '../../src/runtime/subjects/scheduler/world.ts';
import type { Entry } from '../../src/runtime/stage/world.ts';
import { newGenericScheduler } from '../../src/runtime/kubernetes/pkg/scheduler/core/generic_scheduler.ts';
import { newEmptySnapshot } from '../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { mapEntries, mapGet } from '../../src/runtime/sim/pmap.ts';
import { Sim } from '../../src/runtime/sim/sim.ts';
import { Played, chapter } from './played.ts';

const text = chapter('scheduler/filtering').replaceAll(/\s+/g, ' ');
const played = new Map<string, Played>();
for (const scenario of scenarios) {
  const [, variant = ''] = scenario.id.split('#');
  played.set(variant, await Played.of(scenario));
}
const run = (variant = ''): Played => played.get(variant)!;

const stateAt = ({ world }: Entry): SchedulerState => mapGet(world.schedulers, 'kube-scheduler')!;
function attemptAt(entry: Entry, name: string): Attempt {
  return mapGet(stateAt(entry).attempts, `default/${name}`)!.at(-1)!;
}
/** What the filters said for a pod when it was tried first. */
function filtersOf(played: Played, name: string): FilterTable {
  return attemptAt(played.first('sched.filter', { pod: `default/${name}` }), name).filters!;
}
const refusals = (table: FilterTable): Record<string, string[]> =>
  Object.fromEntries(
    table.order.flatMap((node) =>
      verdictOf(table, placeOf(table, node)).map(({ plugin, code, reasons }) => [
        node,
        [plugin, code, ...reasons],
      ]),
    ),
  );

describe('six nodes for one pod', () => {
  const six = run();

  test('SCH-10 a node is copied to the snapshot if its generation is newer, and pods count for their node', () => {
    const copied = six.all('sched.snapshot').map(({ event }) => [event.copied, event.nodes]);
    expect(copied).toEqual([
      [6, 6],
      [2, 6],
    ]);
    const newer = (entry: Entry): string[] => {
      const { nodes, snapshot } = stateAt(entry);
      return mapEntries(nodes).flatMap(([name, node]) =>
        node.generation > snapshot.generation ? [name] : [],
      );
    };
    const second = six.all('sched.snapshot')[1]!;
    expect(newer(six.first('sched.snapshot'))).toEqual([]);
    expect(newer(six.first('sched.assume'))).toEqual(['node-f']);
    expect(newer(six.entries[second.index - 1]!).sort()).toEqual(['node-c', 'node-f']);
    expect(newer(second)).toEqual([]);
    // The node was changed twice in between: its pod came, and began to run.
    const generations = new Set(
      six.entries.slice(six.first('sched.assume').index, second.index).map((entry) => {
        return mapGet(stateAt(entry).nodes, 'node-f')!.generation;
      }),
    );
    expect(generations.size).toBe(2);
  });

  test('SCH-11 each node has a reason and a code of its own, from the first filter that refuses', () => {
    const filters = filtersOf(six, 'web-1');
    const hopeless = 'UnschedulableAndUnresolvable';
    expect(refusals(filters)).toEqual({
      'node-a': ['NodeUnschedulable', hopeless, 'node(s) were unschedulable'],
      'node-b': [
        'TaintToleration',
        hopeless,
        "node(s) had taint {dedicated: db}, that the pod didn't tolerate",
      ],
      'node-c': ['NodeAffinity', hopeless, "node(s) didn't match Pod's node affinity"],
      'node-d': ['NodePorts', 'Unschedulable', "node(s) didn't have free ports for the requested pod ports"],
      'node-e': ['NodeResourcesFit', 'Unschedulable', 'Insufficient cpu', 'Insufficient memory'],
    });
    expect(filters.plugins).toHaveLength(15);
    expect(six.first('sched.choose')).toMatchObject({ event: { node: 'node-f', how: 'only' } });
  });

  test('SCH-11 the message counts reasons: seven for six nodes', () => {
    const { message } = six.first('sched.fail', { pod: 'default/web-2' }).event;
    const counts = [...message.matchAll(/(\d+) [A-Za-z]/g)].map(([, count]) => Number(count));
    // The first is in "0/6 nodes are available".
    expect(counts.slice(1)).toEqual([1, 1, 1, 1, 1, 2]);
    expect(refusals(filtersOf(six, 'web-2'))['node-f']?.[0]).toBe('NodePorts');
  });
});

describe('many nodes', () => {
  const algorithm = (percentage: number) =>
    newGenericScheduler(new Sim(), { updateSnapshot: () => undefined }, newEmptySnapshot(), [], percentage);

  test('SCH-12 the table in the text is what the code says', () => {
    const rows = [...text.matchAll(/\| ([\d,]+) \| (?:(\d+)%)? ?\| ([\d,]+) \|/g)];
    expect(rows).toHaveLength(7);
    for (const [, nodes = '', share, enough = ''] of rows) {
      const [all, found] = [nodes, enough].map((number) => Number(number.replaceAll(',', '')));
      expect(algorithm(0).numFeasibleNodesToFind(all!)).toBe(found);
      if (share !== undefined) expect(Math.max((all! * Number(share)) / 100, 100)).toBe(found);
    }
    // A share that is set too low.
    expect(algorithm(1).numFeasibleNodesToFind(1000)).toBe(100);
  });

  test('SCH-12 a search ends with one more than enough, and the next begins behind', () => {
    const many = run('many');
    const searches = many.all('sched.filter').map(({ event }) => [event.looked, event.feasible, event.from]);
    expect(searches).toEqual([
      [101, 100, 'pool-0001'],
      [101, 100, 'pool-0101'],
      [101, 100, 'pool-0081'],
    ]);
    const places = ['etl-1', 'etl-2', 'etl-3'].map((name) => placeOf(filtersOf(many, name), 'pool-0120'));
    expect(places).toEqual([-1, 19, 39]);
    expect(nodeAt(filtersOf(many, 'etl-1'), 100)).toBe('pool-0101');
    const [first, ...others] = many.all('sched.choose').map(({ event }) => event.node);
    expect(first).not.toBe('pool-0120');
    expect(others).toEqual(['pool-0120', 'pool-0120']);
    expect(
      run('all')
        .all('sched.choose')
        .map(({ event }) => event.node),
    ).toEqual(Array.from({ length: 3 }, () => 'pool-0120'));
  });

  test('SCH-12 a reader sets the size: with 400 nodes 188 are enough', async () => {
    const many = scenarios.find(({ id }) => id.endsWith('#many')) as Scenario;
    const act: Act = { kind: 'node-pool', nodes: 400 };
    const step = run('many').first('sched.choose').step;
    const larger = await Played.of(many, { acts: [{ step, act }] });
    const [, second] = larger.all('sched.filter').map(({ event }) => event);
    expect(second).toMatchObject({ looked: 189, all: 400, feasible: 188, from: 'pool-0101' });
  });
});

test('SCH-13 each resource by itself: init containers, overhead, extended resources, the number of pods', () => {
  const room = run('room');
  const asked = (name: string) =>
    attemptAt(room.first('sched.filter', { pod: `default/${name}` }), name).asks;
  expect(asked('shop')).toMatchObject({ cpu: 3000 });
  expect(asked('sandbox')).toMatchObject({ cpu: 2250 });
  expect(asked('train-1')).toMatchObject({ cpu: 2000, 'example.com/gpu': 1 });
  const short = (name: string) =>
    Object.fromEntries(
      Object.entries(refusals(filtersOf(room, name))).map(([node, [, , ...reasons]]) => [node, reasons]),
    );
  expect(short('shop')).toEqual({ 'node-a': ['Insufficient cpu'] });
  expect(short('sandbox')).toEqual({
    'node-a': ['Insufficient cpu'],
    'node-b': ['Too many pods', 'Insufficient cpu'],
  });
  expect(short('train-2')['node-a']).toEqual(['Insufficient cpu', 'Insufficient example.com/gpu']);
  expect(short('debug')).toEqual({ 'node-b': ['Too many pods'] });
  const full = mapGet(stateAt(room.first('sched.choose', { pod: 'default/debug' })).nodes, 'node-a')!;
  expect([full.requested['cpu'], full.allocatable['cpu']]).toEqual([4000, 4000]);
});
