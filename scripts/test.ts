import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readReport, reportFile } from './browser-report.ts';
import { planSince, type Plan } from './plan.ts';
import { run, root, type Ran } from './project.ts';

/** What a stage adds to the sum, and what to show first when it failed. */
interface Result {
  readonly passed: number;
  readonly failed: number;
  readonly problem?: string;
}

interface Stage {
  readonly name: string;
  /** Name of a stage without which this one cannot run. */
  readonly needs?: string;
  /** True for a tool that uses one core: two of these run side by side, before the rest. */
  readonly oneCore?: true;
  run(): Promise<Result>;
}

const cache = join(root, '.cache');
const groups = ['tidy', 'golden', 'scenarios', 'properties'] as const;

/** A tool that says yes or no counts as one test. */
async function tool(command: string, args: readonly string[]): Promise<Result> {
  const { code, output } = await run(command, args);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, problem: head(output) };
}

async function vitest(name: string, args: readonly string[]): Promise<Result> {
  const file = join(cache, `vitest-${name}.json`);
  rmSync(file, { force: true });
  const ran = await run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...args,
  ]);
  if (!existsSync(file)) return broke(ran);
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  const result = { passed: report.numPassedTests, failed: report.numFailedTests };
  for (const { name: path, message, assertionResults } of report.testResults) {
    const first = assertionResults.find(({ status }) => status === 'failed');
    if (first) {
      return { ...result, problem: `${path}\n${first.fullName}\n${head(first.failureMessages.join('\n'))}` };
    }
    if (message) return { ...result, failed: result.failed + 1, problem: `${path}\n${head(message)}` };
  }
  return ran.code === 0 && result.passed > 0 ? result : { ...broke(ran), passed: result.passed };
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

async function browser(): Promise<Result> {
  const ran = await run('node', ['scripts/e2e.ts']);
  if (!existsSync(reportFile)) return broke(ran);
  const { stats } = readReport();
  const result = { passed: stats.expected, failed: stats.unexpected };
  if (ran.code === 0 && result.passed > 0) return result;
  const first = ran.output.indexOf('\n  1) ');
  const problem = head(first < 0 ? ran.output : ran.output.slice(first));
  return { ...result, failed: Math.max(1, result.failed), problem };
}

/** A short part of each kind: `npm run attacks` has the whole. */
async function attacks(): Promise<Result> {
  const ran = await run('node', ['attacks/run.ts', '--most', '25']);
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/m.exec(ran.output) ?? [];
  if (passed === undefined || failed === undefined) return broke(ran);
  const result = { passed: Number(passed), failed: Number(failed) };
  return ran.code === 0 ? result : { ...result, problem: head(ran.output) };
}

function broke({ output }: Ran): Result {
  return { passed: 0, failed: 1, problem: head(output) };
}

/** The first lines say what went wrong; the rest repeats it. */
function head(output: string): string {
  const lines = output.trim().split('\n');
  const shown = lines.slice(0, 40).join('\n');
  return lines.length > 40 ? `${shown}\n… ${lines.length - 40} more lines` : shown;
}

const oneCore = (name: string, command: string, ...args: string[]): Stage => ({
  name,
  oneCore: true,
  run: () => tool(command, args),
});
const ofBuild = (name: string, command: string, ...args: string[]): Stage => ({
  ...oneCore(name, command, ...args),
  needs: 'build',
});

const stages: readonly Stage[] = [
  oneCore('build', 'astro', 'build'),
  oneCore('format', 'prettier', '--check', '--log-level', 'warn', '.'),
  oneCore('types of the runtime', 'tsc', '-p', 'src/runtime'),
  oneCore('lint', 'oxlint', '--quiet'),
  oneCore('unused', 'knip', '--no-progress'),
  // Of all files, not of pages alone. It writes types where the build does.
  ofBuild('types', 'astro', 'check', '--minimumFailingSeverity', 'warning'),
  ofBuild('links', 'node', 'scripts/links.ts'),
  ofBuild('policy', 'node', 'scripts/policy.ts'),
  ofBuild('budgets', 'node', 'scripts/budgets.ts'),
  {
    name: 'unit',
    run: () =>
      vitest(
        'unit',
        groups.flatMap((group) => ['--exclude', `test/${group}{,.test.ts,/**}`]),
      ),
  },
  ...groups.map((group) => ({ name: group, run: () => vitest(group, [`test/${group}`]) })),
  { name: 'browser', needs: 'build', run: browser },
  { name: 'attacks', needs: 'build', run: attacks },
  { name: 'lighthouse', needs: 'build', run: () => tool('node', ['scripts/lighthouse.ts']) },
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

/** Begins stages of one core each, two at a time, in their order; each once that which it needs has ended. */
function sideBySide(listed: readonly Stage[]): Map<Stage, Promise<Ended>> {
  const waiting = [...listed];
  const running = new Set<Stage>();
  const tell = new Map<Stage, (how: Ended) => void>();
  const isHeld = ({ needs }: Stage): boolean => [...running, ...waiting].some(({ name }) => name === needs);
  const begin = (): void => {
    const at = running.size < 2 ? waiting.findIndex((stage) => !isHeld(stage)) : -1;
    const [stage] = at < 0 ? [] : waiting.splice(at, 1);
    if (!stage) return;
    running.add(stage);
    void timed(stage).then((how) => {
      running.delete(stage);
      tell.get(stage)?.(how);
      begin();
      begin();
    });
  };
  const ends = listed.map(
    (stage) => [stage, new Promise<Ended>((resolve) => tell.set(stage, resolve))] as const,
  );
  begin();
  begin();
  return new Map(ends);
}

let passed = 0;
let failed = 0;
let first: { name: string; problem: string } | undefined;
const asked = chosen.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const begun = sideBySide(asked.filter(({ oneCore }) => oneCore));
for (const stage of asked) {
  const { result, seconds } = await (begun.get(stage) ?? timed(stage));
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
