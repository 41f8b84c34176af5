import { minute } from '../../../../go/duration.ts';
import type { Result } from '../../../../go/result.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import type { Secret } from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Clientset } from '../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { Gates } from '../../../staging/src/k8s.io/component-base/featuregate/feature_gate.ts';
import type { Pod } from '../../api/objects.ts';
import { visitPodSecretNames } from '../../api/v1/pod/util.ts';
import {
  type GetObjectTTLFunc,
  newCacheBasedManager,
  newObjectStore,
} from '../util/manager/cache_based_manager.ts';
import type { Manager as ObjectManager } from '../util/manager/manager.ts';
import { newWatchBasedManager } from '../util/manager/watch_based_manager.ts';

/** Keeps the secrets that pods of this node name. */
// Mirrors: pkg/kubelet/secret/secret_manager.go#Manager
export interface Manager {
  /** Only what a registered pod names can be had. */
  getSecret(namespace: string, name: string): Blocking<Result<Secret>>;
  registerPod(pod: Pod): void;
  /** For one that is not registered nothing happens. */
  unregisterPod(pod: Pod): void;
}

/** Keeps nothing: asks each time. */
// Mirrors: pkg/kubelet/secret/secret_manager.go#NewSimpleSecretManager
export function newSimpleSecretManager(kubeClient: Clientset): Manager {
  return {
    // Mirrors: pkg/kubelet/secret/secret_manager.go#simpleSecretManager.GetSecret
    *getSecret(namespace, name) {
      return yield* kubeClient.coreV1().secrets(namespace).get(name);
    },
    // Mirrors: pkg/kubelet/secret/secret_manager.go#simpleSecretManager.RegisterPod
    registerPod: () => undefined,
    // Mirrors: pkg/kubelet/secret/secret_manager.go#simpleSecretManager.UnregisterPod
    unregisterPod: () => undefined,
  };
}

// Mirrors: pkg/kubelet/secret/secret_manager.go#secretManager
function secretManager(manager: ObjectManager<Secret>): Manager {
  return {
    // Mirrors: pkg/kubelet/secret/secret_manager.go#secretManager.GetSecret
    getSecret: (namespace, name) => manager.getObject(namespace, name),
    // Mirrors: pkg/kubelet/secret/secret_manager.go#secretManager.RegisterPod
    registerPod: (pod) => manager.registerPod(pod),
    // Mirrors: pkg/kubelet/secret/secret_manager.go#secretManager.UnregisterPod
    unregisterPod: (pod) => manager.unregisterPod(pod),
  };
}

// Mirrors: pkg/kubelet/secret/secret_manager.go#getSecretNames
function getSecretNames(pod: Pod): ReadonlySet<string> {
  const result = new Set<string>();
  visitPodSecretNames(pod, (name) => Boolean(result.add(name)));
  return result;
}

// Mirrors: pkg/kubelet/secret/secret_manager.go#defaultTTL
const defaultTTLMs = minute;

/** Asks when a secret is wanted that was not asked for lately. */
// Mirrors: pkg/kubelet/secret/secret_manager.go#NewCachingSecretManager
export function newCachingSecretManager(sim: Sim, kubeClient: Clientset, getTTL: GetObjectTTLFunc): Manager {
  const getSecret = (namespace: string, name: string, opts: { readonly resourceVersion?: string }) =>
    kubeClient.coreV1().secrets(namespace).get(name, opts);
  const secretStore = newObjectStore<Secret>(sim, getSecret, getTTL, defaultTTLMs);
  return secretManager(newCacheBasedManager(secretStore, getSecretNames));
}

/** Watches each secret from when a pod names it. */
// Mirrors: pkg/kubelet/secret/secret_manager.go#NewWatchingSecretManager
export function newWatchingSecretManager(sim: Sim, gates: Gates, kubeClient: Clientset): Manager {
  const watched = {
    sim,
    gates,
    listObject: (namespace: string, opts: object) => kubeClient.coreV1().secrets(namespace).list(opts),
    watchObject: (namespace: string, opts: object) => kubeClient.coreV1().secrets(namespace).watch(opts),
    objectType: { apiVersion: 'v1', kind: 'Secret' },
    isImmutable: ({ immutable }: Secret) => immutable === true,
    groupResource: { group: '', resource: 'secret' },
  };
  return secretManager(newWatchBasedManager<Secret>(watched, getSecretNames));
}
