/**
 * What somebody outside the cluster can do to it. Plain data: an act travels in a share link, and a run is
 * its scenario, its seed and its acts.
 */
export type Act =
  | { readonly kind: 'scale'; readonly namespace: string; readonly name: string; readonly replicas: number }
  | {
      readonly kind: 'delete';
      readonly resource: string;
      readonly namespace: string;
      readonly name: string;
      readonly gracePeriodSeconds?: number;
    }
  /** The kubelet's stand-in reports the pod Failed. */
  | { readonly kind: 'fail'; readonly namespace: string; readonly name: string }
  /** `null` takes a label away. */
  | {
      readonly kind: 'relabel';
      readonly resource: string;
      readonly namespace: string;
      readonly name: string;
      readonly labels: Readonly<Record<string, string | null>>;
    }
  /** As `kubectl label node`: `null` takes a label away. Without `overwrite`, a label that is there already is an error. */
  | {
      readonly kind: 'label-node';
      readonly node: string;
      readonly labels: Readonly<Record<string, string | null>>;
      readonly overwrite?: boolean;
    }
  /**
   * As `kubectl taint node`: `key=value:effect` sets a taint, `key:effect-` or `key-` takes it away. Without `overwrite`, one
   * that is there already, with whatever value, is an error.
   */
  | {
      readonly kind: 'taint';
      readonly node: string;
      readonly taints: readonly string[];
      readonly overwrite?: boolean;
    }
  /** As `kubectl cordon`, or `kubectl uncordon`. */
  | { readonly kind: 'cordon'; readonly node: string; readonly unschedulable: boolean }
  /**
   * A node joins, with a kubelet of its own and so much room, by the name of the resource, where that is not the usual. It
   * goes when it is deleted and its kubelet crashed.
   */
  | {
      readonly kind: 'add-node';
      readonly node: string;
      readonly allocatable?: Readonly<Record<string, string>>;
      readonly labels?: Readonly<Record<string, string>>;
      /** As for `taint`. */
      readonly taints?: readonly string[];
    }
  /**
   * There are to be so many nodes of a pool, all alike: `pool-0001` and so on. The last go first. There is no kubelet on them, so
   * thousands cost little, and pods that come there do not run.
   */
  | { readonly kind: 'node-pool'; readonly nodes: number }
  /** Creates the object, or updates the one of that name. */
  | { readonly kind: 'apply'; readonly object: Readonly<Record<string, unknown>> }
  /** Ends a program's watch; it stays cut for `forMs`, and its reflector lists and watches again after. */
  | {
      readonly kind: 'cut-watch';
      readonly program: string;
      readonly resource: string;
      readonly forMs: number;
    }
  /** Every event of a program's watch arrives this much later; 0 mends it. */
  | {
      readonly kind: 'delay-watch';
      readonly program: string;
      readonly resource: string;
      readonly delayMs: number;
    }
  /** The next `times` events of a program's watch never arrive, and nobody notices. Bookmarks do not count, and arrive. */
  | {
      readonly kind: 'lose-event';
      readonly program: string;
      readonly resource: string;
      readonly times: number;
    }
  /** The next `times` updates of that resource by programs get 409 Conflict. */
  | { readonly kind: 'conflict'; readonly resource: string; readonly times: number }
  /** The API server answers 503 to every GET of a path for `forMs`: to `/apis/apps/v1`, where a group is told, or to `/healthz`. */
  | { readonly kind: 'refuse'; readonly path: string; readonly forMs: number }
  /** Nothing passes between a program and the API server for `forMs`; what was sent arrives after. */
  | { readonly kind: 'partition'; readonly program: string; readonly forMs: number }
  /** A program stands still for `forMs`, while time goes on. */
  | { readonly kind: 'pause'; readonly program: string; readonly forMs: number }
  /**
   * From now on the clock of a program's machine counts `percent` ms in 100, and its hands are `aheadMs` ahead of those of
   * the API server, below 0 behind. 100 and 0 mend it.
   */
  | {
      readonly kind: 'skew-clock';
      readonly program: string;
      readonly percent: number;
      readonly aheadMs: number;
    }
  | { readonly kind: 'crash'; readonly program: string }
  /** SIGTERM: a program that cares for it may end in good order. */
  | { readonly kind: 'terminate'; readonly program: string }
  /** SIGUSR2: a scheduler prints what it knows. A program that does not care for it ends by it. */
  | { readonly kind: 'send-usr2'; readonly program: string }
  /** `args` is its command line; the one that it would have anyway if left out. */
  | { readonly kind: 'start'; readonly program: string; readonly args?: readonly string[] }
  /**
   * A scheduler is started anew with another profile: these plugins have other weights when they score, 0 for none, and
   * these filters are not asked. What its configuration says besides, stays.
   */
  | {
      readonly kind: 'profile';
      readonly program: string;
      readonly profile: string;
      readonly weights: Readonly<Record<string, number>>;
      readonly without: readonly string[];
    }
  /** GET of a path of a program, such as `/healthz`, at its first port if none is said, by nobody if no token is brought. */
  | {
      readonly kind: 'request';
      readonly program: string;
      readonly path: string;
      readonly port?: number;
      readonly token?: string;
    };

/** An act of the reader and when it comes: after that scheduler step. */
export interface ActAt {
  readonly step: number;
  readonly act: Act;
}
