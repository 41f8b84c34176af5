import type { CSIStorageCapacity } from '../../../../../apimachinery/pkg/runtime/object.ts';
import type { RESTClient } from '../../../../rest/client.ts';
import { ResourceClient } from '../../resource-client.ts';

/** The kinds of the group `storage.k8s.io` that are still tried out. */
// Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/storage/v1alpha1/storage_client.go#StorageV1alpha1Client
export class StorageV1alpha1Client {
  readonly #client: RESTClient;

  constructor(client: RESTClient) {
    this.#client = client;
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/storage/v1alpha1/storage_client.go#StorageV1alpha1Client.CSIStorageCapacities
  csiStorageCapacities(namespace: string): ResourceClient<CSIStorageCapacity> {
    return new ResourceClient(this.#client, 'csistoragecapacities', namespace);
  }
}
