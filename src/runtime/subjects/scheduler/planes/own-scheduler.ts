import { newOutOfTreeRegistry } from '../../../demo/scheduling/registry.ts';
import { newPredicateAdmitHandler } from '../../../kubernetes/pkg/kubelet/lifecycle/predicate.ts';
import { type Plane, replicaNames } from '../../../stage/program.ts';
import { scheduler } from '../program.ts';
import { kubelets } from '../../nodes/stand-ins/programs.ts';
import { plane as upstream } from './scheduler.ts';

/**
 * The plane `scheduler` with plugins of a reader's own in it, which a profile may name, and without controllers. Of several
 * replicas each does all the work: there is no election.
 */
export const plane: Plane = {
  ...upstream,
  programsOf: (settings) => [
    ...kubelets(settings, newPredicateAdmitHandler),
    ...replicaNames('kube-scheduler', settings.replicas).map((name) => ({
      ...scheduler(settings, newOutOfTreeRegistry(settings.demo?.mistake)),
      name,
    })),
  ],
};
