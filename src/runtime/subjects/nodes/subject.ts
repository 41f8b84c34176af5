import type { Subject } from '../../stage/subject.ts';

/** Nodes, and what stands in for their kubelets and for the scheduler. */
export const nodes: Subject = { name: 'nodes' };
