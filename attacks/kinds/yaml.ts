import fc from 'fast-check';
import { samples } from '../../playground/samples.ts';
import { Answers } from '../../playground/scheduler/answers.ts';
import { examples } from '../../playground/scheduler/examples.ts';
import { inputOf } from '../../playground/scheduler/scheduler-model.ts';
import { readManifest } from '../../src/components/manifests/apply-yaml.ts';
import type { Attack } from '../attack.ts';
import { hostileTexts } from '../hostile-text.ts';
import { messageWrongs, tryOut } from '../wrongs.ts';

/** More texts find little more: each is read twice, and decided on. */
const enough = 2_000;

/** Texts in the box of the playground and on the page of the scheduler: read, or refused in words with the place. */
export const attack: Attack = {
  kind: 'YAML',
  async *tries({ seed, most }) {
    const texts = hostileTexts([...samples, ...examples].map(({ text }) => text));
    for (let i = 0; i < Math.min(most, enough); i++) {
      const [text = ''] = fc.sample(texts, { seed: seed + i, numRuns: 1 });
      yield tryOut(text, () => [...boxWrongs(text), ...schedulerWrongs(text)]);
    }
  },
};

function* boxWrongs(text: string): Generator<string> {
  const { objects, problems } = readManifest(text);
  for (const { line, column, message } of problems ?? []) {
    if (!(line >= 1 && column >= 1)) yield `box: the place is line ${line}, column ${column}`;
    for (const wrong of messageWrongs(message)) yield `box: ${wrong}`;
  }
  // A worker sends them to the page, and the page to another worker.
  if (objects) structuredClone(objects);
}

function* schedulerWrongs(text: string): Generator<string> {
  const answers = new Answers();
  const [result, err] = answers.run(inputOf(text));
  if (err) yield `scheduler: it failed: ${err.message}`;
  if (!result) return;
  if ('setupProblems' in result) {
    yield 'scheduler: the profile is refused, which nobody changed';
    return;
  }
  for (const { line, message } of result.reading.problems) {
    if (!(line >= 1)) yield `scheduler: the place is line ${line}`;
    // What the API server says is said in its own words.
    if (message.startsWith('The API server does not take ')) continue;
    for (const wrong of messageWrongs(message)) yield `scheduler: ${wrong}`;
  }
  answers.all(inputOf(text), true);
}
