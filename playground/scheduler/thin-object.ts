import type { Fields } from '../../src/components/base/fields.ts';
import type { KubeObject } from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';

type Part = Readonly<Record<string, unknown>> | undefined;

/** The members of a map that are wanted, as far as there are any. */
function only(value: unknown, ...names: readonly string[]): Record<string, unknown> {
  const source = (value ?? {}) as Readonly<Record<string, unknown>>;
  const result: Record<string, unknown> = {};
  for (const name of names) {
    const found = source[name];
    if (found === undefined || found === null) continue;
    if (Array.isArray(found) && found.length === 0) continue;
    result[name] = found;
  }
  return result;
}

/** Amounts as texts: YAML makes numbers of some. */
function amounts(value: unknown): Record<string, string> | undefined {
  if (value === undefined || value === null) return undefined;
  return Object.fromEntries(Object.entries(value).map(([name, amount]) => [name, String(amount)]));
}

/** The members that are not undefined. */
function defined(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}

function containers(list: unknown): unknown[] | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined;
  return list.map((container: unknown) => {
    const resources = (container as Part)?.resources as Part;
    const asked = defined({ requests: amounts(resources?.requests), limits: amounts(resources?.limits) });
    return {
      ...only(container, 'name', 'image', 'ports'),
      ...(Object.keys(asked).length > 0 && { resources: asked }),
    };
  });
}

function metadata(value: unknown, namespaced: boolean, ...more: readonly string[]): Record<string, unknown> {
  const { name, namespace, ...rest } = only(value, 'name', 'namespace', 'labels', ...more);
  return { name, ...(namespaced && { namespace: namespace ?? 'default' }), ...rest };
}

/** What a plugin looks at of volumes, besides their names. */
const volumeSources = [
  'persistentVolumeClaim',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'azureDisk',
  'cinder',
  'iscsi',
  'rbd',
  'csi',
] as const;

/** Volumes that the scheduler looks at, and no secrets and the like. */
function volumes(list: unknown): unknown[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const kept = list
    .map((volume: unknown) => only(volume, 'name', ...volumeSources))
    .filter((volume) => Object.keys(volume).length > 1);
  return kept.length > 0 ? kept : undefined;
}

const podSpec = [
  'nodeName',
  'nodeSelector',
  'affinity',
  'tolerations',
  'topologySpreadConstraints',
  'priority',
  'priorityClassName',
  'preemptionPolicy',
  'schedulerName',
  'hostNetwork',
] as const;

function pod({ apiVersion, kind, metadata: meta, spec, status }: Fields): Record<string, unknown> {
  const given = spec as Part;
  const thinStatus = only(status, 'phase', 'nominatedNodeName', 'startTime');
  const kept = ['uid', 'creationTimestamp', 'deletionTimestamp', 'ownerReferences'];
  return {
    apiVersion,
    kind,
    metadata: metadata(meta, true, ...kept),
    spec: defined({
      ...only(spec, ...podSpec),
      volumes: volumes(given?.volumes),
      overhead: amounts(given?.overhead),
      initContainers: containers(given?.initContainers),
      containers: containers(given?.containers),
    }),
    ...(Object.keys(thinStatus).length > 0 && { status: thinStatus }),
  };
}

/** The annotation by which a node asks that pods of some controllers go elsewhere, and no other. */
const preferAvoidPods = 'scheduler.alpha.kubernetes.io/preferAvoidPods';

function node({ apiVersion, kind, metadata: meta, spec, status }: Fields): Record<string, unknown> {
  const annotations = only((meta as Part)?.annotations, preferAvoidPods);
  const given = status as Part;
  const thinSpec = only(spec, 'unschedulable', 'taints');
  const room = amounts(given?.allocatable ?? given?.capacity);
  return {
    apiVersion,
    kind,
    metadata: {
      ...metadata(meta, false),
      ...(Object.keys(annotations).length > 0 && { annotations }),
    },
    ...(Object.keys(thinSpec).length > 0 && { spec: thinSpec }),
    status: defined({ allocatable: room, ...only(status, 'images') }),
  };
}

/** Amounts of a volume and of a claim, as texts. */
function sized(spec: unknown): Record<string, unknown> {
  const { capacity, resources, ...rest } = (spec ?? {}) as Fields;
  const requests = amounts((resources as Part)?.requests);
  return defined({ ...rest, capacity: amounts(capacity), resources: requests && { requests } });
}

/** Volumes and what is about them: with the annotations by which those who bind them talk to each other. */
function storage({
  apiVersion,
  kind,
  metadata: meta,
  spec,
  status,
  ...more
}: Fields): Record<string, unknown> {
  const thinStatus = only(status, 'phase');
  return {
    apiVersion,
    kind,
    metadata: metadata(meta, kind === 'PersistentVolumeClaim', 'uid', 'annotations'),
    ...(kind === 'StorageClass'
      ? only(more, 'provisioner', 'volumeBindingMode', 'allowedTopologies', 'reclaimPolicy')
      : { spec: kind === 'CSINode' ? spec : sized(spec) }),
    ...(Object.keys(thinStatus).length > 0 && { status: thinStatus }),
  };
}

const ofStorage = /^(PersistentVolume|PersistentVolumeClaim|StorageClass|CSINode)$/;

/** What the scheduler reads of an object. Its form was looked at before. */
export function thinObject(object: Fields): KubeObject {
  if (object.kind === 'Pod') return pod(object) as unknown as KubeObject;
  if (object.kind === 'Node') return node(object) as unknown as KubeObject;
  if (ofStorage.test(String(object.kind))) return storage(object) as unknown as KubeObject;
  const namespaced = object.kind !== 'PriorityClass';
  return {
    ...only(object, 'apiVersion', 'kind', 'spec', 'value', 'globalDefault', 'preemptionPolicy'),
    metadata: metadata(object.metadata, namespaced),
    ...(object.kind === 'PodDisruptionBudget' && {
      status: only(object.status, 'disruptionsAllowed', 'disruptedPods'),
    }),
  } as unknown as KubeObject;
}
