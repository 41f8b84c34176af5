import { pointerTo } from '../../../../../go/pointer.ts';
import type { HPAControllerConfiguration } from '../../../../pkg/controller/podautoscaler/config/types.ts';
import type { FlagSet } from '../../../../vendor/github.com/spf13/pflag/flag.ts';

/** What the command line says for this controller. */
// Mirrors: cmd/kube-controller-manager/app/options/hpacontroller.go#HPAControllerOptions
export class HPAControllerOptions {
  readonly config: HPAControllerConfiguration;

  constructor(config: HPAControllerConfiguration) {
    this.config = config;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/hpacontroller.go#HPAControllerOptions.AddFlags
  addFlags(flags: FlagSet): void {
    const o = this.config;
    flags.durationVar(
      pointerTo(o, 'horizontalPodAutoscalerSyncPeriod'),
      'horizontal-pod-autoscaler-sync-period',
      o.horizontalPodAutoscalerSyncPeriod,
      'The period for syncing the number of pods in horizontal pod autoscaler.',
    );
    flags.durationVar(
      pointerTo(o, 'horizontalPodAutoscalerUpscaleForbiddenWindow'),
      'horizontal-pod-autoscaler-upscale-delay',
      o.horizontalPodAutoscalerUpscaleForbiddenWindow,
      'The period since last upscale, before another upscale can be performed in horizontal pod autoscaler.',
    );
    flags.markDeprecated(
      'horizontal-pod-autoscaler-upscale-delay',
      'This flag is currently no-op and will be deleted.',
    );
    flags.durationVar(
      pointerTo(o, 'horizontalPodAutoscalerDownscaleStabilizationWindow'),
      'horizontal-pod-autoscaler-downscale-stabilization',
      o.horizontalPodAutoscalerDownscaleStabilizationWindow,
      'The period for which autoscaler will look backwards and not scale down below any recommendation it made during that period.',
    );
    flags.durationVar(
      pointerTo(o, 'horizontalPodAutoscalerDownscaleForbiddenWindow'),
      'horizontal-pod-autoscaler-downscale-delay',
      o.horizontalPodAutoscalerDownscaleForbiddenWindow,
      'The period since last downscale, before another downscale can be performed in horizontal pod autoscaler.',
    );
    flags.markDeprecated(
      'horizontal-pod-autoscaler-downscale-delay',
      'This flag is currently no-op and will be deleted.',
    );
    flags.float64Var(
      pointerTo(o, 'horizontalPodAutoscalerTolerance'),
      'horizontal-pod-autoscaler-tolerance',
      o.horizontalPodAutoscalerTolerance,
      'The minimum change (from 1.0) in the desired-to-actual metrics ratio for the horizontal pod autoscaler to consider scaling.',
    );
    flags.boolVar(
      pointerTo(o, 'horizontalPodAutoscalerUseRESTClients'),
      'horizontal-pod-autoscaler-use-rest-clients',
      o.horizontalPodAutoscalerUseRESTClients,
      'If set to true, causes the horizontal pod autoscaler controller to use REST clients through the kube-aggregator, instead of using the legacy metrics client through the API server proxy.  This is required for custom metrics support in the horizontal pod autoscaler.',
    );
    flags.durationVar(
      pointerTo(o, 'horizontalPodAutoscalerCPUInitializationPeriod'),
      'horizontal-pod-autoscaler-cpu-initialization-period',
      o.horizontalPodAutoscalerCPUInitializationPeriod,
      'The period after pod start when CPU samples might be skipped.',
    );
    flags.markDeprecated(
      'horizontal-pod-autoscaler-use-rest-clients',
      'Heapster is no longer supported as a source for Horizontal Pod Autoscaler metrics.',
    );
    flags.durationVar(
      pointerTo(o, 'horizontalPodAutoscalerInitialReadinessDelay'),
      'horizontal-pod-autoscaler-initial-readiness-delay',
      o.horizontalPodAutoscalerInitialReadinessDelay,
      'The period after pod start during which readiness changes will be treated as initial readiness.',
    );
  }

  // Mirrors: cmd/kube-controller-manager/app/options/hpacontroller.go#HPAControllerOptions.ApplyTo
  applyTo(config: HPAControllerConfiguration): void {
    config.horizontalPodAutoscalerSyncPeriod = this.config.horizontalPodAutoscalerSyncPeriod;
    config.horizontalPodAutoscalerDownscaleStabilizationWindow =
      this.config.horizontalPodAutoscalerDownscaleStabilizationWindow;
    config.horizontalPodAutoscalerTolerance = this.config.horizontalPodAutoscalerTolerance;
    config.horizontalPodAutoscalerUseRESTClients = this.config.horizontalPodAutoscalerUseRESTClients;
    config.horizontalPodAutoscalerCPUInitializationPeriod =
      this.config.horizontalPodAutoscalerCPUInitializationPeriod;
    config.horizontalPodAutoscalerInitialReadinessDelay =
      this.config.horizontalPodAutoscalerInitialReadinessDelay;
    config.horizontalPodAutoscalerUpscaleForbiddenWindow =
      this.config.horizontalPodAutoscalerUpscaleForbiddenWindow;
    config.horizontalPodAutoscalerDownscaleForbiddenWindow =
      this.config.horizontalPodAutoscalerDownscaleForbiddenWindow;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/hpacontroller.go#HPAControllerOptions.Validate
  validate(): Error[] {
    return [];
  }
}
