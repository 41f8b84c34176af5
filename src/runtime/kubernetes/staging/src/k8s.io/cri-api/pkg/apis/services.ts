import type { Result } from '../../../../../../../go/result.ts';
import type { Blocking } from '../../../../../../../sim/process.ts';
import type {
  AttachRequest,
  AttachResponse,
  AuthConfig,
  Container,
  ContainerConfig,
  ContainerFilter,
  ContainerStats,
  ContainerStatsFilter,
  ContainerStatus,
  ExecRequest,
  ExecResponse,
  ExecSyncResponse,
  FilesystemUsage,
  Image,
  ImageFilter,
  ImageSpec,
  LinuxContainerResources,
  PodSandbox,
  PodSandboxConfig,
  PodSandboxFilter,
  PodSandboxStatus,
  PortForwardRequest,
  PortForwardResponse,
  RuntimeConfig,
  RuntimeStatus,
  VersionResponse,
} from './runtime/v1alpha2/api.pb.ts';

// What a kubelet asks of a runtime. Every call goes over a socket, so each may park.

/** An error, or that there was none. */
export type Done = Error | undefined;

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/services.go#RuntimeVersioner
export interface RuntimeVersioner {
  version(apiVersion: string): Blocking<Result<VersionResponse>>;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/services.go#ContainerManager
export interface ContainerManager {
  /** Gives the id. */
  createContainer(
    podSandboxID: string,
    config: ContainerConfig,
    sandboxConfig: PodSandboxConfig,
  ): Blocking<Result<string>>;
  startContainer(containerID: string): Blocking<Done>;
  /** Lets it end by itself for `timeoutS` seconds. */
  stopContainer(containerID: string, timeoutS: number): Blocking<Done>;
  removeContainer(containerID: string): Blocking<Done>;
  listContainers(filter?: ContainerFilter): Blocking<Result<readonly Container[]>>;
  containerStatus(containerID: string): Blocking<Result<ContainerStatus>>;
  updateContainerResources(containerID: string, resources: LinuxContainerResources): Blocking<Done>;
  /**
   * Runs a command to its end, at most for `timeoutMs` if that is not 0. An error says that it could not, or that the command ended with
   * another code than 0: then there is what it wrote as well.
   */
  execSync(
    containerID: string,
    cmd: readonly string[],
    timeoutMs: number,
  ): Blocking<[output: Pick<ExecSyncResponse, 'stdout' | 'stderr'>, err: Done]>;
  /** Gives the address at which a command can be run. */
  exec(req: ExecRequest): Blocking<Result<ExecResponse>>;
  attach(req: AttachRequest): Blocking<Result<AttachResponse>>;
  reopenContainerLog(containerID: string): Blocking<Done>;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/services.go#PodSandboxManager
export interface PodSandboxManager {
  /** Makes a sandbox and starts it. Gives the id. */
  runPodSandbox(config: PodSandboxConfig, runtimeHandler: string): Blocking<Result<string>>;
  /** Also ends what runs in it. */
  stopPodSandbox(podSandboxID: string): Blocking<Done>;
  removePodSandbox(podSandboxID: string): Blocking<Done>;
  podSandboxStatus(podSandboxID: string): Blocking<Result<PodSandboxStatus>>;
  listPodSandbox(filter?: PodSandboxFilter): Blocking<Result<readonly PodSandbox[]>>;
  portForward(req: PortForwardRequest): Blocking<Result<PortForwardResponse>>;
}

// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/services.go#ContainerStatsManager
export interface ContainerStatsManager {
  containerStats(containerID: string): Blocking<Result<ContainerStats>>;
  listContainerStats(filter?: ContainerStatsFilter): Blocking<Result<readonly ContainerStats[]>>;
}

/** What runs containers. */
// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/services.go#RuntimeService
export interface RuntimeService
  extends RuntimeVersioner, ContainerManager, PodSandboxManager, ContainerStatsManager {
  updateRuntimeConfig(runtimeConfig: RuntimeConfig): Blocking<Done>;
  status(): Blocking<Result<RuntimeStatus>>;
}

/** What keeps images. */
// Mirrors: staging/src/k8s.io/cri-api/pkg/apis/services.go#ImageManagerService
export interface ImageManagerService {
  listImages(filter?: ImageFilter): Blocking<Result<readonly Image[]>>;
  /** Neither an image nor an error if there is none of that name. */
  imageStatus(image: ImageSpec): Blocking<[image: Image | undefined, err: Done]>;
  /** Gives what the image is to be called from now on. */
  pullImage(
    image: ImageSpec,
    auth: AuthConfig | undefined,
    podSandboxConfig: PodSandboxConfig | undefined,
  ): Blocking<Result<string>>;
  removeImage(image: ImageSpec): Blocking<Done>;
  imageFsInfo(): Blocking<Result<readonly FilesystemUsage[]>>;
}
