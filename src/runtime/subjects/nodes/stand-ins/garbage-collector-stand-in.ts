import type { OwnerReference } from 'kubernetes-types/meta/v1';
import type { LiveObject } from '../../../kubernetes/pkg/api/objects.ts';
import {
  isInvalid,
  isNotFound,
} from '../../../kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import type { KubeObject } from '../../../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { Clientset } from '../../../kubernetes/staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { ResourceClient } from '../../../kubernetes/staging/src/k8s.io/client-go/kubernetes/typed/resource-client.ts';
import type { Blocking } from '../../../sim/process.ts';
import type { Sim } from '../../../sim/sim.ts';
import { Cond } from '../../../sim/sync.ts';
import { follow, retryMs } from './list-and-watch.ts';

const program = 'garbage-collector-stand-in';

const foregroundFinalizer = 'foregroundDeletion';
const orphanFinalizer = 'orphan';

type AnyClient = ResourceClient<KubeObject>;

/**
 * Stands in for the garbage collector: when a ReplicaSet or a pod is gone, it deletes what that one owned. It also
 * does what the finalizers of foreground deletion and of orphaning ask for. It knows no other kinds.
 */
export class GarbageCollectorStandIn {
  readonly #sim: Sim;
  readonly #clientset: Clientset;
  /** All objects that are there, by uid. */
  readonly #objects = new Map<string, LiveObject>();
  /** The dependents of each owner, by the owner's uid. */
  readonly #dependents = new Map<string, Map<string, LiveObject>>();
  /** The uids of owners whose finalizer is being worked on. */
  readonly #finalizing = new Set<string>();
  /** Tells that a dependent is gone. */
  readonly #gone = new Cond('the dependents to be gone');

  constructor(sim: Sim, clientset: Clientset) {
    this.#sim = sim;
    this.#clientset = clientset;
  }

  /** Runs until its process is crashed. */
  *run(): Blocking<void> {
    const follower = {
      changed: (object: KubeObject) => this.#changed(object as LiveObject),
      removed: (object: KubeObject) => this.#removed(object as LiveObject),
    };
    this.#sim.go(
      `${program}/replicasets`,
      follow(this.#sim, this.#clientset.appsV1().replicaSets(''), follower),
    );
    yield* follow(this.#sim, this.#clientset.coreV1().pods(''), follower);
  }

  #changed(object: LiveObject): void {
    const { uid, name } = object.metadata;
    this.#relate(object, this.#objects.get(uid));
    this.#objects.set(uid, object);
    if (this.#finalizing.has(uid) || finalizerOf(object) === undefined) return;
    this.#finalizing.add(uid);
    this.#sim.go(`${program}/finalize ${name}`, this.#finalize(object));
  }

  #removed(object: LiveObject): void {
    const { uid, name } = object.metadata;
    for (const ref of object.metadata.ownerReferences ?? []) this.#dependents.get(ref.uid)?.delete(uid);
    this.#gone.broadcast();
    this.#objects.delete(uid);
    this.#finalizing.delete(uid);
    const dependents = this.#dependents.get(uid);
    if (dependents === undefined) return;
    this.#dependents.delete(uid);
    this.#sim.go(`${program}/collect ${name}`, this.#collectAll([...dependents.values()], uid));
  }

  /** Notes who owns the object now, and no longer. An owner that nobody has seen may be gone already. */
  #relate(object: LiveObject, before: LiveObject | undefined): void {
    const owners = object.metadata.ownerReferences ?? [];
    const ownersBefore = before?.metadata.ownerReferences ?? [];
    const { uid, name } = object.metadata;
    for (const ref of ownersBefore) {
      if (!owners.some((owner) => owner.uid === ref.uid)) this.#dependents.get(ref.uid)?.delete(uid);
    }
    for (const ref of owners) {
      if (!this.#objects.has(ref.uid) && !ownersBefore.some((owner) => owner.uid === ref.uid)) {
        this.#sim.go(`${program}/look for the owner of ${name}`, this.#collectIfOrphan(object, ref));
      }
      const dependents = this.#dependents.get(ref.uid) ?? new Map<string, LiveObject>();
      dependents.set(uid, object);
      this.#dependents.set(ref.uid, dependents);
    }
  }

  /** Asks the API server whether the owner is there, since the watch may only be late to tell. */
  *#collectIfOrphan(object: LiveObject, ref: OwnerReference): Blocking<void> {
    const owners = this.#clientOf(ref.kind, object.metadata.namespace);
    if (owners === undefined) return;
    const [owner, err] = yield* owners.get(ref.name);
    if (err ? isNotFound(err) : owner.metadata.uid !== ref.uid) yield* this.#collect(object, ref.uid);
  }

  *#collectAll(dependents: readonly LiveObject[], ownerUID: string): Blocking<void> {
    for (const dependent of dependents) yield* this.#collect(dependent, ownerUID);
  }

  *#collect(object: LiveObject, ownerUID: string): Blocking<void> {
    yield* this.#keepTrying(object, (client) => this.#tryToCollect(client, object, ownerUID));
  }

  /** Deletes the object if it still says that it belongs to that owner and to no other. True when nothing is left to do. */
  *#tryToCollect(client: AnyClient, object: LiveObject, ownerUID: string): Blocking<boolean> {
    const { name, uid } = object.metadata;
    const [fresh, err] = yield* client.get(name);
    if (err) return isNotFound(err);
    const { ownerReferences: owners = [], deletionTimestamp } = fresh.metadata;
    if (fresh.metadata.uid !== uid || deletionTimestamp !== undefined) return true;
    if (!owners.some((owner) => owner.uid === ownerUID)) return true;
    if (owners.some((owner) => owner.uid !== ownerUID && this.#objects.has(owner.uid))) {
      return yield* this.#tryToDisown(client, object, ownerUID);
    }
    this.#tell(`deletes ${name}, whose owner is gone`, object);
    const refused = yield* client.delete(name, { preconditions: { uid }, propagationPolicy: 'Background' });
    return !refused || isNotFound(refused);
  }

  /** Does what the owner's finalizer asks for, and takes it off, so that the owner can go. */
  *#finalize(owner: LiveObject): Blocking<void> {
    const { uid } = owner.metadata;
    const finalizer = finalizerOf(owner);
    const dependents = this.#dependents.get(uid);
    for (const dependent of dependents ? [...dependents.values()] : []) {
      if (finalizer === foregroundFinalizer) yield* this.#collect(dependent, uid);
      else yield* this.#keepTrying(dependent, (client) => this.#tryToDisown(client, dependent, uid));
    }
    if (finalizer === foregroundFinalizer) {
      while ((this.#dependents.get(uid)?.size ?? 0) > 0) yield* this.#gone.wait();
    }
    if (finalizer === undefined) return;
    yield* this.#keepTrying(owner, (client) => this.#tryToRemoveFinalizer(client, owner, finalizer));
  }

  /** Takes an owner off an object. True when nothing is left to do. */
  *#tryToDisown(client: AnyClient, object: LiveObject, ownerUID: string): Blocking<boolean> {
    const { name, uid } = object.metadata;
    this.#tell(`takes the owner off ${name}`, object);
    const patch = { metadata: { uid, ownerReferences: [{ $patch: 'delete', uid: ownerUID }] } };
    const [, err] = yield* client.patch(name, 'application/strategic-merge-patch+json', patch);
    // Invalid: it is another object of the same name, or has no owners any more.
    return !err || isNotFound(err) || isInvalid(err);
  }

  /** True when nothing is left to do. */
  *#tryToRemoveFinalizer(client: AnyClient, owner: LiveObject, finalizer: string): Blocking<boolean> {
    const { name, uid } = owner.metadata;
    const [fresh, err] = yield* client.get(name);
    if (err) return isNotFound(err);
    const { resourceVersion, finalizers = [] } = fresh.metadata;
    if (fresh.metadata.uid !== uid || !finalizers.includes(finalizer)) return true;
    this.#tell(`takes the finalizer ${finalizer} off ${name}`, owner);
    const rest = finalizers.filter((each) => each !== finalizer);
    const patch = { metadata: { resourceVersion, finalizers: rest } };
    const [, refused] = yield* client.patch(name, 'application/merge-patch+json', patch);
    return !refused || isNotFound(refused);
  }

  /** Tries, once a second, until nothing is left to do for the object. */
  *#keepTrying(object: LiveObject, attempt: (client: AnyClient) => Blocking<boolean>): Blocking<void> {
    const client = this.#clientOf(object.kind, object.metadata.namespace);
    if (client === undefined) return;
    while (!(yield* attempt(client))) yield* this.#sim.sleep(retryMs);
  }

  /** Undefined for a kind that it does not know. */
  #clientOf(kind: string, namespace: string): AnyClient | undefined {
    if (kind === 'Pod') return this.#clientset.coreV1().pods(namespace) as AnyClient;
    if (kind !== 'ReplicaSet') return undefined;
    return this.#clientset.appsV1().replicaSets(namespace) as AnyClient;
  }

  #tell(text: string, object: LiveObject): void {
    const { namespace, name } = object.metadata;
    this.#sim.trace?.stage({ kind: 'stand-in', program, text, key: `${namespace}/${name}` });
  }
}

/** The finalizer by which an object that is being deleted waits for the garbage collector. */
function finalizerOf(object: LiveObject): string | undefined {
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  if (deletionTimestamp === undefined) return undefined;
  return finalizers.find((finalizer) => finalizer === orphanFinalizer || finalizer === foregroundFinalizer);
}
