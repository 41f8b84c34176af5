/** The reasons of the events that a kubelet records. */

// Mirrors: pkg/kubelet/events/event.go#CreatedContainer
export const createdContainer = 'Created';
// Mirrors: pkg/kubelet/events/event.go#StartedContainer
export const startedContainer = 'Started';
// Mirrors: pkg/kubelet/events/event.go#FailedToCreateContainer
export const failedToCreateContainer = 'Failed';
// Mirrors: pkg/kubelet/events/event.go#FailedToStartContainer
export const failedToStartContainer = 'Failed';
// Mirrors: pkg/kubelet/events/event.go#KillingContainer
export const killingContainer = 'Killing';
// Mirrors: pkg/kubelet/events/event.go#PreemptContainer
export const preemptContainer = 'Preempting';
// Mirrors: pkg/kubelet/events/event.go#BackOffStartContainer
export const backOffStartContainer = 'BackOff';
// Mirrors: pkg/kubelet/events/event.go#ExceededGracePeriod
export const exceededGracePeriod = 'ExceededGracePeriod';
// Mirrors: pkg/kubelet/events/event.go#FailedToKillPod
export const failedToKillPod = 'FailedKillPod';
// Mirrors: pkg/kubelet/events/event.go#FailedToCreatePodContainer
export const failedToCreatePodContainer = 'FailedCreatePodContainer';
// Mirrors: pkg/kubelet/events/event.go#FailedToMakePodDataDirectories
export const failedToMakePodDataDirectories = 'Failed';
// Mirrors: pkg/kubelet/events/event.go#NetworkNotReady
export const networkNotReady = 'NetworkNotReady';
// Mirrors: pkg/kubelet/events/event.go#PullingImage
export const pullingImage = 'Pulling';
// Mirrors: pkg/kubelet/events/event.go#PulledImage
export const pulledImage = 'Pulled';
// Mirrors: pkg/kubelet/events/event.go#FailedToPullImage
export const failedToPullImage = 'Failed';
// Mirrors: pkg/kubelet/events/event.go#FailedToInspectImage
export const failedToInspectImage = 'InspectFailed';
// Mirrors: pkg/kubelet/events/event.go#ErrImageNeverPullPolicy
export const errImageNeverPullPolicy = 'ErrImageNeverPull';
// Mirrors: pkg/kubelet/events/event.go#BackOffPullImage
export const backOffPullImage = 'BackOff';
// Mirrors: pkg/kubelet/events/event.go#NodeReady
export const nodeReady = 'NodeReady';
// Mirrors: pkg/kubelet/events/event.go#NodeNotReady
export const nodeNotReady = 'NodeNotReady';
// Mirrors: pkg/kubelet/events/event.go#NodeSchedulable
export const nodeSchedulable = 'NodeSchedulable';
// Mirrors: pkg/kubelet/events/event.go#NodeNotSchedulable
export const nodeNotSchedulable = 'NodeNotSchedulable';
// Mirrors: pkg/kubelet/events/event.go#StartingKubelet
export const startingKubelet = 'Starting';
// Mirrors: pkg/kubelet/events/event.go#KubeletSetupFailed
export const kubeletSetupFailed = 'KubeletSetupFailed';
// Mirrors: pkg/kubelet/events/event.go#FailedAttachVolume
export const failedAttachVolume = 'FailedAttachVolume';
// Mirrors: pkg/kubelet/events/event.go#FailedMountVolume
export const failedMountVolume = 'FailedMount';
// Mirrors: pkg/kubelet/events/event.go#VolumeResizeFailed
export const volumeResizeFailed = 'VolumeResizeFailed';
// Mirrors: pkg/kubelet/events/event.go#VolumeResizeSuccess
export const volumeResizeSuccess = 'VolumeResizeSuccessful';
// Mirrors: pkg/kubelet/events/event.go#FileSystemResizeFailed
export const fileSystemResizeFailed = 'FileSystemResizeFailed';
// Mirrors: pkg/kubelet/events/event.go#FileSystemResizeSuccess
export const fileSystemResizeSuccess = 'FileSystemResizeSuccessful';
// Mirrors: pkg/kubelet/events/event.go#FailedMapVolume
export const failedMapVolume = 'FailedMapVolume';
// Mirrors: pkg/kubelet/events/event.go#WarnAlreadyMountedVolume
export const warnAlreadyMountedVolume = 'AlreadyMountedVolume';
// Mirrors: pkg/kubelet/events/event.go#SuccessfulAttachVolume
export const successfulAttachVolume = 'SuccessfulAttachVolume';
// Mirrors: pkg/kubelet/events/event.go#SuccessfulMountVolume
export const successfulMountVolume = 'SuccessfulMountVolume';
// Mirrors: pkg/kubelet/events/event.go#NodeRebooted
export const nodeRebooted = 'Rebooted';
// Mirrors: pkg/kubelet/events/event.go#ContainerGCFailed
export const containerGCFailed = 'ContainerGCFailed';
// Mirrors: pkg/kubelet/events/event.go#ImageGCFailed
export const imageGCFailed = 'ImageGCFailed';
// Mirrors: pkg/kubelet/events/event.go#FailedNodeAllocatableEnforcement
export const failedNodeAllocatableEnforcement = 'FailedNodeAllocatableEnforcement';
// Mirrors: pkg/kubelet/events/event.go#SuccessfulNodeAllocatableEnforcement
export const successfulNodeAllocatableEnforcement = 'NodeAllocatableEnforced';
// Mirrors: pkg/kubelet/events/event.go#SandboxChanged
export const sandboxChanged = 'SandboxChanged';
// Mirrors: pkg/kubelet/events/event.go#FailedCreatePodSandBox
export const failedCreatePodSandBox = 'FailedCreatePodSandBox';
// Mirrors: pkg/kubelet/events/event.go#FailedStatusPodSandBox
export const failedStatusPodSandBox = 'FailedPodSandBoxStatus';
// Mirrors: pkg/kubelet/events/event.go#FailedMountOnFilesystemMismatch
export const failedMountOnFilesystemMismatch = 'FailedMountOnFilesystemMismatch';
// Mirrors: pkg/kubelet/events/event.go#InvalidDiskCapacity
export const invalidDiskCapacity = 'InvalidDiskCapacity';
// Mirrors: pkg/kubelet/events/event.go#FreeDiskSpaceFailed
export const freeDiskSpaceFailed = 'FreeDiskSpaceFailed';
// Mirrors: pkg/kubelet/events/event.go#ContainerUnhealthy
export const containerUnhealthy = 'Unhealthy';
// Mirrors: pkg/kubelet/events/event.go#ContainerProbeWarning
export const containerProbeWarning = 'ProbeWarning';
// Mirrors: pkg/kubelet/events/event.go#FailedSync
export const failedSync = 'FailedSync';
// Mirrors: pkg/kubelet/events/event.go#FailedValidation
export const failedValidation = 'FailedValidation';
// Mirrors: pkg/kubelet/events/event.go#FailedPostStartHook
export const failedPostStartHook = 'FailedPostStartHook';
// Mirrors: pkg/kubelet/events/event.go#FailedPreStopHook
export const failedPreStopHook = 'FailedPreStopHook';
