import type { Plane } from '../runtime/stage/program.ts';
import type { Scenario } from '../runtime/stage/scenario.ts';

/** What a scenario plays on that names no plane. */
const usualPlane = 'control-loop/replicaset';

/** The subject and the name of a plane, of `scheduler/own-scheduler`. */
function partsOf(plane: string): [subject: string, name: string] {
  const [subject = '', ...rest] = plane.split('/');
  return [subject, rest.join('/')];
}

/** The subject whose plane a scenario plays on. */
export const subjectOf = ({ plane = usualPlane }: Pick<Scenario, 'plane'>): string => partsOf(plane)[0];

/** The file of `src/runtime` that declares the plane of a scenario. */
export function planeFile({ plane = usualPlane }: Pick<Scenario, 'plane'>): string {
  const [subject, name] = partsOf(plane);
  return `subjects/${subject}/planes/${name}.ts`;
}

/** Loads the plane that a scenario names, and nothing of others. Rejects if there is none of that name. */
export async function loadPlane({ plane: named = usualPlane }: Pick<Scenario, 'plane'> = {}): Promise<Plane> {
  const [subject, name] = partsOf(named);
  try {
    // Written out, so that a bundler sees which files may be meant.
    const file = (await import(`../runtime/subjects/${subject}/planes/${name}.ts`)) as {
      readonly plane: Plane;
    };
    return file.plane;
  } catch (cause) {
    const expected = `expected a plane that can be loaded from src/runtime/${planeFile({ plane: named })}`;
    const found = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${expected}, found: ${found}`, { cause });
  }
}
