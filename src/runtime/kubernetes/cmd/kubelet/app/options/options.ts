import type { FlagSet } from '../../../../vendor/github.com/spf13/pflag/flag.ts';
import { MapStringBool } from '../../../../staging/src/k8s.io/component-base/cli/flag/map_string_bool.ts';
import { pointerTo } from '../../../../../go/pointer.ts';

/** What only flags can say. */
// Mirrors: cmd/kubelet/app/options/options.go#KubeletFlags
export class KubeletFlags {
  kubeletConfigFile = '';
  hostnameOverride = '';

  // Mirrors: cmd/kubelet/app/options/options.go#KubeletFlags.AddFlags
  addFlags(flags: FlagSet): void {
    flags.stringVar(pointerTo(this, 'kubeletConfigFile'), 'config', '', 'A file with the configuration.');
    flags.stringVar(pointerTo(this, 'hostnameOverride'), 'hostname-override', '', 'The name of the node.');
  }
}

/** What a file may say as well as flags, as far as it is shown here. */
// Mirrors: cmd/kubelet/app/options/options.go#AddKubeletConfigFlags
export class KubeletConfiguration {
  maxPods = 110;
  featureGates: Readonly<Record<string, boolean>> = {};

  addFlags(flags: FlagSet): void {
    flags.int32Var(
      pointerTo(this, 'maxPods'),
      'max-pods',
      this.maxPods,
      'Number of Pods that can run on this Kubelet.',
    );
    const gates = new MapStringBool(pointerTo(this, 'featureGates'));
    flags.var(gates, 'feature-gates', 'A set of key=value pairs that describe feature gates.');
  }
}
