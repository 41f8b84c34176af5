import type { Edits } from '../../instrument/edited-runtime.ts';
import { filesOf, record } from '../../recording/record.ts';
import type { Recording } from '../../recording/recording.ts';
import type { ActAt } from '../../runtime/cluster/acts.ts';
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
  | {
      readonly id: number;
      readonly recording: Recording;
      readonly title: string;
      readonly shows: readonly string[];
    }
  | { readonly id: number; readonly problem: string };

async function answer({ id, scenario: name, edits, ...options }: RunRequest): Promise<RunAnswer> {
  const [scenario, unknown] = await loadScenario(name);
  if (unknown) return { id, problem: unknown.message };
  const recording = edits
    ? await (await import('./transpile-edits.ts')).recordEdits(scenario, edits, options)
    : await record(scenario, options);
  return { id, recording, title: scenario.title, shows: filesOf(scenario, edits) };
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
