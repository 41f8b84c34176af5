import { pointerTo } from '../../../../../go/pointer.ts';
import type { GarbageCollectorControllerConfiguration } from '../../../../pkg/controller/garbagecollector/config/types.ts';
import type { FlagSet } from '../../../../vendor/github.com/spf13/pflag/flag.ts';

/** What the command line says for this controller. */
// Mirrors: cmd/kube-controller-manager/app/options/garbagecollectorcontroller.go#GarbageCollectorControllerOptions
export class GarbageCollectorControllerOptions {
  readonly config: GarbageCollectorControllerConfiguration;

  constructor(config: GarbageCollectorControllerConfiguration) {
    this.config = config;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/garbagecollectorcontroller.go#GarbageCollectorControllerOptions.AddFlags
  addFlags(flags: FlagSet): void {
    const o = this.config;
    flags.int32Var(
      pointerTo(o, 'concurrentGCSyncs'),
      'concurrent-gc-syncs',
      o.concurrentGCSyncs,
      'The number of garbage collector workers that are allowed to sync concurrently.',
    );
    flags.boolVar(
      pointerTo(o, 'enableGarbageCollector'),
      'enable-garbage-collector',
      o.enableGarbageCollector,
      'Enables the generic garbage collector. MUST be synced with the corresponding flag of the kube-apiserver.',
    );
  }

  // Mirrors: cmd/kube-controller-manager/app/options/garbagecollectorcontroller.go#GarbageCollectorControllerOptions.ApplyTo
  applyTo(config: GarbageCollectorControllerConfiguration): void {
    config.concurrentGCSyncs = this.config.concurrentGCSyncs;
    config.gcIgnoredResources = this.config.gcIgnoredResources;
    config.enableGarbageCollector = this.config.enableGarbageCollector;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/garbagecollectorcontroller.go#GarbageCollectorControllerOptions.Validate
  validate(): Error[] {
    return [];
  }
}
