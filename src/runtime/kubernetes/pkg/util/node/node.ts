import type { NodeAddress } from 'kubernetes-types/core/v1';
import type { Result } from '../../../../go/result.ts';
import { quote } from '../../../../go/strconv.ts';
import type { Blocking } from '../../../../sim/process.ts';
import { semanticDeepEqual } from '../../../staging/src/k8s.io/apimachinery/pkg/api/equality/semantic.ts';
import type { Node as StoredNode } from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { createTwoWayMergePatch } from '../../../staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.ts';
import type { CoreV1Client } from '../../../staging/src/k8s.io/client-go/kubernetes/typed/core/v1/core_client.ts';
import type { Node } from '../../api/objects.ts';

/** Tells one failure zone from all others; empty for a node that has none. The labels of old win over those of now. */
// Mirrors: pkg/util/node/node.go#GetZoneKey
export function getZoneKey(node: Node): string {
  const labels = node.metadata.labels ?? {};
  const zone =
    labels['failure-domain.beta.kubernetes.io/zone'] ?? labels['topology.kubernetes.io/zone'] ?? '';
  const region =
    labels['failure-domain.beta.kubernetes.io/region'] ?? labels['topology.kubernetes.io/region'] ?? '';
  if (region === '' && zone === '') return '';
  return `${region}:\0:${zone}`;
}

/** Asks for the difference of two nodes, their specs apart. */
// Mirrors: pkg/util/node/node.go#PatchNodeStatus
export function* patchNodeStatus(
  c: CoreV1Client,
  nodeName: string,
  oldNode: StoredNode,
  newNode: StoredNode,
): Blocking<Result<StoredNode>> {
  const [patch, err] = preparePatchBytesforNodeStatus(nodeName, oldNode, newNode);
  if (err) return [undefined, err];
  const strategic = 'application/strategic-merge-patch+json';
  const [updatedNode, refused] = yield* c.nodes().patch(nodeName, strategic, patch, 'status');
  if (!refused) return [updatedNode, undefined];
  const text = quote(JSON.stringify(patch));
  return [
    undefined,
    new Error(`failed to patch status ${text} for node ${quote(nodeName)}: ${refused.message}`),
  ];
}

// Mirrors: pkg/util/node/node.go#preparePatchBytesforNodeStatus
function preparePatchBytesforNodeStatus(
  nodeName: string,
  oldNode: StoredNode,
  newNode: StoredNode,
): Result<Record<string, unknown>> {
  // Addresses are told apart by their type, of which there may be several, so that a merge would lose some.
  const [before, after] = [oldNode.status?.addresses ?? [], newNode.status?.addresses ?? []];
  const manuallyPatchAddresses = before.length > 0 && !semanticDeepEqual(before, after);
  const diffNode = { ...newNode, spec: oldNode.spec };
  if (manuallyPatchAddresses) diffNode.status = { ...newNode.status, addresses: before };
  const [patch, err] = createTwoWayMergePatch(written(oldNode), written(diffNode), 'Node');
  if (err) {
    const text = `failed to CreateTwoWayMergePatch for node ${quote(nodeName)}: ${err.message}`;
    return [undefined, new Error(text)];
  }
  return [manuallyPatchAddresses ? fixupPatchForNodeStatusAddresses(patch, after) : patch, undefined];
}

/** Adds that all addresses are to be replaced by these. */
// Mirrors: pkg/util/node/node.go#fixupPatchForNodeStatusAddresses
function fixupPatchForNodeStatusAddresses(
  patch: Record<string, unknown>,
  addresses: readonly NodeAddress[],
): Record<string, unknown> {
  const status = patch.status as object | undefined;
  return { ...patch, status: { ...status, addresses: [...addresses, { $patch: 'replace' }] } };
}

/** What Go writes of a node's system that says nothing of it: none of its fields can be left out. */
export const noNodeInfo = {
  architecture: '',
  bootID: '',
  containerRuntimeVersion: '',
  kernelVersion: '',
  kubeProxyVersion: '',
  kubeletVersion: '',
  machineID: '',
  operatingSystem: '',
  osImage: '',
  systemUUID: '',
};

/** A node as Go writes it: what its types have no way to leave out is there, as null or empty. */
function written(node: StoredNode): object {
  const { metadata, spec = {}, status = {} } = node;
  const conditions = status.conditions?.map((condition) => {
    const { lastHeartbeatTime = null, lastTransitionTime = null } = condition;
    return { ...condition, lastHeartbeatTime, lastTransitionTime };
  });
  const full = {
    ...status,
    conditions: conditions?.length ? conditions : undefined,
    daemonEndpoints: { kubeletEndpoint: status.daemonEndpoints?.kubeletEndpoint ?? { Port: 0 } },
    nodeInfo: { ...noNodeInfo, ...status.nodeInfo },
  };
  return { metadata: withoutNothing({ ...metadata }), spec, status: withoutNothing(full) };
}

/** Without what Go leaves out: lists and maps that are empty, and what is not there. */
function withoutNothing(fields: Readonly<Record<string, unknown>>): object {
  const isNothing = (value: unknown): boolean =>
    value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isNothing(value)));
}
