import { type Request, withValue } from '../../../../../../../../go/http.ts';
import type { Info } from '../../authentication/user/user.ts';

// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/request/context.go#userKey
const userKey = Symbol('user');

/** The request with who sends it. */
// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/request/context.go#WithUser
export function withUser(r: Request, user: Info): Request {
  return withValue(r, userKey, user);
}

// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/request/context.go#UserFrom
export function userFrom(r: Request): Info | undefined {
  return r.values.get(userKey) as Info | undefined;
}
