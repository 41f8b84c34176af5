import type { Subject } from '../../stage/subject.ts';
import { leaderObservers } from './observers.ts';
import { electionSlices } from './world.ts';

/** Replicas of which one leads. */
export const leaderElection: Subject = {
  name: 'leader-election',
  slices: electionSlices,
  observe: () => leaderObservers,
};
