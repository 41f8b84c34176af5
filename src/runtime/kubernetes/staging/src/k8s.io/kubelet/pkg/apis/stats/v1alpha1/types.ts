/** What a node and its pods use, as a kubelet tells it. What is not known is not there. */
// Mirrors: staging/src/k8s.io/kubelet/pkg/apis/stats/v1alpha1/types.go#Summary
export interface Summary {
  readonly node: NodeStats;
  readonly pods: readonly PodStats[];
}

// Mirrors: staging/src/k8s.io/kubelet/pkg/apis/stats/v1alpha1/types.go#NodeStats
export interface NodeStats {
  readonly nodeName: string;
  /** The kubelet, the runtime, and all pods together, by the names below. */
  readonly systemContainers?: readonly ContainerStats[];
  readonly memory?: MemoryStats;
  readonly fs?: FsStats;
  readonly runtime?: RuntimeStats;
  readonly rlimit?: RlimitStats;
}

/** How many processes there may be, and how many there are. */
// Mirrors: staging/src/k8s.io/kubelet/pkg/apis/stats/v1alpha1/types.go#RlimitStats
export interface RlimitStats {
  readonly time: string;
  readonly maxpid?: number;
  readonly curproc?: number;
}

// Mirrors: staging/src/k8s.io/kubelet/pkg/apis/stats/v1alpha1/types.go#RuntimeStats
export interface RuntimeStats {
  /** Where images, and what containers write, are stored. */
  readonly imageFs?: FsStats;
}

/** All containers of pods together. */
// Mirrors: staging/src/k8s.io/kubelet/pkg/apis/stats/v1alpha1/types.go#SystemContainerPods
export const systemContainerPods = 'pods';

// Mirrors: staging/src/k8s.io/kubelet/pkg/apis/stats/v1alpha1/types.go#ProcessStats
export interface ProcessStats {
  readonly process_count?: number;
}

// Mirrors: staging/src/k8s.io/kubelet/pkg/apis/stats/v1alpha1/types.go#PodStats
export interface PodStats {
  readonly podRef: PodReference;
  readonly containers: readonly ContainerStats[];
  readonly memory?: MemoryStats;
  readonly volume?: readonly VolumeStats[];
  readonly process_stats?: ProcessStats;
}

// Mirrors: staging/src/k8s.io/kubelet/pkg/apis/stats/v1alpha1/types.go#ContainerStats
export interface ContainerStats {
  readonly name: string;
  readonly memory?: MemoryStats;
  /** What it wrote into its own layer. */
  readonly rootfs?: FsStats;
  readonly logs?: FsStats;
}

// Mirrors: staging/src/k8s.io/kubelet/pkg/apis/stats/v1alpha1/types.go#PodReference
export interface PodReference {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
}

// Mirrors: staging/src/k8s.io/kubelet/pkg/apis/stats/v1alpha1/types.go#MemoryStats
export interface MemoryStats {
  readonly time?: string;
  /** Below the limit, or of the node. */
  readonly availableBytes?: number;
  readonly usageBytes?: number;
  /** What cannot be given up. */
  readonly workingSetBytes?: number;
}

// Mirrors: staging/src/k8s.io/kubelet/pkg/apis/stats/v1alpha1/types.go#VolumeStats
export interface VolumeStats extends FsStats {
  readonly name: string;
}

// Mirrors: staging/src/k8s.io/kubelet/pkg/apis/stats/v1alpha1/types.go#FsStats
export interface FsStats {
  readonly time?: string;
  readonly availableBytes?: number;
  readonly capacityBytes?: number;
  readonly usedBytes?: number;
  readonly inodesFree?: number;
  readonly inodes?: number;
  readonly inodesUsed?: number;
}
