import type { PodSpec, TopologySpreadConstraint } from 'kubernetes-types/core/v1';
import type { Scenario } from '../../../src/runtime/stage/scenario.ts';
import { replicaSet } from '../../../src/runtime/subjects/api/objects.ts';
import { podOf } from '../../../src/runtime/subjects/scheduler/objects.ts';
import type { NodeShape } from '../../../src/runtime/subjects/nodes/stand-ins/kubelet-node.ts';
import type { StoredObject } from '../../../src/runtime/subjects/api/world.ts';

type Manifest = Readonly<Record<string, unknown>>;
type Settings = NonNullable<Scenario['settings']>;

/** The label that says in which zone a node is. */
export const zoneKey = 'topology.kubernetes.io/zone';

/** A node with so many CPUs, in a zone, or in none. */
export const node = (cpu: number, zone = ''): NodeShape => ({
  allocatable: { cpu: String(cpu) },
  ...(zone !== '' && { labels: { [zoneKey]: zone } }),
});

/** A cluster of these nodes, from which nobody takes pods. */
export const settings = (nodeShapes: Readonly<Record<string, NodeShape>>): Settings => ({
  nodes: Object.keys(nodeShapes),
  nodeShapes,
  readyMs: 0,
});

/** The pods of an app are to be spread over the values of a label of nodes. */
export const spread = (
  app: string,
  topologyKey: string,
  maxSkew: number,
  whenUnsatisfiable: 'DoNotSchedule' | 'ScheduleAnyway' = 'DoNotSchedule',
): TopologySpreadConstraint => ({
  maxSkew,
  topologyKey,
  whenUnsatisfiable,
  labelSelector: { matchLabels: { app } },
});

/** A pod that asks for so many CPUs. */
export function pod(name: string, cpu: number, app: string, spec: Partial<PodSpec> = {}): Manifest {
  return podOf(name, { cpu: String(cpu) }, spec, { app });
}

/** A Deployment. Nobody makes a ReplicaSet for it but the story. */
export function deployment(name: string): Manifest {
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace: 'default' } };
}

/** A ReplicaSet of a Deployment, whose pods are to be spread. */
export function setOf(
  owner: StoredObject | undefined,
  replicas: number,
  constraint: TopologySpreadConstraint,
): Manifest {
  const { name = '', uid = '' } = owner?.metadata ?? {};
  const made = replicaSet(name, replicas) as {
    readonly metadata: object;
    readonly spec: { readonly template: { readonly spec: object } };
  };
  const { metadata, spec } = made;
  const { template } = spec;
  const controlledBy = { apiVersion: 'apps/v1', kind: 'Deployment', name, uid, controller: true };
  return {
    ...made,
    metadata: { ...metadata, ownerReferences: [controlledBy] },
    spec: {
      ...spec,
      template: { ...template, spec: { ...template.spec, topologySpreadConstraints: [constraint] } },
    },
  };
}

/** A Service of the pods of an app. */
export function service(app: string): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: app, namespace: 'default' },
    spec: { selector: { app }, ports: [{ port: 80 }] },
  };
}
