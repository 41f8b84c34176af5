import type { NodeCondition } from 'kubernetes-types/core/v1';
import type { Node } from '../../apimachinery/pkg/runtime/object.ts';
import type { Sim } from '../../sim/sim.ts';

/** A node as its kubelet registers it: healthy, with room for 110 pods. */
export function newNode(sim: Sim, name: string, address: string): Node {
  const resources = { cpu: '32', memory: '256Gi', pods: '110', 'ephemeral-storage': '100Gi' };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: { 'kubernetes.io/arch': 'amd64', 'kubernetes.io/hostname': name, 'kubernetes.io/os': 'linux' },
    },
    spec: {},
    status: {
      capacity: resources,
      allocatable: resources,
      conditions: conditions(sim.timestamp()),
      addresses: [
        { type: 'InternalIP', address },
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
