import type {
  NodeSelector as V1NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm as V1NodeSelectorTerm,
  PreferredSchedulingTerm as V1PreferredSchedulingTerm,
} from 'kubernetes-types/core/v1';
import type { Node } from '../../../../../../../pkg/api/objects.ts';
import {
  type Selector as FieldSelector,
  andSelectors,
  oneTermEqualSelector,
  oneTermNotEqualSelector,
} from '../../../../apimachinery/pkg/fields/selector.ts';
import {
  type Requirement,
  type Selector,
  newRequirement,
  newSelector,
} from '../../../../apimachinery/pkg/labels/selector.ts';
import type { Operator } from '../../../../apimachinery/pkg/selection/operator.ts';
import { newAggregate } from '../../../../apimachinery/pkg/util/errors/errors.ts';
import type { Result } from '../../../../../../../../go/result.ts';
import { quote } from '../../../../../../../../go/strconv.ts';

/** A node selector, read once and matched with many nodes. Its terms are alternatives. */
// Mirrors: staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity.go#NodeSelector
export class NodeSelector {
  readonly #lazy: LazyErrorNodeSelector;

  constructor(lazy: LazyErrorNodeSelector) {
    this.#lazy = lazy;
  }

  // Mirrors: staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity.go#NodeSelector.Match
  match(node: Node): boolean {
    return this.#lazy.match(node)[0];
  }
}

/** A node selector that tells of a term that cannot be read only where no other term matches. */
// Mirrors: staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity.go#LazyErrorNodeSelector
export class LazyErrorNodeSelector {
  readonly terms: readonly NodeSelectorTerm[];

  constructor(terms: readonly NodeSelectorTerm[]) {
    this.terms = terms;
  }

  // Mirrors: staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity.go#LazyErrorNodeSelector.Match
  match(node: Node): [boolean, Error | undefined] {
    const errs: Error[] = [];
    for (const term of this.terms) {
      if (term.parseErr) errs.push(term.parseErr);
      else if (term.match(node)) return [true, undefined];
    }
    return [false, newAggregate(errs)];
  }
}

/** The selector, or every error found in reading it. */
// Mirrors: staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity.go#NewNodeSelector
export function newNodeSelector(ns: V1NodeSelector): Result<NodeSelector> {
  const lazy = newLazyErrorNodeSelector(ns);
  const err = newAggregate(lazy.terms.map((term) => term.parseErr));
  return err ? [undefined, err] : [new NodeSelector(lazy), undefined];
}

/** An empty term selects no node, so it is left out. */
// Mirrors: staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity.go#NewLazyErrorNodeSelector
export function newLazyErrorNodeSelector(ns: V1NodeSelector): LazyErrorNodeSelector {
  const terms = (ns.nodeSelectorTerms ?? []).filter((term) => !isEmptyNodeSelectorTerm(term));
  return new LazyErrorNodeSelector(terms.map((term) => newNodeSelectorTerm(term)));
}

/** The terms of a preference, each with its weight. */
// Mirrors: staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity.go#PreferredSchedulingTerms
export class PreferredSchedulingTerms {
  readonly #terms: readonly { readonly term: NodeSelectorTerm; readonly weight: number }[];

  constructor(terms: readonly { readonly term: NodeSelectorTerm; readonly weight: number }[]) {
    this.#terms = terms;
  }

  /** The sum of the weights of the terms that match the node. */
  // Mirrors: staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity.go#PreferredSchedulingTerms.Score
  score(node: Node): number {
    let score = 0;
    for (const { term, weight } of this.#terms) if (term.match(node)) score += weight;
    return score;
  }
}

/** The terms, or every error found in reading them. A term without weight, and an empty one, is not read at all. */
// Mirrors: staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity.go#NewPreferredSchedulingTerms
export function newPreferredSchedulingTerms(
  terms: readonly V1PreferredSchedulingTerm[],
): Result<PreferredSchedulingTerms> {
  const parsed = terms
    .filter((term) => term.weight !== 0 && !isEmptyNodeSelectorTerm(term.preference))
    .map(({ preference, weight }) => ({ term: newNodeSelectorTerm(preference), weight }));
  const err = newAggregate(parsed.map(({ term }) => term.parseErr));
  return err ? [undefined, err] : [new PreferredSchedulingTerms(parsed), undefined];
}

// Mirrors: staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity.go#isEmptyNodeSelectorTerm
function isEmptyNodeSelectorTerm(term: V1NodeSelectorTerm): boolean {
  return !term.matchExpressions?.length && !term.matchFields?.length;
}

/** One term: all its expressions and fields must hold. */
// Mirrors: staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity.go#nodeSelectorTerm
class NodeSelectorTerm {
  readonly matchLabels: Selector | undefined;
  readonly matchFields: FieldSelector | undefined;
  readonly parseErr: Error | undefined;

  constructor(labels?: Selector, fields?: FieldSelector, parseErr?: Error) {
    this.matchLabels = labels;
    this.matchFields = fields;
    this.parseErr = parseErr;
  }

  // Mirrors: staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity.go#nodeSelectorTerm.match
  match(node: Node): boolean {
    if (this.parseErr) return false;
    if (this.matchLabels && !this.matchLabels.matches(node.metadata.labels)) return false;
    return !this.matchFields || this.matchFields.matches({ 'metadata.name': node.metadata.name });
  }
}

// Mirrors: staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity.go#newNodeSelectorTerm
function newNodeSelectorTerm({ matchExpressions, matchFields }: V1NodeSelectorTerm): NodeSelectorTerm {
  let labels: Selector | undefined; // Go: none
  let fields: FieldSelector | undefined;
  let err: Error | undefined; // Go: none
  if (matchExpressions?.length) {
    [labels, err] = nodeSelectorRequirementsAsSelector(matchExpressions);
    if (err) return new NodeSelectorTerm(undefined, undefined, err);
  }
  if (matchFields?.length) [fields, err] = nodeSelectorRequirementsAsFieldSelector(matchFields);
  return new NodeSelectorTerm(labels, fields, err);
}

const operators: Readonly<Record<string, Operator>> = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
  Gt: 'gt',
  Lt: 'lt',
};

// Mirrors: staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity.go#nodeSelectorRequirementsAsSelector
function nodeSelectorRequirementsAsSelector(nsm: readonly NodeSelectorRequirement[]): Result<Selector> {
  const requirements: Requirement[] = []; // Go: NewSelector
  for (const expr of nsm) {
    const op = Object.hasOwn(operators, expr.operator) ? operators[expr.operator] : undefined;
    if (!op) return [undefined, new Error(`${quote(expr.operator)} is not a valid node selector operator`)];
    const [requirement, err] = newRequirement(expr.key, op, expr.values ?? []);
    if (err) return [undefined, err];
    requirements.push(requirement); // Go: Add
  }
  return [newSelector(...requirements), undefined];
}

// Mirrors: staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity.go#nodeSelectorRequirementsAsFieldSelector
function nodeSelectorRequirementsAsFieldSelector(
  nsr: readonly NodeSelectorRequirement[],
): Result<FieldSelector> {
  const selectors: FieldSelector[] = [];
  for (const { key, operator, values = [] } of nsr) {
    if (operator !== 'In' && operator !== 'NotIn')
      return [undefined, new Error(`${quote(operator)} is not a valid node field selector operator`)];
    const [value] = values; // Go: none
    if (values.length !== 1 || value === undefined) {
      const found = `unexpected number of value (${values.length}) for node field selector operator`;
      return [undefined, new Error(`${found} ${quote(operator)}`)];
    }
    selectors.push(
      operator === 'In' ? oneTermEqualSelector(key, value) : oneTermNotEqualSelector(key, value),
    );
  }
  return [andSelectors(...selectors), undefined];
}
