import type { Taint } from 'kubernetes-types/core/v1';
import type { Node } from '../../../../apimachinery/pkg/runtime/object.ts';
import type { Result } from '../../../../../../../../go/result.ts';
import { checkIfTaintsAlreadyExists, parseTaints, reorganizeTaints } from './utils.ts';

/** The taints that a node has after `kubectl taint nodes NAME spec…`. */
// Mirrors: staging/src/k8s.io/kubectl/pkg/cmd/taint/taint.go#TaintOptions.updateTaints
export function updateTaints(
  { metadata, spec = {} }: Node,
  typed: readonly string[],
  overwrite: boolean,
): Result<Taint[]> {
  const oldTaints = spec.taints ?? [];
  const [taintsToAdd, taintsToRemove, err] = parseTaints(typed);
  if (err) return [undefined, err];
  // Mirrors: staging/src/k8s.io/kubectl/pkg/cmd/taint/taint.go#TaintOptions.Validate
  const conflicts = taintsToAdd.flatMap((add) =>
    taintsToRemove
      .filter(({ key, effect }) => key === add.key && (effect === undefined || effect === add.effect))
      .map(({ key, effect = '' }) => `{"${key}":"${effect}"}`),
  );
  if (conflicts.length > 0) {
    const both = 'can not both modify and remove the following taint(s) in the same command';
    return [undefined, new Error(`${both}: ${conflicts.join(', ')}`)];
  }
  const exists = overwrite ? '' : checkIfTaintsAlreadyExists(oldTaints, taintsToAdd);
  if (exists !== '') {
    const has = `already has ${exists} taint(s) with same effect(s) and --overwrite is false`;
    return [undefined, new Error(`node ${metadata.name} ${has}`)];
  }
  const [newTaints, missing] = reorganizeTaints(oldTaints, taintsToAdd, taintsToRemove);
  return missing ? [undefined, missing] : [newTaints, undefined];
}
