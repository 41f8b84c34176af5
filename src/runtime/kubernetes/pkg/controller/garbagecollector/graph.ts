import type { OwnerReference } from 'kubernetes-types/meta/v1';

/** What names an object: the coordinates of an owner reference, and a namespace, which is empty for an object without. */
// Mirrors: pkg/controller/garbagecollector/graph.go#objectReference
export interface ObjectReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly namespace: string;
}

/** True if both name the same object in the same way. */
export function sameReference(a: ObjectReference, b: ObjectReference): boolean {
  return ownerReferenceMatchesCoordinates(a, b) && a.namespace === b.namespace;
}

// Mirrors: pkg/controller/garbagecollector/graph.go#objectReference.String
export function referenceText({ apiVersion, kind, namespace, name, uid }: ObjectReference): string {
  return `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`;
}

/** As readers see an object: `Pod/default/web-1`. */
export function shortText({ kind, namespace, name }: Omit<ObjectReference, 'uid' | 'apiVersion'>): string {
  return [kind, namespace, name].filter((part) => part !== '').join('/');
}

/**
 * An object in the graph of owners and dependents. Only `processGraphChanges` changes nodes. Kubernetes guards their
 * fields by locks, because other goroutines read them; here nothing else runs meanwhile.
 */
// Mirrors: pkg/controller/garbagecollector/graph.go#node
export class Node {
  /** Replaced by that of the object itself once it is seen. */
  identity: ObjectReference;
  /** The nodes whose owner references name this one. */
  readonly dependents = new Set<Node>();
  /** True for an object that is being deleted and first waits for its dependents to be gone. */
  #deletingDependents: boolean;
  #beingDeleted: boolean;
  /** True for an owner that references tell of, but no informer. */
  #virtual: boolean;
  /** The references that the graph was last told of. */
  owners: readonly OwnerReference[];

  constructor(
    identity: ObjectReference,
    more: {
      readonly owners?: readonly OwnerReference[];
      readonly deletingDependents?: boolean;
      readonly beingDeleted?: boolean;
      readonly virtual?: boolean;
      readonly dependents?: Iterable<Node>;
    } = {},
  ) {
    this.identity = identity;
    this.owners = more.owners ?? [];
    this.#deletingDependents = more.deletingDependents ?? false;
    this.#beingDeleted = more.beingDeleted ?? false;
    this.#virtual = more.virtual ?? false;
    for (const dependent of more.dependents ?? []) this.dependents.add(dependent);
  }

  /** The same under another identity. The lists are copied, the nodes in them are not. */
  // Mirrors: pkg/controller/garbagecollector/graph.go#node.clone
  clone(identity: ObjectReference): Node {
    return new Node(identity, {
      owners: [...this.owners],
      deletingDependents: this.#deletingDependents,
      beingDeleted: this.#beingDeleted,
      virtual: this.#virtual,
      dependents: this.dependents,
    });
  }

  /** There is no way back from a deletion, so nothing unmarks this. */
  // Mirrors: pkg/controller/garbagecollector/graph.go#node.markBeingDeleted
  markBeingDeleted(): void {
    this.#beingDeleted = true;
  }

  // Mirrors: pkg/controller/garbagecollector/graph.go#node.isBeingDeleted
  isBeingDeleted(): boolean {
    return this.#beingDeleted;
  }

  // Mirrors: pkg/controller/garbagecollector/graph.go#node.markObserved
  markObserved(): void {
    this.#virtual = false;
  }

  // Mirrors: pkg/controller/garbagecollector/graph.go#node.isObserved
  isObserved(): boolean {
    return !this.#virtual;
  }

  // Mirrors: pkg/controller/garbagecollector/graph.go#node.markDeletingDependents
  markDeletingDependents(): void {
    this.#deletingDependents = true;
  }

  // Mirrors: pkg/controller/garbagecollector/graph.go#node.isDeletingDependents
  isDeletingDependents(): boolean {
    return this.#deletingDependents;
  }

  // Mirrors: pkg/controller/garbagecollector/graph.go#node.addDependent
  addDependent(dependent: Node): void {
    this.dependents.add(dependent);
  }

  // Mirrors: pkg/controller/garbagecollector/graph.go#node.deleteDependent
  deleteDependent(dependent: Node): void {
    this.dependents.delete(dependent);
  }

  // Mirrors: pkg/controller/garbagecollector/graph.go#node.dependentsLength
  dependentsLength(): number {
    return this.dependents.size;
  }

  /** A copy: the graph may change while a caller goes through it. */
  // Mirrors: pkg/controller/garbagecollector/graph.go#node.getDependents
  getDependents(): Node[] {
    return [...this.dependents];
  }

  /** The dependents whose reference says that this one may not go before them. */
  // Mirrors: pkg/controller/garbagecollector/graph.go#node.blockingDependents
  blockingDependents(): Node[] {
    return this.getDependents().flatMap((dep) =>
      dep.owners
        .filter((owner) => owner.uid === this.identity.uid && owner.blockOwnerDeletion === true)
        .map(() => dep),
    );
  }

  /** What a work queue and its readers call the node. */
  toString(): string {
    return shortText(this.identity);
  }
}

/** The fields of an owner reference that name the owner. */
// Mirrors: pkg/controller/garbagecollector/graph.go#ownerReferenceCoordinates
export function ownerReferenceCoordinates({ apiVersion, kind, name, uid }: OwnerReference): OwnerReference {
  return { apiVersion, kind, name, uid };
}

// Mirrors: pkg/controller/garbagecollector/graph.go#ownerReferenceMatchesCoordinates
export function ownerReferenceMatchesCoordinates(a: OwnerReference, b: OwnerReference): boolean {
  return a.uid === b.uid && a.name === b.name && a.kind === b.kind && a.apiVersion === b.apiVersion;
}

/** The graph: every node by the uid of its object. */
// Mirrors: pkg/controller/garbagecollector/graph.go#concurrentUIDToNode
export class ConcurrentUIDToNode {
  readonly #uidToNode = new Map<string, Node>();

  // Mirrors: pkg/controller/garbagecollector/graph.go#concurrentUIDToNode.Write
  write(node: Node): void {
    this.#uidToNode.set(node.identity.uid, node);
  }

  // Mirrors: pkg/controller/garbagecollector/graph.go#concurrentUIDToNode.Read
  read(uid: string): Node | undefined {
    return this.#uidToNode.get(uid);
  }

  // Mirrors: pkg/controller/garbagecollector/graph.go#concurrentUIDToNode.Delete
  delete(uid: string): void {
    this.#uidToNode.delete(uid);
  }

  /** All nodes. For the debug handler and for observers. */
  values(): Iterable<Node> {
    return this.#uidToNode.values();
  }
}
