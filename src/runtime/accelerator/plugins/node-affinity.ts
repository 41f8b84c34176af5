import { NodeAffinity } from '../../kubernetes/pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.ts';
import type { TraitsOfClass } from '../traits.ts';

export const nodeAffinity: TraitsOfClass<NodeAffinity> = {
  class: NodeAffinity,
  traits: ({ addedPrefSchedTerms }) => ({
    local: true,
    scoresAlike: (_state, { spec }) =>
      !addedPrefSchedTerms && !spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution,
  }),
};
