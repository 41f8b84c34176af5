/**
 * npm run seeds [-- --runs N --seed S]: the properties of test/properties over many more storms than the tests take.
 * A storm that breaks an invariant is printed shrunk, to be kept as a named regression.
 */
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { wrongs } from '../test/properties/replicaset.ts';
import { storms, weather } from '../test/properties/storm.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '1000' }, seed: { type: 'string' } },
});
const runs = Number(values.runs);
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed)) {
  console.error('seeds: expected whole numbers, as in --runs 5000 --seed 42');
  process.exit(2);
}

console.log(`${runs} storms from seed ${seed}`);
const result = fc.check(
  fc.property(storms, (storm) => {
    const found = wrongs(weather(storm));
    if (found.length > 0) throw new Error(found.join('\n'));
  }),
  { numRuns: runs, seed },
);
if (result.failed) {
  console.log(
    `storm ${result.numRuns} of seed ${seed} breaks an invariant; shrunk ${result.numShrinks} times:`,
  );
  console.log(JSON.stringify(result.counterexample?.[0], null, 2));
  console.log(result.errorInstance instanceof Error ? result.errorInstance.message : '');
  process.exitCode = 1;
} else {
  console.log(`${result.numRuns} passed, 0 failed`);
}
