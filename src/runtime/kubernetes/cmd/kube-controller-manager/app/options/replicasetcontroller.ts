import { pointerTo } from '../../../../../go/pointer.ts';
import type { ReplicaSetControllerConfiguration } from '../../../../pkg/controller/replicaset/config/types.ts';
import type { FlagSet } from '../../../../vendor/github.com/spf13/pflag/flag.ts';

/** What the command line says for this controller. */
// Mirrors: cmd/kube-controller-manager/app/options/replicasetcontroller.go#ReplicaSetControllerOptions
export class ReplicaSetControllerOptions {
  readonly config: ReplicaSetControllerConfiguration;

  constructor(config: ReplicaSetControllerConfiguration) {
    this.config = config;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/replicasetcontroller.go#ReplicaSetControllerOptions.AddFlags
  addFlags(flags: FlagSet): void {
    const o = this.config;
    flags.int32Var(
      pointerTo(o, 'concurrentRSSyncs'),
      'concurrent-replicaset-syncs',
      o.concurrentRSSyncs,
      'The number of replica sets that are allowed to sync concurrently. Larger number = more responsive replica management, but more CPU (and network) load',
    );
  }

  // Mirrors: cmd/kube-controller-manager/app/options/replicasetcontroller.go#ReplicaSetControllerOptions.ApplyTo
  applyTo(config: ReplicaSetControllerConfiguration): void {
    config.concurrentRSSyncs = this.config.concurrentRSSyncs;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/replicasetcontroller.go#ReplicaSetControllerOptions.Validate
  validate(): Error[] {
    return [];
  }
}
