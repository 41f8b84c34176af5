import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventsModel } from '../../../../src/subjects/control-loop/event-rows.ts';
import { nodesModel } from '../../../../src/subjects/nodes/node-rows.ts';
import { goroutinesModel, waitText } from '../../../../src/subjects/stage/goroutine-rows.ts';
import { expectationsModel, queueModel } from '../../../../src/subjects/control-loop/controller-rows.ts';
import { panes } from '../../../../src/subjects/control-loop/panes.ts';
import { watchModel } from '../../../../src/subjects/api/watch-rows.ts';
import { fifoModel, indexerModel } from '../../../../src/subjects/control-loop/informer-rows.ts';
import { stateModel } from '../../../../src/subjects/stage/state-rows.ts';
import { StoreTables, lastWritten } from '../../../../src/subjects/api/store-rows.ts';
import type { Cell, PaneModel } from '../../../../src/components/scope/panes/table.ts';
import type { Entry, TableState } from '../../../../src/runtime/stage/world.ts';
import { emptyWorld } from '../../../runtime/empty-world.ts';
import type { InformerState } from '../../../../src/runtime/subjects/control-loop/world.ts';
import type { StoredObject } from '../../../../src/runtime/subjects/api/world.ts';
import { emptyMap, mapFrom } from '../../../../src/runtime/sim/pmap.ts';
import { entriesOf, node, pod, processes, replicaSet, worldWith } from './worlds.ts';

const words = ({ text, mark }: Cell): string => (mark ? `${text} (${mark})` : text);

/** A pane as text: a line a heading, fact and row. */
function lines(model: PaneModel): string[] {
  return model.sections.flatMap(({ title, facts, table }) => [
    [title, ...facts.map(({ label, value }) => `${label}: ${words(value)}`)].join(' | '),
    ...(table?.rows ?? []).map(({ cells }) => `  ${cells.map(words).join(' | ')}`),
  ]);
}

describe('the state pane', () => {
  const options = {
    title: 'Options',
    columns: ['Option', 'Default', 'Value'],
    rows: [
      { name: 'leader-elect', cells: ['true', 'false'], note: 'set on the command line' },
      { name: 'profiling', cells: ['true', ''] },
    ],
  };
  const worldOf = (...tables: readonly (readonly [string, TableState])[]) => ({
    ...emptyWorld(),
    tables: mapFrom(tables),
  });

  test('shows each table with its notes, and whose it is where there are several programs', () => {
    const rows = ['  leader-elect | true | false (set on the command line)', '  profiling | true | –'];
    expect(lines(stateModel(worldOf(['kcm/options', options])))).toEqual(['Options', ...rows]);
    const empty = { ...options, title: 'Flags', rows: [] };
    expect(lines(stateModel(worldOf(['kcm-0/options', options], ['kcm-1/flags', empty])))).toEqual([
      'kcm-0: Options',
      ...rows,
      'kcm-1: Flags',
    ]);
  });

  describe('the order of tables', () => {
    const [first] = options.rows;
    const short = { ...options, title: 'Short', rows: [first!] };
    const late = { ...options, title: 'Late' };
    const titlesAt = (worlds: ReturnType<typeof worldOf>[], index: number): string[] => {
      const entries = worlds.map((world, at) => ({ index: at, world }) as unknown as Entry);
      const { sections } = stateModel(worlds[index]!, { entries, index });
      return sections.map(({ title }) => title);
    };

    test('is that in which the run shows them, the shorter of two first', () => {
      const worlds = [
        worldOf(),
        worldOf(['kcm/b', options], ['kcm/c', short]),
        worldOf(['kcm/a', late], ['kcm/b', options], ['kcm/c', short]),
      ];
      expect(titlesAt(worlds, 2)).toEqual(['Short', 'Options', 'Late']);
    });

    test('begins with what changed last, where there are too many to be in sight', () => {
      const rows = Array.from({ length: 41 }, (_, i) => ({ ...first!, name: String(i) }));
      const long = { ...options, title: 'Long', rows };
      const worlds = [
        worldOf(['kcm/long', long]),
        worldOf(['kcm/long', long], ['kcm/b', short]),
        worldOf(['kcm/long', { ...long, rows: rows.slice(1) }], ['kcm/b', short]),
      ];
      expect(titlesAt(worlds, 1)).toEqual(['Short', 'Long']);
      expect(titlesAt(worlds, 2)).toEqual(['Long', 'Short']);
    });
  });

  test('keeps the spaces of what was printed, and gives it the whole width', () => {
    const line = { name: '1', cells: ['      --port int32   The port'] };
    const output = { title: 'Output', columns: ['Line', 'Text'], rows: [line] };
    const [section] = stateModel(worldOf(['kcm/output', output])).sections;
    expect(section?.wide).toBe(true);
    expect(section?.table?.columns.map(({ as }) => as)).toEqual(['text', 'text']);
    const narrow = { ...output, rows: [{ name: 'seed', cells: ['1'] }] };
    expect(stateModel(worldOf(['kcm/random', narrow])).sections[0]?.wide).toBe(false);
  });

  test('shows before the tables the queues that a registry of controllers names', () => {
    const registry = {
      title: 'Controllers',
      columns: ['Name', 'State'],
      rows: [{ name: 'own', cells: ['runs'] }],
    };
    const queue = {
      queue: ['node-a'],
      dirty: ['node-a'],
      processing: emptyMap<string>(),
      waiting: emptyMap<number>(),
      failures: emptyMap<number>(),
    };
    const queues = mapFrom([
      ['own', queue],
      ['other', queue],
    ] as const);
    const titles = (table: TableState): string[] => {
      const world = { ...worldOf(['manager/controllers', table]), queues };
      const entries = [{ index: 0, at: 0, world } as unknown as Entry];
      return stateModel(world, { entries, panes }).sections.map(({ title }) => title);
    };
    expect(titles(registry)).toEqual(['Controllers']);
    expect(titles({ ...registry, shows: 'queue' })).toEqual(['Work queue own', 'Controllers']);
  });
});

describe('the store pane', () => {
  const world = worldWith({
    'nodes/node-a': node('node-a', 1),
    'pods/default/web-1': pod('web-1', 4, { node: 'node-a', phase: 'Running', ready: true }),
    'pods/default/web-2': pod('web-2', 5),
    'replicasets/default/web': replicaSet('web', 3, 2, 1),
  });

  test('lists objects by kind, ReplicaSets and pods first', () => {
    expect(lines(new StoreTables().model(world))).toEqual([
      'replicasets',
      '  web | default | wants 2, counts 1, ready 0 | 3',
      'pods',
      '  web-1 | default | Running, ready | 4',
      '  web-2 | default | Pending, no node | 5',
      'nodes',
      '  node-a | – | Ready | 1',
    ]);
  });

  test('marks what differs from the stop before, and shows that first of many', () => {
    const pods = (changes: Readonly<Record<string, StoredObject | undefined>>) => {
      const all = Array.from(
        { length: 40 },
        (_, i) => [`pods/default/web-${i}`, pod(`web-${i}`, i + 1)] as const,
      );
      const kept = { ...Object.fromEntries(all), ...changes };
      const there = Object.entries(kept).filter(
        (each): each is [string, StoredObject] => each[1] !== undefined,
      );
      return worldWith(Object.fromEntries(there));
    };
    const tables = new StoreTables();
    const before = pods({ 'nodes/node-a': node('node-a', 99) });
    tables.model(before);
    const changed = {
      'pods/default/web-39': pod('web-39', 100, { node: 'node-a' }),
      'pods/default/web-8': undefined,
      'pods/default/zoo': pod('zoo', 101),
    };
    const { sections } = tables.model(pods(changed), before);
    expect(sections.map(({ title, table }) => [title, table?.left])).toEqual([
      ['pods', 21],
      ['nodes', 0],
    ]);
    const marked = sections.flatMap(({ table }) => table?.rows.filter(({ change }) => change) ?? []);
    expect(marked.map(({ key, change }) => `${change} ${key}`)).toEqual([
      'changed pods/default/web-39',
      'gone pods/default/web-8',
      'new pods/default/zoo',
      'gone nodes/node-a',
    ]);
    expect(tables.model(before, before, () => 50).sections.map(({ table }) => table?.rows.length)).toEqual([
      40, 1,
    ]);
  });

  test('has the same in whichever way a reader came to a moment', () => {
    fc.assert(
      fc.property(fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 60 })), (moments) => {
        const tables = new StoreTables();
        for (const moment of moments) {
          const world = worldWith(
            Object.fromEntries(moment.map((i) => [`pods/a/web-${i}`, pod(`web-${i}`, 1)])),
          );
          expect(tables.model(world)).toEqual(new StoreTables().model(world));
        }
      }),
    );
  });

  test('follows the last write up to the cursor, but not those of Events', () => {
    const write = (resource: string, key: string, revision: number) =>
      ({
        kind: 'store.write',
        verb: 'create',
        resource,
        key,
        revision,
        program: 'kubectl',
        object: pod('x', revision),
      }) as const;
    const entries = entriesOf([
      { event: write('pods', 'pods/default/web-1', 4), world },
      { event: write('events', 'events/default/e', 5) },
      { event: write('pods', 'pods/default/web-2', 6) },
    ]);
    expect([0, 1, 2].map((cursor) => lastWritten(entries, cursor))).toEqual([
      'pods/default/web-1',
      'pods/default/web-1',
      'pods/default/web-2',
    ]);
  });
});

describe('the panes of an informer', () => {
  test('a watch tells its state, its delay and what is on its way', () => {
    const watches = mapFrom([
      [
        'kubelet-stand-in/node-a/pods',
        {
          program: 'kubelet-stand-in/node-a',
          resource: 'pods',
          state: 'cut',
          delayMs: 0,
          inFlight: [],
          revision: 3,
        },
      ],
      [
        'manager/pods',
        {
          program: 'manager',
          resource: 'pods',
          state: 'open',
          delayMs: 800,
          revision: 4,
          inFlight: [{ type: 'ADDED', key: 'pods/default/web-1', revision: 5 }],
        },
      ],
    ] as const);
    expect(lines(watchModel({ ...emptyWorld(), watches }))).toEqual([
      'Watches',
      '  kubelet-stand-in/node-a | pods | cut | none | – | 3',
      '  manager | pods | open | 800 ms (extra) | ADDED web-1 @5 | 4',
    ]);
  });

  test('the DeltaFIFO shows keys in the order of their queue, each with its deltas', () => {
    const informers = mapFrom<InformerState>([
      [
        'manager/pods',
        {
          reflector: 'watching',
          resourceVersion: '5',
          queue: ['default/b', 'default/a'],
          deltas: mapFrom([
            ['default/a', ['Added']],
            ['default/b', ['Added', 'Updated']],
          ]),
          synced: true,
        },
      ],
    ] as const);
    expect(lines(fifoModel({ ...emptyWorld(), informers }))).toEqual([
      'manager/pods | Reflector: watching | Resumes from revision: 5 | Synced: yes',
      '  1 | default/b | Added, Updated',
      '  2 | default/a | Added',
    ]);
  });

  test('the cache is set beside the store: behind, gone, and not here yet', () => {
    const world = worldWith(
      { 'pods/default/a': pod('a', 9), 'pods/default/b': pod('b', 4), 'pods/default/d': pod('d', 8) },
      {
        indexers: mapFrom([
          [
            'manager/pods',
            mapFrom([
              ['default/a', pod('a', 7)],
              ['default/b', pod('b', 4)],
              ['default/c', pod('c', 2)],
            ]),
          ],
        ]),
      },
    );
    expect(lines(indexerModel(world))).toEqual([
      'manager/pods | Cached: 3 objects | Differs from the store: 3 places',
      '  default/a | Pending, no node | 7 (behind by 2 revisions) | 9',
      '  default/b | Pending, no node | 4 | 4',
      '  default/c | Pending, no node | 2 (gone from the store) | gone',
      '  default/d | – | not here yet | 8',
    ]);
  });

  test("a kubelet's cache lacks nothing when it has the pods of its own node", () => {
    const world = worldWith(
      {
        'pods/default/a': pod('a', 3, { node: 'node-a' }),
        'pods/default/b': pod('b', 4, { node: 'node-b' }),
      },
      {
        indexers: mapFrom([
          ['kubelet-stand-in/node-a/pods', mapFrom([['default/a', pod('a', 3, { node: 'node-a' })]])],
        ]),
      },
    );
    expect(lines(indexerModel(world))[0]).toBe(
      'kubelet-stand-in/node-a/pods | Cached: 1 object | Differs from the store: nowhere',
    );
  });
});

describe('the panes of a controller', () => {
  test('a key of a work queue is in one row, wherever it is', () => {
    const queues = mapFrom([
      [
        'replicaset',
        {
          queue: ['default/b'],
          dirty: ['default/a', 'default/b'],
          processing: mapFrom([['default/a', 'replicaset/worker-1']]),
          waiting: mapFrom([['default/c', 1500]]),
          failures: mapFrom([['default/c', 2]]),
        },
      ],
    ]);
    expect(lines(queueModel({ ...emptyWorld(), queues }, 1000))).toEqual([
      'replicaset | Queued: 1 | Being worked on: 1 | Coming later: 1',
      '  default/a | – | dirty (comes again) | replicaset/worker-1 | – | 0',
      '  default/b | place 1 | dirty | – | – | 0',
      '  default/c | – | – | – | 1.5 s (in 500 ms) | 2',
    ]);
  });

  test('expectations say whether they are met, and when they are too old to hold', () => {
    const expectations = mapFrom([
      ['replicaset default/a', { add: 2, del: 0, deleting: [], since: 100, until: 300_100 }],
      ['replicaset default/b', { add: 0, del: 0, deleting: [], since: 100, until: 300_100 }],
      [
        'replicaset default/c',
        { add: 0, del: 1, deleting: ['default/c-1'], since: -400_000, until: -100_000 },
      ],
    ]);
    expect(lines(expectationsModel({ ...emptyWorld(), expectations }, 350))).toEqual([
      'Expectations',
      '  default/a | replicaset | 2 | 0 | – | 250 ms | no (waits)',
      '  default/b | replicaset | 0 | 0 | – | 250 ms | yes (all seen)',
      '  default/c | replicaset | 0 | 1 | default/c-1 | 400350 ms | yes (too old to hold)',
    ]);
  });
});

describe('the panes of the cluster', () => {
  test('nodes have their pods; pods without a node stand apart', () => {
    const world = worldWith({
      'nodes/node-a': node('node-a', 1),
      'nodes/node-b': node('node-b', 2),
      'pods/default/a': pod('a', 3, { node: 'node-a', phase: 'Running', deleted: true }),
      'pods/default/b': pod('b', 4),
    });
    expect(lines(nodesModel(world))).toEqual([
      'node-a | State: Ready | Pods: 1',
      '  default/a | Terminating | ReplicaSet web',
      'node-b | State: Ready | Pods: 0',
      'No node yet | Pods: 1',
      '  default/b | Pending, no node | ReplicaSet web',
    ]);
  });

  test('goroutines are listed by program, with what each waits for and until when', () => {
    const world = {
      ...emptyWorld(),
      processes: processes(
        {
          id: 10,
          name: 'replicaset/worker-2',
          group: 'manager',
          state: 'parked',
          waitsFor: { kind: 'cond', on: 'queue replicaset' },
        },
        { id: 9, name: 'replicaset/worker-1', group: 'manager', state: 'running' },
        {
          id: 3,
          name: 'sync',
          group: 'kubelet',
          state: 'parked',
          waitsFor: { kind: 'sleep', on: 'time', until: 2000 },
        },
        { id: 2, name: 'old', group: 'kubelet', state: 'crashed' },
      ),
    };
    expect(lines(goroutinesModel(world, 500, 9))).toEqual([
      'kubelet | Alive: 1 process',
      '  old | crashed | – | –',
      '  sync | parked | sleeps | 2 s (in 1.5 s)',
      'manager | Alive: 2 processes',
      '  replicaset/worker-1 | running (acts now) | – | –',
      '  replicaset/worker-2 | parked | waits for a signal on queue replicaset | –',
    ]);
  });

  test('a process that can run waits for its turn', () => {
    expect(waitText({ id: 1, name: 'p', group: 'g', state: 'ready' })).toBe('its turn');
  });

  test('like Events are counted together, the newest first, and none from after the cursor', () => {
    const event = (message: string, type = 'Normal') =>
      ({
        kind: 'event.record',
        program: 'replicaset-controller',
        type,
        reason: 'SuccessfulCreate',
        message,
        about: 'ReplicaSet default/web',
      }) as const;
    const entries = entriesOf([
      { event: event('one') },
      { event: event('two') },
      { event: event('one') },
      { event: event('later') },
    ]);
    expect(lines(eventsModel(entries, 2))).toEqual([
      'Events',
      '  now | Normal | SuccessfulCreate | ReplicaSet default/web | replicaset-controller | one (2 times)',
      '  10 ms ago | Normal | SuccessfulCreate | ReplicaSet default/web | replicaset-controller | two',
    ]);
  });
});

test.each([
  ['watches', watchModel(emptyWorld())],
  ['DeltaFIFO', fifoModel(emptyWorld())],
  ['indexer', indexerModel(emptyWorld())],
  ['work queue', queueModel(emptyWorld(), 0)],
  ['expectations', expectationsModel(emptyWorld(), 0)],
  ['nodes', nodesModel(emptyWorld())],
  ['goroutines', goroutinesModel(emptyWorld(), 0, -1)],
  ['store', new StoreTables().model(emptyWorld())],
  ['events', eventsModel([], 0)],
])('an empty pane of %s says what would appear there', (_, model) => {
  expect(model.sections).toEqual([]);
  expect(model.empty).toMatch(/\bhere\b/);
});
