/** How full a file system is. What nobody knows is left out. */
// Mirrors: staging/src/k8s.io/kubelet/pkg/apis/stats/v1alpha1/types.go#FsStats
export interface FsStats {
  readonly time: string;
  readonly availableBytes?: number;
  readonly capacityBytes?: number;
  readonly usedBytes?: number;
  readonly inodesFree?: number;
  readonly inodes?: number;
  readonly inodesUsed?: number;
}
