import fc from 'fast-check';
import type { Node, Pod } from '../../src/runtime/kubernetes/pkg/api/objects.ts';
import { type Labels, node, pod } from '../runtime/kubernetes/pkg/scheduler/framework/plugins/handle.ts';

/** Nodes, pods that run on them, and one that has no node yet. */
export interface Cluster {
  readonly nodes: readonly Node[];
  readonly pods: readonly Pod[];
  readonly pending: Pod;
}

const keys = ['kubernetes.io/hostname', 'zone', 'rack'] as const;
const values = ['a', 'b', 'c'];

interface Term {
  readonly topologyKey: string;
  readonly namespaces?: readonly string[];
  readonly labelSelector?: { readonly matchLabels?: Labels };
}

interface Weighted {
  readonly weight: number;
  readonly podAffinityTerm: Term;
}

interface Constraint {
  readonly topologyKey: string;
  readonly maxSkew: number;
  readonly whenUnsatisfiable: 'DoNotSchedule' | 'ScheduleAnyway';
  readonly labelSelector?: Term['labelSelector'];
}

const labels = fc.record(
  { app: fc.constantFrom('x', 'y'), tier: fc.constantFrom('1', '2') },
  { requiredKeys: [] },
);
const selector = fc.oneof(
  { weight: 6, arbitrary: labels.map((matchLabels) => ({ matchLabels })) },
  { weight: 1, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);
const withSelector = <T>(given: T, labelSelector: Term['labelSelector']) => ({
  ...given,
  ...(labelSelector && { labelSelector }),
});
const term: fc.Arbitrary<Term> = fc
  .tuple(fc.constantFrom(...keys), selector, fc.constantFrom([], ['ns1'], ['ns1', 'ns2']))
  .map(([topologyKey, labelSelector, namespaces]) =>
    withSelector({ topologyKey, ...(namespaces.length > 0 && { namespaces }) }, labelSelector),
  );
const terms = fc.array(term, { maxLength: 2 });
const weighted = fc.array(
  fc
    .tuple(term, fc.integer({ min: 1, max: 100 }))
    .map(([podAffinityTerm, weight]) => ({ podAffinityTerm, weight })),
  { maxLength: 2 },
);
const affinityOf = (required: readonly Term[], preferred: readonly Weighted[]) => ({
  requiredDuringSchedulingIgnoredDuringExecution: required,
  preferredDuringSchedulingIgnoredDuringExecution: preferred,
});
const affinity = fc.tuple(terms, weighted, terms, weighted).map(([near, liked, away, disliked]) => ({
  podAffinity: affinityOf(near, liked),
  podAntiAffinity: affinityOf(away, disliked),
}));
const constraints: fc.Arbitrary<Constraint[]> = fc.uniqueArray(
  fc
    .tuple(
      fc.constantFrom(...keys),
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom('DoNotSchedule' as const, 'ScheduleAnyway' as const),
      selector,
    )
    .map(([topologyKey, maxSkew, whenUnsatisfiable, labelSelector]) =>
      withSelector({ topologyKey, maxSkew, whenUnsatisfiable }, labelSelector),
    ),
  { maxLength: 3, selector: ({ topologyKey, whenUnsatisfiable }) => `${topologyKey} ${whenUnsatisfiable}` },
);

const namespace = fc.constantFrom('ns1', 'ns2');
const nodeLabels = fc.record(
  { zone: fc.constantFrom(...values), rack: fc.constantFrom(...values) },
  { requiredKeys: [] },
);

export const clusters: fc.Arbitrary<Cluster> = fc
  .tuple(
    fc.array(nodeLabels, { minLength: 1, maxLength: 6 }),
    fc.array(
      fc.tuple(
        labels,
        namespace,
        // Pods of one template, on any nodes, some of them being deleted.
        fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 0, max: 3 })), { minLength: 1, maxLength: 4 }),
        fc.option(affinity, { nil: undefined, freq: 2 }),
      ),
      { maxLength: 8 },
    ),
    fc.tuple(labels, namespace, affinity, constraints, fc.constantFrom(undefined, { zone: 'a' })),
  )
  .map(
    ([
      nodeLabelsOf,
      running,
      [ownLabels, ownNamespace, ownAffinity, topologySpreadConstraints, nodeSelector],
    ]) => {
      const nodes = nodeLabelsOf.map((given, i) =>
        node(`node-${i}`, { ...given, ...(i !== 2 && { 'kubernetes.io/hostname': `node-${i}` }) } as Labels),
      );
      const pods = running.flatMap(([given, ns, copies, affinities]) =>
        copies.map(([at, deleting]) =>
          pod(
            {
              labels: given as Labels,
              namespace: ns,
              ...(deleting === 0 && { deletionTimestamp: '2021-01-16T12:00:00Z' }),
            },
            { nodeName: `node-${at % nodes.length}`, ...(affinities && { affinity: affinities }) },
          ),
        ),
      );
      const spec = {
        affinity: ownAffinity,
        topologySpreadConstraints,
        ...(nodeSelector && { nodeSelector }),
      };
      const pending = pod({ labels: ownLabels as Labels, namespace: ownNamespace }, spec);
      return { nodes, pods, pending };
    },
  );

const has = (of: Node, key: string): string | undefined => of.metadata.labels?.[key];

const selects = (given: Term['labelSelector'], of: Pod): boolean =>
  given !== undefined &&
  Object.entries(given.matchLabels ?? {}).every(([key, value]) => of.metadata.labels?.[key] === value);

/** Whether a term of `owner` speaks of a pod. */
const means = (owner: Pod, { namespaces, labelSelector }: Term, of: Pod): boolean =>
  (namespaces ?? [owner.metadata.namespace]).includes(of.metadata.namespace) && selects(labelSelector, of);

type Side = 'podAffinity' | 'podAntiAffinity';
const required = (of: Pod, side: Side): readonly Term[] =>
  (of.spec.affinity?.[side]?.requiredDuringSchedulingIgnoredDuringExecution ?? []) as readonly Term[];
const preferred = (of: Pod, side: Side): readonly Weighted[] =>
  (of.spec.affinity?.[side]?.preferredDuringSchedulingIgnoredDuringExecution ?? []) as readonly Weighted[];

/** The pods in the same topology as a node, by what the documentation says: those whose node has the same value. */
function inTopology({ nodes, pods }: Cluster, at: Node, key: string): Pod[] {
  const value = has(at, key);
  const same = new Set(
    nodes
      .filter((each) => value !== undefined && has(each, key) === value)
      .map(({ metadata }) => metadata.name),
  );
  return pods.filter(({ spec }) => same.has(spec.nodeName ?? ''));
}

/** Which of the three rules of affinity to pods refuses a node, looked up anew for each pair of pods. */
export function affinityRefusal(
  cluster: Cluster,
  at: Node,
): 'affinity' | 'anti-affinity' | 'existing' | undefined {
  const { pending, pods, nodes } = cluster;
  const near = required(pending, 'podAffinity');
  const ofAll = (each: Pod): boolean => near.every((given) => means(pending, given, each));
  if (near.some(({ topologyKey }) => has(at, topologyKey) === undefined)) return 'affinity';
  const satisfied = near.every(({ topologyKey }) => inTopology(cluster, at, topologyKey).some(ofAll));
  if (near.length > 0 && !satisfied) {
    const nodeOf = (each: Pod) => nodes.find(({ metadata }) => metadata.name === each.spec.nodeName) as Node;
    const somewhere = pods.some(
      (each) => ofAll(each) && near.some(({ topologyKey }) => has(nodeOf(each), topologyKey) !== undefined),
    );
    if (somewhere || !ofAll(pending)) return 'affinity';
  }
  const away = required(pending, 'podAntiAffinity');
  const meets = (given: Term) =>
    inTopology(cluster, at, given.topologyKey).some((each) => means(pending, given, each));
  if (away.some(meets)) return 'anti-affinity';
  const refuses = (each: Pod) =>
    required(each, 'podAntiAffinity').some(
      (given) => means(each, given, pending) && inTopology(cluster, at, given.topologyKey).includes(each),
    );
  return pods.some(refuses) ? 'existing' : undefined;
}

/** The sum of weights for a node, before it is normalized; a required term of a pod that runs counts 1. */
export function affinitySum(cluster: Cluster, at: Node): number {
  const { pending, pods } = cluster;
  let sum = 0;
  for (const sign of [1, -1]) {
    const side = sign === 1 ? 'podAffinity' : 'podAntiAffinity';
    for (const { weight, podAffinityTerm } of preferred(pending, side))
      for (const each of inTopology(cluster, at, podAffinityTerm.topologyKey))
        if (means(pending, podAffinityTerm, each)) sum += sign * weight;
    for (const each of pods) {
      const own =
        sign === 1 ? required(each, side).map((given) => ({ weight: 1, podAffinityTerm: given })) : [];
      for (const { weight, podAffinityTerm } of [...own, ...preferred(each, side)])
        if (
          means(each, podAffinityTerm, pending) &&
          inTopology(cluster, at, podAffinityTerm.topologyKey).includes(each)
        )
          sum += sign * weight;
    }
  }
  return sum;
}

const spreadOf = (of: Pod, action: Constraint['whenUnsatisfiable']): readonly Constraint[] =>
  ((of.spec.topologySpreadConstraints ?? []) as readonly Constraint[]).filter(
    ({ whenUnsatisfiable }) => whenUnsatisfiable === action,
  );

/** Whether the pod's node selector allows a node, and it has all topology keys. */
function eligible(pending: Pod, at: Node, of: readonly Constraint[]): boolean {
  const chosen = Object.entries(pending.spec.nodeSelector ?? {}).every(
    ([key, value]) => has(at, key) === value,
  );
  return chosen && of.every(({ topologyKey }) => has(at, topologyKey) !== undefined);
}

const matching = (pending: Pod, given: Constraint, pods: readonly Pod[]): number =>
  pods.filter(
    (each) =>
      each.metadata.deletionTimestamp === undefined &&
      each.metadata.namespace === pending.metadata.namespace &&
      selects(given.labelSelector, each),
  ).length;

/** Why spreading refuses a node. */
export function spreadRefusal(cluster: Cluster, at: Node): 'label' | 'skew' | undefined {
  const { pending, nodes } = cluster;
  const of = spreadOf(pending, 'DoNotSchedule');
  for (const given of of) {
    const value = has(at, given.topologyKey);
    if (value === undefined) return 'label';
    const all = nodes.filter((each) => eligible(pending, each, of));
    const counted = new Map(
      all.map((each) => [
        has(each, given.topologyKey),
        matching(pending, given, inTopology(cluster, each, given.topologyKey)),
      ]),
    );
    const self = selects(given.labelSelector, pending) ? 1 : 0;
    const least = Math.min(2 ** 31 - 1, ...counted.values());
    if ((counted.get(value) ?? 0) + self - least > given.maxSkew) return 'skew';
  }
  return undefined;
}
