import type { Chip, Hue } from '../../components/picture/description.ts';
import { lastPart } from '../../recording/words.ts';
import { type PMap, mapEntries, mapGet } from '../../runtime/sim/pmap.ts';
import type { TableRow, World } from '../../runtime/stage/world.ts';

/** The rows of a table of the world; none where it does not exist yet. */
export const rowsOf = ({ tables }: World, key: string): readonly TableRow[] =>
  mapGet(tables, key)?.rows ?? [];

/** A cell of a table, by the name of its row; empty where it does not exist. */
export const cellOf = (world: World, key: string, row: string, column = 0): string =>
  rowsOf(world, key).find(({ name }) => name === row)?.cells[column] ?? '';

/** A chip for each key of a map that `prefix` begins, named by its last part. `place` makes its id. */
export function chipsOf(
  map: PMap<unknown> | undefined,
  { prefix = '', place, hue }: { readonly prefix?: string; readonly place: string; readonly hue: Hue },
): readonly Chip[] {
  if (!map) return [];
  return mapEntries(map)
    .filter(([key]) => key.startsWith(prefix))
    .map(([key]) => ({ id: `${place}:${key}`, text: lastPart(key), hue }));
}
