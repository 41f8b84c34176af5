import type { Result } from '../../../../go/result.ts';
import type { Chan } from '../../../../sim/chan.ts';

/** What happened to a container, as two looks at the runtime tell it. Nobody is told of `ContainerChanged`. */
// Mirrors: pkg/kubelet/pleg/pleg.go#PodLifeCycleEventType
export type PodLifeCycleEventType =
  'ContainerStarted' | 'ContainerDied' | 'ContainerRemoved' | 'PodSync' | 'ContainerChanged';

// Mirrors: pkg/kubelet/pleg/pleg.go#PodLifecycleEvent
export interface PodLifecycleEvent {
  /** The uid of the pod. */
  readonly id: string;
  readonly type: PodLifeCycleEventType;
  /** The id of the container or sandbox. */
  readonly data: string;
}

/** Tells what happens to the containers of pods. */
// Mirrors: pkg/kubelet/pleg/pleg.go#PodLifecycleEventGenerator
export interface PodLifecycleEventGenerator {
  start(): void;
  watch(): Chan<PodLifecycleEvent>;
  /** Whether it has looked at the runtime lately, or why not. */
  healthy(): Result<true>;
}
