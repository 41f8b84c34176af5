import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkContent } from './check.ts';
import { asAnnotations, asText, summary, touchedBy } from './report.ts';
import { machineFor } from './runs.ts';
import { readScenarios, shownFiles } from '../chapters/scenarios.ts';
import { withoutLines } from '../instrument/node-hooks.ts';
import { readSite, type Site } from './site/site.ts';

/** What a command says, and the code that it ends with. */
export interface Said {
  readonly text: string;
  readonly code: 0 | 1 | 2;
}

const usage = 'npm run check:content -- [--annotate] [FILES]';

/** Reads the project at `root` with the runs of its scenarios. Throws where these would have no lines of a file that they show. */
export async function siteAt(root: string): Promise<Site> {
  const scenarios = await readScenarios(root);
  const machine = await machineFor(scenarios);
  const plain = withoutLines(shownFiles(scenarios));
  if (plain.length > 0) {
    throw new Error(
      `expected files that scenarios show to be loaded with line hooks, found without: ${plain.join(', ')}. Was src/runtime imported before registerLineHooks, or does no plane load the file?`,
    );
  }
  return readSite(root, scenarios, machine);
}

/** `npm run check:content`. Paths among the arguments are from `root`; in GitHub's workflows, as `env` says, it annotates by itself. */
export async function checkCommand(
  root: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Said> {
  const options = { annotate: { type: 'boolean', default: env['GITHUB_ACTIONS'] !== undefined } } as const;
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    return { text: `check:content: ${(error as Error).message}\n  ${usage}`, code: 2 };
  }
  const { values, positionals } = parsed;
  const missing = positionals.find((path) => !existsSync(resolve(root, path)));
  if (missing !== undefined) {
    return {
      text: `check:content: expected paths of files, found nothing at ${missing}\n  ${usage}`,
      code: 2,
    };
  }
  const paths = positionals.map((path) => relative(root, resolve(root, path)).replaceAll('\\', '/'));
  const site = await siteAt(root);
  const files = touchedBy(paths, site.files);
  const problems = checkContent(site, files);
  const told = problems.length === 0 ? [] : [values.annotate ? asAnnotations(problems) : asText(problems)];
  const code = problems.some(({ warning }) => !warning) ? 1 : 0;
  return { text: [...told, summary(problems, files.length)].join('\n'), code };
}
