import {
  type StatusError,
  newBadRequest,
  newMethodNotSupported,
  newNotFound,
  withMessage,
} from '../apimachinery/pkg/api/errors/errors.ts';
import { isListType } from '../apimachinery/pkg/api/meta/help.ts';
import { deepFreeze } from '../apimachinery/pkg/runtime/deep-copy.ts';
import type { KubeList, KubeObject } from '../apimachinery/pkg/runtime/object.ts';
import { groupVersion } from '../apimachinery/pkg/runtime/schema/group_version.ts';
import type { Interface as WatchInterface } from '../apimachinery/pkg/watch/watch.ts';
import type { Result } from '../../../../../go/result.ts';
import type { Kind, View } from './pkg/registry/kind.ts';
import type { Sim } from '../../../../../sim/sim.ts';
import type { APIRequest } from '../../../../../wire.ts';
import { discover } from './discovery.ts';
import { Chain } from './pkg/admission/chain.ts';
import type { ClusterReader, PluginFactory } from './pkg/admission/interfaces.ts';
import { newLifecycle } from './pkg/admission/plugin/namespace/lifecycle/admission.ts';
import { transformObject } from './pkg/endpoints/handlers/response.ts';
import { Resource } from './resource.ts';
import { RevisionedStore, type RevisionedStoreOptions } from './pkg/storage/etcd3/revisioned-store.ts';
import { Store } from './pkg/storage/etcd3/store.ts';

export type { KubeObject } from '../apimachinery/pkg/runtime/object.ts';

export interface APIServerOptions extends RevisionedStoreOptions {
  /** Asked before every request; what it gives back is the answer. For faults. */
  readonly beforeRequest?: (request: APIRequest) => StatusError | undefined;
  /** Events that a watch holds for a client that does not receive them, before it is ended. 100 by default. */
  readonly watchBuffer?: number;
  /** The kinds to serve. */
  readonly kinds: readonly Kind[];
  /** What is asked whether an object may be stored, besides whether its namespace takes it. */
  readonly admission?: readonly PluginFactory[];
}

/**
 * The API server: the registries of its kinds over one storage. Both methods answer at once and never park; whoever
 * wants latency puts it in front. The namespaces `default` and `kube-system` are there from the start.
 * What it gives back is frozen.
 */
export class APIServer {
  /** Where everything is kept. What it commits is what the cluster is. */
  readonly storage: RevisionedStore;
  readonly #sim: Sim;
  readonly #store: Store;
  readonly #admission: Chain;
  readonly #resources = new Map<string, Resource>();
  readonly #beforeRequest: APIServerOptions['beforeRequest'];

  constructor(sim: Sim, options: APIServerOptions) {
    this.#beforeRequest = options.beforeRequest;
    this.storage = sim.observe('store', 'store', new RevisionedStore(sim, options));
    this.#sim = sim;
    this.#store = new Store(sim, this.storage, options.watchBuffer);
    const userAgent = 'kube-apiserver';
    const reader: ClusterReader = {
      get: (resource, name) => this.do({ verb: 'get', resource, name, userAgent }),
      list: (resource) => this.do({ verb: 'list', resource, userAgent }) as Result<KubeList, StatusError>,
    };
    const plugins = [newLifecycle, ...(options.admission ?? [])];
    this.#admission = new Chain(plugins.map((newPlugin) => newPlugin(reader)));
    const { kinds } = options;
    for (const kind of kinds) this.install(kind);
    for (const { resource, bootstrap = [] } of kinds) {
      for (const body of bootstrap) {
        this.do({ verb: 'create', resource: resource.resource, body, userAgent });
      }
    }
  }

  /** The kinds that are served now. */
  get kinds(): readonly Kind[] {
    return [...this.#resources.values()].map(({ kind }) => kind);
  }

  /** Answers any request but a watch: with an object, a list, or a Status. */
  do(request: APIRequest): Result<KubeObject, StatusError> {
    const [object, err] = request.as ? transformed(this.#do(request)) : this.#do(request);
    return err ? [undefined, frozen(err)] : [deepFreeze(object), undefined];
  }

  #do(request: APIRequest): Result<KubeObject, StatusError> {
    if (request.resource.startsWith('/')) return this.#discover(request);
    const [resource, err] = this.#route(request);
    if (err) return [undefined, err];
    const { view } = resource.kind;
    return view ? encoded(this.#ask(resource, request), view) : this.#ask(resource, request);
  }

  #ask(resource: Resource, request: APIRequest): Result<KubeObject, StatusError> {
    switch (request.verb) {
      case 'get':
        return resource.get(request);
      case 'list':
        return resource.list(request);
      case 'create':
        return resource.create(request);
      case 'update':
        return resource.update(request);
      case 'patch':
        return resource.patch(request);
      case 'delete':
        return resource.delete(request);
      case 'deletecollection':
        return resource.deleteCollection(request);
      case 'watch':
        return [
          undefined,
          newBadRequest('do(): expected any verb but watch, found watch; call watch() for a watch'),
        ];
      default:
        return [undefined, newMethodNotSupported(resource.kind.resource, String(request.verb))];
    }
  }

  /** Opens a watch. An error later on comes as an ERROR event. */
  watch(request: APIRequest): Result<WatchInterface, StatusError> {
    const [watch, err] = this.#watch(request);
    return err ? [undefined, frozen(err)] : [watch, undefined];
  }

  #watch(request: APIRequest): Result<WatchInterface, StatusError> {
    const [resource, err] = this.#route(request);
    if (err) return [undefined, err];
    if (request.verb === 'watch') return resource.watch(request);
    const found = `watch(): expected the verb watch, found ${request.verb}; call do() for it`;
    return [undefined, newBadRequest(found)];
  }

  /** Serves one more kind from now on, as a new CustomResourceDefinition does. */
  install(kind: Kind): void {
    if (kind.trigger)
      this.storage.indexBy(kind.resource.resource, (object) => kind.trigger?.value(object) ?? '');
    const { view, strategy, resource } = kind;
    const key = view ? `${groupVersion(strategy.gvk)} ${resource.resource}` : resource.resource;
    this.#resources.set(key, new Resource(this.#sim, this.#store, kind, this.#admission));
  }

  #discover(request: APIRequest): Result<KubeObject, StatusError> {
    const fault = this.#beforeRequest?.(request);
    if (fault) return [undefined, fault];
    const found =
      request.verb === 'get' ? discover(request.resource, [...this.#resources.values()]) : undefined;
    if (found) return [found, undefined];
    const err = newNotFound({ group: '', resource: '' }, '');
    return [undefined, withMessage(err, 'the server could not find the requested resource')];
  }

  #route(request: APIRequest): Result<Resource, StatusError> {
    const fault = this.#beforeRequest?.(request);
    if (fault) return [undefined, fault];
    const resource =
      this.#resources.get(`${request.groupVersion} ${request.resource}`) ??
      this.#resources.get(request.resource);
    const gv = resource && groupVersion(resource.kind.strategy.gvk);
    if (resource && (request.groupVersion ?? gv) === gv) return [resource, undefined];
    const served = [...this.#resources.keys()].sort().join(', ');
    const err = newNotFound({ group: '', resource: request.resource }, request.name ?? '');
    const message =
      `the server could not find the requested resource: expected one of ${served}, found ` +
      `${JSON.stringify(request.resource)}; use the plural name in lower case`;
    return [undefined, withMessage(err, message)];
  }
}

function frozen(err: StatusError): StatusError {
  deepFreeze(err.status);
  return err;
}

/** What is stored in one shape, in another. A Status has but one. */
function encoded(
  [object, err]: Result<KubeObject, StatusError>,
  { encode }: View,
): Result<KubeObject, StatusError> {
  if (err) return [undefined, err];
  if (object.kind === 'Status') return [object, undefined];
  if (!isListType(object)) return [encode(object), undefined];
  return [{ ...object, items: object.items.map(encode) } as KubeObject, undefined];
}

function transformed([object, err]: Result<KubeObject, StatusError>): Result<KubeObject, StatusError> {
  return err ? [undefined, err] : [transformObject(object), undefined];
}
