import { appArmorBetaContainerAnnotationKeyPrefix } from '../../../staging/src/k8s.io/api/core/v1/annotation_key_constants.ts';
import { get } from '../../../../go/map.ts';

/** Empty if there is none. */
// Mirrors: pkg/security/apparmor/helpers.go#GetProfileNameFromPodAnnotations
export function getProfileNameFromPodAnnotations(
  annotations: Readonly<Record<string, string>> = {},
  containerName: string,
): string {
  return get(annotations, appArmorBetaContainerAnnotationKeyPrefix + containerName) ?? '';
}
