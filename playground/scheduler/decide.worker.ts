import { type Telling, answerMessages } from '../../src/components/base/worker-replies.ts';
import { speakAs } from '../../src/i18n/t.ts';
import type { Result } from '../../src/runtime/go/result.ts';
import { Answers, CodeFailed, type Input } from './answers.ts';
import type { Answer, Asked, Progress } from './messages.ts';
import type { Heart, LoadedPlugins } from './edited-plugins.ts';
import { filesOf } from './plugin-files.ts';

const answers = new Answers();

/** Loads plugins as they are edited; those of the files named so that they tell their lines. */
async function plugins(
  { edits }: Input,
  heart: Heart,
  anew: readonly string[] = [],
): Promise<[LoadedPlugins, undefined] | [undefined, CodeFailed]> {
  const { pluginsInWorker } = await import('./plugins-in-worker.ts');
  const [loaded, problem] = await pluginsInWorker(edits, heart, anew);
  return problem ? [undefined, new CodeFailed(problem)] : [loaded, undefined];
}

async function answer({ input, question, words }: Asked, telling: Telling<Progress>): Promise<Answer> {
  // The page sets the texts, once they are there.
  speakAs(words);
  const onProgress = (decided: number, of: number): void => telling.progress({ decided, of });
  if (!answers.plugins && Object.keys(input.edits).length > 0) {
    const [loaded, failed] = await plugins(input, telling);
    if (failed && question.kind === 'run')
      return { kind: 'run', is: { setupProblems: [], codeProblems: [failed.problem] } };
    if (failed) throw failed;
    answers.plugins = loaded;
  }
  const { kind } = question;
  switch (kind) {
    case 'run':
      return { kind, is: valueOf(answers.run(input, onProgress)) };
    case 'explain':
      return {
        kind,
        is: valueOf(answers.explain(input, question.side, question.pod, question.attempt, onProgress)),
      };
    case 'object':
      return { kind, is: answers.object(input, question.of, question.key) };
    case 'edit':
      return {
        kind,
        is: valueOf(answers.edit(input, question.of, question.key, question.field, question.value)),
      };
    case 'code': {
      const [traced, failed] = await plugins(input, telling, filesOf(question.of.plugin));
      if (failed) throw failed;
      return { kind, is: valueOf(answers.code(input, question.of, traced)) };
    }
    case 'all':
      return { kind, is: answers.all(input, question.compact) };
    default:
      return question satisfies never;
  }
}

function valueOf<T>([value, err]: Result<T>): T {
  if (err) throw err;
  return value as T;
}

answerMessages(answer, async () => (await import('./messages.ts?type=Answered&shapes')).shapes);
