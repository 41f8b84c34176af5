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
import { NodeTree } from '../../src/runtime/scheduler/internal/cache/node_tree.ts';
import { type Snapshot, newSnapshot } from '../../src/runtime/scheduler/internal/cache/snapshot.ts';
import { Sim } from '../../src/runtime/sim/sim.ts';
import type { Cluster } from './cluster.ts';
import { type Profile, configOf } from './profile.ts';
import { storedNodes, storedPods, storedRest } from './stored.ts';

/** A cluster as the scheduler's caches hold it. */
export interface StoredCluster {
  readonly nodes: readonly Node[];
  readonly pods: readonly Pod[];
  readonly rest: Pick<Cluster, 'services' | 'replicationControllers' | 'replicaSets' | 'budgets'>;
}

/** The cluster with defaults and priorities. Its nodes are in the order in which the scheduler goes through them. */
export function storedCluster(cluster: Cluster): StoredCluster {
  const nodes = storedNodes(cluster);
  const byName = new Map(nodes.map((node) => [node.metadata.name, node]));
  const tree = new NodeTree();
  for (const node of nodes) tree.addNode(node);
  const inTurn = tree.list().flatMap((name) => byName.get(name) ?? []);
  return { nodes: inTurn, pods: storedPods(cluster), rest: cluster };
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
  const snapshot = newSnapshot(running, nodes);
  const [framework, err] = newFramework(registry, configOf(profile), [], {
    sim,
    snapshotSharedLister: snapshot,
    clientSet,
    informerFactory,
    runAllFilters,
  });
  return err ? [undefined, err] : [{ sim, snapshot, framework }, undefined];
}
