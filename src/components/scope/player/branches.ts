import { lastBy } from '../../base/search.ts';
import { t } from '../../../i18n/t.ts';
import { finalDifferences, firstDifference } from '../../../recording/compare.ts';
import type { Recording } from '../../../recording/recording.ts';
import { mapGet } from '../../../runtime/sim/pmap.ts';
import { endWords } from './in-the-end.ts';

/** The run as the story tells it, or the one that follows from what the reader did. */
export type Branch = 'original' | 'fork';

/** How two runs differ, in words for the reader. */
export interface Comparison {
  /** The fork point: where each run goes on by itself. */
  readonly parts: Readonly<Record<Branch, number>>;
  /** What each does where they part. */
  readonly first: string;
  /** What the two clusters hold differently in the end, a sentence each. */
  readonly final: readonly string[];
}

export function compareRuns(original: Recording, fork: Recording): Comparison {
  const difference = firstDifference(original, fork, { a: t`the story`, b: t`yours` });
  const stored = finalDifferences(original, fork).filter(
    ({ component, name }) => component === 'store' && name !== '' && !name.startsWith('events/'),
  );
  return {
    parts: {
      original: difference?.index ?? original.entries.length,
      fork: difference?.indexInB ?? fork.entries.length,
    },
    first: difference?.text ?? t`Both runs are the same from beginning to end.`,
    final: endWords(stored, (key) => generatedIn(fork, key) ?? generatedIn(original, key)),
  };
}

/** The prefix behind which the API server made up the rest of an object's name, with its resource; undefined where it made up none. */
function generatedIn({ entries }: Recording, key: string): string | undefined {
  const world = entries.at(-1)?.world;
  const { generateName, name } = (world && mapGet(world.store.objects, key)?.metadata) ?? {};
  return generateName && name ? key.slice(0, -name.length) + generateName : undefined;
}

/** The index in `other` at which as much virtual time has gone by as at an index of `from`. */
export function sameMoment(from: Recording, index: number, other: Recording): number {
  const last = other.entries.length - 1;
  // Before they part they are the same, entry by entry, if it was the same code that ran.
  const { index: common, indexInB } = firstDifference(from, other) ?? { index: last + 1, indexInB: last + 1 };
  if (index < common && common === indexInB) return Math.min(index, last);
  const at = from.entries[index]?.at ?? 0;
  return lastBy(other.entries, at);
}
