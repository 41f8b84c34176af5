import { describe, expect, test } from 'vitest';
import { foldedRows } from '../../src/recording/folded-rows.ts';
import { foldsIn, tellFold } from '../../src/recording/folds.ts';
import { foldAt, nextStop, previousStop, stopsOf } from '../../src/recording/granularity.ts';
import type { Recording } from '../../src/recording/recording.ts';
import type { Event } from '../../src/runtime/stage/events.ts';
import { newSample, object, write } from './sample.ts';

const program = 'kube-controller-manager';
const add = (key: string, merged = false): Event => ({
  kind: 'workqueue.add',
  queue: 'replicaset',
  key,
  merged,
});
const ask = (resource: string, verb = 'list', who = program): Event => ({
  kind: 'api.request',
  program: who,
  verb,
  resource,
  key: resource,
});
const six = ['pods', 'nodes', 'secrets', 'services', 'leases', 'endpoints'];
const times = <T>(count: number, one: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => one(i));

function runOf(events: readonly Event[]): Recording {
  const { trace, recording } = newSample();
  for (const event of events) trace.record(event);
  return recording();
}

const all = (run: Recording): number[] => run.entries.map(({ index }) => index);

/** The rows of a run as they are read: a sentence for each fold, the index of what stands by itself. */
const rowsOf = (run: Recording): (string | number)[] =>
  foldedRows(run, all(run)).map((row) => (typeof row === 'number' ? row : tellFold(run, row)));

describe('what is said many times in a row', () => {
  test.each<[string, readonly Event[], readonly (string | number)[]]>([
    ['four times is not many', times(4, (i) => add(`default/${i}`)), [0, 1, 2, 3]],
    [
      'folds, and what the names share is said once',
      times(5, (i) => add(`default/web-${i}`)),
      ['The workqueue replicaset takes in default/web-0, web-1, web-2 and 2 more'],
    ],
    [
      'stands between what says something else',
      [ask('pods', 'watch'), ...six.map((one) => ask(one)), ask('pods', 'get')],
      [0, `${program} asks the API server to list pods, nodes, secrets and 3 more`, 7],
    ],
    [
      'is counted where it is the same each time',
      times(6, () => add('default/web')),
      ['The workqueue replicaset takes in default/web, 6 times'],
    ],
    [
      'may be a few things in turn',
      [...six.flatMap((one) => [ask(one), add(`default/${one}`)]), ask('pods')],
      [
        `${program} asks the API server to list pods, nodes, secrets and 3 more; ` +
          'the workqueue replicaset takes in default/pods, nodes, secrets and 3 more',
        12,
      ],
    ],
    [
      'has the first and the last of many things in turn',
      six.flatMap((one) => [ask(one), ask(one, 'watch'), ask(one, 'get'), add(`default/${one}`)]),
      [
        `${program} asks the API server to list pods, nodes, secrets and 3 more; …; ` +
          'the workqueue replicaset takes in default/pods, nodes, secrets and 3 more',
      ],
    ],
    [
      'is another thing where another does it',
      six.map((one, i) => ask(one, 'list', i < 3 ? program : 'kube-scheduler')),
      [0, 1, 2, 3, 4, 5],
    ],
    [
      'is another thing where it came out otherwise',
      times(6, (i) => add(`default/${i}`, i > 2)),
      [0, 1, 2, 3, 4, 5],
    ],
    [
      'names paths whole, and revisions from first to last',
      [
        ...times(5, (i) => ask(`/apis/group-${i}/v1`, 'get')),
        ...times(5, (i): Event => ({
          kind: 'watch.event',
          watch: `${program}/pods`,
          type: 'ADDED',
          key: `default/${i}`,
          revision: 7 + i,
        })),
      ],
      [
        `${program} asks the API server to get /apis/group-0/v1, /apis/group-1/v1, /apis/group-2/v1 and 2 more`,
        `The watch tells ${program}: pod default/0, 1, 2 and 2 more was added (revision 7 to 11)`,
      ],
    ],
    [
      'puts several values into one text',
      times(5, (i): Event => ({
        kind: 'startup',
        program,
        phase: 'mux',
        name: `${i}`,
        text: 'serves {0} in {1}',
        values: [`/path-${i}`, 'mux-1'],
      })),
      [`${program} serves /path-0, /path-1, /path-2 and 2 more in mux-1`],
    ],
    [
      'never takes in an act',
      times(6, (): Event => ({ kind: 'act', by: 'story', act: { kind: 'crash', program } })),
      [0, 1, 2, 3, 4, 5],
    ],
  ])('%s', (_what, events, rows) => {
    expect(rowsOf(runOf(events))).toEqual(rows);
  });

  test('does not say of all writes how the first changed its object', () => {
    const sample = newSample();
    for (const value of [1, 2])
      for (const i of six.keys())
        write(sample, `pods/default/p${i}`, object('Pod', `p${i}`, { spec: { value } }), 'kubectl');
    const run = sample.recording();
    expect(rowsOf(run)).toEqual([
      'The API server stores pod default/p0, p1, p2 and 3 more (revision 1 to 6), which kubectl creates',
      'The API server stores pod default/p0, p1, p2 and 3 more (revision 7 to 12), which kubectl updates',
    ]);
  });

  test('has its parts in order, and where it begins again', () => {
    const run = runOf([add('a', true), ...six.flatMap((one) => [ask(one), add(one)])]);
    expect(foldsIn(run, all(run))).toEqual([{ parts: times(12, (i) => i + 1), period: 2 }]);
  });
});

describe('a fold on the way', () => {
  const run = runOf([add('a', true), ...six.map((one) => ask(one)), add('b')]);

  test('is one stop, at its last part', () => {
    expect(stopsOf(run, 'event')).toEqual([0, 6, 7]);
    expect([nextStop(run, 0, 'event'), previousStop(run, 7, 'event')]).toEqual([6, 6]);
    expect(foldAt(run, 'event', 3)?.parts).toEqual([1, 2, 3, 4, 5, 6]);
    expect(foldAt(run, 'event', 7)).toBeUndefined();
  });

  test('has a stop for each part once it is open', () => {
    const opened = new Set([1]);
    expect(stopsOf(run, 'event', opened)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect([nextStop(run, 0, 'event', opened), previousStop(run, 7, 'event', opened)]).toEqual([1, 6]);
  });

  test('is walked through by every event', () => {
    expect(stopsOf(run, 'every event')).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(foldAt(run, 'every event', 3)).toBeUndefined();
  });
});
