import type { Victims } from '../../../../../staging/src/k8s.io/kube-scheduler/extender/v1/types.ts';

/** A node, and the pods that would have to go from it. */
// Mirrors: pkg/scheduler/framework/plugins/defaultpreemption/candidate.go#Candidate
export interface Candidate {
  readonly name: string;
  readonly victims: Victims;
}
