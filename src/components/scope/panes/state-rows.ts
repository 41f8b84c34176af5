import { t, translated } from '../../../i18n/t.ts';
import { memoize } from '../../../recording/memoize.ts';
import { listed, programWords, splitName } from '../../../recording/words.ts';
import type { Entry, TableRow, TableState, World } from '../../../runtime/observe/world.ts';
import { mapEntries } from '../../../runtime/sim/pmap.ts';
import { type PaneModel, type Row, type Section, cell } from './table.ts';

/**
 * What components hold, a section a table, by program, with so many rows before the reader asks for more. Not kept: a page
 * is built in more than one language.
 */
export function stateModel({ tables }: World, most = 40): PaneModel {
  const all = mapEntries(tables);
  const programs = new Set(all.map(([key]) => splitName(key).program));
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
  const columns = table.columns.map((column, i) => {
    const label = translated(column);
    const texts = [label, ...rows.map(({ cells }) => cells[i]?.text ?? '')];
    return { label, as: 'code', share: shareOf(texts) } as const;
  });
  return {
    key,
    title,
    facts: [],
    table: { caption: title, columns, rows, most, empty: t`Nothing is in it yet.` },
  };
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

/** The titles of the sections in which a step changed something, as a list; empty if it changed none. */
export function changedIn({ sections }: PaneModel): string {
  const changed = sections.filter(({ table }) => table?.rows.some((row) => row.change !== undefined));
  return listed(changed.map(({ title }) => title));
}
