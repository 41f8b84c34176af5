import { second } from '../../../../../../../go/duration.ts';
import type { AttachDetachControllerConfiguration } from '../../../../../../staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.ts';

// Mirrors: pkg/controller/volume/attachdetach/config/v1alpha1/defaults.go#RecommendedDefaultAttachDetachControllerConfiguration
export function recommendedDefaultAttachDetachControllerConfiguration(
  obj: AttachDetachControllerConfiguration,
): void {
  if (obj.reconcilerSyncLoopPeriod === 0) obj.reconcilerSyncLoopPeriod = 60 * second;
}
