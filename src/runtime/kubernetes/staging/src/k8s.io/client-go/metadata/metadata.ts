import type { DeleteOptions } from 'kubernetes-types/meta/v1';
import type { StatusError } from '../../apimachinery/pkg/api/errors/errors.ts';
import type { KubeList, KubeObject } from '../../apimachinery/pkg/runtime/object.ts';
import {
  type GroupVersionResource,
  groupVersion,
} from '../../apimachinery/pkg/runtime/schema/group_version.ts';
import type { Interface as WatchInterface } from '../../apimachinery/pkg/watch/watch.ts';
import type { Result } from '../../../../../../go/result.ts';
import type { Blocking } from '../../../../../../sim/process.ts';
import type { Sim } from '../../../../../../sim/sim.ts';
import type { ListOptions } from '../kubernetes/typed/resource-client.ts';
import type { PatchType } from '../../apimachinery/pkg/types/patch.ts';
import type { RESTClient } from '../rest/client.ts';
import { type Config, restClientFor } from '../rest/config.ts';
import { type RequestBody, request, watch } from '../rest/request.ts';

/** An object of which only the metadata is known. */
export type PartialObjectMetadata = KubeObject;
export type PartialObjectMetadataList = KubeList<PartialObjectMetadata>;

/** Reads and deletes objects of any kind by their metadata alone. */
// Mirrors: staging/src/k8s.io/client-go/metadata/metadata.go#Client
export class Client {
  readonly #client: RESTClient;

  constructor(client: RESTClient) {
    this.#client = client;
  }

  /** The objects of a resource that has no namespaces, or those of all namespaces. */
  // Mirrors: staging/src/k8s.io/client-go/metadata/metadata.go#Client.Resource
  resource(resource: GroupVersionResource): MetadataResource {
    return new MetadataResource(this.#client, resource, '');
  }
}

/** The objects of one resource. */
// Mirrors: staging/src/k8s.io/client-go/metadata/metadata.go#client
export class MetadataResource {
  readonly #client: RESTClient;
  readonly #resource: GroupVersionResource;
  readonly #namespace: string;

  constructor(client: RESTClient, resource: GroupVersionResource, namespace: string) {
    this.#client = client;
    this.#resource = resource;
    this.#namespace = namespace;
  }

  /** The same in one namespace; '' for all, or for a resource without. */
  // Mirrors: staging/src/k8s.io/client-go/metadata/metadata.go#client.Namespace
  namespace(ns: string): MetadataResource {
    return new MetadataResource(this.#client, this.#resource, ns);
  }

  // Mirrors: staging/src/k8s.io/client-go/metadata/metadata.go#client.Delete
  *delete(name: string, options: DeleteOptions): Blocking<StatusError | undefined> {
    const [, err] = yield* this.#send({ verb: 'delete', name, body: options });
    return err;
  }

  // Mirrors: staging/src/k8s.io/client-go/metadata/metadata.go#client.DeleteCollection
  *deleteCollection(body: DeleteOptions, options: ListOptions): Blocking<StatusError | undefined> {
    const [, err] = yield* this.#send({ verb: 'deletecollection', body, options });
    return err;
  }

  // Mirrors: staging/src/k8s.io/client-go/metadata/metadata.go#client.Get
  *get(name: string): Blocking<Result<PartialObjectMetadata, StatusError>> {
    return yield* this.#send({ verb: 'get', name });
  }

  // Mirrors: staging/src/k8s.io/client-go/metadata/metadata.go#client.List
  *list(options: ListOptions): Blocking<Result<PartialObjectMetadataList, StatusError>> {
    return yield* this.#send<PartialObjectMetadataList>({ verb: 'list', options });
  }

  // Mirrors: staging/src/k8s.io/client-go/metadata/metadata.go#client.Watch
  *watch(options: ListOptions): Blocking<Result<WatchInterface, StatusError>> {
    return yield* watch(this.#client, this.#whole({ verb: 'watch', options }));
  }

  /** `data` is the patch document as a value. */
  // Mirrors: staging/src/k8s.io/client-go/metadata/metadata.go#client.Patch
  *patch(
    name: string,
    patchType: PatchType,
    data: unknown,
  ): Blocking<Result<PartialObjectMetadata, StatusError>> {
    return yield* this.#send({ verb: 'patch', name, patchType, body: data });
  }

  *#send<R = PartialObjectMetadata>(
    body: Omit<RequestBody, 'resource' | 'namespace' | 'groupVersion' | 'as'>,
  ): Blocking<Result<R, StatusError>> {
    return (yield* request(this.#client, this.#whole(body))) as Result<unknown, StatusError> as Result<
      R,
      StatusError
    >;
  }

  #whole(body: Omit<RequestBody, 'resource' | 'namespace' | 'groupVersion' | 'as'>): RequestBody {
    const { resource } = this.#resource;
    const namespace = this.#namespace || undefined;
    return {
      resource,
      groupVersion: groupVersion(this.#resource),
      namespace,
      as: 'PartialObjectMetadata',
      ...body,
    };
  }
}

/** A client of its own, with its own rate limit. Its way to the server is observed as `transport` under the user agent. */
// Mirrors: staging/src/k8s.io/client-go/metadata/metadata.go#NewForConfig
export function newForConfig(sim: Sim, config: Config): Client {
  const transport = sim.observe('transport', config.userAgent, config.transport);
  return new Client(restClientFor(sim, { ...config, transport }));
}
