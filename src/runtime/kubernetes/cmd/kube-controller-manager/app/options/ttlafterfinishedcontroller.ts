import { pointerTo } from '../../../../../go/pointer.ts';
import type { TTLAfterFinishedControllerConfiguration } from '../../../../pkg/controller/ttlafterfinished/config/types.ts';
import type { FlagSet } from '../../../../vendor/github.com/spf13/pflag/flag.ts';

/** What the command line says for this controller. */
// Mirrors: cmd/kube-controller-manager/app/options/ttlafterfinishedcontroller.go#TTLAfterFinishedControllerOptions
export class TTLAfterFinishedControllerOptions {
  readonly config: TTLAfterFinishedControllerConfiguration;

  constructor(config: TTLAfterFinishedControllerConfiguration) {
    this.config = config;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/ttlafterfinishedcontroller.go#TTLAfterFinishedControllerOptions.AddFlags
  addFlags(flags: FlagSet): void {
    const o = this.config;
    flags.int32Var(
      pointerTo(o, 'concurrentTTLSyncs'),
      'concurrent-ttl-after-finished-syncs',
      o.concurrentTTLSyncs,
      'The number of TTL-after-finished controller workers that are allowed to sync concurrently.',
    );
  }

  // Mirrors: cmd/kube-controller-manager/app/options/ttlafterfinishedcontroller.go#TTLAfterFinishedControllerOptions.ApplyTo
  applyTo(config: TTLAfterFinishedControllerConfiguration): void {
    config.concurrentTTLSyncs = this.config.concurrentTTLSyncs;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/ttlafterfinishedcontroller.go#TTLAfterFinishedControllerOptions.Validate
  validate(): Error[] {
    return [];
  }
}
