import type { SharedInformerFactory } from '../../../../staging/src/k8s.io/client-go/informers/factory.ts';
import type { Clientset } from '../../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { EventRecorder } from '../../../../staging/src/k8s.io/client-go/tools/events/interfaces.ts';
import type { Sim } from '../../../../../sim/sim.ts';
import { shippedGate } from '../../apis/config/v1beta1/defaults.ts';
import type { SchedulerMetrics } from '../../metrics/metrics.ts';
import type { Extender } from '../extender.ts';
import type { Framework, Handle, PodNominator, PreemptHandle, WaitingPod } from '../interface.ts';
import type { SharedLister } from '../listers.ts';
import { WaitingPodsMap } from './waiting_pods_map.ts';

/**
 * What a framework is given. A framework without client or informers serves plugins that ask for none.
 *
 * Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkOptions
 */
export interface FrameworkOptions {
  readonly sim: Sim;
  readonly snapshotSharedLister: SharedLister;
  readonly clientSet?: Clientset;
  readonly eventRecorder?: EventRecorder;
  readonly informerFactory?: SharedInformerFactory;
  readonly podNominator?: PodNominator;
  readonly metrics?: SchedulerMetrics;
  readonly extenders?: readonly Extender[];
  readonly profileName?: string;
  /** Features as v1.20.2 has them, if left out. */
  readonly featureGate?: ReturnType<Handle['featureGate']>;
  readonly env?: Readonly<Record<string, string>>;
  /** To learn of every filter that refuses a node, not of the first only. */
  readonly runAllFilters?: boolean;
}

/**
 * What a framework gives its plugins.
 *
 * Part of: pkg/scheduler/framework/runtime/framework.go#frameworkImpl
 */
export abstract class FrameworkHandle implements Handle {
  protected readonly options: FrameworkOptions;
  protected readonly waitingPods = new WaitingPodsMap();

  constructor(options: FrameworkOptions) {
    this.options = options;
  }

  abstract preemptHandle(): PreemptHandle;

  profileName(): string {
    return this.options.profileName ?? '';
  }

  snapshotSharedLister(): SharedLister {
    return this.options.snapshotSharedLister;
  }

  iterateOverWaitingPods(callback: (wp: WaitingPod) => void): void {
    this.waitingPods.iterate(callback);
  }

  getWaitingPod(uid: string): WaitingPod | undefined {
    return this.waitingPods.get(uid);
  }

  // Mirrors: pkg/scheduler/framework/runtime/framework.go#frameworkImpl.RejectWaitingPod
  rejectWaitingPod(uid: string): void {
    this.waitingPods.get(uid)?.reject('removed');
  }

  clientSet(): Clientset {
    return given(this.options.clientSet, 'client');
  }

  eventRecorder(): EventRecorder {
    return given(this.options.eventRecorder, 'event recorder');
  }

  sharedInformerFactory(): SharedInformerFactory {
    return given(this.options.informerFactory, 'informer factory');
  }

  metrics(): SchedulerMetrics | undefined {
    return this.options.metrics;
  }

  featureGate(): ReturnType<Handle['featureGate']> {
    return this.options.featureGate ?? shippedGate;
  }

  env(): Readonly<Record<string, string>> {
    return this.options.env ?? {};
  }

  sim(): Sim {
    return this.options.sim;
  }
}

function given<T>(part: T | undefined, what: string): T {
  if (part === undefined) throw new Error(`a plugin asks for the ${what}, and the framework was given none`);
  return part;
}

/**
 * The framework and the queue's nominated pods as one. Without a queue no pod is nominated.
 *
 * Mirrors: pkg/scheduler/framework/runtime/framework.go#preemptHandle
 */
export function newPreemptHandle(runner: Framework, options: FrameworkOptions): PreemptHandle {
  const { podNominator, extenders = [] } = options;
  return {
    extenders: () => extenders,
    addNominatedPod: (pod, nodeName) => podNominator?.addNominatedPod(pod, nodeName),
    deleteNominatedPodIfExists: (pod) => podNominator?.deleteNominatedPodIfExists(pod),
    updateNominatedPod: (oldPod, newPod) => podNominator?.updateNominatedPod(oldPod, newPod),
    nominatedPodsForNode: (nodeName) => podNominator?.nominatedPodsForNode(nodeName) ?? [],
    runPreScorePlugins: (state, pod, nodes) => runner.runPreScorePlugins(state, pod, nodes),
    runScorePlugins: (state, pod, nodes) => runner.runScorePlugins(state, pod, nodes),
    runFilterPlugins: (state, pod, nodeInfo) => runner.runFilterPlugins(state, pod, nodeInfo),
    remembered: (state, pod) => runner.remembered?.(state, pod),
    runPreFilterExtensionAddPod: (...args) => runner.runPreFilterExtensionAddPod(...args),
    runPreFilterExtensionRemovePod: (...args) => runner.runPreFilterExtensionRemovePod(...args),
  };
}
