import type { Plane } from '../runtime/cluster/program.ts';
import type { Scenario } from '../runtime/cluster/scenario.ts';

/** The file of `src/runtime` that declares the plane of a scenario. */
export function planeFile({ plane = 'replicaset' }: Pick<Scenario, 'plane'>): string {
  return `cluster/planes/${plane}.ts`;
}

/** Loads the plane that a scenario names, and nothing of others. Rejects if there is none of that name. */
export async function loadPlane({
  plane: name = 'replicaset',
}: Pick<Scenario, 'plane'> = {}): Promise<Plane> {
  try {
    const { plane } = (await import(`../runtime/cluster/planes/${name}.ts`)) as { readonly plane: Plane };
    return plane;
  } catch (cause) {
    const expected = `expected a plane that can be loaded from src/runtime/cluster/planes/${name}.ts`;
    const found = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${expected}, found: ${found}`, { cause });
  }
}
