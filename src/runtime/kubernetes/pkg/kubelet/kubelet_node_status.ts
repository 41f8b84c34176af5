import type { NodeCondition, NodeStatus } from 'kubernetes-types/core/v1';
import { second } from '../../../go/duration.ts';
import type { Blocking } from '../../../sim/process.ts';
import { semanticDeepEqual } from '../../staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import { isAlreadyExists } from '../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { mustParse } from '../../staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import { deepCopy } from '../../staging/src/k8s.io/apimachinery/pkg/runtime/deep-copy.ts';
import type { Draft, Node } from '../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { isExtendedResourceName, isHugePageResourceName } from '../apis/core/v1/helper/helpers.ts';
import { patchNodeStatus } from '../util/node/node.ts';
import { controllerManagedAttachAnnotation } from '../volume/util/util.ts';
import { nodeNotSchedulable, nodeSchedulable } from './events/event.ts';
import { type Kubelet, nodeStatusUpdateRetry } from './kubelet.ts';
import { updatePodCIDR } from './kubelet_network.ts';
import { fromApiserverCache } from './util/util.ts';

/** Tries to register the node until it is, 100 ms after it is asked for and then after ever longer, up to 7 s. */
// Mirrors: pkg/kubelet/kubelet_node_status.go#Kubelet.registerWithAPIServer
export function* registerWithAPIServer(
  kl: Pick<
    Kubelet,
    'sim' | 'kubeClient' | 'nodeName' | 'containerManager' | 'registrationCompleted' | 'initialNode'
  >,
): Blocking<void> {
  if (kl.registrationCompleted) return;
  let stepMs = 100;
  for (;;) {
    yield* kl.sim.sleep(stepMs);
    stepMs = Math.min(2 * stepMs, 7 * second);
    const [node, err] = yield* kl.initialNode();
    if (err) continue;
    if (yield* tryRegisterWithAPIServer(kl, node)) {
      kl.registrationCompleted = true;
      return;
    }
  }
}

/** Makes the node, or brings the one that is there up to date in what a kubelet says of itself. True if that is done. */
// Mirrors: pkg/kubelet/kubelet_node_status.go#Kubelet.tryRegisterWithAPIServer
export function* tryRegisterWithAPIServer(
  kl: Pick<Kubelet, 'kubeClient' | 'nodeName' | 'containerManager'>,
  node: Node,
): Blocking<boolean> {
  const client = kl.kubeClient?.coreV1();
  if (!client) return false;
  const [, refused] = yield* client.nodes().create(node);
  if (!refused) return true;
  if (!isAlreadyExists(refused)) return false;

  const [originalNode, err] = yield* client.nodes().get(kl.nodeName);
  if (err) return false;
  const existingNode = deepCopy(originalNode);
  let requiresUpdate = reconcileCMADAnnotationWithExistingNode(node, existingNode);
  requiresUpdate = updateDefaultLabels(node, existingNode) || requiresUpdate;
  requiresUpdate = reconcileExtendedResource(kl, existingNode) || requiresUpdate;
  requiresUpdate = reconcileHugePageResource(node, existingNode) || requiresUpdate;
  if (!requiresUpdate) return true;
  const [, failed] = yield* patchNodeStatus(client, kl.nodeName, originalNode, existingNode);
  return failed === undefined;
}

type Amounts = Record<string, string>;

/** The amounts of a node, which may be changed. */
function amountsOf(node: Draft<Node>): { readonly capacity: Amounts; readonly allocatable: Amounts } {
  const status = (node.status ??= {});
  return { capacity: (status.capacity ??= {}), allocatable: (status.allocatable ??= {}) };
}

/** Takes over how much there is in huge pages, and takes out sizes that are not supported any more. */
// Mirrors: pkg/kubelet/kubelet_node_status.go#Kubelet.reconcileHugePageResource
function reconcileHugePageResource(initialNode: Node, existingNode: Draft<Node>): boolean {
  let requiresUpdate = false;
  const { capacity = {}, allocatable = {} } = initialNode.status ?? {};
  const existing = amountsOf(existingNode);
  const supported = Object.keys(capacity).filter(isHugePageResourceName);
  const differs = (a: string | undefined, b: string | undefined): boolean =>
    mustParse(a ?? '0').cmp(mustParse(b ?? '0')) !== 0;
  for (const name of supported) {
    const resourceIsSupported = existing.capacity[name] !== undefined;
    if (!resourceIsSupported || differs(existing.capacity[name], capacity[name])) {
      existing.capacity[name] = capacity[name] ?? '0';
      requiresUpdate = true;
    }
    if (!resourceIsSupported || differs(existing.allocatable[name], allocatable[name])) {
      existing.allocatable[name] = allocatable[name] ?? '0';
      requiresUpdate = true;
    }
  }
  for (const name of Object.keys(existing.capacity)) {
    if (!isHugePageResourceName(name) || supported.includes(name)) continue;
    delete existing.capacity[name];
    delete existing.allocatable[name];
    requiresUpdate = true;
  }
  return requiresUpdate;
}

/** After a restart of the machine, no device has been found yet. */
// Mirrors: pkg/kubelet/kubelet_node_status.go#Kubelet.reconcileExtendedResource
function reconcileExtendedResource(kl: Pick<Kubelet, 'containerManager'>, node: Draft<Node>): boolean {
  if (!kl.containerManager.shouldResetExtendedResourceCapacity()) return false;
  const { capacity, allocatable } = amountsOf(node);
  const extended = Object.keys(capacity).filter(isExtendedResourceName);
  for (const k of extended) {
    capacity[k] = '0';
    allocatable[k] = '0';
  }
  return extended.length > 0;
}

/** Labels that a kubelet keeps as it says. */
// Part of: pkg/kubelet/kubelet_node_status.go#Kubelet.updateDefaultLabels
const defaultLabels = [
  'kubernetes.io/hostname',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
  'node.kubernetes.io/instance-type',
  'beta.kubernetes.io/instance-type',
  'kubernetes.io/os',
  'kubernetes.io/arch',
  'node.kubernetes.io/windows-build',
  'beta.kubernetes.io/os',
  'beta.kubernetes.io/arch',
];

// Mirrors: pkg/kubelet/kubelet_node_status.go#Kubelet.updateDefaultLabels
function updateDefaultLabels(initialNode: Node, existingNode: Draft<Node>): boolean {
  let needsUpdate = false;
  const labels = (existingNode.metadata.labels ??= {});
  for (const label of defaultLabels) {
    const wanted = initialNode.metadata.labels?.[label];
    if (wanted === undefined) continue;
    if ((labels[label] ?? '') !== wanted) {
      labels[label] = wanted;
      needsUpdate = true;
    }
    if (!labels[label]) delete labels[label];
  }
  return needsUpdate;
}

/** Says on the node whether a controller attaches its volumes. */
// Mirrors: pkg/kubelet/kubelet_node_status.go#Kubelet.reconcileCMADAnnotationWithExistingNode
function reconcileCMADAnnotationWithExistingNode(node: Node, existingNode: Draft<Node>): boolean {
  const annotations = (existingNode.metadata.annotations ??= {});
  const existingCMAAnnotation = annotations[controllerManagedAttachAnnotation];
  const newCMAAnnotation = node.metadata.annotations?.[controllerManagedAttachAnnotation];
  if ((newCMAAnnotation ?? '') === (existingCMAAnnotation ?? '')) return false;
  if (newCMAAnnotation === undefined) delete annotations[controllerManagedAttachAnnotation];
  else annotations[controllerManagedAttachAnnotation] = newCMAAnnotation;
  return true;
}

type StatusUpdater = Pick<
  Kubelet,
  | 'sim'
  | 'heartbeatClient'
  | 'nodeName'
  | 'runtimeState'
  | 'containerRuntime'
  | 'setNodeStatusFuncs'
  | 'lastStatusReportTime'
  | 'nodeStatusReportFrequencyMs'
  | 'lastObservedNodeAddresses'
  | 'volumeManager'
  | 'onRepeatedHeartbeatFailure'
>;

/** Says how the node is, if the API server has to be told. Tries five times in a row. */
// Mirrors: pkg/kubelet/kubelet_node_status.go#Kubelet.updateNodeStatus
export function* updateNodeStatus(kl: StatusUpdater): Blocking<Error | undefined> {
  for (let i = 0; i < nodeStatusUpdateRetry; i++) {
    const err = yield* tryUpdateNodeStatus(kl, i);
    if (!err) return undefined;
    if (i > 0) kl.onRepeatedHeartbeatFailure?.();
  }
  return new Error('update node status exceeds retry count');
}

/** What is only when it was last looked at is told once in a while; what changed, at once. */
// Mirrors: pkg/kubelet/kubelet_node_status.go#Kubelet.tryUpdateNodeStatus
function* tryUpdateNodeStatus(kl: StatusUpdater, tryNumber: number): Blocking<Error | undefined> {
  const client = kl.heartbeatClient.coreV1();
  // The first try may be answered from the cache of the API server, which is cheaper.
  const options = tryNumber === 0 ? fromApiserverCache({}) : {};
  const [originalNode, err] = yield* client.nodes().get(kl.nodeName, options);
  if (err) return new Error(`error getting node "${kl.nodeName}": ${err.message}`);
  const node = deepCopy(originalNode);

  let podCIDRChanged = false;
  const podCIDRs = node.spec?.podCIDRs ?? [];
  if (podCIDRs.length > 0) [podCIDRChanged] = yield* updatePodCIDR(kl, podCIDRs.join(','));

  yield* setNodeStatus(kl, node);
  const now = kl.sim.now;
  if (now < kl.lastStatusReportTime + kl.nodeStatusReportFrequencyMs) {
    if (!podCIDRChanged && !nodeStatusHasChanged(originalNode.status, node.status)) {
      kl.volumeManager.markVolumesAsReportedInUse(node.status?.volumesInUse ?? []);
      return undefined;
    }
  }
  const [updatedNode, failed] = yield* patchNodeStatus(client, kl.nodeName, originalNode, node as Node);
  if (failed) return failed;
  kl.lastStatusReportTime = now;
  // Under another address than before, connections begin anew.
  kl.lastObservedNodeAddresses = updatedNode.status?.addresses ?? [];
  kl.volumeManager.markVolumesAsReportedInUse(updatedNode.status?.volumesInUse ?? []);
  return undefined;
}

// Mirrors: pkg/kubelet/kubelet_node_status.go#Kubelet.recordNodeStatusEvent
export function recordNodeStatusEvent(
  kl: Pick<Kubelet, 'recorder' | 'nodeRef' | 'nodeName'>,
  eventType: string,
  event: string,
): void {
  kl.recorder.eventf(kl.nodeRef, eventType, event, 'Node %s status is now: %s', kl.nodeName, event);
}

/** Tells when the node begins or ceases to take pods. */
// Mirrors: pkg/kubelet/kubelet_node_status.go#Kubelet.recordNodeSchedulableEvent
export function recordNodeSchedulableEvent(
  kl: Pick<Kubelet, 'recorder' | 'nodeRef' | 'nodeName' | 'lastNodeUnschedulable'>,
  node: Node,
): void {
  const unschedulable = node.spec?.unschedulable ?? false;
  if (kl.lastNodeUnschedulable === unschedulable) return;
  recordNodeStatusEvent(kl, 'Normal', unschedulable ? nodeNotSchedulable : nodeSchedulable);
  kl.lastNodeUnschedulable = unschedulable;
}

/** Lets each part say what it knows of the node. One that fails keeps none of the others from it. */
// Mirrors: pkg/kubelet/kubelet_node_status.go#Kubelet.setNodeStatus
function* setNodeStatus(kl: Pick<Kubelet, 'setNodeStatusFuncs'>, node: Draft<Node>): Blocking<void> {
  for (const f of kl.setNodeStatusFuncs) yield* f(node);
}

/** Whether more has changed than when conditions were last looked at. */
// Mirrors: pkg/kubelet/kubelet_node_status.go#nodeStatusHasChanged
export function nodeStatusHasChanged(
  originalStatus: NodeStatus | undefined,
  status: NodeStatus | undefined,
): boolean {
  if (!originalStatus || !status) return originalStatus !== status;
  if (nodeConditionsHaveChanged(originalStatus.conditions ?? [], status.conditions ?? [])) return true;
  const without = (s: NodeStatus): object => {
    const [capacity, allocatable] = [s.capacity, s.allocatable].map(exactly);
    return { ...s, conditions: undefined, capacity, allocatable };
  };
  return !semanticDeepEqual(without(originalStatus), without(status));
}

/** Amounts by what they are, not by how they are written. */
const exactly = (list: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(list).map(([name, amount]) => [name, String(mustParse(amount).nano)]));

// Mirrors: pkg/kubelet/kubelet_node_status.go#nodeConditionsHaveChanged
function nodeConditionsHaveChanged(
  originalConditions: readonly NodeCondition[],
  conditions: readonly NodeCondition[],
): boolean {
  if (originalConditions.length !== conditions.length) return true;
  const compared = (some: readonly NodeCondition[]): NodeCondition[] =>
    some
      .map((condition) => ({ ...condition, lastHeartbeatTime: undefined }))
      .sort((a, b) => (a.type < b.type ? -1 : a.type > b.type ? 1 : 0));
  return !semanticDeepEqual(compared(originalConditions), compared(conditions));
}
