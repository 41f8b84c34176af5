import { type Fold, foldsIn } from './folds.ts';
import type { Recording } from './recording.ts';

/** Some entries of a run, given by their indices in order, each fold of them in the place of its parts. */
export function foldedRows(recording: Recording, indices: readonly number[]): readonly (number | Fold)[] {
  const folds = foldsIn(recording, indices);
  const firsts = new Map(folds.map((fold) => [fold.parts[0], fold]));
  const inside = new Set(folds.flatMap(({ parts }) => parts.slice(1)));
  return indices.filter((index) => !inside.has(index)).map((index) => firsts.get(index) ?? index);
}
