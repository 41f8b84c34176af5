import type { TopologySelectorLabelRequirement, TopologySelectorTerm } from 'kubernetes-types/core/v1';
import type { PersistentVolume, PersistentVolumeClaim } from '../../../../api/objects.ts';
import {
  type Selector,
  newRequirement,
  newSelector,
  nothing,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import type { Result } from '../../../../../../go/result.ts';

/**
 * Where the class of a volume or claim was said before there was a field for it. It wins over the field.
 *
 * Mirrors: staging/src/k8s.io/api/core/v1/types.go#BetaStorageClassAnnotation
 */
const betaStorageClassAnnotation = 'volume.beta.kubernetes.io/storage-class';

/**
 * '' for none.
 *
 * Mirrors: pkg/apis/core/v1/helper/helpers.go#GetPersistentVolumeClass
 */
export function getPersistentVolumeClass({ metadata, spec }: PersistentVolume): string {
  return metadata.annotations?.[betaStorageClassAnnotation] ?? spec.storageClassName ?? '';
}

/**
 * '' for none.
 *
 * Mirrors: pkg/apis/core/v1/helper/helpers.go#GetPersistentVolumeClaimClass
 */
export function getPersistentVolumeClaimClass({ metadata, spec }: PersistentVolumeClaim): string {
  return metadata.annotations?.[betaStorageClassAnnotation] ?? spec.storageClassName ?? '';
}

// Mirrors: pkg/apis/core/v1/helper/helpers.go#TopologySelectorRequirementsAsSelector
function topologySelectorRequirementsAsSelector(
  tsm: readonly TopologySelectorLabelRequirement[],
): Result<Selector> {
  if (tsm.length === 0) return [nothing(), undefined];
  let selector = newSelector();
  for (const { key, values } of tsm) {
    const [r, err] = newRequirement(key, 'in', values);
    if (err) return [undefined, err];
    selector = selector.add(r);
  }
  return [selector, undefined];
}

/**
 * One term is enough; no terms at all match everything, a term without requirements nothing.
 *
 * Mirrors: pkg/apis/core/v1/helper/helpers.go#MatchTopologySelectorTerms
 */
export function matchTopologySelectorTerms(
  topologySelectorTerms: readonly TopologySelectorTerm[],
  lbls: Readonly<Record<string, string>>,
): boolean {
  if (topologySelectorTerms.length === 0) return true;
  return topologySelectorTerms.some(({ matchLabelExpressions = [] }) => {
    if (matchLabelExpressions.length === 0) return false;
    const [labelSelector] = topologySelectorRequirementsAsSelector(matchLabelExpressions);
    return labelSelector?.matches(lbls) ?? false;
  });
}
