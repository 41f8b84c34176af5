import type { StoredObject } from './world.ts';

/** What the API server does, and what passes between it and its clients. */
export type APIEvent =
  /** A client asks the API server for something. `program` is the user agent. */
  | {
      readonly kind: 'api.request';
      readonly program: string;
      readonly verb: string;
      readonly resource: string;
      readonly key: string;
      readonly subresource?: string;
      /** The resourceVersion that the object of an update was read at. */
      readonly version?: string;
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
    };

declare module '../../stage/events.ts' {
  interface EventMap {
    readonly api: APIEvent;
  }
}
