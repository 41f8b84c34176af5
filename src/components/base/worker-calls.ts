import { t, translated } from '../../i18n/t.ts';
import type { Shapes } from '../../gate/shape.ts';
import type { Edits } from '../../instrument/edit-place.ts';

/** What a worker says to a question: how it ended, how far it is, or that it lives. */
export type Reply<Value, Progress = never> =
  | { readonly id: number; readonly value: Value }
  | { readonly id: number; readonly problem: string }
  /** Edited code gave no valid reply, and why not. */
  | { readonly id: number; readonly refused: string }
  | { readonly id: number; readonly progress: Progress }
  /** Given while code of a reader runs; false once it has run, and what is left is ours. */
  | { readonly id: number; readonly alive: boolean };

/** The part of a Worker that calls need. */
export interface Port extends Pick<EventTarget, 'addEventListener'> {
  postMessage(message: unknown): void;
  terminate(): void;
}

/** What a question has at least. */
export interface Question {
  /** Files that are run in place of ours. */
  readonly edits?: Edits;
}

export interface WorkerCallsOptions {
  /** Starts a worker; `edited` tells that code of a reader will run in it. */
  readonly open: (edited: boolean) => Port | Promise<Port>;
  /** The shapes of its replies. */
  readonly shapes: () => Promise<Shapes>;
  readonly deadlineMs: number;
  /** For the reader: there was no answer after so many seconds. */
  readonly late: (seconds: number) => string;
  /** For the reader: the worker could not be started, or failed outside any answer. */
  readonly broken: (found: string) => string;
}

/** How long a reader's code may run without a sign of life, in ms: while all is well there is one every quarter of a second. */
export const silenceMs = 3000;

/** A call has some hundreds; code that got hold of a way to send would send without end. */
const mostReplies = 20_000;

/**
 * Questions to a worker, answered one after another. What takes longer than the deadline ends the worker, and so does `end`, so that
 * nothing a reader does can hang the page; the next question starts a new one. A worker that ran edited code runs no other, and what
 * comes out of it is checked and copied before anybody sees it.
 */
export class WorkerCalls<Asked extends Question, Value, Progress = never> {
  readonly #options: WorkerCallsOptions;
  #port: Port | undefined;
  /** What the worker has run: edits, as text. */
  #ran = '{}';
  #last: Promise<unknown> = Promise.resolve();
  #fail: ((reason: Error) => void) | undefined;
  #id = 0;

  constructor(options: WorkerCallsOptions) {
    this.#options = options;
  }

  /** Rejects with an Error whose message is for the reader. */
  call(asked: Asked, onProgress: (progress: Progress) => void = () => {}): Promise<Value> {
    const answer = this.#last.then(() => this.#call(asked, onProgress));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  /** Gives up the question that is being answered, if one is: it rejects with the reason, and the worker is ended. */
  stop(reason: Error): void {
    this.#fail?.(reason);
  }

  /** Ends the worker, also in the middle of an answer. */
  end(reason: Error): void {
    this.stop(reason);
    this.#drop();
  }

  #drop(): void {
    this.#port?.terminate();
    this.#port = undefined;
  }

  async #call(asked: Asked, onProgress: (progress: Progress) => void): Promise<Value> {
    const { deadlineMs, late } = this.#options;
    // Edited code can leave anything behind, so a worker that ran some runs nothing else.
    const runs = JSON.stringify(asked.edits ?? {});
    if (this.#ran !== runs) this.#drop();
    this.#ran = runs;
    const over = new AbortController();
    const failed = new Promise<never>((_, reject) => {
      this.#fail = (reason) => {
        over.abort();
        this.#drop();
        reject(reason);
      };
    });
    const deadline = setTimeout(() => this.stop(new Error(late(deadlineMs / 1000))), deadlineMs);
    try {
      return await Promise.race([failed, this.#answer(asked, runs !== '{}', over.signal, onProgress)]);
    } finally {
      this.#fail = undefined;
      clearTimeout(deadline);
      over.abort();
    }
  }

  async #answer(
    asked: Asked,
    edited: boolean,
    over: AbortSignal,
    onProgress: (progress: Progress) => void,
  ): Promise<Value> {
    const port = this.#port ?? (await this.#opened(edited, over));
    const silence = new Silence((seconds) => this.stop(new Error(silent(seconds))), over);
    const id = ++this.#id;
    let answered: (value: Value) => void = () => {};
    let refused: (problem: Error) => void = () => {};
    const answer = new Promise<Value>((resolve, reject) => {
      answered = resolve;
      refused = reject;
    });
    const hear = (reply: Reply<Value, Progress>): void => {
      if (over.aborted) return;
      if ('alive' in reply) silence.heard(reply.alive);
      else if ('progress' in reply) onProgress(reply.progress);
      else if ('refused' in reply) this.stop(new Error(dropped(reply.refused)));
      else if ('problem' in reply) refused(new Error(translated(reply.problem)));
      else answered(reply.value);
    };
    let replies = 0;
    const onMessage = (event: Event): void => {
      const { data } = event as MessageEvent<unknown>;
      if (!isReply(data, id)) return;
      if (!edited) return hear(data as Reply<Value, Progress>);
      if (++replies > mostReplies)
        this.stop(new Error(dropped(`expected at most ${mostReplies} replies, found more`)));
      else this.#checked(data).then(hear, (error: Error) => this.stop(new Error(dropped(error.message))));
    };
    const onError = (event: Event): void => {
      const found = (event as Partial<ErrorEvent>).message || t`it could not be loaded`;
      this.stop(new Error(this.#options.broken(found.slice(0, 2000))));
    };
    port.addEventListener('message', onMessage, { signal: over });
    port.addEventListener('error', onError, { signal: over });
    port.addEventListener('messageerror', onError, { signal: over });
    port.postMessage({ id, ...asked });
    return answer;
  }

  async #opened(edited: boolean, over: AbortSignal): Promise<Port> {
    const port = await this.#options.open(edited);
    if (over.aborted) port.terminate();
    else this.#port = port;
    return port;
  }

  /** A reply of edited code, checked; rejects where it is not of its shape. */
  async #checked(reply: object): Promise<Reply<Value, Progress>> {
    const [{ admitInTurns }, shapes] = await Promise.all([
      import('../../gate/admit.ts'),
      this.#options.shapes(),
    ]);
    return (await admitInTurns(reply, shapes)) as Reply<Value, Progress>;
  }
}

/** Counts how long nothing is heard, from the first sign of life on. */
class Silence {
  readonly #tooLong: (seconds: number) => void;
  readonly #over: AbortSignal;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(tooLong: (seconds: number) => void, over: AbortSignal) {
    this.#tooLong = tooLong;
    this.#over = over;
    over.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  heard(more: boolean): void {
    clearTimeout(this.#timer);
    if (more && !this.#over.aborted)
      this.#timer = setTimeout(() => this.#tooLong(silenceMs / 1000), silenceMs);
  }
}

function isReply(data: unknown, id: number): data is { readonly id: number } {
  return typeof data === 'object' && data !== null && (data as { readonly id?: unknown }).id === id;
}

const silent = (seconds: number): string =>
  t`expected a sign of life within ${seconds} s, found none; the run was ended. Look for a loop, a list or a regular expression that has no end.`;

const dropped = (why: string): string =>
  t`The edited code gave something that is no run, and it was dropped: ${why}. Undo your last change.`;
