/** What replicas that want to lead do. */
export type LeaderEvent =
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
  | { readonly kind: 'leader.lost'; readonly program: string; readonly lock: string; readonly led: boolean };

declare module '../../stage/events.ts' {
  interface EventMap {
    readonly 'leader-election': LeaderEvent;
  }
}
