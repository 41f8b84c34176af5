import { pointerTo } from '../../../../../go/pointer.ts';
import type { PodGCControllerConfiguration } from '../../../../pkg/controller/podgc/config/types.ts';
import type { FlagSet } from '../../../../vendor/github.com/spf13/pflag/flag.ts';

/** What the command line says for this controller. */
// Mirrors: cmd/kube-controller-manager/app/options/podgccontroller.go#PodGCControllerOptions
export class PodGCControllerOptions {
  readonly config: PodGCControllerConfiguration;

  constructor(config: PodGCControllerConfiguration) {
    this.config = config;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/podgccontroller.go#PodGCControllerOptions.AddFlags
  addFlags(flags: FlagSet): void {
    const o = this.config;
    flags.int32Var(
      pointerTo(o, 'terminatedPodGCThreshold'),
      'terminated-pod-gc-threshold',
      o.terminatedPodGCThreshold,
      'Number of terminated pods that can exist before the terminated pod garbage collector starts deleting terminated pods. If <= 0, the terminated pod garbage collector is disabled.',
    );
  }

  // Mirrors: cmd/kube-controller-manager/app/options/podgccontroller.go#PodGCControllerOptions.ApplyTo
  applyTo(config: PodGCControllerConfiguration): void {
    config.terminatedPodGCThreshold = this.config.terminatedPodGCThreshold;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/podgccontroller.go#PodGCControllerOptions.Validate
  validate(): Error[] {
    return [];
  }
}
