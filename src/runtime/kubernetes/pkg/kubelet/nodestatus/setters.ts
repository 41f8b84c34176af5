import type { NodeAddress, NodeCondition, NodeDaemonEndpoints } from 'kubernetes-types/core/v1';
import { isIPv4, isUnspecified, parseIP } from '../../../../go/net.ts';
import type { Result } from '../../../../go/result.ts';
import type { Blocking } from '../../../../sim/process.ts';
import {
  mustParse,
  newQuantity,
} from '../../../staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import type { Draft, Node } from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { newAggregate } from '../../../staging/src/k8s.io/apimachinery/pkg/util/errors/errors.ts';
import type { Gates } from '../../../staging/src/k8s.io/component-base/featuregate/feature_gate.ts';
import { get as version } from '../../../staging/src/k8s.io/component-base/version/version.ts';
import type { MachineInfo, VersionInfo } from '../../../vendor/github.com/google/cadvisor/info/v1/machine.ts';
import { isExtendedResourceName, isHugePageResourceName } from '../../apis/core/v1/helper/helpers.ts';
import { noNodeInfo } from '../../util/node/node.ts';
import { capacityFromMachineInfo } from '../cadvisor/util.ts';
import type { Image, Version } from '../container/runtime.ts';
import { nodeNotReady, nodeReady, nodeRebooted } from '../events/event.ts';

/** How many names of an image a node tells of. */
// Mirrors: pkg/kubelet/nodestatus/setters.go#MaxNamesPerImageInNodeStatus
const maxNamesPerImageInNodeStatus = 5;

/** The address that a node asks a cloud provider of its own to find it under. */
// Part of: pkg/kubelet/nodestatus/setters.go#NodeAddress
const annotationAlphaProvidedIPAddr = 'alpha.kubernetes.io/provided-node-ip';

/** Says on a node what one part of the kubelet knows of it. What fails is only logged. */
// Mirrors: pkg/kubelet/nodestatus/setters.go#Setter
export type Setter = (node: Draft<Node>) => Blocking<Error | undefined>;

type ResourceList = Record<string, string>;

const statusOf = (node: Draft<Node>): NonNullable<Draft<Node>['status']> => (node.status ??= {});

/** What of its machine the address of a node depends on. */
export interface Addresses {
  /** The addresses given by `--node-ip`: none, one, or one of each family. */
  readonly nodeIPs: readonly string[];
  validateNodeIP(ip: string): Error | undefined;
  readonly hostname: string;
  readonly hostnameOverridden: boolean;
  readonly externalCloudProvider: boolean;
  /** The addresses that a cloud knows; undefined where there is none. */
  readonly nodeAddresses: (() => Result<readonly NodeAddress[]>) | undefined;
  lookupIP(host: string): readonly string[];
  /** The address of the interface that leads to all others. */
  resolveBindAddress(nodeIP: string | undefined): Result<string>;
}

/** By which addresses the node is reached: those that a cloud says, or the one that was given or can be found. */
// Mirrors: pkg/kubelet/nodestatus/setters.go#NodeAddress
export function nodeAddress(of: Addresses): Setter {
  const { nodeIPs, hostname, externalCloudProvider, nodeAddresses } = of;
  const [nodeIP, secondaryNodeIP] = nodeIPs;
  const specified = (ip: string | undefined): ip is string => ip !== undefined && !isUnspecified(ip);
  return function* setNodeAddress(node) {
    const status = statusOf(node);
    if (specified(nodeIP)) {
      const err = of.validateNodeIP(nodeIP);
      if (err) return new Error(`failed to validate nodeIP: ${err.message}`);
    }
    if (specified(secondaryNodeIP)) {
      const err = of.validateNodeIP(secondaryNodeIP);
      if (err) return new Error(`failed to validate secondaryNodeIP: ${err.message}`);
    }
    if (externalCloudProvider) {
      if (specified(nodeIP)) (node.metadata.annotations ??= {})[annotationAlphaProvidedIPAddr] = nodeIP;
      // The provider says them then; they are guessed once, for the time before.
      if (status.addresses?.length) return undefined;
    }
    const host = { type: 'Hostname', address: hostname } as const;
    if (nodeAddresses) {
      const [cloudNodeAddresses, err] = nodeAddresses();
      if (err) return err;
      const [addresses, unmatched] = preferred(nodeIP, cloudNodeAddresses);
      if (unmatched) return unmatched;
      status.addresses = withHostname(addresses, cloudNodeAddresses, of);
    } else if (specified(nodeIP) && specified(secondaryNodeIP)) {
      const [first, second] = [nodeIP, secondaryNodeIP].map((address) => ({ type: 'InternalIP', address }));
      status.addresses = [first!, second!, host];
    } else {
      const [ipAddr, err] = ownAddress(of, node.metadata.name ?? '');
      if (err) return new Error(`can't get ip address of node ${node.metadata.name}. error: ${err.message}`);
      status.addresses = [{ type: 'InternalIP', address: ipAddr }, host];
    }
    return undefined;
  };
}

/** The addresses of a cloud: of each type that the given address is of, that one alone; else those of its family first. */
// Part of: pkg/kubelet/nodestatus/setters.go#NodeAddress
function preferred(
  nodeIP: string | undefined,
  cloudNodeAddresses: readonly NodeAddress[],
): Result<NodeAddress[]> {
  const copies = cloudNodeAddresses.map(({ type, address }) => ({ type, address }));
  if (nodeIP === undefined) return [copies, undefined];
  if (!isUnspecified(nodeIP)) {
    const enforced = copies.filter(({ address }) => address === nodeIP);
    if (enforced.length === 0) {
      const text = 'failed to get node address from cloud provider that matches ip';
      return [undefined, new Error(`${text}: ${nodeIP}`)];
    }
    const nodeIPTypes = enforced.map(({ type }) => type);
    return [[...enforced, ...copies.filter(({ type }) => !nodeIPTypes.includes(type))], undefined];
  }
  const isOther = ({ address }: NodeAddress): boolean => {
    const ip = parseIP(address);
    return ip !== undefined && isIPv4(ip) !== isIPv4(nodeIP);
  };
  return [[...copies.filter((one) => !isOther(one)), ...copies.filter(isOther)], undefined];
}

/** Adds the name of the host where the cloud says none, or replaces it where it was given. */
// Part of: pkg/kubelet/nodestatus/setters.go#NodeAddress
function withHostname(
  addresses: NodeAddress[],
  cloudNodeAddresses: readonly NodeAddress[],
  { hostname, hostnameOverridden }: Addresses,
): NodeAddress[] {
  const named = { type: 'Hostname', address: hostname };
  if (cloudNodeAddresses.length === 0) return [...addresses, named];
  // An address that is the name is also told as a name.
  if (!hasAddressType(cloudNodeAddresses, 'Hostname') && hasAddressValue(cloudNodeAddresses, hostname))
    return [...addresses, named];
  if (!hostnameOverridden) return addresses;
  const existing = addresses.find(({ type }) => type === 'Hostname');
  if (!existing) return [...addresses, named];
  existing.address = hostname;
  return addresses;
}

/** Without a cloud: the given address, the name if it is one, one that the name leads to, or that of an interface. */
// Part of: pkg/kubelet/nodestatus/setters.go#NodeAddress
function ownAddress(of: Addresses, nodeName: string): Result<string> {
  const [nodeIP] = of.nodeIPs;
  if (nodeIP !== undefined && !isUnspecified(nodeIP)) return [nodeIP, undefined];
  const named = parseIP(of.hostname);
  if (named !== undefined) return [named, undefined];
  const preferIPv4 = nodeIP === undefined || isIPv4(nodeIP);
  const valid = of.lookupIP(nodeName).filter((addr) => of.validateNodeIP(addr) === undefined);
  const found = valid.find((addr) => isIPv4(addr) === preferIPv4) ?? valid[0];
  return found === undefined ? of.resolveBindAddress(nodeIP) : [found, undefined];
}

// Mirrors: pkg/kubelet/nodestatus/setters.go#hasAddressType
function hasAddressType(addresses: readonly NodeAddress[], addressType: string): boolean {
  return addresses.some(({ type }) => type === addressType);
}

// Mirrors: pkg/kubelet/nodestatus/setters.go#hasAddressValue
function hasAddressValue(addresses: readonly NodeAddress[], addressValue: string): boolean {
  return addresses.some(({ address }) => address === addressValue);
}

/** What a machine has, and how much of it is not for pods. */
export interface Machine {
  readonly nodeName: string;
  readonly gates: Gates;
  readonly maxPods: number;
  readonly podsPerCore: number;
  info(): Result<MachineInfo>;
  capacity(): Readonly<ResourceList> | undefined;
  devicePluginResourceCapacity(): {
    readonly capacity: Readonly<ResourceList>;
    readonly allocatable: Readonly<ResourceList>;
    readonly inactive: readonly string[];
  };
  nodeAllocatableReservation(): Readonly<ResourceList>;
  recordEvent(eventType: string, event: string, message: string): void;
}

/** How much the node has, and how much of that pods may have. */
// Mirrors: pkg/kubelet/nodestatus/setters.go#MachineInfo
export function machineInfo(of: Machine): Setter {
  return function* setMachineInfo(node) {
    const status = statusOf(node);
    const capacity = (status.capacity ??= {});
    let devicePluginAllocatable: Readonly<ResourceList> = {};
    const [info, err] = of.info();
    if (err) Object.assign(capacity, { cpu: '0', memory: '0', pods: String(of.maxPods) });
    else devicePluginAllocatable = setCapacity(of, node, capacity, info);

    const allocatable = (status.allocatable ??= {});
    for (const k of Object.keys(allocatable))
      if (capacity[k] === undefined && isExtendedResourceName(k)) delete allocatable[k];
    const reservation = of.nodeAllocatableReservation();
    for (const [k, v] of Object.entries(capacity)) allocatable[k] = rest(v, reservation[k]);
    Object.assign(allocatable, devicePluginAllocatable);
    for (const [k, v] of Object.entries(capacity))
      if (isHugePageResourceName(k)) allocatable.memory = rest(allocatable.memory ?? '0', v);
    return undefined;
  };
}

/** How much is left; nothing, if more is taken away than there is. */
function rest(amount: string, taken: string | undefined): string {
  if (taken === undefined) return mustParse(amount).sign() < 0 ? '0' : amount;
  const value = mustParse(amount).sub(mustParse(taken));
  return value.sign() < 0 ? '0' : String(value);
}

/** Writes what the machine has, and gives how much of its devices pods may have. */
// Part of: pkg/kubelet/nodestatus/setters.go#MachineInfo
function setCapacity(
  of: Machine,
  node: Draft<Node>,
  capacity: ResourceList,
  info: MachineInfo,
): Readonly<ResourceList> {
  const status = statusOf(node);
  const { numCores, machineID, systemUUID, bootID } = info;
  Object.assign(capacity, capacityFromMachineInfo(info));
  const perCores = of.podsPerCore > 0 ? Math.min(numCores * of.podsPerCore, of.maxPods) : of.maxPods;
  capacity.pods = String(newQuantity(perCores, 'DecimalSI'));
  const before = status.nodeInfo?.bootID ?? '';
  if (before !== '' && before !== bootID) {
    const message = `Node ${of.nodeName} has been rebooted, boot id: ${bootID}`;
    of.recordEvent('Warning', nodeRebooted, message);
  }
  setNodeInfo(node, { machineID, systemUUID, bootID });
  if (of.gates.enabled('LocalStorageCapacityIsolation')) {
    const v = of.capacity()?.['ephemeral-storage'];
    if (v !== undefined) capacity['ephemeral-storage'] = v;
  }
  const devices = of.devicePluginResourceCapacity();
  Object.assign(capacity, devices.capacity);
  // What is removed stays for a while, so that who asks for it is told that there is none.
  for (const removedResource of devices.inactive) capacity[removedResource] = '0';
  return devices.allocatable;
}

type NodeInfo = NonNullable<NonNullable<Node['status']>['nodeInfo']>;

function setNodeInfo(node: Draft<Node>, info: Partial<NodeInfo>): void {
  const status = statusOf(node);
  status.nodeInfo = { ...noNodeInfo, ...status.nodeInfo, ...info };
}

/** Of kernel, system, runtime and kubelet. */
// Mirrors: pkg/kubelet/nodestatus/setters.go#VersionInfo
export function versionInfo(
  versionInfoFunc: () => Result<VersionInfo>,
  runtimeTypeFunc: () => string,
  runtimeVersionFunc: () => Blocking<Result<Version>>,
): Setter {
  return function* setVersionInfo(node) {
    const [verinfo, err] = versionInfoFunc();
    if (err) return new Error(`error getting version info: ${err.message}`);
    setNodeInfo(node, { kernelVersion: verinfo.kernelVersion, osImage: verinfo.containerOsVersion });
    const [runtimeVer] = yield* runtimeVersionFunc();
    const { gitVersion } = version();
    setNodeInfo(node, {
      containerRuntimeVersion: `${runtimeTypeFunc()}://${runtimeVer ?? 'Unknown'}`,
      kubeletVersion: gitVersion,
      // It is that of the kubelet, whatever kube-proxy is.
      kubeProxyVersion: gitVersion,
    });
    return undefined;
  };
}

// Mirrors: pkg/kubelet/nodestatus/setters.go#DaemonEndpoints
export function daemonEndpoints(endpoints: NodeDaemonEndpoints): Setter {
  return function* setDaemonEndpoints(node) {
    statusOf(node).daemonEndpoints = endpoints;
    return undefined;
  };
}

/** Images that the node has; a number below 0 bounds them not. */
// Mirrors: pkg/kubelet/nodestatus/setters.go#Images
export function images(nodeStatusMaxImages: number, imageListFunc: () => Result<readonly Image[]>): Setter {
  return function* setImages(node) {
    const status = statusOf(node);
    const [containerImages, err] = imageListFunc();
    if (err) {
      delete status.images;
      return new Error(`error getting image list: ${err.message}`);
    }
    const most = nodeStatusMaxImages > -1 ? nodeStatusMaxImages : containerImages.length;
    status.images = containerImages.slice(0, most).map(({ repoDigests = [], repoTags = [], size }) => ({
      names: [...repoDigests, ...repoTags].slice(0, maxNamesPerImageInNodeStatus),
      sizeBytes: size,
    }));
    return undefined;
  };
}

// Mirrors: pkg/kubelet/nodestatus/setters.go#GoRuntime
export function goRuntime(): Setter {
  return function* setGoRuntime(node) {
    setNodeInfo(node, { operatingSystem: 'linux', architecture: 'amd64' });
    return undefined;
  };
}

/** What decides whether a node is ready. */
export interface Readiness {
  readonly gates: Gates;
  /** As text in RFC 3339. */
  now(): string;
  runtimeErrors(): Error | undefined;
  networkErrors(): Error | undefined;
  storageErrors(): Error | undefined;
  nodeShutdownManagerErrors(): Error | undefined;
  readonly appArmorValidateHost: (() => Error | undefined) | undefined;
  /** What the container manager could not do, though pods run without it. */
  cmSoftRequirements(): Error | undefined;
  recordEvent(eventType: string, event: string): void;
}

/** Whether pods can run on the node, and if not, all that is wrong. */
// Mirrors: pkg/kubelet/nodestatus/setters.go#ReadyCondition
export function readyCondition(of: Readiness): Setter {
  return function* setReadyCondition(node) {
    const currentTime = of.now();
    const err = notReady(of, node);
    let message = err ? err.message : 'kubelet is posting ready status';
    if (of.appArmorValidateHost && !err && !of.appArmorValidateHost()) message += '. AppArmor enabled';
    const soft = of.cmSoftRequirements();
    if (soft) message += `. WARNING: ${soft.message}`;
    const newNodeReadyCondition: NodeCondition = {
      type: 'Ready',
      status: err ? 'False' : 'True',
      reason: err ? 'KubeletNotReady' : 'KubeletReady',
      message,
      lastHeartbeatTime: currentTime,
      lastTransitionTime: currentTime,
    };

    const conditions = (statusOf(node).conditions ??= []);
    const i = conditions.findIndex(({ type }) => type === 'Ready');
    const before = conditions[i];
    if (!before) {
      conditions.push(newNodeReadyCondition);
      return undefined;
    }
    conditions[i] = newNodeReadyCondition;
    if (before.status === newNodeReadyCondition.status)
      newNodeReadyCondition.lastTransitionTime = before.lastTransitionTime;
    else of.recordEvent('Normal', err ? nodeNotReady : nodeReady);
    return undefined;
  };
}

// Part of: pkg/kubelet/nodestatus/setters.go#ReadyCondition
function notReady(of: Readiness, node: Draft<Node>): Error | undefined {
  const requiredCapacities = ['cpu', 'memory', 'pods'];
  if (of.gates.enabled('LocalStorageCapacityIsolation')) requiredCapacities.push('ephemeral-storage');
  const missing = requiredCapacities.filter((name) => node.status?.capacity?.[name] === undefined);
  const text = `missing node capacity for resources: ${missing.join(', ')}`;
  return newAggregate([
    of.runtimeErrors(),
    of.networkErrors(),
    of.storageErrors(),
    of.nodeShutdownManagerErrors(),
    missing.length > 0 ? new Error(text) : undefined,
  ]);
}

/** What a node is under, when, and who is told that it begins or ends. */
export interface Pressure {
  /** As text in RFC 3339. */
  now(): string;
  isUnder(): boolean;
  recordEvent(eventType: string, event: string): void;
}

/** The reason of a condition, its message, and the reason of the event. */
type Words = readonly [reason: string, message: string, event: string];

/** The three conditions differ in their words alone. */
function pressureCondition(conditionType: string, of: Pressure, under: Words, free: Words): Setter {
  return function* setPressureCondition(node) {
    const currentTime = of.now();
    const conditions = (statusOf(node).conditions ??= []);
    let condition = conditions.findLast(({ type }) => type === conditionType);
    const isNew = condition === undefined;
    condition ??= { type: conditionType, status: 'Unknown' };
    condition.lastHeartbeatTime = currentTime;
    const isUnder = of.isUnder();
    const status = isUnder ? 'True' : 'False';
    if (condition.status !== status) {
      const [reason, message, event] = isUnder ? under : free;
      Object.assign(condition, { status, reason, message, lastTransitionTime: currentTime });
      of.recordEvent('Normal', event);
    }
    if (isNew) conditions.push(condition);
    return undefined;
  };
}

// Mirrors: pkg/kubelet/nodestatus/setters.go#MemoryPressureCondition
export function memoryPressureCondition(of: Pressure): Setter {
  return pressureCondition(
    'MemoryPressure',
    of,
    [
      'KubeletHasInsufficientMemory',
      'kubelet has insufficient memory available',
      'NodeHasInsufficientMemory',
    ],
    ['KubeletHasSufficientMemory', 'kubelet has sufficient memory available', 'NodeHasSufficientMemory'],
  );
}

// Mirrors: pkg/kubelet/nodestatus/setters.go#PIDPressureCondition
export function pidPressureCondition(of: Pressure): Setter {
  return pressureCondition(
    'PIDPressure',
    of,
    ['KubeletHasInsufficientPID', 'kubelet has insufficient PID available', 'NodeHasInsufficientPID'],
    ['KubeletHasSufficientPID', 'kubelet has sufficient PID available', 'NodeHasSufficientPID'],
  );
}

// Mirrors: pkg/kubelet/nodestatus/setters.go#DiskPressureCondition
export function diskPressureCondition(of: Pressure): Setter {
  return pressureCondition(
    'DiskPressure',
    of,
    ['KubeletHasDiskPressure', 'kubelet has disk pressure', 'NodeHasDiskPressure'],
    ['KubeletHasNoDiskPressure', 'kubelet has no disk pressure', 'NodeHasNoDiskPressure'],
  );
}

/** Volumes that must not be taken away, once it is known which these are. */
// Mirrors: pkg/kubelet/nodestatus/setters.go#VolumesInUse
export function volumesInUse(syncedFunc: () => boolean, volumesInUseFunc: () => readonly string[]): Setter {
  return function* setVolumesInUse(node) {
    if (syncedFunc()) statusOf(node).volumesInUse = [...volumesInUseFunc()];
    return undefined;
  };
}

/** How many volumes of each kind can be attached. */
// Mirrors: pkg/kubelet/nodestatus/setters.go#VolumeLimits
export function volumeLimits(
  volumePluginListFunc: () => readonly { getVolumeLimits(): Result<Readonly<Record<string, number>>> }[],
): Setter {
  return function* setVolumeLimits(node) {
    const status = statusOf(node);
    const [capacity, allocatable] = [(status.capacity ??= {}), (status.allocatable ??= {})];
    for (const volumePlugin of volumePluginListFunc()) {
      const [attachLimits] = volumePlugin.getVolumeLimits();
      for (const [limitKey, value] of Object.entries(attachLimits ?? {})) {
        capacity[limitKey] = String(value);
        allocatable[limitKey] = String(value);
      }
    }
    return undefined;
  };
}
