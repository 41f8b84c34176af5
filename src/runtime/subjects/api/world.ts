import type { ObjectMeta } from 'kubernetes-types/meta/v1';
import { type PMap, emptyMap } from '../../sim/pmap.ts';
import type { Slices } from '../../stage/world.ts';

/** An API object as the store keeps it: frozen, never changed in place. */
export interface StoredObject {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: ObjectMeta;
}

export interface StoreState {
  readonly revision: number;
  /** History before this revision is gone; a watch from there gets 410. */
  readonly compacted: number;
  /** By `resource/namespace/name`, or `resource/name`. */
  readonly objects: PMap<StoredObject>;
}

/** One watch connection. Its key in the world is `<program>/<resource>`. */
export interface WatchState {
  readonly program: string;
  readonly resource: string;
  readonly state: 'open' | 'cut' | 'closed';
  /** Extra delay that a reader put on it, in ms. */
  readonly delayMs: number;
  /** Sent by the server, not yet at the client, oldest first. */
  readonly inFlight: readonly { readonly type: string; readonly key: string; readonly revision: number }[];
  /** Revision of the last event that arrived. */
  readonly revision: number;
}

declare module '../../stage/world.ts' {
  interface Slices {
    readonly store: StoreState;
    readonly watches: PMap<WatchState>;
  }
}

export const apiSlices: Pick<Slices, 'store' | 'watches'> = {
  store: { revision: 0, compacted: 0, objects: emptyMap() },
  watches: emptyMap(),
};
