import { mapGet } from '../../runtime/sim/pmap.ts';
import type { TableRow, World } from '../../runtime/stage/world.ts';

/** The rows of a table that a program shows; none before it shows any. */
export function rowsOf(world: World, program: string, table: string): readonly TableRow[] {
  return mapGet(world.tables, `${program}/${table}`)?.rows ?? [];
}

/** A cell of a row: the first if no place is said; empty where there is none. */
export function cellOf(rows: readonly TableRow[], name: string, place = 0): string {
  return rows.find((row) => row.name === name)?.cells[place] ?? '';
}
