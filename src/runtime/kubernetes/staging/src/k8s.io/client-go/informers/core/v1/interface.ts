import type { PodInformer } from './pod.ts';
import type { NodeInformer } from './node.ts';
import type { NamespaceInformer } from './namespace.ts';
import type { ServiceInformer } from './service.ts';
import type { EndpointsInformer } from './endpoints.ts';
import type { ReplicationControllerInformer } from './replicationcontroller.ts';
import type { ServiceAccountInformer } from './serviceaccount.ts';
import type { SecretInformer } from './secret.ts';

/** The informers of the core group. */
// Mirrors: staging/src/k8s.io/client-go/informers/core/v1/interface.go#Interface
export interface CoreV1Informers {
  pods(): PodInformer;
  nodes(): NodeInformer;
  namespaces(): NamespaceInformer;
  services(): ServiceInformer;
  endpoints(): EndpointsInformer;
  replicationControllers(): ReplicationControllerInformer;
  serviceAccounts(): ServiceAccountInformer;
  secrets(): SecretInformer;
}
