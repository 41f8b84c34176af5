import { type PMap, emptyMap } from '../../sim/pmap.ts';
import type { Slices } from '../../stage/world.ts';

export type ElectionRole = 'candidate' | 'leader' | 'stopped';

/** What a replica knew of its lock when it last looked. Times are ms of its own clock since the run began. */
export interface ElectionState {
  readonly role: ElectionRole;
  readonly identity: string;
  /** Whom it read in the lock; empty for nobody. */
  readonly holder: string;
  /** When it saw the lock change; undefined before it saw any. */
  readonly changedAt: number | undefined;
  /** What its clock showed when the run began, as the hands stand: ms since 1970. */
  readonly epoch: number;
  /** When it stops to lead, unless it renews before. Means something for a leader. */
  readonly givesUpAt: number;
  readonly leaseDurationMs: number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
}

declare module '../../stage/world.ts' {
  interface Slices {
    /** By the name of the program; what one that has ended knew stays until it starts again. */
    readonly elections: PMap<ElectionState>;
  }
}

export const electionSlices: Pick<Slices, 'elections'> = { elections: emptyMap() };
