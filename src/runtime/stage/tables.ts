import { running } from '../sim/process.ts';
import { mapEntries, mapFrom, mapGet, mapSet } from '../sim/pmap.ts';
import type { TableRow, TableState, Trace } from './world.ts';

/** Shows a table, or what has become of it. Its key is `<program>/<table>`. */
export function showTable(trace: Trace, key: string, table: TableState): void {
  trace.change('tables', mapSet(trace.world.tables, key, table));
}

/** Shows a row of a table that is shown already, in place of the one of that name or at the end. */
export function showRow(trace: Trace, key: string, row: TableRow): void {
  const table = mapGet(trace.world.tables, key);
  if (!table) throw new RangeError(`showRow: expected a table ${key}, found none; call showTable first`);
  const at = table.rows.findIndex(({ name }) => name === row.name);
  const rows = at < 0 ? [...table.rows, row] : table.rows.with(at, row);
  showTable(trace, key, { ...table, rows });
}

/** Adds a row to a table of the running program, in place of the one of that name if there is one. The first row makes the table. */
export function addRow(
  trace: Trace,
  table: string,
  title: string,
  columns: readonly string[],
  row: TableRow,
): void {
  const key = `${running()?.group ?? ''}/${table}`;
  if (!mapGet(trace.world.tables, key)) showTable(trace, key, { title, columns, rows: [] });
  showRow(trace, key, row);
}

/** Takes away all tables of a program. */
export function forgetTables(trace: Trace, program: string): void {
  const kept = mapEntries(trace.world.tables).filter(([key]) => !key.startsWith(`${program}/`));
  if (kept.length < trace.world.tables.size) trace.change('tables', mapFrom(kept));
}
