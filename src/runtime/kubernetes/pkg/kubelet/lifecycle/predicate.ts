import type { Container } from 'kubernetes-types/core/v1';
import type { Blocking } from '../../../../sim/process.ts';
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
import { newAdmissionFailureHandlerStub } from './admission_failure_handler_stub.ts';
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
  readonly #requested: number;
  readonly #used: number;
  readonly #capacity: number;

  constructor(resourceName: string, requested: number, used: number, capacity: number) {
    // Mirrors: pkg/kubelet/lifecycle/predicate.go#InsufficientResourceError.Error
    super(
      `Node didn't have enough resource: ${resourceName}, requested: ${requested}, used: ${used}, capacity: ${capacity}`,
    );
    this.resourceName = resourceName;
    this.#requested = requested;
    this.#used = used;
    this.#capacity = capacity;
  }

  // Mirrors: pkg/kubelet/lifecycle/predicate.go#InsufficientResourceError.GetReason
  getReason(): string {
    return `Insufficient ${this.resourceName}`;
  }

  // Mirrors: pkg/kubelet/lifecycle/predicate.go#InsufficientResourceError.GetInsufficientAmount
  getInsufficientAmount(): number {
    return this.#requested - (this.#capacity - this.#used);
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

/** What keeps a pod off a node: a resource that is short, or something else that does not hold. */
export type Failure = InsufficientResourceError | PredicateFailureError;

/** May make room for a pod that the node does not take. Gives what keeps it off then, or what went wrong. */
// Mirrors: pkg/kubelet/lifecycle/predicate.go#AdmissionFailureHandler
export interface AdmissionFailureHandler {
  handleAdmissionFailure(
    admitPod: Pod,
    failureReasons: readonly Failure[],
  ): Blocking<readonly [reasons: readonly Failure[], err: Error | undefined]>;
}

// Mirrors: pkg/kubelet/lifecycle/predicate.go#getNodeAnyWayFuncType
type GetNodeAnyWayFuncType = () => Node | undefined;

/** Asks the devices of the node for what the pod wants of them. */
// Mirrors: pkg/kubelet/lifecycle/predicate.go#pluginResourceUpdateFuncType
type PluginResourceUpdateFuncType = (nodeInfo: NodeInfo, attrs: PodAdmitAttributes) => Error | undefined;

/** Asks again what the scheduler asked, as far as it holds for one node alone: nobody need have asked a scheduler. */
// Mirrors: pkg/kubelet/lifecycle/predicate.go#predicateAdmitHandler
class PredicateAdmitHandler implements PodAdmitHandler {
  readonly #getNodeAnyWayFunc: GetNodeAnyWayFuncType;
  readonly #pluginResourceUpdateFunc: PluginResourceUpdateFuncType;
  readonly #admissionFailureHandler: AdmissionFailureHandler;

  constructor(
    getNodeAnyWayFunc: GetNodeAnyWayFuncType,
    pluginResourceUpdateFunc: PluginResourceUpdateFuncType,
    admissionFailureHandler: AdmissionFailureHandler,
  ) {
    this.#getNodeAnyWayFunc = getNodeAnyWayFunc;
    this.#pluginResourceUpdateFunc = pluginResourceUpdateFunc;
    this.#admissionFailureHandler = admissionFailureHandler;
  }

  // Mirrors: pkg/kubelet/lifecycle/predicate.go#predicateAdmitHandler.Admit
  *admit(attrs: PodAdmitAttributes): Blocking<PodAdmitResult> {
    const { pod: admitPod, otherPods: pods } = attrs;
    const node = this.#getNodeAnyWayFunc();
    if (!node) return refused('InvalidNodeInfo', 'Kubelet cannot get node info.');
    const nodeInfo = newNodeInfo(...pods);
    nodeInfo.setNode(node);
    const failed = this.#pluginResourceUpdateFunc(nodeInfo, attrs);
    if (failed) {
      const message = `Update plugin resources failed due to ${failed.message}, which is unexpected.`;
      return refused('UnexpectedAdmissionError', message);
    }
    const podWithoutMissingExtendedResources = removeMissingExtendedResources(admitPod, nodeInfo);
    let reasons: readonly Failure[] = generalPredicates(podWithoutMissingExtendedResources, node, nodeInfo);
    if (reasons.length > 0) {
      const handler = this.#admissionFailureHandler;
      const [left, err] = yield* handler.handleAdmissionFailure(admitPod, reasons);
      if (err) {
        const text = 'Unexpected error while attempting to recover from admission failure';
        return refused('UnexpectedAdmissionError', `${text}: ${err.message}`);
      }
      reasons = left;
    }
    // Several may have failed; the first is told.
    const [r] = reasons;
    if (!r) return { admit: true, reason: '', message: '' };
    const reason = r instanceof InsufficientResourceError ? `OutOf${r.resourceName}` : r.predicateName;
    return refused(reason, r.message);
  }
}

const refused = (reason: string, message: string): PodAdmitResult => ({ admit: false, reason, message });

// Mirrors: pkg/kubelet/lifecycle/predicate.go#NewPredicateAdmitHandler
export function newPredicateAdmitHandler(
  getNodeAnyWayFunc: GetNodeAnyWayFuncType,
  admissionFailureHandler: AdmissionFailureHandler = newAdmissionFailureHandlerStub(),
  pluginResourceUpdateFunc: PluginResourceUpdateFuncType = () => undefined,
): PodAdmitHandler {
  return new PredicateAdmitHandler(getNodeAnyWayFunc, pluginResourceUpdateFunc, admissionFailureHandler);
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
export function generalPredicates(pod: Pod, node: Node, nodeInfo: NodeInfo): Failure[] {
  const reasons: Failure[] = fits(pod, nodeInfo).map(
    ({ resourceName, requested, used, capacity }) =>
      new InsufficientResourceError(resourceName, requested, used, capacity),
  );
  if (!podMatchesNodeSelectorAndAffinityTerms(pod, node))
    reasons.push(new PredicateFailureError(nodeAffinityName, errReasonPod));
  if (!fitsNodeName(pod, nodeInfo)) reasons.push(new PredicateFailureError(nodeName, nodeNameReason));
  if (!fitsNodePorts(pod, nodeInfo)) reasons.push(new PredicateFailureError(nodePorts, nodePortsReason));
  return reasons;
}
