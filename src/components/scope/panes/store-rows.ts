import type { Entry, StoredObject, World } from '../../../runtime/observe/world.ts';
import { mapEntries } from '../../../runtime/sim/pmap.ts';
import { parseStoreKey, revisionOf, stateOf } from './objects.ts';
import { type PaneModel, type Row, type Section, cell } from './table.ts';

const columns = [
  { label: 'Name', as: 'code', share: 4 },
  { label: 'Namespace', as: 'code', share: 3 },
  { label: 'State', share: 5 },
  { label: 'Revision', as: 'number', share: 2 },
] as const;

/** Kinds that readers look for first; the others follow in order of name. */
const firstResources = ['replicasets', 'pods', 'nodes'];

type Objects = World['store']['objects'];

/** The two versions of the store looked at last: the cursor's, and that of the stop before. */
let recent: readonly (readonly [Objects, PaneModel])[] = [];

/** The objects of the store, a section a kind. A row's key is the object's key in the store. */
export function storeModel({ store: { objects } }: World): PaneModel {
  const known = recent.find(([of]) => of === objects);
  if (known) return known[1];
  const model = modelOf(objects);
  recent = [[objects, model], ...recent.slice(0, 1)];
  return model;
}

function modelOf(objects: Objects): PaneModel {
  const byResource = new Map<string, Row[]>();
  for (const [key, object] of mapEntries(objects)) {
    const resource = key.slice(0, key.indexOf('/'));
    const of = byResource.get(resource);
    if (of) of.push(rowOf(key, object));
    else byResource.set(resource, [rowOf(key, object)]);
  }
  const resources = [...byResource.keys()].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return {
    sections: resources.map((resource) => section(resource, byResource.get(resource) ?? [])),
    empty:
      'Nothing is stored yet. Every object that is created appears here, with the revision of its last write.',
  };
}

/** A version of an object is never changed, so neither is its row. */
const rowsOf = new WeakMap<StoredObject, Row>();

function rowOf(key: string, object: StoredObject): Row {
  let row = rowsOf.get(object);
  if (!row) {
    const { namespace, name } = parseStoreKey(key);
    row = { key, cells: [cell(name), cell(namespace), stateOf(object), cell(revisionOf(object))] };
    rowsOf.set(object, row);
  }
  return row;
}

/** The store's two numbers, apart from its objects. */
export function storeFacts(world: World): Section {
  const { revision, compacted } = world.store;
  return {
    key: 'store',
    title: 'Store',
    facts: [
      { label: 'Revision', value: cell(revision) },
      { label: 'Compacted up to', value: cell(compacted === 0 ? 'nothing yet' : compacted) },
    ],
  };
}

function rank(resource: string): number {
  const at = firstResources.indexOf(resource);
  return at < 0 ? firstResources.length : at;
}

/** Events outnumber all else, and have a pane of their own. */
const mostEvents = 5;

function section(resource: string, rows: readonly Row[]): Section {
  return {
    key: resource,
    title: resource,
    facts: [],
    table: {
      caption: `Stored ${resource}`,
      columns,
      rows,
      empty: `No ${resource} are stored.`,
      ...(resource === 'events' && { most: mostEvents }),
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
