import type { Result } from '../../../../go/result.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Secret } from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Pod } from '../../api/objects.ts';

/** Keeps the secrets that pods of this node name. */
// Mirrors: pkg/kubelet/secret/secret_manager.go#Manager
export interface Manager {
  /** Only what a registered pod names can be had. */
  getSecret(namespace: string, name: string): Blocking<Result<Secret>>;
  registerPod(pod: Pod): void;
  /** For one that is not registered nothing happens. */
  unregisterPod(pod: Pod): void;
}
