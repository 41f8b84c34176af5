/** Clusters of any size for the scheduler, and pods of four shapes. */
import type { PodSpec } from 'kubernetes-types/core/v1';
import type { Node, Pod } from '../src/runtime/kubernetes/pkg/api/objects.ts';

export type Shape = 'plain' | 'spreading' | 'pod affinity' | 'preemption';

export const shapes: readonly Shape[] = ['plain', 'spreading', 'pod affinity', 'preemption'];

const zones = 3;
const apps = 20;

/** How many pods of low priority fill a node, where others are to take their place. */
export const fillers = (nodes: number): number => Math.max(4, Math.ceil(2000 / nodes));

export function nodesOf(shape: Shape, count: number): Node[] {
  const cpu = shape === 'preemption' ? String(fillers(count)) : '64';
  return Array.from({ length: count }, (_, i) => {
    const name = `node-${i}`;
    const labels = { 'kubernetes.io/hostname': name, 'topology.kubernetes.io/zone': `zone-${i % zones}` };
    const images = [{ names: [`app-${i % apps}:v1`], sizeBytes: 200_000_000 }];
    const amounts = { cpu, memory: '256Gi', pods: '110', 'ephemeral-storage': '100Gi' };
    return {
      kind: 'Node',
      apiVersion: 'v1',
      metadata: { name, uid: `u-${name}`, resourceVersion: '1', labels },
      spec: {},
      status: { capacity: amounts, allocatable: amounts, images },
    };
  });
}

/** The pods that are on the nodes before those that are measured come. */
export function boundPodsOf(shape: Shape, nodes: readonly Node[]): Pod[] {
  if (shape !== 'preemption') return [];
  return nodes.flatMap(({ metadata: { name } }, at) =>
    Array.from({ length: fillers(nodes.length) }, (_, i) => {
      const pod = podOf(
        `filler-${at}-${i}`,
        'filler',
        { cpu: '1', memory: '500Mi' },
        { nodeName: name, priority: 0, terminationGracePeriodSeconds: 0 },
      );
      return { ...pod, status: { startTime: '2021-01-16T12:00:00Z' } };
    }),
  );
}

export function pendingPodsOf(shape: Shape, count: number): Pod[] {
  return Array.from({ length: count }, (_, i) => {
    const app = `app-${i % apps}`;
    const requests =
      shape === 'preemption' ? { cpu: '1', memory: '500Mi' } : { cpu: '100m', memory: '128Mi' };
    return podOf(`pod-${i}`, app, requests, specOf(shape, app));
  });
}

/** As it is sent to be created. */
export function asNew<T extends Node | Pod>(object: T): T {
  const { resourceVersion: _version, uid: _uid, ...metadata } = object.metadata;
  return { ...object, metadata };
}

function specOf(shape: Shape, app: string): Partial<PodSpec> {
  const labelSelector = { matchLabels: { app } };
  const [zone, hostname] = ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'];
  switch (shape) {
    case 'plain':
      return {};
    case 'preemption':
      return { priority: 1000 };
    case 'spreading':
      return {
        topologySpreadConstraints: [
          { maxSkew: 1, topologyKey: zone, whenUnsatisfiable: 'DoNotSchedule', labelSelector },
          { maxSkew: 1, topologyKey: hostname, whenUnsatisfiable: 'ScheduleAnyway', labelSelector },
        ],
      };
    case 'pod affinity':
      return {
        affinity: {
          podAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector, topologyKey: zone }],
          },
          podAntiAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              { weight: 100, podAffinityTerm: { labelSelector, topologyKey: hostname } },
            ],
          },
        },
      };
  }
}

function podOf(name: string, app: string, requests: Record<string, string>, spec: Partial<PodSpec>): Pod {
  const containers = [{ name: 'c', image: `${app}:v1`, resources: { requests } }];
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name, namespace: 'default', uid: `u-${name}`, resourceVersion: '1', labels: { app } },
    spec: { containers, schedulerName: 'default-scheduler', ...spec },
    status: {},
  };
}
