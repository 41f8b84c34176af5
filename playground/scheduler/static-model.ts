import { Answers, type Input } from './answers.ts';
import { SchedulerModel, firstPick } from './scheduler-model.ts';

/** Runs when the site is built: what the page shows of an input until it is alive. */
export function staticModel(input: Input): SchedulerModel {
  const model = new SchedulerModel();
  const answers = new Answers();
  const [result, err] = answers.run(input);
  if (err) throw err;
  if ('setupProblems' in result) throw new Error('expected the default profile to be one');
  model.input.value = input;
  model.result.value = result;
  const picked = firstPick(result);
  if (!picked) return model;
  const object = answers.object(input, picked.kind, picked.key);
  const [after] = answers.explain(input, 'after', picked.key);
  model.shown.value = { picked, object, after, before: undefined };
  return model;
}
