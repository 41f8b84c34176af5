import { t } from '../../i18n/t.ts';
import type { Event as KubeEvent, Node, Pod } from 'kubernetes-types/core/v1';
import type { ReplicaSet } from 'kubernetes-types/apps/v1';
import type { StoredObject } from '../../runtime/subjects/api/world.ts';
import { type PMap, mapEntries } from '../../runtime/sim/pmap.ts';
import { type Cell, cell } from '../../components/scope/panes/table.ts';

/** A key of the store taken apart: `resource/namespace/name`, or `resource/name`. */
export interface StoreKey {
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}

export function parseStoreKey(key: string): StoreKey {
  const [resource = '', ...rest] = key.split('/');
  return { resource, namespace: rest.length > 1 ? (rest[0] ?? '') : '', name: rest.at(-1) ?? '' };
}

/** The objects of one resource in order of their keys, as `[key in the store, object]`. */
export function objectsOf(objects: PMap<StoredObject>, resource: string): [string, StoredObject][] {
  return mapEntries(objects).filter(([key]) => key.startsWith(`${resource}/`));
}

export function revisionOf(object: StoredObject): number {
  return Number(object.metadata.resourceVersion ?? 0);
}

export function podOf(object: StoredObject): Pod {
  return object as unknown as Pod;
}

export function replicaSetOf(object: StoredObject): ReplicaSet {
  return object as unknown as ReplicaSet;
}

function conditionOf(
  object: StoredObject,
  type: string,
): { readonly status: string; readonly reason?: string } | undefined {
  const status = (object as { status?: { conditions?: { type: string; status: string; reason?: string }[] } })
    .status;
  return status?.conditions?.find((condition) => condition.type === type);
}

/** An object's state in the words of `kubectl get`, for any kind; blank where it has none. */
export function stateOf(object: StoredObject): Cell {
  if (object.kind === 'Pod') return podState(object);
  if (object.metadata.deletionTimestamp) return cell('Terminating', 'warn');
  if (object.kind === 'ReplicaSet') return replicaSetState(replicaSetOf(object));
  if (object.kind === 'Node') return nodeState(object as unknown as Node);
  if (object.kind === 'Event') return cell((object as unknown as KubeEvent).reason ?? '');
  if (object.kind === 'Namespace') {
    return cell((object as { status?: { phase?: string } }).status?.phase ?? '');
  }
  return cell('');
}

function podState(object: StoredObject): Cell {
  const pod = podOf(object);
  const phase = pod.status?.phase ?? 'Pending';
  if (pod.metadata?.deletionTimestamp) return cell('Terminating', 'warn');
  if (phase === 'Failed') return cell('Failed', 'bad');
  if (phase === 'Running') {
    return conditionOf(object, 'Ready')?.status === 'True'
      ? cell(t`Running, ready`, 'good')
      : cell(t`Running, not ready`);
  }
  return phase === 'Pending' && !pod.spec?.nodeName ? cell(t`Pending, no node`) : cell(phase);
}

function replicaSetState(set: ReplicaSet): Cell {
  const wanted = set.spec?.replicas ?? 1;
  const ready = set.status?.readyReplicas ?? 0;
  const counted = set.status?.replicas ?? 0;
  return cell(
    t`wants ${wanted}, counts ${counted}, ready ${ready}`,
    ready === wanted && counted === wanted ? 'good' : undefined,
  );
}

function nodeState(node: Node): Cell {
  const ready = node.status?.conditions?.find((condition) => condition.type === 'Ready')?.status === 'True';
  return ready ? cell(t`Ready`, 'good') : cell(t`Not ready`, 'warn');
}
