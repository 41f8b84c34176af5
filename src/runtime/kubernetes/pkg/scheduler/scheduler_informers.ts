import type { Pod } from '../api/objects.ts';
import { podResource } from '../../staging/src/k8s.io/client-go/informers/core/v1/pod.ts';
import {
  type SharedInformerFactory,
  newSharedInformerFactory,
} from '../../staging/src/k8s.io/client-go/informers/factory.ts';
import type { Clientset } from '../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { ListOptions } from '../../staging/src/k8s.io/client-go/tools/cache/listwatch.ts';
import {
  type SharedIndexInformer,
  newSharedIndexInformer,
} from '../../staging/src/k8s.io/client-go/tools/cache/shared_informer.ts';
import type { Sim } from '../../../sim/sim.ts';

/**
 * A factory whose informer of pods does not see those that have ended.
 *
 * Mirrors: pkg/scheduler/scheduler.go#NewInformerFactory
 */
export function newInformerFactory(
  sim: Sim,
  client: Clientset,
  program: string,
  defaultResyncMs: number,
): SharedInformerFactory {
  const informerFactory = newSharedInformerFactory(sim, client, { program, defaultResyncMs });
  informerFactory.informerFor<Pod>(podResource.type, (cs, resyncMs) =>
    newPodInformer(sim, cs, program, resyncMs),
  );
  return informerFactory;
}

// Mirrors: pkg/scheduler/scheduler.go#newPodInformer
function newPodInformer(
  sim: Sim,
  client: Clientset,
  program: string,
  resyncPeriodMs: number,
): SharedIndexInformer<Pod> {
  const fieldSelector = 'status.phase!=Succeeded,status.phase!=Failed';
  const pods = podResource.listerWatcher(client, '');
  const tweaked = (options: ListOptions): ListOptions => ({ ...options, fieldSelector });
  return newSharedIndexInformer<Pod>(sim, {
    name: `${program}/pods`,
    listerWatcher: {
      list: (options) => pods.list(tweaked(options)),
      watch: (options) => pods.watch(tweaked(options)),
    },
    objectType: podResource.type,
    defaultEventHandlerResyncPeriodMs: resyncPeriodMs,
    indexers: {},
  });
}
