import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isSolved } from '../../src/components/exercises/judge.ts';
import { partsOf } from '../../src/components/exercises/parts.ts';
import { exerciseAt, exerciseFiles, scenarioOf, told, tryOut } from './tried.ts';

test('there are exercises', () => {
  expect(exerciseFiles.length).toBeGreaterThan(2);
});

test('each exercise has wrong answers as tests, at its own path', () => {
  const missing = exerciseFiles
    .map((path) => path.replace(/^content\/(.*)\/exercises\/(.*)\.ts$/, 'test/exercises/$1/$2.test.ts'))
    .filter((path) => !existsSync(path));
  expect(missing).toEqual([]);
});

describe.each(exerciseFiles)('%s', async (path) => {
  const exercise = await exerciseAt(path);

  test('is called as its file, has hints one by one, and is run often enough', () => {
    const chapter = dirname(dirname(path)).replace(/^content\//, '');
    expect(exercise.id).toBe(`${chapter}/${basename(path, '.ts')}`);
    expect(exercise.hints.length).toBeGreaterThanOrEqual(2);
    expect(exercise.hints.length).toBeLessThanOrEqual(4);
    expect(new Set(exercise.seeds).size).toBe(exercise.seeds.length);
    expect(exercise.seeds.length).toBeGreaterThanOrEqual(5);
    expect(new Set(exercise.checks.map(({ name }) => name)).size).toBe(exercise.checks.length);
  });

  test('begins with something, and lights the lines that the reader edits', async () => {
    const { start, solution } = partsOf(exercise);
    expect(start).not.toBe(solution);
    const scenario = await scenarioOf(exercise);
    expect(scenario.id.split('#')[0]).toBe(dirname(exercise.id));
    if (exercise.kind === 'code') expect(scenario.shows).toContain(exercise.file);
  });

  test('is not solved by what it begins with', async () => {
    const verdicts = await tryOut(exercise, ({ start }) => start);
    expect(isSolved(verdicts)).toBe(false);
    // It runs, and what is missing is told by a check of its own.
    expect(verdicts[0]).toMatchObject({ state: 'passed' });
  });

  test('is solved by its solution, with every seed', async () => {
    expect(told(await tryOut(exercise, ({ solution }) => solution))).toEqual([]);
  });
});
