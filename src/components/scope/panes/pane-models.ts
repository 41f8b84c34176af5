import type { Entry } from '../../../runtime/stage/world.ts';
import { eventsModel, goroutinesModel, nodesModel } from './cluster-rows.ts';
import { expectationsModel, queueModel } from './controller-rows.ts';
import { fifoModel, indexerModel, watchModel } from './informer-rows.ts';
import type { PaneId } from '../player/pane-list.ts';
import { stateModel } from './state-rows.ts';
import type { PaneModel } from './table.ts';

/** The panes that are tables and facts alone; the store's shows an object besides. */
export type TablePaneId = Exclude<PaneId, 'store'>;

/** What each of them shows at an entry; `entries` are those of the whole recording. */
export const paneModels: {
  readonly [K in TablePaneId]: (entry: Entry, entries: readonly Entry[]) => PaneModel;
} = {
  watch: ({ world }) => watchModel(world),
  fifo: ({ world }) => fifoModel(world),
  indexer: ({ world }) => indexerModel(world),
  queue: ({ world, at }) => queueModel(world, at),
  expectations: ({ world, at }) => expectationsModel(world, at),
  nodes: ({ world }) => nodesModel(world),
  goroutines: ({ world, at, process }) => goroutinesModel(world, at, process),
  events: ({ index }, entries) => eventsModel(entries, index),
  state: ({ world, index }, entries) => stateModel(world, { entries, index }),
};
