/**
 * npm run seeds [-- --runs N --seed S --only PROPERTY --shard I/N --block B]: the properties of test/properties over many more cases
 * than the tests take. A case that breaks one is printed shrunk, to be kept as a named regression. Cases come in blocks with seeds of
 * their own, of which a shard runs every Nth: N machines run what one would.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Properties } from '../test/properties/property.ts';
import { root } from './project.ts';
import { blocksOf, casesOfBlock, firstBroken } from './seed-blocks.ts';
import { readShard } from './shard.ts';

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
    shard: { type: 'string', default: '1/1' },
    block: { type: 'string' },
  },
});
const runs = Number(values.runs);
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed)) {
  fail('expected whole numbers, as in --runs 5000 --seed 42');
}
const [shard, problem] = readShard(values.shard);
if (problem) fail(problem.message);
const chosen = Object.entries(properties).filter(([name]) => name.startsWith(values.only));
if (chosen.length === 0) {
  fail(`expected the beginning of ${Object.keys(properties).join(', ')}, found ${values.only}`);
}
const blocks = blocksOf(runs, shard).filter(({ index }) => [undefined, String(index)].includes(values.block));
if (blocks.length === 0) {
  const last = Math.ceil(runs / casesOfBlock) - 1;
  fail(
    `expected a block from 0 to ${last} that shard ${values.shard} has, found ${values.block ?? 'none'}: name fewer shards`,
  );
}
const cases = blocks.reduce((sum, block) => sum + block.cases, 0);

for (const [name, each] of chosen) {
  console.log(`${name}: ${cases} of ${runs} cases from seed ${seed}`);
  const broken = firstBroken(each, blocks, seed);
  if (!broken) {
    console.log(`${cases} passed, 0 failed`);
    continue;
  }
  const { block, details } = broken;
  console.log(
    `case ${details.numRuns} of block ${block.index} breaks an invariant; shrunk ${details.numShrinks} times:`,
  );
  console.log(JSON.stringify((details.counterexample as readonly unknown[] | null)?.[0], null, 2));
  console.log(details.errorInstance instanceof Error ? details.errorInstance.message : '');
  const again = `--only '${name}' --runs ${runs} --seed ${seed} --block ${block.index}`;
  console.log(`This block alone: npm run seeds -- ${again}`);
  process.exitCode = 1;
}

function fail(message: string): never {
  console.error(`seeds: ${message}`);
  process.exit(2);
}
