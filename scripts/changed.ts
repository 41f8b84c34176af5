/**
 * node scripts/changed.ts [BASE]: whether all that the work since BASE touched is content, or more. It prints `only=content` or
 * `only=everything`, as a workflow takes the outputs of a step.
 */
import { planSince } from './plan.ts';

const [plan, problem] = planSince(process.argv[2]);
if (problem) {
  console.error(`changed: ${problem.message}`);
  process.exit(2);
}
console.log(`only=${plan.contentOnly ? 'content' : 'everything'}`);
