import type {
  Node,
  Pod,
  PodDisruptionBudget,
  Service,
} from '../../src/runtime/kubernetes/pkg/api/objects.ts';
import { APIServer } from '../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import { newSharedInformerFactory } from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import { newForConfig } from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { directTransport } from '../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import { coreKinds } from '../../src/runtime/kubernetes/pkg/registry/kinds.ts';
import { defaultConfig } from '../../src/runtime/kubernetes/pkg/scheduler/algorithmprovider/registry.ts';
import type { DefaultPreemptionArgs } from '../../src/runtime/kubernetes/pkg/scheduler/apis/config/types_pluginargs.ts';
import { pluginArgsWithDefaults } from '../../src/runtime/kubernetes/pkg/scheduler/apis/config/v1beta1/zz_generated.defaults.ts';
import {
  type CycleState,
  newCycleState,
} from '../../src/runtime/kubernetes/pkg/scheduler/framework/cycle_state.ts';
import {
  type Framework,
  type NodeToStatusMap,
  mergeStatuses,
} from '../../src/runtime/kubernetes/pkg/scheduler/framework/interface.ts';
import {
  DefaultPreemption,
  podEligibleToPreemptOthers,
  selectCandidate,
} from '../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.ts';
import { newInTreeRegistry } from '../../src/runtime/kubernetes/pkg/scheduler/framework/plugins/registry.ts';
import { newFramework } from '../../src/runtime/kubernetes/pkg/scheduler/framework/runtime/framework.ts';
import { newSnapshot } from '../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { Sim } from '../../src/runtime/sim/sim.ts';

/** A cluster and one pod that has no node, and how the default profile of Kubernetes v1.20.2 decided. */
export interface SchedulingCase {
  readonly name: string;
  readonly nodes: readonly Node[];
  readonly pods: readonly Pod[];
  readonly pending: Pod;
  readonly services: readonly Service[];
  readonly pdbs: readonly PodDisruptionBudget[];
  readonly answer: SchedulingAnswer;
}

interface Refusal {
  readonly plugin: string;
  readonly code: string;
  readonly reasons: readonly string[];
}

export interface SchedulingAnswer {
  /** Present where the pod was refused before any node was looked at. */
  readonly preFilter?: { readonly code: string; readonly reasons: readonly string[] };
  /** By node, in the order of the plugins' names. */
  readonly filters?: Readonly<Record<string, readonly Refusal[]>>;
  readonly feasible?: readonly string[];
  /** By plugin and node, normalized and weighted. */
  readonly scores?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly total?: Readonly<Record<string, number>>;
  /** The nodes among which one is drawn. */
  readonly best?: readonly string[];
  readonly nominated?: string;
  readonly victims?: readonly string[];
}

export function isSchedulingCase(value: unknown): value is SchedulingCase {
  if (typeof value !== 'object' || value === null) return false;
  return ['name', 'nodes', 'pods', 'pending', 'answer'].every((key) => key in value);
}

/** How our scheduler decides the same case. */
export function decide(asked: SchedulingCase): SchedulingAnswer {
  const { nodes, pending } = asked;
  const framework = frameworkOf(asked);
  const state = newCycleState();
  const refused = framework.runPreFilterPlugins(state, pending);
  if (refused) return { preFilter: { code: refused.code, reasons: refused.reasons } };

  const filters: Record<string, readonly Refusal[]> = {};
  const passed: Node[] = [];
  for (const node of nodes) {
    const [info, err] = framework.snapshotSharedLister().nodeInfos().get(node.metadata.name);
    if (err) throw err;
    const statuses = framework.runFilterPlugins(state, pending, info);
    if (statuses.size === 0) passed.push(node);
    else
      filters[node.metadata.name] = [...statuses]
        .map(([plugin, { code, reasons }]) => ({ plugin, code, reasons }))
        .sort((a, b) => (a.plugin < b.plugin ? -1 : 1));
  }
  const feasible = passed.map(({ metadata }) => metadata.name).sort();
  if (passed.length === 0) return { filters, feasible, ...preemptionOf(framework, state, pending) };
  return { filters, feasible, ...scoresOf(framework, state, pending, passed) };
}

/** Which node the pod is nominated to, and which pods must go from it; nothing where that does not help. */
function preemptionOf(
  framework: Framework,
  state: CycleState,
  pending: Pod,
): Pick<SchedulingAnswer, 'nominated' | 'victims'> {
  const lister = framework.snapshotSharedLister().nodeInfos();
  const statuses: NodeToStatusMap = new Map();
  for (const info of lister.list()) {
    const status = mergeStatuses(framework.runFilterPlugins(state, pending, info));
    if (status) statuses.set(info.node()?.metadata.name ?? '', status);
  }
  if (!podEligibleToPreemptOthers(pending, lister, undefined)) return {};
  const plugin = new DefaultPreemption(
    framework,
    pluginArgsWithDefaults('DefaultPreemption') as DefaultPreemptionArgs,
  );
  const { value, done } = plugin.findCandidates(state, pending, statuses).next();
  if (!done) throw new Error('expected a search without a request, since no pod here is nominated');
  const [candidates, err] = value;
  if (err) throw err;
  const best = selectCandidate(candidates, 0);
  if (!best) return {};
  const victims = best.victims.pods.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
  return { nominated: best.name, victims: victims.sort() };
}

function scoresOf(
  framework: Framework,
  state: CycleState,
  pending: Pod,
  passed: readonly Node[],
): Pick<SchedulingAnswer, 'scores' | 'total' | 'best'> {
  const failed = framework.runPreScorePlugins(state, pending, passed);
  if (failed) throw new Error(failed.message());
  const [byPlugin, unscored] = framework.runScorePlugins(state, pending, passed);
  if (unscored) throw new Error(unscored.message());
  const scores: Record<string, Record<string, number>> = {};
  const total: Record<string, number> = {};
  for (const [plugin, list] of byPlugin) {
    scores[plugin] = Object.fromEntries(list.map(({ name, score }) => [name, score]));
    for (const { name, score } of list) total[name] = (total[name] ?? 0) + score;
  }
  const most = Math.max(...Object.values(total));
  const best = Object.keys(total).filter((name) => total[name] === most);
  return { scores, total, best: best.sort() };
}

/** The default profile over the cluster of the case, with all filters run on every node. */
function frameworkOf({ pods, nodes, services, pdbs }: SchedulingCase): Framework {
  const sim = new Sim();
  const transport = directTransport(new APIServer(sim, { kinds: coreKinds }));
  const client = newForConfig(sim, { transport, userAgent: 'kube-scheduler', qps: -1 });
  const informerFactory = newSharedInformerFactory(sim, client, { program: 'kube-scheduler' });
  const cached = informerFactory.core().v1().services().informer().getIndexer();
  for (const service of services ?? []) cached.add(service);
  const budgets = informerFactory.policy().v1beta1().podDisruptionBudgets().informer().getIndexer();
  for (const pdb of pdbs ?? []) budgets.add(pdb);
  const [framework, err] = newFramework(newInTreeRegistry(), defaultConfig, [], {
    sim,
    snapshotSharedLister: newSnapshot(pods, nodes),
    clientSet: client,
    informerFactory,
    runAllFilters: true,
  });
  if (err) throw err;
  return framework;
}
