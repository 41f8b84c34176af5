import type { Request } from '../../../../../../../../../go/http.ts';
import type { Credentials } from '../../authenticator/interfaces.ts';

// Mirrors: staging/src/k8s.io/apiserver/pkg/authentication/request/bearertoken/bearertoken.go#Authenticator.AuthenticateRequest
export function credentialsOf(r: Request): Credentials {
  const [scheme = '', bearerToken = ''] = r.header.get('Authorization').trim().split(' ');
  return scheme.toLowerCase() === 'bearer' && bearerToken !== '' ? { bearerToken } : {};
}
