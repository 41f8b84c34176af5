import fc from 'fast-check';
import type { Node, Pod } from '../../src/runtime/kubernetes/pkg/api/objects.ts';
import { type PodKind, kindOf } from '../../src/runtime/accelerator/pod-kinds.ts';
import { SnapshotFacts } from '../../src/runtime/accelerator/snapshot-facts.ts';
import { type NodeInfo, newNodeInfo } from '../../src/runtime/kubernetes/pkg/scheduler/framework/types.ts';
import { SchedulerCache } from '../../src/runtime/kubernetes/pkg/scheduler/internal/cache/cache.ts';
import {
  type Snapshot,
  newEmptySnapshot,
} from '../../src/runtime/kubernetes/pkg/scheduler/internal/cache/snapshot.ts';
import { Sim } from '../../src/runtime/sim/sim.ts';
import { type Properties, property } from './property.ts';

/** How long an assumed pod lasts in these trials, in ms. */
export const ttlMs = 10_000;

/** What may happen to a cache: pods and nodes are of a few, so that much happens to the same ones. */
export type CacheTurn =
  | {
      readonly kind: 'assume' | 'finish' | 'forget' | 'add' | 'update' | 'remove';
      readonly pod: number;
      readonly node: number;
    }
  | { readonly kind: 'addNode' | 'updateNode' | 'removeNode'; readonly node: number; readonly zone: number }
  | { readonly kind: 'snapshot' }
  | { readonly kind: 'wait'; readonly ms: number };

const pods = 12;
const nodes = 5;
const number = (below: number) => fc.integer({ min: 0, max: below - 1 });

export const cacheTurns: fc.Arbitrary<readonly CacheTurn[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constantFrom('assume', 'assume', 'finish', 'forget', 'add', 'add', 'update', 'remove'),
      pod: number(pods),
      node: number(nodes),
    }),
    fc.record({
      kind: fc.constantFrom('addNode', 'addNode', 'updateNode', 'removeNode'),
      node: number(nodes),
      zone: number(3),
    }),
    fc.constant({ kind: 'snapshot' }),
    fc.record({ kind: fc.constant('wait'), ms: fc.integer({ min: 1, max: 8000 }) }),
  ) as fc.Arbitrary<CacheTurn>,
  { maxLength: 150 },
);

function nodeOf(i: number, zone: number): Node {
  const labels = { 'topology.kubernetes.io/zone': `z${zone}` };
  const metadata = { name: `n${i}`, uid: `n${i}`, resourceVersion: '1', labels };
  const images = [{ names: [`app:v${zone}`], sizeBytes: 1000 }];
  const status = { allocatable: { cpu: `${zone + 1}`, memory: '8Gi', pods: '110' }, images };
  return { kind: 'Node', apiVersion: 'v1', metadata, status };
}

const zoneOf = ({ metadata }: Node) => metadata.labels?.['topology.kubernetes.io/zone'];

/** Ports differ from pod to pod: of two pods with the same one, upstream forgets it with the first that goes. */
function podOf(i: number, node: number, version: number): Pod {
  const anti = [{ topologyKey: 'zone', labelSelector: {} }];
  const affinity =
    i % 3 === 0
      ? { podAffinity: {} }
      : i % 3 === 1
        ? { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: anti } }
        : undefined;
  const requests = { cpu: `${100 * ((i + version) % 4)}m`, memory: `${i}Mi`, 'example.com/foo': `${i % 2}` };
  const containers = [
    { name: 'c', resources: { requests }, ports: [{ containerPort: 1, hostPort: 80 + i }] },
  ];
  const metadata = { name: `p${i}`, namespace: 'ns', uid: `p${i}`, resourceVersion: String(version) };
  const spec = { containers, nodeName: `n${node}`, ...(affinity && { affinity }) };
  return { kind: 'Pod', apiVersion: 'v1', metadata, spec, status: {} };
}

interface Known {
  pod: Pod;
  assumed: boolean;
  /** When it expires. */
  deadline?: number;
}

type MakeCache = (sim: Sim) => SchedulerCache;

/** What is wrong after one of the turns; empty if nothing is. */
export function cacheWrongs(turns: readonly CacheTurn[], make: MakeCache): string[] {
  const trial = new Trial(make);
  for (const turn of turns) {
    trial.take(turn);
    const wrong = trial.wrong();
    if (wrong !== undefined) return [`after ${JSON.stringify(turn)}: ${wrong}`];
  }
  trial.take({ kind: 'snapshot' });
  const wrong = trial.wrong();
  return wrong === undefined ? [] : [`in the end: ${wrong}`];
}

/** A cache, a snapshot of it, and what it should know. */
class Trial {
  readonly #sim = new Sim();
  readonly #cache: SchedulerCache;
  readonly #snapshot = newEmptySnapshot();
  readonly #facts = new SnapshotFacts(this.#snapshot);
  readonly #pods = new Map<number, Known>();
  readonly #nodes = new Map<number, Node>();
  #snapped = false;
  /**
   * A node went to another zone, or went and came back. Upstream then leaves the snapshot's lists in their old order, until
   * it finds that it has other nodes than before.
   */
  #moved = false;
  #versions = 1;

  constructor(make: MakeCache) {
    this.#cache = make(this.#sim);
    this.#cache.run();
  }

  take(turn: CacheTurn): void {
    this.#snapped = turn.kind === 'snapshot';
    if (turn.kind === 'snapshot') {
      const had = [...this.#snapshot.nodeInfoMap.keys()].sort().join();
      const has = [...this.#nodes.keys()].map((i) => `n${i}`).sort();
      if (had !== has.join()) this.#moved = false;
      const err = this.#facts.update(this.#cache);
      if (err) throw err;
    } else if (turn.kind === 'wait') {
      this.#sim.runFor(turn.ms);
      // The look for what has expired comes each second.
      const looked = Math.floor(this.#sim.now / 1000) * 1000;
      for (const [i, { deadline }] of this.#pods)
        if (deadline !== undefined && looked > deadline) this.#pods.delete(i);
    } else if ('zone' in turn) {
      this.#changeNode(turn.kind, turn.node, turn.zone);
    } else {
      this.#changePod(turn.kind, turn.pod, turn.node);
    }
  }

  /** As the API server tells it: a node is added once, and then updated or removed. */
  #changeNode(kind: 'addNode' | 'updateNode' | 'removeNode', i: number, zone: number): void {
    const known = this.#nodes.get(i);
    if (kind === 'addNode' ? known : !known) return;
    const next = nodeOf(i, zone);
    if (kind === 'removeNode') {
      this.#cache.removeNode(known as Node);
      this.#nodes.delete(i);
      this.#moved = true;
      return;
    }
    if (kind === 'addNode') this.#cache.addNode(next);
    else this.#cache.updateNode(known, next);
    if (known && zoneOf(known) !== zoneOf(next)) this.#moved = true;
    this.#nodes.set(i, next);
  }

  #changePod(
    kind: 'assume' | 'finish' | 'forget' | 'add' | 'update' | 'remove',
    i: number,
    node: number,
  ): void {
    const known = this.#pods.get(i);
    const made = podOf(i, node, ++this.#versions);
    if (kind === 'assume') {
      if (!this.#cache.assumePod(made)) this.#pods.set(i, { pod: made, assumed: true });
    } else if (kind === 'add') {
      // An assumed pod is added as it was assumed, or on another node.
      const added = known?.assumed && known.pod.spec.nodeName === made.spec.nodeName ? known.pod : made;
      if (!this.#cache.addPod(added)) this.#pods.set(i, { pod: added, assumed: false });
    } else if (!known) {
      return;
    } else if (kind === 'finish') {
      this.#cache.finishBinding(known.pod);
      if (known.assumed) known.deadline = this.#sim.now + ttlMs;
    } else if (kind === 'forget') {
      if (!this.#cache.forgetPod(known.pod)) this.#pods.delete(i);
    } else if (kind === 'remove') {
      if (!this.#cache.removePod(known.pod)) this.#pods.delete(i);
    } else {
      const next = podOf(i, Number(known.pod.spec.nodeName?.slice(1)), this.#versions);
      if (!this.#cache.updatePod(known.pod, next)) known.pod = next;
    }
  }

  wrong(): string | undefined {
    const names = new Set([...this.#nodes.values()].map(({ metadata }) => metadata.name));
    for (const { pod } of this.#pods.values()) names.add(pod.spec.nodeName ?? '');
    const inCache = [...this.#cache.nodes.nodes.keys()].sort().join();
    if (inCache !== [...names].sort().join())
      return `the cache has ${inCache}, and should have ${[...names]}`;
    for (const name of names) {
      const got = told(this.#cache.nodes.nodes.get(name)?.info);
      const want = told(this.#anew(name));
      if (got !== want) return `the cache has ${name} as ${got}, and should as ${want}`;
    }
    return this.#snapped ? this.#wrongSnapshot() : undefined;
  }

  /** A node as its pods make it, counted from the beginning. */
  #anew(name: string): NodeInfo {
    const on = [...this.#pods.values()].map(({ pod }) => pod).filter(({ spec }) => spec.nodeName === name);
    const info = newNodeInfo(...on);
    const node = this.#nodes.get(Number(name.slice(1)));
    if (node) info.setNode(node);
    return info;
  }

  #wrongSnapshot(): string | undefined {
    const anew = newEmptySnapshot();
    this.#cache.updateSnapshot(anew);
    const [got, want] = [
      listed(this.#snapshot, this.#facts, !this.#moved),
      listed(anew, new SnapshotFacts(anew), !this.#moved),
    ];
    return got === want ? undefined : `the snapshot has ${got}, and one made anew has ${want}`;
  }
}

/** What a node comes to; the order of its pods does not count. */
function told(info: NodeInfo | undefined): string {
  if (!info) return 'nothing';
  const ids = (list: NodeInfo['pods']) =>
    list.map(({ pod: { metadata } }) => `${metadata.name}@${metadata.resourceVersion}`).sort();
  const amounts = ({ scalarResources, ...rest }: NodeInfo['requested']) => [
    rest,
    [...scalarResources].filter(([, amount]) => amount !== 0),
  ];
  const ports = Array.from({ length: pods }, (_, i) => info.usedPorts.checkConflict('', 'TCP', 80 + i));
  return JSON.stringify([
    info.node()?.metadata,
    ids(info.pods),
    ids(info.podsWithAffinity),
    ids(info.podsWithRequiredAntiAffinity),
    // A node that is gone leaves behind what it had, as upstream.
    ...[info.requested, info.nonZeroRequested, ...(info.node() ? [info.allocatable] : [])].map(amounts),
    ports,
  ]);
}

function listed(snapshot: Snapshot, facts: SnapshotFacts, inOrder: boolean): string {
  const ordered = (texts: (string | undefined)[]) => (inOrder ? texts : texts.sort());
  const names = (list: readonly NodeInfo[]) => ordered(list.map((info) => info.node()?.metadata.name)).join();
  return [
    names(snapshot.nodeInfoList),
    names(snapshot.havePodsWithAffinityList()),
    names(snapshot.havePodsWithRequiredAntiAffinityList()),
    [...snapshot.nodeInfoMap.keys()].sort().join(),
    ...kinds(facts.kinds.list()),
    ...kinds(facts.kinds.withAffinityList()),
    ...ordered(
      snapshot.nodeInfoList.map((info) => `${told(info)} ${info.generation} ${[...info.imageStates.keys()]}`),
    ),
  ].join('\n');
}

function kinds(list: Iterable<PodKind>): string[] {
  const counts = ({ nodes }: PodKind) => [...nodes].map(([info, n]) => `${info.node()?.metadata.name}: ${n}`);
  return [...list].map((kind) => `${kindOf(kind.podInfo)} ${counts(kind).sort().join()}`).sort();
}

export const properties: Properties = {
  'cache of the scheduler': property(cacheTurns, (turns) =>
    cacheWrongs(turns, (sim) => new SchedulerCache(sim, ttlMs, 1000, undefined)),
  ),
};
