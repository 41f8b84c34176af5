import { Stage } from '../runtime/stage/stage.ts';
import { userOf } from '../runtime/stage/user.ts';
import type { ActAt } from '../runtime/stage/acts.ts';
import type { Plane } from '../runtime/stage/program.ts';
import type { Settings } from '../runtime/stage/settings.ts';
import type { Scenario } from '../runtime/stage/scenario.ts';
import type { Edits } from '../instrument/edit-place.ts';
import type { EditedRuntime } from '../instrument/edited-runtime.ts';
import { takeFault } from '../instrument/slips.ts';
import { recordLines } from '../instrument/record-lines.ts';
import { LimitReached } from '../runtime/sim/limits.ts';
import { isThrown, textOfThrown } from '../runtime/sim/thrown.ts';
import { type ChangedNumbers, numbersIn, settingsWith } from './numbers.ts';
import { loadPlane } from './planes.ts';
import type { Outcome, Recording } from './recording.ts';

export interface RecordOptions {
  /** The scenario's own if left out. */
  readonly seed?: number;
  /** What the reader does on top of the story, in order of step. */
  readonly acts?: readonly ActAt[];
  /** False leaves out the lines of the files that the scenario shows. */
  readonly lines?: boolean;
  /** Numbers of the story that are others. */
  readonly changed?: ChangedNumbers;
  readonly settings?: Partial<Settings>;
  /** Called after each step of the simulator, and before edited code is run first. */
  readonly onStep?: () => void;
  /** Edited files, loaded by `loadEditedRuntime`. Their lines are recorded as those of the files that the scenario shows. */
  readonly edited?: EditedRuntime;
}

/** The most a scenario may record. More than that is a scenario that never settles. */
const mostEntries = 60_000;

/** Steps of an edited run: a hundred times those of a long one. */
const mostEditedSteps = 1_000_000;

/**
 * Runs a scenario from its beginning to its end and gives all of it. The same scenario, seed, acts and settings
 * give the same recording. A run that reaches a limit or fails ends there, and its outcome says why.
 */
export async function record(scenario: Scenario, options: RecordOptions = {}): Promise<Recording> {
  return recordOn(options.edited?.plane ?? (await loadPlane(scenario)), scenario, options);
}

/** As `record`, synchronously, for a caller that has the plane of the scenario. */
export function recordOn(plane: Plane, scenario: Scenario, options: RecordOptions = {}): Recording {
  const { seed = scenario.seed, acts = [], changed, lines = true, edited, onStep } = options;
  const Machine = edited?.Stage ?? Stage;
  const stage = new Machine(
    plane,
    { ...settingsWith(scenario, changed), ...options.settings },
    {
      seed,
      order: scenario.order,
      limits: { entries: mostEntries, ...(edited && { steps: mostEditedSteps }) },
    },
  );
  const recording = recordStage(stage, scenario.id, (user) => scenario.story(user), {
    seed,
    acts,
    files: lines ? filesOf(scenario, edited?.edits) : [],
    edited,
    onStep,
    endsAtMs: scenario.endsAtMs,
  });
  return { ...recording, ...numbersIn(scenario, changed) };
}

/** The files whose lines a run records, edited ones first. */
export function filesOf({ shows }: Scenario, edits: Edits = {}): string[] {
  return [...new Set([...Object.keys(edits), ...shows])];
}

interface RunOptions {
  readonly seed?: number;
  readonly acts?: readonly ActAt[];
  readonly files?: readonly string[];
  readonly edited?: EditedRuntime;
  readonly onStep?: () => void;
  readonly endsAtMs?: number;
}

/** Records a stage that was built but not started, while `story` acts on it. */
export function recordStage(
  stage: Stage,
  scenario: string,
  story: Scenario['story'],
  { seed = 1, acts = [], files = [], edited, onStep, endsAtMs = Infinity }: RunOptions = {},
): Recording {
  const trace = stage.record();
  const lines = recordLines(stage.sim, trace, { files, guard: edited !== undefined });
  trace.locate = (process) => lines.currentLine(process);
  let outcome: Outcome;
  takeFault();
  try {
    stage.start();
    const told = stage.sim.go('story', story(userOf(stage)));
    const stepped = (): void => {
      const fault = edited && takeFault();
      if (fault) throw fault;
      onStep?.();
    };
    outcome = run(stage, acts, endsAtMs, () => told.state === 'done', stepped);
  } catch (error) {
    const ended = isThrown(error, LimitReached) ? 'limit' : 'failed';
    const message = textOfThrown(error);
    outcome = { ended, ...(edited?.tellOf(error, message) ?? { message }) };
  } finally {
    lines.stop();
  }
  const { entries, processes } = trace;
  const { draws = {} } = stage.plane;
  const subjects = stage.plane.subjects.map(({ name }) => name);
  const { standIns } = stage;
  const recording = { scenario, seed, subjects, draws, standIns, acts, entries, processes, outcome };
  return edited ? { ...recording, edits: edited.edits } : recording;
}

/** Steps until the story is told and its time is over, letting the reader act where they did. */
function run(
  stage: Stage,
  acts: readonly ActAt[],
  endsAtMs: number,
  told: () => boolean,
  onStep: () => void,
): Outcome {
  const { sim } = stage;
  const waiting = [...acts].sort((a, b) => a.step - b.step);
  for (;;) {
    while (waiting[0] && waiting[0].step <= sim.steps) {
      stage.act(waiting[0].act, 'reader');
      waiting.shift();
    }
    const next = sim.busy ? sim.now : (sim.nextTimerAt ?? Infinity);
    if (next > endsAtMs || !sim.step()) break;
    onStep();
    if (endsAtMs === Infinity && told()) break;
  }
  return { ended: told() ? 'story' : 'time' };
}
