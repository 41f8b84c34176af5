import type { ReplicaSet } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  type StatusError,
  newNotFound,
} from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { KubeObject } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { APIRequest } from '../../../../../../src/runtime/wire.ts';
import {
  type Clientset,
  newForConfig,
} from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { directTransport } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/transport.ts';
import type { Result } from '../../../../../../src/runtime/go/result.ts';
import type { Sim } from '../../../../../../src/runtime/sim/sim.ts';

/** Holds at most one ReplicaSet, writes down each request in a line, and refuses those it is told to. */
export class FakeServer {
  readonly requests: string[] = [];
  #rs: ReplicaSet | undefined;
  readonly #refusals = new Map<string, { readonly err: StatusError; times: number }>();

  constructor(rs?: ReplicaSet) {
    this.#rs = rs;
  }

  /** Refuses the next `times` requests of that verb. */
  refuse(verb: APIRequest['verb'], err: StatusError, times: number): void {
    this.#refusals.set(verb, { err, times });
  }

  clientset(sim: Sim): Clientset {
    const transport = directTransport({
      do: (request) => this.#do(request),
      watch: () => [undefined, newNotFound({ group: '', resource: 'watches' }, '')],
    });
    return newForConfig(sim, { transport, userAgent: 'kube-controller-manager', qps: -1 });
  }

  #do(request: APIRequest): Result<KubeObject, StatusError> {
    const { verb, resource, subresource, name = '' } = request;
    const line = `${verb} ${resource}${subresource ? `/${subresource}` : ''} ${name}`;
    const refusal = this.#refusals.get(verb);
    const err = refusal && refusal.times-- > 0 ? refusal.err : this.#missing(resource, name);
    this.requests.push(err ? `${line}: ${err.status.reason}` : line);
    if (err) return [undefined, err];
    if (verb === 'update') this.#rs = request.body as ReplicaSet;
    return [this.#rs as ReplicaSet, undefined];
  }

  #missing(resource: string, name: string): StatusError | undefined {
    if (resource === 'replicasets' && this.#rs?.metadata.name === name) return undefined;
    return newNotFound({ group: resource === 'replicasets' ? 'apps' : '', resource }, name);
  }
}
