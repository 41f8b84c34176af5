import { type Request, withValue } from '../../../../../../../../go/http.ts';

/**
 * What a request is about. Kubernetes reads resources of the API out of paths, where a server has any; a component such as
 * the controller-manager has none, and every path of it stands for itself.
 */
// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/request/requestinfo.go#RequestInfo
export interface RequestInfo {
  readonly isResourceRequest: false;
  readonly path: string;
  /** The method in small letters. */
  readonly verb: string;
}

// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/request/requestinfo.go#RequestInfoFactory.NewRequestInfo
export function newRequestInfo(r: Request): RequestInfo {
  return { isResourceRequest: false, path: r.path, verb: r.method.toLowerCase() };
}

// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/request/requestinfo.go#requestInfoKey
const requestInfoKey = Symbol('request info');

// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/request/requestinfo.go#WithRequestInfo
export function withRequestInfo(r: Request, info: RequestInfo): Request {
  return withValue(r, requestInfoKey, info);
}

// Mirrors: staging/src/k8s.io/apiserver/pkg/endpoints/request/requestinfo.go#RequestInfoFrom
export function requestInfoFrom(r: Request): RequestInfo | undefined {
  return r.values.get(requestInfoKey) as RequestInfo | undefined;
}
