import type { DeleteOptions } from 'kubernetes-types/meta/v1';
import type { StatusError } from '../../../apimachinery/pkg/api/errors/errors.ts';
import type { KubeList, KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';
import type { Interface as WatchInterface } from '../../../apimachinery/pkg/watch/watch.ts';
import type { PatchType } from '../../../apimachinery/pkg/types/patch.ts';
import type { APIRequest } from '../../../../../../../wire.ts';
import type { Result } from '../../../../../../../go/result.ts';
import type { Context } from '../../../../../../../sim/context.ts';
import type { Blocking } from '../../../../../../../sim/process.ts';
import type { RESTClient } from '../../rest/client.ts';
import { type RequestBody, request, watch } from '../../rest/request.ts';

export type ListOptions = NonNullable<APIRequest['options']>;

export type Subresource = NonNullable<APIRequest['subresource']>;

/**
 * A client for one resource, in one namespace or, without one, in all. Kubernetes generates such a type for each
 * kind, all alike; Loopscope has this one, and the kinds add what is theirs alone.
 * Every call parks until the API server has answered. Objects that come back are frozen. Kubernetes hands a context to
 * each call; here a client is bound to one, since most requests are ended by nobody.
 */
export class ResourceClient<T extends KubeObject> {
  protected readonly client: RESTClient;
  protected readonly resource: string;
  protected readonly namespace: string | undefined;
  protected readonly ctx: Context | undefined;

  constructor(client: RESTClient, resource: string, namespace?: string, ctx?: Context) {
    this.client = client;
    this.resource = resource;
    this.namespace = namespace || undefined;
    this.ctx = ctx;
  }

  /** The same client, whose requests are given up when `ctx` ends. */
  within(ctx: Context): this {
    const Same = this.constructor as new (...args: ConstructorParameters<typeof ResourceClient>) => this;
    return new Same(this.client, this.resource, this.namespace, ctx);
  }

  *create(object: T): Blocking<Result<T, StatusError>> {
    return yield* this.send({ verb: 'create', body: object });
  }

  *update(object: T): Blocking<Result<T, StatusError>> {
    return yield* this.send({ verb: 'update', name: object.metadata.name, body: object });
  }

  /** As `update`, for the status alone. */
  *updateStatus(object: T): Blocking<Result<T, StatusError>> {
    return yield* this.send({
      verb: 'update',
      name: object.metadata.name,
      subresource: 'status',
      body: object,
    });
  }

  *delete(name: string, options?: DeleteOptions): Blocking<StatusError | undefined> {
    const [, err] = yield* this.send({ verb: 'delete', name, body: options });
    return err;
  }

  /** Deletes all that `list` with these options would give. */
  *deleteCollection(options?: DeleteOptions, listOptions?: ListOptions): Blocking<StatusError | undefined> {
    const [, err] = yield* this.send({ verb: 'deletecollection', body: options, options: listOptions });
    return err;
  }

  *get(name: string, options?: Pick<ListOptions, 'resourceVersion'>): Blocking<Result<T, StatusError>> {
    return yield* this.send({ verb: 'get', name, options });
  }

  *list(options?: ListOptions): Blocking<Result<KubeList<T>, StatusError>> {
    return yield* this.send<KubeList<T>>({ verb: 'list', options });
  }

  /** Opens a watch. It is not held back by the client's rate limiter. */
  *watch(options?: ListOptions): Blocking<Result<WatchInterface, StatusError>> {
    return yield* watch(this.client, this.whole({ verb: 'watch', options }));
  }

  /** `data` is the patch document as a value, not as text. */
  *patch(
    name: string,
    type: PatchType,
    data: unknown,
    subresource?: Subresource,
  ): Blocking<Result<T, StatusError>> {
    return yield* this.send({ verb: 'patch', name, subresource, patchType: type, body: data });
  }

  /** Sends a request for this resource. The caller says what comes back, since the kind of a resource is fixed. */
  protected *send<R = T>(body: Omit<RequestBody, 'resource'>): Blocking<Result<R, StatusError>> {
    return (yield* request(this.client, this.whole(body), this.ctx)) as Result<
      unknown,
      StatusError
    > as Result<R, StatusError>;
  }

  protected whole(body: Omit<RequestBody, 'resource'>): RequestBody {
    return { resource: this.resource, namespace: this.namespace, ...body };
  }
}
