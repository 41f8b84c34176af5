import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import { memoize } from '../../../recording/memoize.ts';
import {
  type Attempt,
  type FilterTable,
  extenderColumn,
  nodeAt,
  verdictOf,
} from '../../../runtime/subjects/scheduler/world.ts';
import { Grid } from './Grid.tsx';
import type { GridCell, GridColumn, GridRow } from './grid-rows.ts';
import type { NodeGridProps } from './node-grid.ts';
import { refusalWords } from './refusal-words.ts';

/** Before any filter was asked. */
const none: FilterTable = {
  plugins: [],
  order: [],
  start: 0,
  count: 0,
  enough: 0,
  verdict: 0,
  verdicts: [],
  feasible: 0,
  twice: [],
};

/** Nodes by filters: which of them let the pod pass, and why one did not. */
export function FilterGrid({ attempt, onOpen, ...shared }: NodeGridProps): VNode {
  const { filters = none, preFilter } = attempt;
  const silent = silentPlugins(filters);
  const columns: GridColumn[] = [
    ...filters.plugins.map((plugin): GridColumn => ({
      key: plugin,
      label: plugin === extenderColumn ? t`Extenders` : plugin,
      as: 'mark',
      same: silent.has(plugin),
    })),
    { key: 'verdict', label: t`Verdict`, as: 'text' },
  ];
  /** The verdict leads to what refused first. */
  const open = (place: number, column: number): void => {
    const plugin = filters.plugins[column] ?? verdictOf(filters, place)[0]?.plugin;
    if (plugin === undefined || plugin === extenderColumn) return;
    const entry = filters.lines?.[place * filters.plugins.length + filters.plugins.indexOf(plugin)];
    onOpen?.({ node: nodeAt(filters, place), plugin, point: 'filter', entry });
  };
  return (
    <Grid
      label={t`Nodes and what each filter says of them for ${attempt.pod}`}
      head={t`Node`}
      columns={columns}
      count={filters.count}
      row={(place) => rowOf(attempt, filters, place)}
      {...shared}
      onOpen={open}
      empty={
        attempt.filters
          ? t`There is no node to look at.`
          : preFilter
            ? t`${preFilter.plugin} refused the pod for all nodes, so no filter was asked.`
            : t`No filter has been asked yet. Each node has a row here then, each filter a column.`
      }
    />
  );
}

function rowOf({ node: chosen }: Attempt, filters: FilterTable, place: number): GridRow {
  const name = nodeAt(filters, place);
  const refusals = verdictOf(filters, place);
  const by = new Set(refusals.map(({ plugin }) => plugin));
  let asked = true;
  const cells = filters.plugins.map((plugin): GridCell => {
    if (by.has(plugin)) {
      // Where several refused, all were asked.
      if (by.size === 1 && !filters.all) asked = false;
      const { code = '' } = refusals.find((refusal) => refusal.plugin === plugin) ?? {};
      return { text: '✕', says: t`refuses: ${code}`, tone: 'bad' };
    }
    return asked
      ? { text: '✓', says: t`passes`, tone: 'good' }
      : { text: '·', says: t`not asked`, tone: 'dim' };
  });
  const passes = refusals.length === 0;
  const says = passes ? (name === chosen ? t`chosen` : t`passes`) : refusalWords(refusals);
  const verdict = filters.twice.includes(place) ? t`${says}; asked twice` : says;
  return {
    name,
    cells: [...cells, { text: verdict, tone: passes ? 'good' : 'bad' }],
    tone: name === chosen ? 'chosen' : passes ? undefined : 'out',
  };
}

/** The filters that refused no node. */
const silentPlugins = memoize(({ plugins, verdicts }: FilterTable): ReadonlySet<string> => {
  const spoke = new Set(verdicts.flatMap((refusals) => refusals.map(({ plugin }) => plugin)));
  return new Set(plugins.filter((plugin) => !spoke.has(plugin)));
});
