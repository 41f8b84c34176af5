import { minute, second } from '../../../../../../go/duration.ts';
import type { HPAControllerConfiguration } from '../../../../../staging/src/k8s.io/kube-controller-manager/config/v1alpha1/types.ts';

// Mirrors: pkg/controller/podautoscaler/config/v1alpha1/defaults.go#RecommendedDefaultHPAControllerConfiguration
export function recommendedDefaultHPAControllerConfiguration(obj: HPAControllerConfiguration): void {
  if (obj.horizontalPodAutoscalerUseRESTClients === undefined)
    obj.horizontalPodAutoscalerUseRESTClients = true;
  if (obj.horizontalPodAutoscalerSyncPeriod === 0) obj.horizontalPodAutoscalerSyncPeriod = 15 * second;
  if (obj.horizontalPodAutoscalerUpscaleForbiddenWindow === 0)
    obj.horizontalPodAutoscalerUpscaleForbiddenWindow = 3 * minute;
  if (obj.horizontalPodAutoscalerDownscaleStabilizationWindow === 0)
    obj.horizontalPodAutoscalerDownscaleStabilizationWindow = 5 * minute;
  if (obj.horizontalPodAutoscalerCPUInitializationPeriod === 0)
    obj.horizontalPodAutoscalerCPUInitializationPeriod = 5 * minute;
  if (obj.horizontalPodAutoscalerInitialReadinessDelay === 0)
    obj.horizontalPodAutoscalerInitialReadinessDelay = 30 * second;
  if (obj.horizontalPodAutoscalerDownscaleForbiddenWindow === 0)
    obj.horizontalPodAutoscalerDownscaleForbiddenWindow = 5 * minute;
  if (obj.horizontalPodAutoscalerTolerance === 0) obj.horizontalPodAutoscalerTolerance = 0.1;
}
