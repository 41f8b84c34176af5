import { t } from '../../src/i18n/t.ts';
import { WorkerCalls, type WorkerCallsOptions } from '../../src/components/base/worker-calls.ts';
import type { Input } from './answers.ts';
import type { Answer, Asked, Progress, Question, Values } from './messages.ts';

const openWorker: WorkerCallsOptions['open'] = async (edited) => {
  if (!edited)
    return new Worker(new URL('./decide.worker.ts', import.meta.url), { type: 'module', name: 'scheduler' });
  const [{ editedWorker }, { default: url }] = await Promise.all([
    import('../../src/components/base/edited-worker.ts'),
    import('./decide.worker.ts?worker&url'),
  ]);
  return editedWorker(url, 'scheduler');
};

/** Thrown where a question was given up, because the reader or another question wanted so: nobody needs to be told. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

/** Asks the worker in which the scheduler runs, one question after another. */
export class Asker {
  readonly #calls: WorkerCalls<Asked, Answer, Progress>;
  readonly #words: Asked['words'];

  constructor(words: Asked['words'], deadlineMs = 60_000, open = openWorker) {
    this.#words = words;
    this.#calls = new WorkerCalls({
      open,
      shapes: async () => (await import('./messages.ts?type=Answered&shapes')).shapes,
      deadlineMs,
      late: (seconds) =>
        t`expected an answer within ${seconds} s, found none; the search was ended. Bring fewer nodes or pods.`,
      broken: (found) => t`expected the scheduler to run, found "${found}". Reload the page.`,
    });
  }

  /** Rejects with an Error whose message is for the reader. */
  async ask<K extends Question['kind']>(
    input: Input,
    question: Extract<Question, { kind: K }>,
    onProgress?: (decided: number, of: number) => void,
  ): Promise<Values[K]> {
    const { edits } = input;
    const answer = await this.#calls.call({ input, question, words: this.#words, edits }, ({ decided, of }) =>
      onProgress?.(decided, of),
    );
    if (answer.kind !== question.kind)
      throw new Error(
        t`expected an answer to "${question.kind}", found one to "${answer.kind}". Reload the page.`,
      );
    return answer.is as Values[K];
  }

  /** Gives up what is being answered. */
  stop(): void {
    this.#calls.stop(new GivenUp(t`it was stopped`));
  }

  /** Ends the worker. */
  end(): void {
    this.#calls.end(new GivenUp(t`it was stopped`));
  }
}
