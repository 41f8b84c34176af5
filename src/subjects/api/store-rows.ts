import { t } from '../../i18n/t.ts';
import { memoize } from '../../recording/memoize.ts';
import type { Entry, World } from '../../runtime/stage/world.ts';
import type { StoredObject } from '../../runtime/subjects/api/world.ts';
import { mapChanges, mapEntries, mapGet } from '../../runtime/sim/pmap.ts';
import { revisionOf } from './objects.ts';
import { stateOf } from './state-of.ts';
import { SortedKeys, placeIn } from './sorted-keys.ts';
import {
  type CappedRows,
  type PaneModel,
  type Row,
  type Section,
  capRows,
  cell,
  markRow,
  rowsAtOnce,
} from '../../components/scope/panes/table.ts';

/** Kinds that readers look for first; the others follow in order of name. */
const firstResources = ['replicasets', 'pods', 'nodes'];

/** How many rows of a kind are shown. */
export type MostRows = (resource: string) => number;

/** Before the reader has asked. */
export const fewRows: MostRows = (resource) => (resource === 'events' ? mostEvents : rowsAtOnce);

/**
 * The objects of the store, a section for each kind, with what differs from the stop before marked. A row's key is the object's key
 * in the store. It is kept from one moment to the next: a step costs what it changes and what is shown, however much is stored.
 */
export class StoreTables {
  readonly #sorted = new SortedKeys();

  model({ store }: World, before?: World, most: MostRows = fewRows): PaneModel {
    const keys = this.#sorted.of(store.objects);
    const changed = new Map<string, Row[]>();
    for (const { key, before: old, after } of before ? mapChanges(before.store.objects, store.objects) : []) {
      const was = old && { key, cells: cellsOf(old) };
      const row = after
        ? markRow({ key, cells: cellsOf(after) }, was)
        : was && { ...was, change: 'gone' as const };
      if (row?.change) push(changed, resourceOf(key), row);
    }
    const sections = new Map<string, Section>();
    for (let from = 0; from < keys.length;) {
      const resource = resourceOf(keys[from] as string);
      // The next character after a slash: all keys of the resource are before it.
      const to = placeIn(keys, `${resource}0`);
      const rowAt = (place: number): Row => rowOf(store.objects, keys[from + place] as string);
      const shown = capSorted(changed.get(resource) ?? [], to - from, rowAt, most(resource));
      sections.set(resource, section(resource, shown));
      from = to;
    }
    for (const [resource, rows] of changed)
      if (!sections.has(resource)) sections.set(resource, section(resource, capRows(rows, most(resource))));
    const resources = [...sections.keys()].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
    return {
      sections: resources.map((resource) => sections.get(resource) as Section),
      empty: t`Nothing is stored yet. Every object that is created appears here, with the revision of its last write.`,
    };
  }
}

const resourceOf = (key: string): string => key.slice(0, key.indexOf('/'));

const rowOf = (objects: World['store']['objects'], key: string): Row => ({
  key,
  cells: cellsOf(mapGet(objects, key) as StoredObject),
});

function push<V>(lists: Map<string, V[]>, key: string, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** As `capRows`, of rows that are sorted by their keys, and of which only those that are shown are made. */
function capSorted(
  changed: readonly Row[],
  count: number,
  rowAt: (place: number) => Row,
  most: number,
): CappedRows {
  const gone = changed.filter(({ change }) => change === 'gone').length;
  const shown = new Map(changed.slice(0, most).map((row) => [row.key, row]));
  for (let place = 0; place < count && shown.size < most; place++) {
    const row = rowAt(place);
    if (!shown.has(row.key)) shown.set(row.key, row);
  }
  const rows = [...shown.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  return { rows, left: count + gone - rows.length };
}

/** A version of an object never changes, and so its cells do not either. */
const cellsOf = memoize((object: StoredObject): Row['cells'] => [
  cell(object.metadata.name ?? ''),
  cell(object.metadata.namespace ?? ''),
  stateOf(object),
  cell(revisionOf(object)),
]);

/** The store's two numbers, apart from its objects. */
export function storeFacts(world: World): Section {
  const { revision, compacted } = world.store;
  return {
    key: 'store',
    title: t`Store`,
    facts: [
      { label: t`Revision`, value: cell(revision) },
      { label: t`Compacted up to`, value: cell(compacted === 0 ? t`nothing yet` : compacted) },
    ],
  };
}

function rank(resource: string): number {
  const at = firstResources.indexOf(resource);
  return at < 0 ? firstResources.length : at;
}

/** Events outnumber all else, and have a pane of their own. */
const mostEvents = 5;

function section(resource: string, { rows, left }: CappedRows): Section {
  const columns = [
    { label: t`Name`, as: 'code', share: 4 },
    { label: t`Namespace`, as: 'code', share: 3 },
    { label: t`State`, share: 5 },
    { label: t`Revision`, as: 'number', share: 2 },
  ] as const;
  return {
    key: resource,
    title: resource,
    facts: [],
    table: {
      caption: t`Stored ${resource}`,
      columns,
      rows,
      left,
      empty: t`No ${resource} are stored.`,
    },
  };
}

/**
 * The key of the object that the last write up to `cursor` was about: what a reader who chose nothing wants to
 * see. Without a write so far, the first object there is.
 */
export function lastWritten(entries: readonly Entry[], cursor: number): string | undefined {
  for (let index = Math.min(cursor, entries.length - 1); index >= 0; index--) {
    const event = entries[index]?.event;
    if (event?.kind === 'store.write' && event.resource !== 'events') return event.key;
  }
  const world = entries[cursor]?.world;
  return world && mapEntries(world.store.objects)[0]?.[0];
}
