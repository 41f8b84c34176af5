import { eventTables } from '../event-tables.ts';
import { informerAndAccessorTables } from '../informer-tables.ts';
import type { Plane } from '../../../stage/program.ts';
import { plane as replicaSet } from './replicaset.ts';

/** The plane `replicaset`, which shows besides what informers and the recorders of events hold. */
export const plane: Plane = { ...replicaSet, observers: { ...informerAndAccessorTables, ...eventTables } };
