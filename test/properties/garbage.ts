import fc from 'fast-check';
import type { OwnerReference } from 'kubernetes-types/meta/v1';
import { Stage } from '../../src/runtime/stage/stage.ts';
import { plane as collectorPlane } from '../../src/runtime/subjects/collector/planes/collector.ts';
import type { Plane } from '../../src/runtime/stage/program.ts';
import type { Entry, Trace } from '../../src/runtime/stage/world.ts';
import type { StoreState, StoredObject } from '../../src/runtime/subjects/api/world.ts';
import { type PMap, mapEntries, mapGet } from '../../src/runtime/sim/pmap.ts';
import { type Properties, property } from './property.ts';

/** How an object names its owner: as it is, by a wrong name, or one that there never was. */
type Naming = 'right' | 'misnamed' | 'ghost';

/** One owner of an object. `of` is a slot: an object may be its own owner, or one of its dependents' dependent. */
interface Owner {
  readonly of: number;
  readonly naming: Naming;
  readonly blocks: boolean;
}

/** What happens in a heap. Objects are in slots, each a name; the last slot is in another namespace. */
export type Turn =
  | { readonly kind: 'create' | 'own'; readonly slot: number; readonly owners: readonly Owner[] }
  | {
      readonly kind: 'delete';
      readonly slot: number;
      readonly policy: 'Background' | 'Foreground' | 'Orphan';
    }
  | { readonly kind: 'delay' | 'cut'; readonly ms: number }
  | { readonly kind: 'conflict'; readonly times: number }
  | { readonly kind: 'restart'; readonly afterMs: number };

export interface Heap {
  readonly seed: number;
  readonly turns: readonly { readonly waitMs: number; readonly turn: Turn }[];
}

const slots = 7;
const slot = fc.nat(slots - 1);
const owners: fc.Arbitrary<readonly Owner[]> = fc.uniqueArray(
  fc.record({
    of: slot,
    naming: fc.oneof(
      { weight: 8, arbitrary: fc.constant<Naming>('right') },
      { weight: 1, arbitrary: fc.constantFrom<Naming>('misnamed', 'ghost') },
    ),
    blocks: fc.boolean(),
  }),
  { maxLength: 3, selector: ({ of }) => of },
);
/**
 * An object that gets owners. There may be circles, but none of references that all hold their owners back: those who
 * are then deleted in the foreground wait for each other for ever, upstream too.
 */
const owned = (kind: 'create' | 'own'): fc.Arbitrary<Turn> =>
  fc.record({ kind: fc.constant(kind), slot, owners }).map((turn) => ({
    ...turn,
    owners: turn.owners.map((owner) => ({ ...owner, blocks: owner.blocks && owner.of < turn.slot })),
  }));
const turn: fc.Arbitrary<Turn> = fc.oneof(
  { weight: 8, arbitrary: owned('create') },
  { weight: 3, arbitrary: owned('own') },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('delete' as const),
      slot,
      policy: fc.constantFrom('Background', 'Foreground', 'Orphan'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('delay', 'cut'), ms: fc.nat(3000) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('conflict' as const), times: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), afterMs: fc.nat(1000) }) },
);

export const heaps: fc.Arbitrary<Heap> = fc.record({
  seed: fc.integer(),
  turns: fc.array(fc.record({ waitMs: fc.nat(600), turn }), { maxLength: 25 }),
});

const manager = 'kube-controller-manager';
const resource = 'configmaps';
const nameOf = (which: number): string => `c${which}`;
const namespaceOf = (which: number): string => (which === slots - 1 ? 'kube-system' : 'default');
const target = (which: number) => ({ resource, namespace: namespaceOf(which), name: nameOf(which) });

/** Plays a heap, mends what it broke, waits for quiet, and gives what is wrong then. */
export function heapWrongs({ seed, turns }: Heap, plane: Plane = collectorPlane): string[] {
  const settings = { nodes: [], qps: 1000, burst: 1000 };
  const cluster = new Stage(plane, settings, { seed, order: 'seeded' });
  const trace = cluster.record();
  cluster.start();
  for (const { waitMs, turn } of turns) {
    cluster.sim.runFor(waitMs);
    take(cluster, turn);
  }
  cluster.act({ kind: 'delay-watch', program: manager, resource, delayMs: 0 });
  for (let before = -1; before !== trace.world.store.revision;) {
    before = trace.world.store.revision;
    cluster.sim.runFor(60_000);
  }
  return [...leftOvers(trace.world.store), ...wrongDeletions(trace)];
}

function take(cluster: Stage, turn: Turn): void {
  const { server } = cluster.part('api');
  const userAgent = 'kubectl';
  switch (turn.kind) {
    case 'create': {
      const { namespace, name } = target(turn.slot);
      const ownerReferences = turn.owners.map((owner) => referenceTo(cluster, owner));
      server.do({
        verb: 'create',
        resource,
        namespace,
        body: { metadata: { name, ownerReferences } },
        userAgent,
      });
      return;
    }
    case 'own': {
      const ownerReferences = turn.owners.map((owner) =>
        asBefore(cluster, turn.slot, referenceTo(cluster, owner)),
      );
      const patchType = 'application/merge-patch+json';
      const body = { metadata: { ownerReferences } };
      server.do({ verb: 'patch', ...target(turn.slot), patchType, body, userAgent });
      return;
    }
    case 'delete': {
      const body = { propagationPolicy: turn.policy };
      server.do({ verb: 'delete', ...target(turn.slot), body, userAgent });
      return;
    }
    case 'delay':
      cluster.act({ kind: 'delay-watch', program: manager, resource, delayMs: turn.ms });
      return;
    case 'cut':
      cluster.act({ kind: 'cut-watch', program: manager, resource, forMs: turn.ms });
      return;
    case 'conflict':
      cluster.act({ kind: 'conflict', resource, times: turn.times });
      return;
    case 'restart':
      cluster.act({ kind: 'crash', program: manager });
      cluster.sim.runFor(turn.afterMs);
      cluster.act({ kind: 'start', program: manager });
      return;
    default:
      turn satisfies never;
  }
}

/** The owner as it is now; a uid of nobody if the slot is empty. */
function referenceTo(cluster: Stage, { of, naming, blocks }: Owner): OwnerReference {
  const [object] = cluster.part('api').server.do({ verb: 'get', ...target(of), userAgent: 'kubectl' });
  const uid = (naming === 'ghost' ? undefined : object?.metadata.uid) ?? `ghost-${of}`;
  const name = naming === 'misnamed' ? 'nobody' : nameOf(of);
  return { apiVersion: 'v1', kind: 'ConfigMap', name, uid, blockOwnerDeletion: blocks };
}

/**
 * The reference, under the name that the object has for that uid already, if it has one: upstream's graph compares
 * references by uid, and does not look again at one that merely changes its name.
 */
function asBefore(cluster: Stage, which: number, ref: OwnerReference): OwnerReference {
  const [object] = cluster.part('api').server.do({ verb: 'get', ...target(which), userAgent: 'kubectl' });
  const known = object?.metadata.ownerReferences?.find(({ uid }) => uid === ref.uid);
  return known ? { ...ref, name: known.name } : ref;
}

type Objects = PMap<StoredObject>;

/** The owner that a reference names, if it is there: by name in the object's own namespace, with that uid. */
function ownerIn(
  objects: Objects,
  { metadata }: StoredObject,
  ref: OwnerReference,
): StoredObject | undefined {
  const found = mapGet(objects, `${resource}/${metadata.namespace}/${ref.name}`);
  return found?.metadata.uid === ref.uid ? found : undefined;
}

const waits = ({ metadata }: StoredObject): boolean =>
  metadata.deletionTimestamp !== undefined && (metadata.finalizers?.includes('foregroundDeletion') ?? false);

/** True if the collector may delete an object as things are: it has owners, and each is gone, or waits for it to go. */
function mayGo(objects: Objects, key: string, uid: string | undefined): boolean {
  const object = mapGet(objects, key);
  const owners = object?.metadata.ownerReferences ?? [];
  if (!object || object.metadata.uid !== uid || owners.length === 0) return false;
  return owners.every((ref) => {
    const owner = ownerIn(objects, object, ref);
    return !owner || waits(owner);
  });
}

/** What should not be there once all is quiet. */
function leftOvers({ objects }: StoreState): string[] {
  return mapEntries(objects).flatMap(([key, object]) => {
    if (!key.startsWith(`${resource}/`)) return [];
    const { ownerReferences = [], deletionTimestamp, finalizers = [] } = object.metadata;
    const orphan =
      ownerReferences.length > 0 && !ownerReferences.some((ref) => ownerIn(objects, object, ref));
    return [
      ...(orphan ? [`${key} is left, though none of its owners is`] : []),
      ...(deletionTimestamp ? [`${key} never ends: it has the finalizers ${finalizers.join()}`] : []),
    ];
  });
}

/** Between looking for the owners and deleting, the collector does not look again: what was so a moment ago counts. */
const aMomentMs = 1000;

/** What the collector deleted, or began to, though it had an owner, or none was ever named. */
function wrongDeletions({ entries }: Trace): string[] {
  return entries.flatMap(({ event, at, index }) => {
    if (event.kind !== 'store.write' || event.resource !== resource || event.program !== manager) return [];
    const began = event.verb === 'update' && event.object.metadata.deletionTimestamp;
    const before = event.previous?.metadata.deletionTimestamp;
    if (event.verb !== 'delete' && !(began && !before)) return [];
    // What the user deleted before, goes when its finalizer does.
    if (event.object.metadata.deletionTimestamp && event.verb === 'delete' && before !== undefined) return [];
    const { uid } = event.object.metadata;
    return couldGo(entries, index, at, event.key, uid)
      ? []
      : [`${event.key} was deleted at entry ${index}, though it was no garbage`];
  });
}

function couldGo(
  entries: readonly Entry[],
  from: number,
  at: number,
  key: string,
  uid: string | undefined,
): boolean {
  for (let i = from - 1; i >= 0; i--) {
    const entry = entries[i];
    if (!entry || entry.at < at - aMomentMs) return false;
    if (mayGo(entry.world.store.objects, key, uid)) return true;
  }
  return false;
}

export const properties: Properties = { garbage: property(heaps, (heap) => heapWrongs(heap)) };
