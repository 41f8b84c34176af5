/**
 * The messages of the Container Runtime Interface, v1alpha2. What is left out of a message has its zero value, as on the wire.
 * Enums are the names of their values. What is a duration says its unit in its name. Moments are in virtual ms of the machine,
 * where upstream counts nanoseconds since 1970.
 */

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#VersionRequest
export interface VersionRequest {
  readonly version: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#VersionResponse
export interface VersionResponse {
  readonly version: string;
  readonly runtimeName: string;
  readonly runtimeVersion: string;
  readonly runtimeApiVersion: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#DNSConfig
export interface DNSConfig {
  readonly servers?: readonly string[];
  readonly searches?: readonly string[];
  readonly options?: readonly string[];
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#Protocol
export type Protocol = 'TCP' | 'UDP' | 'SCTP';

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#PortMapping
export interface PortMapping {
  readonly protocol: Protocol;
  readonly containerPort: number;
  readonly hostPort?: number;
  readonly hostIp?: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#MountPropagation
export type MountPropagation =
  'PROPAGATION_PRIVATE' | 'PROPAGATION_HOST_TO_CONTAINER' | 'PROPAGATION_BIDIRECTIONAL';

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#Mount
export interface Mount {
  readonly containerPath: string;
  readonly hostPath: string;
  readonly readonly?: boolean;
  readonly selinuxRelabel?: boolean;
  readonly propagation?: MountPropagation;
}

/** With whom a namespace is shared: all containers of the pod, none, the node, or one other container. */
// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#NamespaceMode
export type NamespaceMode = 'POD' | 'CONTAINER' | 'NODE' | 'TARGET';

/** With whom namespaces are shared. */
// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#NamespaceOption
export interface NamespaceOption {
  readonly network: NamespaceMode;
  readonly pid: NamespaceMode;
  readonly ipc: NamespaceMode;
  readonly targetId?: string;
}

/** A number that may be left out, since 0 is one too. */
// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#Int64Value
export interface Int64Value {
  readonly value: number;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#LinuxSandboxSecurityContext
export interface LinuxSandboxSecurityContext {
  readonly namespaceOptions?: NamespaceOption;
  readonly selinuxOptions?: SELinuxOption;
  readonly runAsUser?: Int64Value;
  readonly runAsGroup?: Int64Value;
  readonly readonlyRootfs?: boolean;
  readonly supplementalGroups?: readonly number[];
  readonly privileged?: boolean;
  readonly seccomp?: SecurityProfile;
  readonly apparmor?: SecurityProfile;
  readonly seccompProfilePath?: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#SecurityProfile_ProfileType
export type SecurityProfile_ProfileType = 'RuntimeDefault' | 'Unconfined' | 'Localhost';

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#SecurityProfile
export interface SecurityProfile {
  readonly profileType: SecurityProfile_ProfileType;
  readonly localhostRef?: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#LinuxPodSandboxConfig
export interface LinuxPodSandboxConfig {
  readonly cgroupParent?: string;
  readonly securityContext?: LinuxSandboxSecurityContext;
  readonly sysctls?: Readonly<Record<string, string>>;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#PodSandboxMetadata
export interface PodSandboxMetadata {
  readonly name: string;
  readonly uid: string;
  readonly namespace: string;
  readonly attempt: number;
}

/** What a sandbox is to be like. */
// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#PodSandboxConfig
export interface PodSandboxConfig {
  readonly metadata: PodSandboxMetadata;
  readonly hostname?: string;
  readonly logDirectory?: string;
  readonly dnsConfig?: DNSConfig;
  readonly portMappings?: readonly PortMapping[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly linux?: LinuxPodSandboxConfig;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#RunPodSandboxRequest
export interface RunPodSandboxRequest {
  readonly config: PodSandboxConfig;
  readonly runtimeHandler: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#RunPodSandboxResponse
export interface RunPodSandboxResponse {
  readonly podSandboxId: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#StopPodSandboxRequest
export interface StopPodSandboxRequest {
  readonly podSandboxId: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#RemovePodSandboxRequest
export interface RemovePodSandboxRequest {
  readonly podSandboxId: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#PodSandboxStatusRequest
export interface PodSandboxStatusRequest {
  readonly podSandboxId: string;
  readonly verbose?: boolean;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#PodIP
export interface PodIP {
  readonly ip: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#PodSandboxNetworkStatus
export interface PodSandboxNetworkStatus {
  readonly ip: string;
  readonly additionalIps?: readonly PodIP[];
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#Namespace
export interface Namespace {
  readonly options?: NamespaceOption;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#LinuxPodSandboxStatus
export interface LinuxPodSandboxStatus {
  readonly namespaces?: Namespace;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#PodSandboxState
export type PodSandboxState = 'SANDBOX_READY' | 'SANDBOX_NOTREADY';

/** What a runtime says of a sandbox. */
// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#PodSandboxStatus
export interface PodSandboxStatus {
  readonly id: string;
  readonly metadata: PodSandboxMetadata;
  readonly state: PodSandboxState;
  readonly createdAt: number;
  readonly network?: PodSandboxNetworkStatus;
  readonly linux?: LinuxPodSandboxStatus;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly runtimeHandler?: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#PodSandboxStatusResponse
export interface PodSandboxStatusResponse {
  readonly status?: PodSandboxStatus;
  readonly info?: Readonly<Record<string, string>>;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#PodSandboxStateValue
export interface PodSandboxStateValue {
  readonly state: PodSandboxState;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#PodSandboxFilter
export interface PodSandboxFilter {
  readonly id?: string;
  readonly state?: PodSandboxStateValue;
  readonly labelSelector?: Readonly<Record<string, string>>;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ListPodSandboxRequest
export interface ListPodSandboxRequest {
  readonly filter?: PodSandboxFilter;
}

/** A sandbox in a list. */
// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#PodSandbox
export interface PodSandbox {
  readonly id: string;
  readonly metadata?: PodSandboxMetadata;
  readonly state: PodSandboxState;
  readonly createdAt: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly runtimeHandler?: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ListPodSandboxResponse
export interface ListPodSandboxResponse {
  readonly items: readonly PodSandbox[];
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ImageSpec
export interface ImageSpec {
  readonly image: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#KeyValue
export interface KeyValue {
  readonly key: string;
  readonly value: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#LinuxContainerResources
export interface LinuxContainerResources {
  readonly cpuPeriodUs?: number;
  readonly cpuQuotaUs?: number;
  readonly cpuShares?: number;
  readonly memoryLimitInBytes?: number;
  readonly oomScoreAdj?: number;
  readonly cpusetCpus?: string;
  readonly cpusetMems?: string;
  readonly hugepageLimits?: readonly HugepageLimit[];
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#HugepageLimit
export interface HugepageLimit {
  readonly pageSize: string;
  readonly limit: number;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#SELinuxOption
export interface SELinuxOption {
  readonly user?: string;
  readonly role?: string;
  readonly type?: string;
  readonly level?: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#Capability
export interface Capability {
  readonly addCapabilities?: readonly string[];
  readonly dropCapabilities?: readonly string[];
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#LinuxContainerSecurityContext
export interface LinuxContainerSecurityContext {
  readonly capabilities?: Capability;
  readonly privileged?: boolean;
  readonly namespaceOptions?: NamespaceOption;
  readonly selinuxOptions?: SELinuxOption;
  readonly runAsUser?: Int64Value;
  readonly runAsGroup?: Int64Value;
  readonly runAsUsername?: string;
  readonly readonlyRootfs?: boolean;
  readonly supplementalGroups?: readonly number[];
  readonly noNewPrivs?: boolean;
  readonly maskedPaths?: readonly string[];
  readonly readonlyPaths?: readonly string[];
  readonly seccomp?: SecurityProfile;
  readonly apparmor?: SecurityProfile;
  readonly apparmorProfile?: string;
  readonly seccompProfilePath?: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#LinuxContainerConfig
export interface LinuxContainerConfig {
  readonly resources?: LinuxContainerResources;
  readonly securityContext?: LinuxContainerSecurityContext;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ContainerMetadata
export interface ContainerMetadata {
  readonly name: string;
  readonly attempt: number;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#Device
export interface Device {
  readonly containerPath: string;
  readonly hostPath: string;
  readonly permissions: string;
}

/** What a container is to be like. */
// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ContainerConfig
export interface ContainerConfig {
  readonly metadata: ContainerMetadata;
  readonly image: ImageSpec;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly workingDir?: string;
  readonly envs?: readonly KeyValue[];
  readonly mounts?: readonly Mount[];
  readonly devices?: readonly Device[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly logPath: string;
  readonly stdin?: boolean;
  readonly stdinOnce?: boolean;
  readonly tty?: boolean;
  readonly linux?: LinuxContainerConfig;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#CreateContainerRequest
export interface CreateContainerRequest {
  readonly podSandboxId: string;
  readonly config: ContainerConfig;
  readonly sandboxConfig: PodSandboxConfig;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#CreateContainerResponse
export interface CreateContainerResponse {
  readonly containerId: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#StartContainerRequest
export interface StartContainerRequest {
  readonly containerId: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#StopContainerRequest
export interface StopContainerRequest {
  readonly containerId: string;
  readonly timeoutS: number;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#RemoveContainerRequest
export interface RemoveContainerRequest {
  readonly containerId: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ContainerState
export type ContainerState =
  'CONTAINER_CREATED' | 'CONTAINER_RUNNING' | 'CONTAINER_EXITED' | 'CONTAINER_UNKNOWN';

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ContainerStateValue
export interface ContainerStateValue {
  readonly state: ContainerState;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ContainerFilter
export interface ContainerFilter {
  readonly id?: string;
  readonly state?: ContainerStateValue;
  readonly podSandboxId?: string;
  readonly labelSelector?: Readonly<Record<string, string>>;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ListContainersRequest
export interface ListContainersRequest {
  readonly filter?: ContainerFilter;
}

/** A container in a list. */
// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#Container
export interface Container {
  readonly id: string;
  readonly podSandboxId: string;
  readonly metadata?: ContainerMetadata;
  readonly image?: ImageSpec;
  readonly imageRef: string;
  readonly state: ContainerState;
  readonly createdAt: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ListContainersResponse
export interface ListContainersResponse {
  readonly containers: readonly Container[];
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ContainerStatusRequest
export interface ContainerStatusRequest {
  readonly containerId: string;
  readonly verbose?: boolean;
}

/** What a runtime says of a container. */
// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ContainerStatus
export interface ContainerStatus {
  readonly id: string;
  readonly metadata?: ContainerMetadata;
  readonly state: ContainerState;
  readonly createdAt: number;
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly exitCode: number;
  readonly image: ImageSpec;
  readonly imageRef: string;
  readonly reason?: string;
  readonly message?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly mounts?: readonly Mount[];
  readonly logPath?: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ContainerStatusResponse
export interface ContainerStatusResponse {
  readonly status?: ContainerStatus;
  readonly info?: Readonly<Record<string, string>>;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#UpdateContainerResourcesRequest
export interface UpdateContainerResourcesRequest {
  readonly containerId: string;
  readonly linux?: LinuxContainerResources;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Without end if `timeoutS` is 0. */
// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ExecSyncRequest
export interface ExecSyncRequest {
  readonly containerId: string;
  readonly cmd: readonly string[];
  readonly timeoutS?: number;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ExecSyncResponse
export interface ExecSyncResponse {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ExecRequest
export interface ExecRequest {
  readonly containerId: string;
  readonly cmd: readonly string[];
  readonly tty?: boolean;
  readonly stdin?: boolean;
  readonly stdout?: boolean;
  readonly stderr?: boolean;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ExecResponse
export interface ExecResponse {
  readonly url: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#AttachRequest
export interface AttachRequest {
  readonly containerId: string;
  readonly stdin?: boolean;
  readonly tty?: boolean;
  readonly stdout?: boolean;
  readonly stderr?: boolean;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#AttachResponse
export interface AttachResponse {
  readonly url: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#PortForwardRequest
export interface PortForwardRequest {
  readonly podSandboxId: string;
  readonly port: readonly number[];
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#PortForwardResponse
export interface PortForwardResponse {
  readonly url: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ImageFilter
export interface ImageFilter {
  readonly image?: ImageSpec;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ListImagesRequest
export interface ListImagesRequest {
  readonly filter?: ImageFilter;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#Image
export interface Image {
  readonly id: string;
  readonly repoTags?: readonly string[];
  readonly repoDigests?: readonly string[];
  readonly size: number;
  readonly uid?: Int64Value;
  readonly username?: string;
  readonly spec?: ImageSpec;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ListImagesResponse
export interface ListImagesResponse {
  readonly images: readonly Image[];
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ImageStatusRequest
export interface ImageStatusRequest {
  readonly image: ImageSpec;
  readonly verbose?: boolean;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ImageStatusResponse
export interface ImageStatusResponse {
  readonly image?: Image;
  readonly info?: Readonly<Record<string, string>>;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#AuthConfig
export interface AuthConfig {
  readonly username?: string;
  readonly password?: string;
  readonly auth?: string;
  readonly serverAddress?: string;
  readonly identityToken?: string;
  readonly registryToken?: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#PullImageRequest
export interface PullImageRequest {
  readonly image: ImageSpec;
  readonly auth?: AuthConfig;
  readonly sandboxConfig?: PodSandboxConfig;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#PullImageResponse
export interface PullImageResponse {
  readonly imageRef: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#RemoveImageRequest
export interface RemoveImageRequest {
  readonly image: ImageSpec;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#NetworkConfig
export interface NetworkConfig {
  readonly podCidr: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#RuntimeConfig
export interface RuntimeConfig {
  readonly networkConfig?: NetworkConfig;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#UpdateRuntimeConfigRequest
export interface UpdateRuntimeConfigRequest {
  readonly runtimeConfig?: RuntimeConfig;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#RuntimeCondition
export interface RuntimeCondition {
  readonly type: string;
  readonly status: boolean;
  readonly reason?: string;
  readonly message?: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#RuntimeStatus
export interface RuntimeStatus {
  readonly conditions: readonly RuntimeCondition[];
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#StatusRequest
export interface StatusRequest {
  readonly verbose?: boolean;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#StatusResponse
export interface StatusResponse {
  readonly status?: RuntimeStatus;
  readonly info?: Readonly<Record<string, string>>;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#UInt64Value
export interface UInt64Value {
  readonly value: number;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#FilesystemIdentifier
export interface FilesystemIdentifier {
  readonly mountpoint: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#FilesystemUsage
export interface FilesystemUsage {
  readonly timestamp: number;
  readonly fsId?: FilesystemIdentifier;
  readonly usedBytes?: UInt64Value;
  readonly inodesUsed?: UInt64Value;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ImageFsInfoResponse
export interface ImageFsInfoResponse {
  readonly imageFilesystems: readonly FilesystemUsage[];
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ContainerStatsRequest
export interface ContainerStatsRequest {
  readonly containerId: string;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ContainerStatsResponse
export interface ContainerStatsResponse {
  readonly stats?: ContainerStats;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ListContainerStatsRequest
export interface ListContainerStatsRequest {
  readonly filter?: ContainerStatsFilter;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ContainerStatsFilter
export interface ContainerStatsFilter {
  readonly id?: string;
  readonly podSandboxId?: string;
  readonly labelSelector?: Readonly<Record<string, string>>;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ListContainerStatsResponse
export interface ListContainerStatsResponse {
  readonly stats: readonly ContainerStats[];
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ContainerAttributes
export interface ContainerAttributes {
  readonly id: string;
  readonly metadata?: ContainerMetadata;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ContainerStats
export interface ContainerStats {
  readonly attributes?: ContainerAttributes;
  readonly cpu?: CpuUsage;
  readonly memory?: MemoryUsage;
  readonly writableLayer?: FilesystemUsage;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#CpuUsage
export interface CpuUsage {
  readonly timestamp: number;
  readonly usageCoreNanoSeconds?: UInt64Value;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#MemoryUsage
export interface MemoryUsage {
  readonly timestamp: number;
  readonly workingSetBytes?: UInt64Value;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.go#ReopenContainerLogRequest
export interface ReopenContainerLogRequest {
  readonly containerId: string;
}
