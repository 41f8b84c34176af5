import type { Claim } from '../../components/prose/experiment.ts';
import { type ContentProblem, type Rule, inElement, sentence } from './rule.ts';
import { listed, scenarioOf } from './runs.ts';

/** Each experiment can be done, and shows what it says. */
export const experimentsAreSo: Rule = (file, { machine }) =>
  file.elements
    .filter(({ name, attributes }) => name === 'Experiment' && typeof attributes['at'] === 'string')
    .flatMap((element): ContentProblem[] => {
      const { run, instead, ...claim } = element.attributes as unknown as Claim & {
        run?: string;
        instead?: string;
      };
      const id = scenarioOf(file, run);
      const other = instead === undefined ? undefined : scenarioOf(file, instead);
      if (![id, other ?? id].every((each) => listed(file).includes(each))) return [];
      const wrong = machine.wrongIn(claim, id, other);
      if (!wrong) return [];
      const [, attribute] = /^(at|shows|never|look)=/.exec(wrong.message) ?? [];
      return [inElement(file, element, attribute, sentence(wrong.message.replace(/^\w+=".*?": /, '')))];
    });
