import { TaintToleration } from '../../kubernetes/pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.ts';
import type { NodeInfo } from '../../kubernetes/pkg/scheduler/framework/types.ts';
import type { TraitsOfClass } from '../traits.ts';

/** Most clusters have no node that only asks to keep off. */
export const taintToleration: TraitsOfClass<TaintToleration> = {
  class: TaintToleration,
  traits(_plugin, facts) {
    const anyAsks = facts.ofNodes<boolean>();
    return { local: true, scoresAlike: () => !anyAsks.of('', (nodes) => nodes.some(asksToKeepOff)) };
  },
};

const asksToKeepOff = (info: NodeInfo): boolean =>
  info.node()?.spec?.taints?.some(({ effect }) => effect === 'PreferNoSchedule') ?? false;
