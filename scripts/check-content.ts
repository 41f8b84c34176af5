/**
 * npm run check:content -- [--annotate] [FILES]: checks the content that the files can break, or all of it. Problems are printed as
 * path:line: message, or with --annotate and in GitHub's workflows as annotations. Ends with 1 if there is one.
 */
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkContent } from '../src/chapters/check.ts';
import { asAnnotations, asText, summary, touchedBy } from '../src/chapters/report.ts';
import { machineFor } from '../src/chapters/runs.ts';
import { readScenarios } from '../src/chapters/scenarios.ts';
import { readSite } from '../src/chapters/site.ts';
import { root } from './project.ts';

function fail(message: string): never {
  console.error(`check:content: ${message}\n  npm run check:content -- [--annotate] [FILES]`);
  process.exit(2);
}

function readArguments(): { annotate: boolean; paths: string[] } {
  const options = { annotate: { type: 'boolean', default: 'GITHUB_ACTIONS' in process.env } } as const;
  let parsed;
  try {
    parsed = parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return fail((error as Error).message);
  }
  const missing = parsed.positionals.find((path) => !existsSync(path));
  if (missing !== undefined) fail(`expected paths of files, found nothing at ${missing}`);
  const paths = parsed.positionals.map((path) => relative(root, resolve(path)).replaceAll('\\', '/'));
  return { annotate: parsed.values.annotate, paths };
}

const { annotate, paths } = readArguments();
const scenarios = await readScenarios(root);
const site = readSite(root, scenarios, await machineFor(scenarios));
const files = touchedBy(paths, site.files);
const problems = checkContent(site, files);
if (problems.length > 0) console.log(annotate ? asAnnotations(problems) : asText(problems));
console.log(summary(problems, files.length));
process.exitCode = problems.some(({ warning }) => !warning) ? 1 : 0;
