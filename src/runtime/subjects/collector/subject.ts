import type { Subject } from '../../stage/subject.ts';
import { collectorObservers } from './observers.ts';

/** The garbage collector and the namespace controller, which delete what nobody owns any more. */
export const collector: Subject = { name: 'collector', observe: () => collectorObservers };
