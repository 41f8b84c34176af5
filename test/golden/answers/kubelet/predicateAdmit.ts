import type { Node, Pod } from '../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  generalPredicates,
  newPredicateAdmitHandler,
  removeMissingExtendedResources,
} from '../../../../src/runtime/kubernetes/pkg/kubelet/lifecycle/predicate.ts';
import { newAdmissionFailureHandlerStub } from '../../../../src/runtime/kubernetes/pkg/kubelet/lifecycle/admission_failure_handler_stub.ts';
import { newNodeInfo } from '../../../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { ended } from '../../kubelet/ended.ts';

interface Question {
  readonly Node: Node;
  readonly NodeError?: string;
  readonly Pod: Pod;
  readonly Others: readonly Pod[];
  /** What devices say. */
  readonly Plugin?: string;
}

/** Whether a node takes a pod, and all that keeps the pod off it. */
export function answer(question: unknown): unknown {
  const { Node: node, NodeError, Pod: pod, Others, Plugin } = question as Question;
  const handler = newPredicateAdmitHandler(
    () => (NodeError ? undefined : node),
    newAdmissionFailureHandlerStub(),
    () => (Plugin ? new Error(Plugin) : undefined),
  );
  const verdict = ended(handler.admit({ pod, otherPods: Others }));
  return { ...verdict, allReasons: NodeError ? [] : reasonsOf(pod, node, Others) };
}

function reasonsOf(pod: Pod, node: Node, others: readonly Pod[]): string[] {
  const nodeInfo = newNodeInfo(...others);
  nodeInfo.setNode(node);
  const known = removeMissingExtendedResources(pod, nodeInfo);
  return generalPredicates(known, node, nodeInfo).map((reason) => reason.getReason());
}
