import { t } from '../../i18n/t.ts';
import type { Edits } from '../../instrument/edit-place.ts';
import type { Recording } from '../../recording/recording.ts';
import type { ActAt } from '../../runtime/cluster/acts.ts';
import type { Scenario } from '../../runtime/cluster/scenario.ts';
import { errorOfWorker } from '../worker-problem.ts';
import type { RunAnswer, RunRequest } from './recorder.worker.ts';

export interface RunInputs {
  readonly scenario: string;
  readonly seed?: number;
  readonly acts?: readonly ActAt[];
  /** Files of src/runtime that are run in place of ours. */
  readonly edits?: Edits;
  /** False leaves out the lines of code. */
  readonly lines?: boolean;
}

export interface MadeRun {
  readonly recording: Recording;
  readonly title: string;
  /** Files whose lines were recorded. */
  readonly shows: readonly string[];
  /** As the scenario says them. */
  readonly view?: Scenario['view'];
  readonly offers?: Scenario['offers'];
  readonly plane?: Scenario['plane'];
}

/** The part of a Worker that a recorder needs. */
export interface RecorderPort extends Pick<EventTarget, 'addEventListener'> {
  postMessage(message: RunRequest): void;
  terminate(): void;
}

const hostPort = (): RecorderPort =>
  new Worker(new URL('./recorder.worker.ts', import.meta.url), { type: 'module', name: 'recorder' });

/**
 * Makes runs in a worker of its own, one after another. A run that is not there by the deadline ends the worker,
 * so that nothing a reader does can hang the page; the next run starts a new one.
 */
export class Recorder {
  readonly #deadlineMs: number;
  readonly #newPort: () => RecorderPort;
  #port: RecorderPort | undefined;
  /** What the worker has run: edits, as text. */
  #ran: string | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #stop: (() => void) | undefined;
  #id = 0;

  constructor(deadlineMs = 15_000, newPort: () => RecorderPort = hostPort) {
    this.#deadlineMs = deadlineMs;
    this.#newPort = newPort;
  }

  /** The run of these inputs. Rejects with an Error whose message is for the reader. */
  record(inputs: RunInputs): Promise<MadeRun> {
    const run = this.#last.then(() => this.#run(inputs));
    this.#last = run.catch(() => undefined);
    return run;
  }

  /** Ends the worker, and with it the run that is being made: that one rejects. */
  end(): void {
    this.#stop?.();
    this.#port?.terminate();
    this.#port = undefined;
  }

  #run({ scenario, seed, acts = [], lines = true, edits }: RunInputs): Promise<MadeRun> {
    const id = ++this.#id;
    // Edited code can leave anything behind, so a worker that ran some runs nothing else.
    const runs = JSON.stringify(edits);
    if (this.#ran !== runs) this.end();
    this.#ran = runs;
    return new Promise((resolve, reject) => {
      const port = (this.#port ??= this.#newPort());
      const over = new AbortController();
      const finish = (): void => {
        this.#stop = undefined;
        clearTimeout(deadline);
        over.abort();
      };
      const fail = (message: string): void => {
        finish();
        this.end();
        reject(new Error(message));
      };
      const seconds = this.#deadlineMs / 1000;
      this.#stop = () => {
        finish();
        reject(new Error(t`this run was stopped`));
      };
      const deadline = setTimeout(
        () =>
          fail(
            t`expected this run to take less than ${seconds} s, found it still going; it was ended. Take back what you changed last.`,
          ),
        this.#deadlineMs,
      );
      const onError = (event: Event): void => {
        const found = (event as ErrorEvent).message || t`it could not be loaded`;
        fail(t`expected the engine to run, found "${found}". Reload the page.`);
      };
      const onMessage = (event: Event): void => {
        const { data } = event as MessageEvent<RunAnswer>;
        if (data.id !== id) return;
        finish();
        if ('problem' in data) reject(errorOfWorker(data.problem));
        else resolve(data);
      };
      port.addEventListener('error', onError, { signal: over.signal });
      port.addEventListener('message', onMessage, { signal: over.signal });
      port.postMessage({ id, scenario, seed, acts, lines, edits });
    });
  }
}

/** One recorder for the whole page: a reader looks at one Scope at a time. */
export const pageRecorder = new Recorder();
