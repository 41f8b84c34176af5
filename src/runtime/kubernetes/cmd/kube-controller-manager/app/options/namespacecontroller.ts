import { pointerTo } from '../../../../../go/pointer.ts';
import type { NamespaceControllerConfiguration } from '../../../../pkg/controller/namespace/config/types.ts';
import type { FlagSet } from '../../../../vendor/github.com/spf13/pflag/flag.ts';

/** What the command line says for this controller. */
// Mirrors: cmd/kube-controller-manager/app/options/namespacecontroller.go#NamespaceControllerOptions
export class NamespaceControllerOptions {
  readonly config: NamespaceControllerConfiguration;

  constructor(config: NamespaceControllerConfiguration) {
    this.config = config;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/namespacecontroller.go#NamespaceControllerOptions.AddFlags
  addFlags(flags: FlagSet): void {
    const o = this.config;
    flags.durationVar(
      pointerTo(o, 'namespaceSyncPeriod'),
      'namespace-sync-period',
      o.namespaceSyncPeriod,
      'The period for syncing namespace life-cycle updates',
    );
    flags.int32Var(
      pointerTo(o, 'concurrentNamespaceSyncs'),
      'concurrent-namespace-syncs',
      o.concurrentNamespaceSyncs,
      'The number of namespace objects that are allowed to sync concurrently. Larger number = more responsive namespace termination, but more CPU (and network) load',
    );
  }

  // Mirrors: cmd/kube-controller-manager/app/options/namespacecontroller.go#NamespaceControllerOptions.ApplyTo
  applyTo(config: NamespaceControllerConfiguration): void {
    config.namespaceSyncPeriod = this.config.namespaceSyncPeriod;
    config.concurrentNamespaceSyncs = this.config.concurrentNamespaceSyncs;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/namespacecontroller.go#NamespaceControllerOptions.Validate
  validate(): Error[] {
    return [];
  }
}
