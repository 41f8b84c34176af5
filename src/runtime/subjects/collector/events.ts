/** What the garbage collector and the namespace controller do. */
export type CollectorEvent =
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
    };

declare module '../../stage/events.ts' {
  interface EventMap {
    readonly collector: CollectorEvent;
  }
}
