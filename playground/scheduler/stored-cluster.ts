import type { Node, Pod } from '../../src/runtime/kubernetes/pkg/api/objects.ts';
import { newCache } from '../../src/runtime/kubernetes/pkg/scheduler/internal/cache/cache.ts';
import {
  type Snapshot,
  newEmptySnapshot,
} from '../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { Chan } from '../../src/runtime/sim/chan.ts';
import type { Sim } from '../../src/runtime/sim/sim.ts';
import { type Cluster, keyOf } from './cluster.ts';
import { storedNodes, storedPods } from './stored.ts';
import type { Move } from './watch-scheduler.ts';

/** A cluster as the scheduler's caches hold it. */
export interface StoredCluster {
  readonly nodes: readonly Node[];
  readonly pods: readonly Pod[];
}

/** The cluster with defaults and priorities; its nodes in the order of their names, in which the scheduler hears of them. */
export function storedCluster(cluster: Cluster): StoredCluster {
  const nodes = storedNodes(cluster).sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  return { nodes, pods: storedPods(cluster) };
}

/** The pods that have a node once some moves are made. */
export function runningAfter({ pods }: StoredCluster, moves: readonly Move[]): Pod[] {
  const running = new Map<string, Pod>();
  for (const pod of pods) if (pod.spec.nodeName) running.set(keyOf(pod), pod);
  for (const move of moves) {
    if ('come' in move) running.set(keyOf(move.come), move.come);
    else running.delete(keyOf(move.go));
  }
  return [...running.values()];
}

/** What the scheduler's cache makes of nodes and pods: an image has one size in it, also where nodes say different ones. */
export function snapshotOf(sim: Sim, nodes: readonly Node[], running: readonly Pod[]): Snapshot {
  const cache = newCache(sim, 0, new Chan<never>('stop'));
  for (const node of nodes) cache.addNode(node);
  // How many nodes have an image a node learns when it comes again.
  for (const node of nodes) if (node.status?.images) cache.updateNode(node, node);
  for (const pod of running) cache.addPod(pod);
  const snapshot = newEmptySnapshot();
  cache.updateSnapshot(snapshot);
  return snapshot;
}
