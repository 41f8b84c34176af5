import type { VNode } from 'preact';
import { t } from '../../i18n/t.ts';
import { type CodeLanguages, codeChoices } from './choice.ts';

interface CodeChoiceProps {
  /** Of the group of buttons: nothing else on the page has it. */
  readonly name: string;
  readonly chosen: CodeLanguages;
  /** Left out where the page is built: there a script listens for all of them. */
  readonly onChoose?: (choice: CodeLanguages, at: Element) => void;
}

/** In which language the code is shown: ours, upstream's, or both. */
export function CodeChoice({ name, chosen, onChoose }: CodeChoiceProps): VNode {
  const words = { typescript: 'TypeScript', go: 'Go', both: t`both` };
  return (
    <div class="code-choice" role="radiogroup" aria-label={t`Language of the code`}>
      {codeChoices.map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            name={name}
            value={choice}
            checked={choice === chosen}
            onChange={onChoose && (({ currentTarget }) => onChoose(choice, currentTarget))}
          />
          <span>{words[choice]}</span>
        </label>
      ))}
    </div>
  );
}
