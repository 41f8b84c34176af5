import { newPredicateAdmitHandler } from '../../../kubernetes/pkg/kubelet/lifecycle/predicate.ts';
import { deployments } from '../../../kubernetes/pkg/registry/bare-kinds.ts';
import type { Plane } from '../../../stage/program.ts';
import { scheduler as kubeScheduler } from '../program.ts';
import { kubelets } from '../../nodes/stand-ins/programs.ts';
import { controllerManager } from '../../control-loop/planes/replicaset.ts';
import { plane as scheduler } from './scheduler.ts';

/** The plane `scheduler`, with a controller-manager that makes the pods of ReplicaSets, and takes none from its node. */
export const plane: Plane = {
  ...scheduler,
  // Nobody controls Deployments here; ReplicaSets may belong to one.
  kinds: [...scheduler.kinds, deployments],
  programsOf: (settings) => [
    ...kubelets(settings, newPredicateAdmitHandler),
    kubeScheduler(settings),
    controllerManager(settings),
  ],
};
