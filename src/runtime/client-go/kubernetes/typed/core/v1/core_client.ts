import type { ConfigMap, Namespace, Node } from '../../../../../apimachinery/pkg/runtime/object.ts';
import type { RESTClient } from '../../../../rest/client.ts';
import { ResourceClient } from '../../resource-client.ts';
import { Events } from './event_expansion.ts';
import { Pods } from './pod_expansion.ts';

/**
 * The kinds of the core group. A namespace left out or empty means all of them.
 * Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/core_client.go#CoreV1Client
 */
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
  namespaces(): ResourceClient<Namespace> {
    return new ResourceClient<Namespace>(this.#client, 'namespaces');
  }

  // Mirrors: staging/src/k8s.io/client-go/kubernetes/typed/core/v1/core_client.go#CoreV1Client.ConfigMaps
  configMaps(namespace: string): ResourceClient<ConfigMap> {
    return new ResourceClient<ConfigMap>(this.#client, 'configmaps', namespace);
  }
}
