import type { Node, Pod } from '../../api/objects.ts';
import type { NodeInformer } from '../../../staging/src/k8s.io/client-go/informers/core/v1/node.ts';
import type { PodInformer } from '../../../staging/src/k8s.io/client-go/informers/core/v1/pod.ts';
import type { Clientset } from '../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import { ResourceEventHandlerFuncs } from '../../../staging/src/k8s.io/client-go/tools/cache/controller.ts';
import { lastState } from '../../../staging/src/k8s.io/client-go/tools/cache/last-state.ts';
import { waitForNamedCacheSync } from '../../../staging/src/k8s.io/client-go/tools/cache/shared_informer.ts';
import type { Chan } from '../../../../sim/chan.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import { type NoExecuteTaintManager, newNoExecuteTaintManager } from './scheduler/taint_manager.ts';

// Mirrors: pkg/controller/nodelifecycle/node_lifecycle_controller.go#nodeNameKeyIndex
const nodeNameKeyIndex = 'spec.nodeName';

/**
 * The half of the node lifecycle controller that evicts. The other half, which looks after nodes that are silent and taints
 * them, is not here; today's Kubernetes has two controllers, too.
 */
export interface TaintEviction {
  readonly manager: NoExecuteTaintManager;
  run(stop: Chan<never>): Blocking<void>;
}

// Part of: pkg/controller/nodelifecycle/node_lifecycle_controller.go#NewNodeLifecycleController
export function newTaintEviction(
  sim: Sim,
  podInformer: PodInformer,
  nodeInformer: NodeInformer,
  kubeClient: Clientset,
): TaintEviction {
  const pods = podInformer.informer();
  const nodes = nodeInformer.informer();
  const podLister = podInformer.lister();
  pods.addIndexers({
    [nodeNameKeyIndex]: (obj) => {
      const { nodeName } = (obj as Pod).spec;
      return [nodeName ? [nodeName] : [], undefined];
    },
  });
  const podIndexer = pods.getIndexer();
  const manager = newNoExecuteTaintManager(sim, kubeClient, {
    getPod: (name, namespace) => podLister.pods(namespace).get(name),
    getNode: (name) => nodeInformer.lister().get(name),
    getPodsAssignedToNode: (nodeName) => podIndexer.byIndex(nodeNameKeyIndex, nodeName),
  });
  pods.addEventHandler(
    new ResourceEventHandlerFuncs<Pod>({
      addFunc: (pod) => manager.podUpdated(undefined, pod),
      updateFunc: (prev, pod) => manager.podUpdated(prev, pod),
      deleteFunc: (pod) => manager.podUpdated(lastState(pod), undefined),
    }),
  );
  nodes.addEventHandler(
    new ResourceEventHandlerFuncs<Node>({
      addFunc: (node) => manager.nodeUpdated(undefined, node),
      updateFunc: (prev, node) => manager.nodeUpdated(prev, node),
      deleteFunc: (node) => manager.nodeUpdated(lastState(node), undefined),
    }),
  );
  return {
    manager,
    // Part of: pkg/controller/nodelifecycle/node_lifecycle_controller.go#Controller.Run
    *run(stop) {
      const synced = (): boolean => pods.hasSynced() && nodes.hasSynced();
      if (!(yield* waitForNamedCacheSync(sim, 'taint', stop, synced))) return;
      sim.go('taint-manager', manager.run(stop));
      yield* stop.receive();
    },
  };
}
