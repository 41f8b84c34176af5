import { t, translated } from '../../../i18n/t.ts';
import { memoize } from '../../../recording/memoize.ts';
import { listed, programWords, splitName } from '../../../recording/words.ts';
import type { Entry, TableRow, TableState, World } from '../../../runtime/observe/world.ts';
import { emptyMap, mapChanges, mapEntries } from '../../../runtime/sim/pmap.ts';
import { type PaneModel, type Row, type Section, cell } from './table.ts';

/**
 * What components hold, a section a table, by program and in the order in which the run shows them, with so many rows
 * before the reader asks for more. Not kept: a page is built in more than one language.
 */
export function stateModel({ tables }: World, entries: readonly Entry[] = [], most = 40): PaneModel {
  const since = firstShown(entries);
  const known = mapEntries(tables);
  const programs = new Set(known.map(([key]) => splitName(key).program));
  const all = [...programs].flatMap((program) =>
    known
      .filter(([key]) => splitName(key).program === program)
      .sort(([a, one], [b, other]) => order(since, a, b) || one.rows.length - other.rows.length),
  );
  return {
    sections: all.map(([key, table]) => {
      const { program } = splitName(key);
      const title = translated(table.title);
      return sectionOf(key, programs.size > 1 ? t`${title} of ${programWords(program)}` : title, table, most);
    }),
    empty: t`No component has shown what it holds yet. Options, registries and records appear here as tables.`,
  };
}

function sectionOf(key: string, title: string, table: TableState, most: number): Section {
  const rows = table.rows.map(rowOf);
  // What was printed keeps its spaces, which put it into columns.
  const as = printed.test(key) ? 'text' : 'code';
  const columns = table.columns.map((column, i) => {
    const label = translated(column);
    const texts = [label, ...rows.map(({ cells }) => cells[i]?.text ?? '')];
    return { label, as, share: shareOf(texts) } as const;
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

/** The entries at which a run shows each table for the first time, by its key. */
const firstShown = memoize((entries: readonly Entry[]): ReadonlyMap<string, number> => {
  const since = new Map<string, number>();
  entries.forEach(({ world: { tables }, index }, i) => {
    const before = entries[i - 1]?.world.tables;
    if (tables === before) return;
    for (const { key } of mapChanges(before ?? emptyMap(), tables))
      if (!since.has(key)) since.set(key, index);
  });
  return since;
});

function order(since: ReadonlyMap<string, number>, a: string, b: string): number {
  return (since.get(a) ?? 0) - (since.get(b) ?? 0);
}

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

/** The tables of a moment alone: when a program begins anew, those that it had are not looked at once more. */
export function withoutGone(model: PaneModel): PaneModel {
  const stays = ({ table }: Section): boolean => !table?.rows.length || table.rows.some(isThere);
  return { ...model, sections: model.sections.filter(stays) };
}

const isThere = ({ change }: Row): boolean => change !== 'gone';

/** The titles of the sections in which a step changed something, as a list; empty if it changed none. */
export function changedIn({ sections }: PaneModel): string {
  const changed = sections.filter(({ table }) => table?.rows.some((row) => row.change !== undefined));
  return listed(changed.map(({ title }) => title));
}
