import type { NodeInfo } from '../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { Sim } from '../../src/runtime/sim/sim.ts';
import { cachedNode } from '../../src/runtime/subjects/scheduler/observe-cache.ts';
import { type StoredCluster, runningAfter, snapshotOf } from './stored-cluster.ts';
import type { NodeOutcome } from './outcome.ts';
import type { Move } from './watch-scheduler.ts';

/** The nodes as they are once all moves are made. */
export function nodeOutcomes(stored: StoredCluster, moves: readonly Move[]): NodeOutcome[] {
  const came = new Map<string, number>();
  for (const move of moves) {
    const name = 'come' in move ? move.come.spec.nodeName : undefined;
    if (name) came.set(name, (came.get(name) ?? 0) + 1);
  }
  const snapshot = snapshotOf(new Sim(), stored.nodes, runningAfter(stored, moves));
  return snapshot.list().map((info) => nodeOutcome(info, came));
}

function nodeOutcome(info: NodeInfo, came: ReadonlyMap<string, number>): NodeOutcome {
  const { name, zone, unschedulable, taints, allocatable, requested } = cachedNode(info.name, info);
  return { name, zone, unschedulable, taints, allocatable, requested, came: came.get(name) ?? 0 };
}
