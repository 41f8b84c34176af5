import { hour } from '../../../../../../../go/duration.ts';
import type { CSRSigningControllerConfiguration } from '../../../../../../staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.ts';

// Mirrors: pkg/controller/certificates/signer/config/v1alpha1/defaults.go#RecommendedDefaultCSRSigningControllerConfiguration
export function recommendedDefaultCSRSigningControllerConfiguration(
  obj: CSRSigningControllerConfiguration,
): void {
  if (obj.clusterSigningDuration === 0) obj.clusterSigningDuration = 365 * 24 * hour;
}
