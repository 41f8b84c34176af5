import type { Node, PersistentVolume } from '../../api/objects.ts';
import { matchNodeSelectorTerms } from '../../../staging/src/k8s.io/component-helpers/scheduling/corev1/helpers.ts';

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
