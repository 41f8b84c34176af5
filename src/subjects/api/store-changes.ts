import { type WorldChange, mapped } from '../../recording/map-changes.ts';
import { jsonChanges } from '../../recording/object-changes.ts';
import type { StoreState } from '../../runtime/subjects/api/world.ts';

/** What differs between two states of a store: the store itself, and its objects. */
export function storeChanges(before: StoreState, after: StoreState): WorldChange[] {
  if (before === after) return [];
  const { objects: oldObjects, ...old } = before;
  const { objects, ...now } = after;
  const paths = jsonChanges(old, now);
  const itself: WorldChange[] =
    paths.length > 0 ? [{ component: 'store', name: '', change: 'changed', paths }] : [];
  return [...itself, ...mapped('store', oldObjects, objects)];
}
