import type { Interface as Cloud } from '../../../kubernetes/staging/src/k8s.io/cloud-provider/cloud.ts';
import { registerCloudProvider } from '../../../kubernetes/staging/src/k8s.io/cloud-provider/plugins.ts';
import type { OS } from '../../../go/os.ts';
import { startup } from '../../../stage/startup.ts';
import type { Plane } from '../../../stage/program.ts';
import { kubelets, scheduler } from '../../nodes/stand-ins/programs.ts';
import { controllerManager, plane as whole } from './controller-manager.ts';

const served = new Set(['', 'coordination.k8s.io']);

/**
 * The whole controller-manager with an API server that serves the core group and Leases, and nothing else. Its binary knows a
 * cloud named `sample`, which has machines and load balancers, and no routes.
 */
export const plane: Plane = {
  ...whole,
  kinds: whole.kinds.filter(({ resource }) => served.has(resource.group)),
  programsOf: (settings) => [
    ...kubelets(settings),
    scheduler,
    controllerManager('kube-controller-manager', (os) =>
      registerCloudProvider(os, 'sample', () => [sampleCloud(os), undefined]),
    ),
  ],
};

function sampleCloud(os: OS): Cloud {
  return {
    providerName: () => 'sample',
    hasClusterID: () => true,
    *initialize(clientBuilder) {
      startup(os.sim, 'cloud', 'sample', 'is a cloud that is given the client builder: {0}', 'sample');
      yield* clientBuilder.clientOrDie('cloud-provider');
    },
    loadBalancer: () => ({}),
    instances: () => ({}),
    routes: () => undefined,
  };
}
