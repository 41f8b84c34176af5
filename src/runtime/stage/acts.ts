import type { Stage } from './stage.ts';

/** What somebody outside can do to any program. */
export type StageAct =
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
  /** GET of a path of a program, such as `/healthz`, at its first port if none is said, by nobody if no token is brought. */
  | {
      readonly kind: 'request';
      readonly program: string;
      readonly path: string;
      readonly port?: number;
      readonly token?: string;
    };

/** What somebody outside can do, by the subject that it belongs to: each adds its own. */
export interface ActMap {
  readonly stage: StageAct;
}

/**
 * What somebody outside the cluster can do to it. Plain data: an act travels in a share link, and a run is
 * its scenario, its seed and its acts.
 */
export type Act = ActMap[keyof ActMap];
export type ActOf<K extends Act['kind']> = Extract<Act, { readonly kind: K }>;

/** How acts are carried out, by their kind. An error says why one could not be. */
export type Acts = { readonly [K in Act['kind']]?: (act: ActOf<K>, stage: Stage) => Error | undefined };

/** An act of the reader and when it comes: after that scheduler step. */
export interface ActAt {
  readonly step: number;
  readonly act: Act;
}
