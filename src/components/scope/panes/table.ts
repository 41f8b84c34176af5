/** What panes show, as plain data: rows with named columns, so that every picture can be read as a table. */

import { t } from '../../../i18n/t.ts';
import { listed } from '../../../recording/words.ts';

export type Tone = 'good' | 'bad' | 'warn';

/** A small label inside a cell, such as one delta of a queue's key. */
export interface Chip {
  readonly text: string;
  readonly tone?: Tone;
}

export interface Cell {
  /** What the cell says. */
  readonly text: string;
  /** Shown in place of `text` where there are several short things to say. */
  readonly chips?: readonly Chip[];
  /** A few words beside the value that say why it stands out, such as "behind by 2 revisions". */
  readonly mark?: string;
  readonly tone?: Tone;
  /** What is compared from stop to stop, where the words also tell how time passes. */
  readonly is?: string | number;
  /** What pressing the cell opens, in a table that can. */
  readonly opens?: string;
}

export interface Column {
  readonly label: string;
  /** `code`: keys and names, set in the monospaced face; `text`: the same, with its spaces. `number`: aligned at the right. */
  readonly as?: 'code' | 'text' | 'number';
  /** Its share of the width, beside those of the other columns; without one, the browser decides. */
  readonly share?: number;
}

/** A cell with what it said at the stop before, where that differs. */
export interface MarkedCell extends Cell {
  readonly before?: string;
}

export interface Row {
  /** Unique in its table; the same thing has the same key in every frame. */
  readonly key: string;
  readonly cells: readonly MarkedCell[];
  readonly change?: 'new' | 'gone' | 'changed';
}

export interface TableModel {
  /** Read to those who do not see the heading above it. */
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** How many rows are shown before the reader asks for more, where that is not the same as elsewhere. */
  readonly most?: number;
  /** Set where only those rows are made that are shown: how many are not among them. */
  readonly left?: number;
  /** Says what would appear here, while there is nothing. */
  readonly empty: string;
}

/** A part of a pane: a heading, a few facts, a table. */
export interface Section {
  readonly key: string;
  readonly title: string;
  readonly facts: readonly { readonly label: string; readonly value: MarkedCell }[];
  readonly table?: TableModel;
  /** Needs the whole width, where others stand side by side. */
  readonly wide?: boolean;
}

export interface PaneModel {
  readonly sections: readonly Section[];
  /** Says what would appear in this pane, while it has no section. */
  readonly empty: string;
}

export const blank: Cell = { text: '–' };

export function cell(value: string | number, tone?: Tone, mark?: string): Cell {
  const text = value === '' ? blank.text : String(value);
  return { text, ...(tone && { tone }), ...(mark && { mark }) };
}

/** A cell whose words tell how time passes: only `is` counts as a change. */
export function timed(is: string | number, text: string, mark?: string): Cell {
  return { ...cell(text, undefined, mark), is };
}

/** A cell of chips; its text lists them, for screen readers and for comparing. */
export function chips(list: readonly Chip[]): Cell {
  return list.length === 0 ? blank : { text: listed(list.map((chip) => chip.text)), chips: list };
}

/**
 * Marks in `now` what differs from `before`, the same pane at the stop before: cells say what they said, rows are
 * new or changed, and rows that went away stay once more, marked as gone, where they stood.
 */
export function markChanges(now: PaneModel, before: PaneModel | undefined): PaneModel {
  if (!before || before === now) return now;
  const earlier = new Map(before.sections.map((section) => [section.key, section]));
  const sections = now.sections.map((section) => markSection(section, earlier.get(section.key)));
  const present = new Set(now.sections.map((section) => section.key));
  before.sections.forEach((section, index) => {
    if (present.has(section.key) || !section.table || section.table.rows.length === 0) return;
    const gone = markTable({ ...section.table, rows: [] }, section.table);
    sections.splice(Math.min(index, sections.length), 0, { ...section, facts: [], table: gone });
  });
  return { ...now, sections };
}

function markSection(now: Section, before: Section | undefined): Section {
  const facts = now.facts.map((fact) => {
    const earlier = before?.facts.find((other) => other.label === fact.label);
    return { ...fact, value: markCell(fact.value, earlier?.value) };
  });
  return { ...now, facts, table: now.table && markTable(now.table, before?.table) };
}

/** As `markChanges`, for one table. */
export function markTable(now: TableModel, before: TableModel | undefined): TableModel {
  if (before === now) return now;
  const earlier = new Map((before?.rows ?? []).map((row) => [row.key, row]));
  const rows = now.rows.map((row) => markRow(row, earlier.get(row.key)));
  const present = new Set(now.rows.map((row) => row.key));
  (before?.rows ?? []).forEach((row, index) => {
    if (present.has(row.key)) return;
    rows.splice(Math.min(index, rows.length), 0, { ...row, change: 'gone' });
  });
  return { ...now, rows };
}

/** A row with what differs from what it was marked. */
export function markRow(now: Row, before: Row | undefined): Row {
  if (!before) return { ...now, change: 'new' };
  if (before.cells === now.cells) return now;
  const cells = now.cells.map((value, column) => markCell(value, before.cells[column]));
  return cells.some((value) => value.before !== undefined) ? { ...now, cells, change: 'changed' } : now;
}

function markCell(now: MarkedCell, before: MarkedCell | undefined): MarkedCell {
  if (!before || (before.is ?? wordsOf(before)) === (now.is ?? wordsOf(now))) return now;
  return { ...now, before: wordsOf(before) };
}

function wordsOf(value: Cell): string {
  return value.mark ? t`${value.text} (${value.mark})` : value.text;
}

/** The rows of a table that are shown, and how many are not. */
export interface CappedRows {
  readonly rows: readonly Row[];
  readonly left: number;
}

/** Rows shown before the reader asks for more. */
export const rowsAtOnce = 20;

/**
 * At most `most` rows, in order, those that changed first in line for a place, so that a long table shows
 * what a step did. `left` is how many are not among them.
 */
export function capRows(rows: readonly Row[], most: number): CappedRows {
  if (rows.length <= most) return { rows, left: 0 };
  const chosen = new Set(rows.filter((row) => row.change !== undefined).slice(0, most));
  for (const row of rows) {
    if (chosen.size >= most) break;
    chosen.add(row);
  }
  return { rows: rows.filter((row) => chosen.has(row)), left: rows.length - chosen.size };
}
