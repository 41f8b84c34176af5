import type {
  PersistentVolume,
  PersistentVolumeClaim,
  StorageClass,
} from '../../../kubernetes/pkg/api/objects.ts';
import type { KubeObject } from '../../../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { getPersistentVolumeClaimClass } from '../../../kubernetes/pkg/apis/core/v1/helper/helpers.ts';
import { StorageV1Client } from '../../../kubernetes/staging/src/k8s.io/client-go/kubernetes/typed/storage/v1/storage_client.ts';
import type { Clientset } from '../../../kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import {
  annBindCompleted,
  annBoundByController,
  annDynamicallyProvisioned,
  annSelectedNode,
  checkAccessModes,
  findMatchingVolume,
  getBindVolumeToClaim,
  getVolumeNodeAffinity,
  isDelayBindingMode,
  isDelayBindingProvisioning,
  notSupportedProvisioner,
} from '../../../kubernetes/pkg/controller/volume/persistentvolume/util/util.ts';
import { getReference } from '../../../kubernetes/staging/src/k8s.io/client-go/tools/reference/ref.ts';
import type { Blocking } from '../../../sim/process.ts';
import type { Sim } from '../../../sim/sim.ts';
import { Cond } from '../../../sim/sync.ts';
import { type Source, follow, retryMs } from './list-and-watch.ts';

const program = 'volume-controller-stand-in';

/** How long it takes to make a volume. */
const provisionMs = 1500;

/** What a turn does; undefined if there is nothing to do. */
type Turn = Blocking<Error | undefined> | undefined;

/**
 * Stands in for the controller of volumes, and for all that make volumes: binds each claim to the volume that was chosen
 * for it or, where the claim need not wait for a pod, to the smallest that fits; and makes a volume where there is none.
 * It chooses by upstream's own functions, and writes in upstream's order: volume, its status, claim, its status.
 */
export class VolumeControllerStandIn {
  readonly #sim: Sim;
  readonly #clientset: Clientset;
  readonly #volumes = new Map<string, PersistentVolume>();
  readonly #claims = new Map<string, PersistentVolumeClaim>();
  readonly #classes = new Map<string, StorageClass>();
  /** Claims whose volume is being made, by uid. */
  readonly #making = new Set<string>();
  readonly #work = new Cond('a volume or claim to look at');

  constructor(sim: Sim, clientset: Clientset) {
    this.#sim = sim;
    this.#clientset = clientset;
  }

  /** Runs until its process is crashed. */
  *run(): Blocking<void> {
    const core = this.#clientset.coreV1();
    this.#follow('storageclasses', this.#clientset.group(StorageV1Client).storageClasses(), this.#classes);
    this.#follow('persistentvolumes', core.persistentVolumes(), this.#volumes);
    this.#follow('persistentvolumeclaims', core.persistentVolumeClaims(''), this.#claims);
    for (;;) {
      const turn = this.#next();
      if (!turn) {
        yield* this.#work.wait();
        continue;
      }
      // What was refused is looked at again when the watch has told why.
      if (yield* turn) yield* this.#sim.sleep(retryMs);
    }
  }

  #follow<T extends KubeObject>(resource: string, source: Source<T>, known: Map<string, unknown>): void {
    const follower = {
      changed: (object: T) => {
        known.set(object.metadata.uid ?? '', object);
        this.#work.signal();
      },
      removed: (object: T) => void known.delete(object.metadata.uid ?? ''),
    };
    this.#sim.go(`${program}/${resource}`, follow(this.#sim, source, follower));
  }

  #next(): Turn {
    for (const volume of this.#volumes.values())
      if (volume.status.phase === 'Pending' && !volume.spec.claimRef)
        return this.#setPhase(volume, 'Available');
    for (const claim of this.#claims.values()) {
      const turn = this.#syncUnboundClaim(claim);
      if (turn) return turn;
    }
    return undefined;
  }

  #syncUnboundClaim(claim: PersistentVolumeClaim): Turn {
    const { annotations = {}, uid } = claim.metadata;
    if (annBindCompleted in annotations || this.#making.has(uid)) return undefined;
    const classes = [...this.#classes.values()];
    const named = (name: string): StorageClass | undefined =>
      classes.find(({ metadata }) => metadata.name === name);
    const storageClass = named(getPersistentVolumeClaimClass(claim));
    const lister = {
      get: () => [storageClass ?? ({} as StorageClass), undefined] as [StorageClass, undefined],
    };
    const [delayed] = storageClass ? isDelayBindingMode(claim, lister) : [false];
    const delayBinding = delayed === true && !isDelayBindingProvisioning(claim);
    const volumes = [...this.#volumes.values()].filter((volume) => checkAccessModes(claim, volume));
    const [volume] = findMatchingVolume(claim, volumes, undefined, new Set(), delayBinding);
    if (volume) return this.#bind(volume, claim);
    const makes = storageClass && storageClass.provisioner !== notSupportedProvisioner;
    if (!makes || delayBinding) return undefined;
    this.#making.add(uid);
    this.#sim.go(`${program}/make ${claim.metadata.name}`, this.#make(claim, storageClass));
    return undefined;
  }

  *#make(claim: PersistentVolumeClaim, storageClass: StorageClass): Blocking<void> {
    yield* this.#sim.sleep(provisionMs);
    const { uid, annotations = {} } = claim.metadata;
    const { accessModes, resources, volumeMode } = claim.spec;
    const [claimRef] = getReference(claim);
    const node = annotations[annSelectedNode];
    const name = `pvc-${uid}`;
    const { provisioner, reclaimPolicy } = storageClass;
    const [made] = yield* this.#clientset
      .coreV1()
      .persistentVolumes()
      .create({
        apiVersion: 'v1',
        kind: 'PersistentVolume',
        metadata: { name, annotations: { [annDynamicallyProvisioned]: provisioner } },
        spec: {
          accessModes,
          capacity: { ...resources?.requests },
          claimRef,
          csi: { driver: provisioner, volumeHandle: name },
          persistentVolumeReclaimPolicy: reclaimPolicy,
          storageClassName: storageClass.metadata.name,
          volumeMode,
          ...(node !== undefined && { nodeAffinity: getVolumeNodeAffinity('kubernetes.io/hostname', node) }),
        },
      });
    // Known at once: the watch tells of it only later, and another would be made.
    if (made) this.#volumes.set(made.metadata.uid ?? '', made as PersistentVolume);
    this.#making.delete(uid);
    this.#work.signal();
  }

  *#setPhase(volume: PersistentVolume, phase: string): Blocking<Error | undefined> {
    const changed = { ...volume, status: { ...volume.status, phase } };
    const [updated, err] = yield* this.#clientset.coreV1().persistentVolumes().updateStatus(changed);
    if (err) return err;
    this.#volumes.set(volume.metadata.uid, updated as PersistentVolume);
    return undefined;
  }

  *#bind(volume: PersistentVolume, claim: PersistentVolumeClaim): Blocking<Error | undefined> {
    const { namespace, uid } = claim.metadata;
    const [bound, dirty, failed] = getBindVolumeToClaim(volume, claim);
    if (failed) return failed;
    let written = bound;
    if (dirty) {
      const [updated, err] = yield* this.#clientset.coreV1().persistentVolumes().update(bound);
      if (err) return err;
      written = updated as PersistentVolume;
    }
    const unset = yield* this.#setPhase(written, 'Bound');
    if (unset) return unset;

    const claims = this.#clientset.coreV1().persistentVolumeClaims(namespace);
    const [withVolume, err] = yield* claims.update(boundClaim(claim, written.metadata.name));
    if (err) return err;
    const { accessModes, capacity } = written.spec;
    const status = { ...withVolume.status, phase: 'Bound', accessModes, capacity };
    const [updated, refused] = yield* claims.updateStatus({ ...withVolume, status });
    if (refused) return refused;
    this.#claims.set(uid, updated as PersistentVolumeClaim);
    return undefined;
  }
}

/** A claim that named its volume itself does not say that a controller bound it. */
function boundClaim(claim: PersistentVolumeClaim, volumeName: string): PersistentVolumeClaim {
  const annotations = {
    ...claim.metadata.annotations,
    ...(!claim.spec.volumeName && { [annBoundByController]: 'yes' }),
    [annBindCompleted]: 'yes',
  };
  return { ...claim, metadata: { ...claim.metadata, annotations }, spec: { ...claim.spec, volumeName } };
}
