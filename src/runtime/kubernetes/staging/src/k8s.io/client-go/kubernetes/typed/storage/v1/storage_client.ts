import type { CSIDriver, CSINode, StorageClass } from '../../../../../apimachinery/pkg/runtime/object.ts';
import type { RESTClient } from '../../../../rest/client.ts';
import { ResourceClient } from '../../resource-client.ts';

/** The kinds of the group `storage.k8s.io`. None of them has a namespace. */
// Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/storage/v1/storage_client.go#StorageV1Client
export class StorageV1Client {
  readonly #client: RESTClient;

  constructor(client: RESTClient) {
    this.#client = client;
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/storage/v1/storage_client.go#StorageV1Client.StorageClasses
  storageClasses(): ResourceClient<StorageClass> {
    return new ResourceClient(this.#client, 'storageclasses');
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/storage/v1/storage_client.go#StorageV1Client.CSINodes
  csiNodes(): ResourceClient<CSINode> {
    return new ResourceClient(this.#client, 'csinodes');
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/storage/v1/storage_client.go#StorageV1Client.CSIDrivers
  csiDrivers(): ResourceClient<CSIDriver> {
    return new ResourceClient(this.#client, 'csidrivers');
  }
}
