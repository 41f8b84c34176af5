import './runs.css';
import type { VNode } from 'preact';
import { t } from '../../i18n/t.ts';
import { foldedRows } from '../../recording/folded-rows.ts';
import { tellFold } from '../../recording/folds.ts';
import type { Recording } from '../../recording/recording.ts';
import type { Step } from '../../recording/steps.ts';
import { encodeMoment } from '../scope/link/share-link.ts';
import { laneOf } from '../scope/timeline/timeline-layout.ts';
import { timeText } from '../base/time-text.ts';
import { pagesOf, playedAt, stepLink } from '../scope/link/run-pages.ts';

interface RunStepsProps {
  readonly recording: Recording;
  readonly steps: readonly Step[];
  /** Which page of the run, from 1. */
  readonly page: number;
}

/**
 * The steps of one page of a run: number, time, who, what and why. A number leads to the Scope, a reason to its step. What is said many
 * times in a row is one line, which opens.
 */
export function RunSteps({ recording, steps, page }: RunStepsProps): VNode {
  const { from, to } = pagesOf(steps.length)[page - 1]!;
  const shown = new Map(steps.slice(from - 1, to).map((step) => [step.entry.index, step]));
  const stepAt = (index: number): Step => shown.get(index)!;
  const line = (step: Step): VNode => (
    <RunStep key={step.number} {...{ recording, step, page }} of={steps.length} />
  );
  return (
    <ol class="run wide not-content" start={from}>
      {foldedRows(recording, [...shown.keys()]).map((row) =>
        typeof row === 'number' ? (
          line(stepAt(row))
        ) : (
          <li key={row.parts[0]} class="run-fold">
            <details>
              <summary>
                <i>{timeText(stepAt(row.parts[0]!).entry.at)}</i> {t`${tellFold(recording, row)}.`}
              </summary>
              <ol class="run" start={stepAt(row.parts[0]!).number}>
                {row.parts.map((part) => line(stepAt(part)))}
              </ol>
            </details>
          </li>
        ),
      )}
    </ol>
  );
}

interface RunStepProps extends Pick<RunStepsProps, 'recording' | 'page'> {
  readonly step: Step;
  /** How many steps the run has. */
  readonly of: number;
}

function RunStep({ recording, step, page, of }: RunStepProps): VNode {
  const { scenario, seed } = recording;
  const { number, entry, who, what, why, cause } = step;
  return (
    <li id={`s${number}`} class={`kind-${laneOf(recording, entry)}`}>
      <a href={playedAt(scenario) + encodeMoment({ scenario, seed, acts: [], entry: entry.index })}>
        {number}
      </a>
      <i>{timeText(entry.at)}</i>
      <b>{who}</b>
      <p>
        {t`${what}.`}
        <small>
          {why}
          {cause !== undefined && (
            <>
              {' '}
              <a href={stepLink(scenario, cause, of, page)}>{cause}</a>
            </>
          )}
        </small>
      </p>
    </li>
  );
}

/** What is done to the cluster in a run, each act with a link to its step. */
export function RunActs({ recording, steps, page }: RunStepsProps): VNode {
  return (
    <ol class="run-acts not-content">
      {steps
        .filter(({ entry }) => entry.event.kind === 'act')
        .map(({ number, entry, what }) => (
          <li key={number}>
            {timeText(entry.at)} <a href={stepLink(recording.scenario, number, steps.length, page)}>{what}</a>
          </li>
        ))}
    </ol>
  );
}
