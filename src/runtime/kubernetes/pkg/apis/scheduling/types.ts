/** What a pod gets that names no class, where no class is the default. */
// Mirrors: pkg/apis/scheduling/types.go#DefaultPriorityWhenNoDefaultClassExists
export const defaultPriorityWhenNoDefaultClassExists = 0;

/** Users may go up to here; what lies above belongs to Kubernetes. */
// Mirrors: pkg/apis/scheduling/types.go#HighestUserDefinablePriority
export const highestUserDefinablePriority = 1_000_000_000;

// Mirrors: pkg/apis/scheduling/types.go#SystemCriticalPriority
export const systemCriticalPriority = 2 * highestUserDefinablePriority;

/** Names that begin so are reserved. */
// Mirrors: pkg/apis/scheduling/types.go#SystemPriorityClassPrefix
export const systemPriorityClassPrefix = 'system-';

// Mirrors: pkg/apis/scheduling/types.go#SystemClusterCritical
export const systemClusterCritical = `${systemPriorityClassPrefix}cluster-critical`;

// Mirrors: pkg/apis/scheduling/types.go#SystemNodeCritical
export const systemNodeCritical = `${systemPriorityClassPrefix}node-critical`;
