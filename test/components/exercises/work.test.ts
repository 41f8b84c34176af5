import { expect, test, vi } from 'vitest';
import { exercise } from '../../../content/controllers/the-control-loop/exercises/give-up.ts';
import { exercise as adopt } from '../../../content/controllers/the-control-loop/exercises/adopt-two.ts';
import type { Exercise } from '../../../src/components/exercises/exercise.ts';
import { keptText } from '../../../src/components/exercises/kept.ts';
import { partsOf } from '../../../src/components/exercises/parts.ts';
import { readManifest } from '../../../src/components/manifests/apply-yaml.ts';
import { Work } from '../../../src/components/exercises/work.ts';
import { runtimeText } from '../../../src/instrument/runtime-graph.ts';
import type { Recording } from '../../../src/recording/recording.ts';
import { recorderOf, swap } from '../../exercises/tried.ts';
import { storageOf } from './storage.ts';

const recorders = { [exercise.id]: await recorderOf(exercise), [adopt.id]: await recorderOf(adopt) };

function begin(of: Exercise = exercise, change: Partial<ConstructorParameters<typeof Work>[0]> = {}) {
  const { start, solution, digest, place } = partsOf(of);
  const storage = storageOf();
  const onSolved = vi.fn<() => Error | undefined>();
  const options = {
    exercise: of,
    start,
    digest,
    original: of.kind === 'code' && place ? { source: runtimeText(of.file), place } : undefined,
    readManifest: async (text: string) => readManifest(text),
    record: recorders[of.id]!,
    end: () => undefined,
    storage: () => storage,
    onSolved,
    ...change,
  };
  const work = new Work(options);
  const kept = () => keptText(options.storage, of.id);
  const again = (digest = options.digest): Work => new Work({ ...options, digest });
  return { work, start, solution, onSolved, kept, again };
}

test('what is written is kept, and comes back; the start needs no keeping', () => {
  const { work, start, kept, again } = begin();
  expect(work.begun).toBe(start);
  work.change(`${start}\n// mine`);
  expect(kept()?.text).toBe(`${start}\n// mine`);
  expect(again().begun).toBe(`${start}\n// mine`);
  expect(again().outdated.value).toBe(false);
  work.change(start);
  expect(kept()).toBeUndefined();
});

test('what was written for another start is shown as such, until the reader decides', () => {
  const { work, start, kept, again } = begin();
  work.change(`${start}\n// mine`);
  const later = again('another');
  expect(later.outdated.value).toBe(true);
  later.change(`${start}\n// mine too`);
  expect(again('another').outdated.value).toBe(true);
  later.keepMine();
  expect(kept()).toEqual({ text: `${start}\n// mine too`, start: 'another' });
  expect(again('another').outdated.value).toBe(false);
  const latest = again('a third');
  latest.change(start);
  expect(latest.outdated.value).toBe(false);
  expect(kept()).toBeUndefined();
});

test('a browser that keeps nothing is told of, and all else works', async () => {
  const { work, start, solution } = begin(exercise, {
    storage: () => {
      throw new Error('denied');
    },
  });
  expect(work.begun).toBe(start);
  work.change(solution);
  expect(work.keeps.value).toBe(false);
  await work.run();
  expect(work.said.value).toBe('Solved: every check holds, with all 5 seeds.');
});

test('a solution is said to be one, seed by seed, and a change makes that old', async () => {
  const { work, solution, onSolved } = begin();
  const seeds: (number | undefined)[] = [];
  work.running.subscribe((done) => void seeds.push(done));
  work.change(solution);
  await work.run();
  expect(seeds).toEqual([undefined, 0, 1, 2, 3, 4, undefined]);
  expect(onSolved).toHaveBeenCalledOnce();
  expect(work.verdicts.value?.map(({ state }) => state)).toEqual(Array(7).fill('passed'));
  work.change(`${solution}\n`);
  expect(work.stale.value).toBe(true);
});

test('a solution that cannot be kept is told as such, until a run that is', async () => {
  const { work, start, solution, onSolved } = begin();
  onSolved.mockReturnValueOnce(new Error('This is not kept: no room. Make some.'));
  work.change(solution);
  await work.run();
  expect(work.said.value).toBe('Solved: every check holds, with all 5 seeds.');
  expect(work.lost.value).toBe(
    'Your progress does not show this exercise as solved. This is not kept: no room. Make some. Then run it again.',
  );
  work.change(start);
  await work.run();
  expect(work.lost.value).toBe('');
  work.change(solution);
  await work.run();
  expect(work.lost.value).toBe('');
  expect(onSolved).toHaveBeenCalledTimes(2);
});

test('a failure leads to its moment in a run with lines', async () => {
  const { work, onSolved } = begin();
  await work.run();
  expect(work.said.value).toBe('Not yet: 3 of 7 checks do not hold.');
  const first = work.verdicts.value?.find(({ state }) => state === 'failed');
  expect(work.reason.value).toBe(`${first?.name}: ${first?.failure?.says}`);
  expect(onSolved).not.toHaveBeenCalled();
  const failure = work.verdicts.value?.find(({ name }) => name === 'Then it is dropped')?.failure;
  const moment = await work.momentOf(failure!);
  expect(moment).toMatchObject({ scenario: exercise.scenario, seed: 5, acts: [] });
  const run = await recorders[exercise.id]!({ ...moment, lines: true });
  const entry = run.entries[moment.entry];
  expect(entry?.at).toBe(3385);
  expect(entry?.event).toMatchObject({ kind: 'workqueue.addAfter', failures: 4 });
  // The reader's own line is lit there.
  expect(entry?.anchor?.file).toBe('kubernetes/pkg/controller/replicaset/replica_set.ts');
});

test('what breaks is told at its line of the text', async () => {
  const { work, start } = begin();
  work.change(swap(start, 'const err =', 'this.nothing.at.all;\n      const err ='));
  await work.run();
  expect(work.said.value).toBe('The run broke off.');
  expect(work.reason.value).toMatch(
    /^`this\.nothing` is `undefined`, so it has no `at`\. This ended the process `replicaset\/worker-1` at 302 ms/,
  );
  expect(work.problems.value).toEqual([
    {
      line: 7,
      says: expect.stringMatching(
        /^`this\.nothing` is `undefined`, so it has no `at`\. This ended the process `replicaset\/worker-1` at 302 ms/,
      ) as string,
    },
  ]);
  expect(work.verdicts.value?.map(({ state }) => state)).toEqual([
    'failed',
    ...Array<string>(6).fill('open'),
  ]);
  work.change(start);
  expect(work.problems.value).toEqual([]);
});

test('a bracket too few is told at the end of the text, not in ours', async () => {
  const { work, start } = begin();
  work.change(swap(start, 'if (quit) {', 'if (quit) {{'));
  await work.run();
  expect(work.problems.value[0]?.line).toBe(start.split('\n').length);
  expect(work.verdicts.value?.[0]?.failure?.empty).toBe(true);
});

test('manifests that cannot be read are told at their line, and nothing runs', async () => {
  const recorded = vi.fn();
  const { work } = begin(adopt, { record: recorded });
  work.change('apiVersion: apps/v1\nkind: ReplicaSet\n');
  await work.run();
  expect(work.said.value).toBe('This cannot be read yet.');
  expect(work.reason.value).toMatch(/^Line 1: metadata: expected a map/);
  expect(work.problems.value).toMatchObject([
    { line: 1, says: expect.stringContaining('metadata: expected a map') as string },
  ]);
  expect(recorded).not.toHaveBeenCalled();
});

test('manifests are applied when the exercise says, whatever the seed', async () => {
  const { work, solution } = begin(adopt);
  work.change(solution);
  await work.run();
  expect(work.said.value).toBe('Solved: every check holds, with all 5 seeds.');
  expect(work.reason.value).toBe('');
});

test('Stop ends the run, before it is asked for and while it is made', async () => {
  for (const asked of [false, true]) {
    let refuse: (error: Error) => void = () => undefined;
    const record = vi.fn(() => new Promise<Recording>((_resolve, reject) => (refuse = reject)));
    const { work } = begin(exercise, { record, end: () => refuse(new Error('this run was stopped')) });
    const running = work.run();
    expect(work.said.value).toBe('Running with 5 seeds…');
    if (asked) await vi.waitUntil(() => record.mock.calls.length > 0);
    work.stop();
    await running;
    expect(record).toHaveBeenCalledTimes(asked ? 1 : 0);
    expect(work.said.value).toBe('Stopped. Your text is as it was.');
    expect(work.running.value).toBeUndefined();
  }
});

test('a worker that was ended is told of in its own words, and no verdict is left', async () => {
  const { work } = begin();
  await work.run();
  const { work: hung } = begin(exercise, {
    record: () => Promise.reject(new Error('expected this run to take less than 10 s, found it still going')),
  });
  await hung.run();
  expect(hung.said.value).toBe('expected this run to take less than 10 s, found it still going');
  expect(hung.verdicts.value).toBeUndefined();
});
