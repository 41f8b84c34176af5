import { placeOfProgram } from '../../../recording/subjects.ts';

/** Orders programs as readers look for them: by the places that their subjects give them, and the rest by name. */
export function byProgram(a: string, b: string): number {
  const [here, there] = [placeOfProgram(a), placeOfProgram(b)];
  if (here !== there) return here < there ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
