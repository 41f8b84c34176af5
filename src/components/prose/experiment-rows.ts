import { t } from '../../i18n/t.ts';
import { tell } from '../../recording/tell.ts';
import { countIn, countedOf } from './counted.ts';
import type { Experiment } from './experiment.ts';

/** One line of what happened in both runs. */
export interface ExperimentRow {
  readonly what: string;
  readonly story: string;
  readonly changed: string;
}

/** What a chapter claims of an experiment, then what can be counted: pods always, the rest where the runs differ. */
export function experimentRows({ story, changed, shown }: Experiment): ExperimentRow[] {
  const claims = shown.map(({ in: run, entry }): ExperimentRow => {
    const { at, event } = (run === 'story' ? story : changed).entries[entry]!;
    const cells = { story: t`never`, changed: t`never`, [run]: t`at ${at} ms` };
    return { what: tell(event), ...cells };
  });
  const counts = countedOf(story.subjects).flatMap((counted): ExperimentRow[] => {
    const [one, other] = [countIn(story, counted), countIn(changed, counted)];
    return counted.always || one !== other
      ? [{ what: counted.what, story: String(one), changed: String(other) }]
      : [];
  });
  return [...claims, ...counts];
}
