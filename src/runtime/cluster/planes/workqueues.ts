import { queueTables } from '../../observe/queue-tables.ts';
import type { Plane } from '../program.ts';
import { plane as replicaSet } from './replicaset.ts';

/** The plane `replicaset`, which shows besides what the work queue says of itself. */
export const plane: Plane = { ...replicaSet, observers: queueTables };
