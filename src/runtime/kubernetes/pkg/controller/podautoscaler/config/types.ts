// Mirrors: pkg/controller/podautoscaler/config/types.go#HPAControllerConfiguration
export class HPAControllerConfiguration {
  horizontalPodAutoscalerSyncPeriod = 0;
  horizontalPodAutoscalerUpscaleForbiddenWindow = 0;
  horizontalPodAutoscalerDownscaleForbiddenWindow = 0;
  horizontalPodAutoscalerDownscaleStabilizationWindow = 0;
  horizontalPodAutoscalerTolerance = 0;
  horizontalPodAutoscalerUseRESTClients = false;
  horizontalPodAutoscalerCPUInitializationPeriod = 0;
  horizontalPodAutoscalerInitialReadinessDelay = 0;
}
