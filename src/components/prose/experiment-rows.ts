import { t } from '../../i18n/t.ts';
import { tell } from '../../recording/tell.ts';
import { encodeMoment } from '../scope/link/share-link.ts';
import { type CountedRow, countedRows } from './counted.ts';
import type { Experiment } from './experiment.ts';

/** One line of what happened in both runs. */
export interface ExperimentRow extends CountedRow {
  /** Links to the moment that a cell names. */
  readonly links?: { readonly story?: string; readonly changed?: string };
}

/** What a chapter claims of an experiment, then what can be counted: pods always, the rest where the runs differ. */
export function experimentRows({ story, changed, shown }: Experiment): ExperimentRow[] {
  const claims = shown.map(({ in: run, entry }): ExperimentRow => {
    const { scenario, seed, acts, entries } = run === 'story' ? story : changed;
    const { at, event } = entries[entry]!;
    const cells = { story: t`never`, changed: t`never`, [run]: t`at ${at} ms` };
    const links = { [run]: encodeMoment({ scenario, seed, acts, entry }) };
    return { what: tell(event), ...cells, links };
  });
  return [...claims, ...countedRows(story, changed)];
}
