import { pointerTo } from '../../../../../go/pointer.ts';
import type { SAControllerConfiguration } from '../../../../pkg/controller/serviceaccount/config/types.ts';
import type { FlagSet } from '../../../../vendor/github.com/spf13/pflag/flag.ts';

/** What the command line says for this controller. */
// Mirrors: cmd/kube-controller-manager/app/options/serviceaccountcontroller.go#SAControllerOptions
export class SAControllerOptions {
  readonly config: SAControllerConfiguration;

  constructor(config: SAControllerConfiguration) {
    this.config = config;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/serviceaccountcontroller.go#SAControllerOptions.AddFlags
  addFlags(flags: FlagSet): void {
    const o = this.config;
    flags.stringVar(
      pointerTo(o, 'serviceAccountKeyFile'),
      'service-account-private-key-file',
      o.serviceAccountKeyFile,
      'Filename containing a PEM-encoded private RSA or ECDSA key used to sign service account tokens.',
    );
    flags.int32Var(
      pointerTo(o, 'concurrentSATokenSyncs'),
      'concurrent-serviceaccount-token-syncs',
      o.concurrentSATokenSyncs,
      'The number of service account token objects that are allowed to sync concurrently. Larger number = more responsive token generation, but more CPU (and network) load',
    );
    flags.stringVar(
      pointerTo(o, 'rootCAFile'),
      'root-ca-file',
      o.rootCAFile,
      "If set, this root certificate authority will be included in service account's token secret. This must be a valid PEM-encoded CA bundle.",
    );
  }

  // Mirrors: cmd/kube-controller-manager/app/options/serviceaccountcontroller.go#SAControllerOptions.ApplyTo
  applyTo(config: SAControllerConfiguration): void {
    config.serviceAccountKeyFile = this.config.serviceAccountKeyFile;
    config.concurrentSATokenSyncs = this.config.concurrentSATokenSyncs;
    config.rootCAFile = this.config.rootCAFile;
  }

  // Mirrors: cmd/kube-controller-manager/app/options/serviceaccountcontroller.go#SAControllerOptions.Validate
  validate(): Error[] {
    return [];
  }
}
