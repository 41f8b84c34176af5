import type { KubeObject } from '../../apimachinery/pkg/runtime/object.ts';
import type { Interface as WatchInterface } from '../../apimachinery/pkg/watch/watch.ts';
import type { APIServer } from '../../apiserver/server.ts';
import type { APIRequest } from '../../../../../../wire.ts';
import type { Result } from '../../../../../../go/result.ts';
import type { Blocking } from '../../../../../../sim/process.ts';
import type { StatusError } from '../../apimachinery/pkg/api/errors/errors.ts';

/** The way from a client to the API server, in place of HTTP. Both calls park while the request is under way. */
export interface Transport {
  /** Any verb but `watch`. For `list`, the object is a list. */
  do(request: APIRequest): Blocking<Result<KubeObject, StatusError>>;
  watch(request: APIRequest): Blocking<Result<WatchInterface, StatusError>>;
}

/** A way that takes no time and loses nothing. */
export function directTransport(server: Pick<APIServer, 'do' | 'watch'>): Transport {
  return {
    *do(request) {
      return server.do(request);
    },
    *watch(request) {
      return server.watch(request);
    },
  };
}
