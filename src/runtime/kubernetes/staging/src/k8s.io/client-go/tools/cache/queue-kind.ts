import type { Result } from '../../../../../../../go/result.ts';
import {
  type DeltaOfAll,
  type KeyListerGetter,
  type PeekableQueue,
  newDeltaFIFOWithOptions,
} from './delta_fifo.ts';
import type { Indexer } from './index.ts';
import type { Notification } from './shared_informer.ts';

/** What is to be told to handlers after a delta of all objects was brought to the cache, or why it was not. */
export type AllProcessed = Result<readonly Notification[]>;

/** The queue between the Reflector and the cache of a shared informer. */
export interface QueueKind {
  newQueue(name: string, knownObjects: KeyListerGetter): PeekableQueue;
  /** Brings a delta of all objects to the cache; left out by a kind that has none. */
  processAll?(delta: DeltaOfAll, clientState: Indexer): AllProcessed;
}

/** The queue of informers at the version that is mirrored here. */
export const deltaFIFO: QueueKind = {
  newQueue: (name, knownObjects) =>
    newDeltaFIFOWithOptions({ name: `DeltaFIFO of ${name}`, knownObjects, emitDeltaTypeReplaced: true }),
};
