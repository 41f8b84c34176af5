/**
 * npm run seeds [-- --runs N --seed S --only PROPERTY]: the properties of test/properties over many more cases than the
 * tests take. A case that breaks one is printed shrunk, to be kept as a named regression.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import type { Properties } from '../test/properties/property.ts';
import { root } from './project.ts';

const paths = globSync('test/properties/*.ts', { cwd: root }).filter((path) => !path.endsWith('.test.ts'));
const modules = await Promise.all(
  paths.sort().map(async (path) => (await import(join(root, path))) as { readonly properties?: Properties }),
);
const properties: Properties = Object.assign({}, ...modules.map(({ properties = {} }) => properties));

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const runs = Number(values.runs);
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed)) {
  console.error('seeds: expected whole numbers, as in --runs 5000 --seed 42');
  process.exit(2);
}
const chosen = Object.entries(properties).filter(([name]) => name.startsWith(values.only));
if (chosen.length === 0) {
  console.error(
    `seeds: expected the beginning of ${Object.keys(properties).join(', ')}, found ${values.only}`,
  );
  process.exit(2);
}

for (const [name, each] of chosen) {
  console.log(`${name}: ${runs} cases from seed ${seed}`);
  const result = fc.check(each, { numRuns: runs, seed });
  if (!result.failed) {
    console.log(`${result.numRuns} passed, 0 failed`);
    continue;
  }
  console.log(
    `case ${result.numRuns} of seed ${seed} breaks an invariant; shrunk ${result.numShrinks} times:`,
  );
  console.log(JSON.stringify((result.counterexample as readonly unknown[] | null)?.[0], null, 2));
  console.log(result.errorInstance instanceof Error ? result.errorInstance.message : '');
  process.exitCode = 1;
}
