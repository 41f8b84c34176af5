import type { Pod } from '../../../api/objects.ts';
import type { PodNominator } from '../../framework/interface.ts';

// Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#NominatedNodeName
export function nominatedNodeName(pod: Pod): string {
  return pod.status.nominatedNodeName ?? '';
}

/**
 * Which pods are to get room on which node. What is kept here may be ahead of what the pods say: the scheduler
 * nominates a node here first, and then tells the API server.
 *
 * Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#nominatedPodMap
 */
export class NominatedPodMap implements PodNominator {
  /** By the name of the node. */
  readonly nominatedPods = new Map<string, readonly Pod[]>();
  /** The name of the node by the pod's uid. */
  readonly nominatedPodToNode = new Map<string, string>();

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#nominatedPodMap.add
  #add(p: Pod, nodeName: string): void {
    // There is never more than one of a pod.
    this.#delete(p);
    const nnn = nodeName || nominatedNodeName(p);
    if (nnn === '') return;
    this.nominatedPodToNode.set(p.metadata.uid, nnn);
    this.nominatedPods.set(nnn, [...this.nominatedPodsForNode(nnn), p]);
  }

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#nominatedPodMap.delete
  #delete({ metadata: { uid } }: Pod): void {
    const nnn = this.nominatedPodToNode.get(uid);
    if (nnn === undefined) return;
    const left = this.nominatedPodsForNode(nnn).filter(({ metadata }) => metadata.uid !== uid);
    if (left.length > 0) this.nominatedPods.set(nnn, left);
    else this.nominatedPods.delete(nnn);
    this.nominatedPodToNode.delete(uid);
  }

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#nominatedPodMap.DeleteNominatedPodIfExists
  deleteNominatedPodIfExists(pod: Pod): void {
    this.#delete(pod);
  }

  /**
   * With no name of a node, the one that the pod itself names.
   *
   * Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#nominatedPodMap.AddNominatedPod
   */
  addNominatedPod(pod: Pod, nodeName: string): void {
    this.#add(pod, nodeName);
  }

  /**
   * An update that knows of no nomination, before and after, may be older than the one that was made here: it is kept.
   *
   * Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#nominatedPodMap.UpdateNominatedPod
   */
  updateNominatedPod(oldPod: Pod, newPod: Pod): void {
    let nodeName = '';
    if (nominatedNodeName(oldPod) === '' && nominatedNodeName(newPod) === '')
      nodeName = this.nominatedPodToNode.get(oldPod.metadata.uid) ?? '';
    this.#delete(oldPod);
    this.#add(newPod, nodeName);
  }

  // Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#nominatedPodMap.NominatedPodsForNode
  nominatedPodsForNode(nodeName: string): readonly Pod[] {
    // It is asked for each node, and most of the time nothing is nominated.
    if (this.nominatedPods.size === 0) return none;
    return this.nominatedPods.get(nodeName) ?? none;
  }
}

const none: readonly Pod[] = [];

// Mirrors: pkg/scheduler/internal/queue/scheduling_queue.go#NewPodNominator
export function newPodNominator(): NominatedPodMap {
  return new NominatedPodMap();
}

/** What has the nominated pods of another; in Go that is an embedded field. */
export class WithNominator implements PodNominator {
  readonly podNominator: PodNominator;

  constructor(podNominator: PodNominator) {
    this.podNominator = podNominator;
  }

  addNominatedPod(pod: Pod, nodeName: string): void {
    this.podNominator.addNominatedPod(pod, nodeName);
  }

  deleteNominatedPodIfExists(pod: Pod): void {
    this.podNominator.deleteNominatedPodIfExists(pod);
  }

  updateNominatedPod(oldPod: Pod, newPod: Pod): void {
    this.podNominator.updateNominatedPod(oldPod, newPod);
  }

  nominatedPodsForNode(nodeName: string): readonly Pod[] {
    return this.podNominator.nominatedPodsForNode(nodeName);
  }
}
