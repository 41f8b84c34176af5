import { errorOfWorker } from '../../src/components/worker-problem.ts';
import { t } from '../../src/i18n/t.ts';
import type { Explanation } from './outcome.ts';
import type { Input, ObjectResult, RunResult, SetupRefused } from './answers.ts';
import type { Answered, Asked, Question } from './decide.worker.ts';
import type { TracedVerdict } from './trace-plugin.ts';

/** What each question is answered with. */
interface Values {
  readonly run: RunResult | SetupRefused;
  readonly explain: Explanation | undefined;
  readonly object: ObjectResult | undefined;
  readonly edit: string;
  readonly code: TracedVerdict | undefined;
  readonly all: string;
}

/** The part of a Worker that is needed here. */
export interface AskerPort extends Pick<EventTarget, 'addEventListener'> {
  postMessage(message: Asked): void;
  terminate(): void;
}

const hostPort = (): AskerPort =>
  new Worker(new URL('./decide.worker.ts', import.meta.url), { type: 'module', name: 'scheduler' });

/** Thrown where a question was given up, because the reader or another question wanted so: nobody needs to be told. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

/**
 * Asks the worker in which the scheduler runs, one question after another. What takes longer than the deadline ends the
 * worker, and so does `stop`; the next question starts a new one.
 */
export class Asker {
  readonly #deadlineMs: number;
  readonly #newPort: () => AskerPort;
  readonly #words: Asked['words'];
  #port: AskerPort | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #stop: (() => void) | undefined;
  /** What the worker has run: edits, as text. */
  #edits = '{}';
  #id = 0;

  constructor(words: Asked['words'], deadlineMs = 60_000, newPort: () => AskerPort = hostPort) {
    this.#words = words;
    this.#deadlineMs = deadlineMs;
    this.#newPort = newPort;
  }

  /** Rejects with an Error whose message is for the reader. */
  ask<K extends Question['kind']>(
    input: Input,
    question: Extract<Question, { kind: K }>,
    onProgress?: (decided: number, of: number) => void,
  ): Promise<Values[K]> {
    const asked = this.#last.then(() => this.#ask(input, question, onProgress));
    this.#last = asked.catch(() => undefined);
    return asked as Promise<Values[K]>;
  }

  /** Gives up what is being answered. */
  stop(): void {
    this.#stop?.();
  }

  /** Ends the worker. */
  end(): void {
    this.stop();
    this.#port?.terminate();
    this.#port = undefined;
  }

  #ask(
    input: Input,
    question: Question,
    onProgress?: (decided: number, of: number) => void,
  ): Promise<unknown> {
    const id = ++this.#id;
    // Edited code can leave anything behind, so a worker that ran some runs nothing else.
    const edits = JSON.stringify(input.edits);
    if (this.#edits !== edits) {
      this.#port?.terminate();
      this.#port = undefined;
    }
    this.#edits = edits;
    return new Promise((resolve, reject) => {
      const port = (this.#port ??= this.#newPort());
      const over = new AbortController();
      const finish = (): void => {
        this.#stop = undefined;
        clearTimeout(deadline);
        over.abort();
      };
      const fail = (error: Error): void => {
        finish();
        this.#port?.terminate();
        this.#port = undefined;
        reject(error);
      };
      this.#stop = () => fail(new GivenUp(t`it was stopped`));
      const seconds = this.#deadlineMs / 1000;
      const late = (): void =>
        fail(
          new Error(
            t`expected an answer within ${seconds} s, found none; the search was ended. Bring fewer nodes or pods.`,
          ),
        );
      const deadline = setTimeout(late, this.#deadlineMs);
      const onError = (event: Event): void => {
        const found = (event as ErrorEvent).message || t`it could not be loaded`;
        fail(new Error(t`expected the scheduler to run, found "${found}". Reload the page.`));
      };
      const onMessage = (event: Event): void => {
        const { data } = event as MessageEvent<Answered>;
        if (data.id !== id) return;
        if ('decided' in data) {
          onProgress?.(data.decided, data.of);
          return;
        }
        finish();
        if ('problem' in data) reject(errorOfWorker(data.problem));
        else resolve(data.value);
      };
      port.addEventListener('error', onError, { signal: over.signal });
      port.addEventListener('message', onMessage, { signal: over.signal });
      port.postMessage({ id, input, question, words: this.#words });
    });
  }
}
