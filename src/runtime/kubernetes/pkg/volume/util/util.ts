import type { Volume } from 'kubernetes-types/core/v1';
import type { Node, PersistentVolume } from '../../api/objects.ts';
import { matchNodeSelectorTerms } from '../../../staging/src/k8s.io/component-helpers/scheduling/corev1/helpers.ts';

/** Says on a node that a controller attaches its volumes, not its kubelet. */
// Mirrors: pkg/volume/util/util.go#ControllerManagedAttachAnnotation
export const controllerManagedAttachAnnotation = 'volumes.kubernetes.io/controller-managed-attach-detach';

/** Why a node cannot have the volume; undefined if it can. Only the labels of the node count. */
// Mirrors: pkg/volume/util/util.go#CheckNodeAffinity
export function checkNodeAffinity(
  pv: PersistentVolume,
  nodeLabels: Readonly<Record<string, string>> | undefined,
): Error | undefined {
  const terms = pv.spec.nodeAffinity?.required;
  if (!terms) return undefined;
  const node = { metadata: { name: '', labels: nodeLabels } } as Node;
  const [matches, err] = matchNodeSelectorTerms(node, terms);
  if (err) return err;
  return matches ? undefined : new Error('no matching NodeSelectorTerms');
}

/** A volume that goes with its pod, and is on a disk of the node. */
// Mirrors: pkg/volume/util/util.go#IsLocalEphemeralVolume
export function isLocalEphemeralVolume(volume: Volume): boolean {
  const { gitRepo, emptyDir, configMap, downwardAPI } = volume;
  return Boolean(gitRepo ?? configMap ?? downwardAPI ?? (emptyDir && emptyDir.medium !== 'Memory'));
}
