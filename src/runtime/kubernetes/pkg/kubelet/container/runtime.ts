import type { Container as APIContainer, Secret } from 'kubernetes-types/core/v1';
import type { Result } from '../../../../go/result.ts';
import { quote } from '../../../../go/strconv.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type {
  MountPropagation,
  PodSandboxConfig,
  PodSandboxStatus,
} from '../../../staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.ts';
import type { Done } from '../../../staging/src/k8s.io/cri-api/pkg/apis/services.ts';
import type { Backoff } from '../../../staging/src/k8s.io/client-go/util/flowcontrol/backoff.ts';
import type { Pod as APIPod } from '../../api/objects.ts';
import type { GCPolicy } from './container_gc.ts';
import type { PodSyncResult } from './sync_result.ts';

/** A version that can be told, and compared with another. */
// Mirrors: pkg/kubelet/container/runtime.go#Version
export interface Version {
  /** -1, 0 or 1. */
  compare(other: string): Result<number>;
  toString(): string;
}

// Mirrors: pkg/kubelet/container/runtime.go#ImageSpec
export interface ImageSpec {
  readonly image: string;
  readonly annotations?: readonly Annotation[];
}

// Mirrors: pkg/kubelet/container/runtime.go#ImageStats
export interface ImageStats {
  readonly totalStorageBytes: number;
}

/** A runtime as the rest of a kubelet sees it: in pods. */
// Mirrors: pkg/kubelet/container/runtime.go#Runtime
export interface Runtime extends ImageService {
  type(): string;
  supportsSingleFileMapping(): boolean;
  version(): Blocking<Result<Version>>;
  apiVersion(): Blocking<Result<Version>>;
  status(): Blocking<Result<RuntimeStatus>>;
  /** Those with running containers, or with `all` those with dead ones too. */
  getPods(all: boolean): Blocking<Result<Pod[]>>;
  garbageCollect(
    gcPolicy: GCPolicy,
    allSourcesReady: boolean,
    evictNonDeletedPods: boolean,
  ): Blocking<Error | undefined>;
  /** Makes a pod as it should be. */
  syncPod(
    pod: APIPod,
    podStatus: PodStatus,
    pullSecrets: readonly Secret[],
    backOff: Backoff,
  ): Blocking<PodSyncResult>;
  /** Ends all containers of a pod, whose spec need not be known any more. `gracePeriodOverride` is in seconds. */
  killPod(
    pod: APIPod | undefined,
    runningPod: Pod,
    gracePeriodOverride: number | undefined,
  ): Blocking<Error | undefined>;
  getPodStatus(uid: string, name: string, namespace: string): Blocking<Result<PodStatus>>;
  deleteContainer(containerID: ContainerID): Blocking<Done>;
  deleteSandbox(sandboxID: string): Blocking<Done>;
  updatePodCIDR(podCIDR: string): Blocking<Done>;
}

/** Runtimes that stream by themselves: each call gives the address at which. */
// Mirrors: pkg/kubelet/container/runtime.go#StreamingRuntime
export interface StreamingRuntime {
  getExec(id: ContainerID, cmd: readonly string[], streams: Streams): Blocking<Result<string>>;
  getAttach(id: ContainerID, streams: Streams): Blocking<Result<string>>;
  getPortForward(
    podName: string,
    podNamespace: string,
    podUID: string,
    ports: readonly number[],
  ): Blocking<Result<string>>;
}

/** Which streams of a process are wanted. */
export interface Streams {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
}

// Mirrors: pkg/kubelet/container/runtime.go#ImageService
export interface ImageService {
  /** Gives what the image is to be called from now on. */
  pullImage(
    image: ImageSpec,
    pullSecrets: readonly Secret[],
    podSandboxConfig: PodSandboxConfig | undefined,
  ): Blocking<Result<string>>;
  /** Empty if the image is not there. */
  getImageRef(image: ImageSpec): Blocking<Result<string>>;
  listImages(): Blocking<Result<Image[]>>;
  removeImage(image: ImageSpec): Blocking<Done>;
  imageStats(): Blocking<Result<ImageStats>>;
}

// Mirrors: pkg/kubelet/container/runtime.go#CommandRunner
export interface CommandRunner {
  /** What the command wrote, and an error if it could not be run or ended with another code than 0. */
  runInContainer(
    id: ContainerID,
    cmd: readonly string[],
    timeoutMs: number,
  ): Blocking<[output: string, err: Done]>;
}

/** Some containers and the sandboxes of a pod. */
// Mirrors: pkg/kubelet/container/runtime.go#Pod
export interface Pod {
  readonly id: string;
  readonly name: string;
  readonly namespace: string;
  readonly containers: readonly Container[];
  /** Sandboxes, as if they were containers. */
  readonly sandboxes: readonly Container[];
}

/** A pod of the API and the same pod as it runs. */
// Mirrors: pkg/kubelet/container/runtime.go#PodPair
export interface PodPair {
  readonly apiPod: APIPod;
  readonly runningPod: Pod;
}

/** Which container, of which runtime. Two of the same text are the same. */
// Mirrors: pkg/kubelet/container/runtime.go#ContainerID
export class ContainerID {
  readonly type: string;
  readonly id: string;

  constructor(type: string, id: string) {
    this.type = type;
    this.id = id;
  }

  // Mirrors: pkg/kubelet/container/runtime.go#ContainerID.String
  toString(): string {
    return `${this.type}://${this.id}`;
  }

  // Mirrors: pkg/kubelet/container/runtime.go#ContainerID.IsEmpty
  isEmpty(): boolean {
    return this.type === '' && this.id === '';
  }

  // Mirrors: pkg/kubelet/container/runtime.go#ContainerID.MarshalJSON
  toJSON(): string {
    return this.toString();
  }
}

// Mirrors: pkg/kubelet/container/runtime.go#BuildContainerID
export function buildContainerID(typ: string, ID: string): ContainerID {
  return new ContainerID(typ, ID);
}

/** The id that a text such as `docker://abc` says; the empty one if it says none. */
// Mirrors: pkg/kubelet/container/runtime.go#ParseContainerID
export function parseContainerID(containerID: string): ContainerID {
  const [id] = parseString(containerID);
  return id ?? new ContainerID('', '');
}

// Mirrors: pkg/kubelet/container/runtime.go#ContainerID.ParseString
export function parseString(data: string): Result<ContainerID> {
  const parts = data.replace(/^"+|"+$/g, '').split('://');
  const [type, id] = parts;
  if (parts.length !== 2 || type === undefined || id === undefined)
    return [undefined, new Error(`invalid container ID: ${quote(data)}`)];
  return [new ContainerID(type, id), undefined];
}

/** `created` is made and not started; `unknown` is all that nobody cares about, such as paused. */
// Mirrors: pkg/kubelet/container/runtime.go#State
export type State = 'created' | 'running' | 'exited' | 'unknown';

// Mirrors: pkg/kubelet/container/runtime.go#Container
export interface Container {
  readonly id: ContainerID;
  readonly name: string;
  /** With its tag. */
  readonly image: string;
  readonly imageID: string;
  /** Of its spec; 0 if nobody wrote one down. */
  readonly hash: number;
  readonly state: State;
}

/** What a runtime says of a pod: the newest containers and sandboxes first. */
// Mirrors: pkg/kubelet/container/runtime.go#PodStatus
export interface PodStatus {
  readonly id: string;
  readonly name: string;
  readonly namespace: string;
  readonly ips: readonly string[];
  readonly containerStatuses: readonly Status[];
  readonly sandboxStatuses: readonly PodSandboxStatus[];
}

/** What a runtime says of a container. Moments are in virtual ms of the machine. */
// Mirrors: pkg/kubelet/container/runtime.go#Status
export interface Status {
  readonly id: ContainerID;
  readonly name: string;
  readonly podSandboxID: string;
  readonly state: State;
  readonly createdAt: number;
  /** Undefined until it has started. */
  readonly startedAt?: number;
  /** Undefined until it has ended. */
  readonly finishedAt?: number;
  readonly exitCode: number;
  readonly image: string;
  readonly imageID: string;
  readonly hash: number;
  readonly restartCount: number;
  readonly reason: string;
  readonly message: string;
}

/** The newest status of a container of that name. */
// Mirrors: pkg/kubelet/container/runtime.go#PodStatus.FindContainerStatusByName
export function findContainerStatusByName(podStatus: PodStatus, containerName: string): Status | undefined {
  return podStatus.containerStatuses.find(({ name }) => name === containerName);
}

// Mirrors: pkg/kubelet/container/runtime.go#PodStatus.GetRunningContainerStatuses
export function getRunningContainerStatuses(podStatus: PodStatus): Status[] {
  return podStatus.containerStatuses.filter(({ state }) => state === 'running');
}

// Mirrors: pkg/kubelet/container/runtime.go#Image
export interface Image {
  readonly id: string;
  readonly repoTags?: readonly string[];
  readonly repoDigests?: readonly string[];
  /** In bytes. */
  readonly size: number;
  readonly spec?: ImageSpec;
}

// Mirrors: pkg/kubelet/container/runtime.go#EnvVar
export interface EnvVar {
  readonly name: string;
  readonly value: string;
}

// Mirrors: pkg/kubelet/container/runtime.go#Annotation
export interface Annotation {
  readonly name: string;
  readonly value: string;
}

// Mirrors: pkg/kubelet/container/runtime.go#Mount
export interface Mount {
  readonly name: string;
  readonly containerPath: string;
  readonly hostPath: string;
  readonly readOnly: boolean;
  readonly seLinuxRelabel: boolean;
  readonly propagation: MountPropagation;
}

// Mirrors: pkg/kubelet/container/runtime.go#PortMapping
export interface PortMapping {
  readonly protocol: string;
  readonly containerPort: number;
  readonly hostPort: number;
  readonly hostIP: string;
}

// Mirrors: pkg/kubelet/container/runtime.go#DeviceInfo
export interface DeviceInfo {
  readonly pathOnHost: string;
  readonly pathInContainer: string;
  readonly permissions: string;
}

/** What only the kubelet knows of how a container is to run. */
// Mirrors: pkg/kubelet/container/runtime.go#RunContainerOptions
export interface RunContainerOptions {
  readonly envs: readonly EnvVar[];
  readonly mounts: readonly Mount[];
  readonly devices: readonly DeviceInfo[];
  readonly annotations: readonly Annotation[];
  /** Where the file for the last words of the container is made; empty for nowhere. */
  readonly podContainerDir: string;
}

/** `RuntimeReady`: containers can be run. `NetworkReady`: also those that need a network. */
// Mirrors: pkg/kubelet/container/runtime.go#RuntimeConditionType
export type RuntimeConditionType = 'RuntimeReady' | 'NetworkReady';

// Mirrors: pkg/kubelet/container/runtime.go#RuntimeStatus
export interface RuntimeStatus {
  readonly conditions: readonly RuntimeCondition[];
}

// Mirrors: pkg/kubelet/container/runtime.go#RuntimeStatus.GetRuntimeCondition
export function getRuntimeCondition(r: RuntimeStatus, t: RuntimeConditionType): RuntimeCondition | undefined {
  return r.conditions.find(({ type }) => type === t);
}

// Mirrors: pkg/kubelet/container/runtime.go#RuntimeStatus.String
export function runtimeStatusString(r: RuntimeStatus): string {
  return `Runtime Conditions: ${r.conditions.map(runtimeConditionString).join(', ')}`;
}

// Mirrors: pkg/kubelet/container/runtime.go#RuntimeCondition
export interface RuntimeCondition {
  readonly type: string;
  readonly status: boolean;
  readonly reason: string;
  readonly message: string;
}

// Mirrors: pkg/kubelet/container/runtime.go#RuntimeCondition.String
export function runtimeConditionString({ type, status, reason, message }: RuntimeCondition): string {
  return `${type}=${status} reason:${reason} message:${message}`;
}

const noPod: Pod = { id: '', name: '', namespace: '', containers: [], sandboxes: [] };

/** The pod of that uid; an empty one if there is none. */
// Mirrors: pkg/kubelet/container/runtime.go#Pods.FindPodByID
export function findPodByID(p: readonly Pod[], podUID: string): Pod {
  return p.find(({ id }) => id === podUID) ?? noPod;
}

// Mirrors: pkg/kubelet/container/runtime.go#Pods.FindPodByFullName
export function findPodByFullName(p: readonly Pod[], podFullName: string): Pod {
  return p.find(({ name, namespace }) => buildPodFullName(name, namespace) === podFullName) ?? noPod;
}

/** By the name if there is one, else by the uid. */
// Mirrors: pkg/kubelet/container/runtime.go#Pods.FindPod
export function findPod(p: readonly Pod[], podFullName: string, podUID: string): Pod {
  return podFullName.length > 0 ? findPodByFullName(p, podFullName) : findPodByID(p, podUID);
}

// Mirrors: pkg/kubelet/container/runtime.go#Pod.FindContainerByName
export function findContainerByName(p: Pod, containerName: string): Container | undefined {
  return p.containers.find(({ name }) => name === containerName);
}

// Mirrors: pkg/kubelet/container/runtime.go#Pod.FindContainerByID
export function findContainerByID(p: Pod, id: ContainerID): Container | undefined {
  return p.containers.find((c) => String(c.id) === String(id));
}

// Mirrors: pkg/kubelet/container/runtime.go#Pod.FindSandboxByID
export function findSandboxByID(p: Pod, id: ContainerID): Container | undefined {
  return p.sandboxes.find((c) => String(c.id) === String(id));
}

/** A pod of the API with as much as a running one tells. */
// Mirrors: pkg/kubelet/container/runtime.go#Pod.ToAPIPod
export function toAPIPod({ id, name, namespace, containers }: Pod): APIPod {
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { uid: id, name, namespace, resourceVersion: '' },
    spec: { containers: containers.map((c): APIContainer => ({ name: c.name, image: c.image })) },
    status: {},
  };
}

// Mirrors: pkg/kubelet/container/runtime.go#Pod.IsEmpty
export function isEmpty(p: Pod): boolean {
  return p.id + p.name + p.namespace === '' && p.containers.length + p.sandboxes.length === 0;
}

/** Name and namespace in one. An underscore is in no name. */
// Mirrors: pkg/kubelet/container/runtime.go#GetPodFullName
export function getPodFullName({ metadata }: APIPod): string {
  return `${metadata.name}_${metadata.namespace}`;
}

// Mirrors: pkg/kubelet/container/runtime.go#BuildPodFullName
export function buildPodFullName(name: string, namespace: string): string {
  return `${name}_${namespace}`;
}

// Mirrors: pkg/kubelet/container/runtime.go#ParsePodFullName
export function parsePodFullName(podFullName: string): Result<[name: string, namespace: string]> {
  const [name = '', namespace = '', ...more] = podFullName.split('_');
  if (more.length > 0 || name === '' || namespace === '')
    return [undefined, new Error(`failed to parse the pod full name ${quote(podFullName)}`)];
  return [[name, namespace], undefined];
}

/** The oldest first. */
// Mirrors: pkg/kubelet/container/runtime.go#SortContainerStatusesByCreationTime
export const sortContainerStatusesByCreationTime = (a: Status, b: Status): number =>
  a.createdAt - b.createdAt;

/** How much the containers of a pod together may leave as their last words, in bytes. */
// Mirrors: pkg/kubelet/container/runtime.go#MaxPodTerminationMessageLogLength
export const maxPodTerminationMessageLogLength = 1024 * 12;
// Mirrors: pkg/kubelet/container/runtime.go#MaxContainerTerminationMessageLength
export const maxContainerTerminationMessageLength = 1024 * 4;
/** How much is taken from the log where a container left no last words. */
// Mirrors: pkg/kubelet/container/runtime.go#MaxContainerTerminationMessageLogLength
export const maxContainerTerminationMessageLogLength = 1024 * 2;
// Mirrors: pkg/kubelet/container/runtime.go#MaxContainerTerminationMessageLogLines
export const maxContainerTerminationMessageLogLines = 80;
