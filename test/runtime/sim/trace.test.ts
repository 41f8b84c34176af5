import { describe, expect, test } from 'vitest';
import { Chan } from '../../../src/runtime/sim/chan.ts';
import { LimitReached } from '../../../src/runtime/sim/limits.ts';
import { mapEntries, mapGet } from '../../../src/runtime/sim/pmap.ts';
import { type Blocking, withCause } from '../../../src/runtime/sim/process.ts';
import { Sim, type SimOptions } from '../../../src/runtime/sim/sim.ts';
import { Trace, type WorldBase, emptyWorld } from '../../../src/runtime/sim/trace.ts';

interface World extends WorldBase {
  readonly count: number;
}

function traced(options: SimOptions = {}): { sim: Sim; trace: Trace<string, World> } {
  const sim = new Sim(options);
  const trace = new Trace<string, World>(sim, { ...emptyWorld(), count: 0 });
  sim.trace = trace as unknown as Trace;
  return { sim, trace };
}

describe('Trace', () => {
  const sleeping = function* (sim: Sim, act: () => void): Blocking<void> {
    yield* sim.sleep(10);
    act();
    yield* sim.sleep(10);
    act();
  };

  test('an entry says its place, or the one that its process is at', () => {
    const { sim, trace } = traced();
    const here = { file: 'here.ts' };
    trace.record('nobody knows');
    trace.locate = (process) => ({ file: `process ${process}` });
    sim.after(1, () => void trace.record('timer'));
    sim.go(
      'a',
      sleeping(sim, () => void trace.record('process')),
    );
    sim.after(15, () => void trace.record('known', here));
    sim.runUntilIdle();
    expect(trace.entries.map(({ event, process, anchor }) => [event, process, anchor?.file])).toEqual([
      ['nobody knows', -1, undefined],
      ['timer', -1, 'process -1'],
      ['process', 0, 'process 0'],
      ['known', -1, 'here.ts'],
      ['process', 0, 'process 0'],
    ]);
  });

  test('the event of an entry may be told anew, and nothing else of it changes', () => {
    const { trace } = traced();
    const index = trace.record('an act');
    const [before] = trace.entries;
    trace.amend(index, 'an act that was refused');
    expect(trace.entries).toEqual([{ ...before, event: 'an act that was refused' }]);
    expect(() => trace.amend(1, 'no')).toThrow('expected an index below 1, found 1');
  });

  test('knows every process that ever lived, and shows those that are there', () => {
    const { sim, trace } = traced();
    sim.go(
      'a',
      sleeping(sim, () => undefined),
    );
    sim.go('b', sim.sleep(5), 'group');
    sim.go('c', sim.sleep(100));
    const living = (): unknown[] =>
      mapEntries(trace.world.processes).map(([, { name, state, waitsFor }]) => [
        name,
        state,
        waitsFor?.until,
      ]);
    expect(living()).toEqual([
      ['a', 'ready', undefined],
      ['b', 'ready', undefined],
      ['c', 'ready', undefined],
    ]);
    sim.runFor(12);
    expect(living()).toEqual([
      ['a', 'parked', 20],
      ['c', 'parked', 100],
    ]);
    sim.crash('c');
    sim.runFor(30);
    expect(living()).toEqual([['c', 'crashed', undefined]]);
    expect(trace.processes).toEqual([
      { id: 0, name: 'a', group: 'a' },
      { id: 1, name: 'b', group: 'group' },
      { id: 2, name: 'c', group: 'c' },
    ]);
  });

  test.each<[string, (sim: Sim) => Blocking<unknown>, unknown]>([
    ['a channel', () => new Chan('letters').receive(), { kind: 'receive', on: 'letters' }],
    ['another channel', () => new Chan('numbers').receive(), { kind: 'receive', on: 'numbers' }],
    ['to send', () => new Chan<number>('numbers').send(1), { kind: 'send', on: 'numbers' }],
    ['another time', (sim) => sim.sleep(30), { kind: 'sleep', on: 'time', until: 40 }],
  ])('a process that waits for %s after a time is seen to', (_what, wait, waitsFor) => {
    const { sim, trace } = traced();
    sim.go(
      'waiter',
      (function* () {
        yield* sim.sleep(5);
        yield* sim.sleep(5);
        yield* wait(sim);
      })(),
    );
    const seen: unknown[] = [];
    for (const ms of [1, 5, 5]) {
      sim.runFor(ms);
      seen.push(mapGet(trace.world.processes, '0')?.waitsFor);
    }
    expect(seen).toEqual([
      { kind: 'sleep', on: 'time', until: 5 },
      { kind: 'sleep', on: 'time', until: 10 },
      waitsFor,
    ]);
  });

  test('entries between which nothing changed share their world', () => {
    const { sim, trace } = traced();
    sim.go('sleeper', sim.sleep(100));
    sim.runFor(1);
    trace.record('one');
    trace.record('two');
    trace.change('count', 1);
    trace.record('three');
    trace.record('four');
    const [one, two, three, four] = trace.entries.map(({ world }) => world);
    expect(two).toBe(one);
    expect(three).not.toBe(two);
    expect(four).toBe(three);
    expect(three?.processes).toBe(one?.processes);
    expect([one?.count, four?.count, trace.world]).toEqual([0, 1, four]);
  });

  test('its last events are told in brief', () => {
    const { trace } = traced();
    trace.record('x'.repeat(1000));
    trace.record('y');
    expect(trace.lastEvents(10)).toEqual([`0 ms  "${'x'.repeat(119)}`, '0 ms  "y"']);
    expect(trace.lastEvents(1)).toEqual(['0 ms  "y"']);
  });

  test('an entry keeps when, who, why and the world of its moment', () => {
    const { sim, trace } = traced();
    sim.go(
      'counter',
      (function* () {
        for (let i = 1; i <= 2; i++) {
          yield* sim.sleep(10);
          trace.change('count', i);
          trace.stage(`count ${i}`);
        }
      })(),
    );
    sim.runUntilIdle();
    const { entries } = trace;
    expect(
      entries.map(({ index, at, step, process, cause, event }) => [index, at, step, process, cause, event]),
    ).toEqual([
      [0, 10, 3, 0, -1, 'count 1'],
      [1, 20, 5, 0, 0, 'count 2'],
    ]);
    expect(entries.map(({ world }) => world.count)).toEqual([1, 2]);
    expect(mapGet(entries[0]!.world.processes, '0')).toEqual({
      id: 0,
      name: 'counter',
      group: 'counter',
      state: 'running',
    });
    expect(mapEntries(trace.world.processes)).toEqual([]);
  });

  test('a world shows what each parked process waits for', () => {
    const { sim, trace } = traced();
    sim.go('sleeper', sim.sleep(500));
    sim.go(
      'noter',
      (function* () {
        yield* sim.sleep(1);
        trace.record('look');
      })(),
    );
    sim.runFor(10);
    expect(mapGet(trace.entries[0]!.world.processes, '0')?.waitsFor).toEqual({
      kind: 'sleep',
      on: 'time',
      until: 500,
    });
  });

  test('a timer has the cause of what set it, and a new process that of what started it', () => {
    const { sim, trace } = traced();
    sim.go(
      'first',
      (function* () {
        trace.stage('set');
        sim.after(5, () => void trace.record('fired'));
        sim.go(
          'second',
          (function* () {
            yield* sim.sleep(10);
            trace.record('second ran');
          })(),
        );
        withCause(-1, () => trace.record('apart'));
      })(),
    );
    sim.runUntilIdle();
    expect(trace.entries.map(({ event, cause }) => [event, cause])).toEqual([
      ['set', -1],
      ['apart', -1],
      ['fired', 0],
      ['second ran', 0],
    ]);
  });

  test('a full trace is a limit whose message ends with the last ten events', () => {
    const { sim, trace } = traced({ limits: { entries: 12 } });
    sim.go(
      'noisy',
      (function* () {
        for (let i = 0; ; i++) {
          yield* sim.sleep(1);
          trace.record(`event ${i}`);
        }
      })(),
    );
    const tail = Array.from({ length: 10 }, (_, i) => `${i + 3} ms  "event ${i + 2}"`);
    expect(() => sim.runUntilIdle()).toThrow(new LimitReached('entries', 12, 'one more', tail).message);
  });
});
