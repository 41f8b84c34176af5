import './runs.css';
import type { VNode } from 'preact';
import type { Recording } from '../../recording/recording.ts';
import type { Step } from '../../recording/steps.ts';
import { encodeMoment } from '../scope/share-link.ts';
import { laneOf, timeText } from '../scope/timeline-layout.ts';
import { pagesOf, playedAt, runPath, stepLink } from './run-pages.ts';

interface RunStepsProps {
  readonly recording: Recording;
  readonly steps: readonly Step[];
  /** Which page of the run, from 1. */
  readonly page: number;
}

/** The steps of one page of a run: number, time, who, what and why. A number leads to the Scope, a reason to its step. */
export function RunSteps({ recording, steps, page }: RunStepsProps): VNode {
  const { scenario, seed } = recording;
  const { from, to } = pagesOf(steps.length)[page - 1]!;
  return (
    <ol class="run wide not-content" start={from}>
      {steps.slice(from - 1, to).map(({ number, entry, who, what, why, cause }) => (
        <li key={number} id={`s${number}`} class={`kind-${laneOf(recording, entry)}`}>
          <a href={playedAt(scenario) + encodeMoment({ scenario, seed, acts: [], entry: entry.index })}>
            {number}
          </a>
          <i>{timeText(entry.at)}</i>
          <b>{who}</b>
          <p>
            {what}.
            <small>
              {why}
              {cause !== undefined && (
                <>
                  {' '}
                  <a href={stepLink(scenario, cause, steps.length, page)}>{cause}</a>
                </>
              )}
            </small>
          </p>
        </li>
      ))}
    </ol>
  );
}

/** What is done to the cluster in a run, each with a link to its step. */
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

/** The ways to the other pages of a run that is too long for one. */
export function RunPages({ recording, steps, page }: RunStepsProps): VNode | null {
  const pages = pagesOf(steps.length);
  if (pages.length === 1) return null;
  return (
    <nav class="run-pages not-content" aria-label="Pages of this run">
      {pages.map(({ from, to }, i) => (
        <a
          key={from}
          href={runPath(recording.scenario, i + 1)}
          aria-current={i + 1 === page ? 'page' : undefined}
        >
          {from} to {to}
        </a>
      ))}
    </nav>
  );
}
