import type {
  Container,
  EnvVar as APIEnvVar,
  LifecycleHandler as Handler,
  ObjectReference,
  VolumeMount,
} from 'kubernetes-types/core/v1';
import type { Result } from '../../../../go/result.ts';
import type { Blocking } from '../../../../sim/process.ts';
import { container as containerJSON } from '../../../staging/src/k8s.io/api/core/v1/container-json.ts';
import type { KubeObject } from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { EventRecorder } from '../../../staging/src/k8s.io/client-go/tools/record/event.ts';
import type { Gates } from '../../../staging/src/k8s.io/component-base/featuregate/feature_gate.ts';
import type {
  DNSConfig,
  PodSandboxState,
} from '../../../staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.ts';
import { expand, mappingFuncFor } from '../../../third_party/forked/golang/expansion/expand.ts';
import { isIPv6String } from '../../../vendor/k8s.io/utils/net/net.ts';
import type { Pod as APIPod } from '../../api/objects.ts';
import { allFeatureEnabledContainers, visitContainers } from '../../api/v1/pod/util.ts';
import { deepHashObject } from '../../util/hash/hash.ts';
import { implicitContainerPrefix } from './ref.ts';
import {
  ContainerID,
  type Container as RunningContainer,
  type EnvVar,
  type Pod,
  type PodStatus,
  type PortMapping,
  type RunContainerOptions,
  type State,
  findContainerStatusByName,
} from './runtime.ts';

/** Runs what a pod wants to be run when a container has started, or is to end. Gives a message for people. */
// Mirrors: pkg/kubelet/container/helpers.go#HandlerRunner
export interface HandlerRunner {
  run(
    containerID: ContainerID,
    pod: APIPod,
    container: Container,
    handler: Handler,
  ): Blocking<[msg: string, err: Error | undefined]>;
}

/** What a runtime manager asks the kubelet for. */
// Mirrors: pkg/kubelet/container/helpers.go#RuntimeHelper
export interface RuntimeHelper {
  /** May ask the API server for what the environment refers to. `cleanupAction` is to be called when the container is made. */
  generateRunContainerOptions(
    pod: APIPod,
    container: Container,
    podIP: string,
    podIPs: readonly string[],
  ): Blocking<Result<readonly [contOpts: RunContainerOptions, cleanupAction: (() => void) | undefined]>>;
  getPodDNS(pod: APIPod): Result<DNSConfig>;
  getPodCgroupParent(pod: APIPod): string;
  getPodDir(podUID: string): string;
  generatePodHostNameAndDomain(pod: APIPod): Result<readonly [hostname: string, hostDomain: string]>;
  /** Groups that volumes of the pod ask for. */
  getExtraSupplementalGroupsForPod(pod: APIPod): readonly number[];
}

/** Whether a container that does not run should. */
// Mirrors: pkg/kubelet/container/helpers.go#ShouldContainerBeRestarted
export function shouldContainerBeRestarted(container: Container, pod: APIPod, podStatus: PodStatus): boolean {
  // A pod that is being deleted starts nothing any more.
  if (pod.metadata.deletionTimestamp !== undefined) return false;
  const status = findContainerStatusByName(podStatus, container.name);
  // It has never run, or all traces of it are gone.
  if (!status) return true;
  if (status.state === 'running') return false;
  if (status.state === 'unknown' || status.state === 'created') return true;
  if (pod.spec.restartPolicy === 'Never') return false;
  if (pod.spec.restartPolicy === 'OnFailure') {
    if (status.exitCode === 0) return false;
  }
  return true;
}

/** Changes with any field of the container's spec: by it a kubelet sees that what runs is not what is wanted. */
// Mirrors: pkg/kubelet/container/helpers.go#HashContainer
export function hashContainer(container: Container): number {
  return deepHashObject(containerJSON.write(container));
}

// Mirrors: pkg/kubelet/container/helpers.go#envVarsToMap
function envVarsToMap(envs: readonly EnvVar[]): Map<string, string> {
  return new Map(envs.map(({ name, value }) => [name, value]));
}

// Mirrors: pkg/kubelet/container/helpers.go#v1EnvVarsToMap
function v1EnvVarsToMap(envs: readonly APIEnvVar[]): Map<string, string> {
  return new Map(envs.map(({ name, value = '' }) => [name, value]));
}

/** A command with the values of variables that are written out in the spec, and of no others. */
// Mirrors: pkg/kubelet/container/helpers.go#ExpandContainerCommandOnlyStatic
export function expandContainerCommandOnlyStatic(
  containerCommand: readonly string[],
  envs: readonly APIEnvVar[],
): string[] {
  const mapping = mappingFuncFor(v1EnvVarsToMap(envs));
  return containerCommand.map((cmd) => expand(cmd, mapping));
}

/** Where in a volume a mount begins, if the spec says that by variables. An error names those that are not set. */
// Mirrors: pkg/kubelet/container/helpers.go#ExpandContainerVolumeMounts
export function expandContainerVolumeMounts(mount: VolumeMount, envs: readonly EnvVar[]): Result<string> {
  const envmap = envVarsToMap(envs);
  const missingKeys = new Set<string>();
  const expanded = expand(mount.subPathExpr ?? '', (key) => {
    const value = envmap.get(key) ?? '';
    if (value.length === 0) missingKeys.add(key);
    return value;
  });
  if (missingKeys.size > 0)
    return [undefined, new Error(`missing value for ${[...missingKeys].sort().join(', ')}`)];
  return [expanded, undefined];
}

// Mirrors: pkg/kubelet/container/helpers.go#ExpandContainerCommandAndArgs
export function expandContainerCommandAndArgs(
  container: Container,
  envs: readonly EnvVar[],
): [command: string[], args: string[]] {
  const mapping = mappingFuncFor(envVarsToMap(envs));
  const { command = [], args = [] } = container;
  return [command.map((cmd) => expand(cmd, mapping)), args.map((arg) => expand(arg, mapping))];
}

/** A recorder that drops what happens to containers that no pod asked for. */
// Mirrors: pkg/kubelet/container/helpers.go#FilterEventRecorder
export function filterEventRecorder(recorder: EventRecorder): EventRecorder {
  return {
    // Mirrors: pkg/kubelet/container/helpers.go#innerEventRecorder.Event
    event(object, eventtype, reason, message) {
      const ref = shouldRecordEvent(object);
      if (ref) recorder.event(ref, eventtype, reason, message);
    },
    // Mirrors: pkg/kubelet/container/helpers.go#innerEventRecorder.Eventf
    eventf(object, eventtype, reason, messageFmt, ...args) {
      const ref = shouldRecordEvent(object);
      if (ref) recorder.eventf(ref, eventtype, reason, messageFmt, ...args);
    },
    // Mirrors: pkg/kubelet/container/helpers.go#innerEventRecorder.AnnotatedEventf
    annotatedEventf(object, annotations, eventtype, reason, messageFmt, ...args) {
      const ref = shouldRecordEvent(object);
      if (ref) recorder.annotatedEventf(ref, annotations, eventtype, reason, messageFmt, ...args);
    },
  };
}

/** Only references count, not objects. */
// Mirrors: pkg/kubelet/container/helpers.go#innerEventRecorder.shouldRecordEvent
function shouldRecordEvent(object: KubeObject | ObjectReference): ObjectReference | undefined {
  if ('metadata' in object) return undefined;
  return object.fieldPath?.startsWith(implicitContainerPrefix) ? undefined : object;
}

// Mirrors: pkg/kubelet/container/helpers.go#IsHostNetworkPod
export function isHostNetworkPod(pod: APIPod): boolean {
  return pod.spec.hostNetwork ?? false;
}

/** What runs of a pod, and all of its sandboxes. */
// Mirrors: pkg/kubelet/container/helpers.go#ConvertPodStatusToRunningPod
export function convertPodStatusToRunningPod(runtimeName: string, podStatus: PodStatus): Pod {
  const { id, name, namespace } = podStatus;
  const containers = podStatus.containerStatuses
    .filter(({ state }) => state === 'running')
    .map((status): RunningContainer => ({
      id: status.id,
      name: status.name,
      image: status.image,
      imageID: status.imageID,
      hash: status.hash,
      state: status.state,
    }));
  const sandboxes = podStatus.sandboxStatuses.map((sandbox) =>
    sandboxAsContainer(runtimeName, sandbox.id, sandbox.state),
  );
  return { id, name, namespace, containers, sandboxes };
}

/** A sandbox as if it were a container. */
export function sandboxAsContainer(
  runtimeName: string,
  id: string,
  state: PodSandboxState,
): RunningContainer {
  return {
    id: new ContainerID(runtimeName, id),
    name: '',
    image: '',
    imageID: '',
    hash: 0,
    state: sandboxToContainerState(state),
  };
}

// Mirrors: pkg/kubelet/container/helpers.go#SandboxToContainerState
export function sandboxToContainerState(state: PodSandboxState): State {
  switch (state) {
    case 'SANDBOX_READY':
      return 'running';
    case 'SANDBOX_NOTREADY':
      return 'exited';
  }
}

// Mirrors: pkg/kubelet/container/helpers.go#FormatPod
export function formatPod({ name, namespace, id }: Pod): string {
  return `${name}_${namespace}(${id})`;
}

/** The container of that name. */
// Mirrors: pkg/kubelet/container/helpers.go#GetContainerSpec
export function getContainerSpec(pod: APIPod, containerName: string, gates: Gates): Container | undefined {
  let containerSpec: Container | undefined;
  visitContainers(pod.spec, allFeatureEnabledContainers(gates), (c) => {
    if (containerName !== c.name) return true;
    containerSpec = c;
    return false;
  });
  return containerSpec;
}

/** Whether any container of the pod has all rights of the machine. */
// Mirrors: pkg/kubelet/container/helpers.go#HasPrivilegedContainer
export function hasPrivilegedContainer(pod: APIPod, gates: Gates): boolean {
  let hasPrivileged = false;
  visitContainers(pod.spec, allFeatureEnabledContainers(gates), (c) => {
    if (!c.securityContext?.privileged) return true;
    hasPrivileged = true;
    return false;
  });
  return hasPrivileged;
}

/** The ports of a container. Of two with the same name only the first counts. */
// Mirrors: pkg/kubelet/container/helpers.go#MakePortMappings
export function makePortMappings(container: Container): PortMapping[] {
  const ports: PortMapping[] = [];
  const names = new Set<string>();
  for (const p of container.ports ?? []) {
    const { hostPort = 0, containerPort, protocol = '', hostIP = '' } = p;
    // The same port may be meant for one family of addresses and for the other.
    const family = hostIP === '' ? 'any' : isIPv6String(hostIP) ? 'v6' : 'v4';
    const name = p.name || `${family}-${protocol}-${hostIP}:${containerPort}:${hostPort}`;
    if (names.has(name)) continue;
    ports.push({ hostPort, containerPort, protocol, hostIP });
    names.add(name);
  }
  return ports;
}
