import type {
  Container,
  ContainerState,
  ContainerStatus,
  EnvFromSource,
  EnvVarSource,
  HostAlias,
  ObjectFieldSelector,
  PodSpec,
  PodStatus,
  ResourceFieldSelector,
} from 'kubernetes-types/core/v1';
import type { Result } from '../../../go/result.ts';
import { quote } from '../../../go/strconv.ts';
import type { Blocking } from '../../../sim/process.ts';
import type { Sim } from '../../../sim/sim.ts';
import { isNotFound } from '../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { everything } from '../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import { decodeBase64 } from '../../staging/src/k8s.io/apimachinery/pkg/runtime/base64.ts';
import { deepCopy } from '../../staging/src/k8s.io/apimachinery/pkg/runtime/deep-copy.ts';
import type { KubeObject } from '../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import {
  isDNS1123Label,
  isEnvVarName,
} from '../../staging/src/k8s.io/apimachinery/pkg/util/validation/validation.ts';
import { expand, mappingFuncFor } from '../../third_party/forked/golang/expansion/expand.ts';
import type { Pod, Service } from '../api/objects.ts';
import { getContainerStatus } from '../api/v1/pod/util.ts';
import {
  extractContainerResourceValue,
  extractResourceValueByContainerName,
} from '../api/v1/resource/helpers.ts';
import { isServiceIPSet } from '../apis/core/v1/helper/helpers.ts';
import { getPodQOS } from '../apis/core/v1/helper/qos/qos.ts';
import { convertDownwardAPIFieldLabel } from '../apis/core/pods/helpers.ts';
import { extractFieldPathAsString } from '../fieldpath/fieldpath.ts';
import { isHostNetworkPod, shouldContainerBeRestarted } from './container/helpers.ts';
import {
  type EnvVar,
  type PodStatus as RuntimePodStatus,
  type Status,
  findContainerStatusByName,
  sortContainerStatusesByCreationTime,
} from './container/runtime.ts';
import { fromServices } from './envvars/envvars.ts';
import { podIsEvicted } from './eviction/helpers.ts';
import type { Kubelet } from './kubelet.ts';
import { defaultPodLimitsForDownwardAPI } from './kubelet_resources.ts';
import {
  generateContainersReadyCondition,
  generatePodInitializedCondition,
  generatePodReadyCondition,
} from './status/generate.ts';
import { isStaticPod } from './types/pod_update.ts';
import { podConditionByKubelet } from './types/pod_status.ts';
import { byContainerName, sortStatusesOfInitContainers } from './types/types.ts';

// Mirrors: pkg/kubelet/kubelet_pods.go#managedHostsHeader
const managedHostsHeader = '# Kubernetes-managed hosts file.\n';

/** The file of names of a pod with a network of its own. */
// Mirrors: pkg/kubelet/kubelet_pods.go#managedHostsFileContent
export function managedHostsFileContent(
  hostIPs: readonly string[],
  hostName: string,
  hostDomainName: string,
  hostAliases: readonly HostAlias[] = [],
): string {
  const names = hostDomainName === '' ? hostName : `${hostName}.${hostDomainName}\t${hostName}`;
  const lines = [
    '127.0.0.1\tlocalhost',
    '::1\tlocalhost ip6-localhost ip6-loopback',
    'fe00::0\tip6-localnet',
    'fe00::0\tip6-mcastprefix',
    'fe00::1\tip6-allnodes',
    'fe00::2\tip6-allrouters',
    ...hostIPs.map((hostIP) => `${hostIP}\t${names}`),
  ];
  return `${managedHostsHeader}${lines.join('\n')}\n${hostsEntriesFromHostAliases(hostAliases)}`;
}

// Mirrors: pkg/kubelet/kubelet_pods.go#hostsEntriesFromHostAliases
function hostsEntriesFromHostAliases(hostAliases: readonly HostAlias[]): string {
  if (hostAliases.length === 0) return '';
  const lines = hostAliases.map(({ ip = '', hostnames = [] }) => `${[ip, ...hostnames].join('\t')}\n`);
  return `\n# Entries added by HostAliases.\n${lines.join('')}`;
}

// Mirrors: pkg/kubelet/kubelet_pods.go#truncatePodHostnameIfNeeded
function truncatePodHostnameIfNeeded(podName: string, hostname: string): Result<string> {
  const hostnameMaxLen = 63;
  if (hostname.length <= hostnameMaxLen) return [hostname, undefined];
  // A label ends in neither.
  const truncated = hostname.slice(0, hostnameMaxLen).replace(/[-.]+$/u, '');
  if (truncated.length > 0) return [truncated, undefined];
  return [undefined, new Error(`hostname for pod ${quote(podName)} was invalid: ${quote(hostname)}`)];
}

/** How a pod is named in itself, and the domain it belongs to if it has one. */
// Mirrors: pkg/kubelet/kubelet_pods.go#Kubelet.GeneratePodHostNameAndDomain
export function generatePodHostNameAndDomain(
  kl: Pick<Kubelet, 'dnsConfigurer'>,
  { metadata, spec }: Pod,
): Result<{ readonly hostname: string; readonly hostDomain: string }> {
  const { hostname: given = '', subdomain = '' } = spec;
  const wrong = (what: string, value: string): Error | undefined => {
    const msgs = value === '' ? [] : isDNS1123Label(value);
    if (msgs.length === 0) return undefined;
    return new Error(`pod ${what} ${quote(value)} is not a valid DNS label: ${msgs.join(';')}`);
  };
  const wrongName = wrong('Hostname', given);
  if (wrongName) return [undefined, wrongName];
  const [hostname, err] = truncatePodHostnameIfNeeded(metadata.name, given || metadata.name);
  if (err) return [undefined, err];
  const wrongSubdomain = wrong('Subdomain', subdomain);
  if (wrongSubdomain) return [undefined, wrongSubdomain];
  const { clusterDomain } = kl.dnsConfigurer;
  const hostDomain = subdomain === '' ? '' : `${subdomain}.${metadata.namespace}.svc.${clusterDomain}`;
  return [{ hostname, hostDomain }, undefined];
}

/** The services that every container hears of. */
// Mirrors: pkg/kubelet/kubelet_pods.go#masterServices
const masterServices: ReadonlySet<string> = new Set(['kubernetes']);

/** What the environment of a container says of services: those of its namespace if it wants them, and of the API server. */
// Mirrors: pkg/kubelet/kubelet_pods.go#Kubelet.getServiceEnvVarMap
function getServiceEnvVarMap(
  kl: Pick<Kubelet, 'serviceLister' | 'masterServiceNamespace'>,
  ns: string,
  enableServiceLinks: boolean,
): Result<Map<string, string>> {
  const serviceMap = new Map<string, Service>();
  const [services, err] = kl.serviceLister?.list(everything()) ?? [[], undefined];
  if (err) return [undefined, new Error('failed to list services when setting up env vars')];
  for (const service of services) {
    const { name, namespace } = service.metadata;
    if (!isServiceIPSet(service)) continue;
    if (namespace === kl.masterServiceNamespace && masterServices.has(name)) {
      // One of the same name in the namespace of the pod goes before.
      if (!serviceMap.has(name)) serviceMap.set(name, service);
    } else if (namespace === ns && enableServiceLinks) serviceMap.set(name, service);
  }
  const env = fromServices([...serviceMap.values()]);
  return [new Map(env.map(({ name, value }) => [name, value])), undefined];
}

type Environment = Pick<
  Kubelet,
  | 'kubeClient'
  | 'serviceLister'
  | 'serviceHasSynced'
  | 'masterServiceNamespace'
  | 'configMapManager'
  | 'secretManager'
  | 'recorder'
  | 'getHostIPsAnyWay'
  | 'getNodeAnyWay'
>;

/** What a config map or secret holds as text; undefined for one that may be missing, and is. */
type Contents = ReadonlyMap<string, string> | undefined;

/** Reads config maps and secrets of a namespace, each once. */
// Part of: pkg/kubelet/kubelet_pods.go#Kubelet.makeEnvironmentVariables
class Sources {
  readonly #kl: Environment;
  readonly #namespace: string;
  readonly #known = new Map<string, Contents>();

  constructor(kl: Environment, namespace: string) {
    this.#kl = kl;
    this.#namespace = namespace;
  }

  configMap(name: string, optional: boolean): Blocking<Result<Contents>> {
    return this.#read('configMap', name, optional, () => this.#configMap(name));
  }

  secret(name: string, optional: boolean): Blocking<Result<Contents>> {
    return this.#read('secret', name, optional, () => this.#secret(name));
  }

  *#configMap(name: string): Blocking<Result<Contents>> {
    const [configMap, err] = yield* this.#kl.configMapManager.getConfigMap(this.#namespace, name);
    return err ? [undefined, err] : [new Map(Object.entries(configMap.data ?? {})), undefined];
  }

  *#secret(name: string): Blocking<Result<Contents>> {
    const [secret, err] = yield* this.#kl.secretManager.getSecret(this.#namespace, name);
    if (err) return [undefined, err];
    const decoded = Object.entries(secret.data ?? {}).map(([k, v]) => [k, decodeBase64(v) ?? ''] as const);
    return [new Map(decoded), undefined];
  }

  *#read(
    kind: 'configMap' | 'secret',
    name: string,
    optional: boolean,
    read: () => Blocking<Result<Contents>>,
  ): Blocking<Result<Contents>> {
    const key = `${kind} ${this.#namespace}/${name}`;
    const known = this.#known.get(key);
    if (known) return [known, undefined];
    if (!this.#kl.kubeClient) return [undefined, new Error(`couldn't get ${key}, no kubeClient defined`)];
    const [contents, err] = yield* read();
    if (err) return isNotFound(err) && optional ? [undefined, undefined] : [undefined, err];
    this.#known.set(key, contents);
    return [contents, undefined];
  }
}

/** The environment of a container: what it says itself, what the config maps and secrets hold that it names, and its services. */
// Mirrors: pkg/kubelet/kubelet_pods.go#Kubelet.makeEnvironmentVariables
export function* makeEnvironmentVariables(
  kl: Environment,
  pod: Pod,
  container: Container,
  podIP: string,
  podIPs: readonly string[],
): Blocking<Result<EnvVar[]>> {
  const { enableServiceLinks } = pod.spec;
  if (enableServiceLinks === undefined)
    return [undefined, new Error('nil pod.spec.enableServiceLinks encountered, cannot construct envvars')];
  if (!isStaticPod(pod) && !kl.serviceHasSynced()) {
    const unread = 'services have not yet been read at least once, cannot construct envvars';
    return [undefined, new Error(unread)];
  }
  const [serviceEnv, unlisted] = getServiceEnvVarMap(kl, pod.metadata.namespace, enableServiceLinks);
  if (unlisted) return [undefined, unlisted];
  const sources = new Sources(kl, pod.metadata.namespace);
  const tmpEnv = new Map<string, string>();
  for (const envFrom of container.envFrom ?? []) {
    const err = yield* addEnvFrom(kl, pod, sources, envFrom, tmpEnv);
    if (err) return [undefined, err];
  }
  const mappingFunc = mappingFuncFor(tmpEnv, serviceEnv);
  for (const { name, value = '', valueFrom } of container.env ?? []) {
    let runtimeVal: string | undefined = expand(value, mappingFunc);
    if (value === '' && valueFrom) {
      const [found, err] = yield* valueOf(kl, pod, container, sources, valueFrom, podIP, podIPs);
      if (err) return [undefined, err];
      runtimeVal = found;
    }
    if (runtimeVal === undefined) continue;
    // What a service is called elsewhere is not seen where the container says it otherwise.
    serviceEnv.delete(name);
    tmpEnv.set(name, runtimeVal);
  }
  const result = [...new Map([...serviceEnv, ...tmpEnv])];
  return [result.map(([name, value]) => ({ name, value })), undefined];
}

/** Adds all that a config map or secret holds, but for keys that no variable can have. */
// Part of: pkg/kubelet/kubelet_pods.go#Kubelet.makeEnvironmentVariables
function* addEnvFrom(
  kl: Pick<Kubelet, 'recorder'>,
  pod: Pod,
  sources: Sources,
  { configMapRef, secretRef, prefix = '' }: EnvFromSource,
  tmpEnv: Map<string, string>,
): Blocking<Error | undefined> {
  const kind = configMapRef ? 'configMap' : 'secret';
  const ref = configMapRef ?? secretRef;
  if (!ref) return undefined;
  const { name = '', optional = false } = ref;
  const [contents, err] = yield* sources[kind](name, optional);
  if (err) return err;
  const invalidKeys: string[] = [];
  for (const [k, v] of contents ?? []) {
    const key = prefix + k;
    if (isEnvVarName(key).length > 0) invalidKeys.push(key);
    else tmpEnv.set(key, v);
  }
  if (invalidKeys.length === 0) return undefined;
  const from = `EnvFrom ${kind} ${pod.metadata.namespace}/${name}`;
  const skipped = `were skipped since they are considered invalid environment variable names.`;
  const message = `Keys [${invalidKeys.sort().join(', ')}] from the ${from} ${skipped}`;
  kl.recorder.event(pod, 'Warning', 'InvalidEnvironmentVariableNames', message);
  return undefined;
}

/** What a variable is to be that says where it comes from; undefined if that may be missing, and is. */
// Part of: pkg/kubelet/kubelet_pods.go#Kubelet.makeEnvironmentVariables
function* valueOf(
  kl: Environment,
  pod: Pod,
  container: Container,
  sources: Sources,
  { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef }: EnvVarSource,
  podIP: string,
  podIPs: readonly string[],
): Blocking<Result<string | undefined>> {
  if (fieldRef) return podFieldSelectorRuntimeValue(kl, fieldRef, pod, podIP, podIPs);
  if (resourceFieldRef) {
    const [defaulted, err] = defaultPodLimitsForDownwardAPI(kl, pod, container);
    if (err) return [undefined, err];
    return containerResourceRuntimeValue(resourceFieldRef, defaulted.pod, defaulted.container);
  }
  const ref = configMapKeyRef ?? secretKeyRef;
  if (!ref) return ['', undefined];
  const { name = '', key, optional = false } = ref;
  const [contents, err] = yield* sources[configMapKeyRef ? 'configMap' : 'secret'](name, optional);
  if (err) return [undefined, err];
  const value = contents?.get(key);
  if (value !== undefined || optional) return [value, undefined];
  const kind = configMapKeyRef ? 'ConfigMap' : 'Secret';
  return [undefined, new Error(`couldn't find key ${key} in ${kind} ${pod.metadata.namespace}/${name}`)];
}

// Mirrors: pkg/kubelet/kubelet_pods.go#Kubelet.podFieldSelectorRuntimeValue
function podFieldSelectorRuntimeValue(
  kl: Pick<Kubelet, 'getHostIPsAnyWay'>,
  fs: ObjectFieldSelector,
  pod: Pod,
  podIP: string,
  podIPs: readonly string[],
): Result<string> {
  const [internalFieldPath, err] = convertDownwardAPIFieldLabel(fs.apiVersion ?? '', fs.fieldPath);
  if (err) return [undefined, err];
  switch (internalFieldPath) {
    case 'spec.nodeName':
      return [pod.spec.nodeName ?? '', undefined];
    case 'spec.serviceAccountName':
      return [pod.spec.serviceAccountName ?? '', undefined];
    case 'status.hostIP': {
      const [hostIPs, unknown] = kl.getHostIPsAnyWay();
      return unknown ? [undefined, unknown] : [hostIPs[0] ?? '', undefined];
    }
    case 'status.podIP':
      return [podIP, undefined];
    case 'status.podIPs':
      return [podIPs.join(','), undefined];
    default:
      return extractFieldPathAsString(pod as KubeObject, internalFieldPath);
  }
}

// Mirrors: pkg/kubelet/kubelet_pods.go#containerResourceRuntimeValue
function containerResourceRuntimeValue(
  fs: ResourceFieldSelector,
  pod: Pod,
  container: Container,
): Result<string> {
  const { containerName = '' } = fs;
  if (containerName === '') return extractContainerResourceValue(fs, container);
  return extractResourceValueByContainerName(fs, pod, containerName);
}

/**
 * Whether none of its containers runs, as far as the status says, and whether its worker has nothing left to do: it has ended,
 * or it is being deleted and nothing runs.
 */
// Mirrors: pkg/kubelet/kubelet_pods.go#Kubelet.podAndContainersAreTerminal
export function podAndContainersAreTerminal(
  kl: Pick<Kubelet, 'statusManager'>,
  pod: Pod,
): { readonly containersTerminal: boolean; readonly podWorkerTerminal: boolean } {
  const status = kl.statusManager.getPodStatus(pod.metadata.uid) ?? pod.status;
  const containersTerminal = notRunning(status.containerStatuses);
  const ended = status.phase === 'Failed' || status.phase === 'Succeeded';
  const deleted = pod.metadata.deletionTimestamp !== undefined && containersTerminal;
  return { containersTerminal, podWorkerTerminal: ended || deleted };
}

// Mirrors: pkg/kubelet/kubelet_pods.go#Kubelet.podIsTerminated
export function podIsTerminated(kl: Pick<Kubelet, 'statusManager'>, pod: Pod): boolean {
  return podAndContainersAreTerminal(kl, pod).podWorkerTerminal;
}

/** Also true for a pod that is not known. */
// Mirrors: pkg/kubelet/kubelet_pods.go#Kubelet.IsPodTerminated
export function isPodTerminated(kl: Pick<Kubelet, 'statusManager' | 'podManager'>, uid: string): boolean {
  const pod = kl.podManager.getPodByUID(uid);
  return !pod || podIsTerminated(kl, pod);
}

/** True for a pod that is not known, was evicted, or is being deleted and runs nothing. */
// Mirrors: pkg/kubelet/kubelet_pods.go#Kubelet.IsPodDeleted
export function isPodDeleted(kl: Pick<Kubelet, 'statusManager' | 'podManager'>, uid: string): boolean {
  const pod = kl.podManager.getPodByUID(uid);
  if (!pod) return true;
  const status = kl.statusManager.getPodStatus(pod.metadata.uid) ?? pod.status;
  const deleted = pod.metadata.deletionTimestamp !== undefined && notRunning(status.containerStatuses);
  return podIsEvicted(status) || deleted;
}

/** Whether nothing of a pod is left on the node: containers, sandboxes, volumes and cgroups. */
// Mirrors: pkg/kubelet/kubelet_pods.go#Kubelet.PodResourcesAreReclaimed
export function podResourcesAreReclaimed(
  kl: Pick<
    Kubelet,
    'podCache' | 'podVolumesExist' | 'keepTerminatedPodVolumes' | 'cgroupsPerQOS' | 'containerManager'
  >,
  pod: Pod,
  status: PodStatus,
): boolean {
  if (!notRunning(status.containerStatuses)) return false;
  const { uid } = pod.metadata;
  const [runtimeStatus, err] = kl.podCache.get(uid);
  if (err || !runtimeStatus) return false;
  if (runtimeStatus.containerStatuses.length > 0 || runtimeStatus.sandboxStatuses.length > 0) return false;
  if (kl.podVolumesExist(uid) && !kl.keepTerminatedPodVolumes) return false;
  return !(kl.cgroupsPerQOS && kl.containerManager.newPodContainerManager().exists(pod));
}

/** True if each container has ended or waits. */
// Mirrors: pkg/kubelet/kubelet_pods.go#notRunning
export function notRunning(statuses: readonly ContainerStatus[] | undefined): boolean {
  return (statuses ?? []).every(({ state }) => state?.terminated || state?.waiting);
}

// Mirrors: pkg/kubelet/kubelet_pods.go#Kubelet.filterOutTerminatedPods
export function filterOutTerminatedPods(kl: Pick<Kubelet, 'statusManager'>, pods: readonly Pod[]): Pod[] {
  return pods.filter((p) => !podIsTerminated(kl, p));
}

/** How many init containers have yet to end well, and how many ended badly. */
// Part of: pkg/kubelet/kubelet_pods.go#getPhase
function countInitContainers(
  spec: PodSpec,
  info: readonly ContainerStatus[],
): [pending: number, failed: number] {
  let [pendingInitialization, failedInitialization] = [0, 0];
  for (const container of spec.initContainers ?? []) {
    const { state, lastState } = getContainerStatus(info, container.name) ?? {};
    const ended = state?.running
      ? undefined
      : (state?.terminated ?? (state?.waiting && lastState?.terminated));
    if (!ended) pendingInitialization++;
    else if ((ended.exitCode ?? 0) !== 0) failedInitialization++;
  }
  return [pendingInitialization, failedInitialization];
}

/** In one word how a pod stands, by the statuses of its containers. */
// Mirrors: pkg/kubelet/kubelet_pods.go#getPhase
export function getPhase(spec: PodSpec, info: readonly ContainerStatus[]): string {
  const [pendingInitialization, failedInitialization] = countInitContainers(spec, info);
  let [unknown, running, waiting, stopped, succeeded] = [0, 0, 0, 0, 0];
  for (const container of spec.containers) {
    const { state, lastState } = getContainerStatus(info, container.name) ?? {};
    if (state?.running) running++;
    else if (state?.terminated) {
      stopped++;
      if ((state.terminated.exitCode ?? 0) === 0) succeeded++;
    } else if (!state?.waiting) unknown++;
    else if (lastState?.terminated) stopped++;
    else waiting++;
  }
  if (failedInitialization > 0 && spec.restartPolicy === 'Never') return 'Failed';
  if (pendingInitialization > 0 || waiting > 0) return 'Pending';
  if (running > 0 && unknown === 0) return 'Running';
  if (running > 0 || stopped === 0 || unknown > 0) return 'Pending';
  // All have ended. Those of which the policy says so will start again.
  if (spec.restartPolicy === 'Always') return 'Running';
  if (stopped === succeeded) return 'Succeeded';
  return spec.restartPolicy === 'Never' ? 'Failed' : 'Running';
}

type StatusMaker = Pick<
  Kubelet,
  'sim' | 'gates' | 'kubeClient' | 'statusManager' | 'reasonCache' | 'podSyncHandlers' | 'getHostIPsAnyWay'
> & { readonly probeManager: Pick<Kubelet['probeManager'], 'updatePodStatus'> };

/** The status of a pod as the API server is to have it, from what the runtime says and what was said before. */
// Mirrors: pkg/kubelet/kubelet_pods.go#Kubelet.generateAPIPodStatus
export function generateAPIPodStatus(kl: StatusMaker, pod: Pod, podStatus: RuntimePodStatus): PodStatus {
  const s = convertStatusToAPIStatus(kl, pod, podStatus);
  for (const podSyncHandler of kl.podSyncHandlers) {
    const { evict, reason, message } = podSyncHandler.shouldEvict(pod);
    // Upstream leaves it without its own conditions and the address of the host.
    if (evict) return { ...s, phase: 'Failed', reason, message };
  }
  const { spec } = pod;
  s.phase = getPhase(spec, [...(s.containerStatuses ?? []), ...(s.initContainerStatuses ?? [])]) as never;
  // A pod that has ended stays so.
  const { phase } = pod.status;
  if (phase === 'Failed' || phase === 'Succeeded') s.phase = phase;
  kl.probeManager.updatePodStatus(pod.metadata.uid, s);
  const conditions = (s.conditions ??= []);
  conditions.push(generatePodInitializedCondition(spec, s.initContainerStatuses, s.phase));
  conditions.push(generatePodReadyCondition(spec, conditions, s.containerStatuses, s.phase));
  conditions.push(generateContainersReadyCondition(spec, s.containerStatuses, s.phase));
  conditions.push({ type: 'PodScheduled', status: 'True' });
  if (kl.kubeClient) setHostIPs(kl, pod, s);
  return s;
}

/** The address of the node, which is also that of a pod that has no network of its own. */
// Part of: pkg/kubelet/kubelet_pods.go#Kubelet.generateAPIPodStatus
function setHostIPs(kl: Pick<Kubelet, 'gates' | 'getHostIPsAnyWay'>, pod: Pod, s: PodStatus): void {
  const [hostIPs] = kl.getHostIPsAnyWay();
  const [first, second] = hostIPs ?? [];
  if (first === undefined) return;
  s.hostIP = first;
  if (!isHostNetworkPod(pod) || s.podIP) return;
  s.podIP = first;
  s.podIPs = [{ ip: first }];
  if (kl.gates.enabled('IPv6DualStack') && second !== undefined) s.podIPs.push({ ip: second });
}

// Mirrors: pkg/kubelet/kubelet_pods.go#Kubelet.convertStatusToAPIStatus
function convertStatusToAPIStatus(
  kl: Pick<Kubelet, 'sim' | 'gates' | 'statusManager' | 'reasonCache'>,
  pod: Pod,
  podStatus: RuntimePodStatus,
): PodStatus {
  const { containers, initContainers = [], ephemeralContainers = [] } = pod.spec;
  const oldPodStatus = kl.statusManager.getPodStatus(pod.metadata.uid) ?? pod.status;
  const convert = (
    before: Statuses,
    of: readonly Container[],
    isInit = false,
  ): ContainerStatus[] | undefined =>
    convertToAPIContainerStatuses(kl, pod, podStatus, before, of, initContainers.length > 0, isInit);
  const apiPodStatus: PodStatus = {
    podIPs: podStatus.ips.map((ip) => ({ ip })),
    podIP: podStatus.ips[0],
    qosClass: getPodQOS(pod),
    containerStatuses: convert(oldPodStatus.containerStatuses, containers),
    initContainerStatuses: convert(oldPodStatus.initContainerStatuses, initContainers, true),
  };
  if (kl.gates.enabled('EphemeralContainers')) {
    const ecSpecs = ephemeralContainers as readonly Container[];
    apiPodStatus.ephemeralContainerStatuses = convert(oldPodStatus.ephemeralContainerStatuses, ecSpecs);
  }
  // Conditions of others stay as they are.
  apiPodStatus.conditions = pod.status.conditions?.filter(({ type }) => !podConditionByKubelet(type)).slice();
  return apiPodStatus;
}

type Statuses = readonly ContainerStatus[] | undefined;

const unlocated = 'The container could not be located when the pod was';

/**
 * The statuses of some containers: what the runtime says, the newest two of each name; what was said before, where the runtime knows
 * nothing any more; and why a container that should run does not.
 */
// Mirrors: pkg/kubelet/kubelet_pods.go#Kubelet.convertToAPIContainerStatuses
function convertToAPIContainerStatuses(
  kl: Pick<Kubelet, 'sim' | 'reasonCache'>,
  pod: Pod,
  podStatus: RuntimePodStatus,
  previousStatus: Statuses,
  containers: readonly Container[],
  hasInitContainers: boolean,
  isInitContainer: boolean,
): ContainerStatus[] | undefined {
  const oldStatuses = new Map((previousStatus ?? []).map((status) => [status.name, status]));
  const waitsFor = hasInitContainers ? 'PodInitializing' : 'ContainerCreating';
  const statuses = new Map(
    containers.map((container) => [
      container.name,
      defaultStatus(container, oldStatuses.get(container.name), waitsFor),
    ]),
  );
  for (const container of containers) {
    const status = statuses.get(container.name)!;
    const oldStatus = oldStatuses.get(container.name);
    if (pod.metadata.deletionTimestamp !== undefined && !findContainerStatusByName(podStatus, container.name))
      noteLostContainer(status, oldStatus, waitsFor);
  }

  const newestFirst = podStatus.containerStatuses.toSorted((a, b) =>
    sortContainerStatusesByCreationTime(b, a),
  );
  const containerSeen = new Map<string, number>();
  for (const cStatus of newestFirst) {
    const cName = cStatus.name;
    const seen = containerSeen.get(cName) ?? 0;
    if (!statuses.has(cName) || seen >= 2) continue;
    const status = convertContainerStatus(kl.sim, cStatus, oldStatuses.get(cName));
    if (seen === 0) statuses.set(cName, status);
    else statuses.get(cName)!.lastState = status.state;
    containerSeen.set(cName, seen + 1);
  }
  const sorted = { ...podStatus, containerStatuses: newestFirst };
  for (const container of containers)
    noteReason(kl, pod, container, sorted, statuses.get(container.name)!, isInitContainer);

  if (isInitContainer) return sortStatusesOfInitContainers(pod, statuses);
  return statuses.size === 0 ? undefined : [...statuses.values()].sort(byContainerName);
}

/** The status of a container of which the runtime says nothing: it has ended if it had before, else it waits. */
// Part of: pkg/kubelet/kubelet_pods.go#Kubelet.convertToAPIContainerStatuses
function defaultStatus(
  { name, image = '' }: Container,
  oldStatus: ContainerStatus | undefined,
  waitsFor: string,
): ContainerStatus {
  if (oldStatus?.state?.terminated) return deepCopy(oldStatus);
  const { restartCount = 0, lastState } = oldStatus ?? {};
  const none = { ready: false, imageID: '', restartCount, lastState: { ...lastState } };
  return { name, image, ...none, state: { waiting: { reason: waitsFor } } };
}

/** Says of a container that ran, of a pod that is being deleted, that it ended, though nobody knows how. */
// Part of: pkg/kubelet/kubelet_pods.go#Kubelet.convertToAPIContainerStatuses
function noteLostContainer(
  status: ContainerStatus,
  oldStatus: ContainerStatus | undefined,
  waitsFor: string,
): void {
  if (!oldStatus || oldStatus.state?.terminated || !oldStatus.state?.running) return;
  if (status.state?.waiting?.reason !== waitsFor || status.lastState?.terminated) return;
  const message = `${unlocated} deleted.  The container used to be Running`;
  status.lastState = {
    ...status.lastState,
    terminated: { reason: 'ContainerStatusUnknown', message, exitCode: 137 },
  };
}

/** Says of a container that should run why it could not be started, if that is known. */
// Part of: pkg/kubelet/kubelet_pods.go#Kubelet.convertToAPIContainerStatuses
function noteReason(
  kl: Pick<Kubelet, 'reasonCache'>,
  pod: Pod,
  container: Container,
  podStatus: RuntimePodStatus,
  status: ContainerStatus,
  isInitContainer: boolean,
): void {
  if (isInitContainer) {
    // One that ended well is not started again, whatever the policy.
    const s = findContainerStatusByName(podStatus, container.name);
    if (s && s.state === 'exited' && s.exitCode === 0) return;
  }
  if (!shouldContainerBeRestarted(container, pod, podStatus)) return;
  const reason = kl.reasonCache.get(pod.metadata.uid, container.name);
  if (!reason) return;
  if (status.state?.terminated) status.lastState = status.state;
  status.state = { waiting: { reason: reason.err.message, message: reason.message } };
}

// Part of: pkg/kubelet/kubelet_pods.go#Kubelet.convertToAPIContainerStatuses
function convertContainerStatus(
  sim: Sim,
  cs: Status,
  oldStatus: ContainerStatus | undefined,
): ContainerStatus {
  const { name, image, imageID, restartCount } = cs;
  const containerID = String(cs.id);
  const status = { name, image, imageID, containerID, restartCount, ready: false, lastState: {} };
  const stamp = (ms: number | undefined): string | undefined =>
    ms === undefined ? undefined : sim.timestamp(ms);
  const startedAt = stamp(cs.startedAt);
  if (cs.state === 'running') return { ...status, state: { running: { startedAt } } };
  if (cs.state === 'created' || cs.state === 'exited') {
    const { exitCode, reason, message } = cs;
    const finishedAt = stamp(cs.finishedAt);
    const terminated = { exitCode, reason, message, startedAt, finishedAt, containerID };
    return { ...status, state: { terminated } };
  }
  if (oldStatus?.state?.running) {
    const message = `${unlocated} terminated`;
    const state: ContainerState = {
      terminated: { reason: 'ContainerStatusUnknown', message, exitCode: 137 },
    };
    return { ...status, state, restartCount: oldStatus.restartCount + 1 };
  }
  return { ...status, state: { waiting: {} } };
}
