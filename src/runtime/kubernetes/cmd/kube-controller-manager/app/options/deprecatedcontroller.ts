import { pointerTo } from '../../../../../go/pointer.ts';
import type { DeprecatedControllerConfiguration } from '../../../../pkg/controller/apis/config/types.ts';
import type { FlagSet } from '../../../../vendor/github.com/spf13/pflag/flag.ts';

/** Flags that do nothing any more, and say so. */
// Mirrors: cmd/kube-controller-manager/app/options/deprecatedcontroller.go#DeprecatedControllerOptions
export class DeprecatedControllerOptions {
  readonly config: DeprecatedControllerConfiguration;

  constructor(config: DeprecatedControllerConfiguration) {
    this.config = config;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/deprecatedcontroller.go#DeprecatedControllerOptions.AddFlags
  addFlags(flags: FlagSet): void {
    const o = this.config;
    flags.float32Var(
      pointerTo(o, 'deletingPodsQPS'),
      'deleting-pods-qps',
      0.1,
      'Number of nodes per second on which pods are deleted in case of node failure.',
    );
    flags.markDeprecated('deleting-pods-qps', 'This flag is currently no-op and will be deleted.');
    flags.int32Var(
      pointerTo(o, 'deletingPodsBurst'),
      'deleting-pods-burst',
      0,
      'Number of nodes on which pods are bursty deleted in case of node failure. For more details look into RateLimiter.',
    );
    flags.markDeprecated('deleting-pods-burst', 'This flag is currently no-op and will be deleted.');
    flags.int32Var(
      pointerTo(o, 'registerRetryCount'),
      'register-retry-count',
      o.registerRetryCount,
      'The number of retries for initial node registration.  Retry interval equals node-sync-period.',
    );
    flags.markDeprecated('register-retry-count', 'This flag is currently no-op and will be deleted.');
  }

  // Mirrors: cmd/kube-controller-manager/app/options/deprecatedcontroller.go#DeprecatedControllerOptions.ApplyTo
  applyTo(config: DeprecatedControllerConfiguration): void {
    config.deletingPodsQPS = this.config.deletingPodsQPS;
    config.deletingPodsBurst = this.config.deletingPodsBurst;
    config.registerRetryCount = this.config.registerRetryCount;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/deprecatedcontroller.go#DeprecatedControllerOptions.Validate
  validate(): Error[] {
    return [];
  }
}
