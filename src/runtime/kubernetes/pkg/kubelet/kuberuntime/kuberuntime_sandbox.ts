import type { Pod } from '../../api/objects.ts';
import { parseIP } from '../../../../go/net.ts';
import type { Result } from '../../../../go/result.ts';
import { quote } from '../../../../go/strconv.ts';
import type { Blocking } from '../../../../sim/process.ts';
import { seccompProfileRuntimeDefault } from '../../../staging/src/k8s.io/api/core/v1/annotation_key_constants.ts';
import type {
  LinuxPodSandboxConfig,
  LinuxSandboxSecurityContext,
  PodSandbox,
  PodSandboxConfig,
  PodSandboxState,
  PodSandboxStatus,
  PortMapping,
} from '../../../staging/src/k8s.io/cri-api/pkg/apis/runtime/v1alpha2/api.pb.ts';
import type { Done } from '../../../staging/src/k8s.io/cri-api/pkg/apis/services.ts';
import { hasPrivilegedContainer, isHostNetworkPod, makePortMappings } from '../container/helpers.ts';
import { kubernetesPodUIDLabel } from '../types/labels.ts';
import { pod as formatPod, podDesc } from '../util/format/pod.ts';
import { getNodenameForKernel } from '../util/util.ts';
import {
  buildPodLogsDirectory,
  namespacesForPod,
  podSandboxByCreated,
  toRuntimeProtocol,
} from './helpers.ts';
import type { KubeGenericRuntimeManager } from './kuberuntime_manager.ts';
import { newPodAnnotations, newPodLabels } from './labels.ts';
import { convertToRuntimeSELinuxOption } from './security_context.ts';

// Methods of the runtime manager that have to do with sandboxes. The first argument is the manager.

/** Has a sandbox made. Gives its id, or a message for people and an error. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_sandbox.go#kubeGenericRuntimeManager.createPodSandbox
export function* createPodSandbox(
  m: KubeGenericRuntimeManager,
  pod: Pod,
  attempt: number,
): Blocking<[podSandBoxID: string, message: string, err: undefined] | [undefined, message: string, Error]> {
  const which = quote(formatPod(pod));
  const [podSandboxConfig, configErr] = generatePodSandboxConfig(m, pod, attempt);
  if (configErr)
    return [undefined, `GeneratePodSandboxConfig for pod ${which} failed: ${configErr.message}`, configErr];
  const dirErr = m.osInterface.mkdirAll(podSandboxConfig.logDirectory ?? '', 0o755);
  if (dirErr)
    return [undefined, `Create pod log directory for pod ${which} failed: ${dirErr.message}`, dirErr];
  const failed = (err: Error): [undefined, string, Error] => [
    undefined,
    `CreatePodSandbox for pod ${which} failed: ${err.message}`,
    err,
  ];
  const [runtimeHandler, classErr] = m.runtimeClassManager?.lookupRuntimeHandler(
    pod.spec.runtimeClassName,
  ) ?? ['', undefined];
  if (classErr) return failed(classErr);
  const [podSandBoxID, err] = yield* m.runtimeService.runPodSandbox(podSandboxConfig, runtimeHandler);
  return err ? failed(err) : [podSandBoxID, '', undefined];
}

/** What the runtime is told of a sandbox. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_sandbox.go#kubeGenericRuntimeManager.generatePodSandboxConfig
export function generatePodSandboxConfig(
  m: KubeGenericRuntimeManager,
  pod: Pod,
  attempt: number,
): Result<PodSandboxConfig> {
  const { name, namespace, uid } = pod.metadata;
  const [dnsConfig, dnsErr] = m.runtimeHelper.getPodDNS(pod);
  if (dnsErr) return [undefined, dnsErr];
  let hostname: string | undefined;
  if (!isHostNetworkPod(pod)) {
    const [names, nameErr] = m.runtimeHelper.generatePodHostNameAndDomain(pod);
    if (nameErr) return [undefined, nameErr];
    const [podHostname, err] = getNodenameForKernel(...names, pod.spec.setHostnameAsFQDN);
    if (err) return [undefined, err];
    hostname = podHostname;
  }
  const portMappings = pod.spec.containers.flatMap(makePortMappings).map((port): PortMapping => ({
    hostIp: port.hostIP,
    hostPort: port.hostPort,
    containerPort: port.containerPort,
    protocol: toRuntimeProtocol(port.protocol),
  }));
  const podSandboxConfig: PodSandboxConfig = {
    metadata: { name, namespace, uid, attempt },
    labels: newPodLabels(pod),
    annotations: newPodAnnotations(pod),
    dnsConfig,
    hostname,
    logDirectory: buildPodLogsDirectory(namespace, name, uid),
    ...(portMappings.length > 0 ? { portMappings } : {}),
    linux: generatePodSandboxLinuxConfig(m, pod),
  };
  return [podSandboxConfig, undefined];
}

/** Windows is told this too: what a pod may do stands nowhere else. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_sandbox.go#kubeGenericRuntimeManager.generatePodSandboxLinuxConfig
function generatePodSandboxLinuxConfig(m: KubeGenericRuntimeManager, pod: Pod): LinuxPodSandboxConfig {
  const sc = pod.spec.securityContext;
  const sysctls = m.gates.enabled('Sysctls') ? (sc?.sysctls ?? []) : [];
  return {
    cgroupParent: m.runtimeHelper.getPodCgroupParent(pod),
    sysctls: Object.fromEntries(sysctls.map((c) => [c.name, c.value])),
    securityContext: {
      privileged: hasPrivilegedContainer(pod, m.gates),
      // A sandbox does little: it always gets the strict profile.
      seccompProfilePath: seccompProfileRuntimeDefault,
      seccomp: { profileType: 'RuntimeDefault' },
      ...(sc ? asPodSays(m, pod) : {}),
    },
  };
}

/** What the pod's own context says. Without one, nothing is said of namespaces either. */
// Part of: pkg/kubelet/kuberuntime/kuberuntime_sandbox.go#kubeGenericRuntimeManager.generatePodSandboxLinuxConfig
function asPodSays(m: KubeGenericRuntimeManager, pod: Pod): LinuxSandboxSecurityContext {
  const {
    runAsUser,
    runAsGroup,
    fsGroup,
    supplementalGroups = [],
    seLinuxOptions,
  } = pod.spec.securityContext ?? {};
  return {
    ...(runAsUser === undefined ? {} : { runAsUser: { value: runAsUser } }),
    ...(runAsGroup === undefined ? {} : { runAsGroup: { value: runAsGroup } }),
    namespaceOptions: namespacesForPod(pod),
    supplementalGroups: [
      ...(fsGroup === undefined ? [] : [fsGroup]),
      ...m.runtimeHelper.getExtraSupplementalGroupsForPod(pod),
      ...supplementalGroups,
    ],
    selinuxOptions: convertToRuntimeSELinuxOption(seLinuxOptions),
  };
}

/** All sandboxes that the kubelet has made, or those that are ready. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_sandbox.go#kubeGenericRuntimeManager.getKubeletSandboxes
export function* getKubeletSandboxes(
  m: KubeGenericRuntimeManager,
  all: boolean,
): Blocking<Result<readonly PodSandbox[]>> {
  return yield* m.runtimeService.listPodSandbox(all ? undefined : { state: { state: 'SANDBOX_READY' } });
}

/** The addresses of a pod: none if any is no address. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_sandbox.go#kubeGenericRuntimeManager.determinePodSandboxIPs
export function determinePodSandboxIPs(podSandbox: PodSandboxStatus): string[] {
  if (!podSandbox.network) return [];
  const { ip, additionalIps = [] } = podSandbox.network;
  // Without one, whoever runs the network is another.
  const ips = [...(ip.length > 0 ? [ip] : []), ...additionalIps.map((podIP) => podIP.ip)];
  return ips.some((each) => parseIP(each) === undefined) ? [] : ips;
}

/** The ids of a pod's sandboxes, the newest first. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_sandbox.go#kubeGenericRuntimeManager.getSandboxIDByPodUID
export function* getSandboxIDByPodUID(
  m: KubeGenericRuntimeManager,
  podUID: string,
  state: PodSandboxState | undefined,
): Blocking<Result<string[]>> {
  const [sandboxes, err] = yield* m.runtimeService.listPodSandbox({
    labelSelector: { [kubernetesPodUIDLabel]: podUID },
    ...(state ? { state: { state } } : {}),
  });
  if (err) return [undefined, err];
  return [sandboxes.toSorted(podSandboxByCreated).map(({ id }) => id), undefined];
}

// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_sandbox.go#kubeGenericRuntimeManager.GetPortForward
export function* getPortForward(
  m: KubeGenericRuntimeManager,
  podName: string,
  podNamespace: string,
  podUID: string,
  ports: readonly number[],
): Blocking<Result<string>> {
  const which = podDesc(podName, podNamespace, podUID);
  const [sandboxIDs, listErr] = yield* getSandboxIDByPodUID(m, podUID, undefined);
  if (listErr) return [undefined, new Error(`failed to find sandboxID for pod ${which}: ${listErr.message}`)];
  const [podSandboxId] = sandboxIDs;
  if (podSandboxId === undefined) return [undefined, new Error(`failed to find sandboxID for pod ${which}`)];
  const [resp, err] = yield* m.runtimeService.portForward({ podSandboxId, port: ports });
  return err ? [undefined, err] : [resp.url, undefined];
}

/** Stops a sandbox once more, since an error may have been passed over then, and takes it away. */
// Mirrors: pkg/kubelet/kuberuntime/kuberuntime_sandbox.go#kubeGenericRuntimeManager.DeleteSandbox
export function* deleteSandbox(m: KubeGenericRuntimeManager, sandboxID: string): Blocking<Done> {
  const err = yield* m.runtimeService.stopPodSandbox(sandboxID);
  if (err) return err;
  return yield* m.runtimeService.removePodSandbox(sandboxID);
}
