import type { Config } from '../../../../client-go/rest/config.ts';
import type { Listener, OS } from '../../../../../../../../go/os.ts';
import { type Pointer, pointerTo } from '../../../../../../../../go/pointer.ts';
import type { Flag, FlagSet } from '../../../../../../../vendor/github.com/spf13/pflag/flag.ts';
import { DeprecatedInsecureServingInfo } from '../deprecated_insecure_serving.ts';
import { createListener } from './serving.ts';

/** How to serve without certificates and without asking who asks. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/deprecated_insecure_serving.go#DeprecatedInsecureServingOptions
export class DeprecatedInsecureServingOptionsWithLoopback {
  bindAddress: string | undefined;
  bindPort: number;
  readonly bindNetwork = 'tcp';
  listener: Listener | undefined;
  readonly #os: OS;

  constructor(os: OS, bindAddress: string | undefined, bindPort: number) {
    this.#os = os;
    this.bindAddress = bindAddress;
    this.bindPort = bindPort;
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/deprecated_insecure_serving.go#DeprecatedInsecureServingOptions.Validate
  validate(): Error[] {
    if (this.bindPort >= 0 && this.bindPort <= 65535) return [];
    return [
      new Error(
        `insecure port ${this.bindPort} must be between 0 and 65535, inclusive. 0 for turning off insecure (HTTP) port`,
      ),
    ];
  }

  /** The flags, without "insecure" in their names. They say that they are deprecated, and stay in the help. */
  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/deprecated_insecure_serving.go#DeprecatedInsecureServingOptions.AddUnqualifiedFlags
  addUnqualifiedFlags(flags: FlagSet): void {
    flags.ipVar(
      pointerTo(this, 'bindAddress'),
      'address',
      this.bindAddress,
      'The IP address on which to serve the insecure --port (set to 0.0.0.0 for all IPv4 interfaces and :: for all IPv6 interfaces).',
    );
    flags.markDeprecated('address', 'see --bind-address instead.');
    (flags.lookup('address') as Flag).hidden = false;
    flags.intVar(
      pointerTo(this, 'bindPort'),
      'port',
      this.bindPort,
      'The port on which to serve unsecured, unauthenticated access. Set to 0 to disable.',
    );
    flags.markDeprecated('port', 'see --secure-port instead.');
    (flags.lookup('port') as Flag).hidden = false;
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/deprecated_insecure_serving.go#DeprecatedInsecureServingOptions.ApplyTo
  #applyTo(c: Pointer<DeprecatedInsecureServingInfo | undefined>): Error | undefined {
    if (this.bindPort <= 0) return undefined;
    if (this.listener === undefined) {
      const [listener, error] = createListener(this.#os, this.bindNetwork, this.bindAddress, this.bindPort);
      if (error) return new Error(`failed to create listener: ${error.message}`);
      this.listener = listener;
    }
    c.value = new DeprecatedInsecureServingInfo(this.#os, this.listener);
    return undefined;
  }

  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/deprecated_insecure_serving.go#DeprecatedInsecureServingOptionsWithLoopback.ApplyTo
  applyTo(
    info: Pointer<DeprecatedInsecureServingInfo | undefined>,
    loopback: Pointer<Config | undefined>,
  ): Error | undefined {
    const error = this.#applyTo(info);
    if (error) return error;
    if (info.value !== undefined) loopback.value = info.value.newLoopbackClientConfig();
    return undefined;
  }
}
