import { speakBy } from '../../src/i18n/t.ts';
import { Answers, type Input, type Side } from './answers.ts';
import type { Change } from './cluster.ts';
import type { FieldName } from './object-fields.ts';
import type { OnProgress } from './watch-scheduler.ts';

/** What the page asks of the worker. */
export type Question =
  | { readonly kind: 'run' }
  | { readonly kind: 'explain'; readonly side: Side; readonly pod: string; readonly attempt?: number }
  | { readonly kind: 'object'; readonly of: Change['kind']; readonly key: string }
  | {
      readonly kind: 'edit';
      readonly of: Change['kind'];
      readonly key: string;
      readonly field: FieldName;
      readonly value: string;
    }
  | { readonly kind: 'all'; readonly compact: boolean };

export interface Asked {
  readonly id: number;
  readonly input: Input;
  readonly question: Question;
  /** The words of a language other than English, by the English. */
  readonly words?: Readonly<Record<string, string>>;
}

/** What the worker answers: how far it is, or the answer, or what went wrong. */
export type Answered =
  | { readonly id: number; readonly decided: number; readonly of: number }
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly problem: string };

const answers = new Answers();

function answer({ id, input, question, words }: Asked): [unknown, undefined] | [undefined, Error] {
  // The page sets the texts, once they are there.
  speakBy(() => words && { language: 'zh-CN', words, retold: () => undefined, set: (text) => text });
  const onProgress: OnProgress = (decided, of) => postMessage({ id, decided, of } satisfies Answered);
  switch (question.kind) {
    case 'run':
      return answers.run(input, onProgress);
    case 'explain':
      return answers.explain(input, question.side, question.pod, question.attempt, onProgress);
    case 'object':
      return [answers.object(input, question.of, question.key), undefined];
    case 'edit':
      return answers.edit(input, question.of, question.key, question.field, question.value);
    case 'all':
      return [answers.all(input, question.compact), undefined];
    default:
      return question satisfies never;
  }
}

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  try {
    const [value, err] = answer(data);
    postMessage((err ? { id: data.id, problem: err.message } : { id: data.id, value }) satisfies Answered);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    postMessage({ id: data.id, problem } satisfies Answered);
  }
});
