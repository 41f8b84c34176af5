import { describe, expect, test } from 'vitest';
import { type Breakpoint, breakpointStops } from '../../src/recording/breakpoints.ts';
import { actBehind, causesOf, effectsOf } from '../../src/recording/causes.ts';
import { changesBetween, worldChanges } from '../../src/recording/changes.ts';
import { align, finalDifferences, firstDifference } from '../../src/recording/compare.ts';
import { canonicalJSON, canonicalText, fingerprint } from '../../src/recording/fingerprint.ts';
import { type Granularity, nextStop, previousStop, stopsOf } from '../../src/recording/granularity.ts';
import { jsonChanges, tellPath } from '../../src/recording/object-changes.ts';
import { recordOn } from '../../src/recording/record.ts';
import { type Recording, entryAt, processOf } from '../../src/recording/recording.ts';
import { emptyWorld } from '../runtime/empty-world.ts';
import { mapFrom } from '../../src/runtime/sim/pmap.ts';
import { newSample, object, toyRun, write } from './sample.ts';

const run = toyRun(2);
const last = run.entries.length - 1;

test('a recording survives a structured clone', () => {
  const clone = structuredClone(run);
  expect(clone).toEqual(run);
  expect(fingerprint(clone)).toBe(fingerprint(run));
  expect(firstDifference(run, clone)).toBe(undefined);
});

test('an index that is not there is told', () => {
  expect(() => entryAt(run, 99)).toThrow(
    'entry 99: expected an index from 0 to 6; this recording ends there',
  );
  expect(processOf(run, entryAt(run, 3))?.group).toBe('kube-controller-manager');
});

describe('causes', () => {
  test('lead from an entry back to the act', () => {
    expect(causesOf(run, 5)).toEqual([3, 2, 1, 0]);
    expect(causesOf(run, 0)).toEqual([]);
    expect(actBehind(run, 5)).toBe(0);
    expect(actBehind(run, 0)).toBe(0);
  });

  test('end where a cause does not lie before its effect', () => {
    const bent: Recording = {
      ...run,
      entries: run.entries.map((entry) => ({ ...entry, cause: (entry.index + 1) % 3 })),
    };
    expect(run.entries.map(({ index }) => causesOf(bent, index))).toEqual([
      [],
      [],
      [0],
      [1],
      [2, 0],
      [0],
      [1],
    ]);
    expect(actBehind(bent, 3)).toBe(undefined);
  });

  test('effects are what names an entry as its cause', () => {
    expect(run.entries.map(({ index }) => effectsOf(run, index))).toEqual([
      [1],
      [2],
      [3],
      [4, 5, 6],
      [],
      [],
      [],
    ]);
  });
});

describe('changes', () => {
  test('tell what one step did, component by component', () => {
    const pods = changesBetween(run, 3, 4);
    expect(pods).toEqual([
      { component: 'store', name: '', change: 'changed', paths: [{ path: 'revision', before: 1, after: 2 }] },
      { component: 'store', name: 'pods/default/web-1', change: 'added', paths: [] },
      { component: 'processes', name: '1', change: 'removed', paths: [] },
    ]);
    expect(changesBetween(run, 4, 3).map(({ change }) => change)).toEqual(['changed', 'removed', 'added']);
    expect(changesBetween(run, 4, 4)).toEqual([]);
  });

  test('tell the paths of objects, conditions and containers by their names', () => {
    const sample = newSample();
    const status = (ready: string): object => ({
      spec: { containers: [{ name: 'app', image: 'app:1' }], args: ['a'] },
      status: { conditions: [{ type: 'Ready', status: ready }], labels: { 'a.b/c': ready } },
    });
    write(sample, 'pods/default/x', object('Pod', 'x', status('False')), 'test');
    write(sample, 'pods/default/x', object('Pod', 'x', status('True')), 'test');
    expect(changesBetween(sample.recording(), 0, 1)[1]?.paths).toEqual([
      { path: 'metadata.resourceVersion', before: '1', after: '2' },
      { path: 'status.conditions[Ready].status', before: 'False', after: 'True' },
      { path: 'status.labels["a.b/c"]', before: 'False', after: 'True' },
    ]);
  });

  test('are said in few letters, conditions and containers by their names', () => {
    const before = { status: { phase: 'Pending' } };
    const after = {
      status: {
        conditions: [{ type: 'Ready', status: 'True', reason: 'x' }],
        containers: [{ name: 'app' }],
        note: 'n'.repeat(50),
      },
    };
    expect(jsonChanges(before, after).map(tellPath)).toEqual([
      'status.conditions nothing → [Ready True]',
      'status.containers nothing → [app]',
      `status.note nothing → ${'n'.repeat(39)}…`,
      'status.phase Pending → nothing',
    ]);
  });

  test('tell queues, informers, indexers and expectations', () => {
    const queue = {
      queue: ['a', 'b'],
      dirty: ['a', 'b'],
      processing: mapFrom<string>([]),
      waiting: mapFrom<number>([]),
      failures: mapFrom([['a', 1]]),
    };
    const informer = {
      reflector: 'watching',
      resourceVersion: '1',
      queue: [],
      deltas: mapFrom<readonly 'Added'[]>([]),
      synced: true,
    } as const;
    const before = {
      ...emptyWorld(),
      queues: mapFrom([['replicaset', queue]]),
      informers: mapFrom([['p/pods', informer]]),
      indexers: mapFrom([['p/pods', mapFrom([['default/x', object('Pod', 'x')]])]]),
      expectations: mapFrom([['replicaset a', { add: 2, del: 0, deleting: [], since: 5, until: 300_005 }]]),
    };
    const after = {
      ...before,
      queues: mapFrom([
        [
          'replicaset',
          { ...queue, queue: ['b'], processing: mapFrom([['a', 'worker-1']]), failures: mapFrom([['a', 2]]) },
        ],
      ]),
      informers: mapFrom([
        [
          'p/pods',
          { ...informer, queue: ['default/y'], deltas: mapFrom([['default/y', ['Added'] as const]]) },
        ],
      ]),
      indexers: mapFrom([
        ['p/pods', mapFrom([['default/x', object('Pod', 'x', { spec: { nodeName: 'node-a' } })]])],
      ]),
      expectations: mapFrom([['replicaset a', { add: 1, del: 0, deleting: [], since: 5, until: 300_005 }]]),
    };
    expect(worldChanges(before, after)).toEqual([
      {
        component: 'informers',
        name: 'p/pods',
        change: 'changed',
        paths: [
          { path: 'queue', before: [], after: ['default/y'] },
          { path: 'deltas["default/y"]', after: ['Added'] },
        ],
      },
      {
        component: 'indexers',
        name: 'p/pods',
        key: 'default/x',
        change: 'changed',
        paths: [{ path: 'spec', after: { nodeName: 'node-a' } }],
      },
      {
        component: 'queues',
        name: 'replicaset',
        change: 'changed',
        paths: [
          { path: 'queue', before: ['a', 'b'], after: ['b'] },
          { path: 'processing["a"]', after: 'worker-1' },
          { path: 'failures["a"]', before: 1, after: 2 },
        ],
      },
      {
        component: 'expectations',
        name: 'replicaset a',
        change: 'changed',
        paths: [{ path: 'add', before: 2, after: 1 }],
      },
    ]);
    expect(worldChanges(before, structuredClone(before))).toEqual([]);
  });
});

describe('comparing two runs', () => {
  const act = { kind: 'crash', program: 'kube-controller-manager' } as const;
  const fork = toyRun(2, [{ at: 3, act }]);

  test('finds where they part, and says it', () => {
    const difference = firstDifference(run, fork);
    expect([difference?.index, difference?.a?.event.kind, difference?.b?.event.kind]).toEqual([
      4,
      'store.write',
      'act',
    ]);
    expect(difference?.text).toBe(
      'Both runs are the same until 3 ms. The first goes on at 5 ms: The API server stores pod default/web-1 ' +
        '(revision 2), which kube-controller-manager creates. The second goes on at 3 ms: You crash kube-controller-manager.',
    );
    const shorter = { ...run, entries: run.entries.slice(0, last) };
    expect(firstDifference(shorter, run)?.text).toBe(
      'Both runs are the same until 5 ms. The first is over. The second goes on at 5 ms: A worker of replicaset is done with default/web.',
    );
    expect(firstDifference(run, toyRun(3))?.text).toBe(
      'The two runs differ from the start. The first goes on at 0 ms: The user scales ReplicaSet default/web to 2 replicas. ' +
        'The second goes on at 0 ms: The user scales ReplicaSet default/web to 3 replicas.',
    );
  });

  test('lays them side by side', () => {
    expect(align(run, fork)).toEqual({
      common: 4,
      rows: [
        ...[0, 1, 2, 3].map((i) => ({ at: 0, a: i, b: i })),
        { at: 3, b: 4 },
        { at: 5, a: 4, b: 5 },
        { at: 5, a: 5, b: 6 },
        { at: 5, a: 6, b: 7 },
      ],
    });
  });

  test('an entry more at the same time does not push the rest apart', () => {
    const more = toyRun(2, [{ at: 5, act }]);
    expect(align(run, more).rows.filter(({ a, b }) => a === undefined || b === undefined)).toHaveLength(1);
    expect(align(more, run).rows.filter(({ a, b }) => a === undefined || b === undefined)).toHaveLength(1);
  });

  test('tells how their ends differ', () => {
    expect(finalDifferences(run, fork)).toEqual([]);
    expect(
      finalDifferences(run, toyRun(3)).map(({ component, name, change }) => [component, name, change]),
    ).toEqual([
      ['store', '', 'changed'],
      ['store', 'pods/default/web-3', 'added'],
      ['store', 'replicasets/default/web', 'changed'],
    ]);
  });
});

describe('stops', () => {
  const stepped: Recording = {
    ...run,
    entries: run.entries.map((entry) =>
      entry.index === 6
        ? { ...entry, event: { kind: 'line', file: 'a/b.ts', line: 7, function: 'f', depth: 0, locals: {} } }
        : { ...entry, anchor: { file: 'a/b.ts', line: entry.index } },
    ),
  };

  test.each<[Granularity, number[]]>([
    ['line', [0, 1, 2, 3, 4, 5, 6]],
    ['every event', [0, 1, 2, 3, 4, 5]],
    ['event', [0, 1, 2, 3, 4, 5]],
    ['work item', [0, 3]],
    ['API write', [0, 1, 4, 5]],
  ])('of one %s', (granularity, stops) => {
    expect(stopsOf(stepped, granularity)).toEqual(stops);
    expect(nextStop(stepped, -1, granularity)).toBe(0);
    expect(nextStop(stepped, 0, granularity)).toBe(stops[1]);
    expect(nextStop(stepped, 6, granularity)).toBe(undefined);
    expect(previousStop(stepped, stops[1] ?? 0, granularity)).toBe(0);
    expect(previousStop(stepped, 0, granularity)).toBe(undefined);
    expect(previousStop(stepped, 99, granularity)).toBe(stops.at(-1));
  });

  test.each<[Breakpoint, number[]]>([
    [{ kind: 'selector', selector: 'store.write' }, [1, 4, 5]],
    [{ kind: 'selector', selector: 'store.write #2' }, [4]],
    [{ kind: 'selector', selector: 'store.write after workqueue.get' }, [4, 5]],
    [{ kind: 'selector', selector: 'store.write after watch.event' }, []],
    [{ kind: 'line', file: 'b.ts', line: 7 }, [6]],
    [{ kind: 'line', file: 'a/b.ts', line: 2 }, [2]],
    [{ kind: 'line', file: 'other.ts', line: 2 }, []],
  ])('at %j', (breakpoint, expected) => {
    const [stops, problem] = breakpointStops(stepped, breakpoint);
    expect(problem).toBe(undefined);
    expect(stepped.entries.filter((entry) => stops?.(entry)).map(({ index }) => index)).toEqual(expected);
  });

  test('a breakpoint that cannot be read says why', () => {
    expect(breakpointStops(run, { kind: 'selector', selector: 'store.wirte' })[1]?.message).toBe(
      'selector "store.wirte": expected an event\'s kind, found store.wirte; did you mean store.write?',
    );
  });
});

describe('fingerprint', () => {
  test('is equal for equal runs, to the byte', () => {
    expect(canonicalText(toyRun(2))).toBe(canonicalText(run));
    expect(fingerprint(toyRun(2))).toBe(fingerprint(run));
    expect(fingerprint(run)).toMatch(/^[0-9a-f]{16}$/);
  });

  test('sees a difference in an event, a time, a cause, or in a world alone', () => {
    const changed = (change: object): Recording => ({
      ...run,
      entries: run.entries.map((entry) => (entry.index === 3 ? { ...entry, ...change } : entry)),
    });
    const { world } = entryAt(run, 3);
    const prints = [
      run,
      changed({ at: 1 }),
      changed({ cause: 1 }),
      changed({ event: { kind: 'store.compact', revision: 1 } }),
      changed({ world: { ...world, faults: mapFrom([['x', 'y']]) } }),
      changed({ world: { ...world, store: { ...world.store, compacted: 1 } } }),
    ].map(fingerprint);
    expect(new Set(prints).size).toBe(prints.length);
  });

  test('is there for a plane that has no API server, and sees what its program did', () => {
    const saying = (text: string): Recording =>
      recordOn(
        {
          subjects: [],
          programsOf: () => [
            {
              name: 'clock',
              *main(host) {
                yield* host.sim.sleep(5);
                host.print(text, 'stdout');
              },
            },
          ],
        },
        {
          id: 'test/clock',
          title: 'A clock',
          summary: 'It says one word.',
          seed: 1,
          shows: [],
          endsAtMs: 10,
          *story() {},
        },
      );
    expect(fingerprint(saying('tick'))).toBe(fingerprint(saying('tick')));
    expect(fingerprint(saying('tock'))).not.toBe(fingerprint(saying('tick')));
  });

  test('canonical JSON knows no order of keys, and no undefined', () => {
    expect(canonicalJSON({ b: [1, undefined, 'x'], a: undefined, c: { z: null, y: true } })).toBe(
      '{"b":[1,null,"x"],"c":{"y":true,"z":null}}',
    );
  });
});
