import type { Result } from '../../../../../go/result.ts';
import type { Blocking } from '../../../../../sim/process.ts';
import type { KubeObject } from '../../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Pod } from '../../../api/objects.ts';

/** Keeps the objects that registered pods name. No other can be had. */
// Mirrors: pkg/kubelet/util/manager/manager.go#Manager
export interface Manager<T extends KubeObject> {
  getObject(namespace: string, name: string): Blocking<Result<T>>;
  registerPod(pod: Pod): void;
  unregisterPod(pod: Pod): void;
}

/** Keeps an object as long as somebody refers to it. */
// Mirrors: pkg/kubelet/util/manager/manager.go#Store
export interface Store<T extends KubeObject> {
  addReference(namespace: string, name: string): void;
  deleteReference(namespace: string, name: string): void;
  get(namespace: string, name: string): Blocking<Result<T>>;
}
