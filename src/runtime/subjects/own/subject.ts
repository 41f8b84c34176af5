import type { Subject } from '../../stage/subject.ts';
import { demoObservers } from './observers.ts';

/** Programs and kinds of a reader's own. */
export const own: Subject = { name: 'own', observe: () => demoObservers };
