import type {
  Taint,
  Toleration,
  TopologySelectorLabelRequirement,
  TopologySelectorTerm,
} from 'kubernetes-types/core/v1';
import type { Result } from '../../../../../../go/result.ts';
import {
  type Quantity,
  parseQuantity,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import {
  type Selector,
  newRequirement,
  newSelector,
  nothing,
} from '../../../../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import { isQualifiedName } from '../../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/validation.ts';
import { toleratesTaint } from '../../../../../staging/src/k8s.io/api/core/v1/toleration.ts';
import {
  type AvoidPods,
  betaStorageClassAnnotation,
} from '../../../../../staging/src/k8s.io/api/core/v1/types.ts';
import type { PersistentVolume, PersistentVolumeClaim, Service } from '../../../../api/objects.ts';

/** True for a resource that Kubernetes does not know by itself, such as `example.com/gpu`. */
// Mirrors: pkg/apis/core/v1/helper/helpers.go#IsExtendedResourceName
export function isExtendedResourceName(name: string): boolean {
  if (isNativeResource(name) || name.startsWith('requests.')) return false;
  // It must still be a name when the word of a quota stands before it.
  return isQualifiedName(`requests.${name}`).length === 0;
}

// Mirrors: pkg/apis/core/v1/helper/helpers.go#IsPrefixedNativeResource
export function isPrefixedNativeResource(name: string): boolean {
  return name.includes('kubernetes.io/');
}

// Mirrors: pkg/apis/core/v1/helper/helpers.go#IsNativeResource
export function isNativeResource(name: string): boolean {
  return !name.includes('/') || isPrefixedNativeResource(name);
}

// Mirrors: pkg/apis/core/v1/helper/helpers.go#IsHugePageResourceName
export function isHugePageResourceName(name: string): boolean {
  return name.startsWith('hugepages-');
}

// Mirrors: pkg/apis/core/v1/helper/helpers.go#HugePageResourceName
export function hugePageResourceName(pageSize: Quantity): string {
  return `hugepages-${pageSize}`;
}

/** How large the pages are that a resource such as `hugepages-2Mi` is counted in. */
// Mirrors: pkg/apis/core/v1/helper/helpers.go#HugePageSizeFromResourceName
export function hugePageSizeFromResourceName(name: string): Result<Quantity> {
  if (!isHugePageResourceName(name))
    return [undefined, new Error(`resource name: ${name} is an invalid hugepage name`)];
  return parseQuantity(name.slice('hugepages-'.length));
}

/** A size in bytes as the kernel names it: `2MB`. */
// Mirrors: pkg/apis/core/v1/helper/helpers.go#HugePageUnitSizeFromByteSize
export function hugePageUnitSizeFromByteSize(size: number): Result<string> {
  const hugePageSizeUnitList = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];
  let left = size; // Go: none
  let idx = 0;
  for (; left % 1024 === 0 && idx < hugePageSizeUnitList.length - 1; idx++) left /= 1024;
  const text = `${left}${hugePageSizeUnitList[idx]}`;
  if (left > 1024 && idx < hugePageSizeUnitList.length - 1)
    return [undefined, new Error(`size: ${text} must be guaranteed to divisible into the largest units`)];
  return [text, undefined];
}

// Mirrors: pkg/apis/core/v1/helper/helpers.go#IsAttachableVolumeResourceName
export function isAttachableVolumeResourceName(name: string): boolean {
  return name.startsWith('attachable-volumes-');
}

/** True if a Service has an address of its own. */
// Mirrors: pkg/apis/core/v1/helper/helpers.go#IsServiceIPSet
export function isServiceIPSet(service: Service): boolean {
  return service.spec.clusterIP !== 'None' && (service.spec.clusterIP ?? '') !== '';
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

/** One term is enough; no terms at all match everything, a term without requirements nothing. */
// Mirrors: pkg/apis/core/v1/helper/helpers.go#MatchTopologySelectorTerms
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

// Mirrors: pkg/apis/core/v1/helper/helpers.go#TolerationsTolerateTaint
export function tolerationsTolerateTaint(tolerations: readonly Toleration[], taint: Taint): boolean {
  return tolerations.some((toleration) => toleratesTaint(toleration, taint));
}

/** The first of the taints that pass the filter and are not tolerated. */
// Mirrors: pkg/apis/core/v1/helper/helpers.go#FindMatchingUntoleratedTaint
export function findMatchingUntoleratedTaint(
  taints: readonly Taint[],
  tolerations: readonly Toleration[],
  inclusionFilter: (taint: Taint) => boolean,
): Taint | undefined {
  return taints.find((taint) => inclusionFilter(taint) && !tolerationsTolerateTaint(tolerations, taint));
}

/** For each taint the first toleration that matches it; false if one has none. */
// Mirrors: pkg/apis/core/v1/helper/helpers.go#GetMatchingTolerations
export function getMatchingTolerations(
  taints: readonly Taint[],
  tolerations: readonly Toleration[],
): readonly [allTolerated: boolean, used: readonly Toleration[]] {
  const result: Toleration[] = [];
  for (const taint of taints) {
    const first = tolerations.find((toleration) => toleratesTaint(toleration, taint)); // Go: ToleratesTaint
    if (!first) return [false, []];
    result.push(first);
  }
  return [true, result];
}

/** What the annotation `scheduler.alpha.kubernetes.io/preferAvoidPods` says, or why it is not JSON. */
// Mirrors: pkg/apis/core/v1/helper/helpers.go#GetAvoidPodsFromNodeAnnotations
export function getAvoidPodsFromNodeAnnotations(
  annotations: Readonly<Record<string, string>>,
): Result<AvoidPods> {
  const text = annotations['scheduler.alpha.kubernetes.io/preferAvoidPods'];
  if (!text) return [{}, undefined];
  try {
    return [(JSON.parse(text) ?? {}) as AvoidPods, undefined];
    // Go: err
  } catch (error) {
    return [undefined, error as Error];
  }
}

/** '' for none. */
// Mirrors: pkg/apis/core/v1/helper/helpers.go#GetPersistentVolumeClass
export function getPersistentVolumeClass({ metadata, spec }: PersistentVolume): string {
  return metadata.annotations?.[betaStorageClassAnnotation] ?? spec.storageClassName ?? '';
}

/** '' for none. */
// Mirrors: pkg/apis/core/v1/helper/helpers.go#GetPersistentVolumeClaimClass
export function getPersistentVolumeClaimClass({ metadata, spec }: PersistentVolumeClaim): string {
  return metadata.annotations?.[betaStorageClassAnnotation] ?? spec.storageClassName ?? '';
}
