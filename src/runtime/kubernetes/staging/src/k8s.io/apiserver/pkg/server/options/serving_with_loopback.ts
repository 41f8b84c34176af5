import type { Config } from '../../../../client-go/rest/config.ts';
import type { Pointer } from '../../../../../../../../go/pointer.ts';
import { loopbackClientServerNameOverride } from '../config_selfclient.ts';
import type { SecureServingInfo } from '../config.ts';
import { SecureServingOptions } from './serving.ts';

/** How to serve with certificates, and how the program reaches what it serves. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/serving_with_loopback.go#SecureServingOptionsWithLoopback
export class SecureServingOptionsWithLoopback extends SecureServingOptions {
  /**
   * Makes a client of the program's own server, with a token that nobody else knows. One that was there before, of the
   * server without certificates, gives way.
   */
  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/options/serving_with_loopback.go#SecureServingOptionsWithLoopback.ApplyTo
  applyToWithLoopback(
    info: Pointer<SecureServingInfo | undefined>,
    loopback: Pointer<Config | undefined>,
  ): Error | undefined {
    const error = this.applyTo(info);
    if (error) return error;
    if (info.value === undefined) return undefined;
    loopback.value = info.value.newLoopbackClientConfig(this.os.sim.random.uuid());
    const own = { name: 'self-signed loopback', hosts: [loopbackClientServerNameOverride] };
    info.value.sniCerts = [own, ...info.value.sniCerts];
    return undefined;
  }
}
