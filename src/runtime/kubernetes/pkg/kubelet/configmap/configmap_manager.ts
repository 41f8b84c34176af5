import { minute } from '../../../../go/duration.ts';
import type { Result } from '../../../../go/result.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import type { ConfigMap } from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Clientset } from '../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { Gates } from '../../../staging/src/k8s.io/component-base/featuregate/feature_gate.ts';
import type { Pod } from '../../api/objects.ts';
import { visitPodConfigmapNames } from '../../api/v1/pod/util.ts';
import {
  type GetObjectTTLFunc,
  newCacheBasedManager,
  newObjectStore,
} from '../util/manager/cache_based_manager.ts';
import type { Manager as ObjectManager } from '../util/manager/manager.ts';
import { newWatchBasedManager } from '../util/manager/watch_based_manager.ts';

/** Keeps the config maps that pods of this node name. */
// Mirrors: pkg/kubelet/configmap/configmap_manager.go#Manager
export interface Manager {
  /** Only what a registered pod names can be had. */
  getConfigMap(namespace: string, name: string): Blocking<Result<ConfigMap>>;
  registerPod(pod: Pod): void;
  /** For one that is not registered nothing happens. */
  unregisterPod(pod: Pod): void;
}

/** Keeps nothing: asks each time. */
// Mirrors: pkg/kubelet/configmap/configmap_manager.go#NewSimpleConfigMapManager
export function newSimpleConfigMapManager(kubeClient: Clientset): Manager {
  return {
    // Mirrors: pkg/kubelet/configmap/configmap_manager.go#simpleConfigMapManager.GetConfigMap
    *getConfigMap(namespace, name) {
      return yield* kubeClient.coreV1().configMaps(namespace).get(name);
    },
    // Mirrors: pkg/kubelet/configmap/configmap_manager.go#simpleConfigMapManager.RegisterPod
    registerPod: () => undefined,
    // Mirrors: pkg/kubelet/configmap/configmap_manager.go#simpleConfigMapManager.UnregisterPod
    unregisterPod: () => undefined,
  };
}

// Mirrors: pkg/kubelet/configmap/configmap_manager.go#configMapManager
function configMapManager(manager: ObjectManager<ConfigMap>): Manager {
  return {
    // Mirrors: pkg/kubelet/configmap/configmap_manager.go#configMapManager.GetConfigMap
    getConfigMap: (namespace, name) => manager.getObject(namespace, name),
    // Mirrors: pkg/kubelet/configmap/configmap_manager.go#configMapManager.RegisterPod
    registerPod: (pod) => manager.registerPod(pod),
    // Mirrors: pkg/kubelet/configmap/configmap_manager.go#configMapManager.UnregisterPod
    unregisterPod: (pod) => manager.unregisterPod(pod),
  };
}

// Mirrors: pkg/kubelet/configmap/configmap_manager.go#getConfigMapNames
function getConfigMapNames(pod: Pod): ReadonlySet<string> {
  const result = new Set<string>();
  visitPodConfigmapNames(pod, (name) => Boolean(result.add(name)));
  return result;
}

// Mirrors: pkg/kubelet/configmap/configmap_manager.go#defaultTTL
const defaultTTLMs = minute;

/** Asks when a config map is wanted that was not asked for lately. */
// Mirrors: pkg/kubelet/configmap/configmap_manager.go#NewCachingConfigMapManager
export function newCachingConfigMapManager(
  sim: Sim,
  kubeClient: Clientset,
  getTTL: GetObjectTTLFunc,
): Manager {
  const getConfigMap = (namespace: string, name: string, opts: { readonly resourceVersion?: string }) =>
    kubeClient.coreV1().configMaps(namespace).get(name, opts);
  const configMapStore = newObjectStore<ConfigMap>(sim, getConfigMap, getTTL, defaultTTLMs);
  return configMapManager(newCacheBasedManager(configMapStore, getConfigMapNames));
}

/** Watches each config map from when a pod names it. */
// Mirrors: pkg/kubelet/configmap/configmap_manager.go#NewWatchingConfigMapManager
export function newWatchingConfigMapManager(sim: Sim, gates: Gates, kubeClient: Clientset): Manager {
  const watched = {
    sim,
    gates,
    listObject: (namespace: string, opts: object) => kubeClient.coreV1().configMaps(namespace).list(opts),
    watchObject: (namespace: string, opts: object) => kubeClient.coreV1().configMaps(namespace).watch(opts),
    objectType: { apiVersion: 'v1', kind: 'ConfigMap' },
    isImmutable: ({ immutable }: ConfigMap) => immutable === true,
    groupResource: { group: '', resource: 'configmap' },
  };
  return configMapManager(newWatchBasedManager<ConfigMap>(watched, getConfigMapNames));
}
