import type { NamedFlagSets } from '../../../staging/src/k8s.io/component-base/cli/flag/sectioned.ts';
import { parseCIDR } from '../../../../go/net.ts';
import { newFlag } from '../../../vendor/github.com/spf13/pflag/flag.ts';

/** A flag of a cloud provider that came with its package. It is hidden, and kept so that old command lines still work. */
// Mirrors: cmd/kube-controller-manager/app/flags_providers.go#registerLegacyGlobalFlags
export function registerLegacyGlobalFlags(sets: NamedFlagSets): void {
  const generic = sets.flagSet('generic');
  const name = 'cloud-provider-gce-lb-src-cidrs';
  let ranges = ['130.211.0.0/22', '209.85.152.0/22', '209.85.204.0/22', '35.191.0.0/16'];
  let isSet = false;
  const value = {
    type: () => 'cidrs',
    string: () => ranges.join(','),
    set(text: string): Error | undefined {
      if (isSet) return new Error('GCE LB CIDRs have already been set');
      isSet = true;
      const read = text.split(',').map(parseCIDR);
      const refused = read.find(([, error]) => error)?.[1];
      if (refused) return refused;
      ranges = read.flatMap(([range]) => range ?? []).sort();
      return undefined;
    },
  };
  generic.addFlag(
    newFlag({
      name,
      value,
      usage: 'CIDRs opened in GCE firewall for L4 LB traffic proxy & health checks',
    }),
  );
  generic.markDeprecated(
    name,
    'This flag will be removed once the GCE Cloud Provider is removed from kube-controller-manager',
  );
}
