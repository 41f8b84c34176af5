import { type Aggregate, newAggregate } from '../../../../apimachinery/pkg/util/errors/errors.ts';

/** An error for each label that is to be set and is there already, be it with the same value. */
// Mirrors: staging/src/k8s.io/kubectl/pkg/cmd/label/label.go#validateNoOverwrites
export function validateNoOverwrites(
  there: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string>>,
): Aggregate | undefined {
  const taken = Object.keys(labels).filter((key) => Object.hasOwn(there, key));
  return newAggregate(
    taken.map((key) => new Error(`'${key}' already has a value (${there[key]}), and --overwrite is false`)),
  );
}
