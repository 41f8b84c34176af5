import type { Taint, Toleration } from 'kubernetes-types/core/v1';
import { isQualifiedName } from '../../../../../staging/src/k8s.io/apimachinery/pkg/util/validation/validation.ts';
import type { Result } from '../../../../../../go/result.ts';

/**
 * True for a resource that Kubernetes does not know by itself, such as `example.com/gpu`.
 *
 * Mirrors: pkg/apis/core/v1/helper/helpers.go#IsExtendedResourceName
 */
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

// Mirrors: pkg/apis/core/v1/helper/helpers.go#IsAttachableVolumeResourceName
export function isAttachableVolumeResourceName(name: string): boolean {
  return name.startsWith('attachable-volumes-');
}

/**
 * An empty effect or key of a toleration matches all effects or keys. No operator means `Equal`.
 *
 * Mirrors: staging/src/k8s.io/api/core/v1/toleration.go#Toleration.ToleratesTaint
 */
export function toleratesTaint(toleration: Toleration, taint: Taint): boolean {
  if (toleration.effect && toleration.effect !== taint.effect) return false;
  if (toleration.key && toleration.key !== taint.key) return false;
  switch (toleration.operator ?? '') {
    case '':
    case 'Equal':
      return (toleration.value ?? '') === (taint.value ?? '');
    case 'Exists':
      return true;
    default:
      return false;
  }
}

// Mirrors: pkg/apis/core/v1/helper/helpers.go#TolerationsTolerateTaint
export function tolerationsTolerateTaint(tolerations: readonly Toleration[], taint: Taint): boolean {
  return tolerations.some((toleration) => toleratesTaint(toleration, taint));
}

/**
 * The first of the taints that pass the filter and are not tolerated.
 *
 * Mirrors: pkg/apis/core/v1/helper/helpers.go#FindMatchingUntoleratedTaint
 */
export function findMatchingUntoleratedTaint(
  taints: readonly Taint[],
  tolerations: readonly Toleration[],
  inclusionFilter: (taint: Taint) => boolean,
): Taint | undefined {
  return taints.find((taint) => inclusionFilter(taint) && !tolerationsTolerateTaint(tolerations, taint));
}

/**
 * For each taint the first toleration that matches it; false if one has none.
 *
 * Mirrors: pkg/apis/core/v1/helper/helpers.go#GetMatchingTolerations
 */
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

/**
 * Which pods a node would rather not have, as its annotation says it.
 *
 * Mirrors: staging/src/k8s.io/api/core/v1/types.go#AvoidPods
 */
export interface AvoidPods {
  readonly preferAvoidPods?: readonly {
    readonly podSignature?: { readonly podController?: { readonly kind?: string; readonly uid?: string } };
  }[];
}

/**
 * What the annotation `scheduler.alpha.kubernetes.io/preferAvoidPods` says, or why it is not JSON.
 *
 * Mirrors: pkg/apis/core/v1/helper/helpers.go#GetAvoidPodsFromNodeAnnotations
 */
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
