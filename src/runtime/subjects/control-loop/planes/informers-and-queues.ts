import { informerTables } from '../informer-tables.ts';
import { queueTables } from '../queue-tables.ts';
import type { Plane } from '../../../stage/program.ts';
import { plane as replicaSet } from './replicaset.ts';

/** The plane `replicaset`, which shows besides what its factory and its work queue say of themselves. */
export const plane: Plane = { ...replicaSet, observers: { ...informerTables, ...queueTables } };
