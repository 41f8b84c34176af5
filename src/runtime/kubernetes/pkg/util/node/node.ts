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
