import { describe, expect, test } from 'vitest';
import { tell } from '../../../src/recording/tell.ts';
import { Stage } from '../../../src/runtime/stage/stage.ts';
import type { Act } from '../../../src/runtime/stage/acts.ts';
import { pod } from '../../../src/runtime/subjects/api/objects.ts';
import type { Settings } from '../../../src/runtime/stage/settings.ts';
import { mapEntries, mapGet } from '../../../src/runtime/sim/pmap.ts';
import { plane } from './sample-plane.ts';

const counter = 'pod-counter';

function staged(settings: Partial<Settings> = {}) {
  const cluster = new Stage(plane, settings, { seed: 1 });
  const trace = cluster.record();
  cluster.start();
  const { sim } = cluster;
  sim.runFor(100);
  return {
    sim,
    cluster,
    /** Does something, lets ms go by, and gives what was refused. */
    act(act: Act, ms = 100): string | undefined {
      const error = cluster.act(act);
      sim.runFor(ms);
      return error?.message;
    },
    /** Rows of a table as text; undefined if it is not shown. */
    table: (key: string): string[] | undefined =>
      mapGet(trace.world.tables, key)?.rows.map(({ name, cells, note }) =>
        [name, ...cells, ...(note ? [`(${note})`] : [])].join(' '),
      ),
    tables: (): string[] => mapEntries(trace.world.tables).map(([key]) => key),
    faults: (): string[] => mapEntries(trace.world.faults).map(([, text]) => text),
    /** What was told of the program as a whole since the last call. */
    told: (() => {
      let from = 0;
      return (): string[] => {
        const entries = trace.entries.slice(from);
        from = trace.entries.length;
        return entries
          .filter(({ event: { kind } }) => /^(program\.|startup|http)/.test(kind))
          .map(({ at, event }) => `${at}  ${tell(event)}`);
      };
    })(),
  };
}

describe('a program', () => {
  test('is one of its name, or as many replicas as the settings say', () => {
    expect(staged().cluster.programs.names).toEqual(['pod-counter']);
    expect(staged({ replicas: 2 }).cluster.programs.names).toEqual(['pod-counter-0', 'pod-counter-1']);
  });

  test('has the command line of the settings, or of whoever starts it', () => {
    const { act, table, told } = staged({ args: { [counter]: ['--every=200'] } });
    expect(table(`${counter}/options`)).toEqual([
      'port 8080 8080',
      'everyMs 1000 200 (set on the command line)',
    ]);
    act({ kind: 'crash', program: counter });
    act({ kind: 'start', program: counter, args: ['--port=1'] });
    expect(table(`${counter}/options`)).toEqual([
      'port 8080 1 (set on the command line)',
      'everyMs 1000 1000',
    ]);
    expect(told().filter((line) => line.includes('starts'))).toEqual([
      '0  pod-counter starts with --every=200',
      '200  pod-counter starts with --port=1',
    ]);
  });

  test('that is idle waits for an act to start it', () => {
    const { act, told, tables } = staged({ idle: [counter] });
    expect([told(), tables()]).toEqual([[], []]);
    expect(act({ kind: 'pause', program: counter, forMs: 1 })).toBe(
      'pod-counter is not running: start it first',
    );
    expect(act({ kind: 'start', program: counter })).toBeUndefined();
    expect(tables()).toEqual([`${counter}/counter`, `${counter}/options`]);
  });

  test('that exits says why and with which code, and what it showed last stays', () => {
    const { act, told, table, cluster } = staged({ args: { [counter]: ['--every=soon'] } });
    expect(told()).toEqual([
      '0  pod-counter starts with --every=soon',
      '0  pod-counter prints: pod-counter: --every takes a number of ms',
      '0  pod-counter exits: bad command line',
    ]);
    expect(table(`${counter}/output`)).toEqual(['1 pod-counter: --every takes a number of ms']);
    expect(cluster.programs.isRunning(counter)).toBe(false);
    expect(cluster.sim.processes.size).toBe(0);
    act({ kind: 'start', program: counter, args: [] });
    expect(table(`${counter}/output`)).toBeUndefined();
  });

  test('ends when its main does, here on SIGTERM; one that does not care for signals ends by it', () => {
    const { act, told } = staged();
    told();
    act({ kind: 'terminate', program: counter });
    expect(told()).toEqual(['100  pod-counter exits']);
    const busy = staged({ args: { [counter]: ['--every=100000'] }, latencyMs: 60 });
    busy.told();
    // It has not begun to wait for signals: its caches are not filled yet.
    busy.act({ kind: 'terminate', program: counter });
    expect(busy.told()).toEqual(['100  SIGTERM ends pod-counter']);
  });

  test('is ended by a signal for which it does not care, though it cares for another', () => {
    const { act, told } = staged();
    told();
    act({ kind: 'send-usr2', program: counter });
    expect(told()).toEqual(['100  SIGUSR2 ends pod-counter']);
  });

  test('crashes with its tables', () => {
    const { act, tables } = staged({ replicas: 2 });
    act({ kind: 'crash', program: 'pod-counter-0' });
    expect(tables()).toEqual(['pod-counter-1/counter', 'pod-counter-1/options']);
  });

  test('answers at the ports that it listens to, and is as good as away at others', () => {
    const { act, told, table } = staged();
    told();
    expect(act({ kind: 'request', program: counter, path: '/count' })).toBeUndefined();
    expect(act({ kind: 'request', program: counter, path: '/healthz', port: 8080 })).toBeUndefined();
    expect(told()).toEqual([
      '101  pod-counter answers GET /count with 200: pods 0 (and 1 more line)',
      '200  pod-counter answers GET /healthz with 404: not found',
    ]);
    expect(table(`${counter}/http`)).toEqual(['1 GET /healthz: 404', '2 not found']);
    expect(act({ kind: 'request', program: counter, path: '/', port: 80 })).toBe(
      'connection refused: nothing of pod-counter:80 listens',
    );
    act({ kind: 'crash', program: counter });
    expect(act({ kind: 'request', program: counter, path: '/count' })).toBe(
      'connection refused: nothing of pod-counter listens',
    );
  });

  test('that is paused stands still, answers later, and takes up its work', () => {
    const { act, told, table } = staged();
    told();
    act({ kind: 'pause', program: counter, forMs: 5000 }, 2000);
    act({ kind: 'request', program: counter, path: '/count' }, 1000);
    expect(table(`${counter}/counter`)).toEqual(['pods 0', 'counts 1']);
    act({ kind: 'pause', program: counter, forMs: 3000 }, 4000);
    expect(told()).toEqual([
      '100  pod-counter stands still for 5 s',
      '3100  pod-counter stands still for 3 s',
      '6100  pod-counter goes on',
      '6100  pod-counter counts 0 pods, for the time number 2',
      '6101  pod-counter answers GET /count with 200: pods 0 (and 1 more line)',
      '7100  pod-counter counts 0 pods, for the time number 3',
    ]);
    expect(table(`${counter}/counter`)).toEqual(['pods 0', 'counts 3']);
  });

  test('whose clock runs fast does more in the same time; the others do not', () => {
    const { act, table, faults } = staged({ replicas: 2 });
    act({ kind: 'skew-clock', program: 'pod-counter-0', percent: 200, aheadMs: 5000 }, 10_000);
    expect([table('pod-counter-0/counter')?.[1], table('pod-counter-1/counter')?.[1]]).toEqual([
      'counts 20',
      'counts 11',
    ]);
    expect(faults()).toEqual(['the clock of pod-counter-0 counts 200 ms in 100 and is 5000 ms ahead']);
    act({ kind: 'skew-clock', program: 'pod-counter-0', percent: 100, aheadMs: 0 });
    expect(faults()).toEqual([]);
    expect(act({ kind: 'skew-clock', program: 'pod-counter-0', percent: 0, aheadMs: 0 })).toBe(
      'expected a clock that goes on, at 1 percent or more, found 0',
    );
  });

  test('that is cut off learns what happened only when the partition is over', () => {
    const { act, table, faults, cluster } = staged({ args: { [counter]: ['--every=100'] } });
    act({ kind: 'partition', program: counter, forMs: 2000 }, 0);
    act({ kind: 'apply', object: pod('a', {}) }, 1000);
    expect([table(`${counter}/counter`)?.[0], faults()]).toEqual([
      'pods 0',
      ['pod-counter cannot reach the API server'],
    ]);
    act({ kind: 'partition', program: counter, forMs: 2000 }, 1500);
    expect([table(`${counter}/counter`)?.[0], faults().length]).toEqual(['pods 0', 1]);
    cluster.sim.runFor(1000);
    expect([table(`${counter}/counter`)?.[0], faults()]).toEqual(['pods 1', []]);
  });

  test('must be one that there is', () => {
    expect(staged().act({ kind: 'terminate', program: 'counter' })).toBe(
      'expected the name of a program, found "counter"; there are pod-counter',
    );
  });
});
