// Mirrors: pkg/scheduler/internal/queue/events.go#Unknown
export const unknown = 'Unknown';

/** A pod that is to be scheduled came. */
// Mirrors: pkg/scheduler/internal/queue/events.go#PodAdd
export const podAdd = 'PodAdd';

/** A node came. */
// Mirrors: pkg/scheduler/internal/queue/events.go#NodeAdd
export const nodeAdd = 'NodeAdd';

/** The pod was tried, and no node took it. */
// Mirrors: pkg/scheduler/internal/queue/events.go#ScheduleAttemptFailure
export const scheduleAttemptFailure = 'ScheduleAttemptFailure';

/** The pod has waited long enough since it was tried. */
// Mirrors: pkg/scheduler/internal/queue/events.go#BackoffComplete
export const backoffComplete = 'BackoffComplete';

/** The pod has not been tried for a long time. */
// Mirrors: pkg/scheduler/internal/queue/events.go#UnschedulableTimeout
export const unschedulableTimeout = 'UnschedulableTimeout';

/** A pod was bound that a required affinity of this one looks for. */
// Mirrors: pkg/scheduler/internal/queue/events.go#AssignedPodAdd
export const assignedPodAdd = 'AssignedPodAdd';

/** A bound pod changed that a required affinity of this one looks for. */
// Mirrors: pkg/scheduler/internal/queue/events.go#AssignedPodUpdate
export const assignedPodUpdate = 'AssignedPodUpdate';

/** A bound pod went, and its room is free. */
// Mirrors: pkg/scheduler/internal/queue/events.go#AssignedPodDelete
export const assignedPodDelete = 'AssignedPodDelete';

// Mirrors: pkg/scheduler/internal/queue/events.go#PvAdd
export const pvAdd = 'PvAdd';

// Mirrors: pkg/scheduler/internal/queue/events.go#PvUpdate
export const pvUpdate = 'PvUpdate';

// Mirrors: pkg/scheduler/internal/queue/events.go#PvcAdd
export const pvcAdd = 'PvcAdd';

// Mirrors: pkg/scheduler/internal/queue/events.go#PvcUpdate
export const pvcUpdate = 'PvcUpdate';

// Mirrors: pkg/scheduler/internal/queue/events.go#StorageClassAdd
export const storageClassAdd = 'StorageClassAdd';

// Mirrors: pkg/scheduler/internal/queue/events.go#ServiceAdd
export const serviceAdd = 'ServiceAdd';

// Mirrors: pkg/scheduler/internal/queue/events.go#ServiceUpdate
export const serviceUpdate = 'ServiceUpdate';

// Mirrors: pkg/scheduler/internal/queue/events.go#ServiceDelete
export const serviceDelete = 'ServiceDelete';

// Mirrors: pkg/scheduler/internal/queue/events.go#CSINodeAdd
export const csiNodeAdd = 'CSINodeAdd';

// Mirrors: pkg/scheduler/internal/queue/events.go#CSINodeUpdate
export const csiNodeUpdate = 'CSINodeUpdate';

/** A node was cordoned, or is no longer. */
// Mirrors: pkg/scheduler/internal/queue/events.go#NodeSpecUnschedulableChange
export const nodeSpecUnschedulableChange = 'NodeSpecUnschedulableChange';

// Mirrors: pkg/scheduler/internal/queue/events.go#NodeAllocatableChange
export const nodeAllocatableChange = 'NodeAllocatableChange';

// Mirrors: pkg/scheduler/internal/queue/events.go#NodeLabelChange
export const nodeLabelChange = 'NodeLabelChange';

// Mirrors: pkg/scheduler/internal/queue/events.go#NodeTaintChange
export const nodeTaintChange = 'NodeTaintChange';

// Mirrors: pkg/scheduler/internal/queue/events.go#NodeConditionChange
export const nodeConditionChange = 'NodeConditionChange';

/** What brought a pod into a part of the queue. */
export type QueueEvent =
  | typeof unknown
  | typeof podAdd
  | typeof nodeAdd
  | typeof scheduleAttemptFailure
  | typeof backoffComplete
  | typeof unschedulableTimeout
  | typeof assignedPodAdd
  | typeof assignedPodUpdate
  | typeof assignedPodDelete
  | typeof pvAdd
  | typeof pvUpdate
  | typeof pvcAdd
  | typeof pvcUpdate
  | typeof storageClassAdd
  | typeof serviceAdd
  | typeof serviceUpdate
  | typeof serviceDelete
  | typeof csiNodeAdd
  | typeof csiNodeUpdate
  | typeof nodeSpecUnschedulableChange
  | typeof nodeAllocatableChange
  | typeof nodeLabelChange
  | typeof nodeTaintChange
  | typeof nodeConditionChange;
