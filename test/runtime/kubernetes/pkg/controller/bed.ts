import type { KubeObject } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { StatusError } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { APIServer } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/server.ts';
import type { APIRequest } from '../../../../../src/runtime/wire.ts';
import {
  type SharedInformerFactory,
  newSharedInformerFactory,
} from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/informers/factory.ts';
import {
  type Clientset,
  newForConfig,
} from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { directTransport } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import { controllerKinds } from '../../../../../src/runtime/kubernetes/pkg/registry/controller-kinds.ts';
import type { Kind } from '../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/registry/kind.ts';
import { coreKinds } from '../../../../../src/runtime/kubernetes/pkg/registry/kinds.ts';
import { Chan } from '../../../../../src/runtime/sim/chan.ts';
import type { Blocking } from '../../../../../src/runtime/sim/process.ts';
import { Sim } from '../../../../../src/runtime/sim/sim.ts';

/** All kinds that the controllers of the controller-manager read and write. */
export const allKinds: readonly Kind[] = [...coreKinds, ...controllerKinds];

/** An API server, and a controller of a test before it: its requests are written down, its caches filled by hand or by informers. */
export class Bed {
  readonly sim = new Sim({ seed: 1 });
  readonly server = new APIServer(this.sim, { kinds: allKinds });
  /** What the controller asked for: verb, resource and name. */
  readonly requests: string[] = [];
  /** Gives the answer to a request of the controller, if it is to be refused. */
  refuse: (request: APIRequest) => StatusError | undefined = () => undefined;
  readonly client: Clientset;
  readonly informers: SharedInformerFactory;
  readonly stop = new Chan<never>('stop');

  constructor() {
    const transport = directTransport({
      do: (request) => {
        const { verb, resource, subresource, name = '' } = request;
        if (verb !== 'list')
          this.requests.push(`${verb} ${resource}${subresource ? `/${subresource}` : ''} ${name}`.trim());
        const refused = this.refuse(request);
        return refused ? [undefined, refused] : this.server.do(request);
      },
      watch: (request) => this.server.watch(request),
    });
    this.client = newForConfig(this.sim, { transport, userAgent: 'kube-controller-manager', qps: -1 });
    this.informers = newSharedInformerFactory(this.sim, this.client, { program: 'kube-controller-manager' });
  }

  /** Starts the informers that were asked for, and a controller. */
  start(controller: Blocking<void>): void {
    this.informers.start(this.stop);
    this.sim.go('controller', controller);
  }

  /** Runs a call in a process of its own until it returns. */
  run<T>(call: Blocking<T>): T {
    let result: { value: T } | undefined;
    const body = function* (): Blocking<void> {
      result = { value: yield* call };
    };
    this.sim.go('test', body());
    this.sim.runUntil(() => result !== undefined);
    if (!result) throw new Error('expected the call to return, found that everything came to rest before');
    return result.value;
  }

  do<T extends KubeObject>(verb: APIRequest['verb'], resource: string, more: Partial<APIRequest> = {}): T {
    const [object, err] = this.server.do({
      verb,
      resource,
      namespace: 'default',
      userAgent: 'kubectl',
      ...more,
    });
    if (err) throw err;
    return object as T;
  }

  /** Stores a new object. What the server sets itself, such as a resourceVersion, may be there and is taken off. */
  create<T extends KubeObject>(resource: string, object: object, namespace = 'default'): T {
    const { metadata, ...rest } = object as { readonly metadata?: Record<string, unknown> };
    const own = Object.entries(metadata ?? {}).filter(([name]) => !['uid', 'resourceVersion'].includes(name));
    return this.do<T>('create', resource, {
      body: { ...rest, metadata: Object.fromEntries(own) },
      namespace,
    });
  }

  get<T extends KubeObject>(resource: string, name: string): T {
    return this.do<T>('get', resource, { name });
  }

  list<T extends KubeObject>(resource: string, namespace = 'default'): readonly T[] {
    const list = this.do<KubeObject>('list', resource, { namespace });
    return (list as unknown as { readonly items: readonly T[] }).items;
  }
}
