import type { PodStatus } from 'kubernetes-types/core/v1';
import type { Result } from '../../../../go/result.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Quantity } from '../../../staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import type { PodStats } from '../../../staging/src/k8s.io/kubelet/pkg/apis/stats/v1alpha1/types.ts';
import type { Pod } from '../../api/objects.ts';
import type { Signal, Threshold } from './api/types.ts';

/** Where a pod writes to. */
// Mirrors: pkg/kubelet/eviction/types.go#fsStatsType
export type FsStatsType = 'localVolumeSource' | 'logs' | 'root';

// Mirrors: pkg/kubelet/eviction/types.go#Config
export interface Config {
  /** How long a condition stays after what it tells of is over. */
  readonly pressureTransitionPeriodMs: number;
  /** How long a pod may take to end where a threshold with grace is met. */
  readonly maxPodGracePeriodSeconds: number;
  readonly thresholds: readonly Threshold[];
}

/** Evicts pods when the node runs out of something. */
// Mirrors: pkg/kubelet/eviction/types.go#Manager
export interface Manager {
  start(
    diskInfoProvider: DiskInfoProvider,
    podFunc: ActivePodsFunc,
    podCleanedUpFunc: PodCleanedUpFunc,
    monitoringIntervalMs: number,
  ): void;
  isUnderMemoryPressure(): boolean;
  isUnderDiskPressure(): boolean;
  isUnderPIDPressure(): boolean;
}

// Mirrors: pkg/kubelet/eviction/types.go#DiskInfoProvider
export interface DiskInfoProvider {
  /** Whether images are on a disk of their own. */
  hasDedicatedImageFs(): Blocking<Result<boolean>>;
}

// Mirrors: pkg/kubelet/eviction/types.go#ImageGC
export interface ImageGC {
  deleteUnusedImages(): Blocking<Error | undefined>;
}

// Mirrors: pkg/kubelet/eviction/types.go#ContainerGC
export interface ContainerGC {
  deleteAllUnusedContainers(): Blocking<Error | undefined>;
}

/** Ends a pod, and waits until it has ended. There may be other seconds of grace than those that the pod asks for. */
// Mirrors: pkg/kubelet/eviction/types.go#KillPodFunc
export type KillPodFunc = (
  pod: Pod,
  status: PodStatus,
  gracePeriodOverride: number | undefined,
) => Blocking<Error | undefined>;

// Mirrors: pkg/kubelet/eviction/types.go#ActivePodsFunc
export type ActivePodsFunc = () => readonly Pod[];

// Mirrors: pkg/kubelet/eviction/types.go#PodCleanedUpFunc
export type PodCleanedUpFunc = (pod: Pod) => boolean;

// Mirrors: pkg/kubelet/eviction/types.go#statsFunc
export type StatsFunc = (pod: Pod) => PodStats | undefined;

/** Puts pods into the order in which they are to go. */
// Mirrors: pkg/kubelet/eviction/types.go#rankFunc
export type RankFunc = (pods: readonly Pod[], stats: StatsFunc) => Pod[];

// Mirrors: pkg/kubelet/eviction/types.go#signalObservation
export interface SignalObservation {
  readonly capacity: Quantity;
  readonly available: Quantity;
  /** ms since 1970; undefined if nobody wrote it down. */
  readonly time: number | undefined;
}

// Mirrors: pkg/kubelet/eviction/types.go#signalObservations
export type SignalObservations = ReadonlyMap<Signal, SignalObservation>;

/** Since when each threshold is met, in virtual ms. */
// Mirrors: pkg/kubelet/eviction/types.go#thresholdsObservedAt
export type ThresholdsObservedAt = ReadonlyMap<Threshold, number>;

/** When each condition was last seen, in virtual ms. */
// Mirrors: pkg/kubelet/eviction/types.go#nodeConditionsObservedAt
export type NodeConditionsObservedAt = ReadonlyMap<string, number>;

// Mirrors: pkg/kubelet/eviction/types.go#nodeReclaimFunc
export type NodeReclaimFunc = () => Blocking<Error | undefined>;
