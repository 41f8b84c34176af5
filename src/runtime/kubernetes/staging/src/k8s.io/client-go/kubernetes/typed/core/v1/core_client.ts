import type {
  ConfigMap,
  Endpoints,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  ReplicationController,
  Secret,
  Service,
} from '../../../../../apimachinery/pkg/runtime/object.ts';
import type { RESTClient } from '../../../../rest/client.ts';
import { ResourceClient } from '../../resource-client.ts';
import { Events } from './event_expansion.ts';
import { Namespaces } from './namespace_expansion.ts';
import { Pods } from './pod_expansion.ts';
import { ServiceAccounts } from './serviceaccount.ts';

/** The kinds of the core group. A namespace left out or empty means all of them. */
// Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/core_client.go#CoreV1Client
export class CoreV1Client {
  readonly #client: RESTClient;

  constructor(client: RESTClient) {
    this.#client = client;
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/core_client.go#CoreV1Client.Pods
  pods(namespace: string): Pods {
    return new Pods(this.#client, 'pods', namespace);
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/core_client.go#CoreV1Client.Nodes
  nodes(): ResourceClient<Node> {
    return new ResourceClient<Node>(this.#client, 'nodes');
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/core_client.go#CoreV1Client.Events
  events(namespace: string): Events {
    return new Events(this.#client, 'events', namespace);
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/core_client.go#CoreV1Client.Namespaces
  namespaces(): Namespaces {
    return new Namespaces(this.#client, 'namespaces');
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/core_client.go#CoreV1Client.ConfigMaps
  configMaps(namespace: string): ResourceClient<ConfigMap> {
    return new ResourceClient<ConfigMap>(this.#client, 'configmaps', namespace);
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/core_client.go#CoreV1Client.Services
  services(namespace: string): ResourceClient<Service> {
    return new ResourceClient<Service>(this.#client, 'services', namespace);
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/core_client.go#CoreV1Client.Endpoints
  endpoints(namespace: string): ResourceClient<Endpoints> {
    return new ResourceClient<Endpoints>(this.#client, 'endpoints', namespace);
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/core_client.go#CoreV1Client.ReplicationControllers
  replicationControllers(namespace: string): ResourceClient<ReplicationController> {
    return new ResourceClient<ReplicationController>(this.#client, 'replicationcontrollers', namespace);
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/core_client.go#CoreV1Client.ServiceAccounts
  serviceAccounts(namespace: string): ServiceAccounts {
    return new ServiceAccounts(this.#client, 'serviceaccounts', namespace);
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/core_client.go#CoreV1Client.PersistentVolumes
  persistentVolumes(): ResourceClient<PersistentVolume> {
    return new ResourceClient<PersistentVolume>(this.#client, 'persistentvolumes');
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/core_client.go#CoreV1Client.PersistentVolumeClaims
  persistentVolumeClaims(namespace: string): ResourceClient<PersistentVolumeClaim> {
    return new ResourceClient<PersistentVolumeClaim>(this.#client, 'persistentvolumeclaims', namespace);
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/core_client.go#CoreV1Client.Secrets
  secrets(namespace: string): ResourceClient<Secret> {
    return new ResourceClient<Secret>(this.#client, 'secrets', namespace);
  }
}
