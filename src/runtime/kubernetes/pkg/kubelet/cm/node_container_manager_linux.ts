import { minute } from '../../../../go/duration.ts';
import { quotedList } from '../../../../go/fmt.ts';
import { quote } from '../../../../go/strconv.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import {
  mustParse,
  newQuantity,
} from '../../../staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import type { EventRecorder } from '../../../staging/src/k8s.io/client-go/tools/record/event.ts';
import { failedNodeAllocatableEnforcement, successfulNodeAllocatableEnforcement } from '../events/event.ts';
import {
  kubeReservedEnforcementKey,
  nodeAllocatableEnforcementKey,
  systemReservedEnforcementKey,
} from '../types/constants.ts';
import type { NodeConfig } from './container_manager.ts';
import { hardEvictionReservation } from './helpers.ts';
import { hugePageLimits, milliCPUToShares } from './helpers_linux.ts';
import type { CgroupManager, CgroupName, ResourceConfig } from './types.ts';

type ResourceList = Readonly<Record<string, string>>;

/** The parts of a container manager that the bounds of all pods together depend on. */
export interface NodeContainers {
  readonly sim: Sim;
  readonly nodeName: string;
  readonly recorder: EventRecorder;
  readonly cgroupManager: CgroupManager;
  readonly cgroupRoot: CgroupName;
  readonly nodeConfig: NodeConfig;
  /** What the node has, as it tells others, */
  readonly capacity: ResourceList;
  /** and with what it tells nobody: how many processes there may be. */
  readonly internalCapacity: ResourceList;
}

/** What all pods together may have: all there is, or what is left for them where that is enforced. */
// Part of: pkg/kubelet/cm/node_container_manager_linux.go#containerManagerImpl.createNodeAllocatableCgroups
function boundOfPods(cm: Pick<NodeContainers, 'nodeConfig' | 'internalCapacity'>): ResourceConfig {
  const { cgroupsPerQOS, enforceNodeAllocatable } = cm.nodeConfig;
  const isEnforced = cgroupsPerQOS && enforceNodeAllocatable.has(nodeAllocatableEnforcementKey);
  return getCgroupConfig(isEnforced ? getNodeAllocatableInternalAbsolute(cm) : cm.internalCapacity);
}

/** Makes the cgroup of all pods, if it is not there. */
// Mirrors: pkg/kubelet/cm/node_container_manager_linux.go#containerManagerImpl.createNodeAllocatableCgroups
export function createNodeAllocatableCgroups(cm: NodeContainers): Error | undefined {
  const cgroupConfig = { name: cm.cgroupRoot, resourceParameters: boundOfPods(cm) };
  if (cm.cgroupManager.exists(cgroupConfig.name)) return undefined;
  return cm.cgroupManager.create(cgroupConfig);
}

/** Bounds all pods, again and again until it is done, and what is kept for the system and the kubelet, at once. */
// Mirrors: pkg/kubelet/cm/node_container_manager_linux.go#containerManagerImpl.enforceNodeAllocatableCgroups
export function enforceNodeAllocatableCgroups(cm: NodeContainers): Error | undefined {
  const { cgroupManager, nodeConfig: nc, nodeName, recorder } = cm;
  const nodeRef = { kind: 'Node', name: nodeName, uid: nodeName };
  if (cm.cgroupRoot.length > 0) cm.sim.go('node-allocatable', boundPods(cm));

  const kept = [
    [systemReservedEnforcementKey, nc.systemReservedCgroupName, nc.systemReserved],
    [kubeReservedEnforcementKey, nc.kubeReservedCgroupName, nc.kubeReserved],
  ] as const;
  for (const [key, name, reserved] of kept) {
    if (!nc.enforceNodeAllocatable.has(key)) continue;
    const whose = key === systemReservedEnforcementKey ? 'System' : 'Kube';
    const err = enforceExistingCgroup(cgroupManager, cgroupManager.cgroupName(name), reserved);
    if (err) {
      const message = `Failed to enforce ${whose} Reserved Cgroup Limits on ${quote(name)}: ${err.message}`;
      recorder.event(nodeRef, 'Warning', failedNodeAllocatableEnforcement, message);
      return new Error(message);
    }
    const text = `Updated limits on ${whose.toLowerCase()} reserved cgroup %v`;
    recorder.eventf(nodeRef, 'Normal', successfulNodeAllocatableEnforcement, text, name);
  }
  return undefined;
}

// Part of: pkg/kubelet/cm/node_container_manager_linux.go#containerManagerImpl.enforceNodeAllocatableCgroups
function* boundPods(cm: NodeContainers): Blocking<void> {
  const { cgroupManager, cgroupRoot, nodeName, recorder, sim } = cm;
  const nodeRef = { kind: 'Node', name: nodeName, uid: nodeName };
  const cgroupConfig = { name: cgroupRoot, resourceParameters: boundOfPods(cm) };
  for (;;) {
    const err = cgroupManager.update(cgroupConfig);
    if (!err) {
      const message = 'Updated Node Allocatable limit across pods';
      recorder.event(nodeRef, 'Normal', successfulNodeAllocatableEnforcement, message);
      return;
    }
    const message = `Failed to update Node Allocatable Limits ${quotedList(cgroupRoot)}: ${err.message}`;
    recorder.event(nodeRef, 'Warning', failedNodeAllocatableEnforcement, message);
    yield* sim.sleep(minute);
  }
}

/** Those for the system and the kubelet are made by somebody else. */
// Mirrors: pkg/kubelet/cm/node_container_manager_linux.go#enforceExistingCgroup
function enforceExistingCgroup(
  cgroupManager: CgroupManager,
  cName: CgroupName,
  rl: ResourceList,
): Error | undefined {
  if (!cgroupManager.exists(cName)) return new Error(`${quotedList(cName)} cgroup does not exist`);
  return cgroupManager.update({ name: cName, resourceParameters: getCgroupConfig(rl) });
}

// Mirrors: pkg/kubelet/cm/node_container_manager_linux.go#getCgroupConfig
export function getCgroupConfig(rl: ResourceList): ResourceConfig {
  const { cpu, memory, pid } = rl;
  return {
    ...(memory === undefined ? {} : { memory: mustParse(memory).value() }),
    ...(cpu === undefined ? {} : { cpuShares: milliCPUToShares(mustParse(cpu).milliValue()) }),
    ...(pid === undefined ? {} : { pidsLimit: mustParse(pid).value() }),
    hugePageLimit: hugePageLimits(rl),
  };
}

/** How much is left for pods: what would evict them is not taken away from it. */
// Mirrors: pkg/kubelet/cm/node_container_manager_linux.go#containerManagerImpl.getNodeAllocatableAbsolute
export function getNodeAllocatableAbsolute(
  cm: Pick<NodeContainers, 'nodeConfig' | 'capacity'>,
): Record<string, string> {
  return getNodeAllocatableAbsoluteImpl(cm, cm.capacity);
}

// Mirrors: pkg/kubelet/cm/node_container_manager_linux.go#containerManagerImpl.getNodeAllocatableAbsoluteImpl
function getNodeAllocatableAbsoluteImpl(
  { nodeConfig }: Pick<NodeContainers, 'nodeConfig'>,
  capacity: ResourceList,
): Record<string, string> {
  const { kubeReserved, systemReserved } = nodeConfig;
  const left = Object.entries(capacity).map(([k, v]) => {
    const value = mustParse(v)
      .sub(mustParse(systemReserved[k] ?? '0'))
      .sub(mustParse(kubeReserved[k] ?? '0'));
    return [k, value.sign() < 0 ? '0' : String(value)] as const;
  });
  return Object.fromEntries(left);
}

// Mirrors: pkg/kubelet/cm/node_container_manager_linux.go#containerManagerImpl.getNodeAllocatableInternalAbsolute
export function getNodeAllocatableInternalAbsolute(
  cm: Pick<NodeContainers, 'nodeConfig' | 'internalCapacity'>,
): Record<string, string> {
  return getNodeAllocatableAbsoluteImpl(cm, cm.internalCapacity);
}

/** How much is kept from pods: for the system, for the kubelet, and what would evict them. */
// Mirrors: pkg/kubelet/cm/node_container_manager_linux.go#containerManagerImpl.GetNodeAllocatableReservation
export function getNodeAllocatableReservation(
  cm: Pick<NodeContainers, 'nodeConfig' | 'capacity'>,
): Record<string, string> {
  return Object.fromEntries(
    [...reservations(cm)].filter(([, v]) => !v.isZero()).map(([k, v]) => [k, String(v)]),
  );
}

function* reservations({ nodeConfig, capacity }: Pick<NodeContainers, 'nodeConfig' | 'capacity'>) {
  const { hardEvictionThresholds, kubeReserved, systemReserved } = nodeConfig;
  const evictionReservation = hardEvictionReservation(hardEvictionThresholds, capacity);
  for (const k of Object.keys(capacity)) {
    let value = newQuantity(0, 'DecimalSI');
    for (const kept of [systemReserved[k], kubeReserved[k], evictionReservation[k]])
      if (kept !== undefined) value = value.add(mustParse(kept));
    yield [k, value] as const;
  }
}

/** More cannot be kept than there is. The message has what is kept and what is left in the wrong places, as upstream's has. */
// Mirrors: pkg/kubelet/cm/node_container_manager_linux.go#containerManagerImpl.validateNodeAllocatable
export function validateNodeAllocatable(
  cm: Pick<NodeContainers, 'nodeConfig' | 'capacity'>,
): Error | undefined {
  const errors: string[] = [];
  for (const [k, v] of reservations(cm)) {
    if (v.isZero()) continue;
    const value = mustParse(cm.capacity[k] ?? '0').sub(v);
    if (value.sign() < 0)
      errors.push(`Resource ${quote(k)} has an allocatable of ${v.fields}, capacity of ${value.fields}`);
  }
  if (errors.length === 0) return undefined;
  return new Error(`invalid Node Allocatable configuration. ${errors.join(' ')}`);
}
