/** What goes between a client and the API server, whichever way it goes. */

/** One request to the API server, as a client's HTTP request would say it. */
export interface APIRequest {
  readonly verb: 'get' | 'list' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection' | 'watch';
  /** Plural and lower case: `pods`, `replicasets`; or, for a get, a path outside all resources, such as `/apis`. */
  readonly resource: string;
  /** `apps/v1`: refused unless the resource is of that group and version. Left out, whatever it is of. */
  readonly groupVersion?: string;
  /** What to make of the objects that are given back; left out, nothing. */
  readonly as?: 'PartialObjectMetadata';
  /** None or empty: all namespaces, or a resource without. */
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: 'status' | 'binding' | 'scale' | 'finalize' | 'token';
  /** The object, the patch, or the DeleteOptions. It is copied: the caller may go on to change it. */
  readonly body?: unknown;
  /** A strategic merge patch, if it is not said. */
  readonly patchType?:
    'application/merge-patch+json' | 'application/strategic-merge-patch+json' | 'application/json-patch+json';
  readonly options?: RequestOptions;
  /** Who asks, such as `kube-controller-manager/replicaset-controller` or `kubelet/node-a`. */
  readonly userAgent: string;
}

/** The query of a request. `resourceVersion` is for get, list and watch; `timeoutSeconds` is for watch. */
export interface RequestOptions {
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly allowWatchBookmarks?: boolean;
  readonly timeoutSeconds?: number;
  readonly limit?: number;
  readonly continue?: string;
}
