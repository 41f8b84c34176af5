import { t } from '../../src/i18n/t.ts';
import {
  type Question as AnyQuestion,
  type Reply,
  WorkerCalls,
  type WorkerCallsOptions,
} from '../../src/components/base/worker-calls.ts';
import type { Input, ObjectResult, RunResult, SetupRefused, Side } from './answers.ts';
import type { Change } from './cluster.ts';
import type { FieldName } from './object-fields.ts';
import type { Explanation } from './outcome.ts';
import type { TracedVerdict, VerdictOf } from './trace-plugin.ts';

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

export interface Asked extends AnyQuestion {
  readonly input: Input;
  readonly question: Question;
  /** The words of a language other than English, by the English. */
  readonly words?: Readonly<Record<string, string>>;
}

/** What each question is answered with. */
interface Values {
  readonly run: RunResult | SetupRefused;
  readonly explain: Explanation | undefined;
  readonly object: ObjectResult | undefined;
  readonly edit: string;
  readonly code: TracedVerdict | undefined;
  readonly all: string;
}

/** The answer to a question of a kind. */
export type Answer = {
  readonly [K in keyof Values]: { readonly kind: K; readonly is: Values[K] };
}[keyof Values];

export interface Progress {
  readonly decided: number;
  readonly of: number;
}

/** What the worker says. */
export type Answered = Reply<Answer, Progress>;

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
      shapes: async () => (await import('./asker.ts?type=Answered&shapes')).shapes,
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
