import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { readFiles, root } from '../../scripts/project.ts';

type Permissions = Readonly<Record<string, string>> | string;

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly permissions?: Permissions;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: Permissions;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const files = readFiles('.github/workflows/*.{yml,yaml}');

/** What is wrong with a workflow, in words; empty if nothing is. */
function wrongs(text: string): string[] {
  const workflow = parse(text) as Workflow;
  const jobs = Object.entries(workflow.jobs);
  const steps = jobs.flatMap(([, job]) => job.steps);
  const writes = ([name, permissions]: readonly [string, Permissions | undefined]): string[] =>
    (typeof permissions === 'string' ? [permissions] : Object.values(permissions ?? {}))
      .filter((each) => /write/.test(each))
      .map(() => `${name} may write`);
  // With pull_request_target, a workflow has secrets and whatever the pull request says.
  const foreign = 'pull_request' in workflow.on;
  const privileged = 'pull_request_target' in workflow.on ? ['pull_request_target is never needed'] : [];
  return [
    ...privileged,
    ...(workflow.permissions === undefined ? ['permissions are not declared'] : []),
    ...(workflow.concurrency === undefined ? ['concurrency is not set'] : []),
    ...writes(['the workflow', workflow.permissions]),
    ...(foreign ? jobs.flatMap(([name, { permissions }]) => writes([`job ${name}`, permissions])) : []),
    ...jobs.filter(([, job]) => !job['timeout-minutes']).map(([name]) => `job ${name} has no timeout`),
    ...jobs
      .filter(([name, job]) => writes([name, job.permissions]).length > 0 && job.steps.some(runsCode))
      .map(([name]) => `job ${name} may write, and runs code of a checkout`),
    ...steps.flatMap(stepWrongs),
  ];
}

/** Whether a step brings code, or runs what the project has. */
function runsCode({ uses = '', run = '' }: Step): boolean {
  return uses.startsWith('actions/checkout@') || /\b(npm|npx|node)\b (ci|install|run|test|scripts)/.test(run);
}

function stepWrongs({ uses, run = '', with: given }: Step): string[] {
  const commands = [...run.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)].map(([, name]) => name!);
  const scripts = [...run.matchAll(/[\w.-]*\/?\b[\w/.-]+\.(?:ts|mjs)\b|\.ci\/run\b/g)].map(([path]) => path);
  return [
    ...(uses === undefined || /^[\w-]+\/[\w/-]+@v\d+\.\d+\.\d+$/.test(uses)
      ? []
      : [`${uses} is not pinned to a full version`]),
    ...(uses?.startsWith('actions/checkout@') && given?.['persist-credentials'] !== false
      ? ['a checkout keeps the credentials']
      : []),
    ...commands.filter((name) => !(name in packageJson.scripts)).map((name) => `there is no npm run ${name}`),
    ...scripts.filter((path) => !existsSync(join(root, path))).map((path) => `there is no ${path}`),
    // What somebody else may have chosen, such as the title of a pull request, comes through the environment.
    ...[...run.matchAll(/\$\{\{\s*(.*?)\s*\}\}/g)]
      .filter(([, value]) => !/^(matrix\.shard|github\.run_number)$/.test(value!))
      .map(([, value]) => `${value} is written into a script`),
  ];
}

describe('workflows', () => {
  test('there are some', () => {
    expect(files.map(({ path }) => path)).toContain('.github/workflows/ci.yml');
  });

  test.each(files.map(({ path, text }) => [path, text]))('%s is safe, and names what there is', (_, text) => {
    expect(wrongs(text)).toEqual([]);
  });
});

describe('a workflow that is not safe is told of', () => {
  const safe = `
on: { pull_request: }
permissions: { contents: read }
concurrency: a
jobs:
  one:
    timeout-minutes: 5
    steps:
      - uses: actions/checkout@v4.2.2
        with: { persist-credentials: false }
      - run: npm run build && node scripts/budgets.ts
`;

  test.each([
    ['nothing', '', '', []],
    ['a version that moves', '@v4.2.2', '@v4', ['actions/checkout@v4 is not pinned to a full version']],
    ['no permissions', 'permissions: { contents: read }', '', ['permissions are not declared']],
    ['no concurrency', 'concurrency: a', '', ['concurrency is not set']],
    ['no timeout', 'timeout-minutes: 5', 'name: one', ['job one has no timeout']],
    ['credentials', 'persist-credentials: false', 'fetch-depth: 0', ['a checkout keeps the credentials']],
    ['writing', 'contents: read', 'contents: write', ['the workflow may write']],
    [
      'writing with code of a pull request',
      'timeout-minutes: 5',
      'timeout-minutes: 5\n    permissions: write-all',
      ['job one may write', 'job one may write, and runs code of a checkout'],
    ],
    [
      'a trigger with secrets',
      'pull_request:',
      'pull_request_target:',
      ['pull_request_target is never needed'],
    ],
    ['a command that there is not', 'run build', 'run biuld', ['there is no npm run biuld']],
    ['a script that there is not', 'budgets.ts', 'budget.ts', ['there is no scripts/budget.ts']],
    [
      'words of somebody else',
      'npm run build',
      'echo ${{ github.event.pull_request.title }}',
      ['github.event.pull_request.title is written into a script'],
    ],
  ])('%s', (_, from, to, told) => {
    expect(wrongs(safe.replace(from, to))).toEqual(told);
  });
});
