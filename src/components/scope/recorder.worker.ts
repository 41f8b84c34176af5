import type { Edits } from '../../instrument/edit-place.ts';
import { filesOf, record } from '../../recording/record.ts';
import type { ActAt } from '../../runtime/cluster/acts.ts';
import type { MadeRun } from './recorder.ts';
import { loadScenario } from './scenarios.ts';

/** What the page asks of the worker. */
export interface RunRequest {
  readonly id: number;
  readonly scenario: string;
  /** The scenario's own if left out. */
  readonly seed?: number;
  readonly acts: readonly ActAt[];
  readonly lines: boolean;
  readonly edits?: Edits;
}

/** What the worker answers, in one message, so that what frames share stays shared. */
export type RunAnswer =
  (MadeRun & { readonly id: number }) | { readonly id: number; readonly problem: string };

async function answer({ id, scenario: name, edits, ...options }: RunRequest): Promise<RunAnswer> {
  const [scenario, unknown] = await loadScenario(name);
  if (unknown) return { id, problem: unknown.message };
  const recording = edits
    ? await (await import('./transpile-edits.ts')).recordEdits(scenario, edits, options)
    : await record(scenario, options);
  const { title, view, offers, plane } = scenario;
  return { id, recording, title, shows: filesOf(scenario, edits), view, offers, plane };
}

addEventListener('message', ({ data }: MessageEvent<RunRequest>) => {
  answer(data).then(
    (message) => postMessage(message),
    (error: unknown) => {
      const problem = error instanceof Error ? error.message : String(error);
      postMessage({ id: data.id, problem } satisfies RunAnswer);
    },
  );
});
