import type { Listener, OS } from '../../../../../../../go/os.ts';
import type { Config } from '../../../client-go/rest/config.ts';
import { newFromTokens } from '../authentication/authenticatorfactory/loopback.ts';
import type { Request } from '../authentication/authenticator/interfaces.ts';
import { union as unionAuthenticator } from '../authentication/request/union/union.ts';
import { apiServerUser, systemPrivilegedGroup } from '../authentication/user/user.ts';
import type { Authorizer } from '../authorization/authorizer/interfaces.ts';
import { newPrivilegedGroups } from '../authorization/authorizerfactory/builtin.ts';
import { union as unionAuthorizer } from '../authorization/union/union.ts';
import { loopbackClientServerNameOverride, loopbackHostPort } from './config_selfclient.ts';

/** A certificate that stands for one: where it comes from, and which names it is for. Nothing here encrypts. */
export interface Certificate {
  readonly name: string;
  readonly hosts: readonly string[];
}

/** What a server with certificates serves with. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/config.go#SecureServingInfo
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

  /** How the program reaches its own server. */
  // Mirrors: staging/src/k8s.io/apiserver/pkg/server/config_selfclient.go#SecureServingInfo.NewLoopbackClientConfig
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

/** How a server finds out who asks. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/config.go#AuthenticationInfo
export interface AuthenticationInfo {
  authenticator: Request | undefined;
}

/** How a server finds out what those who ask may do. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/config.go#AuthorizationInfo
export interface AuthorizationInfo {
  authorizer: Authorizer | undefined;
}

/**
 * Lets the program ask itself everything: whoever brings the token of its own client is its own user, and such users
 * may do all. Without such a client nothing changes.
 */
// Mirrors: staging/src/k8s.io/apiserver/pkg/server/config.go#AuthorizeClientBearerToken
export function authorizeClientBearerToken(
  os: OS,
  loopback: Config | undefined,
  authn: AuthenticationInfo,
  authz: AuthorizationInfo,
): void {
  const token = loopback?.bearerToken ?? '';
  if (token === '' || authn.authenticator === undefined || authz.authorizer === undefined) return;
  const user = { name: apiServerUser, uid: os.sim.random.uuid(), groups: [systemPrivilegedGroup] };
  authn.authenticator = unionAuthenticator(newFromTokens(new Map([[token, user]])), authn.authenticator);
  authz.authorizer = unionAuthorizer(newPrivilegedGroups(systemPrivilegedGroup), authz.authorizer);
}
