import { speakAs } from '../../src/i18n/t.ts';
import { Answers, CodeFailed, type Input, type SetupRefused, type Side } from './answers.ts';
import type { Change } from './cluster.ts';
import type { LoadedPlugins } from './edited-plugins.ts';
import type { FieldName } from './object-fields.ts';
import { filesOf } from './plugin-files.ts';
import type { VerdictOf } from './trace-plugin.ts';
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
  | { readonly kind: 'code'; readonly of: VerdictOf }
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

/** Loads plugins as they are edited; those of the files named so that they tell their lines. */
async function plugins(
  { edits }: Input,
  anew: readonly string[] = [],
): Promise<[LoadedPlugins, undefined] | [undefined, CodeFailed]> {
  const { pluginsInWorker } = await import('./plugins-in-worker.ts');
  const [loaded, problem] = await pluginsInWorker(edits, anew);
  return problem ? [undefined, new CodeFailed(problem)] : [loaded, undefined];
}

async function answer({
  id,
  input,
  question,
  words,
}: Asked): Promise<[unknown, undefined] | [undefined, Error]> {
  // The page sets the texts, once they are there.
  speakAs(words);
  const onProgress: OnProgress = (decided, of) => postMessage({ id, decided, of } satisfies Answered);
  if (!answers.plugins && Object.keys(input.edits).length > 0) {
    const [loaded, failed] = await plugins(input);
    if (failed && question.kind === 'run')
      return [{ setupProblems: [], codeProblems: [failed.problem] } satisfies SetupRefused, undefined];
    if (failed) return [undefined, failed];
    answers.plugins = loaded;
  }
  switch (question.kind) {
    case 'run':
      return answers.run(input, onProgress);
    case 'explain':
      return answers.explain(input, question.side, question.pod, question.attempt, onProgress);
    case 'object':
      return [answers.object(input, question.of, question.key), undefined];
    case 'edit':
      return answers.edit(input, question.of, question.key, question.field, question.value);
    case 'code': {
      const [traced, failed] = await plugins(input, filesOf(question.of.plugin));
      return failed ? [undefined, failed] : answers.code(input, question.of, traced);
    }
    case 'all':
      return [answers.all(input, question.compact), undefined];
    default:
      return question satisfies never;
  }
}

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  const tell = (problem: string): void => postMessage({ id: data.id, problem } satisfies Answered);
  answer(data).then(
    ([value, err]) => (err ? tell(err.message) : postMessage({ id: data.id, value } satisfies Answered)),
    (error: unknown) => tell(error instanceof Error ? error.message : String(error)),
  );
});
