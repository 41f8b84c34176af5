import type { NodeSelectorRequirement, NodeSelectorTerm } from 'kubernetes-types/core/v1';
import type { Node, Pod } from '../../kubernetes/pkg/api/objects.ts';
import { newLazyErrorNodeSelector } from '../../kubernetes/staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity.ts';
import type { NodeInfo } from '../../kubernetes/pkg/scheduler/framework/types.ts';

/** What a pod asks of the labels of nodes, as a tree, and how each node answers. */
export interface LabelTable {
  readonly nodes: readonly string[];
  /** From the top of the tree, each before its branches. */
  readonly rows: readonly LabelRow[];
}

/**
 * `both`: a selector and an affinity, which have to hold; `selector`: all of its pairs; `required`: one of its terms at least;
 * `term`: all of its conditions; `leaf`: a condition on one label, or on the name; `preferred`: the sum of its terms' weights;
 * `preference`: its weight where all conditions hold.
 */
type LabelRowKind = 'both' | 'selector' | 'required' | 'term' | 'leaf' | 'preferred' | 'preference';

export interface LabelRow {
  readonly kind: LabelRowKind;
  /** How far from the root, from 0. */
  readonly depth: number;
  /** Of a leaf, what it asks, such as `disk In ssd`; of a term or preference, which one it is, or its weight. */
  readonly asks: string;
  /** Of each node, whether it holds there, or what it counts. */
  readonly holds: readonly (boolean | number)[];
  /** Of a leaf, what each node has: the value of its label; undefined where it has none. */
  readonly has?: readonly (string | undefined)[];
}

/** With more nodes there is no table: it has a column a node. */
const mostNodes = 40;

/** Undefined where the pod asks nothing of labels, or there are too many nodes to tell of each. */
export function labelTable({ spec }: Pod, infos: readonly NodeInfo[]): LabelTable | undefined {
  const { nodeSelector, affinity } = spec;
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const preferred = affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  if (infos.length > mostNodes || (!nodeSelector && !required && preferred.length === 0)) return undefined;
  const nodes = infos.flatMap((info) => info.node() ?? []);
  const depth = nodeSelector && required ? 1 : 0;
  const selector = nodeSelector ? selectorRows(nodeSelector, nodes, depth) : [];
  const terms = required ? requiredRows(required.nodeSelectorTerms, nodes, depth) : [];
  const both: LabelRow[] = [];
  if (nodeSelector && required) {
    const holds = nodes.map((_, i) => Boolean(selector[0]?.holds[i] && terms[0]?.holds[i]));
    both.push({ kind: 'both', depth: 0, asks: '', holds });
  }
  const weighed = preferred.map(({ weight, preference }) => ({ weight, term: preference }));
  return {
    nodes: nodes.map(({ metadata }) => metadata.name),
    rows: [...both, ...selector, ...terms, ...preferredRows(weighed, nodes)],
  };
}

function selectorRows(
  pairs: Readonly<Record<string, string>>,
  nodes: readonly Node[],
  depth: number,
): LabelRow[] {
  const leaves = Object.entries(pairs).map(([key, value]): LabelRow => {
    const has = nodes.map(({ metadata }) => metadata.labels?.[key]);
    const holds = has.map((found) => found === value);
    return { kind: 'leaf', depth: depth + 1, asks: `${key}=${value}`, holds, has };
  });
  const holds = nodes.map((_, i) => leaves.every((leaf) => leaf.holds[i]));
  return [{ kind: 'selector', depth, asks: '', holds }, ...leaves];
}

function requiredRows(terms: readonly NodeSelectorTerm[], nodes: readonly Node[], depth: number): LabelRow[] {
  const holds = nodes.map((node) => terms.some((term) => matches(term, node)));
  const rows = terms.flatMap((term, i): LabelRow[] => [
    {
      kind: 'term',
      depth: depth + 1,
      asks: String(i + 1),
      holds: nodes.map((node) => matches(term, node)),
    },
    ...leavesOf(term, nodes, depth + 2),
  ]);
  return [{ kind: 'required', depth, asks: '', holds }, ...rows];
}

interface Weighed {
  readonly weight: number;
  readonly term: NodeSelectorTerm;
}

function preferredRows(terms: readonly Weighed[], nodes: readonly Node[]): LabelRow[] {
  if (terms.length === 0) return [];
  const weightOf = ({ weight, term }: Weighed, node: Node): number => (matches(term, node) ? weight : 0);
  const holds = nodes.map((node) => terms.reduce((sum, term) => sum + weightOf(term, node), 0));
  const rows = terms.flatMap((one): LabelRow[] => [
    {
      kind: 'preference',
      depth: 1,
      asks: String(one.weight),
      holds: nodes.map((node) => weightOf(one, node)),
    },
    ...leavesOf(one.term, nodes, 2),
  ]);
  return [{ kind: 'preferred', depth: 0, asks: '', holds }, ...rows];
}

function leavesOf(
  { matchExpressions = [], matchFields = [] }: NodeSelectorTerm,
  nodes: readonly Node[],
  depth: number,
): LabelRow[] {
  const leaf = (
    one: NodeSelectorRequirement,
    term: NodeSelectorTerm,
    valueIn: (node: Node) => string | undefined,
  ): LabelRow => ({
    kind: 'leaf',
    depth,
    asks: [one.key, one.operator, (one.values ?? []).join(', ')].filter(Boolean).join(' '),
    holds: nodes.map((node) => matches(term, node)),
    has: nodes.map(valueIn),
  });
  return [
    ...matchExpressions.map((one) =>
      leaf(one, { matchExpressions: [one] }, ({ metadata }) => metadata.labels?.[one.key]),
    ),
    ...matchFields.map((one) => leaf(one, { matchFields: [one] }, ({ metadata }) => metadata.name)),
  ];
}

/** As the plugin asks it: an empty term, and one that cannot be read, holds nowhere. */
function matches(term: NodeSelectorTerm, node: Node): boolean {
  return newLazyErrorNodeSelector({ nodeSelectorTerms: [term] }).match(node)[0];
}
