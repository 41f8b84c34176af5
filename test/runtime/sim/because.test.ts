import { describe, expect, test } from 'vitest';
import type { Because } from '../../../src/runtime/sim/because.ts';
import { Chan, after, select } from '../../../src/runtime/sim/chan.ts';
import { background, withTimeout } from '../../../src/runtime/sim/context.ts';
import { type Blocking, withCause } from '../../../src/runtime/sim/process.ts';
import { Sim } from '../../../src/runtime/sim/sim.ts';
import { Trace, type WorldBase, emptyWorld } from '../../../src/runtime/sim/trace.ts';

type Told = readonly [event: string, cause: number, because?: Because];

/** What a run recorded: each event with its cause, and with what decided where something did. */
function told(run: (sim: Sim, trace: Trace<string, WorldBase>) => () => Blocking<void>): Told[] {
  const sim = new Sim();
  const trace = new Trace<string, WorldBase>(sim, emptyWorld());
  sim.trace = trace as unknown as Trace;
  sim.go('it', run(sim, trace)());
  sim.runUntilIdle();
  return trace.entries.map(({ event, cause, because }) =>
    because ? [event, cause, because] : [event, cause],
  );
}

const waited = (ms: number, since: number, times = 1, on = ''): Because => ({ ms, since, on, times });

describe('a timer', () => {
  test('leads on from the last thing that its process did, and tells how long it was set for', () => {
    expect(
      told(
        (sim, trace) =>
          function* () {
            trace.stage('took');
            trace.record('tried');
            yield* sim.sleep(30);
            trace.record('tried again');
            trace.record('did more');
            yield* sim.sleep(40);
            trace.record('gave up');
          },
      ),
    ).toEqual([
      ['took', -1],
      ['tried', 0],
      ['tried again', 1, waited(30, 0)],
      ['did more', 1, waited(30, 0)],
      ['gave up', 3, waited(40, 30)],
    ]);
  });

  test('counts the rounds in which nothing was to be told', () => {
    expect(
      told(
        (sim, trace) =>
          function* () {
            trace.stage('began');
            for (let round = 1; round <= 3; round++) yield* sim.sleep(10);
            trace.record('found something');
            for (let round = 1; round <= 2; round++) yield* sim.sleep(10);
            yield* sim.sleep(7);
            trace.record('found more');
          },
      ),
    ).toEqual([
      ['began', -1],
      ['found something', 0, waited(10, 20, 3)],
      ['found more', 1, waited(7, 50)],
    ]);
  });

  test('that sends to a channel, or ends a context, is called after it', () => {
    expect(
      told(
        (sim, trace) =>
          function* () {
            trace.stage('began');
            yield* select(sim, { receive: after(sim, 5, 'its period') }, { receive: after(sim, 9) });
            trace.record('went on');
            const [context] = withTimeout(sim, background, 20, 'the deadline');
            yield* context.done.receive();
            trace.record('was late');
          },
      ),
    ).toEqual([
      ['began', -1],
      ['went on', 0, waited(5, 0, 1, 'its period')],
      ['was late', 1, waited(20, 5, 1, 'the deadline')],
    ]);
  });

  test('which nothing led to, or in which something was on its way, is no reason', () => {
    expect(
      told(
        (sim, trace) =>
          function* () {
            yield* sim.sleep(10);
            trace.stage('began');
            yield* sim.travel(10);
            trace.record('arrived');
          },
      ),
    ).toEqual([
      ['began', -1],
      ['arrived', 0],
    ]);
  });

  test('is the reason of whoever it reaches through others', () => {
    const letters = new Chan<string>('letters', 1);
    expect(
      told(
        (sim, trace) =>
          function* () {
            trace.stage('began');
            sim.go(
              'reader',
              (function* () {
                const [letter] = yield* letters.receive();
                trace.record(`read ${letter}`);
              })(),
            );
            yield* sim.sleep(10);
            letters.trySend('a');
          },
      ),
    ).toEqual([
      ['began', -1],
      ['read a', 0, waited(10, 0)],
    ]);
  });
});

describe('what an observer says', () => {
  test('holds until something else leads on', () => {
    expect(
      told(
        (sim, trace) =>
          function* () {
            trace.stage('looked');
            trace.because({ text: 'the switch is off' });
            trace.record('left it out');
            trace.stage('went on');
            trace.record('did the next');
            yield* sim.sleep(1);
          },
      ),
    ).toEqual([
      ['looked', -1],
      ['left it out', 0, { text: 'the switch is off' }],
      ['went on', 0, { text: 'the switch is off' }],
      ['did the next', 2],
    ]);
  });

  test('may be of a timer that is set next', () => {
    const said = { text: 'it is patient for {0}', values: [{ ms: 50 }], whenUp: true } as const;
    expect(
      told(
        (sim, trace) =>
          function* () {
            trace.stage('saw');
            trace.because(said);
            yield* sim.sleep(50);
            trace.record('left');
            yield* sim.sleep(50);
            trace.record('came back');
          },
      ),
    ).toEqual([
      ['saw', -1],
      ['left', 0, said],
      ['came back', 1, waited(50, 50)],
    ]);
  });

  test('may name another entry, and a decision upon a decision names the entry behind both', () => {
    expect(
      told(
        (sim, trace) =>
          function* () {
            const first = trace.record('first');
            trace.stage('second');
            yield* sim.sleep(5);
            trace.because({ text: 'of the second' });
            trace.record('third');
            trace.because({ text: 'of the first' }, first);
            trace.record('fourth');
          },
      ),
    ).toEqual([
      ['first', -1],
      ['second', -1],
      ['third', 1, { text: 'of the second' }],
      ['fourth', 0, { text: 'of the first' }],
    ]);
  });

  test('of what is done aside leaves the rest as it was', () => {
    expect(
      told(
        (sim, trace) =>
          function* () {
            trace.stage('began');
            trace.record('set a timer');
            withCause(trace.decisions.add(0, { text: 'it was asked' }), () => trace.record('answered'));
            trace.aside('ran a line');
            yield* sim.sleep(5);
            trace.record('went on');
          },
      ),
    ).toEqual([
      ['began', -1],
      ['set a timer', 0],
      ['answered', 0, { text: 'it was asked' }],
      ['ran a line', 0],
      ['went on', 1, waited(5, 0)],
    ]);
  });
});
