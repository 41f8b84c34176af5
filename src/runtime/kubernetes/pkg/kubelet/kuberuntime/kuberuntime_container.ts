import type { Container, EphemeralContainer, Secret } from 'kubernetes-types/core/v1';
import { Buffer } from '../../../../go/os.ts';
import { isNotExist } from '../../../../go/fs.ts';
import { join } from '../../../../go/filepath.ts';
import type { Result } from '../../../../go/result.ts';
import { quote } from '../../../../go/strconv.ts';
import { Chan, after, select } from '../../../../sim/chan.ts';
import type { Blocking } from '../../../../sim/process.ts';
import { WaitGroup } from '../../../../sim/sync.ts';
import { sprintf } from '../../../staging/src/k8s.io/client-go/tools/record/sprintf.ts';
import type {
  ContainerConfig,
  ContainerStatus,
  Device,
  Mount,
  PodSandboxConfig,
  Container as RuntimeContainer,
} from '../../../staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.ts';
import type { Done } from '../../../staging/src/k8s.io/cri-api/pkg/apis/services.ts';
import { fromError } from '../../../vendor/google.golang.org/grpc/status/status.ts';
import type { Pod } from '../../api/objects.ts';
import { expandContainerCommandAndArgs, getContainerSpec } from '../container/helpers.ts';
import { generateContainerRef } from '../container/ref.ts';
import {
  ContainerID,
  type Pod as KubePod,
  type PodStatus,
  type RunContainerOptions,
  type Status,
  type Streams,
  findContainerStatusByName,
  maxContainerTerminationMessageLength,
  maxContainerTerminationMessageLogLength,
  maxContainerTerminationMessageLogLines,
} from '../container/runtime.ts';
import {
  type SyncResult,
  errKillContainer,
  errRunContainer,
  newSyncResult,
} from '../container/sync_result.ts';
import {
  createdContainer,
  failedPostStartHook,
  failedPreStopHook,
  failedToCreateContainer,
  failedToStartContainer,
  killingContainer,
  startedContainer,
} from '../events/event.ts';
import { newLogOptions, readLogs } from './logs/logs.ts';
import { readAtMost } from '../../util/tail/tail.ts';
import { kubernetesPodUIDLabel } from '../types/labels.ts';
import { pod as formatPod } from '../util/format/pod.ts';
import {
  buildContainerLogsDirectory,
  buildContainerLogsPath,
  containerStatusByCreated,
  getImageUser,
  isInitContainerFailed,
  toKubeContainerState,
} from './helpers.ts';
import { applyPlatformSpecificContainerConfig } from './kuberuntime_container_linux.ts';
import type { KubeGenericRuntimeManager } from './kuberuntime_manager.ts';
import {
  getContainerInfoFromAnnotations,
  getContainerInfoFromLabels,
  newContainerAnnotations,
  newContainerLabels,
} from './labels.ts';
import { legacyLogSymlink } from './legacy.ts';
import { verifyRunAsNonRoot } from './security_context_others.ts';

// Methods of the runtime manager that have to do with one container. The first argument is the manager.

// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#ErrCreateContainerConfig
export const errCreateContainerConfig: Error = new Error('CreateContainerConfigError');
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#ErrCreateContainer
export const errCreateContainer: Error = new Error('CreateContainerError');
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#ErrPreStartHook
export const errPreStartHook: Error = new Error('PreStartHookError');
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#ErrPostStartHook
export const errPostStartHook: Error = new Error('PostStartHookError');

/**
 * Records an event of a container. Its id gives way to its name, which stays the same over restarts: so events that say the same are
 * counted as one.
 */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#kubeGenericRuntimeManager.recordContainerEvent
export function recordContainerEvent(
  m: KubeGenericRuntimeManager,
  pod: Pod,
  container: Container,
  containerID: string,
  eventType: 'Normal' | 'Warning',
  reason: string,
  message: string,
  ...args: readonly unknown[]
): void {
  const [ref, err] = generateContainerRef(pod, container, m.gates);
  if (err) return;
  let eventMessage = args.length > 0 ? sprintf(message, ...args) : message;
  if (containerID !== '') eventMessage = eventMessage.replaceAll(containerID, container.name);
  m.recorder.event(ref, eventType, reason, eventMessage);
}

/** A container that is to start, and what more there is of it if it is one for debugging. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#startSpec
export interface StartSpec {
  readonly container: Container;
  readonly ephemeralContainer?: EphemeralContainer;
}

// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#containerStartSpec
export function containerStartSpec(c: Container): StartSpec {
  return { container: c };
}

// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#ephemeralContainerStartSpec
export function ephemeralContainerStartSpec(ec: EphemeralContainer): StartSpec {
  return { container: ec, ephemeralContainer: ec };
}

/** The container among whose processes this one is to run, if any. It must have been made. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#startSpec.getTargetID
function getTargetID(
  m: KubeGenericRuntimeManager,
  { ephemeralContainer }: StartSpec,
  podStatus: PodStatus,
): [target: ContainerID | undefined, err: Error | undefined] {
  const name = ephemeralContainer?.targetContainerName;
  if (!name || !m.gates.enabled('EphemeralContainers')) return [undefined, undefined];
  const targetStatus = findContainerStatusByName(podStatus, name);
  if (!targetStatus) return [undefined, new Error(`unable to find target container ${name}`)];
  return [targetStatus.id, undefined];
}

/** What a container is started in and with. */
export interface StartIn {
  readonly podSandboxID: string;
  readonly podSandboxConfig: PodSandboxConfig;
  readonly pod: Pod;
  readonly podStatus: PodStatus;
  readonly pullSecrets: readonly Secret[];
  readonly podIP: string;
  readonly podIPs: readonly string[];
}

/** A message for people and an error in a word; both empty if all went well. */
type Started = [msg: string, err: Error | undefined];

/** Brings the image, makes the container, starts it, and runs what it wants to be run then. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#kubeGenericRuntimeManager.startContainer
export function* startContainer(
  m: KubeGenericRuntimeManager,
  spec: StartSpec,
  where: StartIn,
): Blocking<Started> {
  const { container } = spec;
  const { podSandboxID, podSandboxConfig, pod, podStatus, pullSecrets } = where;
  const failed = (containerID: string, reason: string, format: string, err: Error): string => {
    const { message } = fromError(err);
    recordContainerEvent(m, pod, container, containerID, 'Warning', reason, format, message);
    return message;
  };

  // Step 1: bring the image.
  const [imageRef, pullMsg, pullErr] = yield* m.imagePuller.ensureImageExists(
    pod,
    container,
    pullSecrets,
    podSandboxConfig,
  );
  if (pullErr) {
    failed('', failedToCreateContainer, 'Error: %v', pullErr);
    return [pullMsg, pullErr];
  }

  // Step 2: make the container.
  const containerStatus = findContainerStatusByName(podStatus, container.name);
  const restartCount = containerStatus ? containerStatus.restartCount + 1 : 0;
  const [target, targetErr] = getTargetID(m, spec, podStatus);
  if (targetErr)
    return [failed('', failedToCreateContainer, 'Error: %v', targetErr), errCreateContainerConfig];
  const [containerConfig, cleanupAction, configErr] = yield* generateContainerConfig(
    m,
    container,
    restartCount,
    imageRef,
    target,
    where,
  );
  try {
    if (!containerConfig)
      return [failed('', failedToCreateContainer, 'Error: %v', configErr), errCreateContainerConfig];
    const [containerID, err] = yield* m.runtimeService.createContainer(
      podSandboxID,
      containerConfig,
      podSandboxConfig,
    );
    if (err) return [failed('', failedToCreateContainer, 'Error: %v', err), errCreateContainer];
    return yield* startCreated(m, container, containerID, containerConfig, where);
  } finally {
    cleanupAction?.();
  }
}

/** The rest, once the container is made. */
// Part of: pkg/kubelet/kuberuntime/kuberuntime_container.go#kubeGenericRuntimeManager.startContainer
function* startCreated(
  m: KubeGenericRuntimeManager,
  container: Container,
  containerID: string,
  containerConfig: ContainerConfig,
  { pod, podSandboxConfig }: StartIn,
): Blocking<Started> {
  const record = (type: 'Normal' | 'Warning', reason: string, message: string, ...args: unknown[]): void =>
    recordContainerEvent(m, pod, container, containerID, type, reason, message, ...args);
  const hookErr = m.internalLifecycle.preStartContainer(pod, container, containerID);
  if (hookErr) {
    const { message } = fromError(hookErr);
    record('Warning', failedToStartContainer, 'Internal PreStartContainer hook failed: %v', message);
    return [message, errPreStartHook];
  }
  record('Normal', createdContainer, `Created container ${container.name}`);

  // Step 3: start it.
  const err = yield* m.runtimeService.startContainer(containerID);
  if (err) {
    const { message } = fromError(err);
    record('Warning', failedToStartContainer, 'Error: %v', message);
    return [message, errRunContainer];
  }
  record('Normal', startedContainer, `Started container ${container.name}`);
  linkLog(m, containerID, containerConfig, podSandboxConfig);

  // Step 4: run what it wants to be run now.
  const postStart = container.lifecycle?.postStart;
  if (!postStart) return ['', undefined];
  const kubeContainerID = new ContainerID(m.runtimeName, containerID);
  const [msg, handlerErr] = yield* m.runner.run(kubeContainerID, pod, container, postStart);
  if (!handlerErr) return ['', undefined];
  record('Warning', failedPostStartHook, msg);
  yield* killContainer(m, pod, kubeContainerID, container.name, 'FailedPostStartHook', undefined);
  return [msg, new Error(`${errPostStartHook.message}: ${handlerErr.message}`)];
}

/** Makes a link to the log for those who collect logs in the old place, unless there is no log. */
// Part of: pkg/kubelet/kuberuntime/kuberuntime_container.go#kubeGenericRuntimeManager.startContainer
function linkLog(
  m: KubeGenericRuntimeManager,
  containerID: string,
  containerConfig: ContainerConfig,
  podSandboxConfig: PodSandboxConfig,
): void {
  const { name, namespace } = podSandboxConfig.metadata;
  const legacySymlink = legacyLogSymlink(containerID, containerConfig.metadata.name, name, namespace);
  const containerLog = join(podSandboxConfig.logDirectory ?? '', containerConfig.logPath);
  if (!isNotExist(m.osInterface.stat(containerLog))) m.osInterface.symlink(containerLog, legacySymlink);
}

type Generated =
  | [config: ContainerConfig, cleanupAction: (() => void) | undefined, err: undefined]
  | [config: undefined, cleanupAction: (() => void) | undefined, err: Error];

/** What the runtime is told of a container. What it gives to clean up with is to be called, also where there is an error. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#kubeGenericRuntimeManager.generateContainerConfig
export function* generateContainerConfig(
  m: KubeGenericRuntimeManager,
  container: Container,
  restartCount: number,
  imageRef: string,
  nsTarget: ContainerID | undefined,
  { pod, podIP, podIPs }: Pick<StartIn, 'pod' | 'podIP' | 'podIPs'>,
): Blocking<Generated> {
  const generated = yield* m.runtimeHelper.generateRunContainerOptions(pod, container, podIP, podIPs);
  if (generated[1]) return [undefined, undefined, generated[1]];
  const [opts, cleanupAction] = generated[0];

  const [user, userErr] = yield* getImageUser(m, container.image ?? '');
  if (userErr) return [undefined, cleanupAction, userErr];
  const [uid, username] = user;
  const rootErr = verifyRunAsNonRoot(pod, container, uid, username);
  if (rootErr) return [undefined, cleanupAction, rootErr];

  const [command, args] = expandContainerCommandAndArgs(container, opts.envs);
  const { namespace, name, uid: podUID } = pod.metadata;
  const logDir = buildContainerLogsDirectory(namespace, name, podUID, container.name);
  const dirErr = m.osInterface.mkdirAll(logDir, 0o755);
  if (dirErr) {
    const text = `create container log directory for container ${container.name} failed: ${dirErr.message}`;
    return [undefined, cleanupAction, new Error(text)];
  }
  const config: ContainerConfig = {
    metadata: { name: container.name, attempt: restartCount },
    image: { image: imageRef },
    command,
    args,
    workingDir: container.workingDir,
    labels: newContainerLabels(container, pod),
    annotations: newContainerAnnotations(container, pod, restartCount, opts),
    devices: makeDevices(opts),
    mounts: makeMounts(m, opts, container),
    logPath: buildContainerLogsPath(container.name, restartCount),
    stdin: container.stdin,
    stdinOnce: container.stdinOnce,
    tty: container.tty,
    ...applyPlatformSpecificContainerConfig(m, container, pod, uid, username, nsTarget),
    envs: opts.envs.map((e) => ({ key: e.name, value: e.value })),
  };
  return [config, cleanupAction, undefined];
}

// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#makeDevices
function makeDevices(opts: RunContainerOptions): Device[] {
  return opts.devices.map((device) => ({
    hostPath: device.pathOnHost,
    containerPath: device.pathInContainer,
    permissions: device.permissions,
  }));
}

/** The volumes, and a file for the last words of the container: another one each time that it is made. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#kubeGenericRuntimeManager.makeMounts
function makeMounts(m: KubeGenericRuntimeManager, opts: RunContainerOptions, container: Container): Mount[] {
  const volumeMounts = opts.mounts.map((v): Mount => ({
    hostPath: v.hostPath,
    containerPath: v.containerPath,
    readonly: v.readOnly,
    // The machine has no SELinux.
    selinuxRelabel: false,
    propagation: v.propagation,
  }));
  const { podContainerDir } = opts;
  const { terminationMessagePath = '' } = container;
  if (podContainerDir === '' || terminationMessagePath === '' || !m.supportsSingleFileMapping())
    return volumeMounts;
  const containerLogPath = join(podContainerDir, makeUID(m));
  if (m.osInterface.create(containerLogPath)) return volumeMounts;
  m.osInterface.chmod(containerLogPath, 0o666);
  volumeMounts.push({ hostPath: containerLogPath, containerPath: terminationMessagePath });
  return volumeMounts;
}

/** All containers that the kubelet has made, or those that run. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#kubeGenericRuntimeManager.getKubeletContainers
export function* getKubeletContainers(
  m: KubeGenericRuntimeManager,
  allContainers: boolean,
): Blocking<Result<readonly RuntimeContainer[]>> {
  return yield* m.runtimeService.listContainers(
    allContainers ? {} : { state: { state: 'CONTAINER_RUNNING' } },
  );
}

// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#makeUID
function makeUID(m: KubeGenericRuntimeManager): string {
  return m.sim.random
    .below(2 ** 32)
    .toString(16)
    .padStart(8, '0');
}

/** The last words of a container, and whether its log is to be looked at instead. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#getTerminationMessage
function getTerminationMessage(
  m: KubeGenericRuntimeManager,
  status: ContainerStatus,
  terminationMessagePath: string,
  fallbackToLogs: boolean,
): [message: string, checkLogs: boolean] {
  if (terminationMessagePath.length === 0) return ['', fallbackToLogs];
  const mount = status.mounts?.find(({ containerPath }) => containerPath === terminationMessagePath);
  if (!mount) return ['', fallbackToLogs];
  const path = mount.hostPath;
  const [data, err] = m.osInterface.readFile(path);
  if (!err) {
    const last = readAtMost(data, maxContainerTerminationMessageLength);
    return [last, fallbackToLogs && last.length === 0];
  }
  if (isNotExist(err)) return ['', fallbackToLogs];
  return [`Error on reading termination log ${path}: ${err.message}`, false];
}

/** The last lines of a log: what takes the place of last words. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#kubeGenericRuntimeManager.readLastStringFromContainerLogs
function readLastStringFromContainerLogs(m: KubeGenericRuntimeManager, path: string): string {
  const buf = new Buffer();
  const opts = newLogOptions({ tailLines: maxContainerTerminationMessageLogLines }, m.sim.epoch + m.sim.now);
  const err = readLogs(m.osInterface, path, opts, buf, buf);
  if (err) return `Error on reading termination message from logs: ${err.message}`;
  return readAtMost(buf.text, maxContainerTerminationMessageLogLength);
}

/** What the runtime says of all containers of a pod, the newest first. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#kubeGenericRuntimeManager.getPodContainerStatuses
export function* getPodContainerStatuses(
  m: KubeGenericRuntimeManager,
  uid: string,
): Blocking<Result<Status[]>> {
  const [containers, err] = yield* m.runtimeService.listContainers({
    labelSelector: { [kubernetesPodUIDLabel]: uid },
  });
  if (err) return [undefined, err];
  const statuses: Status[] = [];
  for (const c of containers) {
    const [status, statusErr] = yield* m.runtimeService.containerStatus(c.id);
    if (statusErr) return [undefined, statusErr];
    const cStatus = { ...toKubeContainerStatus(status, m.runtimeName), podSandboxID: c.podSandboxId };
    if (status.state !== 'CONTAINER_EXITED') {
      statuses.push(cStatus);
      continue;
    }
    const annotatedInfo = getContainerInfoFromAnnotations(status.annotations);
    // One that could not even be started has no log.
    const fallbackToLogs =
      annotatedInfo.terminationMessagePolicy === 'FallbackToLogsOnError' &&
      cStatus.exitCode !== 0 &&
      cStatus.reason !== 'ContainerCannotRun';
    const { terminationMessagePath } = annotatedInfo;
    const [said, checkLogs] = getTerminationMessage(m, status, terminationMessagePath, fallbackToLogs);
    const tMessage = checkLogs ? readLastStringFromContainerLogs(m, status.logPath ?? '') : said;
    const message = [cStatus.message, tMessage].filter((text) => text !== '').join(': ');
    statuses.push({ ...cStatus, message });
  }
  return [statuses.sort(containerStatusByCreated), undefined];
}

// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#toKubeContainerStatus
function toKubeContainerStatus(status: ContainerStatus, runtimeName: string): Status {
  const annotatedInfo = getContainerInfoFromAnnotations(status.annotations);
  const labeledInfo = getContainerInfoFromLabels(status.labels);
  const exited = status.state === 'CONTAINER_EXITED';
  return {
    id: new ContainerID(runtimeName, status.id),
    name: labeledInfo.containerName,
    podSandboxID: '',
    image: status.image.image,
    imageID: status.imageRef,
    hash: annotatedInfo.hash,
    restartCount: annotatedInfo.restartCount,
    state: toKubeContainerState(status.state),
    createdAt: status.createdAt,
    ...(status.state === 'CONTAINER_CREATED' ? {} : { startedAt: status.startedAt }),
    ...(exited ? { finishedAt: status.finishedAt } : {}),
    exitCode: exited ? status.exitCode : 0,
    reason: exited ? (status.reason ?? '') : '',
    message: exited ? (status.message ?? '') : '',
  };
}

/** Runs what a container wants to be run before it ends, at most for its grace. Gives the seconds that this took. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#kubeGenericRuntimeManager.executePreStopHook
function* executePreStopHook(
  m: KubeGenericRuntimeManager,
  pod: Pod,
  containerID: ContainerID,
  containerSpec: Container,
  gracePeriodS: number,
): Blocking<number> {
  const handler = containerSpec.lifecycle?.preStop;
  if (!handler) return 0;
  const start = m.sim.now;
  const done = new Chan<never>(`preStop of ${containerSpec.name}`);
  const run = function* (): Blocking<void> {
    const [msg, err] = yield* m.runner.run(containerID, pod, containerSpec, handler);
    if (err) recordContainerEvent(m, pod, containerSpec, containerID.id, 'Warning', failedPreStopHook, msg);
    done.close();
  };
  m.sim.go(`preStop hook ${containerSpec.name}`, run());
  const late = after(m.sim, gracePeriodS * 1000, 'the end of the grace period');
  yield* select(m.sim, { receive: late }, { receive: done });
  return Math.floor((m.sim.now - start) / 1000);
}

/** As much of a pod and a container as their labels say: all that is needed to end it when its spec is not known any more. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#kubeGenericRuntimeManager.restoreSpecsFromContainerLabels
function* restoreSpecsFromContainerLabels(
  m: KubeGenericRuntimeManager,
  containerID: ContainerID,
): Blocking<Result<readonly [Pod, Container]>> {
  const [s, err] = yield* m.runtimeService.containerStatus(containerID.id);
  if (err) return [undefined, err];
  const l = getContainerInfoFromLabels(s.labels);
  const a = getContainerInfoFromAnnotations(s.annotations);
  const container: Container = {
    name: l.containerName,
    ports: a.containerPorts?.slice(),
    terminationMessagePath: a.terminationMessagePath,
    ...(a.preStopHandler ? { lifecycle: { preStop: a.preStopHandler } } : {}),
  };
  const pod: Pod = {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      uid: l.podUID,
      name: l.podName,
      namespace: l.podNamespace,
      resourceVersion: '',
      deletionGracePeriodSeconds: a.podDeletionGracePeriodSeconds,
    },
    spec: { containers: [], terminationGracePeriodSeconds: a.podTerminationGracePeriodSeconds },
    status: {},
  };
  return [[pod, container], undefined];
}

/** Every container has so many seconds to end, if nobody says otherwise. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_manager.go#minimumGracePeriodInSeconds
const minimumGracePeriodInSeconds = 2;

/** Ends a container: runs what it wants to be run before, then has the runtime stop it. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#kubeGenericRuntimeManager.killContainer
export function* killContainer(
  m: KubeGenericRuntimeManager,
  given: Pod | undefined,
  containerID: ContainerID,
  containerName: string,
  message: string,
  gracePeriodOverrideS: number | undefined,
): Blocking<Done> {
  let pod = given;
  let containerSpec = pod && getContainerSpec(pod, containerName, m.gates);
  if (pod && !containerSpec) {
    const which = `${quote(containerName)}(id=${quote(String(containerID))}) in pod ${quote(formatPod(pod))}`;
    return new Error(
      `failed to get containerSpec ${which} when killing container for reason ${quote(message)}`,
    );
  }
  if (!pod || !containerSpec) {
    const [restored, err] = yield* restoreSpecsFromContainerLabels(m, containerID);
    if (err) return err;
    [pod, containerSpec] = restored;
  }

  let gracePeriodS =
    pod.metadata.deletionGracePeriodSeconds ??
    pod.spec.terminationGracePeriodSeconds ??
    minimumGracePeriodInSeconds;
  const told = message.length === 0 ? `Stopping container ${containerSpec.name}` : message;
  recordContainerEvent(m, pod, containerSpec, containerID.id, 'Normal', killingContainer, told);

  const hookErr = m.internalLifecycle.preStopContainer(containerID.id);
  if (hookErr) return hookErr;
  if (containerSpec.lifecycle?.preStop && gracePeriodS > 0)
    gracePeriodS -= yield* executePreStopHook(m, pod, containerID, containerSpec, gracePeriodS);
  // However long that took, there are some seconds left to end by itself.
  if (gracePeriodS < minimumGracePeriodInSeconds) gracePeriodS = minimumGracePeriodInSeconds;
  return yield* m.runtimeService.stopContainer(containerID.id, gracePeriodOverrideS ?? gracePeriodS);
}

/** Ends all containers of a pod at the same time. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#kubeGenericRuntimeManager.killContainersWithSyncResult
export function* killContainersWithSyncResult(
  m: KubeGenericRuntimeManager,
  pod: Pod | undefined,
  runningPod: KubePod,
  gracePeriodOverrideS: number | undefined,
): Blocking<SyncResult[]> {
  const syncResults: SyncResult[] = [];
  const wg = new WaitGroup(`the end of ${runningPod.name}`);
  wg.add(runningPod.containers.length);
  for (const container of runningPod.containers) {
    const kill = function* (): Blocking<void> {
      const killContainerResult = newSyncResult('KillContainer', container.name);
      const err = yield* killContainer(m, pod, container.id, container.name, '', gracePeriodOverrideS);
      if (err) killContainerResult.fail(errKillContainer, err.message);
      syncResults.push(killContainerResult);
      wg.done();
    };
    m.sim.go(`kill ${runningPod.name}/${container.name}`, kill());
  }
  yield* wg.wait();
  return syncResults;
}

/** Takes away the older of the init containers that have ended; the newest of each name stays. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#kubeGenericRuntimeManager.pruneInitContainersBeforeStart
export function* pruneInitContainersBeforeStart(
  m: KubeGenericRuntimeManager,
  pod: Pod,
  podStatus: PodStatus,
): Blocking<void> {
  for (const name of new Set((pod.spec.initContainers ?? []).map((container) => container.name))) {
    const ended = podStatus.containerStatuses.filter(
      (status) => status.name === name && (status.state === 'exited' || status.state === 'unknown'),
    );
    for (const status of ended.slice(1)) yield* removeContainer(m, status.id.id);
  }
}

/** Takes away all init containers. They must have been stopped. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#kubeGenericRuntimeManager.purgeInitContainers
export function* purgeInitContainers(
  m: KubeGenericRuntimeManager,
  pod: Pod,
  podStatus: PodStatus,
): Blocking<void> {
  for (const name of new Set((pod.spec.initContainers ?? []).map((container) => container.name))) {
    for (const status of podStatus.containerStatuses)
      if (status.name === name) yield* removeContainer(m, status.id.id);
  }
}

/**
 * How far the init containers have come: the last one that failed, with its status; else the one that is to start next; or that all
 * are done. Nothing of these means that one runs.
 */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#findNextInitContainerToRun
export function findNextInitContainerToRun(
  pod: Pod,
  podStatus: PodStatus,
): [status: Status | undefined, next: Container | undefined, done: boolean] {
  const { initContainers = [] } = pod.spec;
  if (initContainers.length === 0) return [undefined, undefined, true];
  for (const container of initContainers.toReversed()) {
    const status = findContainerStatusByName(podStatus, container.name);
    if (status && isInitContainerFailed(status)) return [status, container, false];
  }
  for (let i = initContainers.length - 1; i >= 0; i--) {
    const status = findContainerStatusByName(podStatus, initContainers[i]!.name);
    if (!status) continue;
    if (status.state === 'running') return [undefined, undefined, false];
    if (status.state === 'exited') {
      if (i === initContainers.length - 1) return [undefined, undefined, true];
      return [undefined, initContainers[i + 1], false];
    }
  }
  return [undefined, initContainers[0], false];
}

// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#kubeGenericRuntimeManager.GetExec
export function* getExec(
  m: KubeGenericRuntimeManager,
  id: ContainerID,
  cmd: readonly string[],
  streams: Streams,
): Blocking<Result<string>> {
  const [resp, err] = yield* m.runtimeService.exec({ containerId: id.id, cmd, ...streams });
  return err ? [undefined, err] : [resp.url, undefined];
}

// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#kubeGenericRuntimeManager.GetAttach
export function* getAttach(
  m: KubeGenericRuntimeManager,
  id: ContainerID,
  streams: Streams,
): Blocking<Result<string>> {
  const [resp, err] = yield* m.runtimeService.attach({ containerId: id.id, ...streams });
  return err ? [undefined, err] : [resp.url, undefined];
}

/** What it wrote to both streams, one after the other. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#kubeGenericRuntimeManager.RunInContainer
export function* runInContainer(
  m: KubeGenericRuntimeManager,
  id: ContainerID,
  cmd: readonly string[],
  timeoutMs: number,
): Blocking<[output: string, err: Done]> {
  const [{ stdout, stderr }, err] = yield* m.runtimeService.execSync(id.id, cmd, timeoutMs);
  return [stdout + stderr, err];
}

/** Takes a container away. Its log goes first: if that fails, the container stays, and is tried again. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#kubeGenericRuntimeManager.removeContainer
export function* removeContainer(m: KubeGenericRuntimeManager, containerID: string): Blocking<Done> {
  const hookErr = m.internalLifecycle.postStopContainer(containerID);
  if (hookErr) return hookErr;
  const err = yield* removeContainerLog(m, containerID);
  if (err) return err;
  return yield* m.runtimeService.removeContainer(containerID);
}

/** Also the link to it in the old place. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_container.go#kubeGenericRuntimeManager.removeContainerLog
function* removeContainerLog(m: KubeGenericRuntimeManager, containerID: string): Blocking<Done> {
  const cleanErr = yield* m.logManager.clean(containerID);
  if (cleanErr) return cleanErr;
  const [status, err] = yield* m.runtimeService.containerStatus(containerID);
  if (err) return new Error(`failed to get container status ${quote(containerID)}: ${err.message}`);
  const { containerName, podName, podNamespace } = getContainerInfoFromLabels(status.labels);
  const legacySymlink = legacyLogSymlink(containerID, containerName, podName, podNamespace);
  const removeErr = m.osInterface.remove(legacySymlink);
  if (removeErr && !isNotExist(removeErr)) {
    const which = `container ${quote(containerID)} log legacy symbolic link ${quote(legacySymlink)}`;
    return new Error(`failed to remove ${which}: ${removeErr.message}`);
  }
  return undefined;
}
