import type { LabelSelector, ObjectMeta } from 'kubernetes-types/meta/v1';
import { quote } from '../../../../../../../../../go/strconv.ts';
import type { Result } from '../../../../../../../../../go/result.ts';
import { type Selector, everything, newRequirement, newSelector, nothing } from '../../../labels/selector.ts';
import type { Requirement } from '../../../labels/selector.ts';
import type { Operator } from '../../../selection/operator.ts';

const operators: Readonly<Record<string, Operator>> = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
};

/** The selector that a LabelSelector means. None at all selects nothing; an empty one selects everything. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.go#LabelSelectorAsSelector
export function labelSelectorAsSelector(ps: LabelSelector | undefined): Result<Selector> {
  if (!ps) return [nothing(), undefined];
  const matchLabels = Object.entries(ps.matchLabels ?? {});
  const matchExpressions = ps.matchExpressions ?? [];
  if (matchLabels.length + matchExpressions.length === 0) return [everything(), undefined];
  const requirements: Requirement[] = [];
  for (const [key, value] of matchLabels) {
    const [requirement, err] = newRequirement(key, '=', [value]);
    if (err) return [undefined, err];
    requirements.push(requirement);
  }
  for (const { key = '', operator, values } of matchExpressions) {
    const known = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
    if (!known) return [undefined, new Error(`${quote(operator)} is not a valid pod selector operator`)];
    const [requirement, err] = newRequirement(key, known, values ?? []);
    if (err) return [undefined, err];
    requirements.push(requirement);
  }
  return [newSelector(...requirements), undefined];
}

/** The selector as text, `<none>` for one that restricts nothing, `<error>` for one that is not valid. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.go#FormatLabelSelector
export function formatLabelSelector(labelSelector: LabelSelector | undefined): string {
  const [selector, err] = labelSelectorAsSelector(labelSelector);
  if (err) return '<error>';
  return selector.toString() || '<none>';
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.go#HasLabel
export function hasLabel(meta: ObjectMeta, label: string): boolean {
  return Object.hasOwn(meta.labels ?? {}, label);
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.go#HasAnnotation
export function hasAnnotation(meta: ObjectMeta, annotation: string): boolean {
  return Object.hasOwn(meta.annotations ?? {}, annotation);
}
