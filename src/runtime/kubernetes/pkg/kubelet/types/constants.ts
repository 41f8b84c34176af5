/** Where a node says which name servers it asks. */
// Mirrors: pkg/kubelet/types/constants.go#ResolvConfDefault
export const resolvConfDefault = '/etc/resolv.conf';

// Mirrors: pkg/kubelet/types/constants.go#DockerContainerRuntime
export const dockerContainerRuntime = 'docker';
// Mirrors: pkg/kubelet/types/constants.go#RemoteContainerRuntime
export const remoteContainerRuntime = 'remote';

/** What `--enforce-node-allocatable` may name. */
// Mirrors: pkg/kubelet/types/constants.go#NodeAllocatableEnforcementKey
export const nodeAllocatableEnforcementKey = 'pods';
// Mirrors: pkg/kubelet/types/constants.go#SystemReservedEnforcementKey
export const systemReservedEnforcementKey = 'system-reserved';
// Mirrors: pkg/kubelet/types/constants.go#KubeReservedEnforcementKey
export const kubeReservedEnforcementKey = 'kube-reserved';
// Mirrors: pkg/kubelet/types/constants.go#NodeAllocatableNoneKey
export const nodeAllocatableNoneKey = 'none';
