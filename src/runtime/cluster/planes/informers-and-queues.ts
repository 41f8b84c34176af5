import { informerTables } from '../../observe/informer-tables.ts';
import { queueTables } from '../../observe/queue-tables.ts';
import type { Plane } from '../program.ts';
import { plane as replicaSet } from './replicaset.ts';

/** The plane `replicaset`, which shows besides what its factory and its work queue say of themselves. */
export const plane: Plane = { ...replicaSet, observers: { ...informerTables, ...queueTables } };
