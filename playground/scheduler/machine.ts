import type { Node, Pod } from '../../src/runtime/api/objects.ts';
import type { KubeObject } from '../../src/runtime/apimachinery/pkg/runtime/object.ts';
import { APIServer } from '../../src/runtime/apiserver/server.ts';
import { newSharedInformerFactory } from '../../src/runtime/client-go/informers/factory.ts';
import { newForConfig } from '../../src/runtime/client-go/kubernetes/clientset.ts';
import { directTransport } from '../../src/runtime/client-go/rest/transport.ts';
import { coreKinds } from '../../src/runtime/registry/kinds.ts';
import type { Framework } from '../../src/runtime/scheduler/framework/interface.ts';
import { newInTreeRegistry } from '../../src/runtime/scheduler/framework/plugins/registry.ts';
import { newFramework } from '../../src/runtime/scheduler/framework/runtime/framework.ts';
import type { Registry } from '../../src/runtime/scheduler/framework/runtime/registry.ts';
import { newCache } from '../../src/runtime/scheduler/internal/cache/cache.ts';
import { type Snapshot, newEmptySnapshot } from '../../src/runtime/scheduler/internal/cache/snapshot.ts';
import { Chan } from '../../src/runtime/sim/chan.ts';
import { Sim } from '../../src/runtime/sim/sim.ts';
import { type Cluster, keyOf } from './cluster.ts';
import { type Profile, configOf } from './profile.ts';
import { storedNodes, storedPods, storedRest } from './stored.ts';
import type { Move } from './watch-scheduler.ts';

/** A cluster as the scheduler's caches hold it. */
export interface StoredCluster {
  readonly nodes: readonly Node[];
  readonly pods: readonly Pod[];
  readonly rest: Pick<Cluster, 'services' | 'replicationControllers' | 'replicaSets' | 'budgets'>;
}

/** The cluster with defaults and priorities; its nodes in the order of their names, in which the scheduler hears of them. */
export function storedCluster(cluster: Cluster): StoredCluster {
  const nodes = storedNodes(cluster).sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  return { nodes, pods: storedPods(cluster), rest: cluster };
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

/** A framework over the pods that have a node. */
export interface Machine {
  readonly sim: Sim;
  readonly snapshot: Snapshot;
  readonly framework: Framework;
}

export interface MachineOptions {
  readonly profile: Profile;
  readonly seed: number;
  /** To learn of every filter that refuses a node. */
  readonly runAllFilters?: boolean;
  readonly registry?: Registry;
}

/** The scheduling framework with the plugins of a profile, its caches filled with `running` and what else is there. */
export function newMachine(
  { nodes, rest }: StoredCluster,
  running: readonly Pod[],
  { profile, seed, runAllFilters, registry = newInTreeRegistry() }: MachineOptions,
): [Machine, undefined] | [undefined, Error] {
  const sim = new Sim({ seed });
  const transport = directTransport(new APIServer(sim, { kinds: coreKinds }));
  const clientSet = newForConfig(sim, { transport, userAgent: 'kube-scheduler', qps: -1 });
  const informerFactory = newSharedInformerFactory(sim, clientSet, { program: 'kube-scheduler' });
  const core = informerFactory.core().v1();
  const fill = (
    cache: { add(object: KubeObject): unknown },
    objects: ReadonlyMap<string, KubeObject>,
  ): void => {
    for (const object of storedRest(objects)) cache.add(object);
  };
  fill(core.services().informer().getIndexer(), rest.services);
  fill(core.replicationControllers().informer().getIndexer(), rest.replicationControllers);
  fill(informerFactory.apps().v1().replicaSets().informer().getIndexer(), rest.replicaSets);
  fill(informerFactory.policy().v1beta1().podDisruptionBudgets().informer().getIndexer(), rest.budgets);
  const snapshot = snapshotOf(sim, nodes, running);
  const [framework, err] = newFramework(registry, configOf(profile), [], {
    sim,
    snapshotSharedLister: snapshot,
    clientSet,
    informerFactory,
    runAllFilters,
  });
  return err ? [undefined, err] : [{ sim, snapshot, framework }, undefined];
}
