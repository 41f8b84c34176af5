import { own } from '../subject.ts';
import type { Plane } from '../../../stage/program.ts';
import { plane as nodeCounter } from './node-counter.ts';

/** The plane `node-counter`, which shows what its manager is made from, and whom it asks. */
export const plane: Plane = { ...nodeCounter, subjects: [...nodeCounter.subjects, own], observers: {} };
