import type { Chan } from '../../../../../../../sim/chan.ts';
import type { KubeObject } from '../runtime/object.ts';

// Mirrors: staging/src/k8s.io/apimachinery/pkg/watch/watch.go#EventType
export type EventType = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';

/**
 * One event of a watch. `object` is the new state for ADDED and MODIFIED, the state right before deletion for
 * DELETED (with the resourceVersion of the deletion), an otherwise empty object with a resourceVersion for
 * BOOKMARK, and a Status for ERROR.
 */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/watch/watch.go#Event
export interface WatchEvent {
  readonly type: EventType;
  readonly object: KubeObject;
}

/** A running watch. The channel closes when the watch ends, whoever ends it. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/watch/watch.go#Interface
export interface Interface {
  /** Ends the watch. May be called more than once. */
  stop(): void;
  resultChan(): Chan<WatchEvent>;
}
