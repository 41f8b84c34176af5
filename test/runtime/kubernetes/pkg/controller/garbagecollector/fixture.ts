import type { OwnerReference } from 'kubernetes-types/meta/v1';
import {
  type StatusError,
  newNotFound,
} from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { DefaultRESTMapper } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/meta/restmapper.ts';
import { MultiRESTMapper } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/meta/multirestmapper.ts';
import type { KubeObject } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { fromAPIVersionAndKind } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.ts';
import type { APIRequest } from '../../../../../../src/runtime/wire.ts';
import { newForConfig } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { newForConfig as newMetadataClient } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/metadata/metadata.ts';
import type { Transport } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import type { InformerFactory } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/controller-manager/pkg/informerfactory/informer_factory.ts';
import {
  GarbageCollector,
  type ResettableRESTMapper,
} from '../../../../../../src/runtime/kubernetes/pkg/controller/garbagecollector/garbagecollector.ts';
import { GraphEvent } from '../../../../../../src/runtime/kubernetes/pkg/controller/garbagecollector/graph_builder.ts';
import {
  Node,
  type ObjectReference,
} from '../../../../../../src/runtime/kubernetes/pkg/controller/garbagecollector/graph.ts';
import type { Result } from '../../../../../../src/runtime/go/result.ts';
import type { Blocking } from '../../../../../../src/runtime/sim/process.ts';
import { Sim } from '../../../../../../src/runtime/sim/sim.ts';

/** An object's coordinates. */
export function id(
  apiVersion: string,
  kind: string,
  namespace: string,
  name: string,
  uid: string,
): ObjectReference {
  return { apiVersion, kind, namespace, name, uid };
}

const referenceTo = ({ apiVersion, kind, name, uid }: ObjectReference): OwnerReference => ({
  apiVersion,
  kind,
  name,
  uid,
});

export const node = (identity: ObjectReference, ...owners: readonly ObjectReference[]): Node =>
  new Node(identity, { owners: owners.map(referenceTo) });

/** An object of that identity, with such owners. */
export function object(
  { apiVersion, kind, namespace, name, uid }: ObjectReference,
  owners: readonly (ObjectReference & Partial<OwnerReference>)[] = [],
  more: object = {},
): KubeObject {
  const ownerReferences = owners.map((owner) => ({
    ...referenceTo(owner),
    ...(owner.blockOwnerDeletion === undefined ? {} : { blockOwnerDeletion: owner.blockOwnerDeletion }),
  }));
  const scope = namespace === '' ? {} : { namespace };
  return { apiVersion, kind, metadata: { name, ...scope, uid, ownerReferences, ...more } };
}

const mappers = (
  [
    ['', 'v1', 'Pod', 'namespace'],
    ['', 'v1', 'Secret', 'namespace'],
    ['', 'v1', 'Node', 'root'],
    ['apps', 'v1', 'ReplicaSet', 'namespace'],
    ['apps', 'v1', 'Deployment', 'namespace'],
    ['rbac.authorization.k8s.io', 'v1', 'Role', 'namespace'],
    ['rbac.authorization.k8s.io', 'v1beta1', 'Role', 'namespace'],
  ] as const
).map(([group, version, kind, scope]) => {
  const mapper = new DefaultRESTMapper([{ group, version }]);
  mapper.add({ group, version, kind }, scope);
  return mapper;
});

/** A garbage collector without workers and informers, over an API server that keeps what it is given. */
export class Bench {
  readonly sim = new Sim();
  /** By group and version, resource, namespace and name. */
  readonly #stored = new Map<string, KubeObject>();
  /** What the collector asked for: verb, resource, namespace and name. */
  readonly actions: string[] = [];
  readonly events: string[] = [];
  readonly bodies: unknown[] = [];
  readonly collector: GarbageCollector;
  /** What the API server answers instead, where there is something. */
  answer: (request: APIRequest) => Result<KubeObject, StatusError> | undefined = () => undefined;

  constructor(
    more: { readonly mapper?: ResettableRESTMapper; readonly sharedInformers?: InformerFactory } = {},
  ) {
    const { mapper = fixedMapper(), sharedInformers } = more;
    const respond = (request: APIRequest): Result<KubeObject, StatusError> => this.#do(request);
    const transport: Transport = {
      *do(request) {
        return respond(request);
      },
      *watch(): ReturnType<Transport['watch']> {
        throw new Error('nobody watches here');
      },
    };
    const config = { transport, userAgent: 'test', qps: -1 };
    this.collector = new GarbageCollector(this.sim, {
      kubeClient: newForConfig(this.sim, config),
      metadataClient: newMetadataClient(this.sim, config),
      mapper,
      ignoredResources: new Set(),
      sharedInformers: sharedInformers ?? {
        forResource: () => [undefined, new Error('there are no informers here')],
        start() {},
      },
      informersStarted: undefined,
    });
  }

  /** Puts an object where the API server finds it. */
  store(stored: KubeObject): void {
    this.#stored.set(keyOf(stored), stored);
  }

  remove(identity: ObjectReference): void {
    this.#stored.delete(keyOf(object(identity)));
  }

  /** An informer tells of an object, and the graph follows. */
  observe(verb: 'add' | 'update' | 'delete', obj: KubeObject, oldObj?: KubeObject): void {
    const gvk = fromAPIVersionAndKind(obj.apiVersion, obj.kind);
    const graph = this.collector.dependencyGraphBuilder;
    graph.graphChanges.add(new GraphEvent(verb, gvk, obj, { oldObj }));
    this.follow();
  }

  /** The graph follows all that it was told. */
  follow(): void {
    const graph = this.collector.dependencyGraphBuilder;
    while (graph.graphChanges.len() > 0) this.run(graph.processGraphChanges());
  }

  /** The collector looks at the next object, if there is one; what comes back later waits for its time. */
  attempt(): void {
    if (this.collector.attemptToDelete.len() > 0) this.run(this.collector.attemptToDeleteWorker());
  }

  /** Looks at all that there is to look at, again and again, for a while. */
  settle(rounds = 20): void {
    for (let i = 0; i < rounds; i++) {
      this.attempt();
      this.follow();
    }
  }

  run<T>(body: Blocking<T>): T {
    let result: { value: T } | undefined;
    this.sim.go(
      'test',
      (function* () {
        result = { value: yield* body };
      })(),
    );
    if (!this.sim.runUntil(() => result !== undefined)) throw new Error('the call never came back');
    return (result as unknown as { value: T }).value;
  }

  /** Each object of the graph, with its owners; `?` marks one that only references tell of. */
  get graph(): string[] {
    return [...this.collector.dependencyGraphBuilder.uidToNode.values()]
      .map((each) => {
        const owners = each.owners.map(({ kind, name }) => `${kind}/${name}`);
        const { apiVersion } = each.identity;
        const text = `${apiVersion} ${String(each)}${each.isObserved() ? '' : '?'}`;
        return owners.length > 0 ? `${text} of ${owners.join(', ')}` : text;
      })
      .sort();
  }

  #do(request: APIRequest): Result<KubeObject, StatusError> {
    const { verb, resource, groupVersion = 'v1', namespace = '', name = '', body } = request;
    if (resource === 'events') {
      const { type, reason, message } = body as { type: string; reason: string; message: string };
      this.events.push(`${type} ${reason} ${message}`);
      return [body as KubeObject, undefined];
    }
    this.actions.push(
      [verb, groupVersion, resource, namespace, name].filter((part) => part !== '').join(' '),
    );
    this.bodies.push(body);
    const answer = this.answer(request);
    if (answer) return answer;
    const key = [groupVersion, resource, namespace, name].join('/');
    const found = this.#stored.get(key);
    if (!found) return [undefined, newNotFound({ group: '', resource }, name)];
    if (verb === 'delete') this.#stored.delete(key);
    return [found, undefined];
  }
}

const keyOf = ({ apiVersion, kind, metadata }: KubeObject): string =>
  [apiVersion, `${kind.toLowerCase()}s`, metadata.namespace ?? '', metadata.name].join('/');

function fixedMapper(): ResettableRESTMapper {
  const mapper = new MultiRESTMapper(mappers);
  return {
    *kindFor(resource) {
      return mapper.kindFor(resource);
    },
    *restMapping(gk, ...versions) {
      return mapper.restMapping(gk, ...versions);
    },
    *reset() {},
  };
}
