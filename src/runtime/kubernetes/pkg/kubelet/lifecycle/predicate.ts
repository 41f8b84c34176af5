import type { Container } from 'kubernetes-types/core/v1';
import type { Node, Pod } from '../../api/objects.ts';
import { isExtendedResourceName } from '../../apis/core/v1/helper/helpers.ts';
import { podMatchesNodeSelectorAndAffinityTerms } from '../../scheduler/framework/plugins/helper/node_affinity.ts';
import {
  errReasonPod,
  name as nodeAffinityName,
} from '../../scheduler/framework/plugins/nodeaffinity/node_affinity.ts';
import {
  errReason as nodeNameReason,
  fits as fitsNodeName,
  name as nodeName,
} from '../../scheduler/framework/plugins/nodename/node_name.ts';
import {
  errReason as nodePortsReason,
  fits as fitsNodePorts,
  name as nodePorts,
} from '../../scheduler/framework/plugins/nodeports/node_ports.ts';
import { fits } from '../../scheduler/framework/plugins/noderesources/fit.ts';
import { type NodeInfo, newNodeInfo } from '../../scheduler/framework/types.ts';
import type { PodAdmitAttributes, PodAdmitHandler, PodAdmitResult } from './interfaces.ts';

/** Why a node does not take a pod. */
// Mirrors: pkg/kubelet/lifecycle/predicate.go#PredicateFailureReason
interface PredicateFailureReason extends Error {
  getReason(): string;
}

/** A resource that is short. */
// Mirrors: pkg/kubelet/lifecycle/predicate.go#InsufficientResourceError
export class InsufficientResourceError extends Error implements PredicateFailureReason {
  readonly resourceName: string;

  constructor(resourceName: string, requested: number, used: number, capacity: number) {
    // Mirrors: pkg/kubelet/lifecycle/predicate.go#InsufficientResourceError.Error
    super(
      `Node didn't have enough resource: ${resourceName}, requested: ${requested}, used: ${used}, capacity: ${capacity}`,
    );
    this.resourceName = resourceName;
  }

  // Mirrors: pkg/kubelet/lifecycle/predicate.go#InsufficientResourceError.GetReason
  getReason(): string {
    return `Insufficient ${this.resourceName}`;
  }
}

/** A condition other than resources that does not hold. */
// Mirrors: pkg/kubelet/lifecycle/predicate.go#PredicateFailureError
export class PredicateFailureError extends Error implements PredicateFailureReason {
  readonly predicateName: string;
  readonly predicateDesc: string;

  constructor(predicateName: string, predicateDesc: string) {
    // Mirrors: pkg/kubelet/lifecycle/predicate.go#PredicateFailureError.Error
    super(`Predicate ${predicateName} failed`);
    this.predicateName = predicateName;
    this.predicateDesc = predicateDesc;
  }

  // Mirrors: pkg/kubelet/lifecycle/predicate.go#PredicateFailureError.GetReason
  getReason(): string {
    return this.predicateDesc;
  }
}

/**
 * Asks again what the scheduler asked, as far as it holds for one node alone: nobody need have asked a scheduler.
 * Upstream's makes room for pods that the cluster cannot live without by ending others, and asks devices too.
 */
// Mirrors: pkg/kubelet/lifecycle/predicate.go#predicateAdmitHandler
class PredicateAdmitHandler implements PodAdmitHandler {
  readonly #getNodeAnyWayFunc: () => Node | undefined;

  constructor(getNodeAnyWayFunc: () => Node | undefined) {
    this.#getNodeAnyWayFunc = getNodeAnyWayFunc;
  }

  // Mirrors: pkg/kubelet/lifecycle/predicate.go#predicateAdmitHandler.Admit
  admit({ pod: admitPod, otherPods: pods }: PodAdmitAttributes): PodAdmitResult {
    const node = this.#getNodeAnyWayFunc();
    if (!node) return refused('InvalidNodeInfo', 'Kubelet cannot get node info.');
    const nodeInfo = newNodeInfo(...pods);
    nodeInfo.setNode(node);
    const podWithoutMissingExtendedResources = removeMissingExtendedResources(admitPod, nodeInfo);
    // Several may have failed; the first is told.
    const [r] = generalPredicates(podWithoutMissingExtendedResources, node, nodeInfo);
    if (!r) return { admit: true, reason: '', message: '' };
    const reason = r instanceof InsufficientResourceError ? `OutOf${r.resourceName}` : r.predicateName;
    return refused(reason, r.message);
  }
}

const refused = (reason: string, message: string): PodAdmitResult => ({ admit: false, reason, message });

// Mirrors: pkg/kubelet/lifecycle/predicate.go#NewPredicateAdmitHandler
export function newPredicateAdmitHandler(getNodeAnyWayFunc: () => Node | undefined): PodAdmitHandler {
  return new PredicateAdmitHandler(getNodeAnyWayFunc);
}

/** The pod without requests for extended resources that the node has never heard of: they may belong to the cluster. */
// Mirrors: pkg/kubelet/lifecycle/predicate.go#removeMissingExtendedResources
export function removeMissingExtendedResources(pod: Pod, nodeInfo: NodeInfo): Pod {
  const containers = pod.spec.containers.map((c): Container => {
    const known = Object.entries(c.resources?.requests ?? {}).filter(
      ([rName]) => !isExtendedResourceName(rName) || nodeInfo.allocatable.scalarResources.has(rName),
    );
    return { ...c, resources: { ...c.resources, requests: Object.fromEntries(known) } };
  });
  return { ...pod, spec: { ...pod.spec, containers } };
}

/**
 * All that keeps a pod off a node, as far as a kubelet cares: resources, labels, the name of the node, and ports.
 * Taints are not among it.
 */
// Mirrors: pkg/kubelet/lifecycle/predicate.go#GeneralPredicates
export function generalPredicates(
  pod: Pod,
  node: Node,
  nodeInfo: NodeInfo,
): (InsufficientResourceError | PredicateFailureError)[] {
  const reasons: (InsufficientResourceError | PredicateFailureError)[] = fits(pod, nodeInfo).map(
    ({ resourceName, requested, used, capacity }) =>
      new InsufficientResourceError(resourceName, requested, used, capacity),
  );
  if (!podMatchesNodeSelectorAndAffinityTerms(pod, node))
    reasons.push(new PredicateFailureError(nodeAffinityName, errReasonPod));
  if (!fitsNodeName(pod, nodeInfo)) reasons.push(new PredicateFailureError(nodeName, nodeNameReason));
  if (!fitsNodePorts(pod, nodeInfo)) reasons.push(new PredicateFailureError(nodePorts, nodePortsReason));
  return reasons;
}
