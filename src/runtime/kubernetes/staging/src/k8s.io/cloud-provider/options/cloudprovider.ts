import { pointerTo } from '../../../../../../go/pointer.ts';
import type { CloudProviderConfiguration } from '../config/types.ts';
import type { FlagSet } from '../../../../../vendor/github.com/spf13/pflag/flag.ts';

/** Which cloud, and where it is configured. */
// Mirrors: staging/src/k8s.io/cloud-provider/options/cloudprovider.go#CloudProviderOptions
export class CloudProviderOptions {
  readonly config: CloudProviderConfiguration;

  constructor(config: CloudProviderConfiguration) {
    this.config = config;
  }

  // Mirrors: staging/src/k8s.io/cloud-provider/options/cloudprovider.go#CloudProviderOptions.AddFlags
  addFlags(flags: FlagSet): void {
    const o = this.config;
    flags.stringVar(
      pointerTo(o, 'name'),
      'cloud-provider',
      o.name,
      'The provider for cloud services. Empty string for no provider.',
    );
    flags.stringVar(
      pointerTo(o, 'cloudConfigFile'),
      'cloud-config',
      o.cloudConfigFile,
      'The path to the cloud provider configuration file. Empty string for no configuration file.',
    );
  }

  // Mirrors: staging/src/k8s.io/cloud-provider/options/cloudprovider.go#CloudProviderOptions.ApplyTo
  applyTo(config: CloudProviderConfiguration): void {
    config.name = this.config.name;
    config.cloudConfigFile = this.config.cloudConfigFile;
  }

  // Mirrors: staging/src/k8s.io/cloud-provider/options/cloudprovider.go#CloudProviderOptions.Validate
  validate(): Error[] {
    return [];
  }
}
