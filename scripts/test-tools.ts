import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readReport, reportFile } from './browser-report.ts';
import { run, root, type Ran } from './project.ts';

/** What a stage adds to the sum, and what to show first when it failed. */
export interface Result {
  readonly passed: number;
  readonly failed: number;
  readonly problem?: string;
}

/** Where tools leave what they found. */
export const cache = join(root, '.cache');
/** A tool that says yes or no counts as one test. */
export async function tool(command: string, args: readonly string[]): Promise<Result> {
  const { code, output } = await run(command, args);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, problem: head(output) };
}

export async function vitest(name: string, args: readonly string[]): Promise<Result> {
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

export async function browser(): Promise<Result> {
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
export async function attacks(): Promise<Result> {
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
