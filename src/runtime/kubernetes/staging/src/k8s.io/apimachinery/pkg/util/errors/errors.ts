/** Several errors as one. Its message is that of the only one, or all different ones in brackets. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/errors/errors.go#Aggregate
export class Aggregate extends Error {
  override readonly name = 'Aggregate';
  readonly errors: readonly Error[];

  constructor(errors: readonly Error[]) {
    const messages = [...new Set(errors.map((error) => error.message))];
    super(messages.length === 1 ? messages[0] : `[${messages.join(', ')}]`);
    this.errors = errors;
  }
}

/** An aggregate of the errors that are there; undefined if none is. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/errors/errors.go#NewAggregate
export function newAggregate(errors: readonly (Error | undefined)[]): Aggregate | undefined {
  const present = errors.filter((error) => error !== undefined);
  return present.length > 0 ? new Aggregate(present) : undefined;
}
