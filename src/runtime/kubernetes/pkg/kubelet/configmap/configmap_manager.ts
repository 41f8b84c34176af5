import type { Result } from '../../../../go/result.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { ConfigMap } from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Pod } from '../../api/objects.ts';

/** Keeps the config maps that pods of this node name. */
// Mirrors: pkg/kubelet/configmap/configmap_manager.go#Manager
export interface Manager {
  /** Only what a registered pod names can be had. */
  getConfigMap(namespace: string, name: string): Blocking<Result<ConfigMap>>;
  registerPod(pod: Pod): void;
  /** For one that is not registered nothing happens. */
  unregisterPod(pod: Pod): void;
}
