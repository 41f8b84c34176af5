import type { SharedInformerFactory } from '../client-go/informers/factory.ts';
import type { ControllerClientBuilder } from '../controller-manager/pkg/clientbuilder/client_builder.ts';
import type { Stop } from '../apimachinery/pkg/util/wait/wait.ts';
import type { Blocking } from '../../../../../sim/process.ts';

/** A cloud that machines and load balancers come from. What it does not support it gives as undefined. */
// Mirrors: staging/src/k8s.io/cloud-provider/cloud.go#Interface
export interface Interface {
  providerName(): string;
  /** True if it knows which of its machines are this cluster's. */
  hasClusterID(): boolean;
  /** Called once there are tokens for its clients. */
  initialize(clientBuilder: ControllerClientBuilder, stop: Stop): Blocking<void>;
  loadBalancer(): object | undefined;
  instances(): object | undefined;
  routes(): object | undefined;
  /** For clouds that use informers themselves. */
  setInformers?(informers: SharedInformerFactory): void;
}
