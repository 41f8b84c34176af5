import type { OS } from '../../../../../../../go/os.ts';
import type { Config } from '../../../client-go/rest/config.ts';
import { newFromTokens } from '../authentication/authenticatorfactory/loopback.ts';
import type { Request } from '../authentication/authenticator/interfaces.ts';
import { union as unionAuthenticator } from '../authentication/request/union/union.ts';
import { apiServerUser, systemPrivilegedGroup } from '../authentication/user/user.ts';
import type { Authorizer } from '../authorization/authorizer/interfaces.ts';
import { newPrivilegedGroups } from '../authorization/authorizerfactory/builtin.ts';
import { union as unionAuthorizer } from '../authorization/union/union.ts';

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
