import type { Container, Secret } from 'kubernetes-types/core/v1';
import { isNotExist } from '../../../../go/fs.ts';
import { formatDuration } from '../../../../go/duration.ts';
import type { Result } from '../../../../go/result.ts';
import { quote } from '../../../../go/strconv.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import type { EventRecorder } from '../../../staging/src/k8s.io/client-go/tools/record/event.ts';
import { getReference } from '../../../staging/src/k8s.io/client-go/tools/reference/ref.ts';
import type { Backoff } from '../../../staging/src/k8s.io/client-go/util/flowcontrol/backoff.ts';
import {
  parseGeneric,
  parseSemantic,
} from '../../../staging/src/k8s.io/apimachinery/pkg/util/version/version.ts';
import type { Gates } from '../../../staging/src/k8s.io/component-base/featuregate/feature_gate.ts';
import type {
  PodSandboxConfig,
  PodSandboxStatus,
  VersionResponse,
} from '../../../staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.ts';
import type {
  Done,
  ImageManagerService,
  RuntimeService,
} from '../../../staging/src/k8s.io/cri-api/pkg/apis/services.ts';
import type { Pod } from '../../api/objects.ts';
import { BasicDockerKeyring, type DockerKeyring } from '../../credentialprovider/keyring.ts';
import type { InternalContainerLifecycle } from '../cm/internal_container_lifecycle.ts';
import type { GCPolicy } from '../container/container_gc.ts';
import {
  type HandlerRunner,
  type RuntimeHelper,
  convertPodStatusToRunningPod,
  filterEventRecorder,
  hashContainer,
  isHostNetworkPod,
  shouldContainerBeRestarted,
} from '../container/helpers.ts';
import type { OSInterface } from '../container/os.ts';
import { generateContainerRef } from '../container/ref.ts';
import {
  type CommandRunner,
  type ContainerID,
  type Image,
  type ImageSpec,
  type ImageStats,
  type Container as KubeContainer,
  type Pod as KubePod,
  type PodStatus,
  type Runtime,
  type RuntimeStatus,
  type Status,
  type StreamingRuntime,
  type Streams,
  type Version,
  findContainerStatusByName,
} from '../container/runtime.ts';
import {
  PodSyncResult,
  errConfigPodSandbox,
  errCrashLoopBackOff,
  errCreatePodSandbox,
  errKillContainer,
  errKillPodSandbox,
  newSyncResult,
} from '../container/sync_result.ts';
import {
  backOffStartContainer,
  failedCreatePodSandBox,
  failedStatusPodSandBox,
  sandboxChanged,
} from '../events/event.ts';
import { newImageManager } from '../images/image_manager.ts';
import type { ImageManager } from '../images/types.ts';
import { newHandlerRunner } from '../lifecycle/handlers.ts';
import type { ContainerLogManager } from '../logs/container_log_manager.ts';
import type { Manager as ResultsManager } from '../prober/results/results_manager.ts';
import type { HTTPGetter } from '../types/types.ts';
import { pod as formatPod } from '../util/format/pod.ts';
import {
  getStableKey,
  isInitContainerFailed,
  networkNamespaceForPod,
  podLogsRootDirectory,
  sandboxToKubeContainer,
  toKubeContainer,
  toKubeRuntimeStatus,
} from './helpers.ts';
import {
  type StartIn,
  type StartSpec,
  containerStartSpec,
  ephemeralContainerStartSpec,
  findNextInitContainerToRun,
  getExec,
  getKubeletContainers,
  getPodContainerStatuses,
  killContainer,
  killContainersWithSyncResult,
  pruneInitContainersBeforeStart,
  purgeInitContainers,
  removeContainer,
  runInContainer,
  startContainer,
  getAttach,
} from './kuberuntime_container.ts';
import { type ContainerGC, newContainerGC } from './kuberuntime_gc.ts';
import { getImageRef, imageStats, listImages, pullImage, removeImage } from './kuberuntime_image.ts';
import {
  createPodSandbox,
  deleteSandbox,
  determinePodSandboxIPs,
  generatePodSandboxConfig,
  getKubeletSandboxes,
  getPortForward,
  getSandboxIDByPodUID,
} from './kuberuntime_sandbox.ts';
import { getContainerInfoFromLabels } from './labels.ts';

/** The only version of the interface that this kubelet speaks. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#kubeRuntimeAPIVersion
const kubeRuntimeAPIVersion = '0.1.0';

/** How long the version of a runtime is believed. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#versionCacheTTL
const versionCacheTTLMs = 60_000;

// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#ErrVersionNotSupported
export const errVersionNotSupported: Error = new Error('runtime api version is not supported');

/** Says which pods are gone, and which have ended. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#podStateProvider
export interface PodStateProvider {
  isPodDeleted(uid: string): boolean;
  isPodTerminated(uid: string): boolean;
}

/** What a runtime manager must know of its machine. */
export interface MachineInfo {
  readonly machineID: string;
  /** In bytes. */
  readonly memoryCapacity: number;
  /** Sizes of large pages, as the kernel names them: `2MB`. */
  readonly hugePageSizes: readonly string[];
}

/** Finds the handler of a class of runtimes. */
export interface RuntimeClasses {
  lookupRuntimeHandler(runtimeClassName: string | undefined): Result<string>;
}

/** What a runtime manager is made of. */
export interface Parts {
  readonly sim: Sim;
  readonly gates: Gates;
  readonly recorder: EventRecorder;
  readonly livenessManager: Pick<ResultsManager, 'get'>;
  readonly startupManager: Pick<ResultsManager, 'get'>;
  readonly seccompProfileRoot: string;
  readonly machineInfo: MachineInfo;
  readonly podStateProvider: PodStateProvider;
  readonly osInterface: OSInterface;
  readonly runtimeHelper: RuntimeHelper;
  readonly httpClient: HTTPGetter;
  readonly imageBackOff: Backoff;
  readonly serializeImagePulls: boolean;
  readonly imagePullQPS: number;
  readonly imagePullBurst: number;
  readonly cpuCFSQuota: boolean;
  readonly cpuCFSQuotaPeriodUs: number;
  readonly runtimeService: RuntimeService;
  readonly imageService: ImageManagerService;
  readonly internalLifecycle: InternalContainerLifecycle;
  readonly logManager: ContainerLogManager;
  readonly runtimeClassManager?: RuntimeClasses;
  /** What the node itself has to show to registries; nothing if left out. */
  readonly keyring?: DockerKeyring;
}

/** What one container is to be ended for. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#containerToKillInfo
export interface ContainerToKillInfo {
  readonly id: ContainerID;
  readonly container: Container;
  readonly name: string;
  readonly message: string;
}

/** What is to be done for a pod. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#podActions
export interface PodActions {
  /** End all that runs, and the sandbox. */
  killPod: boolean;
  /** Make a new one. All init containers run again then. */
  createSandbox: boolean;
  /** In which containers are started; of the one that is to go, where there will be a new one. */
  sandboxID: string;
  /** How many there were before. */
  attempt: number;
  nextInitContainerToStart: Container | undefined;
  /** Places in the pod's spec. */
  containersToStart: number[];
  /** By id. */
  readonly containersToKill: Map<string, ContainerToKillInfo>;
  /** Places in the pod's spec. */
  readonly ephemeralContainersToStart: number[];
}

/**
 * Runs pods on any runtime that speaks the Container Runtime Interface. What upstream's type does in other files stands here in
 * files of those names, as functions that are given the manager.
 */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#kubeGenericRuntimeManager
export class KubeGenericRuntimeManager implements Runtime, StreamingRuntime, CommandRunner {
  readonly sim: Sim;
  readonly gates: Gates;
  readonly recorder: EventRecorder;
  readonly runtimeName: string;
  readonly osInterface: OSInterface;
  readonly machineInfo: MachineInfo;
  readonly runtimeHelper: RuntimeHelper;
  readonly cpuCFSQuota: boolean;
  readonly cpuCFSQuotaPeriodUs: number;
  readonly runtimeService: RuntimeService;
  readonly imageService: ImageManagerService;
  readonly seccompProfileRoot: string;
  readonly internalLifecycle: InternalContainerLifecycle;
  readonly logManager: ContainerLogManager;
  readonly runtimeClassManager: RuntimeClasses | undefined;
  readonly keyring: DockerKeyring;
  readonly imagePuller: ImageManager;
  readonly runner: HandlerRunner;
  readonly containerGC: ContainerGC;
  readonly #livenessManager: Pick<ResultsManager, 'get'>;
  readonly #startupManager: Pick<ResultsManager, 'get'>;
  #version: { readonly typed: VersionResponse; readonly at: number } | undefined;

  constructor(parts: Parts, runtimeName: string) {
    this.sim = parts.sim;
    this.gates = parts.gates;
    this.recorder = parts.recorder;
    this.runtimeName = runtimeName;
    this.osInterface = parts.osInterface;
    this.machineInfo = parts.machineInfo;
    this.runtimeHelper = parts.runtimeHelper;
    this.cpuCFSQuota = parts.cpuCFSQuota;
    this.cpuCFSQuotaPeriodUs = parts.cpuCFSQuotaPeriodUs;
    this.runtimeService = parts.runtimeService;
    this.imageService = parts.imageService;
    this.seccompProfileRoot = parts.seccompProfileRoot;
    this.internalLifecycle = parts.internalLifecycle;
    this.logManager = parts.logManager;
    this.runtimeClassManager = parts.runtimeClassManager;
    this.#livenessManager = parts.livenessManager;
    this.#startupManager = parts.startupManager;
    this.keyring = parts.keyring ?? new BasicDockerKeyring();
    this.imagePuller = newImageManager(
      parts.sim,
      filterEventRecorder(parts.recorder),
      this,
      parts.imageBackOff,
      parts.serializeImagePulls,
      parts.imagePullQPS,
      parts.imagePullBurst,
      parts.gates,
    );
    this.runner = newHandlerRunner(parts.httpClient, this, this);
    this.containerGC = newContainerGC(parts.podStateProvider, this);
  }

  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#kubeGenericRuntimeManager.Type
  type(): string {
    return this.runtimeName;
  }

  /** Only on Windows are there runtimes that cannot mount a single file. */
  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#kubeGenericRuntimeManager.SupportsSingleFileMapping
  supportsSingleFileMapping(): boolean {
    return true;
  }

  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#kubeGenericRuntimeManager.Version
  *version(): Blocking<Result<Version>> {
    const [typedVersion, err] = yield* getTypedVersion(this.runtimeService);
    return err ? [undefined, err] : newRuntimeVersion(typedVersion.runtimeVersion);
  }

  /** As it was some time ago, if that is not too long. */
  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#kubeGenericRuntimeManager.APIVersion
  *apiVersion(): Blocking<Result<Version>> {
    if (!this.#version || this.sim.now - this.#version.at > versionCacheTTLMs) {
      const [typed, err] = yield* getTypedVersion(this.runtimeService);
      if (err) return [undefined, err];
      this.#version = { typed, at: this.sim.now };
    }
    return newRuntimeVersion(this.#version.typed.runtimeApiVersion);
  }

  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#kubeGenericRuntimeManager.Status
  *status(): Blocking<Result<RuntimeStatus>> {
    const [status, err] = yield* this.runtimeService.status();
    return err ? [undefined, err] : [toKubeRuntimeStatus(status), undefined];
  }

  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#kubeGenericRuntimeManager.GetPods
  *getPods(all: boolean): Blocking<Result<KubePod[]>> {
    const pods = new Map<string, KubePod & { containers: KubeContainer[]; sandboxes: KubeContainer[] }>();
    const podOf = (id: string, name: string, namespace: string) => {
      const pod = pods.get(id) ?? { id, name, namespace, containers: [], sandboxes: [] };
      pods.set(id, pod);
      return pod;
    };
    const [sandboxes, sandboxesErr] = yield* getKubeletSandboxes(this, all);
    if (sandboxesErr) return [undefined, sandboxesErr];
    for (const s of sandboxes) {
      if (!s.metadata) continue;
      const p = podOf(s.metadata.uid, s.metadata.name, s.metadata.namespace);
      const [converted] = sandboxToKubeContainer(this, s);
      if (converted) p.sandboxes.push(converted);
    }
    const [containers, err] = yield* getKubeletContainers(this, all);
    if (err) return [undefined, err];
    for (const c of containers) {
      if (!c.metadata) continue;
      const { podUID, podName, podNamespace } = getContainerInfoFromLabels(c.labels);
      const pod = podOf(podUID, podName, podNamespace);
      const [converted] = toKubeContainer(this, c);
      if (converted) pod.containers.push(converted);
    }
    return [[...pods.values()], undefined];
  }

  /** Whether the pod needs a new sandbox, how many there were, and the one that it has. */
  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#kubeGenericRuntimeManager.podSandboxChanged
  #podSandboxChanged(pod: Pod, podStatus: PodStatus): [changed: boolean, attempt: number, sandboxID: string] {
    const [sandboxStatus] = podStatus.sandboxStatuses;
    if (!sandboxStatus) return [true, 0, ''];
    const { id, state, metadata, network } = sandboxStatus;
    const readySandboxCount = podStatus.sandboxStatuses.filter((s) => s.state === 'SANDBOX_READY').length;
    if (readySandboxCount > 1) return [true, metadata.attempt + 1, id];
    if (state !== 'SANDBOX_READY') return [true, metadata.attempt + 1, id];
    // Whether it has the network of the node, or one of its own.
    if (networkOf(sandboxStatus) !== networkNamespaceForPod(pod)) return [true, metadata.attempt + 1, ''];
    if (!isHostNetworkPod(pod) && (network?.ip ?? '') === '') return [true, metadata.attempt + 1, id];
    return [false, metadata.attempt, id];
  }

  /** What is to be done for a pod, so that it is as it should be. */
  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#kubeGenericRuntimeManager.computePodActions
  computePodActions(pod: Pod, podStatus: PodStatus): PodActions {
    const [createPodSandbox, attempt, sandboxID] = this.#podSandboxChanged(pod, podStatus);
    const changes: PodActions = {
      killPod: createPodSandbox,
      createSandbox: createPodSandbox,
      sandboxID,
      attempt,
      nextInitContainerToStart: undefined,
      containersToStart: [],
      containersToKill: new Map(),
      ephemeralContainersToStart: [],
    };
    if (createPodSandbox) return computeForNewSandbox(pod, podStatus, changes);

    // Containers for debugging start even while the pod is being initialized, and only once.
    if (this.gates.enabled('EphemeralContainers')) {
      for (const [i, c] of (pod.spec.ephemeralContainers ?? []).entries())
        if (!findContainerStatusByName(podStatus, c.name)) changes.ephemeralContainersToStart.push(i);
    }

    const [initLastStatus, next, done] = findNextInitContainerToRun(pod, podStatus);
    if (!done) {
      if (next) computeForInit(pod, next, initLastStatus, changes);
      // What is not initialized yet has no other containers.
      return changes;
    }

    let keepCount = 0;
    for (const [idx, container] of pod.spec.containers.entries())
      if (this.#computeForContainer(pod, podStatus, idx, container, changes)) keepCount++;
    if (keepCount === 0 && changes.containersToStart.length === 0) changes.killPod = true;
    return changes;
  }

  /** Whether one container is to start, or to end. True if it runs, and is to go on. */
  // Part of: pkg/kubelet/kuberuntime/kuberuntime_manager.go#kubeGenericRuntimeManager.computePodActions
  #computeForContainer(
    pod: Pod,
    podStatus: PodStatus,
    idx: number,
    container: Container,
    changes: PodActions,
  ): boolean {
    const containerStatus = findContainerStatusByName(podStatus, container.name);
    // What it had of its own, such as processors, is free at once.
    if (containerStatus && containerStatus.state !== 'running')
      this.internalLifecycle.postStopContainer(containerStatus.id.id);
    const kill = (status: Status, message: string): void => {
      const info = { id: status.id, name: status.name, container, message };
      changes.containersToKill.set(String(status.id), info);
    };
    if (!containerStatus || containerStatus.state !== 'running') {
      if (shouldContainerBeRestarted(container, pod, podStatus)) {
        changes.containersToStart.push(idx);
        // It may run for all that is known: there must not be two.
        if (containerStatus?.state === 'unknown')
          kill(
            containerStatus,
            `Container is in ${quote(containerStatus.state)} state, try killing it before restart`,
          );
      }
      return false;
    }
    let restart = shouldRestartOnFailure(pod);
    let message: string;
    if (containerChanged(container, containerStatus)) {
      message = `Container ${container.name} definition changed`;
      // Whatever the pod says of restarts: another container is wanted.
      restart = true;
    } else if (this.#livenessManager.get(containerStatus.id) === 'Failure') {
      message = `Container ${container.name} failed liveness probe`;
    } else if (this.#startupManager.get(containerStatus.id) === 'Failure') {
      message = `Container ${container.name} failed startup probe`;
    } else {
      return true;
    }
    if (restart) {
      message = `${message}, will be restarted`;
      changes.containersToStart.push(idx);
    }
    kill(containerStatus, message);
    return false;
  }

  /**
   * Makes a pod as it should be: ends what must not run, makes a sandbox if there is need of one, and starts containers for debugging,
   * the next init container, and all others.
   */
  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#kubeGenericRuntimeManager.SyncPod
  *syncPod(
    pod: Pod,
    podStatus: PodStatus,
    pullSecrets: readonly Secret[],
    backOff: Backoff,
  ): Blocking<PodSyncResult> {
    const result = new PodSyncResult();
    // Step 1: see what has changed.
    const podContainerChanges = this.computePodActions(pod, podStatus);
    if (podContainerChanges.createSandbox && podContainerChanges.sandboxID !== '')
      this.#recordPodEvent(
        pod,
        'Normal',
        sandboxChanged,
        'Pod sandbox changed, it will be killed and re-created.',
      );
    // Steps 2 and 3.
    if (!(yield* this.#killForSync(pod, podStatus, podContainerChanges, result))) return result;
    // All but the newest of each init container: the rest is left to the garbage collector.
    yield* pruneInitContainersBeforeStart(this, pod, podStatus);

    // Step 4: make a sandbox.
    let podSandboxID = podContainerChanges.sandboxID;
    // What is told to containers is the address that the pod has now, which may be newer than its status.
    let podIPs = podStatus.ips;
    if (podContainerChanges.createSandbox) {
      const created = yield* this.#createSandboxForSync(pod, podContainerChanges.attempt, result);
      if (!created) return result;
      podSandboxID = created.id;
      if (!isHostNetworkPod(pod)) podIPs = determinePodSandboxIPs(created.status);
    }
    const [podSandboxConfig, message] = this.#configForSync(pod, podContainerChanges.attempt);
    const configPodSandboxResult = newSyncResult('ConfigPodSandbox', podSandboxID);
    result.addSyncResult(configPodSandboxResult);
    if (!podSandboxConfig) {
      configPodSandboxResult.fail(errConfigPodSandbox, message);
      return result;
    }

    const [podIP = ''] = podIPs;
    const where = { podSandboxID, podSandboxConfig, pod, podStatus, pullSecrets, podIP, podIPs };
    yield* this.#startForSync(podContainerChanges, where, backOff, result);
    return result;
  }

  /**
   * Step 2: end the pod if it needs another sandbox. Step 3: else end those of its containers that must not run. True if all went well.
   */
  // Part of: pkg/kubelet/kuberuntime/kuberuntime_manager.go#kubeGenericRuntimeManager.SyncPod
  *#killForSync(
    pod: Pod,
    podStatus: PodStatus,
    podContainerChanges: PodActions,
    result: PodSyncResult,
  ): Blocking<boolean> {
    if (podContainerChanges.killPod) {
      const runningPod = convertPodStatusToRunningPod(this.runtimeName, podStatus);
      const killResult = yield* this.#killPodWithSyncResult(pod, runningPod, undefined);
      result.addPodSyncResult(killResult);
      if (killResult.error()) return false;
      if (podContainerChanges.createSandbox) yield* purgeInitContainers(this, pod, podStatus);
      return true;
    }
    for (const { id, name, message } of podContainerChanges.containersToKill.values()) {
      const killContainerResult = newSyncResult('KillContainer', name);
      result.addSyncResult(killContainerResult);
      const err = yield* killContainer(this, pod, id, name, message, undefined);
      if (!err) continue;
      killContainerResult.fail(errKillContainer, err.message);
      return false;
    }
    return true;
  }

  // Part of: pkg/kubelet/kuberuntime/kuberuntime_manager.go#kubeGenericRuntimeManager.SyncPod
  *#createSandboxForSync(
    pod: Pod,
    attempt: number,
    result: PodSyncResult,
  ): Blocking<{ readonly id: string; readonly status: PodSandboxStatus } | undefined> {
    const createSandboxResult = newSyncResult('CreatePodSandbox', formatPod(pod));
    result.addSyncResult(createSandboxResult);
    const [id, msg, err] = yield* createPodSandbox(this, pod, attempt);
    if (err) {
      createSandboxResult.fail(errCreatePodSandbox, msg);
      const text = `Failed to create pod sandbox: ${err.message}`;
      this.#recordPodEvent(pod, 'Warning', failedCreatePodSandBox, text);
      return undefined;
    }
    const [status, statusErr] = yield* this.runtimeService.podSandboxStatus(id);
    if (statusErr) {
      const text = `Unable to get pod sandbox status: ${statusErr.message}`;
      this.#recordPodEvent(pod, 'Warning', failedStatusPodSandBox, text);
      result.fail(statusErr);
      return undefined;
    }
    return { id, status };
  }

  // Part of: pkg/kubelet/kuberuntime/kuberuntime_manager.go#kubeGenericRuntimeManager.SyncPod
  #configForSync(pod: Pod, attempt: number): [PodSandboxConfig, ''] | [undefined, message: string] {
    const [podSandboxConfig, err] = generatePodSandboxConfig(this, pod, attempt);
    if (!err) return [podSandboxConfig, ''];
    return [undefined, `GeneratePodSandboxConfig for pod ${quote(formatPod(pod))} failed: ${err.message}`];
  }

  /** Step 5: start containers for debugging. Step 6: start the next init container. Step 7: start the others. */
  // Part of: pkg/kubelet/kuberuntime/kuberuntime_manager.go#kubeGenericRuntimeManager.SyncPod
  *#startForSync(
    podContainerChanges: PodActions,
    where: StartIn,
    backOff: Backoff,
    result: PodSyncResult,
  ): Blocking<void> {
    const { spec } = where.pod;
    const start = (of: StartSpec): Blocking<Error | undefined> => this.#startOne(of, where, backOff, result);
    if (this.gates.enabled('EphemeralContainers')) {
      for (const idx of podContainerChanges.ephemeralContainersToStart)
        yield* start(ephemeralContainerStartSpec(spec.ephemeralContainers![idx]!));
    }
    const container = podContainerChanges.nextInitContainerToStart;
    if (container && (yield* start(containerStartSpec(container)))) return;
    for (const idx of podContainerChanges.containersToStart)
      yield* start(containerStartSpec(spec.containers[idx]!));
  }

  /** Starts a container, unless it ended so lately that this has to wait. */
  // Part of: pkg/kubelet/kuberuntime/kuberuntime_manager.go#kubeGenericRuntimeManager.SyncPod
  *#startOne(
    spec: StartSpec,
    where: StartIn,
    backOff: Backoff,
    result: PodSyncResult,
  ): Blocking<Error | undefined> {
    const startContainerResult = newSyncResult('StartContainer', spec.container.name);
    result.addSyncResult(startContainerResult);
    const [isInBackOff, backOffMsg, backOffErr] = this.doBackOff(
      where.pod,
      spec.container,
      where.podStatus,
      backOff,
    );
    if (isInBackOff) {
      startContainerResult.fail(backOffErr, backOffMsg);
      return backOffErr;
    }
    const [msg, err] = yield* startContainer(this, spec, where);
    if (err) startContainerResult.fail(err, msg);
    return err;
  }

  /** Whether a container ended so lately that it has to wait; then with a message and an error. */
  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#kubeGenericRuntimeManager.doBackOff
  doBackOff(
    pod: Pod,
    container: Container,
    podStatus: PodStatus,
    backOff: Backoff,
  ): [isInBackOff: false, msg: '', err: undefined] | [isInBackOff: true, msg: string, err: Error] {
    const cStatus = podStatus.containerStatuses.find(
      (c) => c.name === container.name && c.state === 'exited',
    );
    if (!cStatus) return [false, '', undefined];
    // The wait begins when the container ended.
    const ts = cStatus.finishedAt ?? 0;
    const key = getStableKey(pod, container);
    if (backOff.isInBackOffSince(key, ts)) {
      const [ref] = generateContainerRef(pod, container, this.gates);
      if (ref)
        this.recorder.eventf(ref, 'Warning', backOffStartContainer, 'Back-off restarting failed container');
      const err = `back-off ${formatDuration(backOff.get(key))} restarting failed container=${container.name} pod=${formatPod(pod)}`;
      return [true, err, errCrashLoopBackOff];
    }
    backOff.next(key, ts);
    return [false, '', undefined];
  }

  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#kubeGenericRuntimeManager.KillPod
  *killPod(
    pod: Pod | undefined,
    runningPod: KubePod,
    gracePeriodOverride: number | undefined,
  ): Blocking<Error | undefined> {
    const err = yield* this.#killPodWithSyncResult(pod, runningPod, gracePeriodOverride);
    return err.error();
  }

  /** Ends all containers of a pod, then stops its sandboxes, which the garbage collector takes away later. */
  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#kubeGenericRuntimeManager.killPodWithSyncResult
  *#killPodWithSyncResult(
    pod: Pod | undefined,
    runningPod: KubePod,
    gracePeriodOverride: number | undefined,
  ): Blocking<PodSyncResult> {
    const result = new PodSyncResult();
    result.addSyncResult(
      ...(yield* killContainersWithSyncResult(this, pod, runningPod, gracePeriodOverride)),
    );
    const killSandboxResult = newSyncResult('KillPodSandbox', runningPod.id);
    result.addSyncResult(killSandboxResult);
    for (const podSandbox of runningPod.sandboxes) {
      const err = yield* this.runtimeService.stopPodSandbox(podSandbox.id.id);
      if (err) killSandboxResult.fail(errKillPodSandbox, err.message);
    }
    return result;
  }

  /** All that the runtime says of a pod. How often a container was restarted is known from the newest one that is left. */
  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#kubeGenericRuntimeManager.GetPodStatus
  *getPodStatus(uid: string, name: string, namespace: string): Blocking<Result<PodStatus>> {
    const [podSandboxIDs, idsErr] = yield* getSandboxIDByPodUID(this, uid, undefined);
    if (idsErr) return [undefined, idsErr];
    const sandboxStatuses: PodSandboxStatus[] = [];
    let ips: readonly string[] = []; // Go: podIPs
    for (const [idx, podSandboxID] of podSandboxIDs.entries()) {
      const [podSandboxStatus, statusErr] = yield* this.runtimeService.podSandboxStatus(podSandboxID);
      if (statusErr) return [undefined, statusErr];
      sandboxStatuses.push(podSandboxStatus);
      // The newest one has the address.
      if (idx === 0 && podSandboxStatus.state === 'SANDBOX_READY')
        ips = determinePodSandboxIPs(podSandboxStatus);
    }
    const [containerStatuses, err] = yield* getPodContainerStatuses(this, uid);
    if (err) return [undefined, err];
    return [{ id: uid, name, namespace, ips, sandboxStatuses, containerStatuses }, undefined];
  }

  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#kubeGenericRuntimeManager.GarbageCollect
  garbageCollect(
    gcPolicy: GCPolicy,
    allSourcesReady: boolean,
    evictNonDeletedPods: boolean,
  ): Blocking<Error | undefined> {
    return this.containerGC.garbageCollect(gcPolicy, allSourcesReady, evictNonDeletedPods);
  }

  /** Tells the runtime from which addresses pods of this node get theirs. */
  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#kubeGenericRuntimeManager.UpdatePodCIDR
  updatePodCIDR(podCIDR: string): Blocking<Done> {
    return this.runtimeService.updateRuntimeConfig({ networkConfig: { podCidr: podCIDR } });
  }

  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#kubeGenericRuntimeManager.DeleteContainer
  deleteContainer(containerID: ContainerID): Blocking<Done> {
    return removeContainer(this, containerID.id);
  }

  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_sandbox.go#kubeGenericRuntimeManager.DeleteSandbox
  deleteSandbox(sandboxID: string): Blocking<Done> {
    return deleteSandbox(this, sandboxID);
  }

  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#kubeGenericRuntimeManager.GetExec
  getExec(id: ContainerID, cmd: readonly string[], streams: Streams): Blocking<Result<string>> {
    return getExec(this, id, cmd, streams);
  }

  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#kubeGenericRuntimeManager.GetAttach
  getAttach(id: ContainerID, streams: Streams): Blocking<Result<string>> {
    return getAttach(this, id, streams);
  }

  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_sandbox.go#kubeGenericRuntimeManager.GetPortForward
  getPortForward(
    podName: string,
    podNamespace: string,
    podUID: string,
    ports: readonly number[],
  ): Blocking<Result<string>> {
    return getPortForward(this, podName, podNamespace, podUID, ports);
  }

  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#kubeGenericRuntimeManager.RunInContainer
  runInContainer(
    id: ContainerID,
    cmd: readonly string[],
    timeoutMs: number,
  ): Blocking<[output: string, err: Done]> {
    return runInContainer(this, id, cmd, timeoutMs);
  }

  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_image.go#kubeGenericRuntimeManager.PullImage
  pullImage(
    image: ImageSpec,
    pullSecrets: readonly Secret[],
    podSandboxConfig: PodSandboxConfig | undefined,
  ): Blocking<Result<string>> {
    return pullImage(this, image, pullSecrets, podSandboxConfig);
  }

  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_image.go#kubeGenericRuntimeManager.GetImageRef
  getImageRef(image: ImageSpec): Blocking<Result<string>> {
    return getImageRef(this, image);
  }

  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_image.go#kubeGenericRuntimeManager.ListImages
  listImages(): Blocking<Result<Image[]>> {
    return listImages(this);
  }

  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_image.go#kubeGenericRuntimeManager.RemoveImage
  removeImage(image: ImageSpec): Blocking<Done> {
    return removeImage(this, image);
  }

  // Mirrors: pkg/kubelet/kuberuntime/kuberuntime_image.go#kubeGenericRuntimeManager.ImageStats
  imageStats(): Blocking<Result<ImageStats>> {
    return imageStats(this);
  }

  #recordPodEvent(pod: Pod, type: 'Normal' | 'Warning', reason: string, text: string): void {
    const [ref] = getReference(pod);
    if (ref) this.recorder.event(ref, type, reason, text);
  }
}

/** Makes a runtime manager, once it is known which runtime there is, and that it speaks the version that is wanted. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#NewKubeGenericRuntimeManager
export function* newKubeGenericRuntimeManager(parts: Parts): Blocking<Result<KubeGenericRuntimeManager>> {
  const { osInterface, runtimeService } = parts;
  const [typedVersion, err] = yield* getTypedVersion(runtimeService);
  if (err) return [undefined, err];
  if (typedVersion.version !== kubeRuntimeAPIVersion) return [undefined, errVersionNotSupported];
  if (isNotExist(osInterface.stat(podLogsRootDirectory))) osInterface.mkdirAll(podLogsRootDirectory, 0o755);
  return [new KubeGenericRuntimeManager(parts, typedVersion.runtimeName), undefined];
}

// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#newRuntimeVersion
function newRuntimeVersion(version: string): Result<Version> {
  const [ver, err] = parseSemantic(version);
  return err ? parseGeneric(version) : [ver, undefined];
}

// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#kubeGenericRuntimeManager.getTypedVersion
function* getTypedVersion(runtimeService: RuntimeService): Blocking<Result<VersionResponse>> {
  const [typedVersion, err] = yield* runtimeService.version(kubeRuntimeAPIVersion);
  if (err) return [undefined, new Error(`get remote runtime typed version failed: ${err.message}`)];
  return [typedVersion, undefined];
}

/** Whose network a sandbox has. One that says nothing has its own. */
const networkOf = ({ linux }: PodSandboxStatus): string => linux?.namespaces?.options?.network ?? 'POD';

/** Whether what runs was made from another spec. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#containerChanged
function containerChanged(container: Container, containerStatus: Status): boolean {
  return containerStatus.hash !== hashContainer(container);
}

// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#shouldRestartOnFailure
function shouldRestartOnFailure(pod: Pod): boolean {
  return pod.spec.restartPolicy !== 'Never';
}

// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#containerSucceeded
function containerSucceeded(c: Container, podStatus: PodStatus): boolean {
  const cStatus = findContainerStatusByName(podStatus, c.name);
  if (!cStatus || cStatus.state === 'running') return false;
  return cStatus.exitCode === 0;
}

/** What is to start in a new sandbox: all over again. */
// Part of: pkg/kubelet/kuberuntime/kuberuntime_manager.go#kubeGenericRuntimeManager.computePodActions
function computeForNewSandbox(pod: Pod, podStatus: PodStatus, changes: PodActions): PodActions {
  // A pod that has run, and must not run again, needs none. One without containers never got that far.
  if (!shouldRestartOnFailure(pod) && changes.attempt !== 0 && podStatus.containerStatuses.length > 0) {
    changes.createSandbox = false;
    return changes;
  }
  const containersToStart = [...pod.spec.containers.entries()]
    .filter(([, c]) => pod.spec.restartPolicy !== 'OnFailure' || !containerSucceeded(c, podStatus))
    .map(([idx]) => idx);
  if (containersToStart.length === 0) {
    const [, , done] = findNextInitContainerToRun(pod, podStatus);
    if (done) {
      changes.createSandbox = false;
      return changes;
    }
  }
  const [first] = pod.spec.initContainers ?? [];
  if (first) {
    changes.nextInitContainerToStart = first;
    return changes;
  }
  changes.containersToStart = containersToStart;
  return changes;
}

/** Whether the next init container is to start, or the pod to end because one failed. */
// Part of: pkg/kubelet/kuberuntime/kuberuntime_manager.go#kubeGenericRuntimeManager.computePodActions
function computeForInit(
  pod: Pod,
  next: Container,
  initLastStatus: Status | undefined,
  changes: PodActions,
): void {
  const initFailed = initLastStatus !== undefined && isInitContainerFailed(initLastStatus);
  if (initFailed && !shouldRestartOnFailure(pod)) {
    changes.killPod = true;
    return;
  }
  // It may run for all that is known: it is ended first.
  if (initLastStatus?.state === 'unknown') {
    changes.containersToKill.set(String(initLastStatus.id), {
      id: initLastStatus.id,
      name: next.name,
      container: next,
      message: `Init container is in ${quote(initLastStatus.state)} state, try killing it before restart`,
    });
  }
  changes.nextInitContainerToStart = next;
}
