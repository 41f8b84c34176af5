import { t } from '../../i18n/t.ts';
import type { Chip, Hue, Tone } from '../../components/picture/description.ts';
import { memoize } from '../../recording/memoize.ts';
import type { Recording } from '../../recording/recording.ts';
import { lastPart } from '../../recording/words.ts';
import { type PMap, mapEntries, mapGet } from '../../runtime/sim/pmap.ts';
import type { TableRow, World } from '../../runtime/stage/world.ts';
import type { InformerState } from '../../runtime/subjects/control-loop/world.ts';

/** The informer, as `<program>/<resource>`, whose queue is the first that gets something; empty where a run has none. */
export const firstInformer = memoize(({ entries }: Recording): string => {
  const first = entries.find(({ event }) => event.kind === 'fifo.add')?.event;
  return first?.kind === 'fifo.add' ? first.informer : '';
});

/** The resource whose objects a run is about: what the loop of its plane counts. */
export const countedIn = ({ draws: { loop } }: Recording): string => loop?.counts ?? 'pods';

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

/** A chip for each key in the queue of an informer, with the kinds of its deltas. `name` is the informer's. */
export function deltaChips({ informers }: World, name: string): readonly Chip[] {
  const { queue = [], deltas } = mapGet(informers, name) ?? {};
  return queue.map((key) => ({
    id: `fifo:${name}:${key}`,
    text: lastPart(key),
    note: ((deltas && mapGet(deltas, key)) ?? []).join(' '),
    hue: 'queue',
  }));
}

/** How a reflector stands, as a tone. */
export const reflectorTone: Readonly<Record<InformerState['reflector'], Tone>> = {
  idle: 'off',
  listing: 'busy',
  watching: 'good',
  'backing off': 'wait',
};

/** The same in a word. */
export const reflectorWords = (state: InformerState['reflector']): string =>
  ({ idle: t`idle`, listing: t`lists`, watching: t`watches`, 'backing off': t`backs off` })[state];
