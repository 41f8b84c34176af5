import { DeletedFinalStateUnknown } from './delta_fifo.ts';

/** What a handler of deletions gets: the object or, if the watch missed the deletion, what stands for it. */
export type Deleted<T> = T | DeletedFinalStateUnknown<T>;

/** The last state known of a deleted object, which may be stale if the watch missed the deletion; undefined if none is known. */
export function lastState<T>(obj: Deleted<T> | undefined): T | undefined {
  const state = obj instanceof DeletedFinalStateUnknown ? obj.obj : obj;
  return state instanceof DeletedFinalStateUnknown ? undefined : state;
}
