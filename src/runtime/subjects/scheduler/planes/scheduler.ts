import { newPredicateAdmitHandler } from '../../../kubernetes/pkg/kubelet/lifecycle/predicate.ts';
import { enabledPlugins } from '../../../kubernetes/pkg/kubeapiserver/options/plugins.ts';
import { schedulingChecks } from '../../../kubernetes/pkg/kubeapiserver/scheduling-checks.ts';
import { taintEvictionObservers } from '../taint-evictions.ts';
import { schedulerKinds } from '../../../kubernetes/pkg/registry/scheduler-kinds.ts';
import { nodeActs } from '../../nodes/acts.ts';
import type { Plane } from '../../../stage/program.ts';
import { scheduler } from '../program.ts';
import { schedulingControllers } from '../controllers.ts';
import { kubelets } from '../../nodes/stand-ins/programs.ts';
import { api } from '../../api/subject.ts';
import { controlLoop } from '../../control-loop/subject.ts';
import { nodes } from '../../nodes/subject.ts';
import { scheduler as scheduling } from '../subject.ts';

/**
 * The scheduler, as upstream has it, with what stands round it: a stand-in for each kubelet, which refuses pods that do not
 * fit, and controllers that take pods away again. Nobody makes pods but who acts.
 */
export const plane = {
  subjects: [api, controlLoop, nodes, scheduling],
  kinds: schedulerKinds,
  acts: nodeActs,
  admissionOf: (settings) => [schedulingChecks, ...enabledPlugins(settings)],
  programsOf: (settings) => [
    ...kubelets(settings, newPredicateAdmitHandler),
    scheduler(settings),
    schedulingControllers(settings),
  ],
  observers: taintEvictionObservers,
} satisfies Plane;
