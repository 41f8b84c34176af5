import { pointerTo } from '../../../../../go/pointer.ts';
import type { AttachDetachControllerConfiguration } from '../../../../pkg/controller/volume/attachdetach/config/types.ts';
import type { FlagSet } from '../../../../vendor/github.com/spf13/pflag/flag.ts';

/** What the command line says for this controller. */
// Mirrors: cmd/kube-controller-manager/app/options/attachdetachcontroller.go#AttachDetachControllerOptions
export class AttachDetachControllerOptions {
  readonly config: AttachDetachControllerConfiguration;

  constructor(config: AttachDetachControllerConfiguration) {
    this.config = config;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/attachdetachcontroller.go#AttachDetachControllerOptions.AddFlags
  addFlags(flags: FlagSet): void {
    const o = this.config;
    flags.boolVar(
      pointerTo(o, 'disableAttachDetachReconcilerSync'),
      'disable-attach-detach-reconcile-sync',
      false,
      'Disable volume attach detach reconciler sync. Disabling this may cause volumes to be mismatched with pods. Use wisely.',
    );
    flags.durationVar(
      pointerTo(o, 'reconcilerSyncLoopPeriod'),
      'attach-detach-reconcile-sync-period',
      o.reconcilerSyncLoopPeriod,
      'The reconciler sync wait time between volume attach detach. This duration must be larger than one second, and increasing this value from the default may allow for volumes to be mismatched with pods.',
    );
  }

  // Mirrors: cmd/kube-controller-manager/app/options/attachdetachcontroller.go#AttachDetachControllerOptions.ApplyTo
  applyTo(config: AttachDetachControllerConfiguration): void {
    config.disableAttachDetachReconcilerSync = this.config.disableAttachDetachReconcilerSync;
    config.reconcilerSyncLoopPeriod = this.config.reconcilerSyncLoopPeriod;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/attachdetachcontroller.go#AttachDetachControllerOptions.Validate
  validate(): Error[] {
    return [];
  }
}
