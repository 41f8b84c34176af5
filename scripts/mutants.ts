/**
 * npm run mutants [-- PATH… --sample N --seed S --shard K/N --concurrency C --fresh]: makes small changes to src/runtime, one at a
 * time, and runs the tests of the changed file's folder. It prints those that no test noticed, and how many were noticed by folder.
 */
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { LogLevel, PartialStrykerOptions, schema } from '@stryker-mutator/api/core';
import type { Logger } from '@stryker-mutator/api/logging';
import { Stryker } from '@stryker-mutator/core';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import {
  type Left,
  type Mutant,
  type MutationScore,
  byFolder,
  folderOf,
  inOrder,
  isLeft,
  keyOf,
  mutantLine,
  mutantOf,
  sampleOf,
  scoreLine,
  scoreOf,
  shardOf,
} from './mutant-scores.ts';
import type { SamplerOptions } from './mutant-sampler.ts';
import { root } from './project.ts';
import { readShard } from './shard.ts';

/**
 * Mutators that are left out. The text of a message and the fields of a literal are asserted by tests of their own, in which a word
 * changed proves nothing; the few patterns have tables.
 */
const excludedMutations = ['StringLiteral', 'ObjectLiteral', 'Regex'];

const options = {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', join(root, 'scripts/mutant-sampler.ts')],
  // Which tests are run follows from the folder, and among them from what they cover: no need to ask who imports whom.
  vitest: { related: false },
  coverageAnalysis: 'perTest',
  // What runs while a module loads makes a table, and each mutant of it would take all tests of the folder.
  ignoreStatic: true,
  // A mutant that loops for ever counts as noticed. The time is ample, so that a busy machine is not taken for a loop.
  timeoutMS: 10_000,
  timeoutFactor: 3,
  dryRunTimeoutMinutes: 30,
  allowEmpty: true,
  tempDirName: '.cache/stryker',
  ignorePatterns: ['dist', '.astro', '.cache', 'docs', 'public', 'test/e2e', 'test-results'],
  reporters: ['progress-append-only'],
  logLevel: 'warn' as LogLevel,
  incremental: true,
} satisfies PartialStrykerOptions & Record<string, unknown>;

const nothing = (): void => {};
const never = (): boolean => false;
const silent: Logger = {
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
  isTraceEnabled: never,
  isDebugEnabled: never,
  isInfoEnabled: never,
  isWarnEnabled: never,
  isErrorEnabled: never,
  isFatalEnabled: never,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    shard: { type: 'string', default: '1/1' },
    concurrency: { type: 'string', default: '2' },
    fresh: { type: 'boolean', default: false },
  },
});
const sample = values.sample === undefined ? Infinity : wholeNumber('sample', values.sample);
const seed = wholeNumber('seed', values.seed);
const concurrency = wholeNumber('concurrency', values.concurrency);
const [shard, problem] = readShard(values.shard);
if (problem) fail(problem.message);

const left = JSON.parse(readFileSync(join(root, 'scripts/mutants-left.json'), 'utf8')) as readonly Left[];
const files = filesUnder(positionals.length > 0 ? positionals : ['src/runtime']);
const mine = shardOf(
  files.map((path) => ({ path, size: statSync(join(root, path)).size })),
  shard,
);
const scores: MutationScore[] = [];
for (const [folder, paths] of byFolder(mine)) scores.push(await judge(folder, paths));
console.log(scores.map(scoreLine).join('\n'));

/** Runs the mutants of some files of a folder by the tests of that folder, and prints those that lived. */
async function judge(folder: string, paths: readonly string[]): Promise<MutationScore> {
  const tests = `test/runtime/${folder}/**/*.test.ts`;
  if (globSync(tests, { cwd: root }).length === 0) return scoreOf(folder, []);
  const drawn = sampleOf((await Promise.all(paths.map(mutantsOf))).flat(), sample, seed);
  const keys = new Set(drawn.map(keyOf));
  const incrementalFile = `.cache/mutants/${folder.replaceAll('/', '-')}.json`;
  const given: PartialStrykerOptions & SamplerOptions = {
    ...options,
    mutate: [...new Set(drawn.map(({ file }) => file))],
    mutator: { excludedMutations },
    testFiles: [tests, 'test/golden/**/*.test.ts'],
    checkers: ['sampler'],
    drawn: [...keys],
    concurrency,
    incrementalFile,
    force: values.fresh,
  };
  const results = await new Stryker(given).runMutationTest();
  forgetUndrawn(join(root, incrementalFile));
  const judged = results
    .filter(({ status }) => status !== 'Ignored' && !status.endsWith('Error'))
    .map((result) => ({
      ...mutantOf(result, 1),
      noticed: result.status === 'Killed' || result.status === 'Timeout',
    }))
    .filter((mutant) => keys.has(keyOf(mutant)));
  for (const mutant of inOrder(judged.filter(({ noticed }) => !noticed))) {
    console.log(mutantLine(mutant, readFileSync(join(root, mutant.file), 'utf8')));
  }
  return scoreOf(folder, judged);
}

/** All mutants of a file, except those that are equivalent to the original. */
async function mutantsOf(path: string): Promise<Mutant[]> {
  const content = readFileSync(join(root, path), 'utf8');
  const { mutants } = await new Instrumenter(silent).instrument(
    [{ name: join(root, path), content, mutate: true }],
    {
      plugins: null,
      excludedMutations,
      ignorers: [],
    },
  );
  return mutants
    .filter(({ status }) => status !== 'Ignored')
    .map((mutant) => mutantOf(mutant, 0))
    .filter((mutant) => !isLeft(mutant, content, left));
}

/** Takes what was not drawn this time out of what Stryker remembers, since it may be drawn the next time. */
function forgetUndrawn(path: string): void {
  const report = JSON.parse(readFileSync(path, 'utf8')) as schema.MutationTestResult;
  for (const file of Object.values(report.files)) {
    file.mutants = file.mutants.filter(({ status }) => status !== 'CompileError');
  }
  writeFileSync(path, JSON.stringify(report));
}

/** Files of src/runtime at or under the paths, from the root of the project. */
function filesUnder(paths: readonly string[]): string[] {
  return paths.flatMap((given) => {
    const path = relative(root, resolve(given));
    const found = path.endsWith('.ts')
      ? globSync(path, { cwd: root })
      : globSync(`${path}/**/*.ts`, { cwd: root });
    if (found.length > 0 && found.every(folderOf)) return found;
    return fail(`expected files or folders under src/runtime, found "${given}"`);
  });
}

function wholeNumber(option: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  return fail(`expected a whole number as --${option}, found "${text}"`);
}

function fail(message: string): never {
  console.error(`mutants: ${message}`);
  process.exit(2);
}
