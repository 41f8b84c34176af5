import { t } from '../../../i18n/t.ts';
import { memoize } from '../../../recording/memoize.ts';
import type { Entry, StoredObject, World } from '../../../runtime/observe/world.ts';
import { mapEntries } from '../../../runtime/sim/pmap.ts';
import { revisionOf, stateOf } from './objects.ts';
import { type PaneModel, type Row, type Section, cell } from './table.ts';

/** Kinds that readers look for first; the others follow in order of name. */
const firstResources = ['replicasets', 'pods', 'nodes'];

/** The objects of the store, a section a kind. A row's key is the object's key in the store. */
export function storeModel({ store }: World): PaneModel {
  return modelOf(store.objects);
}

const modelOf = memoize((objects: World['store']['objects']): PaneModel => {
  const byResource = new Map<string, Row[]>();
  for (const [key, object] of mapEntries(objects)) {
    const resource = key.slice(0, key.indexOf('/'));
    const row = { key, cells: cellsOf(object) };
    const of = byResource.get(resource);
    if (of) of.push(row);
    else byResource.set(resource, [row]);
  }
  const resources = [...byResource.keys()].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return {
    sections: resources.map((resource) => section(resource, byResource.get(resource) ?? [])),
    empty: t`Nothing is stored yet. Every object that is created appears here, with the revision of its last write.`,
  };
});

/** A version of an object never changes, so neither do its cells. */
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

function section(resource: string, rows: readonly Row[]): Section {
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
      empty: t`No ${resource} are stored.`,
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
