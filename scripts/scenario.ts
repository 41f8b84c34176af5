/**
 * npm run scenario -- PATH [--seed N] [--lines] [--selectors] [--mermaid [--from SELECTOR] [--to SELECTOR]]: plays the scenarios
 * of a module and prints their transcripts. --selectors prints what names each event in prose. --mermaid prints who asked whom, in
 * the whole run or between two events, as a sequence diagram for an issue or a wiki. PATH is a scenario.ts, with #variant for one of
 * several: content/controllers/replicaset/scenario.ts#no-expectations.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { registerLineHooks } from '../src/instrument/node-hooks.ts';
import type { Recording } from '../src/recording/recording.ts';
import type { Scenario } from '../src/runtime/stage/scenario.ts';

const usage =
  'npm run scenario -- PATH[#variant] [--seed N] [--lines] [--selectors] [--mermaid [--from SELECTOR] [--to SELECTOR]]';

/** The most exchanges of a diagram: more would be a picture that nobody reads. */
const mostExchanges = 60;

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
  mermaid: boolean;
  from?: string;
  to?: string;
} {
  const flag = { type: 'boolean', default: false } as const;
  const text = { type: 'string' } as const;
  const options = { seed: text, from: text, to: text, lines: flag, selectors: flag, mermaid: flag } as const;
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
  if (!values.mermaid && (values.from ?? values.to) !== undefined) fail('--from and --to go with --mermaid');
  return { ...values, path, variant, seed };
}

async function scenariosAt(path: string): Promise<readonly Scenario[]> {
  const module = (await import(pathToFileURL(resolve(path)).href)) as { scenarios?: readonly Scenario[] };
  if (!Array.isArray(module.scenarios))
    fail(`expected ${path} to export \`scenarios\`, found ${Object.keys(module).join(', ')}`);
  return module.scenarios as readonly Scenario[];
}

const { path, variant, seed, lines, selectors, mermaid, from, to } = readArguments();
const all = await scenariosAt(path);
const chosen = variant === undefined ? all : all.filter(({ id }) => id.endsWith(`#${variant}`));
if (chosen.length === 0)
  fail(`expected a variant of ${path}, found ${variant}; there are ${all.map(({ id }) => id).join(', ')}`);
if (lines) registerLineHooks([...new Set(chosen.flatMap(({ shows }) => shows))]);
const { record } = await import('../src/recording/record.ts');
const { fingerprint } = await import('../src/recording/fingerprint.ts');
const { select, selectorOf } = await import('../src/recording/select.ts');
const { exchangesSource } = await import('../src/recording/exchanges.ts');
const { transcript, transcriptRows } = await import('../src/recording/transcript.ts');

function diagramOf(recording: Recording): string {
  const [first, last] = [from, to].map((selector) => {
    if (selector === undefined) return undefined;
    const [index, problem] = select(recording, selector);
    return problem ? fail(`in ${recording.scenario}, ${problem.message}`) : index;
  });
  const source = exchangesSource(recording, { from: first, to: last, most: mostExchanges });
  return source ?? fail(`in ${recording.scenario}, nobody asks anybody there`);
}

for (const scenario of chosen) {
  const recording = await record(scenario, { seed, lines });
  if (mermaid) {
    console.log(diagramOf(recording));
    continue;
  }
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
