import type { OwnerReference } from 'kubernetes-types/meta/v1';
import type { LiveObject, Pod } from '../api/objects.ts';
import { isInvalid, isNotFound } from '../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import {
  getControllerOf,
  newControllerRef,
} from '../../staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.ts';
import type { Selector } from '../../staging/src/k8s.io/apimachinery/pkg/labels/selector.ts';
import type { GroupVersionKind } from '../../staging/src/k8s.io/apimachinery/pkg/runtime/schema/group_version.ts';
import { newAggregate } from '../../staging/src/k8s.io/apimachinery/pkg/util/errors/errors.ts';
import type { Result } from '../../../go/result.ts';
import type { Blocking } from '../../../sim/process.ts';
import type { PodControlInterface } from './controller_utils.ts';

/** Takes over or lets go of an object, through the API. */
type Change<T> = (obj: T) => Blocking<Error | undefined>;

/**
 * Settles which objects a controller owns: it adopts orphans that match its selector and releases those that it
 * owns and that match no longer.
 */
// Mirrors: pkg/controller/controller_ref_manager.go#BaseControllerRefManager
export class BaseControllerRefManager {
  readonly controller: LiveObject;
  readonly selector: Selector;
  readonly #canAdoptFunc: (() => Blocking<Error | undefined>) | undefined;
  #canAdoptErr: Error | undefined;
  #canAdoptDone = false;

  constructor(controller: LiveObject, selector: Selector, canAdopt?: () => Blocking<Error | undefined>) {
    this.controller = controller;
    this.selector = selector;
    this.#canAdoptFunc = canAdopt;
  }

  /** Asks once, before the first adoption, whether adopting is allowed; remembers the answer. */
  // Mirrors: pkg/controller/controller_ref_manager.go#BaseControllerRefManager.CanAdopt
  *canAdopt(): Blocking<Error | undefined> {
    if (!this.#canAdoptDone) {
      this.#canAdoptDone = true;
      if (this.#canAdoptFunc) {
        this.#canAdoptErr = yield* this.#canAdoptFunc();
      }
    }
    return this.#canAdoptErr;
  }

  /** True if the object is the controller's already, and stays so: there is nothing to do about it. */
  isSettled<T extends LiveObject>(obj: T, match: (obj: T) => boolean): boolean {
    return getControllerOf(obj)?.uid === this.controller.metadata.uid && match(obj);
  }

  /**
   * True if the controller owns the object when this returns. An error means that adopting or releasing failed,
   * and that the controller should try again.
   */
  // Mirrors: pkg/controller/controller_ref_manager.go#BaseControllerRefManager.ClaimObject
  *claimObject<T extends LiveObject>(
    obj: T,
    match: (obj: T) => boolean,
    adopt: Change<T>,
    release: Change<T>,
  ): Blocking<[boolean, Error | undefined]> {
    const controllerRef = getControllerOf(obj);
    if (controllerRef !== undefined) {
      if (controllerRef.uid !== this.controller.metadata.uid) {
        // Somebody else's.
        return [false, undefined];
      }
      if (match(obj)) {
        // Ours, and it matches. This holds even while we are being deleted, because nothing has to be done.
        return [true, undefined];
      }
      // Ours, but it does not match: release it, unless we are being deleted.
      if (this.controller.metadata.deletionTimestamp !== undefined) {
        return [false, undefined];
      }
      const err = yield* release(obj);
      if (err) {
        // An object that is gone needs no releasing.
        return [false, isNotFound(err) ? undefined : err];
      }
      return [false, undefined];
    }

    // It is an orphan.
    if (this.controller.metadata.deletionTimestamp !== undefined || !match(obj)) {
      return [false, undefined];
    }
    if (obj.metadata.deletionTimestamp !== undefined) {
      return [false, undefined];
    }
    // It matches: try to adopt it.
    const err = yield* adopt(obj);
    if (err) {
      // An object that is gone cannot be adopted; any other error means that somebody else may have been faster.
      return [false, isNotFound(err) ? undefined : err];
    }
    return [true, undefined];
  }
}

/** Settles which pods a controller owns. */
// Mirrors: pkg/controller/controller_ref_manager.go#PodControllerRefManager
export class PodControllerRefManager extends BaseControllerRefManager {
  readonly #controllerKind: GroupVersionKind;
  readonly #podControl: PodControlInterface;

  constructor(
    podControl: PodControlInterface,
    controller: LiveObject,
    selector: Selector,
    controllerKind: GroupVersionKind,
    canAdopt?: () => Blocking<Error | undefined>,
  ) {
    super(controller, selector, canAdopt);
    this.#controllerKind = controllerKind;
    this.#podControl = podControl;
  }

  /**
   * The pods of the list that the controller owns, after adopting and releasing what has to be. Pods count as
   * matching if the selector and all `filters` say so. With errors, the list holds what could be claimed.
   */
  // Mirrors: pkg/controller/controller_ref_manager.go#PodControllerRefManager.ClaimPods
  *claimPods(
    pods: readonly Pod[],
    ...filters: readonly ((pod: Pod) => boolean)[]
  ): Blocking<[Pod[], Error | undefined]> {
    const claimed: Pod[] = [];
    const errlist: Error[] = [];

    const match = (pod: Pod): boolean =>
      this.selector.matches(pod.metadata.labels) && filters.every((filter) => filter(pod));
    const adopt = (pod: Pod) => this.adoptPod(pod);
    const release = (pod: Pod) => this.releasePod(pod);

    for (const pod of pods) {
      // Kubernetes calls ClaimObject for these too; Loopscope does not, because a call that may park costs more than
      // all else in this loop, and in most syncs every pod is settled.
      if (this.isSettled(pod, match)) {
        claimed.push(pod);
        continue;
      }
      const [ok, err] = yield* this.claimObject(pod, match, adopt, release);
      if (err) {
        errlist.push(err);
        continue;
      }
      if (ok) {
        claimed.push(pod);
      }
    }
    return [claimed, newAggregate(errlist)];
  }

  /** Makes the controller the pod's controller, by a patch. The server refuses it if the pod has another one. */
  // Mirrors: pkg/controller/controller_ref_manager.go#PodControllerRefManager.AdoptPod
  *adoptPod(pod: Pod): Blocking<Error | undefined> {
    const { namespace, name, uid } = pod.metadata;
    const err = yield* this.canAdopt();
    if (err) {
      return new Error(`can't adopt Pod ${namespace}/${name} (${uid}): ${err.message}`, { cause: err });
    }
    const patch = ownerRefControllerPatch(this.controller, this.#controllerKind, uid);
    return yield* this.#podControl.patchPod(namespace, name, patch);
  }

  /** Takes the controller off the pod's owners, by a patch. */
  // Mirrors: pkg/controller/controller_ref_manager.go#PodControllerRefManager.ReleasePod
  *releasePod(pod: Pod): Blocking<Error | undefined> {
    const { namespace, name, uid } = pod.metadata;
    const patch = deleteOwnerRefStrategicMergePatch(uid, this.controller.metadata.uid);
    const err = yield* this.#podControl.patchPod(namespace, name, patch);
    // Gone: nothing to release. Invalid: the pod has no owners, or it is another pod of the same name.
    if (err && (isNotFound(err) || isInvalid(err))) {
      return undefined;
    }
    return err;
  }
}

/**
 * A check to make before adopting: reads the controller's object from the API, because the cached one may not show
 * yet that it is being deleted.
 */
// Mirrors: pkg/controller/controller_ref_manager.go#RecheckDeletionTimestamp
export function recheckDeletionTimestamp(
  getObject: () => Blocking<Result<LiveObject>>,
): () => Blocking<Error | undefined> {
  return function* () {
    const [obj, err] = yield* getObject();
    if (err) {
      return new Error(`can't recheck DeletionTimestamp: ${err.message}`, { cause: err });
    }
    const { namespace, name, deletionTimestamp } = obj.metadata;
    if (deletionTimestamp !== undefined) {
      return new Error(`${namespace}/${name} has just been deleted at ${deletionTimestamp}`);
    }
    return undefined;
  };
}

/** A manager for the pods of `controller`. `canAdopt` is asked once, before the first adoption. */
// Mirrors: pkg/controller/controller_ref_manager.go#NewPodControllerRefManager
export function newPodControllerRefManager(
  podControl: PodControlInterface,
  controller: LiveObject,
  selector: Selector,
  controllerKind: GroupVersionKind,
  canAdopt?: () => Blocking<Error | undefined>,
): PodControllerRefManager {
  return new PodControllerRefManager(podControl, controller, selector, controllerKind, canAdopt);
}

/** The uid in a patch makes the server refuse it if the object is another one of the same name. */
interface OwnerReferencesPatch {
  readonly metadata: {
    readonly uid: string;
    readonly ownerReferences: readonly (
      OwnerReference | { readonly $patch: 'delete'; readonly uid: string }
    )[];
  };
}

// Mirrors: pkg/controller/controller_ref_manager.go#deleteOwnerRefStrategicMergePatch
function deleteOwnerRefStrategicMergePatch(
  dependentUID: string,
  ...ownerUIDs: string[]
): OwnerReferencesPatch {
  const ownerReferences = ownerUIDs.map((uid) => ({ $patch: 'delete' as const, uid }));
  return { metadata: { uid: dependentUID, ownerReferences } };
}

// Mirrors: pkg/controller/controller_ref_manager.go#ownerRefControllerPatch
function ownerRefControllerPatch(
  controller: LiveObject,
  controllerKind: GroupVersionKind,
  uid: string,
): OwnerReferencesPatch {
  return { metadata: { uid, ownerReferences: [newControllerRef(controller, controllerKind)] } };
}
