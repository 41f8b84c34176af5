import { quote } from '../../../../../../../go/strconv.ts';
import type { Result } from '../../../../../../../go/result.ts';
import type { Operator } from '../selection/operator.ts';
import { isQualifiedName, isValidLabelValue } from '../util/validation/validation.ts';
import type { Set as LabelSet } from './labels.ts';

/** Chooses objects by their labels. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Selector
export interface Selector {
  /** Undefined labels are no labels. */
  matches(labels: LabelSet | undefined): boolean;
  /** True if it restricts nothing. */
  empty(): boolean;
  /** The canonical text, which `parse` reads back. */
  toString(): string;
  add(...requirements: readonly Requirement[]): Selector;
  /** `[requirements, true]`, or `[[], false]` for a selector that selects nothing. */
  requirements(): [readonly Requirement[], boolean];
  /** The one value that it asks of a label, if it asks for exactly one. */
  requiresExactMatch(label: string): string | undefined;
}

const int64 = /^[+-]?\d+$/;

/** Go's `strconv.ParseInt(text, 10, 64)`; undefined for an error. */
function parseInt64(text: string): bigint | undefined {
  if (!int64.test(text)) return undefined;
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

/** One condition on one label. `newRequirement` makes valid ones. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Requirement
export class Requirement {
  readonly key: string;
  readonly operator: Operator;
  readonly values: readonly string[];

  constructor(key: string, operator: Operator, values: readonly string[]) {
    this.key = key;
    this.operator = operator;
    this.values = values;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Requirement.Matches
  matches(labels: LabelSet | undefined): boolean {
    const has = labels !== undefined && Object.hasOwn(labels, this.key);
    const value = has ? (labels[this.key] as string) : '';
    switch (this.operator) {
      case 'in':
      case '=':
      case '==':
        return has && this.values.includes(value);
      case 'notin':
      case '!=':
        return !has || !this.values.includes(value);
      case 'exists':
        return has;
      case '!':
        return !has;
      case 'gt':
      case 'lt': {
        const found = has ? parseInt64(value) : undefined;
        const bound = this.values.length === 1 ? parseInt64(this.values[0] as string) : undefined;
        if (found === undefined || bound === undefined) return false;
        return this.operator === 'gt' ? found > bound : found < bound;
      }
    }
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Requirement.String
  toString(): string {
    if (this.operator === 'exists') return this.key;
    if (this.operator === '!') return `!${this.key}`;
    // Go: none
    const values = this.values.length === 1 ? this.values[0] : [...this.values].sort().join(',');
    switch (this.operator) {
      case 'in':
      case 'notin':
        return `${this.key} ${this.operator} (${values})`; // Go: none
      case 'gt':
        return `${this.key}>${values}`; // Go: none
      case 'lt':
        return `${this.key}<${values}`;
      default:
        return `${this.key}${this.operator}${values}`;
    }
  }
}

/** A valid requirement, or why it would not be one. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#NewRequirement
export function newRequirement(
  key: string,
  operator: Operator,
  values: readonly string[],
): Result<Requirement> {
  const wrong = validateLabelKey(key) ?? validateValues(operator, values);
  if (wrong) return [undefined, wrong];
  for (const value of values) {
    const err = validateLabelValue(key, value);
    if (err) return [undefined, err];
  }
  return [new Requirement(key, operator, values), undefined];
}

function validateValues(operator: Operator, values: readonly string[]): Error | undefined {
  switch (operator) {
    case 'in':
    case 'notin':
      if (values.length === 0) return new Error("for 'in', 'notin' operators, values set can't be empty");
      return undefined;
    case '=':
    case '==':
    case '!=':
      if (values.length !== 1) return new Error('exact-match compatibility requires one single value');
      return undefined;
    case 'exists':
    case '!':
      if (values.length !== 0) return new Error('values set must be empty for exists and does not exist');
      return undefined;
    case 'gt':
    case 'lt':
      if (values.length !== 1) return new Error("for 'Gt', 'Lt' operators, exactly one value is required");
      if (parseInt64(values[0] as string) === undefined) {
        return new Error("for 'Gt', 'Lt' operators, the value must be an integer");
      }
      return undefined;
    default:
      return new Error(`operator '${operator as string}' is not recognized`);
  }
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#validateLabelKey
export function validateLabelKey(key: string): Error | undefined {
  const errs = isQualifiedName(key);
  return errs.length > 0 ? new Error(`invalid label key ${quote(key)}: ${errs.join('; ')}`) : undefined;
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#validateLabelValue
function validateLabelValue(key: string, value: string): Error | undefined {
  const errs = isValidLabelValue(value);
  if (errs.length === 0) return undefined;
  return new Error(`invalid label value: ${quote(value)}: at key: ${quote(key)}: ${errs.join('; ')}`);
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#ByKey
const byKey = (a: Requirement, b: Requirement): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

/** All requirements hold. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#internalSelector
class InternalSelector implements Selector {
  readonly #requirements: readonly Requirement[];

  constructor(requirements: readonly Requirement[]) {
    this.#requirements = requirements;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#internalSelector.Matches
  matches(labels: LabelSet | undefined): boolean {
    for (const requirement of this.#requirements) if (!requirement.matches(labels)) return false;
    return true;
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#internalSelector.Empty
  empty(): boolean {
    return this.#requirements.length === 0;
  }

  toString(): string {
    return this.#requirements.map(String).join(',');
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#internalSelector.Add
  add(...requirements: readonly Requirement[]): Selector {
    return new InternalSelector([...this.#requirements, ...requirements].sort(byKey));
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#internalSelector.Requirements
  requirements(): [readonly Requirement[], boolean] {
    return [this.#requirements, true];
  }

  // Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#internalSelector.RequiresExactMatch
  requiresExactMatch(label: string): string | undefined {
    const requirement = this.#requirements.find((r) => r.key === label);
    if (!requirement || !['=', '==', 'in'].includes(requirement.operator)) return undefined;
    return requirement.values.length === 1 ? requirement.values[0] : undefined;
  }
}

const matchesNothing: Selector = {
  matches: () => false,
  empty: () => false,
  toString: () => '',
  add: () => matchesNothing,
  requirements: () => [[], false],
  requiresExactMatch: () => undefined,
};

const matchesEverything: Selector = new InternalSelector([]);

// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Everything
export function everything(): Selector {
  return matchesEverything;
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#Nothing
export function nothing(): Selector {
  return matchesNothing;
}

/** A selector of all these requirements, in the order of their keys. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#NewSelector
export function newSelector(...requirements: readonly Requirement[]): Selector {
  return matchesEverything.add(...requirements);
}

/** Matches what has all labels of the set; everything if the set is empty or undefined. Does not validate the set. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#SelectorFromSet
export function selectorFromSet(set: LabelSet | undefined): Selector {
  return newSelector(...Object.entries(set ?? {}).map(([key, value]) => new Requirement(key, '=', [value])));
}

/** As `selectorFromSet`, or why the set is not valid. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/labels/selector.go#ValidatedSelectorFromSet
export function validatedSelectorFromSet(set: LabelSet | undefined): Result<Selector> {
  const requirements: Requirement[] = [];
  for (const [key, value] of Object.entries(set ?? {})) {
    const [requirement, err] = newRequirement(key, '=', [value]);
    if (err) return [undefined, err];
    requirements.push(requirement);
  }
  return [newSelector(...requirements), undefined];
}
