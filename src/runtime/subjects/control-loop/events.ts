/** A delta's type in a DeltaFIFO; in a RealFIFO, one of the last two may be about all objects. */
export type DeltaType = 'Added' | 'Updated' | 'Deleted' | 'Replaced' | 'Sync' | 'ReplacedAll' | 'SyncAll';

/** What informers, work queues, expectations and recorders of Events do. */
export type ControlLoopEvent =
  /** `informer` is the name of an informer in the world, as in the next five. */
  | {
      readonly kind: 'reflector.list';
      readonly informer: string;
      readonly count: number;
      readonly revision: number;
    }
  | { readonly kind: 'reflector.resync'; readonly informer: string }
  | { readonly kind: 'reflector.error'; readonly informer: string; readonly message: string }
  | {
      readonly kind: 'fifo.add';
      readonly informer: string;
      readonly key: string;
      readonly delta: DeltaType;
      /** Set where the object is a DeletedFinalStateUnknown: version of the last state that is known, empty if none is. */
      readonly tombstone?: string;
      /** Set where the queue is a RealFIFO, here and in the next. */
      readonly inOrder?: true;
    }
  | {
      readonly kind: 'fifo.pop';
      readonly informer: string;
      readonly key: string;
      readonly deltas: readonly DeltaType[];
      readonly inOrder?: true;
    }
  | {
      readonly kind: 'indexer.write';
      readonly informer: string;
      readonly verb: 'add' | 'update' | 'delete';
      readonly key: string;
      readonly revision: number;
    }
  /** A handler of an informer's listener is called: with an object of version `to`, in place of one of version `from`. */
  | {
      readonly kind: 'handler.call';
      readonly informer: string;
      readonly verb: 'add' | 'update' | 'delete';
      readonly key: string;
      readonly from?: string;
      readonly to?: string;
    }
  /** `merged`: the key was waiting already, or is being worked on and will come again. */
  | { readonly kind: 'workqueue.add'; readonly queue: string; readonly key: string; readonly merged: boolean }
  | {
      readonly kind: 'workqueue.addAfter';
      readonly queue: string;
      readonly key: string;
      readonly delayMs: number;
      /** Set when the delay comes from the rate limiter: how often the key has failed. */
      readonly failures?: number;
    }
  | { readonly kind: 'workqueue.get'; readonly queue: string; readonly key: string; readonly worker: string }
  | { readonly kind: 'workqueue.done'; readonly queue: string; readonly key: string; readonly again: boolean }
  | { readonly kind: 'workqueue.forget'; readonly queue: string; readonly key: string }
  /** The expectations of a controller's key change. `why` tells which call did it. */
  | {
      readonly kind: 'expectations.change';
      readonly controller: string;
      readonly key: string;
      readonly why: 'set' | 'creation observed' | 'deletion observed' | 'raised' | 'lowered' | 'deleted';
      readonly add: number;
      readonly del: number;
    }
  /** A controller asks whether its expectations are met. */
  | {
      readonly kind: 'expectations.check';
      readonly controller: string;
      readonly key: string;
      readonly satisfied: boolean;
      /** `ignored`: not met, and the controller goes on all the same, as in the experiment without them. */
      readonly why: 'none recorded' | 'fulfilled' | 'expired' | 'still waiting' | 'ignored';
    }
  /** A Kubernetes Event is recorded. */
  | {
      readonly kind: 'event.record';
      readonly program: string;
      readonly type: string;
      readonly reason: string;
      readonly message: string;
      readonly about: string;
    }
  /** A Kubernetes Event could not be written, and will be tried again. `attempt` counts from 1. */
  | {
      readonly kind: 'event.retry';
      readonly program: string;
      readonly about: string;
      readonly reason: string;
      readonly attempt: number;
      readonly error: string;
    }
  /** A Kubernetes Event will never be written, or not to all who watch. */
  | {
      readonly kind: 'event.drop';
      readonly program: string;
      readonly about: string;
      readonly reason: string;
      readonly message: string;
      readonly why: 'queue full' | 'too many' | 'refused' | 'given up';
    };

declare module '../../stage/events.ts' {
  interface EventMap {
    readonly 'control-loop': ControlLoopEvent;
  }
}
