import type { NodeCondition, Taint } from 'kubernetes-types/core/v1';
import type { Node } from '../../../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Sim } from '../../../sim/sim.ts';

/** In what a node differs from the others. */
export interface NodeShape {
  /** What its pods may use, by the name of the resource, where that is not the usual: `{ cpu: '2', 'example.com/gpu': '1' }`. */
  readonly allocatable?: Readonly<Record<string, string>>;
  /** Besides those that every kubelet sets. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly Taint[];
}

/** The node of a kubelet, and its address in the cluster. */
export interface KubeletNode {
  readonly name: string;
  /** Numbers the nodes, so that each gives out addresses of its own. */
  readonly index: number;
  readonly shape?: NodeShape;
}

const usual = { cpu: '32', memory: '256Gi', pods: '110', 'ephemeral-storage': '100Gi' };

/** The address of the node with this number. */
export const hostIPOf = (index: number): string => `10.0.${(index >> 8) & 255}.${(index & 255) + 1}`;

/** The address of a pod on it, before which `count` others got theirs. */
export const podIPOf = (index: number, count: number): string =>
  `10.${100 + (index % 100)}.${Math.floor(count / 250) % 250}.${(count % 250) + 1}`;

/** A node as its kubelet registers it: healthy, with room for 110 pods if its shape says nothing else. */
export function newNode(sim: Sim, { name, index, shape = {} }: KubeletNode): Node {
  const resources = { ...usual, ...shape.allocatable };
  const known = {
    'kubernetes.io/arch': 'amd64',
    'kubernetes.io/hostname': name,
    'kubernetes.io/os': 'linux',
  };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { ...known, ...shape.labels } },
    spec: shape.taints ? { taints: [...shape.taints] } : {},
    status: {
      capacity: resources,
      allocatable: resources,
      conditions: conditions(sim.timestamp()),
      addresses: [
        { type: 'InternalIP', address: hostIPOf(index) },
        { type: 'Hostname', address: name },
      ],
      nodeInfo: {
        kubeletVersion: 'v1.20.2',
        kubeProxyVersion: 'v1.20.2',
        operatingSystem: 'linux',
        architecture: 'amd64',
        osImage: 'stand-in',
        kernelVersion: '5.10',
        containerRuntimeVersion: 'stand-in://1',
        machineID: name,
        systemUUID: name,
        bootID: name,
      },
    },
  };
}

function conditions(now: string): NodeCondition[] {
  const told: readonly [type: string, status: string, reason: string, message: string][] = [
    ['MemoryPressure', 'False', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
    ['DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
    ['PIDPressure', 'False', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
    ['Ready', 'True', 'KubeletReady', 'kubelet is posting ready status'],
  ];
  return told.map(([type, status, reason, message]) => ({
    type,
    status,
    reason,
    message,
    lastHeartbeatTime: now,
    lastTransitionTime: now,
  }));
}
