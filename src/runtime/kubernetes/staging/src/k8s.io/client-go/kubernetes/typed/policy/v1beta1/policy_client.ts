import type { PodDisruptionBudget } from '../../../../../apimachinery/pkg/runtime/object.ts';
import type { RESTClient } from '../../../../rest/client.ts';
import { ResourceClient } from '../../resource-client.ts';

/** The kinds of the group `policy`. */
// Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/policy/v1beta1/policy_client.go#PolicyV1beta1Client
export class PolicyV1beta1Client {
  readonly #client: RESTClient;

  constructor(client: RESTClient) {
    this.#client = client;
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/policy/v1beta1/policy_client.go#PolicyV1beta1Client.PodDisruptionBudgets
  podDisruptionBudgets(namespace: string): ResourceClient<PodDisruptionBudget> {
    return new ResourceClient(this.#client, 'poddisruptionbudgets', namespace);
  }
}
