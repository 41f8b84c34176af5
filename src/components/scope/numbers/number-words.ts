import { countOf, durationWords } from '../../../recording/words.ts';
import type { StoryNumber } from '../../../runtime/stage/numbers.ts';

/** A value of a number with its unit: "15 s", "1 pod", "2". */
export function valueWords({ unit }: Pick<StoryNumber, 'unit'>, value: number): string {
  if (unit === undefined) return String(value);
  // Seconds stay seconds, as the flag or the field has them.
  if (unit === 's') return `${value} s`;
  return unit === 'ms' ? durationWords(value) : countOf(value, unit);
}
