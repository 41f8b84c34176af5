import {
  NodePreferAvoidPods,
  avoidableController,
} from '../../kubernetes/pkg/scheduler/framework/plugins/nodepreferavoidpods/node_prefer_avoid_pods.ts';
import type { TraitsOfClass } from '../traits.ts';

export const nodePreferAvoidPods: TraitsOfClass<NodePreferAvoidPods> = {
  class: NodePreferAvoidPods,
  traits: () => ({ local: true, scoresAlike: (_state, pod) => !avoidableController(pod) }),
};
