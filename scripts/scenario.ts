/**
 * npm run scenario -- PATH [--seed N] [--lines] [--selectors]: plays the scenarios of a module and prints their transcripts.
 * --selectors prints what names each event in prose. PATH is a scenario.ts, with #variant for one of several:
 * content/controllers/replicaset/scenario.ts#no-expectations.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { registerLineHooks } from '../src/instrument/node-hooks.ts';
import type { Scenario } from '../src/runtime/stage/scenario.ts';

const usage = 'npm run scenario -- PATH[#variant] [--seed N] [--lines] [--selectors]';

function fail(message: string): never {
  console.error(`scenario: ${message}\n  ${usage}`);
  process.exit(2);
}

function readArguments(): {
  path: string;
  variant?: string;
  seed?: number;
  lines: boolean;
  selectors: boolean;
} {
  const flag = { type: 'boolean', default: false } as const;
  const options = { seed: { type: 'string' }, lines: flag, selectors: flag } as const;
  let parsed;
  try {
    parsed = parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return fail((error as Error).message);
  }
  const { values, positionals } = parsed;
  if (positionals.length !== 1) fail(`expected one PATH, found ${positionals.length}`);
  const [path = '', variant] = (positionals[0] ?? '').split('#');
  if (!existsSync(path)) fail(`expected the path of a scenario module, found nothing at ${path}`);
  const seed = values.seed === undefined ? undefined : Number(values.seed);
  if (seed !== undefined && !Number.isSafeInteger(seed))
    fail(`expected a whole number after --seed, found ${values.seed}`);
  return { path, variant, seed, lines: values.lines, selectors: values.selectors };
}

async function scenariosAt(path: string): Promise<readonly Scenario[]> {
  const module = (await import(pathToFileURL(resolve(path)).href)) as { scenarios?: readonly Scenario[] };
  if (!Array.isArray(module.scenarios))
    fail(`expected ${path} to export \`scenarios\`, found ${Object.keys(module).join(', ')}`);
  return module.scenarios as readonly Scenario[];
}

const { path, variant, seed, lines, selectors } = readArguments();
const all = await scenariosAt(path);
const chosen = variant === undefined ? all : all.filter(({ id }) => id.endsWith(`#${variant}`));
if (chosen.length === 0)
  fail(`expected a variant of ${path}, found ${variant}; there are ${all.map(({ id }) => id).join(', ')}`);
if (lines) registerLineHooks([...new Set(chosen.flatMap(({ shows }) => shows))]);
const { record } = await import('../src/recording/record.ts');
const { fingerprint } = await import('../src/recording/fingerprint.ts');
const { selectorOf } = await import('../src/recording/select.ts');
const { transcript, transcriptRows } = await import('../src/recording/transcript.ts');
for (const scenario of chosen) {
  const recording = await record(scenario, { seed, lines });
  console.log(`# ${scenario.title} (${scenario.id}, seed ${recording.seed})\n`);
  if (selectors) {
    // How prose names each event: what follows `at=` in a Step or a Moment.
    for (const { index, time, told } of transcriptRows(recording, { lines }))
      console.log(`${time}  ${selectorOf(recording, index).padEnd(72)}  ${told.trim()}`);
  } else console.log(transcript(recording, { lines }));
  const { ended, message } = recording.outcome;
  console.log(
    `\n${recording.entries.length} entries, fingerprint ${fingerprint(recording)}; ended: ${ended}${message ? `: ${message}` : ''}\n`,
  );
  if (ended === 'limit' || ended === 'failed') process.exitCode = 1;
}
