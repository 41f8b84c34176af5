import { mkdirSync } from 'node:fs';
import pLimit from 'p-limit';
import { planSince, type Plan } from './plan.ts';
import { run } from './project.ts';
import { type Result, attacks, browser, cache, tool, vitest } from './test-tools.ts';

interface Stage {
  readonly name: string;
  /** Name of a stage without which this one cannot run. */
  readonly needs?: string;
  /** True for a tool that uses one core: two of these run side by side, before the rest. */
  readonly oneCore?: true;
  run(): Promise<Result>;
}

const groups = ['tidy', 'golden', 'scenarios', 'properties'] as const;

const oneCore = (name: string, command: string, ...args: string[]): Stage => ({
  name,
  oneCore: true,
  run: () => tool(command, args),
});
const ofBuild = (name: string, command: string, ...args: string[]): Stage => ({
  ...oneCore(name, command, ...args),
  needs: 'build',
});

/** TypeScript 7, by its path: version 6, which Astro's check needs, has a command of the same name. */
const tsc = 'node_modules/typescript-native/bin/tsc';

const stages: readonly Stage[] = [
  oneCore('build', 'astro', 'build'),
  oneCore('format', 'prettier', '--check', '--log-level', 'warn', '.'),
  oneCore('types of the runtime', 'node', tsc, '-p', 'src/runtime'),
  oneCore('lint', 'oxlint', '--quiet'),
  oneCore('unused', 'knip', '--no-progress'),
  ...groups.map((group): Stage => ({
    name: group,
    oneCore: true,
    run: () => vitest(group, [`test/${group}`, '--maxWorkers=1']),
  })),
  // The longest first: what is short fills up the end.
  ofBuild('lighthouse', 'node', 'scripts/lighthouse.ts'),
  ofBuild('links', 'node', 'scripts/links.ts'),
  // Types of content are written by the build.
  ofBuild('types', 'node', tsc),
  ofBuild(
    'types of pages',
    'astro',
    'check',
    '--noSync',
    '--tsconfig',
    'tsconfig.astro.json',
    '--minimumFailingSeverity',
    'warning',
  ),
  ofBuild('policy', 'node', 'scripts/policy.ts'),
  ofBuild('budgets', 'node', 'scripts/budgets.ts'),
  { name: 'attacks', needs: 'build', oneCore: true, run: attacks },
  {
    name: 'unit',
    run: () =>
      vitest(
        'unit',
        groups.flatMap((group) => ['--exclude', `test/${group}{,.test.ts,/**}`]),
      ),
  },
  { name: 'browser', needs: 'build', run: browser },
];

/** Content is checked in the open: of a draft one wants to know what is left to write, and a workflow reads what is printed. */
async function content(files: readonly string[]): Promise<Result> {
  const { code } = await run('node', ['scripts/check-content.ts', ...files], { show: true });
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, problem: 'It is printed above.' };
}

/** What is left to ask where nothing but content has changed. */
function contentStages(plan: Plan): Stage[] {
  const named = (...names: string[]): Stage[] => stages.filter(({ name }) => names.includes(name));
  if (plan.tests.length === 0) return named('format');
  return [
    { name: 'content', run: () => content(plan.content) },
    { name: 'chapters', run: () => vitest('chapters', plan.tests) },
    ...(plan.code ? named('types', 'lint', 'unused') : []),
    ...named('format', 'build', 'links', 'policy', 'budgets'),
  ];
}

/** The stages that the work since a commit needs: fewer where it touched content alone. */
function stagesSince(base?: string): readonly Stage[] {
  const [plan, problem] = planSince(base);
  if (problem) {
    console.error(problem.message);
    process.exit(1);
  }
  if (plan.contentOnly) return contentStages(plan);
  console.log('More than content has changed: everything is tested.');
  return stages;
}

mkdirSync(cache, { recursive: true });
const [option, base] = process.argv.slice(2);
const since = option === '--changed';
const chosen = since ? stagesSince(base) : stages;
const wanted = since ? [] : process.argv.slice(2);
const unknown = wanted.filter((name) => !stages.some((stage) => stage.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no stage "${unknown[0]}". The stages are: ${stages.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(1);
}

interface Ended {
  readonly result: Result;
  readonly seconds: string;
}

const fell = new Set<string>();

async function timed(stage: Stage): Promise<Ended> {
  if (stage.needs !== undefined && fell.has(stage.needs)) {
    const problem = `Not run: the stage "${stage.needs}" failed.`;
    return { result: { passed: 0, failed: 1, problem }, seconds: '0.0' };
  }
  const began = performance.now();
  const result = await stage.run();
  if (result.failed > 0) fell.add(stage.name);
  return { result, seconds: ((performance.now() - began) / 1000).toFixed(1) };
}

/** Begins stages of one core each in their order, two at a time; each once that which it needs has ended. */
function sideBySide(listed: readonly Stage[]): Map<string, Promise<Ended>> {
  const two = pLimit(2);
  const ends = new Map<string, Promise<Ended>>();
  for (const stage of listed) {
    const needed = stage.needs === undefined ? undefined : ends.get(stage.needs);
    const begin = () => two(() => timed(stage));
    ends.set(stage.name, needed ? needed.then(begin) : begin());
  }
  return ends;
}

let passed = 0;
let failed = 0;
let first: { name: string; problem: string } | undefined;
const asked = chosen.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const begun = sideBySide(asked.filter(({ oneCore }) => oneCore));
for (const stage of asked) {
  const { result, seconds } = await (begun.get(stage.name) ?? timed(stage));
  passed += result.passed;
  failed += result.failed;
  const counts = `${result.passed} passed${result.failed > 0 ? `, ${result.failed} failed` : ''}`;
  console.log(
    `${result.failed > 0 ? '✗' : '✓'} ${stage.name.padEnd(22)} ${seconds.padStart(6)} s   ${counts}`,
  );
  if (result.failed > 0) first ??= { name: stage.name, problem: result.problem ?? 'It said nothing.' };
}
if (first) console.log(`\nThe first failure, in "${first.name}":\n\n${first.problem}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
