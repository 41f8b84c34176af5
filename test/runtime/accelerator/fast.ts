import {
  type GenericScheduler,
  type GenericSchedulerSteps,
  podPassesFiltersOnNode,
} from '../../../src/runtime/kubernetes/pkg/scheduler/core/generic_scheduler.ts';
import { newCycleState } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import {
  type CheckNode,
  type PreemptionSteps,
  victimsOnNode,
} from '../../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.ts';
import { pod } from '../kubernetes/pkg/scheduler/framework/plugins/handle.ts';
import { finished } from '../kubernetes/pkg/scheduler/framework/runtime/fake.ts';
import type { SharedLister } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/listers.ts';
import { Accelerator } from '../../../src/runtime/accelerator/accelerator.ts';
import { inTreeTraits } from '../../../src/runtime/accelerator/plugins/in-tree.ts';
import { SnapshotFacts } from '../../../src/runtime/accelerator/snapshot-facts.ts';
import type { Traits } from '../../../src/runtime/accelerator/traits.ts';
import type { Framework, Plugin } from '../../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import {
  type Snapshot,
  newEmptySnapshot,
} from '../../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { Sim } from '../../../src/runtime/sim/sim.ts';

/** A simulator whose schedulers are accelerated, of fake plugins that have their traits as members. */
export function fastSim(): Sim {
  const sim = new Sim();
  sim.observe = new Accelerator((plugin) => plugin as Traits).observe();
  return sim;
}

/** What is known of a plugin that comes with the scheduler, over the nodes of a snapshot. */
export const knownOf = (plugin: Plugin, snapshot: SharedLister = newEmptySnapshot()): Traits =>
  inTreeTraits(plugin, new SnapshotFacts(snapshot as Snapshot));

/** What the search for a node calls, as the accelerator of the simulator has it. */
export function stepsOf(sim: Sim): Pick<GenericSchedulerSteps, 'podPassesFiltersOnNode'> {
  return sim.observe('generic-scheduler', 'generic', { podPassesFiltersOnNode } as GenericScheduler);
}

/** What preemption calls, as the accelerator of the simulator has it. */
export const checkNodeOf = (sim: Sim): CheckNode =>
  sim.observe('preemption', 'preemption', { checkNode: victimsOnNode } as PreemptionSteps).checkNode;

/** The framework with which the generic scheduler ranks nodes. */
export function forSums(sim: Sim, framework: Framework): Framework {
  let given = framework;
  const g: Pick<GenericScheduler, 'prioritizeNodes'> = {
    *prioritizeNodes(fwk) {
      given = fwk;
      return [[], undefined];
    },
  };
  const steps = sim.observe('generic-scheduler', 'generic', g as GenericScheduler);
  finished(steps.prioritizeNodes(framework, newCycleState(), pod(), []));
  return given;
}
