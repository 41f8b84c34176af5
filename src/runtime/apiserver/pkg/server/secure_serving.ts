import type { Config } from '../../../client-go/rest/config.ts';
import type { Listener, OS } from '../../../go/os.ts';
import { loopbackClientServerNameOverride, loopbackHostPort } from './config_selfclient.ts';

/** A certificate that stands for one: where it comes from, and which names it is for. Nothing here encrypts. */
export interface Certificate {
  readonly name: string;
  readonly hosts: readonly string[];
}

/**
 * What a server with certificates serves with.
 * Mirrors: staging/src/k8s.io/apiserver/pkg/server/config.go#SecureServingInfo
 */
export class SecureServingInfo {
  readonly listener: Listener;
  cert: Certificate | undefined;
  sniCerts: readonly Certificate[] = [];
  cipherSuites: readonly string[] = [];
  minTLSVersion = '';
  readonly http2MaxStreamsPerConnection: number;
  readonly #os: OS;

  constructor(os: OS, listener: Listener, http2MaxStreamsPerConnection: number) {
    this.#os = os;
    this.listener = listener;
    this.http2MaxStreamsPerConnection = http2MaxStreamsPerConnection;
  }

  /**
   * How the program reaches its own server.
   * Mirrors: staging/src/k8s.io/apiserver/pkg/server/config_selfclient.go#SecureServingInfo.NewLoopbackClientConfig
   */
  newLoopbackClientConfig(bearerToken: string): Config {
    const host = `https://${loopbackHostPort(this.listener.address)}`;
    return {
      transport: this.#os.dial(host),
      userAgent: this.#os.name,
      host,
      qps: -1,
      bearerToken,
      serverName: loopbackClientServerNameOverride,
    };
  }
}
