import type { CSIStorageCapacity, Node, PersistentVolumeClaim, StorageClass } from '../../../api/objects.ts';
import { isNotFound } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { mustParse } from '../../../../staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.ts';
import { labelSelectorAsSelector } from '../../../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.ts';
import { everything } from '../../../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import { storageOf } from '../persistentvolume/util/util.ts';
import type { CSIDriverLister } from '../../../../staging/src/k8s.io/client-go/listers/storage/v1/csidriver.ts';
import type { CSIStorageCapacityLister } from '../../../../staging/src/k8s.io/client-go/listers/storage/v1alpha1/csistoragecapacity.ts';

/**
 * What is needed to know whether a driver has room for a volume. Only with the alpha feature CSIStorageCapacity.
 *
 * Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#CapacityCheck
 */
export interface CapacityCheck {
  readonly csiDriverLister: Pick<CSIDriverLister, 'get'>;
  readonly csiStorageCapacityLister: Pick<CSIStorageCapacityLister, 'list'>;
}

/**
 * Whether the driver has room for the volume where the node can reach it. A driver that does not say how much room it
 * has is taken to have enough.
 *
 * Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.hasEnoughCapacity
 */
export function hasEnoughCapacity(
  check: CapacityCheck | undefined,
  claim: PersistentVolumeClaim,
  storageClass: StorageClass,
  node: Node,
): [boolean, Error | undefined] {
  const quantity = claim.spec.resources?.requests?.['storage'];
  if (!check || quantity === undefined) return [true, undefined];
  const [driver, err] = check.csiDriverLister.get(storageClass.provisioner);
  if (err) return isNotFound(err) ? [true, undefined] : [false, err];
  if (!driver.spec.storageCapacity) return [true, undefined];
  const [capacities, failed] = check.csiStorageCapacityLister.list(everything());
  if (failed) return [false, failed];
  const sizeInBytes = mustParse(quantity).value();
  const enough = capacities.some(
    ({ storageClassName, capacity, nodeTopology }) =>
      storageClassName === storageClass.metadata.name &&
      capacity !== undefined &&
      mustParse(capacity).value() >= sizeInBytes &&
      nodeHasAccess(node, nodeTopology),
  );
  return [enough, undefined];
}

// Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#volumeBinder.nodeHasAccess
function nodeHasAccess(node: Node, nodeTopology: CSIStorageCapacity['nodeTopology']): boolean {
  if (!nodeTopology) return false;
  const [selector] = labelSelectorAsSelector(nodeTopology);
  return selector?.matches(node.metadata.labels ?? {}) ?? false;
}

/**
 * The smaller claims first.
 *
 * Mirrors: pkg/controller/volume/scheduling/scheduler_binder.go#byPVCSize
 */
export function byPVCSize(a: PersistentVolumeClaim, b: PersistentVolumeClaim): number {
  const [iSize, jSize] = [storageOf(a.spec.resources?.requests), storageOf(b.spec.resources?.requests)];
  return iSize.nano < jSize.nano ? -1 : iSize.nano > jSize.nano ? 1 : 0;
}
