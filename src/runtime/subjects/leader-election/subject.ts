import type { Subject } from '../../stage/subject.ts';
import { leaderObservers } from './observers.ts';

/** Replicas of which one leads. */
export const leaderElection: Subject = { name: 'leader-election', observe: () => leaderObservers };
