import fc from 'fast-check';
import { Stage } from '../../src/runtime/stage/stage.ts';
import { plane } from '../../src/runtime/subjects/control-loop/planes/replicaset.ts';
import type { Act } from '../../src/runtime/stage/acts.ts';
import { replicaSet } from '../../src/runtime/subjects/api/objects.ts';
import type { Entry, Trace } from '../../src/runtime/stage/world.ts';
import type { StoredObject } from '../../src/runtime/subjects/api/world.ts';
import type {
  Pod,
  ReplicaSet,
} from '../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';

const web = { namespace: 'default', name: 'web' } as const;
const manager = 'kube-controller-manager';

/** What happens to a ReplicaSet in a storm. `which` picks among the pods there are when its time comes. */
export type Blow =
  | { readonly kind: 'scale'; readonly replicas: number }
  | { readonly kind: 'delete' | 'fail' | 'release' | 'restore'; readonly which: number }
  | { readonly kind: 'delay' | 'cut'; readonly resource: 'pods' | 'replicasets'; readonly ms: number }
  | { readonly kind: 'conflict'; readonly times: number }
  | { readonly kind: 'restart'; readonly afterMs: number };

export interface Storm {
  readonly seed: number;
  readonly blows: readonly { readonly waitMs: number; readonly blow: Blow }[];
}

const which = fc.nat(20);
const blow: fc.Arbitrary<Blow> = fc.oneof(
  fc.record({ kind: fc.constant('scale' as const), replicas: fc.nat(9) }),
  fc.record({ kind: fc.constantFrom('delete', 'fail', 'release', 'restore'), which }),
  fc.record({
    kind: fc.constantFrom('delay', 'cut'),
    resource: fc.constantFrom('pods', 'replicasets'),
    ms: fc.nat(3000),
  }),
  fc.record({ kind: fc.constant('conflict' as const), times: fc.nat(4) }),
  fc.record({ kind: fc.constant('restart' as const), afterMs: fc.nat(2000) }),
);

export const storms: fc.Arbitrary<Storm> = fc.record({
  seed: fc.integer(),
  blows: fc.array(fc.record({ waitMs: fc.nat(1500), blow }), { maxLength: 12 }),
});

export interface Aftermath {
  readonly entries: readonly Entry[];
  readonly pods: readonly Pod[];
  readonly set: ReplicaSet;
  /** The most replicas that were ever asked for. */
  readonly mostAsked: number;
  /** How often a pod was given back by its label, and so may have been adopted. */
  readonly restored: number;
}

/** Lets a storm pass over a cluster whose processes run in any order, mends what it broke, and waits for calm. */
export function weather({ seed, blows }: Storm, expectations = true): Aftermath {
  const cluster = new Stage(plane, { expectations }, { seed, order: 'seeded' });
  const trace = cluster.record();
  cluster.start();
  cluster.act({ kind: 'apply', object: replicaSet('web', 3) });
  let mostAsked = 3;
  let restored = 0;
  for (const { waitMs, blow } of blows) {
    cluster.sim.runFor(waitMs);
    if (blow.kind === 'scale') mostAsked = Math.max(mostAsked, blow.replicas);
    if (blow.kind === 'restore') restored++;
    strike(cluster, blow);
  }
  calm(cluster, trace);
  const [set] = cluster.part('api').list('replicasets', 'default') as readonly ReplicaSet[];
  if (!set) throw new Error('the ReplicaSet is gone');
  return {
    entries: trace.entries,
    pods: cluster.part('api').list('pods', 'default') as readonly Pod[],
    set,
    mostAsked,
    restored,
  };
}

function strike(cluster: Stage, blow: Blow): void {
  const pods = cluster.part('api').list('pods', 'default');
  const name =
    pods.length === 0 ? undefined : pods[('which' in blow ? blow.which : 0) % pods.length]?.metadata.name;
  const act = actOf(blow, name);
  if (act) cluster.act(act);
  if (blow.kind !== 'restart') return;
  cluster.sim.runFor(blow.afterMs);
  cluster.act({ kind: 'start', program: manager });
}

function actOf(blow: Blow, name: string | undefined): Act | undefined {
  const pod = { resource: 'pods', namespace: 'default', name: name ?? '' };
  switch (blow.kind) {
    case 'scale':
      return { kind: 'scale', ...web, replicas: blow.replicas };
    case 'delay':
      return { kind: 'delay-watch', program: manager, resource: blow.resource, delayMs: blow.ms };
    case 'cut':
      return { kind: 'cut-watch', program: manager, resource: blow.resource, forMs: blow.ms };
    case 'conflict':
      return { kind: 'conflict', resource: 'replicasets', times: blow.times };
    case 'restart':
      return { kind: 'crash', program: manager };
    case 'delete':
      return name === undefined ? undefined : { kind: 'delete', ...pod };
    case 'fail':
      return name === undefined ? undefined : { kind: 'fail', namespace: 'default', name };
    case 'release':
    case 'restore':
      return name === undefined
        ? undefined
        : { kind: 'relabel', ...pod, labels: { app: blow.kind === 'release' ? 'other' : 'web' } };
  }
}

/** Mends every watch, and waits longer than an expectation that was never met would last, until nothing happens any more. */
function calm(cluster: Stage, trace: Trace): void {
  for (const resource of ['pods', 'replicasets']) {
    cluster.act({ kind: 'delay-watch', program: manager, resource, delayMs: 0 });
  }
  const sixMinutes = 6 * 60 * 1000;
  for (let before = -1; before !== trace.world.store.revision;) {
    cluster.sim.runFor(sixMinutes);
    // A change of the set wakes the controller; what waits for nothing would sleep until the next resync.
    const labels = { look: `at-${cluster.sim.now}` };
    cluster.act({ kind: 'relabel', resource: 'replicasets', ...web, labels });
    before = trace.world.store.revision;
    cluster.sim.runFor(sixMinutes);
  }
}

export const isActive = ({ status, metadata }: Pod): boolean =>
  status?.phase !== 'Failed' && status?.phase !== 'Succeeded' && metadata.deletionTimestamp === undefined;

export const ownerOf = ({ metadata }: StoredObject): string | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller)?.uid;

/** The most pods of the set that were active at the same time, over the whole run. */
export function mostActive(entries: readonly Entry[], set: ReplicaSet): number {
  const active = new Set<string>();
  let most = 0;
  for (const { event } of entries) {
    if (event.kind !== 'store.write' || event.resource !== 'pods') continue;
    const pod = event.object as Pod;
    if (event.verb !== 'delete' && isActive(pod) && ownerOf(pod) === set.metadata.uid) active.add(event.key);
    else active.delete(event.key);
    most = Math.max(most, active.size);
  }
  return most;
}

/** Keys that were added to a queue and never taken, and keys that two workers had at the same time. */
export function queueFaults(entries: readonly Entry[]): string[] {
  const faults: string[] = [];
  let waiting = new Map<string, number>();
  let processing = new Set<string>();
  for (const { event, index } of entries) {
    if (event.kind === 'program.crash') {
      waiting = new Map();
      processing = new Set();
    } else if (event.kind === 'workqueue.add') {
      if (!waiting.has(event.key)) waiting.set(event.key, index);
    } else if (event.kind === 'workqueue.get') {
      if (processing.has(event.key))
        faults.push(`${event.key} taken twice, the second time at entry ${index}`);
      waiting.delete(event.key);
      processing.add(event.key);
    } else if (event.kind === 'workqueue.done') {
      processing.delete(event.key);
    }
  }
  for (const [key, index] of waiting) faults.push(`${key} added at entry ${index} and never taken`);
  return faults;
}
