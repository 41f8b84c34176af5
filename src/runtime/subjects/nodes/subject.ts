import type { Subject } from '../../stage/subject.ts';
import { fail } from './fail.ts';
import { nodeSettings } from './settings.ts';

/** Nodes, and what stands in for their kubelets and for the scheduler. */
export const nodes: Subject = { name: 'nodes', settings: nodeSettings, acts: { fail } };
