import type { Act } from './acts.ts';
import type { SchedulerEvent } from '../subjects/scheduler/events.ts';
import type { StoredObject } from './world.ts';

/** A delta's type in a DeltaFIFO; in a RealFIFO, one of the last two may be about all objects. */
export type DeltaType = 'Added' | 'Updated' | 'Deleted' | 'Replaced' | 'Sync' | 'ReplacedAll' | 'SyncAll';

/** The local values of a line, each already told in a short text. */
export type Locals = Readonly<Record<string, string>>;

/** Everything that a trace can record. A reader steps from one of these to the next. */
export type Event =
  /** Somebody outside the cluster does something: the story of the scenario, or the reader. */
  | { readonly kind: 'act'; readonly act: Act; readonly by: 'story' | 'reader'; readonly error?: string }
  | { readonly kind: 'program.start'; readonly program: string; readonly args?: readonly string[] }
  | { readonly kind: 'program.crash' | 'program.resume'; readonly program: string }
  /** Its processes stand still for so long; time does not. */
  | { readonly kind: 'program.pause'; readonly program: string; readonly forMs: number }
  /** A program ends itself. `why` is empty where it came to its end. */
  | {
      readonly kind: 'program.exit';
      readonly program: string;
      readonly why: string;
      readonly code: number;
    }
  | {
      readonly kind: 'program.output';
      readonly program: string;
      readonly stream: 'stdout' | 'stderr';
      readonly text: string;
    }
  /**
   * A step of a program's way from its command line to work, which no other kind tells. `name` is what it is about;
   * `text` is in English, without its subject, and has {0}, {1} for `values`.
   */
  | {
      readonly kind: 'startup';
      readonly program: string;
      readonly phase: string;
      readonly name: string;
      readonly text: string;
      readonly values?: readonly (string | number)[];
    }
  /** A program answers a GET of somebody outside. */
  | {
      readonly kind: 'http.response';
      readonly program: string;
      readonly port: number;
      readonly path: string;
      readonly status: number;
      readonly body: string;
    }
  /** A client asks the API server for something. `program` is the user agent. */
  | {
      readonly kind: 'api.request';
      readonly program: string;
      readonly verb: string;
      readonly resource: string;
      readonly key: string;
      readonly subresource?: string;
    }
  /** The API server refused. What it accepted shows as `store.write`, `reflector.list` or `watch.open`. */
  | {
      readonly kind: 'api.error';
      readonly program: string;
      readonly verb: string;
      readonly resource: string;
      readonly key: string;
      readonly code: number;
      readonly reason: string;
      readonly message: string;
    }
  /** The client's own rate limiter holds a request back. */
  | { readonly kind: 'api.throttle'; readonly program: string; readonly waitMs: number }
  /** One write of the store, in order of revision. `key` is `resource/namespace/name`. */
  | {
      readonly kind: 'store.write';
      readonly verb: 'create' | 'update' | 'delete';
      readonly resource: string;
      readonly key: string;
      readonly revision: number;
      readonly program: string;
      readonly object: StoredObject;
      readonly previous?: StoredObject;
    }
  | { readonly kind: 'store.compact'; readonly revision: number }
  /** `watch` is the name of a watch in the world. */
  | { readonly kind: 'watch.open'; readonly watch: string; readonly revision: number }
  | { readonly kind: 'watch.close'; readonly watch: string; readonly reason: string }
  /** An event of a watch reaches its client. */
  | {
      readonly kind: 'watch.event';
      readonly watch: string;
      readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
      readonly key: string;
      readonly revision: number;
    }
  /** An event of a watch is on no way to its client, since somebody broke that. */
  | {
      readonly kind: 'watch.lost';
      readonly watch: string;
      readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
      readonly key: string;
      readonly revision: number;
    }
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
  /** A handler of an informer's listener is called. */
  | {
      readonly kind: 'handler.call';
      readonly informer: string;
      readonly verb: 'add' | 'update' | 'delete';
      readonly key: string;
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
  /** A replica wrote itself into the lock, and leads. `from` held it before; empty if nobody did. */
  | {
      readonly kind: 'leader.acquired';
      readonly program: string;
      readonly lock: string;
      readonly from: string;
      readonly transitions: number;
    }
  | { readonly kind: 'leader.renewed'; readonly program: string; readonly lock: string }
  | { readonly kind: 'leader.released'; readonly program: string; readonly lock: string }
  /** A replica sees that the lock changed, and from now on counts how long it does not. */
  | {
      readonly kind: 'leader.observed';
      readonly program: string;
      readonly lock: string;
      readonly holder: string;
    }
  /** Another holds the lock, and `leftMs` of the replica's own clock are left until it may be taken over. */
  | {
      readonly kind: 'leader.waits';
      readonly program: string;
      readonly lock: string;
      readonly holder: string;
      readonly leftMs: number;
    }
  /** A try to acquire or renew met an error. `what` is how upstream's log begins. */
  | {
      readonly kind: 'leader.failed';
      readonly program: string;
      readonly lock: string;
      readonly leading: boolean;
      readonly what: string;
      readonly message: string;
    }
  /** The callback for a new leader is called: `holder` is not whom this replica last heard of. */
  | {
      readonly kind: 'leader.reported';
      readonly program: string;
      readonly lock: string;
      readonly holder: string;
    }
  /** An elector ends. `led`: it was the leader until now. */
  | { readonly kind: 'leader.lost'; readonly program: string; readonly lock: string; readonly led: boolean }
  /** The garbage collector's graph follows what happened to an object, `Kind/namespace/name`. */
  | {
      readonly kind: 'gc.graph';
      readonly verb: 'add' | 'update' | 'delete';
      readonly object: string;
      /** What informers did not tell: the collector looked for the object, and it is not there. */
      readonly virtual: boolean;
    }
  /** The garbage collector has looked for the owners of an object. */
  | {
      readonly kind: 'gc.classify';
      readonly object: string;
      /** The owners that are there, that are not, and that wait for their dependents to be gone. */
      readonly solid: readonly string[];
      readonly dangling: readonly string[];
      readonly waiting: readonly string[];
    }
  /** The garbage collector could not do what it tried to do about an object, and will try again. */
  | { readonly kind: 'gc.error'; readonly object: string; readonly message: string }
  /** The namespace controller has deleted what there was of a resource, and counts what is left. */
  | {
      readonly kind: 'namespace.content';
      readonly namespace: string;
      readonly resource: string;
      readonly remaining: number;
      /** After how long it expects that to be gone. */
      readonly estimateSeconds: number;
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
    }
  | SchedulerEvent
  /** A stand-in for the scheduler or a kubelet does its part. */
  | { readonly kind: 'stand-in'; readonly program: string; readonly text: string; readonly key: string }
  /** A line of a shown file is about to run. `depth` counts the calls of shown functions below it. */
  | {
      readonly kind: 'line';
      readonly file: string;
      readonly line: number;
      readonly function: string;
      readonly depth: number;
      readonly locals: Locals;
    };

export type EventKind = Event['kind'];
export type EventOf<K extends EventKind> = Extract<Event, { readonly kind: K }>;
