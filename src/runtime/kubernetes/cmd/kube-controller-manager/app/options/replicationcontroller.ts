import { pointerTo } from '../../../../../go/pointer.ts';
import type { ReplicationControllerConfiguration } from '../../../../pkg/controller/replication/config/types.ts';
import type { FlagSet } from '../../../../vendor/github.com/spf13/pflag/flag.ts';

/** What the command line says for this controller. */
// Mirrors: cmd/kube-controller-manager/app/options/replicationcontroller.go#ReplicationControllerOptions
export class ReplicationControllerOptions {
  readonly config: ReplicationControllerConfiguration;

  constructor(config: ReplicationControllerConfiguration) {
    this.config = config;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/replicationcontroller.go#ReplicationControllerOptions.AddFlags
  addFlags(flags: FlagSet): void {
    const o = this.config;
    flags.int32Var(
      pointerTo(o, 'concurrentRCSyncs'),
      'concurrent_rc_syncs',
      o.concurrentRCSyncs,
      'The number of replication controllers that are allowed to sync concurrently. Larger number = more responsive replica management, but more CPU (and network) load',
    );
  }

  // Mirrors: cmd/kube-controller-manager/app/options/replicationcontroller.go#ReplicationControllerOptions.ApplyTo
  applyTo(config: ReplicationControllerConfiguration): void {
    config.concurrentRCSyncs = this.config.concurrentRCSyncs;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/replicationcontroller.go#ReplicationControllerOptions.Validate
  validate(): Error[] {
    return [];
  }
}
