import type { Lease } from '../../../../../apimachinery/pkg/runtime/object.ts';
import type { RESTClient } from '../../../../rest/client.ts';
import { ResourceClient } from '../../resource-client.ts';

/** The kinds of the group `coordination.k8s.io`. */
// Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/coordination/v1/coordination_client.go#CoordinationV1Client
export class CoordinationV1Client {
  readonly #client: RESTClient;

  constructor(client: RESTClient) {
    this.#client = client;
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/coordination/v1/coordination_client.go#CoordinationV1Client.Leases
  leases(namespace: string): ResourceClient<Lease> {
    return new ResourceClient<Lease>(this.#client, 'leases', namespace);
  }
}
