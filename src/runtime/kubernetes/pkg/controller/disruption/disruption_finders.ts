import type { OwnerReference } from 'kubernetes-types/meta/v1';
import { getControllerOf } from '../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.ts';
import { parseGroupVersion } from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.ts';
import type { ReplicaSetInformer } from '../../../staging/src/k8s.io/client-go/informers/apps/v1/replicaset.ts';
import type { StatefulSetInformer } from '../../../staging/src/k8s.io/client-go/informers/apps/v1/statefulset.ts';
import type { PodInformer } from '../../../staging/src/k8s.io/client-go/informers/core/v1/pod.ts';
import type { ReplicationControllerInformer } from '../../../staging/src/k8s.io/client-go/informers/core/v1/replicationcontroller.ts';
import type { ReplicaSetLister } from '../../../staging/src/k8s.io/client-go/listers/apps/v1/replicaset.ts';
import type { StatefulSetLister } from '../../../staging/src/k8s.io/client-go/listers/apps/v1/statefulset.ts';
import type { ReplicationControllerLister } from '../../../staging/src/k8s.io/client-go/listers/core/v1/replicationcontroller.ts';
import type { PodDisruptionBudgetInformer } from '../../../staging/src/k8s.io/client-go/informers/policy/v1beta1/poddisruptionbudget.ts';

/** What the controller reads. */
export interface DisruptionInformers {
  readonly pods: PodInformer;
  readonly pdbs: PodDisruptionBudgetInformer;
  readonly rcs: ReplicationControllerInformer;
  readonly rss: ReplicaSetInformer;
  readonly sss: StatefulSetInformer;
}

/** The caches of the controllers of pods. */
export interface ControllerListers {
  readonly rcLister: ReplicationControllerLister;
  readonly rsLister: ReplicaSetLister;
  readonly ssLister: StatefulSetLister;
}

/**
 * A controller, and how many pods it wants.
 *
 * Mirrors: pkg/controller/disruption/disruption.go#controllerAndScale
 */
export interface ControllerAndScale {
  readonly uid: string;
  readonly scale: number;
}

// Mirrors: pkg/controller/disruption/disruption.go#podControllerFinder
type PodControllerFinder = (
  listers: ControllerListers,
  controllerRef: OwnerReference,
  namespace: string,
) => ControllerAndScale | undefined;

/**
 * A ReplicaSet that no Deployment controls.
 *
 * Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.getPodReplicaSet
 */
const getPodReplicaSet: PodControllerFinder = ({ rsLister }, controllerRef, namespace) => {
  if (!verifyGroupKind(controllerRef, 'ReplicaSet', ['apps', 'extensions'])) return undefined;
  const [rs, err] = rsLister.replicaSets(namespace).get(controllerRef.name);
  if (err || rs.metadata.uid !== controllerRef.uid) return undefined;
  if (getControllerOf(rs)?.kind === 'Deployment') return undefined;
  return { uid: rs.metadata.uid, scale: rs.spec.replicas };
};

// Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.getPodStatefulSet
const getPodStatefulSet: PodControllerFinder = ({ ssLister }, controllerRef, namespace) => {
  if (!verifyGroupKind(controllerRef, 'StatefulSet', ['apps'])) return undefined;
  const [ss, err] = ssLister.statefulSets(namespace).get(controllerRef.name);
  if (err || ss.metadata.uid !== controllerRef.uid) return undefined;
  return { uid: ss.metadata.uid, scale: ss.spec.replicas ?? 1 };
};

// Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.getPodReplicationController
const getPodReplicationController: PodControllerFinder = ({ rcLister }, controllerRef, namespace) => {
  if (!verifyGroupKind(controllerRef, 'ReplicationController', [''])) return undefined;
  const [rc, err] = rcLister.replicationControllers(namespace).get(controllerRef.name);
  if (err || rc.metadata.uid !== controllerRef.uid) return undefined;
  return { uid: rc.metadata.uid, scale: rc.spec.replicas };
};

/**
 * Each finds controllers of one kind.
 *
 * Mirrors: pkg/controller/disruption/disruption.go#DisruptionController.finders
 */
export const finders: readonly PodControllerFinder[] = [
  getPodReplicationController,
  getPodReplicaSet,
  getPodStatefulSet,
];

// Mirrors: pkg/controller/disruption/disruption.go#verifyGroupKind
function verifyGroupKind(
  { apiVersion, kind }: OwnerReference,
  expectedKind: string,
  expectedGroups: readonly string[],
): boolean {
  const [gv, err] = parseGroupVersion(apiVersion);
  return !err && kind === expectedKind && expectedGroups.includes(gv.group);
}
