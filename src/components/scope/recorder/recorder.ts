import { spokenWords, t } from '../../../i18n/t.ts';
import type { Edits } from '../../../instrument/edit-place.ts';
import type { ChangedNumbers } from '../../../recording/numbers.ts';
import type { ActAt } from '../../../runtime/stage/acts.ts';
import { WorkerCalls, type WorkerCallsOptions } from '../../base/worker-calls.ts';
import type { MadeRun, RunRequest } from './messages.ts';

export interface RunInputs {
  readonly scenario: string;
  readonly seed?: number;
  readonly acts?: readonly ActAt[];
  /** Numbers of the story that are others. */
  readonly changed?: ChangedNumbers;
  /** Files of src/runtime that are run in place of ours. */
  readonly edits?: Edits;
  /** False leaves out the lines of code. */
  readonly lines?: boolean;
}

const openWorker: WorkerCallsOptions['open'] = async (edited) => {
  if (!edited)
    return new Worker(new URL('./recorder.worker.ts', import.meta.url), { type: 'module', name: 'recorder' });
  const [{ editedWorker }, { default: url }] = await Promise.all([
    import('../../base/edited-worker.ts'),
    import('./recorder.worker.ts?worker&url'),
  ]);
  return editedWorker(url, 'recorder');
};

/** How long a run may take, in ms. */
export const runMs = 15_000;

/** Makes runs in a worker of its own, one after another. */
export class Recorder {
  readonly #calls: WorkerCalls<RunRequest, MadeRun>;

  constructor(deadlineMs = runMs, open = openWorker) {
    this.#calls = new WorkerCalls({
      open,
      shapes: async () => (await import('./messages.ts?type=RunReply&shapes')).shapes,
      deadlineMs,
      late: (seconds) =>
        t`expected this run to take less than ${seconds} s, found it still going; it was ended. Undo your last change.`,
      broken: (found) => t`expected the engine to run, found "${found}". Reload the page.`,
    });
  }

  /** The run of these inputs. Rejects with an Error whose message is for the reader. */
  record({ scenario, seed, acts = [], changed, lines = true, edits }: RunInputs): Promise<MadeRun> {
    const words = edits && spokenWords();
    return this.#calls.call({ scenario, seed, acts, changed, lines, edits, words });
  }

  /** Ends the worker, and with it the run that is being made, whose promise rejects. */
  end(): void {
    this.#calls.end(new Error(t`this run was stopped`));
  }
}

/** One recorder for the whole page: a reader looks at one Scope at a time. */
export const pageRecorder = new Recorder();
