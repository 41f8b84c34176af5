/**
 * npm run seeds [-- --runs N --seed S --only PROPERTY]: the properties of test/properties over many more cases than the
 * tests take. A case that breaks one is printed shrunk, to be kept as a named regression.
 */
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { chatterWrongs, chatters } from '../test/properties/events.ts';
import { heapWrongs, heaps } from '../test/properties/garbage.ts';
import { electionStorms, electionWrongs, weatherElection } from '../test/properties/election.ts';
import { type QueueName, galeWrongs, gales, queueKinds } from '../test/properties/informers.ts';
import { kubeletWrongs, troubles } from '../test/properties/kubelet.ts';
import { crowds, preemptionWrongs } from '../test/properties/preemption.ts';
import { wrongs } from '../test/properties/replicaset.ts';
import { cacheTurns, cacheWrongs, ttl } from '../test/properties/scheduler-cache.ts';
import { weather as weatherScheduler, weathers } from '../test/properties/scheduler.ts';
import { orderedBy, queueTurns, queueWrongs } from '../test/properties/scheduling-queue.ts';
import { floodWrongs, floods } from '../test/properties/services.ts';
import { storms, weather } from '../test/properties/storm.ts';
import { selectCandidate } from '../src/runtime/scheduler/framework/plugins/defaultpreemption/default_preemption_candidates.ts';
import { SchedulerCache } from '../src/runtime/scheduler/internal/cache/cache.ts';
import { PriorityQueue } from '../src/runtime/scheduler/internal/queue/scheduling_queue.ts';

/** What is wrong after a case; nothing if all is well. */
const property = <T>(cases: fc.Arbitrary<T>, wrongs: (one: T) => readonly string[]) =>
  fc.property(cases, (one) => {
    const found = wrongs(one);
    if (found.length > 0) throw new Error(found.join('\n'));
  });

const properties: Readonly<Record<string, fc.IRawProperty<unknown, false>>> = {
  election: property(electionStorms, (storm) => electionWrongs(weatherElection(storm))),
  kubelet: property(troubles, (each) => kubeletWrongs(each)),
  replicaset: property(storms, (storm) => wrongs(weather(storm))),
  services: property(floods, (flood) => floodWrongs(flood)),
  ...Object.fromEntries(
    (Object.keys(queueKinds) as QueueName[]).map((name) => [
      `informers with a ${name}`,
      property(gales, (gale) => galeWrongs(gale, queueKinds[name])),
    ]),
  ),
  garbage: property(heaps, (heap) => heapWrongs(heap)),
  events: property(chatters, (chatter) => chatterWrongs(chatter)),
  scheduler: property(weathers, (each) => weatherScheduler(each).wrongs),
  'cache of the scheduler': property(cacheTurns, (turns) =>
    cacheWrongs(turns, (sim) => new SchedulerCache(sim, ttl, 1000, undefined)),
  ),
  'queue of the scheduler': property(queueTurns, (turns) =>
    queueWrongs(turns, (sim, podNominator) => new PriorityQueue(sim, orderedBy, { podNominator })),
  ),
  preemption: property(crowds, (crowd) => preemptionWrongs(crowd, selectCandidate)),
};

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
