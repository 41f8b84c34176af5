import { DeprecatedInsecureServingOptionsWithLoopback } from '../../../../staging/src/k8s.io/apiserver/pkg/server/options/deprecated_insecure_serving.ts';
import { joinHostPort, parseIP, splitHostPort } from '../../../../../go/net.ts';
import type { OS } from '../../../../../go/os.ts';
import { pointerTo } from '../../../../../go/pointer.ts';
import { quote } from '../../../../../go/strconv.ts';
import type { FlagSet } from '../../../../vendor/github.com/spf13/pflag/flag.ts';
import type { KubeSchedulerConfiguration } from '../../../../pkg/scheduler/apis/config/types.ts';
import type { Config } from '../config/config.ts';

/** An address as host and port, or why it is none. */
export function splitHostIntPort(s: string): [string, number, undefined] | [undefined, undefined, Error] {
  const [host, port, err] = splitHostPort(s);
  if (err) return [undefined, undefined, err];
  if (!/^[+-]?\d+$/.test(port)) {
    const why = `strconv.Atoi: parsing ${quote(port)}: invalid syntax`;
    return [undefined, undefined, new Error(why)];
  }
  return [host, Number(port), undefined];
}

/** Up to two ports without certificates: for health and for measures. Where both have the same address, they share one. */
// Mirrors: cmd/kube-scheduler/app/options/insecure_serving.go#CombinedInsecureServingOptions
export class CombinedInsecureServingOptions {
  readonly healthz: DeprecatedInsecureServingOptionsWithLoopback;
  readonly metrics: DeprecatedInsecureServingOptionsWithLoopback;
  bindPort: number;
  bindAddress: string;

  constructor(os: OS, bindAddress: string, bindPort: number) {
    this.healthz = new DeprecatedInsecureServingOptionsWithLoopback(os, undefined, 0);
    this.metrics = new DeprecatedInsecureServingOptionsWithLoopback(os, undefined, 0);
    this.bindAddress = bindAddress;
    this.bindPort = bindPort;
  }

  // Mirrors: cmd/kube-scheduler/app/options/insecure_serving.go#CombinedInsecureServingOptions.AddFlags
  addFlags(fs: FlagSet): void {
    fs.stringVar(
      pointerTo(this, 'bindAddress'),
      'address',
      this.bindAddress,
      'DEPRECATED: the IP address on which to listen for the --port port (set to 0.0.0.0 for all IPv4 interfaces and :: for all IPv6 interfaces). See --bind-address instead.',
    );
    fs.intVar(
      pointerTo(this, 'bindPort'),
      'port',
      this.bindPort,
      "DEPRECATED: the port on which to serve HTTP insecurely without authentication and authorization. If 0, don't serve plain HTTP at all. See --secure-port instead.",
    );
  }

  // Mirrors: cmd/kube-scheduler/app/options/insecure_serving.go#CombinedInsecureServingOptions.applyTo
  #applyTo(c: Config, componentConfig: KubeSchedulerConfiguration): Error | undefined {
    componentConfig.healthzBindAddress = addressOf(this.healthz);
    componentConfig.metricsBindAddress = addressOf(this.metrics);
    const loopback = pointerTo(c, 'loopbackClientConfig');
    const err = this.healthz.applyTo(pointerTo(c, 'insecureServing'), loopback);
    if (err) return err;
    const { metricsBindAddress, healthzBindAddress } = c.componentConfig;
    if (metricsBindAddress === healthzBindAddress) return undefined;
    return this.metrics.applyTo(pointerTo(c, 'insecureMetricsServing'), loopback);
  }

  /** The flags hold for both. */
  // Mirrors: cmd/kube-scheduler/app/options/insecure_serving.go#CombinedInsecureServingOptions.ApplyTo
  applyTo(c: Config, componentConfig: KubeSchedulerConfiguration): Error | undefined {
    for (const options of [this.healthz, this.metrics]) {
      options.bindPort = this.bindPort;
      options.bindAddress = parseIP(this.bindAddress);
    }
    return this.#applyTo(c, componentConfig);
  }

  /** What the file says holds, not the flags. */
  // Mirrors: cmd/kube-scheduler/app/options/insecure_serving.go#CombinedInsecureServingOptions.ApplyToFromLoadedConfig
  applyToFromLoadedConfig(c: Config, componentConfig: KubeSchedulerConfiguration): Error | undefined {
    let err = updateFromAddress(this.healthz, componentConfig.healthzBindAddress);
    if (err) return new Error(`invalid healthz address: ${err.message}`);
    err = updateFromAddress(this.metrics, componentConfig.metricsBindAddress);
    if (err) return new Error(`invalid metrics address: ${err.message}`);
    return this.#applyTo(c, componentConfig);
  }

  // Mirrors: cmd/kube-scheduler/app/options/insecure_serving.go#CombinedInsecureServingOptions.Validate
  validate(): Error[] {
    const errors: Error[] = [];
    if (this.bindPort < 0 || this.bindPort > 65535) {
      const range = 'must be between 0 and 65535, inclusive. 0 for turning off insecure (HTTP) port';
      errors.push(new Error(`--port ${this.bindPort} ${range}`));
    }
    if (this.bindAddress !== '' && parseIP(this.bindAddress) === undefined)
      errors.push(new Error(`--address ${this.bindAddress} is an invalid IP address`));
    return errors;
  }
}

// Mirrors: cmd/kube-scheduler/app/options/insecure_serving.go#updateAddressFromDeprecatedInsecureServingOptions
function addressOf(is: DeprecatedInsecureServingOptionsWithLoopback): string {
  if (is.listener) return is.listener.address;
  return is.bindPort === 0 ? '' : joinHostPort(is.bindAddress ?? '<nil>', String(is.bindPort));
}

// Mirrors: cmd/kube-scheduler/app/options/insecure_serving.go#updateDeprecatedInsecureServingOptionsFromAddress
function updateFromAddress(
  is: DeprecatedInsecureServingOptionsWithLoopback,
  addr: string,
): Error | undefined {
  if (addr === '') {
    is.bindPort = 0;
    return undefined;
  }
  const [host, port, err] = splitHostIntPort(addr);
  if (err) return new Error(`invalid address ${quote(addr)}`);
  is.bindAddress = parseIP(host);
  is.bindPort = port;
  return undefined;
}
