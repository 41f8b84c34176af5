import { pointerTo } from '../../../../../go/pointer.ts';
import type { StatefulSetControllerConfiguration } from '../../../../pkg/controller/statefulset/config/types.ts';
import type { FlagSet } from '../../../../vendor/github.com/spf13/pflag/flag.ts';

/** What the command line says for this controller. */
// Mirrors: cmd/kube-controller-manager/app/options/statefulsetcontroller.go#StatefulSetControllerOptions
export class StatefulSetControllerOptions {
  readonly config: StatefulSetControllerConfiguration;

  constructor(config: StatefulSetControllerConfiguration) {
    this.config = config;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/statefulsetcontroller.go#StatefulSetControllerOptions.AddFlags
  addFlags(flags: FlagSet): void {
    const o = this.config;
    flags.int32Var(
      pointerTo(o, 'concurrentStatefulSetSyncs'),
      'concurrent-statefulset-syncs',
      o.concurrentStatefulSetSyncs,
      'The number of statefulset objects that are allowed to sync concurrently. Larger number = more responsive statefulsets, but more CPU (and network) load',
    );
  }

  // Mirrors: cmd/kube-controller-manager/app/options/statefulsetcontroller.go#StatefulSetControllerOptions.ApplyTo
  applyTo(config: StatefulSetControllerConfiguration): void {
    config.concurrentStatefulSetSyncs = this.config.concurrentStatefulSetSyncs;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/statefulsetcontroller.go#StatefulSetControllerOptions.Validate
  validate(): Error[] {
    const { concurrentStatefulSetSyncs: syncs } = this.config;
    if (syncs >= 1) return [];
    return [new Error(`concurrent-statefulset-syncs must be greater than 0, but got ${syncs}`)];
  }
}
