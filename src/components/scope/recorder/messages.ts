import type { ChangedNumbers } from '../../../recording/numbers.ts';
import type { Recording } from '../../../recording/recording.ts';
import type { ActAt } from '../../../runtime/stage/acts.ts';
import type { Scenario } from '../../../runtime/stage/scenario.ts';
import type { Translation } from '../../../i18n/t.ts';
import type { Question, Reply } from '../../base/worker-calls.ts';

/** A run, and what its scenario says of it. */
export interface MadeRun {
  readonly recording: Recording;
  readonly title: string;
  /** Files whose lines were recorded. */
  readonly shows: readonly string[];
  /** As the scenario says them. */
  readonly view?: Scenario['view'];
  readonly plane?: Scenario['plane'];
  readonly offers?: Scenario['offers'];
}

/** What the page asks of the worker. */
export interface RunRequest extends Question {
  readonly scenario: string;
  /** The scenario's own if left out. */
  readonly seed?: number;
  readonly acts: readonly ActAt[];
  /** Numbers of the story that are others. */
  readonly changed?: ChangedNumbers;
  readonly lines: boolean;
  /** The texts of the page's language, for what is said of edited code. */
  readonly words?: Translation['words'];
}

/** What the worker answers, in one message, so that what frames share stays shared. */
export type RunReply = Reply<MadeRun>;
