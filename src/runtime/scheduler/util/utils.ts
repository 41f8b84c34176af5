import type { Affinity, PodAffinityTerm } from 'kubernetes-types/core/v1';
import {
  isAttachableVolumeResourceName,
  isExtendedResourceName,
  isHugePageResourceName,
  isPrefixedNativeResource,
} from '../../apis/core/v1/helper/helpers.ts';

/**
 * True for a resource that is counted by its name: extended ones, huge pages, and volumes that can be attached.
 *
 * Mirrors: pkg/scheduler/util/utils.go#IsScalarResourceName
 */
export function isScalarResourceName(name: string): boolean {
  return (
    isExtendedResourceName(name) ||
    isHugePageResourceName(name) ||
    isPrefixedNativeResource(name) ||
    isAttachableVolumeResourceName(name)
  );
}

/**
 * The required terms of the affinity to pods.
 *
 * Mirrors: pkg/scheduler/util/utils.go#GetPodAffinityTerms
 */
export function getPodAffinityTerms(affinity: Affinity | undefined): readonly PodAffinityTerm[] {
  return affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
}

/**
 * The required terms of the anti-affinity to pods.
 *
 * Mirrors: pkg/scheduler/util/utils.go#GetPodAntiAffinityTerms
 */
export function getPodAntiAffinityTerms(affinity: Affinity | undefined): readonly PodAffinityTerm[] {
  return affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
}
