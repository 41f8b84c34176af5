import type { ContainerPort } from 'kubernetes-types/core/v1';
import type { Pod } from '../../../../api/objects.ts';
import type { CycleState, StateData } from '../../cycle_state.ts';
import { type Answer, type FilterPlugin, type PreFilterPlugin, newStatus } from '../../interface.ts';
import type { PluginFactory } from '../../runtime/registry.ts';
import type { NodeInfo } from '../../types.ts';
import { readState } from '../helper/read.ts';

// Mirrors: pkg/scheduler/framework/plugins/nodeports/node_ports.go#Name
export const name = 'NodePorts';

// Mirrors: pkg/scheduler/framework/plugins/nodeports/node_ports.go#preFilterStateKey
const preFilterStateKey = `PreFilter${name}`;

// Mirrors: pkg/scheduler/framework/plugins/nodeports/node_ports.go#ErrReason
export const errReason = "node(s) didn't have free ports for the requested pod ports";

/** The ports of the pod, read once. */
// Mirrors: pkg/scheduler/framework/plugins/nodeports/node_ports.go#preFilterState
class PreFilterState implements StateData {
  readonly ports: readonly ContainerPort[];

  constructor(ports: readonly ContainerPort[]) {
    this.ports = ports;
  }

  // Mirrors: pkg/scheduler/framework/plugins/nodeports/node_ports.go#preFilterState.Clone
  clone(): StateData {
    return this;
  }
}

/** Keeps a pod off nodes where a port of the host that it asks for is taken. */
// Mirrors: pkg/scheduler/framework/plugins/nodeports/node_ports.go#NodePorts
export class NodePorts implements PreFilterPlugin, FilterPlugin {
  // Mirrors: pkg/scheduler/framework/plugins/nodeports/node_ports.go#NodePorts.Name
  name(): string {
    return name;
  }

  // Mirrors: pkg/scheduler/framework/plugins/nodeports/node_ports.go#NodePorts.PreFilter
  preFilter(state: CycleState, pod: Pod): Answer {
    state.write(preFilterStateKey, new PreFilterState(getContainerPorts(pod)));
    return undefined;
  }

  // Mirrors: pkg/scheduler/framework/plugins/nodeports/node_ports.go#NodePorts.PreFilterExtensions
  preFilterExtensions(): undefined {
    return undefined;
  }

  // Mirrors: pkg/scheduler/framework/plugins/nodeports/node_ports.go#NodePorts.Filter
  filter(state: CycleState, _pod: Pod, nodeInfo: NodeInfo): Answer {
    const [s, err] = readState<PreFilterState>(state, preFilterStateKey, 'reading');
    if (err) return err;
    return fitsPorts(s.ports, nodeInfo) ? undefined : newStatus('Unschedulable', errReason);
  }
}

// Mirrors: pkg/scheduler/framework/plugins/nodeports/node_ports.go#getContainerPorts
function getContainerPorts(pod: Pod): ContainerPort[] {
  return pod.spec.containers.flatMap(({ ports }) => ports ?? []);
}

// Mirrors: pkg/scheduler/framework/plugins/nodeports/node_ports.go#Fits
export function fits(pod: Pod, nodeInfo: NodeInfo): boolean {
  return fitsPorts(getContainerPorts(pod), nodeInfo);
}

// Mirrors: pkg/scheduler/framework/plugins/nodeports/node_ports.go#fitsPorts
function fitsPorts(wantPorts: readonly ContainerPort[], nodeInfo: NodeInfo): boolean {
  const existingPorts = nodeInfo.usedPorts;
  return !wantPorts.some((cp) => existingPorts.checkConflict(cp.hostIP, cp.protocol, cp.hostPort));
}

// Mirrors: pkg/scheduler/framework/plugins/nodeports/node_ports.go#New
export const newPlugin: PluginFactory = () => [new NodePorts(), undefined];
