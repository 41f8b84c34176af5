import type { Node, Pod, Service } from '../../../../api/objects.ts';
import {
  type Selector,
  newSelector,
  selectorFromSet,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import type { ServiceLister } from '../../../../../staging/src/k8s.io/client-go/listers/core/v1/service.ts';
import { quote } from '../../../../../../go/strconv.ts';
import type { ServiceAffinityArgs } from '../../../apis/config/types_pluginargs.ts';
import type { CycleState, StateData } from '../../cycle_state.ts';
import {
  type Answer,
  type FilterPlugin,
  type NodeScoreList,
  type PreFilterExtensions,
  type PreFilterPlugin,
  type ScoreExtensions,
  type ScorePlugin,
  type Status,
  asStatus,
  maxNodeScore,
  newStatus,
} from '../../interface.ts';
import type { SharedLister } from '../../listers.ts';
import type { PluginFactory } from '../../runtime/registry.ts';
import { type NodeInfo, getPodKey } from '../../types.ts';
import { nodeInfoOf } from '../helper/read.ts';
import { getPodServices } from '../helper/spread.ts';

// Mirrors: pkg/scheduler/framework/plugins/serviceaffinity/service_affinity.go#Name
export const name = 'ServiceAffinity';

// Mirrors: pkg/scheduler/framework/plugins/serviceaffinity/service_affinity.go#preFilterStateKey
export const preFilterStateKey = `PreFilter${name}`;

// Mirrors: pkg/scheduler/framework/plugins/serviceaffinity/service_affinity.go#ErrReason
export const errReason = "node(s) didn't match service affinity";

/** The pods of the namespace that have all labels of the pod, and the Services that select it. */
// Mirrors: pkg/scheduler/framework/plugins/serviceaffinity/service_affinity.go#preFilterState
export class PreFilterState implements StateData {
  matchingPodList: readonly Pod[];
  readonly matchingPodServices: readonly Service[];

  constructor(matchingPodList: readonly Pod[], matchingPodServices: readonly Service[]) {
    this.matchingPodList = matchingPodList;
    this.matchingPodServices = matchingPodServices;
  }

  // Mirrors: pkg/scheduler/framework/plugins/serviceaffinity/service_affinity.go#preFilterState.Clone
  clone(): StateData {
    return new PreFilterState(this.matchingPodList, this.matchingPodServices);
  }
}

/**
 * Keeps the pods of a Service to nodes with the same values of some labels, such as one region; and spreads them over
 * the values of others.
 */
// Mirrors: pkg/scheduler/framework/plugins/serviceaffinity/service_affinity.go#ServiceAffinity
export class ServiceAffinity
  implements PreFilterPlugin, PreFilterExtensions, FilterPlugin, ScorePlugin, ScoreExtensions
{
  readonly #affinityLabels: readonly string[];
  readonly #antiAffinityLabelsPreference: readonly string[];
  readonly #sharedLister: SharedLister;
  readonly #serviceLister: ServiceLister;

  constructor(sharedLister: SharedLister, serviceLister: ServiceLister, args: ServiceAffinityArgs) {
    this.#sharedLister = sharedLister;
    this.#serviceLister = serviceLister;
    this.#affinityLabels = args.affinityLabels ?? [];
    this.#antiAffinityLabelsPreference = args.antiAffinityLabelsPreference ?? [];
  }

  // Mirrors: pkg/scheduler/framework/plugins/serviceaffinity/service_affinity.go#ServiceAffinity.Name
  name(): string {
    return name;
  }

  // Mirrors: pkg/scheduler/framework/plugins/serviceaffinity/service_affinity.go#ServiceAffinity.createPreFilterState
  #createPreFilterState(pod: Pod): PreFilterState {
    const matchingPodServices = getPodServices(this.#serviceLister, pod);
    const selector = createSelectorFromLabels(pod.metadata.labels ?? {});
    const nodeInfos = this.#sharedLister.nodeInfos().list();
    return new PreFilterState(filterPods(nodeInfos, selector, pod.metadata.namespace), matchingPodServices);
  }

  // Mirrors: pkg/scheduler/framework/plugins/serviceaffinity/service_affinity.go#ServiceAffinity.PreFilter
  preFilter(state: CycleState, pod: Pod): Answer {
    if (this.#affinityLabels.length > 0) state.write(preFilterStateKey, this.#createPreFilterState(pod));
    return undefined;
  }

  // Mirrors: pkg/scheduler/framework/plugins/serviceaffinity/service_affinity.go#ServiceAffinity.PreFilterExtensions
  preFilterExtensions(): PreFilterExtensions | undefined {
    return this.#affinityLabels.length > 0 ? this : undefined;
  }

  // Mirrors: pkg/scheduler/framework/plugins/serviceaffinity/service_affinity.go#ServiceAffinity.AddPod
  addPod(state: CycleState, podToSchedule: Pod, podToAdd: Pod): Answer {
    const [s, err] = getPreFilterState(state);
    if (err) return err;
    if (podToAdd.metadata.namespace !== podToSchedule.metadata.namespace) return undefined;
    const selector = createSelectorFromLabels(podToSchedule.metadata.labels ?? {});
    if (selector.matches(podToAdd.metadata.labels)) s.matchingPodList = [...s.matchingPodList, podToAdd];
    return undefined;
  }

  // Mirrors: pkg/scheduler/framework/plugins/serviceaffinity/service_affinity.go#ServiceAffinity.RemovePod
  removePod(state: CycleState, _podToSchedule: Pod, podToRemove: Pod): Answer {
    const [s, err] = getPreFilterState(state);
    if (err) return err;
    const gone = s.matchingPodList.findIndex(({ metadata }) => {
      return (
        metadata.name === podToRemove.metadata.name && metadata.namespace === podToRemove.metadata.namespace
      );
    });
    if (gone >= 0) s.matchingPodList = s.matchingPodList.toSpliced(gone, 1);
    return undefined;
  }

  /**
   * The node must have the values that the node selector of the pod names; for labels that it does not name, those of
   * the node on which a pod of the Service runs already.
   */
  // Mirrors: pkg/scheduler/framework/plugins/serviceaffinity/service_affinity.go#ServiceAffinity.Filter
  filter(state: CycleState, pod: Pod, nodeInfo: NodeInfo): Answer {
    if (this.#affinityLabels.length === 0) return undefined;
    const node = nodeInfo.node();
    if (!node) return asStatus(new Error('node not found'));
    const [s, err] = getPreFilterState(state);
    if (err) return err;
    const filteredPod = firstNotFilteredOut(node, nodeInfo, s.matchingPodList);
    const affinityLabels = findLabelsInSet(this.#affinityLabels, pod.spec.nodeSelector ?? {});
    const complete = this.#affinityLabels.length <= affinityLabels.size;
    if (!complete && s.matchingPodServices.length > 0 && filteredPod) {
      const [withLabels, missing] = this.#sharedLister.nodeInfos().get(filteredPod.spec.nodeName ?? '');
      if (missing) return asStatus(new Error('node not found'));
      addUnsetLabelsToMap(affinityLabels, this.#affinityLabels, withLabels.node()?.metadata.labels ?? {});
    }
    const selector = createSelectorFromLabels(Object.fromEntries(affinityLabels));
    return selector.matches(node.metadata.labels) ? undefined : newStatus('Unschedulable', errReason);
  }

  /** The pods on the node that the first Service of the pod selects. */
  // Mirrors: pkg/scheduler/framework/plugins/serviceaffinity/service_affinity.go#ServiceAffinity.Score
  score(_state: CycleState, pod: Pod, nodeName: string): [number, Answer] {
    const [nodeInfo, missing] = nodeInfoOf(this.#sharedLister, nodeName);
    if (missing) return [0, missing];
    if (!nodeInfo.node()) return [0, asStatus(new Error('node not found'))];
    const [service] = getPodServices(this.#serviceLister, pod);
    const selector = service ? selectorFromSet(service.spec.selector) : newSelector();
    if (selector.empty()) return [0, undefined];
    let score = 0;
    for (const { pod: existing } of nodeInfo.pods) {
      const { namespace, deletionTimestamp, labels } = existing.metadata;
      if (namespace !== pod.metadata.namespace || deletionTimestamp !== undefined) continue;
      if (selector.matches(labels)) score++;
    }
    return [score, undefined];
  }

  // Mirrors: pkg/scheduler/framework/plugins/serviceaffinity/service_affinity.go#ServiceAffinity.NormalizeScore
  normalizeScore(_state: CycleState, _pod: Pod, scores: NodeScoreList): Answer {
    const reduceResult = scores.map(() => 0);
    for (const label of this.#antiAffinityLabelsPreference) {
      const err = this.#updateNodeScoresForLabel(scores, reduceResult, label);
      if (err) return asStatus(err);
    }
    for (const [i, nodeScore] of scores.entries()) nodeScore.score = Math.trunc(reduceResult[i] ?? 0);
    return undefined;
  }

  /**
   * Fewer pods of the Service under the same value of the label score more. Each label counts for its part of the
   * whole. Nodes without the label get nothing for it.
   */
  // Mirrors: pkg/scheduler/framework/plugins/serviceaffinity/service_affinity.go#ServiceAffinity.updateNodeScoresForLabel
  #updateNodeScoresForLabel(
    mapResult: NodeScoreList,
    reduceResult: number[],
    label: string,
  ): Error | undefined {
    let numServicePods = 0;
    const podCounts = new Map<string, number>();
    const labelNodesStatus: (string | undefined)[] = [];
    for (const { name: nodeName, score } of mapResult) {
      numServicePods += score;
      const [nodeInfo, err] = this.#sharedLister.nodeInfos().get(nodeName);
      if (err) return err;
      const labels = nodeInfo.node()?.metadata.labels ?? {};
      const labelValue = Object.hasOwn(labels, label) ? labels[label] : undefined;
      labelNodesStatus.push(labelValue);
      if (labelValue !== undefined) podCounts.set(labelValue, (podCounts.get(labelValue) ?? 0) + score);
    }
    for (const [i, labelValue] of labelNodesStatus.entries()) {
      if (labelValue === undefined) continue;
      let fScore = maxNodeScore;
      if (numServicePods > 0) {
        const elsewhere = numServicePods - (podCounts.get(labelValue) ?? 0);
        fScore = maxNodeScore * (elsewhere / numServicePods);
      }
      reduceResult[i] = (reduceResult[i] ?? 0) + fScore / this.#antiAffinityLabelsPreference.length;
    }
    return undefined;
  }

  // Mirrors: pkg/scheduler/framework/plugins/serviceaffinity/service_affinity.go#ServiceAffinity.ScoreExtensions
  scoreExtensions(): ScoreExtensions {
    return this;
  }
}

// Mirrors: pkg/scheduler/framework/plugins/serviceaffinity/service_affinity.go#getPreFilterState
export function getPreFilterState(state: CycleState): [PreFilterState, undefined] | [undefined, Status] {
  const [data, err] = state.read(preFilterStateKey);
  if (!err) return [data as PreFilterState, undefined];
  const what = `error reading ${quote(preFilterStateKey)} from cycleState: ${err.message}`;
  return [undefined, asStatus(new Error(what))];
}

/**
 * The first pod that is on another node, or still on this one. Upstream makes the list of all such pods for each node
 * and looks at the first.
 */
// Part of: pkg/scheduler/framework/types.go#NodeInfo.FilterOutPods
function firstNotFilteredOut(node: Node, { pods }: NodeInfo, of: readonly Pod[]): Pod | undefined {
  return of.find((p) => {
    if (p.spec.nodeName !== node.metadata.name) return true;
    const [podKey, err] = getPodKey(p);
    return !err && pods.some((np) => np.pod.metadata.uid === podKey);
  });
}

/** Adds the values of labels that have none yet. */
// Mirrors: pkg/scheduler/framework/plugins/serviceaffinity/service_affinity.go#addUnsetLabelsToMap
function addUnsetLabelsToMap(
  aL: Map<string, string>,
  labelsToAdd: readonly string[],
  labelSet: Readonly<Record<string, string>>,
): void {
  for (const [label, value] of findLabelsInSet(labelsToAdd, labelSet)) {
    if (!aL.has(label)) aL.set(label, value);
  }
}

// Mirrors: pkg/scheduler/framework/plugins/serviceaffinity/service_affinity.go#createSelectorFromLabels
function createSelectorFromLabels(aL: Readonly<Record<string, string>>): Selector {
  return selectorFromSet(aL);
}

// Mirrors: pkg/scheduler/framework/plugins/serviceaffinity/service_affinity.go#filterPods
function filterPods(nodeInfos: readonly NodeInfo[], selector: Selector, ns: string): Pod[] {
  const pods: Pod[] = [];
  for (const n of nodeInfos)
    for (const { pod } of n.pods)
      if (pod.metadata.namespace === ns && selector.matches(pod.metadata.labels)) pods.push(pod);
  return pods;
}

/** As many of the labels as the set has, with their values. */
// Mirrors: pkg/scheduler/framework/plugins/serviceaffinity/service_affinity.go#findLabelsInSet
function findLabelsInSet(
  labelsToKeep: readonly string[],
  selector: Readonly<Record<string, string>>,
): Map<string, string> {
  const aL = new Map<string, string>();
  for (const l of labelsToKeep) if (Object.hasOwn(selector, l)) aL.set(l, selector[l] as string);
  return aL;
}

// Mirrors: pkg/scheduler/framework/plugins/serviceaffinity/service_affinity.go#New
export const newPlugin: PluginFactory = (plArgs, handle) => {
  const serviceLister = handle.sharedInformerFactory().core().v1().services().lister();
  const args = plArgs as ServiceAffinityArgs;
  return [new ServiceAffinity(handle.snapshotSharedLister(), serviceLister, args), undefined];
};
