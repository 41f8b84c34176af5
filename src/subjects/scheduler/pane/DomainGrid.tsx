import { t } from '../../../i18n/t.ts';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { countOf, listed } from '../../../recording/words.ts';
import type { DomainMeasure, Domains } from '../../../runtime/subjects/scheduler/domains.ts';
import { type Spread, mostCounts } from '../../../runtime/subjects/scheduler/spread.ts';
import type { Attempt, CachedNode } from '../../../runtime/subjects/scheduler/world.ts';
import { type PMap, mapEntries } from '../../../runtime/sim/pmap.ts';
import { Grid } from './Grid.tsx';
import type { GridCell, GridColumn, GridRow } from './grid-rows.ts';

interface DomainGridProps {
  readonly attempt: Attempt;
  readonly nodes: PMap<CachedNode>;
}

/** Nodes with the same value of a label, or, where there is no value, without it. */
interface DomainRow {
  readonly key: string;
  readonly value?: string;
  readonly nodes: readonly string[];
}

const measures: readonly DomainMeasure[] = ['affinity', 'antiAffinity', 'existingAntiAffinity', 'preference'];

const none: readonly Spread[] = [];

/** Nodes that a row names. */
const mostNamed = 3;

/** Domains by what is counted in them: pods that match terms of affinity, weights of what is preferred, and pods to be spread. */
export function DomainGrid({ attempt, nodes }: DomainGridProps): VNode {
  const { domains, pod, spread = none } = attempt;
  const rows = useMemo(() => rowsOf(domains, spread, nodes), [domains, spread, nodes]);
  const asked = new Set([...(domains?.asks ?? []), ...(domains?.counts ?? [])].map(({ of }) => of));
  const shown = measures.filter((measure) => asked.has(measure));
  const columns: GridColumn[] = [
    ...shown.map((measure): GridColumn => ({ key: measure, label: measureTitle(measure), as: 'amount' })),
    ...spread.map(({ maxSkew }, at): GridColumn => ({
      key: `spread-${at}`,
      label: t`Skew, at most ${maxSkew}`,
      as: 'amount',
    })),
    { key: 'nodes', label: t`Nodes`, as: 'text' },
  ];
  const row = (place: number): GridRow => {
    const domain = rows[place] as DomainRow;
    const label = domain.key.slice(domain.key.lastIndexOf('/') + 1);
    const more = domain.nodes.length - mostNamed;
    const named = [...domain.nodes.slice(0, mostNamed), ...(more > 0 ? [countOf(more, 'more node')] : [])];
    return {
      name: domain.value === undefined ? t`no ${label}` : `${label}=${domain.value}`,
      cells: [
        ...shown.map((measure) => countCell(domains, domain, measure)),
        ...spread.map((one) => skewCell(one, domain)),
        { text: listed(named) },
      ],
    };
  };
  return (
    <Grid
      label={t`Domains and what is counted in each for ${pod}`}
      head={t`Domain`}
      columns={columns}
      count={rows.length}
      row={row}
      empty={t`No pod has asked to be near others, or away from them.`}
    />
  );
}

/** "12 pods compared with terms of affinity for default/web." And what a skew is, where one is shown. */
export function domainWords({ domains, pod, spread }: Attempt): string {
  return [
    domains ? t`${countOf(domains.compared, 'pod')} compared with terms of affinity for ${pod}.` : '',
    spread ? t`Skew: the pods of the domain, with ${pod} if it counts, less the fewest of any domain.` : '',
  ].join(' ');
}

/** The domains of each key in turn, and behind them the nodes that are in none. */
function rowsOf(
  { asks = [], counts = [] }: Partial<Domains> = {},
  spread: readonly Spread[],
  nodes: PMap<CachedNode>,
): readonly DomainRow[] {
  const keys = new Set([...asks, ...counts, ...spread].map(({ key }) => key));
  return [...keys].flatMap((key): DomainRow[] => {
    const named = new Map<string, string[]>();
    const none: string[] = [];
    for (const [name, { labels }] of mapEntries(nodes)) {
      const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
      const known = value === undefined ? none : named.get(value);
      if (known) known.push(name);
      else if (value !== undefined) named.set(value, [name]);
    }
    const rows = [...named].map(([value, all]): DomainRow => ({ key, value, nodes: all }));
    rows.sort((a, b) => ((a.value ?? '') < (b.value ?? '') ? -1 : 1));
    return none.length > 0 ? [...rows, { key, nodes: none }] : rows;
  });
}

function countCell(
  { asks = [], counts = [] }: Partial<Domains> = {},
  { key, value }: DomainRow,
  of: DomainMeasure,
): GridCell {
  const asked = [...asks, ...counts].some((one) => one.of === of && one.key === key);
  if (!asked) return { text: '' };
  if (value === undefined) return { text: '–', tone: 'dim' };
  const count = counts.find((one) => one.of === of && one.key === key && one.value === value)?.count ?? 0;
  if (count === 0) return { text: '0', tone: 'dim' };
  const signed = of === 'preference' && count > 0 ? `+${count}` : String(count).replace('-', '−');
  const good = of === 'affinity' || (of === 'preference' && count > 0);
  return { text: signed, tone: good ? 'good' : 'bad' };
}

/** "✕ 2 + 1 − 1 = 2". */
function skewCell({ key, maxSkew, self, min, counts }: Spread, domain: DomainRow): GridCell {
  if (key !== domain.key) return { text: '' };
  const [, count] = counts.find(([value]) => value === domain.value) ?? [];
  if (count === undefined) return { text: counts.length < mostCounts ? '–' : '…', tone: 'dim' };
  const skew = count + self - min;
  const sum = `${count} + ${self} − ${min} = ${skew}`;
  return skew > maxSkew ? { text: `✕ ${sum}`, tone: 'bad' } : { text: sum, tone: 'good' };
}

function measureTitle(measure: DomainMeasure): string {
  switch (measure) {
    case 'affinity':
      return t`Affinity`;
    case 'antiAffinity':
      return t`Anti-affinity`;
    case 'existingAntiAffinity':
      return t`Anti-affinity of others`;
    case 'preference':
      return t`Preferences`;
    default:
      return measure satisfies never;
  }
}
