import type { KubeObject } from '../../../apimachinery/pkg/runtime/object.ts';
import type { Stop } from '../../../apimachinery/pkg/util/wait/wait.ts';
import type { Sim } from '../../../../../../../sim/sim.ts';
import type { Clientset } from '../../kubernetes/clientset.ts';
import type { ListOptions } from '../../tools/cache/listwatch.ts';
import type { ObjectType } from '../../tools/cache/reflector.ts';
import type { SharedIndexInformer } from '../../tools/cache/shared_informer.ts';

/** Makes an informer that resyncs every `resyncPeriodMs`. */
// Mirrors: staging/src/k8s.io/client-go/informers/internalinterfaces/factory_interfaces.go#NewInformerFunc
export type NewInformerFunc<T extends KubeObject> = (
  client: Clientset,
  resyncPeriodMs: number,
) => SharedIndexInformer<T>;

/** The part of a factory that the informers of a kind need. */
// Mirrors: staging/src/k8s.io/client-go/informers/internalinterfaces/factory_interfaces.go#SharedInformerFactory
export interface SharedInformerFactory {
  readonly sim: Sim;
  /** The program whose informers these are: the first half of their names. */
  readonly program: string;
  /** Runs every informer that was asked for and does not run yet. */
  start(stop: Stop): void;
  /** The one informer of a type: made by `newFunc` when it is asked for first. */
  informerFor<T extends KubeObject>(type: ObjectType, newFunc: NewInformerFunc<T>): SharedIndexInformer<T>;
}

/** Changes what is asked for in every list and watch. */
// Mirrors: staging/src/k8s.io/client-go/informers/internalinterfaces/factory_interfaces.go#TweakListOptionsFunc
export type TweakListOptionsFunc = (options: ListOptions) => ListOptions;
