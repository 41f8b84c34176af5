import { t, translated } from '../../i18n/t.ts';
import { memoize } from '../../recording/memoize.ts';
import { programWords, splitName } from '../../recording/words.ts';
import type { Entry, TableRow, TableState, World } from '../../runtime/stage/world.ts';
import { emptyMap, mapChanges, mapEntries } from '../../runtime/sim/pmap.ts';
import type { Pane } from '../../components/scope/panes/pane.ts';
import { type PaneModel, type Row, type Section, cell } from '../../components/scope/panes/table.ts';

/** About as many rows as the box of the tables has room for. */
const inSight = 40;

interface Moment {
  /** The run, and where in it the world is. */
  readonly entries?: readonly Entry[];
  readonly index?: number;
  /** The panes of the run: some have more of what a row of a table names. */
  readonly panes?: readonly Pane[];
  /** How many rows of a table there are before the reader asks for more. */
  readonly most?: number;
}

/**
 * What components hold, a section for each table. As long as all of it can be in sight, it stands by program, in the order in which
 * the run shows it; where there is more, what changed last comes first. Not kept: a page is built in more than one language.
 */
export function stateModel(
  { tables }: World,
  { entries = [], index = 0, panes = [], most = inSight }: Moment = {},
): PaneModel {
  const known = mapEntries(tables);
  const programs = new Set(known.map(([key]) => splitName(key).program));
  const changes = changesOf(entries);
  const first = (key: string): number => changes.get(key)?.[0] ?? 0;
  const last = (key: string): number => changes.get(key)?.findLast((at) => at <= index) ?? 0;
  const byLength = known.toSorted(([, one], [, other]) => one.rows.length - other.rows.length);
  const all =
    known.reduce((sum, [, { rows }]) => sum + rows.length, 0) > inSight
      ? byLength.sort(([a], [b]) => last(b) - last(a))
      : [...programs].flatMap((program) =>
          byLength
            .filter(([key]) => splitName(key).program === program)
            .sort(([a], [b]) => first(a) - first(b)),
        );
  return {
    sections: [
      ...sectionsNamed(all, panes, entries[index]),
      ...all.map(([key, table]) => {
        const { program } = splitName(key);
        const title = translated(table.title);
        return sectionOf(key, programs.size > 1 ? t`${programWords(program)}: ${title}` : title, table, most);
      }),
    ],
    empty: t`No component has shown what it holds yet. Options, registries and records appear here as tables.`,
  };
}

/** What other panes have of the rows of these tables: where there is such, it is what one looks at. */
function sectionsNamed(
  all: readonly (readonly [string, TableState])[],
  panes: readonly Pane[],
  entry: Entry | undefined,
): readonly Section[] {
  return all.flatMap(([, { rows, shows }]) => {
    const pane = panes.find(({ id }) => id === shows);
    return entry ? rows.flatMap(({ name }) => pane?.section?.(name, entry) ?? []) : [];
  });
}

function sectionOf(key: string, title: string, table: TableState, most: number): Section {
  const rows = table.rows.map(rowOf);
  // What was printed keeps its spaces, which put it into columns.
  const as = printed.test(key) ? 'text' : 'code';
  const columns = table.columns.map((column, i) => {
    const label = translated(column);
    const texts = [label, ...rows.map(({ cells }) => cells[i]?.text ?? '')];
    const share = as === 'code' ? shareOf(texts) : i === 0 ? 1 : 12;
    return { label, as, share } as const;
  });
  const widths = columns.reduce((sum, { share }) => sum + share, 0);
  return {
    key,
    title,
    facts: [],
    wide: as === 'text' || columns.length > 3 || widths > 13,
    table: { caption: title, columns, rows, most, empty: t`Nothing is in it yet.` },
  };
}

/** Tables of lines that a program wrote. */
const printed = /\/(output|http)$/;

/** The entries at which a run changes each table, by its key, in order. */
const changesOf = memoize((entries: readonly Entry[]): ReadonlyMap<string, readonly number[]> => {
  const changes = new Map<string, number[]>();
  entries.forEach(({ world: { tables }, index }, i) => {
    const before = entries[i - 1]?.world.tables;
    if (tables === before) return;
    for (const { key } of mapChanges(before ?? emptyMap(), tables)) {
      const known = changes.get(key);
      if (known) known.push(index);
      else changes.set(key, [index]);
    }
  });
  return changes;
});

/** A column with long texts is wider, but not by as much: they can be broken, and short ones cannot. */
function shareOf(texts: readonly string[]): number {
  const longest = Math.max(...texts.map(({ length }) => length));
  return Math.max(3, Math.round(10 * Math.sqrt(Math.min(longest, 60))) / 10);
}

/** A row's note stands beside its last value. */
function rowOf({ name, cells, note }: TableRow): Row {
  const texts = [name, ...cells];
  const said = note && translated(note);
  return {
    key: name,
    cells: texts.map((text, i) => cell(text, undefined, i === texts.length - 1 ? said : undefined)),
  };
}

/** Whether any moment of a run has a table. */
export const hasTables = memoize((entries: readonly Entry[]): boolean =>
  entries.some(({ world }) => world.tables.size > 0),
);
