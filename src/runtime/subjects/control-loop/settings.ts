import type { InOrderGates } from '../../kubernetes/staging/src/k8s.io/client-go/tools/cache/controller.ts';
import type { Settings } from '../../stage/settings.ts';

/** What the ReplicaSet controller and its work queue have for good in Kubernetes; without one, it is upstream's. Times are ms. */
export interface ControllerNumbers {
  readonly burstReplicas?: number;
  readonly slowStartInitialBatchSize?: number;
  /** How long a key waits after its first failure, and at most. */
  readonly itemBaseDelayMs?: number;
  readonly itemMaxDelayMs?: number;
}

declare module '../../stage/settings.ts' {
  interface Settings {
    /** Goroutines that run `worker` in a controller. Upstream's default is 5. */
    readonly workers: number;
    /** False replaces the ReplicaSet controller's expectations with ones that are always satisfied. */
    readonly expectations: boolean;
    /** Client-side rate limit of the controller-manager. Upstream's defaults are 20 and 30. */
    readonly qps: number;
    readonly burst: number;
    /** Informers of the controller-manager resync after a random time from this to twice this. Upstream's default is 12 h. */
    readonly minResyncMs: number;
    /** Gates of today's client-go. With none, informers have a DeltaFIFO; with the first, a RealFIFO. */
    readonly informerGates: InOrderGates;
    readonly controllerNumbers: ControllerNumbers;
  }
}

export const controlLoopSettings: Partial<Settings> = {
  workers: 2,
  expectations: true,
  qps: 20,
  burst: 30,
  minResyncMs: 12 * 60 * 60 * 1000,
  informerGates: {},
  controllerNumbers: {},
};
