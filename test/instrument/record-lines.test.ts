import { describe, expect, test } from 'vitest';
import { loadEdited } from '../../src/instrument/load-edited.ts';
import { recordLines } from '../../src/instrument/record-lines.ts';
import { select } from '../../src/recording/select.ts';
import { transcript } from '../../src/recording/transcript.ts';
import type { Blocking } from '../../src/runtime/sim/process.ts';
import type { Sim } from '../../src/runtime/sim/sim.ts';
import { newSample } from '../recording/sample.ts';

interface Work {
  work(sim: Sim, name: string, rounds: number): Blocking<void>;
}

const source = `import type { Sim } from './sim.ts';
export function* work(sim: Sim, name: string, rounds: number) {
  for (let i = 0; i < rounds; i++) {
    yield* rest(sim, i);
  }
  note(name);
}
function* rest(sim: Sim, i: number) {
  yield* sim.sleep(10 * (i + 1));
}
const note = (name: string) => {
  if (name === '') throw new Error('no name');
};`;

function load(text: string): Work {
  const [exports, problem] = loadEdited(text, 'work.ts', () => undefined);
  if (problem) throw new Error(problem.message);
  return exports as unknown as Work;
}

describe('recordLines', () => {
  test('keeps the depth and the locals of processes that take turns', () => {
    const sample = newSample();
    const { work } = load(source);
    const recorder = recordLines(sample.sim, sample.trace, { files: ['work.ts'] });
    sample.sim.go('one', work(sample.sim, 'one', 2));
    sample.sim.go('two', work(sample.sim, 'two', 1));
    sample.sim.runUntilIdle();
    recorder.stop();
    const run = sample.recording();
    expect(transcript(run)).toBe('');
    expect(`\n${transcript(run, { lines: true })}\n`).toMatchInlineSnapshot(`
      "
       0 ms  one    Line 3 of work.ts, in work
       0 ms  one    Line 3 of work.ts, in work
       0 ms  one    Line 4 of work.ts, in work
       0 ms  one      Line 9 of work.ts, in rest
       0 ms  two    Line 3 of work.ts, in work
       0 ms  two    Line 3 of work.ts, in work
       0 ms  two    Line 4 of work.ts, in work
       0 ms  two      Line 9 of work.ts, in rest
      10 ms  one    Line 3 of work.ts, in work
      10 ms  one    Line 4 of work.ts, in work
      10 ms  one      Line 9 of work.ts, in rest
      10 ms  two    Line 6 of work.ts, in work
      10 ms  two      Line 12 of work.ts, in note
      30 ms  one    Line 6 of work.ts, in work
      30 ms  one      Line 12 of work.ts, in note
      "
    `);
    const locals = run.entries.map(
      ({ event }) => event.kind === 'line' && `${event.line} ${JSON.stringify(event.locals)}`,
    );
    expect(locals.slice(0, 3)).toEqual([
      '3 {"sim":"an object","name":"\\"one\\"","rounds":"2"}',
      '3 {"sim":"an object","name":"\\"one\\"","rounds":"2","i":"0"}',
      '4 {"sim":"an object","name":"\\"one\\"","rounds":"2","i":"0"}',
    ]);
    expect(select(run, 'line work.ts:9 process=two')[0]).toBe(7);
    expect(select(run, 'last line work.ts:12')[0]).toBe(14);
    expect(select(run, 'line work.ts:11')[1]?.message).toBe(
      'no event matches "line work.ts:11": expected at least 1, found none; ' +
        'the nearest that happened are below, use one of them or change the scenario:\n' +
        '  line work.ts:12  (10 ms: Line 12 of work.ts, in note)\n' +
        '  line work.ts:9  (0 ms: Line 9 of work.ts, in rest)\n' +
        '  line work.ts:6  (10 ms: Line 6 of work.ts, in work)',
    );
    expect(run.entries[0]?.anchor).toEqual({ file: 'work.ts', line: 3, symbol: 'work' });
  });

  test('knows where each process stands, until it is out of the shown files', () => {
    const { sim, trace } = newSample();
    const { work } = load(source);
    const recorder = recordLines(sim, trace, { files: ['work.ts'] });
    const one = sim.go('one', work(sim, 'one', 2));
    const two = sim.go('two', work(sim, 'two', 1));
    sim.runFor(5);
    expect(recorder.currentLine(one.id)).toEqual({ file: 'work.ts', line: 9, symbol: 'rest' });
    sim.runFor(10);
    expect(recorder.currentLine(one.id)).toEqual({ file: 'work.ts', line: 9, symbol: 'rest' });
    expect(recorder.currentLine(two.id)).toBe(undefined);
    recorder.stop();
  });

  test('leaves lines out beyond its limit, and says so', () => {
    const { sim, trace } = newSample();
    const { work } = load(source);
    const recorder = recordLines(sim, trace, { files: ['work.ts'], limit: 2 });
    sim.go('one', work(sim, 'one', 2));
    sim.runUntilIdle();
    recorder.stop();
    expect([trace.entries.length, recorder.full]).toEqual([2, true]);
  });

  test('records nothing of files that are not shown', () => {
    const { sim, trace } = newSample();
    const { work } = load(source);
    const recorder = recordLines(sim, trace, { files: ['other.ts'] });
    const one = sim.go('one', work(sim, 'one', 1));
    sim.runFor(1);
    expect(recorder.currentLine(one.id)).toBe(undefined);
    recorder.stop();
    expect(trace.entries).toEqual([]);
  });

  test('ends a loop that never lets go, even if the code catches all', () => {
    const { sim, trace } = newSample();
    const { work } = load(`export function* work() {
  for (;;) {
    try {
      work();
    } catch {}
  }
}`);
    const recorder = recordLines(sim, trace, { files: ['work.ts'], linesPerStep: 1002, limit: 5 });
    sim.go('stuck', work(sim, 'stuck', 1));
    expect(() => sim.runUntilIdle()).toThrow(
      'process stuck failed at 0 ms: EndlessLoop: endless loop: expected at most 1002 lines in one step, ' +
        'found work still running at line 4 of work.ts; check that its loop ends, or waits with a yield* in every round',
    );
    recorder.stop();
  });
});
