import type { Taint } from 'kubernetes-types/core/v1';
import { quote } from '../../../../../../../../go/strconv.ts';
import { type Aggregate, newAggregate } from '../../../../apimachinery/pkg/util/errors/errors.ts';
import {
  isQualifiedName,
  isValidLabelValue,
} from '../../../../apimachinery/pkg/util/validation/validation.ts';
import type { Result } from '../../../../../../../../go/result.ts';

/** A taint as it is typed: without an effect, it is of all effects. */
type TypedTaint = Omit<Taint, 'effect'> & { readonly effect?: string };

const same = (a: TypedTaint, b: TypedTaint): boolean => a.key === b.key && a.effect === b.effect;

/** Taints that are to be set, and those that are to be taken away. */
// Mirrors: staging/src/k8s.io/kubectl/pkg/cmd/taint/utils.go#parseTaints
export function parseTaints(
  spec: readonly string[],
): [taints: Taint[], taintsToRemove: TypedTaint[], undefined] | [undefined, undefined, Error] {
  const taints: Taint[] = [];
  const taintsToRemove: TypedTaint[] = [];
  for (const taintSpec of spec) {
    if (taintSpec.endsWith('-')) {
      const [taintToRemove, err] = parseTaint(taintSpec.slice(0, -1));
      if (err) return [undefined, undefined, err];
      const { key, effect } = taintToRemove;
      taintsToRemove.push(effect === undefined ? { key } : { key, effect });
      continue;
    }
    const [newTaint, err] = parseTaint(taintSpec);
    if (err) return [undefined, undefined, err];
    if (newTaint.effect === undefined)
      return [undefined, undefined, new Error(`invalid taint spec: ${taintSpec}`)];
    if (taints.some((taint) => same(taint, newTaint))) {
      const { key, value = '', effect } = newTaint;
      const found = `{${key} ${value} ${effect} <nil>}`;
      return [undefined, undefined, new Error(`duplicated taints with the same key and effect: ${found}`)];
    }
    taints.push(newTaint as Taint);
  }
  return [taints, taintsToRemove, undefined];
}

/** `key=value:effect`, `key:effect` or `key`. */
// Mirrors: staging/src/k8s.io/kubectl/pkg/cmd/taint/utils.go#parseTaint
function parseTaint(st: string): Result<TypedTaint> {
  const invalid = (why = ''): Result<TypedTaint> => [undefined, new Error(`invalid taint spec: ${st}${why}`)];
  const parts = st.split(':');
  if (parts.length > 2) return invalid();
  let [key = ''] = parts;
  const [, effect] = parts;
  let value: string | undefined;
  if (effect !== undefined) {
    const err = validateTaintEffect(effect);
    if (err) return [undefined, err];
    const partsKV = key.split('=');
    if (partsKV.length > 2) return invalid();
    [key = '', value] = partsKV;
    const errs = value === undefined ? [] : isValidLabelValue(value);
    if (errs.length > 0) return invalid(`, ${errs.join('; ')}`);
  }
  const errs = isQualifiedName(key);
  if (errs.length > 0) return invalid(`, ${errs.join('; ')}`);
  return [{ key, ...(value ? { value } : {}), ...(effect === undefined ? {} : { effect }) }, undefined];
}

// Mirrors: staging/src/k8s.io/kubectl/pkg/cmd/taint/utils.go#validateTaintEffect
function validateTaintEffect(effect: string): Error | undefined {
  if (['NoSchedule', 'PreferNoSchedule', 'NoExecute'].includes(effect)) return undefined;
  return new Error(`invalid taint effect: ${effect}, unsupported taint effect`);
}

/**
 * The taints that a node is to have: the new ones first, then those of the old ones that stay. An error names those that were
 * to be taken away and are not there.
 */
// Mirrors: staging/src/k8s.io/kubectl/pkg/cmd/taint/utils.go#reorganizeTaints
export function reorganizeTaints(
  oldTaints: readonly Taint[],
  taintsToAdd: readonly Taint[],
  taintsToRemove: readonly TypedTaint[],
): [Taint[], Aggregate | undefined] {
  // Mirrors: staging/src/k8s.io/kubectl/pkg/cmd/taint/utils.go#addTaints
  const kept = oldTaints.filter((oldTaint) => !taintsToAdd.some((taint) => same(taint, oldTaint)));
  return deleteTaints(taintsToRemove, [...taintsToAdd, ...kept]);
}

// Mirrors: staging/src/k8s.io/kubectl/pkg/cmd/taint/utils.go#deleteTaints
function deleteTaints(
  taintsToRemove: readonly TypedTaint[],
  taints: readonly Taint[],
): [Taint[], Aggregate | undefined] {
  const allErrs: Error[] = [];
  let newTaints = [...taints];
  for (const taintToRemove of taintsToRemove) {
    const { key, effect } = taintToRemove;
    const left = newTaints.filter((taint) =>
      effect === undefined ? taint.key !== key : !same(taint, taintToRemove),
    );
    if (left.length === newTaints.length) {
      const found = effect === undefined ? key : `${key}:${effect}`;
      allErrs.push(new Error(`taint ${quote(found)} not found`));
    }
    newTaints = left;
  }
  return [newTaints, newAggregate(allErrs)];
}

/** The keys of those of the taints that the node has already, whatever their value. */
// Mirrors: staging/src/k8s.io/kubectl/pkg/cmd/taint/utils.go#checkIfTaintsAlreadyExists
export function checkIfTaintsAlreadyExists(oldTaints: readonly Taint[], taints: readonly Taint[]): string {
  const existing = taints.filter((taint) => oldTaints.some((oldTaint) => same(taint, oldTaint)));
  return existing.map(({ key }) => key).join(',');
}
